import { describe, expect, test } from 'vitest';
import { toldBy } from '../../functions/job/s3-events.ts';
import { startAnswering } from './s3-answers.ts';
import { created, encoded, messages, newStack, outcomesIn, recordOf, type Stack } from './stack.ts';

/*
 * The kinds of events and keys that do harm elsewhere, A1 to A26 of the corpus of bad inputs, each with
 * the outcome that it has to have.
 */

/** An instance of corner-geography, and its answer. */
const TEXT = '3\n0\n';
const ANSWER = 'Bob\n';
const GAME = 'inbox/corner-geography';

interface Kind {
  readonly id: string;
  readonly title: string;
  /** What lies in the inbox; texts that differ from the usual one. */
  readonly uploads?: readonly (string | readonly [string, string])[];
  /** Bodies of messages. */
  readonly bodies: (stack: Stack) => readonly (string | object)[];
  readonly outcomes?: Readonly<Record<string, unknown>>;
  readonly metrics?: Readonly<Record<string, number>>;
  /** Numbers of the messages that fail. */
  readonly failures?: readonly number[];
  /** Part of the log. */
  readonly says?: string;
}

/** Uploads of odd names, each announced as S3 does, all of them solved. */
function accepted(id: string, title: string, ...keys: readonly string[]): Kind {
  return {
    id,
    title,
    uploads: keys,
    bodies: ({ bucket }) => [created(bucket, ...keys)],
    outcomes: Object.fromEntries(keys.map((key) => [key, ANSWER])),
    metrics: { Solved: keys.length },
  };
}

const [one, two] = [`${GAME}/1.in`, `${GAME}/2.in`];
const bridged = (bucket: string, key: string, what = 'Object Created') => ({
  'detail-type': what,
  detail: { bucket: { name: bucket }, object: { key } },
});
const named = (bucket: string, eventName: string) => ({
  Records: [recordOf(bucket, one, { eventName })],
});

