// One attempt with care at chunk 0, in a process that stands for the whole function:
//   node attempt.ts INBOX OUT JOB
import { carefulStep } from '../../../functions/careful/careful-step.ts';
import { DirectoryStore } from '../../../io/stores/directory-store.ts';
import { sickWorld } from './jobs.ts';

const [inbox = '', out = '', job = ''] = process.argv.slice(2);
const world = sickWorld({
  inbox: new DirectoryStore(inbox),
  out: new DirectoryStore(out),
  stores: { inbox, out },
});
await carefulStep(world, { job, round: 0, chunk: 0 });
