// `npm start`: the example batch through the whole pipeline, anew each time, and what to try next.
import { handOver } from './hand-over.mjs';

const OLDEST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_MAJOR) handOver(OLDEST_MAJOR, 'start.mjs');
else {
  process.env['NODE_NO_WARNINGS'] = '1';
  process.removeAllListeners('warning');
  const { showPipeline } = await import('./start.ts');
  await showPipeline();
}
