import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '../../io/json-lines.ts';
import { type LogLine, type LogQuery, matches, parseLine } from '../job/log-lines.ts';

/** A line and the text that it was printed as. */
export interface PrintedLine {
  readonly line: LogLine;
  readonly text: string;
}

/** Bytes that are read at once; a longer line is passed over. */
const STEP = 4 * 1024 * 1024;

/** What the functions of a local stack have printed, in the order in which they did. */
export class LocalLogs {
  readonly #folder: string;
  /** Bytes of each file that were read. */
  readonly #read = new Map<string, number>();

  constructor(data: string) {
    this.#folder = join(data, 'logs');
  }

  /** What was printed since the last call, as far as it is wanted. */
  *next(query: LogQuery): Generator<PrintedLine> {
    for (const file of this.#files()) {
      for (const text of this.#newLines(join(this.#folder, file))) {
        const line = text.includes(query.job) ? parseLine(text) : null;
        if (line !== null && matches(line, text, query)) yield { line, text };
      }
    }
  }

  /** A file a day, so that their names stand in their order. */
  #files(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.jsonl'))
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Lines that are whole; what is still being written comes with the next call. */
  *#newLines(path: string): Generator<string> {
    const file = openSync(path, 'r');
    try {
      for (;;) {
        const start = this.#read.get(path) ?? 0;
        const size = Math.min(statSync(path).size - start, STEP);
        if (size <= 0) return;
        const bytes = Buffer.alloc(size);
        const count = readSync(file, bytes, 0, size, start);
        const end = bytes.subarray(0, count).lastIndexOf('\n') + 1;
        if (end === 0 && count < STEP) return;
        this.#read.set(path, start + (end === 0 ? count : end));
        const whole = bytes.subarray(0, end);
        for (const { bytes: line } of linesOf(whole)) yield Buffer.from(line).toString();
      }
    } finally {
      closeSync(file);
    }
  }
}
