import { EXIT } from './failures.ts';
import { writeError } from './streams.ts';

/**
 * Until the returned function is called, Ctrl-C and SIGTERM print a line at once, tidy up and end the
 * process with 130; a second one ends it on the spot.
 */
export function onInterrupt(line: () => string, tidyUp: () => Promise<void>): () => void {
  let isSecond = false;
  const end = () => process.exit(EXIT.interrupted);
  const interrupt = () => {
    if (isSecond) end();
    isSecond = true;
    writeError(`${line()}\n`);
    tidyUp().then(end, end);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
}
