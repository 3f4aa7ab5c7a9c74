import { generationOf } from '../../functions/job/generation.ts';
import { UsageError } from '../failures.ts';

/** A line as the logger of a function prints it: more fields than these, by what it tells of. */
export interface LogLine {
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly level?: string;
  readonly message?: unknown;
  readonly service?: string;
  readonly job?: string;
  readonly [field: string]: unknown;
}

/** Which lines are wanted. */
export interface LogQuery {
  readonly job: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly filter: string | null;
}

/** The object in one line; null where it is none. */
export function parseLine(text: string): LogLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as LogLine) : null;
  } catch {
    return null;
  }
}

/** Whether a line is of a job, or of one of its generations, and is wanted. `text`: the line as it was printed. */
export function matches(line: LogLine, text: string, { job, since, filter }: LogQuery): boolean {
  if (line.job === undefined || (line.job !== job && generationOf(line.job).id !== job))
    return false;
  if (timeOf(line) < since) return false;
  return filter === null || matchesFilter(line, text, filter);
}

/** `field=value`, or any part of the line. */
function matchesFilter(line: LogLine, text: string, filter: string): boolean {
  const match = /^([A-Za-z_][\w.]*)=(.*)$/s.exec(filter);
  if (match === null) return text.includes(filter);
  const [, field = '', value = ''] = match;
  const found = field.split('.').reduce<unknown>(inside, line);
  return found !== undefined && String(found) === value;
}

function inside(value: unknown, field: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && Object.hasOwn(value, field)
    ? (value as Readonly<Record<string, unknown>>)[field]
    : undefined;
}

/** Milliseconds since 1970; 0 where the line has no time. */
export function timeOf({ timestamp }: LogLine): number {
  return Date.parse(timestamp ?? '') || 0;
}

/** Fields that say nothing to a reader, or stand at their own place. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'timestamp',
  'level',
  'message',
  'service',
  'job',
  'cold_start',
  'function_arn',
  'function_memory_size',
  'function_name',
  'function_request_id',
  'sampling_rate',
  'xray_trace_id',
]);

/** A line for people: time, level, function, message, and the other fields as `name=value`. */
export function shownLine(line: LogLine): string {
  const { timestamp = '', level = '', service = '', message = '' } = line;
  const fields = Object.entries(line)
    .filter(([name]) => !NOT_SHOWN.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const said = typeof message === 'string' ? message : JSON.stringify(message);
  const name = service.replace(/^nimbus-/, '');
  return [timestamp, level.padEnd(5), name.padEnd(8), said, ...fields].join(' ').trimEnd();
}

/** A filter that can be looked for: not the empty one. */
export function checkedFilter(filter: string | undefined): string | null {
  if (filter !== '') return filter ?? null;
  throw new UsageError('--filter: found nothing, allowed a text or field=value');
}
