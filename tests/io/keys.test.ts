import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  claimKey,
  claimOf,
  FINISHED,
  finishedKey,
  INBOX,
  inboxPath,
  isOurs,
  jobKeys,
  partRange,
  progressRound,
  rejectedKey,
  roundPartOf,
  scheduleKey,
  scheduleName,
  scheduleRunKey,
  suspectOf,
} from '../../io/keys.ts';

fc.configureGlobal({ seed: 20261129 });

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const jobs = fc
  .tuple(fc.constantFrom('delete-nim', 'mix'), hex(16), fc.constantFrom('', '/g2'))
  .map(([game, hash, generation]) => `${game}-${hash}${generation}`);
const numbers = fc.oneof(fc.nat(2000), fc.nat(2 ** 40));
const paths = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 600 });

test('a part says its range by its key', () => {
  fc.assert(
    fc.property(jobs, numbers, numbers, (job, first, more) => {
      const range = { first, last: first + more };
      const key = jobKeys(job).part(range);
      expect(key.startsWith(jobKeys(job).parts)).toBe(true);
      expect(partRange(key)).toEqual(range);
      expect([roundPartOf(key), progressRound(key), claimOf(key), scheduleName(key)]).toEqual([
        null,
        null,
        null,
        null,
      ]);
    }),
  );
});

test('parts stand in the order of their first index, as far as nine digits go', () => {
  const below = fc.integer({ min: 0, max: 999_999_999 });
  fc.assert(
    fc.property(below, below, (a, b) => {
      const { part } = jobKeys('mix-1');
      const [one, two] = [part({ first: a, last: a }), part({ first: b, last: b })];
      expect(Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(two)))).toBe(Math.sign(a - b));
    }),
  );
});

test('a partial result says its round, its piece and its part by its key, and a state is none', () => {
  fc.assert(
    fc.property(jobs, fc.nat(99), numbers, numbers, (job, round, piece, part) => {
      const keys = jobKeys(job);
      const key = keys.roundPart(round, piece, part);
      expect(key.startsWith(keys.round(round))).toBe(true);
      expect(roundPartOf(key)).toEqual({ round, piece, part });
      expect(roundPartOf(keys.state(round, piece))).toBeNull();
      expect(partRange(key)).toBeNull();
    }),
  );
});

test('a note of a suspect says its chunk, its unit and its attempt by its key', () => {
  fc.assert(
    fc.property(jobs, fc.nat(99), numbers, numbers, (job, round, chunk, unit) => {
      const keys = jobKeys(job);
      const suspect = { round, chunk, unit, attempt: unit % 7 };
      const key = keys.suspect(suspect);
      expect(key.startsWith(keys.suspects(round, chunk))).toBe(true);
      expect(suspectOf(key)).toEqual(suspect);
      expect([partRange(key), roundPartOf(key)]).toEqual([null, null]);
      expect(suspectOf(keys.roundPart(round, chunk, unit))).toBeNull();
    }),
  );
});

test('progress says its round by its key', () => {
  fc.assert(
    fc.property(jobs, fc.nat(), (job, round) => {
      const keys = jobKeys(job);
      expect(keys.progressOf(round).startsWith(keys.progress)).toBe(true);
      expect(progressRound(keys.progressOf(round))).toBe(round);
    }),
  );
});

test('a claim says its upload and its job, and what is done says its job', () => {
  fc.assert(
    fc.property(hex(64), jobs, (upload, job) => {
      expect(claimOf(claimKey(upload, job))).toEqual({ upload, job });
      expect(finishedKey(job).slice(FINISHED.length)).toBe(job);
      expect(claimOf(finishedKey(job))).toBeNull();
    }),
  );
});

test('a schedule says its name by its key, and its runs are no schedules', () => {
  const names = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/);
  fc.assert(
    fc.property(names, (name) => {
      expect(scheduleName(scheduleKey(name))).toBe(name);
      expect(scheduleName(scheduleRunKey(name, '2026-11-30T00:00:00Z'))).toBeNull();
    }),
  );
});

test('the path of an upload is its key below the inbox', () => {
  fc.assert(
    fc.property(paths, (path) => {
      expect(inboxPath(INBOX + path)).toBe(path);
    }),
  );
});

test('names that come from an upload are its own, and never longer than 900 bytes', () => {
  fc.assert(
    fc.property(paths, paths, (one, two) => {
      const { answer, answers } = jobKeys('mix-0123456789abcdef');
      for (const build of [answer, rejectedKey, (path: string) => rejectedKey(path, 'bucket')]) {
        expect(Buffer.byteLength(build(one))).toBeLessThanOrEqual(900);
        expect(build(one) === build(two)).toBe(one === two);
      }
      if (Buffer.byteLength(one) < 800) expect(answer(one)).toBe(answers + one);
    }),
  );
});

test('a name of 1,024 bytes becomes its hash and keeps its extension', () => {
  const { answer } = jobKeys('mix-0123456789abcdef');
  const path = `${'x'.repeat(1014)}.out`;
  expect(answer(path)).toMatch(/^jobs\/mix-[0-9a-f]+\/answers\/long-name-[0-9a-f]{64}\.out$/);
  expect(rejectedKey(`inbox/${path}`)).toMatch(
    /^rejected\/long-name-[0-9a-f]{64}\.out\.error\.json$/,
  );
});

test('a key below one of the prefixes of functions is ours, and one of the inbox is not', () => {
  const { manifest, answers } = jobKeys('mix-1');
  const ours = [manifest, answers, rejectedKey('inbox/a'), claimKey('0', 'j'), finishedKey('j')];
  expect(
    [...ours, scheduleKey('s'), scheduleRunKey('s', 't')].filter((key) => !isOurs(key)),
  ).toEqual([]);
  expect(['inbox/jobs/a.in', 'inbox/a.in', 'a.in', 'job/a.in'].filter(isOurs)).toEqual([]);
});
