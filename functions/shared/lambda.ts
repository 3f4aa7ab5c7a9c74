import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { echo } from '../../core/text/echo.ts';
import { EventError } from '../job/errors.ts';

/** What a handler logs and counts with. */
export interface Tools {
  readonly context: Context;
  readonly log: Logger;
  /** Adds to a metric of the namespace Nimbus. */
  readonly count: (name: string, value?: number) => void;
}

/**
 * A Lambda handler on the one stack that all functions share: structured logs with the request, metrics
 * as log lines, an event that is held to its schema. `prepare` runs once, at the cold start.
 */
export function lambda<Event, Prepared, Result>(
  schema: v.GenericSchema<unknown, Event>,
  prepare: () => Prepared,
  run: (event: Event, prepared: Prepared, tools: Tools) => Promise<Result>,
) {
  const log = new Logger();
  const metrics = new Metrics();
  const prepared = prepare();
  const count = (name: string, value = 1) => metrics.addMetric(name, MetricUnit.Count, value);
  return middy()
    .use(injectLambdaContext(log, { resetKeys: true }))
    .handler(async (event: unknown, context: Context): Promise<Result> => {
      try {
        return await run(checked(schema, event), prepared, { context, log, count });
      } catch (error) {
        log.error('failed', error as Error);
        throw error;
      } finally {
        // The middleware of the metrics writes a warning, no JSON, wherever there are none.
        if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
      }
    });
}

function checked<Event>(schema: v.GenericSchema<unknown, Event>, event: unknown): Event {
  const result = v.safeParse(schema, event);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue) ?? 'event';
  throw new EventError(`event: ${place}: found ${echo(issue.received)}, allowed ${issue.expected}`);
}
