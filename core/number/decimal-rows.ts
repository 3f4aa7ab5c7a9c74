const ZERO = 48;
const BLANK = 32;
const LF = 10;

/** Digits of 2^32 − 1, and what follows them. */
const LONGEST = 11;

/**
 * The numbers in decimal behind `head`, `columns` of them a line, blanks between them and no final line
 * end. For lists of millions: bytes are filled from the end and decoded once, twenty times faster than
 * `join` on a typed array. Whole numbers 0 … 2^32 − 1; 11 bytes a number at most, besides the text, which
 * is in one piece: to put a head before it afterwards would copy it.
 */
export function decimalRows(
  numbers: Uint32Array | Int32Array,
  columns = Number.POSITIVE_INFINITY,
  head = '',
): string {
  if (numbers.length === 0) return head;
  const before = new TextEncoder().encode(head);
  const bytes = new Uint8Array(before.length + LONGEST * numbers.length);
  let at = bytes.length;
  let column = (numbers.length - 1) % columns;
  for (let index = numbers.length - 1; index >= 0; index--) {
    bytes[--at] = column === columns - 1 ? LF : BLANK;
    column = column === 0 ? columns - 1 : column - 1;
    at = writeBefore(bytes, at, numbers[index] as number);
  }
  at -= before.length;
  bytes.set(before, at);
  return new TextDecoder().decode(bytes.subarray(at, -1));
}

/** Writes the digits of a number in front of a place; where they start. */
function writeBefore(bytes: Uint8Array, end: number, number: number): number {
  let at = end;
  for (let rest = number; ; ) {
    const tens = (rest / 10) >>> 0;
    bytes[--at] = ZERO + rest - 10 * tens;
    if (tens === 0) return at;
    rest = tens;
  }
}
