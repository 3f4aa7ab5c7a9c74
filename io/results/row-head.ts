import { isDigit, textAt } from '../json-bytes.ts';
import { hashOfBytes, hashOfNumber } from '../offset-table.ts';

const ID = Buffer.from('{"id":');
const FILE = Buffer.from(',"file":');
const LINE = Buffer.from(',"line":');
const CASE = Buffer.from(',"case":');
const INPUT = Buffer.from(',"sha256_in":"');
const KEY = Buffer.from('","key":"');
const HEX_DIGITS = 64;

/** What one of our own lines of results tells before it is read as a whole, some three microseconds later. */
export interface RowHead {
  /** The file's name as JSON has it, without quotes. */
  readonly file: Uint8Array;
  /** Of a JSON Lines file, else null. */
  readonly line: number | null;
  /** Number of the case. */
  readonly case: number;
  readonly keyHash: number;
}

/** The head of a row as `JSON.stringify` writes it; null for any other line. */
export function rowHead(bytes: Uint8Array): RowHead | null {
  if (!startsWith(bytes, ID, 0)) return null;
  const id = textAt(bytes, ID.length);
  if (id === null || !startsWith(bytes, FILE, id.end + 1)) return null;
  const file = textAt(bytes, id.end + 1 + FILE.length);
  if (file === null) return null;
  const line = numberAfter(bytes, LINE, file.end + 1);
  const number = numberAfter(bytes, CASE, line?.end ?? file.end + 1);
  if (number === null || !startsWith(bytes, INPUT, number.end)) return null;
  const key = number.end + INPUT.length + HEX_DIGITS;
  if (!startsWith(bytes, KEY, key)) return null;
  const keyHash = keyHashAt(bytes, key + KEY.length);
  const name = bytes.subarray(file.start, file.end);
  return { file: name, line: line?.value ?? null, case: number.value, keyHash };
}

function startsWith(bytes: Uint8Array, start: Uint8Array, at: number): boolean {
  for (let index = 0; index < start.length; index++) {
    if (bytes[at + index] !== start[index]) return false;
  }
  return true;
}

function numberAfter(bytes: Uint8Array, name: Uint8Array, at: number) {
  if (!startsWith(bytes, name, at)) return null;
  let end = at + name.length;
  let value = 0;
  for (; isDigit(bytes[end] ?? 0); end++) value = 10 * value + (bytes[end] as number) - 48;
  return { value, end };
}

/** Of the key of a result: its first eight hexadecimal digits. */
export function keyHash(key: string): number {
  return Number.parseInt(key.slice(0, 8), 16);
}

function keyHashAt(bytes: Uint8Array, at: number): number {
  let hash = 0;
  for (let index = at; index < at + 8; index++) {
    const digit = bytes[index] as number;
    hash = 16 * hash + (digit < 58 ? digit - 48 : digit - 87);
  }
  return hash;
}

/** Of a file, or of a line in it. */
export function placeHash(file: Uint8Array, line: number | null): number {
  const hash = hashOfBytes(file);
  return line === null ? hash : hashOfNumber(line, hash);
}

/** The name of a file as JSON has it, without quotes. */
export function nameInJson(file: string): Uint8Array {
  return Buffer.from(JSON.stringify(file)).subarray(1, -1);
}
