/** A value as bytes and back, for what travels between machines. */
export interface Binary<Value> {
  readonly encode: (value: Value) => Uint8Array;
  readonly decode: (bytes: Uint8Array) => Value;
}

/** A whole number below 2^53, in decimal. */
export const numberAsBytes: Binary<number> = {
  encode: (value) => new TextEncoder().encode(`${value}`),
  decode: (bytes) => Number(new TextDecoder().decode(bytes)),
};

export const bytesAsBytes: Binary<Uint8Array> = {
  encode: (value) => value,
  decode: (bytes) => bytes,
};

/** Little-endian, as every machine that Node 24 runs on has them in memory. */
export const wordsAsBytes: Binary<Uint32Array> = {
  encode: ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  decode: (bytes) => new Uint32Array(aligned(bytes)),
};

/** A copy, since a view of words has to start at a multiple of four. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