const KINDS: readonly Kind[] = [
  {
    id: 'A1',
    title: 'a test message is ignored',
    bodies: ({ bucket }) => [{ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: bucket }],
    metrics: { Ignored: 1 },
  },
  {
    id: 'A2',
    title: 'an event without records is ignored',
    bodies: () => [{ Records: [] }, { Records: null }, {}],
    metrics: { Ignored: 3 },
  },
  {
    id: 'A3',
    title: 'a malformed record fails, and those around it are solved',
    uploads: [one, two],
    bodies: ({ bucket }) => [
      {
        Records: [recordOf(bucket, one), { eventName: 'ObjectCreated:Put' }, recordOf(bucket, two)],
      },
      created(bucket, one),
    ],
    outcomes: { [one]: ANSWER, [two]: ANSWER },
    failures: [0],
    says: 'record: s3: found undefined',
  },
  {
    id: 'A4',
    title: 'a key is decoded as S3 encodes it',
    uploads: [`${GAME}/a b+c d.in`],
    bodies: ({ bucket }) => [{ Records: [recordOf(bucket, `${GAME}/a+b%2Bc%20d.in`)] }],
    outcomes: { [`${GAME}/a b+c d.in`]: ANSWER },
  },
  {
    id: 'A5',
    title: 'a key by way of EventBridge is taken as it stands',
    uploads: [`${GAME}/a+b%2Bc%20d.in`, `${GAME}/%2B%20%%%.in`],
    bodies: ({ bucket }) => [
      bridged(bucket, `${GAME}/a+b%2Bc%20d.in`),
      bridged(bucket, `${GAME}/%2B%20%%%.in`),
    ],
    outcomes: { [`${GAME}/a+b%2Bc%20d.in`]: ANSWER, [`${GAME}/%2B%20%%%.in`]: ANSWER },
  },
  accepted(
    'A6',
    'any script will do in a key',
    `${GAME}/删除.in`,
    `${GAME}/😀.in`,
    `${GAME}/e\u0301.in`,
  ),
  accepted('A7', 'keys that are equal in NFC are two', `${GAME}/\u00e9.in`, `${GAME}/e\u0301.in`),
  {
    id: 'A8',
    title: 'a broken percent escape fails and is told',
    uploads: [one],
    bodies: ({ bucket }) => [
      { Records: [recordOf(bucket, 'inbox/%E0%A4%A')] },
      created(bucket, one),
    ],
    outcomes: { [one]: ANSWER },
    failures: [0],
    says: "found 'inbox/%E0%A4%A', allowed a percent-encoded key",
  },
  {
    id: 'A9',
    title: 'an event may come by way of a topic',
    uploads: [one],
    bodies: ({ bucket }) => [
      { Type: 'Notification', Message: JSON.stringify(created(bucket, one)) },
    ],
    outcomes: { [one]: ANSWER },
  },
  {
    id: 'A10',
    title: 'what creates no object is ignored',
    uploads: [one],
    bodies: ({ bucket }) => [
      named(bucket, 'ObjectRemoved:Delete'),
      named(bucket, 'ObjectRemoved:DeleteMarkerCreated'),
      named(bucket, 'ObjectTagging:Put'),
      named(bucket, 'ObjectRestore:Completed'),
      named(bucket, 'LifecycleExpiration:Delete'),
      named(bucket, 'NotObjectCreated:Put'),
      bridged(bucket, one, 'Object Deleted'),
    ],
    metrics: { Ignored: 7 },
  },
  {
    id: 'A11',
    title: 'an object that is gone is refused and not tried again',
    bodies: ({ bucket }) => [created(bucket, one)],
    outcomes: { [one]: { rejected: 'input-gone' } },
    metrics: { Rejected: 1 },
  },
  {
    id: 'A13',
    title: 'an object that was replaced since gets the job, with a warning',
    uploads: [one],
    bodies: ({ bucket }) => {
      const record = recordOf(bucket, one);
      const object = { ...record.s3.object, eTag: 'another' };
      return [{ Records: [{ ...record, s3: { ...record.s3, object } }] }];
    },
    outcomes: { [one]: ANSWER },
    metrics: { Solved: 1, Replaced: 1 },
    says: 'another object than was announced',
  },
  {
    id: 'A14',
    title: 'the marker of a folder is ignored',
    uploads: [[`${GAME}/`, '']],
    bodies: ({ bucket }) => [created(bucket, `${GAME}/`)],
    metrics: { Ignored: 1 },
  },
  {
    id: 'A15',
    title: 'an empty file is an error, or no case at all where the end of the file ends the cases',
    uploads: [
      ['inbox/delete-nim/1.in', ''],
      [one, ''],
    ],
    bodies: ({ bucket }) => [created(bucket, 'inbox/delete-nim/1.in', one)],
    outcomes: { 'inbox/delete-nim/1.in': { errors: ['empty'] }, [one]: '' },
  },
  {
    id: 'A16',
    title: 'an event of what functions write is answered by no write',
    bodies: ({ bucket, results }) => [
      created(results, 'jobs/mix-1/DONE.json', 'rejected/inbox/a.in.error.json', one),
      created(
        bucket,
        'jobs/mix-1/parts/1.in',
        'rejected/a.in',
        'cache/done/a.in',
        'schedules/a.in',
      ),
    ],
    metrics: { LoopGuard: 7 },
    says: 'loop-guard',
  },
  accepted(
    'A17',
    'what means something in a path means nothing in a key',
    `${GAME}/../up.in`,
    `${GAME}/./here.in`,
    `${GAME}//twice.in`,
    `${GAME}/back\\slash.in`,
    `inbox//corner-geography/leading.in`,
  ),
  accepted(
    'A18',
    'a key may have 1,024 bytes',
    `${GAME}/${'x'.repeat(998)}.in`,
    `${GAME}/${'漢'.repeat(333)}.in`,
  ),
  accepted('A19', 'a key may go on below another one', `${GAME}/a.in`, `${GAME}/a.in/b.in`),
  accepted('A20', 'keys may differ in case alone', `${GAME}/A.in`, `${GAME}/a.in`),
  accepted(
    'A21',
    'names that Windows does not have will do in a key',
    `${GAME}/con.in`,
    `${GAME}/aux.in`,
    `${GAME}/a:b.in`,
    `${GAME}/dot./1.in`,
    `${GAME}/blank /1.in`,
  ),
  accepted(
    'A22',
    'controls and marks of direction will do in a key',
    `${GAME}/line\nfeed.in`,
    `${GAME}/\u001b[31m.in`,
    `${GAME}/\u202enotni.in`,
  ),
  {
    id: 'A23',
    title: 'sequencers of any length in any order lead to the object that is there',
    uploads: [one],
    bodies: ({ bucket }) =>
      ['0055AED6DCD90281E5', 'FF', '0055AED6DCD90281E500'].map((sequencer) => {
        const record = recordOf(bucket, one);
        const object = { ...record.s3.object, sequencer };
        return { Records: [{ ...record, s3: { ...record.s3, object } }] };
      }),
    outcomes: { [one]: ANSWER },
  },
  {
    id: 'A24',
    title: 'a newer version of the event with more fields is taken',
    uploads: [one],
    bodies: ({ bucket }) => [
      { Records: [recordOf(bucket, one, { eventVersion: '2.9', moreData: { is: 'there' } })] },
    ],
    outcomes: { [one]: ANSWER },
  },
  {
    id: 'A26',
    title: 'an event of a bucket that is not ours is refused',
    uploads: [one],
    bodies: () => [created('someone-elses', one)],
    outcomes: { [one]: { rejected: 'unknown-bucket' } },
    metrics: { UnknownBucket: 1 },
  },
];

