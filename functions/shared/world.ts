import type { Context } from 'aws-lambda';
import { openStore } from '../../io/stores/open-store.ts';
import type { CarefulWorld } from '../careful/attempt.ts';
import type { World } from '../job/chunk-step.ts';
import type { Buckets } from '../job/manifest.ts';
import type { Tools } from './lambda.ts';

/** Milliseconds before the end of a function in which it takes up nothing new. */
const RESERVE = 20_000;

/** Names of the two buckets. */
interface BucketSettings {
  readonly NIMBUS_IN: string;
  readonly NIMBUS_OUT: string;
}

/** The two buckets of a function's settings. */
export function bucketsOf(settings: BucketSettings): Buckets {
  return { inbox: openStore(settings.NIMBUS_IN), out: openStore(settings.NIMBUS_OUT) };
}

/** What the steps of a job get from the world while one event is handled. */
export function worldOf(buckets: Buckets, context: Context): World {
  const expired = () => context.getRemainingTimeInMillis() < RESERVE;
  return { ...buckets, now: () => performance.now(), expired };
}

/** The same for a chunk that is done with care. */
export function carefulWorldOf(
  buckets: Buckets,
  { NIMBUS_IN: inbox, NIMBUS_OUT: out }: BucketSettings,
  { context, log, count }: Tools,
): CarefulWorld {
  return {
    ...worldOf(buckets, context),
    remaining: () => context.getRemainingTimeInMillis() - RESERVE,
    megabytes: Number(context.memoryLimitInMB),
    stores: { inbox, out },
    lost(unit, { rule, found }) {
      log.warn('lost unit', { unit, rule, found });
      count('LostUnits');
    },
  };
}
