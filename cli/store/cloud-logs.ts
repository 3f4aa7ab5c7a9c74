import {
  CloudWatchLogsClient,
  paginateFilterLogEvents,
  ResourceNotFoundException,
} from '@aws-sdk/client-cloudwatch-logs';
import { generationOf } from '../../functions/job/generation.ts';
import { type LogQuery, matches, parseLine, timeOf } from '../job/log-lines.ts';
import type { PrintedLine } from './local-logs.ts';

const FUNCTIONS = ['ingest', 'plan', 'chunk', 'merge', 'fail'] as const;

/** What the functions on AWS have printed of a job: a log group each. */
export class CloudLogs {
  readonly #client = new CloudWatchLogsClient({});
  /** Lines that were given; those of the last moments are asked for again. */
  readonly #given = new Set<string>();

  /** What was printed since the last call, in the order of time. */
  async next(query: LogQuery): Promise<readonly PrintedLine[]> {
    const groups = await Promise.all(FUNCTIONS.map((name) => this.#linesOf(name, query)));
    return groups.flat().sort((a, b) => timeOf(a.line) - timeOf(b.line));
  }

  async #linesOf(name: string, query: LogQuery): Promise<PrintedLine[]> {
    const input = {
      logGroupName: `/nimbus/${name}`,
      // Of all generations; `matches` holds each line to the query.
      filterPattern: `{ $.job = "${generationOf(query.job).id}*" }`,
      startTime: query.since,
    };
    const lines: PrintedLine[] = [];
    try {
      for await (const { events = [] } of paginateFilterLogEvents(
        { client: this.#client },
        input,
      )) {
        for (const { eventId = '', message = '' } of events) {
          const line = parseLine(message);
          if (line === null || this.#given.has(eventId) || !matches(line, message, query)) continue;
          this.#given.add(eventId);
          lines.push({ line, text: message.trimEnd() });
        }
      }
    } catch (error) {
      // A function that never ran has no log group yet.
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
    return lines;
  }
}
