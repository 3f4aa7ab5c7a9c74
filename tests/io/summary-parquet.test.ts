import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm/node';
import { expect, test } from 'vitest';
import type { Row } from '../../io/results/row.ts';
import { CREATED_BY, ParquetSummary } from '../../io/results/summary-parquet.ts';

/** Rows of many kinds: with and without answers, errors and warnings, and texts that CSV would quote. */
function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, at): Row => {
    const failed = at % 7 === 0;
    return {
      id: `=é"${at}`,
      file: at % 2 === 0 ? 'a,b.in' : `own/${at}.in`,
      case: (at % 3) + 1,
      sha256_in: `${at}`.padStart(64, 'a'),
      key: 'k',
      game: failed ? null : 'delete-nim',
      status: failed ? 'error' : 'solved',
      answer: failed ? null : at % 5 === 0 ? 'x'.repeat(201) : `${at % 4}\n-1`,
      answer_sha256: failed ? null : 'b'.repeat(64),
      wrote_sha256: null,
      ...(failed && { error: { rule: 'r', place: null, found: `f ${at}`, allowed: 'a' } }),
      ms_parse: at / 1000,
      ms_solve: 0.5,
      peak_mb: 1,
      ops: at * 2 ** 33,
      solver: 'nimbus',
      method: 'published',
      warnings: at % 11 === 0 ? [{ rule: 'text/crlf', message: 'm' }] : [],
    };
  });
}

function parquetOf(all: readonly Row[], provenance = {}): Uint8Array {
  const summary = new ParquetSummary(provenance);
  const parts = all.flatMap((row) => summary.add(row) ?? []);
  return Buffer.concat([...parts, summary.finish()]);
}

/** By the reader of Arrow's own implementation in Rust, which shares no code with the writer. */
function cellsOf(bytes: Uint8Array) {
  return tableFromIPC(readParquet(bytes).intoIPCStream());
}

test.each([0, 1, 300, 45_000])('another implementation reads the same %i rows', (count) => {
  const all = rows(count);
  const table = cellsOf(parquetOf(all));
  expect(table.numRows).toBe(count);
  const types = table.schema.fields.map(({ name, type }) => `${name} ${type}`);
  expect(types).toEqual([
    'id Utf8',
    'file Utf8',
    'case Int32',
    'game Utf8',
    'status Utf8',
    'answer Utf8',
    'rule Utf8',
    'found Utf8',
    'allowed Utf8',
    'warnings Utf8',
    'sha256_in Utf8',
    'answer_sha256 Utf8',
    'ms_parse Float64',
    'ms_solve Float64',
    'ops Float64',
    'solver Utf8',
  ]);
  const wanted = all.map((row) => ({
    id: row.id,
    file: row.file,
    case: row.case,
    game: row.game,
    status: row.status,
    answer: row.answer?.length === 201 ? null : row.answer,
    rule: row.error?.rule ?? null,
    found: row.error?.found ?? null,
    allowed: row.error?.allowed ?? null,
    warnings: row.warnings.map(({ rule }) => rule).join(' '),
    sha256_in: row.sha256_in,
    answer_sha256: row.answer_sha256,
    ms_parse: row.ms_parse,
    ms_solve: row.ms_solve,
    ops: row.ops,
    solver: row.solver,
  }));
  for (const name of Object.keys(wanted[0] ?? {}) as (keyof (typeof wanted)[number])[]) {
    const found = Array.from(table.getChild(name) ?? []);
    expect(found).toEqual(wanted.map((row) => row[name]));
  }
});

test('the same rows give the same bytes, and the origin stands in the file', () => {
  const [one, other] = [1, 2].map(() => parquetOf(rows(500), { tool: 'here' }));
  expect(Buffer.compare(one ?? Buffer.alloc(0), other ?? Buffer.alloc(1))).toBe(0);
  const text = Buffer.from(one ?? []).toString('latin1');
  for (const part of ['tool', 'here', 'inputs_sha256', CREATED_BY]) expect(text).toContain(part);
});

test('no more than a group is in memory', () => {
  const summary = new ParquetSummary({});
  const sizes = rows(45_000).map((row) => summary.add(row)?.length ?? 0);
  expect(sizes.filter((size) => size > 0)).toHaveLength(4);
  expect(summary.finish().length).toBeGreaterThan(0);
});
