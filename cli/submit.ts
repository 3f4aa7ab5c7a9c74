import { isFinal, jobState } from '../functions/job/job-state.ts';
import type { Context } from './context.ts';
import { EXIT } from './failures.ts';
import { onInterrupt } from './interrupt.ts';
import { prepareUpload, type Upload } from './job/prepare-upload.ts';
import type { StateReport } from './job/report-state.ts';
import { type Sent, sendUpload } from './job/send-upload.ts';
import { exitCodeOf, tellEnd, waitForJob } from './job/wait.ts';
import type { SubmitFlags } from './job-flags.ts';
import { counted } from './numbers.ts';
import { parseTarget, type StoreAddress } from './store/address.ts';
import { openPlace, type Place, storeOf } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus submit PATH…`: uploads instances, which makes a job; prints the id of the job. */
export default async function submit(
  this: Context,
  flags: SubmitFlags,
  ...paths: string[]
): Promise<void> {
  const { store, prefix } =
    flags.to === undefined ? { store: storeOf(flags), prefix: '' } : parseTarget(flags.to);
  const upload = await prepareUpload(paths, flags, prefix);
  try {
    this.process.exitCode = await submitWith(upload, store, flags);
  } finally {
    upload.body.discard();
  }
}

async function submitWith(
  upload: Upload,
  store: StoreAddress,
  flags: SubmitFlags,
): Promise<number> {
  const place = await openPlace(store, flags, 'work');
  const told = { job: null as string | null };
  const release = onInterrupt(() => interruptedLine(place, told.job), place.close);
  try {
    return await submitTo(place, upload, flags, (job) => {
      told.job = job;
    });
  } finally {
    release();
    await place.close();
  }
}

async function submitTo(
  place: Place,
  upload: Upload,
  flags: SubmitFlags,
  tell: (job: string) => void,
): Promise<number> {
  const sent = await sendUpload(place, upload);
  const { job, upload: name } = sent.manifest;
  tell(job);
  if (!flags.json) writeOut(`${job}\n`);
  if (!flags.quiet) writeError(`${sentLine(place, sent, upload)}\n`);
  if (sent.wasKnown) await startIfIdle(place, sent);
  const isOver = sent.wasKnown && isFinal(await jobState(place.buckets.out, job));
  const waits = flags.wait === true || place.worker === 'here';
  if (waits && !isOver && flags.wait !== true && !flags.quiet) writeError(hereLine(flags));
  const report = waits ? await waitForJob(place, { job, upload: name }, flags) : null;
  if (flags.json) writeOut(`${JSON.stringify(asJson(sent, upload, report))}\n`);
  if (report === null) return EXIT.ok;
  if (!flags.quiet) await tellEnd(place, report);
  return exitCodeOf(report, upload.options.tolerate);
}

/** An upload that was there already announces nothing; a process that was killed may have left its job. */
async function startIfIdle(place: Place, { manifest: { job, machine } }: Sent): Promise<void> {
  const state = await jobState(place.buckets.out, job);
  if (isFinal(state)) return;
  const machines = await place.machine(state.manifest?.machine ?? machine);
  await machines?.restart(job);
}

function sentLine(
  { command }: Place,
  { wasKnown, manifest: { job } }: Sent,
  { key, selection }: Upload,
): string {
  const { instances, ignored } = selection;
  const what = wasKnown ? 'the same was submitted before' : `uploaded as ${key}`;
  const left = ignored.length === 0 ? '' : `, ${counted(ignored.length, 'other file')} ignored`;
  return `${counted(instances.size, 'instance')}${left} · ${what} · next: ${command(`status ${job}`)}`;
}

function hereLine({ store }: SubmitFlags): string {
  const dev = store === undefined ? 'nimbus dev' : `nimbus dev --data ${store}`;
  return `no ${dev} is running, so the job is solved here, and this waits for it\n`;
}

function interruptedLine({ worker, command }: Place, job: string | null): string {
  if (job === null) return 'interrupted; submit again to go on';
  return worker === 'here'
    ? `interrupted; what is finished is kept, go on with: ${command(`resume ${job}`)}`
    : `interrupted; the job goes on, see: ${command(`status ${job}`)}`;
}

function asJson(
  { manifest: { job }, wasKnown }: Sent,
  { key, selection }: Upload,
  report: StateReport | null,
) {
  const { instances, ignored } = selection;
  const counts = { instances: instances.size, ignored: ignored.length };
  return { v: 1, job, key, known: wasKnown, ...counts, result: report };
}