describe('events', () => {
  test.each(KINDS)('$id: $title', async ({ uploads = [], bodies, outcomes = {}, ...kind }) => {
    const stack = await newStack();
    for (const each of uploads) {
      const [key, text] = typeof each === 'string' ? [each, TEXT] : each;
      await stack.world.inbox.put(key, text);
    }
    const told = await stack.invoke('ingest', messages(...bodies(stack)));
    const batchItemFailures = (kind.failures ?? []).map((at) => ({
      itemIdentifier: `message-${at}`,
    }));
    expect([told.error, told.result]).toEqual([null, { batchItemFailures }]);
    expect(await outcomesIn(stack)).toEqual(outcomes);
    expect(told.metrics).toMatchObject(kind.metrics ?? {});
    expect(told.output).toContain(kind.says ?? '');
    if (kind.metrics?.['LoopGuard'] !== undefined) {
      for await (const { key } of stack.world.out.list('')) expect(key).toBe('nothing');
    }
  });

  test('A12: an object that may not be read fails with what is missing, and is not asked for again', async () => {
    const s3 = await startAnswering((_, response) => response.writeHead(403).end());
    const stack = await newStack({ NIMBUS_IN: 'nimbus-in', AWS_ENDPOINT_URL_S3: s3.url });
    const told = await stack.invoke('ingest', messages(created('nimbus-in', one)));
    expect(told.result).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-0' }] });
    expect(told.output).toContain('config/permission');
    expect(s3.requests).toEqual([`HEAD /nimbus-in/${one}`]);
  });

  test('A25: an archived object is refused with the remedy, and one that was restored is not', async () => {
    let restored = false;
    const s3 = await startAnswering((request, response) => {
      const headers = {
        etag: '"e1"',
        'x-amz-storage-class': 'GLACIER',
        'x-amz-restore': `ongoing-request="${restored ? 'false' : 'true'}"`,
      };
      response.writeHead(200, { ...headers, 'content-length': TEXT.length });
      response.end(request.method === 'HEAD' ? '' : TEXT);
    });
    const stack = await newStack({ NIMBUS_IN: 'nimbus-in', AWS_ENDPOINT_URL_S3: s3.url });
    const told = await stack.invoke('ingest', messages(created('nimbus-in', one)));
    expect(told.result).toEqual({ batchItemFailures: [] });
    expect(await outcomesIn(stack)).toEqual({ [one]: { rejected: 'archived' } });
    restored = true;
    await stack.invoke('ingest', messages(created('nimbus-in', one)));
    expect(await outcomesIn(stack)).toEqual({ [one]: ANSWER });
  });
});

test('a key that was encoded comes back from its event', () => {
  for (const { uploads = [] } of KINDS) {
    for (const key of uploads.map((each) => (typeof each === 'string' ? each : each[0]))) {
      const [told] = toldBy(JSON.stringify({ Records: [recordOf('in', encoded(key))] }));
      expect(told).toMatchObject({ kind: 'created', upload: { bucket: 'in', key } });
    }
  }
});
