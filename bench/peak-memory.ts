// Loaded before a command: tells on standard error what memory all of its threads took at the most.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    process.stderr.write(`peak ${Math.round(process.resourceUsage().maxRSS / 1000)} MB\n`);
  });
}
