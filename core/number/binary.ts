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
