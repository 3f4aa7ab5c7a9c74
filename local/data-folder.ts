import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '../io/atomic-write.ts';
import { ownMark, runningOf } from '../io/process-mark.ts';
import { LOOPBACK } from './loopback.ts';

/** Where the services of a stack are. */
export interface Endpoints {
  /** Of S3. */
  readonly url: string;
  readonly sqs: string;
  readonly sfn: string;
  readonly queueUrl: string;
  readonly machineArn: string;
}

/** What a running stack says of itself. */
interface Announcement {
  /** Of the process that has the folder. */
  readonly mark: string;
  /** Null until all services are up. */
  readonly endpoints: Endpoints | null;
  readonly lasting: boolean;
}

/** Another process uses the folder, or it is none. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** The folder of a local stack, used by one process at a time. */
export class DataFolder {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Takes the folder for this process. Throws DataFolderError where another one has it. */
  static take(data: string): DataFolder {
    makeDataFolder(data);
    const file = join(data, 'stack.json');
    const own = JSON.stringify({ mark: ownMark(), endpoints: null, lasting: false });
    for (;;) {
      try {
        writeFileSync(file, own, { flag: 'wx' });
        return new DataFolder(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = readAnnouncement(data);
      if (owner !== null) {
        throw new DataFolderError(
          `${data}: locked: found process ${owner.pid} at work in it, allowed one stack at a time`,
        );
      }
      // Whoever wrote it was killed.
      rmSync(file, { force: true });
    }
  }

  /** Tells other processes where the services are. `lasting`: they stay when the work of this process is done. */
  announce(endpoints: Endpoints, lasting: boolean): void {
    const announcement: Announcement = { mark: ownMark(), endpoints, lasting };
    writeFileSync(this.#file, JSON.stringify(announcement));
  }

  release(): void {
    rmSync(this.#file, { force: true });
  }
}

function makeDataFolder(data: string): void {
  try {
    makeFolder(resolve(data));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new DataFolderError(`${data}: data: found a file, allowed a folder or nothing`);
  }
}

/** The stack that is running on a folder; null where there is none. */
export function runningOn(data: string): { endpoints: Endpoints; lasting: boolean } | null {
  const announcement = readAnnouncement(data);
  if (announcement === null || announcement.endpoints === null) return null;
  return { endpoints: announcement.endpoints, lasting: announcement.lasting };
}

/** A process that was killed takes a moment to go, while its services have gone already. */
const FAREWELL_MILLISECONDS = 3_000;
const LOOK_EVERY = 50;

/** The same, of which the services answer; waits for the end of a process whose services do not. */
export async function answeringOn(data: string): Promise<ReturnType<typeof runningOn>> {
  const end = performance.now() + FAREWELL_MILLISECONDS;
  for (let running = runningOn(data); running !== null; running = runningOn(data)) {
    if ((await answers(running.endpoints.url)) || performance.now() > end) return running;
    await wait(LOOK_EVERY);
  }
  return null;
}

async function answers(url: string): Promise<boolean> {
  const socket = connect({ host: LOOPBACK, port: Number(new URL(url).port) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** What the process says that has the folder now; null where none has it. */
function readAnnouncement(data: string): (Announcement & { readonly pid: number }) | null {
  let text: string;
  try {
    text = readFileSync(join(data, 'stack.json'), 'utf8');
  } catch {
    return null;
  }
  try {
    const announcement = JSON.parse(text) as Announcement;
    const pid = runningOf(announcement.mark);
    return pid === null ? null : { ...announcement, pid };
  } catch {
    return null;
  }
}
