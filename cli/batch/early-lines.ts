import { GrowingFile } from '../../io/growing-file.ts';
import type { Lines } from '../../io/results/lines.ts';
import type { Store } from './in-order.ts';

/** Lines of results that came before their turn, in a file that a later run finds them in. */
export class EarlyLines implements Store {
  readonly #path: () => string;
  #file: GrowingFile | null = null;

  /** The path is asked for when there is something to write. */
  constructor(path: () => string) {
    this.#path = path;
  }

  remember(lines: readonly Lines[]): void {
    const file = this.#opened();
    for (const { results } of lines) file.write(results);
  }

  put(lines: readonly Lines[]): () => readonly Lines[] {
    const file = this.#opened();
    const places = lines.map(({ results, errors, summary }) => {
      const start = file.size;
      const texts = [results, errors, summary];
      for (const text of texts) file.write(text);
      return { start, lengths: texts.map(({ length }) => length) };
    });
    return () => places.map((place) => linesAt(file, place));
  }

  #opened(): GrowingFile {
    this.#file ??= new GrowingFile(this.#path());
    return this.#file;
  }

  discard(): void {
    this.#file?.discard();
    this.#file = null;
  }
}

interface StoredLines {
  readonly start: number;
  readonly lengths: readonly number[];
}

function linesAt(file: GrowingFile, { start, lengths }: StoredLines): Lines {
  let at = start;
  const [results, errors, summary] = lengths.map((length) => {
    at += length;
    return file.read(at - length, at);
  }) as [Uint8Array, Uint8Array, Uint8Array];
  return { results, errors, summary };
}
