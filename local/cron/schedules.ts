import { Cron } from 'croner';
import { latestTime, type ScheduleRecord } from './planned-times.ts';

export interface SchedulesOptions {
  /**
   * Starts the bulk run of a planned time, an ISO text. Where it rejects, the same time is fired again a
   * minute later, unless a later one is due by then.
   */
  readonly fire: (name: string, plannedTime: string) => Promise<void>;
  /** Gets what `fire` rejects with, and the CronError of a record that cannot be read. */
  readonly onError: (error: unknown) => void;
}

export interface Schedules {
  /**
   * Takes these records in the place of the former ones. `lastFired` has the last planned time of a name
   * that was fired, or from which on it counts: what was missed since then is caught up, by the latest
   * time only, at once. A name that is new and not in it counts from `now`.
   */
  update(
    records: readonly ScheduleRecord[],
    lastFired: ReadonlyMap<string, string>,
    now: Date,
  ): void;
  /** Fires no more, and waits for what is being fired. */
  close(): Promise<void>;
}

/** Fires schedules at their planned times, once each, as EventBridge Scheduler does in the cloud. */
export function startSchedules(options: SchedulesOptions): Schedules {
  const schedules = new DueSchedules(options);
  const clock = new Cron('* * * * *', () => schedules.tick(new Date()));
  return {
    update(records, lastFired, now) {
      schedules.update(records, lastFired, now);
      schedules.tick(now);
    },
    async close() {
      clock.stop();
      await schedules.settled();
    },
  };
}

/** Schedules without a clock of their own. */
export class DueSchedules {
  readonly #options: SchedulesOptions;
  readonly #firing = new Set<Promise<void>>();
  #records: readonly ScheduleRecord[] = [];
  /** By name: the planned times up to here are done with. */
  #done = new Map<string, Date>();

  constructor(options: SchedulesOptions) {
    this.#options = options;
  }

  update(
    records: readonly ScheduleRecord[],
    lastFired: ReadonlyMap<string, string>,
    now: Date,
  ): void {
    this.#records = records;
    this.#done = new Map(
      records.map(({ name }) => [
        name,
        this.#done.get(name) ?? new Date(lastFired.get(name) ?? now),
      ]),
    );
  }

  /** Fires what is due. */
  tick(now: Date): void {
    for (const record of this.#records) {
      try {
        this.#fireDue(record, now);
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#firing);
  }

  /** What a pause passes over is not caught up. */
  #fireDue(record: ScheduleRecord, now: Date): void {
    const { name } = record;
    const done = this.#done.get(name) ?? now;
    const planned = latestTime(record, done, now);
    if (planned === null) return;
    this.#done.set(name, new Date(planned));
    if (record.paused) return;
    const firing = this.#options.fire(name, planned).catch((error: unknown) => {
      this.#options.onError(error);
      if (this.#done.get(name)?.toISOString() === planned) this.#done.set(name, done);
    });
    this.#firing.add(firing);
    firing.finally(() => this.#firing.delete(firing));
  }
}
