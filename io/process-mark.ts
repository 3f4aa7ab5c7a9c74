import { readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat behind the name of the program: the state, and when the process started. */
const STATE = 0;
const STARTED = 19;

/** The state of a process that was killed, and whose parent has not asked for it yet. */
const ENDED = 'Z';

/** The number of this process and when it started, as one text: numbers come again, in containers at once. */
export function ownMark(): string {
  return `${process.pid} ${statusOf(process.pid)?.started ?? ''}`.trim();
}

/** The number of the process that left a mark, if it is still at work; else null. */
export function runningOf(mark: string): number | null {
  const [number, started] = mark.split(' ');
  const pid = Number(number);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const status = statusOf(pid);
  if (status === null) return isThere(pid) ? pid : null;
  // A mark without the start was left by another process, whatever its number.
  const isSame = started === undefined ? pid !== process.pid : started === status.started;
  return isSame && status.state !== ENDED ? pid : null;
}

/** Linux tells; null elsewhere, and where there is no such process. */
function statusOf(pid: number): { readonly state: string; readonly started: string } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The name of the program may have blanks and brackets in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[STATE] ?? '', started: fields[STARTED] ?? '' };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
