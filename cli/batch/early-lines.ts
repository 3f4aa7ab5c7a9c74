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

  put(lines: readonly Lines[]): () => readonly Lines[] {
    this.#file ??= new GrowingFile(this.#path());
    const file = this.#file;
    const places = lines.map(({ results, errors, summary }) => {
      const start = file.size;
      const texts = [results, errors, summary].map((text) => Buffer.from(text));
      file.write(Buffer.concat(texts));
      return { start, lengths: texts.map(({ length }) => length) };
    });
    return () => places.map((place) => linesAt(file, place));
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
  const [results = '', errors = '', summary = ''] = lengths.map((length) => {
    at += length;
    return Buffer.from(file.read(at - length, at)).toString();
  });
  return { results, errors, summary };
}
