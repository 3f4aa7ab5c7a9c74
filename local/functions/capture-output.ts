import { StringDecoder } from 'node:string_decoder';

type Stream = 'stdout' | 'stderr';
type Done = (error?: Error | null) => void;

/**
 * Takes over what this thread prints: `emit` gets each whole line, nothing reaches the terminal. The
 * streams of a worker thread are bypassed because they wait for the event loop, which a solver blocks.
 * Returns the flush of unfinished lines.
 */
export function captureOutput(emit: (stream: Stream, text: string) => void): () => void {
  const flushes = (['stdout', 'stderr'] as const).map((stream) =>
    captureStream(stream, (text) => emit(stream, text)),
  );
  return () => {
    for (const flush of flushes) flush();
  };
}

function captureStream(stream: Stream, emit: (text: string) => void): () => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  process[stream].write = (
    chunk: string | Uint8Array,
    encodingOrDone?: BufferEncoding | Done,
    done?: Done,
  ): boolean => {
    const encoding = typeof encodingOrDone === 'string' ? encodingOrDone : 'utf8';
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) emit(line);
    const called = typeof encodingOrDone === 'function' ? encodingOrDone : done;
    if (called) queueMicrotask(called);
    return true;
  };
  return () => {
    if (rest !== '') emit(rest);
    rest = '';
  };
}
