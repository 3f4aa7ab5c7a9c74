import type { BipartiteGraph } from '../graph/bipartite-graph.ts';
import { maximumMatching } from '../graph/bipartite-matching.ts';
import { essentialVertices } from '../graph/essential-vertices.ts';
import { ShrinkingMatching } from '../graph/shrinking-matching.ts';

/**
 * Statement: a token walks along the edges of an undirected graph and never enters a vertex twice,
 * its start included; who cannot move loses. The player to move wins exactly if every maximum
 * matching covers the token's vertex. (If so, step to the mate each time: were the opponent to end
 * such a walk on an uncovered vertex, shifting the matching along it would uncover the start. If not,
 * the opponent does that with a maximum matching that misses the start.)
 * Source: A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, Theoret.
 * Comput. Sci. 112 (1993), 371–381, on vertex geography.
 * Valid for: every finite undirected graph, under normal play, where vertices and not edges are used
 * up and both players may take every edge; the matchings here are those of bipartite graphs. False
 * for directed graphs, where the game is PSPACE-complete.
 */
export function wonStarts(graph: BipartiteGraph): Uint8Array {
  return essentialVertices(graph, maximumMatching(graph));
}

/**
 * By the same theorem, for each vertex of a walk without repetition: 1 if the player who leaves it
 * could have won from there, when the vertices before it are used up.
 */
export function wonAlong(graph: BipartiteGraph, walk: Int32Array): Uint8Array {
  const matching = new ShrinkingMatching(graph);
  return Uint8Array.from(walk, (v) => Number(matching.remove(v)));
}
