/** The first `most` bytes or a little more, and what comes after them; no rest where there is none. */
export async function startOf(chunks: AsyncIterable<Uint8Array>, most: number) {
  const rest = chunks[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  for (let bytes = 0; bytes < most; ) {
    const { value, done } = await rest.next();
    if (done) return { start, rest: null };
    start.push(value);
    bytes += value.length;
  }
  return { start, rest };
}

/** The whole stream again. */
export async function* joined(start: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The same stream, with its failure noted: whoever sends it takes it for one of its own. */
export async function* watchedStream(chunks: AsyncIterable<Uint8Array>, failures: unknown[]) {
  try {
    yield* chunks;
  } catch (error) {
    failures.push(error);
    throw error;
  }
}
