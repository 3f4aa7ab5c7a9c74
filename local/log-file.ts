import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine } from './functions/messages.ts';

/** Gets each line of the logs, a JSON object, as it is written. */
export type Watch = (line: string) => void;

/** Takes the lines that the functions print: a file a day, a JSON object a line. */
export function logInto(folder: string, watch: Watch = () => undefined): (line: LogLine) => void {
  mkdirSync(folder, { recursive: true });
  return (line) => {
    const day = new Date().toISOString().slice(0, 10);
    const text = structured(line);
    appendFileSync(join(folder, `${day}.jsonl`), `${text}\n`);
    watch(text);
  };
}

/** What the logger of a function printed is an object already; anything else becomes one. */
function structured({ function: name, requestId, stream, text }: LogLine): string {
  if (isObject(text)) return text;
  const timestamp = new Date().toISOString();
  const level = stream === 'stderr' ? 'ERROR' : 'INFO';
  const service = `nimbus-${name}`;
  return JSON.stringify({
    level,
    message: text,
    timestamp,
    service,
    function_request_id: requestId,
  });
}

function isObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
