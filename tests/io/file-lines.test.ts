import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileLineIds } from '../../io/file-line-ids.ts';
import { fileLines } from '../../io/file-lines.ts';
import { LONGEST_LINE, linesOf } from '../../io/json-lines.ts';
import { instanceOfLine, LineIds } from '../../io/line-instance.ts';
import { hashOfBytes, OffsetTable } from '../../io/offset-table.ts';
import { rowHead } from '../../io/results/row-head.ts';
import { newFolder } from '../tools/temporary-folder.ts';

const folder = newFolder('lines');
const GAME = { game: 'delete-nim', isForced: false };

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, 'lines.jsonl');
  writeFileSync(path, content);
  return path;
}

describeLines('short', (random) => 'x'.repeat(random % 5));
describeLines('longer than what is read at once', (random) => 'y'.repeat(random % 700_000));

function describeLines(what: string, line: (random: number) => string) {
  test(`the lines of a file are those of its text: ${what}`, () => {
    const texts = Array.from({ length: 40 }, (_, at) => line(at * 7919 * 31));
    for (const end of ['', '\n', '\n\n']) {
      const text = texts.join('\n') + end;
      const found = Array.from(fileLines(fileOf(text)), ({ bytes, ...place }) => ({
        ...place,
        text: Buffer.from(bytes ?? []).toString(),
      }));
      const wanted = [...linesOf(Buffer.from(text))].map(({ line: number, start, bytes }) => ({
        line: number,
        start,
        end: start + bytes.length,
        text: Buffer.from(bytes).toString(),
      }));
      expect(found).toEqual(wanted);
    }
  });
}

test('a line that is too long is passed over, and the next one is found', () => {
  const long = Buffer.alloc(LONGEST_LINE + 5, 'x');
  const path = fileOf(Buffer.concat([Buffer.from('a\n'), long, Buffer.from('\nb\n')]));
  const found = Array.from(fileLines(path), ({ line, start, end, bytes }) => [
    line,
    end - start,
    bytes === null,
  ]);
  expect(found).toEqual([
    [1, 1, false],
    [2, long.length, true],
    [3, 1, false],
  ]);
});

test('ids that are found without reading whole lines are those of the lines', () => {
  const id = fc.constantFrom(
    '',
    '"id":1,',
    '"id":2,',
    '"id":"1",',
    '"id":"a",',
    '"i\\u0064":"a",',
    '"id":"\\u0061",',
    '"id":"b",',
    '"id":-0,',
    '"id":1e0,',
    '"id":03,',
    '"id":3,"id":4,',
    '"id":["a"],',
    '"id":null,',
  );
  const before = fc.constantFrom('', '"game":"delete-nim",', '"game":"chess",', '"x\\"id":"a",');
  const line = fc.tuple(before, id, fc.constantFrom('"text":"1\\n"}', '"text":1}', ''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.map((parts) => `{${parts.join('')}`).join('\n');
      const known = new LineIds();
      const wanted = [...linesOf(Buffer.from(text))].map(
        (raw) => known.problemOf(instanceOfLine(raw, GAME))?.found,
      );
      const path = fileOf(text);
      const ids = new FileLineIds(path, GAME);
      const found = Array.from(fileLines(path), (each) => {
        const problem = ids.problemOf(each);
        const own = instanceOfLine(
          { bytes: each.bytes ?? new Uint8Array(), line: each.line },
          GAME,
        );
        return (own.problem ?? problem)?.found;
      });
      ids.close();
      expect(found).toEqual(wanted);
    }),
    { numRuns: 300 },
  );
});

test('a table gives the offsets of a hash in the order in which they came, however it grew', () => {
  const table = new OffsetTable();
  const hashes = Array.from({ length: 5_000 }, (_, at) => hashOfBytes(Buffer.from(`${at % 900}`)));
  for (const [at, hash] of hashes.entries()) table.add(hash, at);
  const other = new OffsetTable(table.shared);
  for (let number = 0; number < 900; number++) {
    const seen: number[] = [];
    other.find(hashOfBytes(Buffer.from(`${number}`)), (offset) => {
      seen.push(offset);
      return false;
    });
    const wanted = [...hashes.keys()].filter((at) => at % 900 === number);
    expect(seen.filter((at) => at % 900 === number)).toEqual(wanted);
  }
  expect(table.size).toBe(5_000);
});

test('the head of a row is read where it stands, and nowhere else', () => {
  const sha256 = 'ab'.repeat(32);
  const row = {
    id: 'a","file":"b',
    file: 'x"y',
    line: 7,
    case: 12,
    sha256_in: sha256,
    key: sha256,
  };
  const head = rowHead(Buffer.from(JSON.stringify(row)));
  expect(head).toMatchObject({ line: 7, case: 12, keyHash: 0xabababab });
  expect(Buffer.from(head?.file ?? []).toString()).toBe('x\\"y');
  expect(rowHead(Buffer.from(JSON.stringify({ ...row, line: undefined })))?.line).toBeNull();
  expect(rowHead(Buffer.from(JSON.stringify(row).slice(0, 90)))).toBeNull();
  expect(rowHead(Buffer.from('{"id":"a","rule":"x"}'))).toBeNull();
});
