import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer, Call } from './call.ts';
import type { FaultInjector } from './faults.ts';

/** Sends an answer and closes its reader. Throws when the client has gone, which is no fault. */
export async function send(
  answer: Answer,
  { response, call, faults }: { response: ServerResponse; call: Call; faults: FaultInjector },
): Promise<void> {
  const { status, headers = {}, body } = answer;
  const text = typeof body === 'string' ? Buffer.from(body) : body;
  const length = Buffer.isBuffer(text) ? { 'content-length': String(text.length) } : {};
  response.writeHead(status, { ...length, ...headers });
  if (text === undefined || response.req.method === 'HEAD') {
    response.end();
  } else if (faults.strikes('cutBodies', call)) {
    await cut(text, response);
  } else if (Buffer.isBuffer(text) && faults.faults.slowBodies === 0) {
    response.end(text);
  } else {
    await pipeline(faults.slowed(chunksOf(text), call), response);
  }
}

type Body = Exclude<Answer['body'], string | undefined>;

function chunksOf(body: Body): AsyncIterable<Buffer> {
  return Buffer.isBuffer(body) ? once(body) : body.reader.chunks(body.span);
}

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}

/** Sends half of the bytes, then ends the connection. */
async function cut(body: Body, response: ServerResponse): Promise<void> {
  const size = Buffer.isBuffer(body) ? body.length : body.span.last - body.span.first + 1;
  let left = Math.floor(size / 2);
  for await (const chunk of chunksOf(body)) {
    const piece = chunk.subarray(0, left);
    left -= piece.length;
    await new Promise((written) => response.write(piece, written));
    if (left === 0) break;
  }
  response.destroy();
}
