import type { Context } from 'aws-lambda';
import { openStore } from '../../io/stores/open-store.ts';
import type { World } from '../job/chunk-step.ts';
import type { Buckets } from '../job/manifest.ts';

/** Milliseconds before the end of a function in which it takes up nothing new. */
const RESERVE = 20_000;

/** The two buckets of a function's settings. */
export function bucketsOf(settings: { NIMBUS_IN: string; NIMBUS_OUT: string }): Buckets {
  return { inbox: openStore(settings.NIMBUS_IN), out: openStore(settings.NIMBUS_OUT) };
}

/** What the steps of a job get from the world while one event is handled. */
export function worldOf(buckets: Buckets, context: Context): World {
  const expired = () => context.getRemainingTimeInMillis() < RESERVE;
  return { ...buckets, now: () => performance.now(), expired };
}
