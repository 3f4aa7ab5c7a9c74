import { createHash } from 'node:crypto';
import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { VERSION } from '../../core/version.ts';
import { type Cell, type ColumnCells, type ColumnType, cellsOf } from './column-cells.ts';
import type { Row } from './row.ts';
import { shortAnswer } from './summary-csv.ts';

/** Rows that are written together: what is kept in memory, some 8 MB. */
const ROWS_PER_GROUP = 10_000;

interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (row: Row) => Cell;
}

/** As in summary.csv, but no text is changed for the sake of spreadsheets. */
const COLUMNS: readonly Column[] = [
  { name: 'id', type: 'unique text', cell: ({ id }) => id },
  { name: 'file', type: 'text', cell: ({ file }) => file },
  { name: 'case', type: 'integer', cell: (row) => row.case },
  { name: 'game', type: 'optional text', cell: ({ game }) => game },
  { name: 'status', type: 'text', cell: ({ status }) => status },
  { name: 'answer', type: 'optional text', cell: shortAnswer },
  { name: 'rule', type: 'optional text', cell: ({ error }) => error?.rule ?? null },
  { name: 'found', type: 'optional text', cell: ({ error }) => error?.found ?? null },
  { name: 'allowed', type: 'optional text', cell: ({ error }) => error?.allowed ?? null },
  { name: 'warnings', type: 'text', cell: rulesOfWarnings },
  { name: 'sha256_in', type: 'unique text', cell: (row) => row.sha256_in },
  { name: 'answer_sha256', type: 'optional text', cell: (row) => row.answer_sha256 },
  { name: 'ms_parse', type: 'number', cell: (row) => row.ms_parse },
  { name: 'ms_solve', type: 'number', cell: (row) => row.ms_solve },
  { name: 'ops', type: 'number', cell: ({ ops }) => ops },
  { name: 'solver', type: 'text', cell: ({ solver }) => solver },
];

function rulesOfWarnings({ warnings }: Row): string {
  return warnings.length === 0 ? '' : warnings.map(({ rule }) => rule).join(' ');
}

/** How each file of Parquet that we write says whose it is. */
export const CREATED_BY = `nimbus version ${VERSION}`;

/**
 * The rows of a run as a file of Parquet, made group by group: of the rows, only those of one group are in
 * memory. The same rows and the same provenance give the same bytes. About 1.5 µs a row.
 */
export class ParquetSummary {
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  readonly #inputs = createHash('sha256');
  readonly #provenance: { key: string; value: string }[];
  readonly #cells = COLUMNS.map(({ type }) => cellsOf(type, ROWS_PER_GROUP));
  #rows = 0;

  /** What the file says of its origin, such as the command. */
  constructor(provenance: Readonly<Record<string, string>>) {
    this.#provenance = Object.entries(provenance).map(([key, value]) => ({ key, value }));
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: SCHEMA,
      codec: 'ZSTD',
      compressors: { ZSTD: compressed },
      statistics: false,
      kvMetadata: this.#provenance,
      createdBy: CREATED_BY,
    });
  }

  /** Adds a row; returns the next bytes of the file, mostly none. */
  add(row: Row): Uint8Array | null {
    for (let at = 0; at < COLUMNS.length; at++) {
      (this.#cells[at] as ColumnCells).add((COLUMNS[at] as Column).cell(row));
    }
    return ++this.#rows < ROWS_PER_GROUP ? null : this.#group();
  }

  /** The last bytes of the file. */
  finish(): Uint8Array {
    const rest = this.#rows > 0 ? this.#group() : this.#taken();
    this.#provenance.push({ key: 'inputs_sha256', value: this.#inputs.digest('hex') });
    this.#writer.finish();
    const footer = this.#taken();
    if (this.#writer.row_groups.length === 0) nameElements(footer);
    return Buffer.concat([rest, footer]);
  }

  #group(): Uint8Array {
    const columnData = COLUMNS.map(({ name, type }, at) => {
      const data = (this.#cells[at] as ColumnCells).taken();
      if (name === 'sha256_in') this.#inputs.update(Buffer.concat(data as Uint8Array[]));
      const isNumber = type === 'integer' || type === 'number';
      const encoding = isNumber || type === 'unique text' ? ({ encoding: 'PLAIN' } as const) : {};
      return { name, data, statistics: isNumber, ...encoding };
    });
    this.#writer.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
    this.#rows = 0;
    return this.#taken();
  }

  /** What the writer holds; offsets go on from there. */
  #taken(): Uint8Array {
    const bytes = new Uint8Array(this.#bytes.getBytes());
    this.#bytes.index = 0;
    return bytes;
  }
}

/** In the compact form of Thrift: no rows, then a list of nothing, of elements that have no type. */
const NO_GROUPS = [0x16, 0x00, 0x19, 0x00];
const STRUCTS = 0x0c;

/** The writer gives an empty list no type of its elements, which readers refuse: those of row groups are structs. */
function nameElements(footer: Uint8Array): void {
  const at = Buffer.from(footer.buffer, footer.byteOffset, footer.length).indexOf(
    Buffer.from(NO_GROUPS),
  );
  if (at >= 0) footer[at + NO_GROUPS.length - 1] = STRUCTS;
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: COLUMNS.length },
  ...COLUMNS.map(elementOf),
];

function elementOf({ name, type }: Column): SchemaElement {
  const repetition_type = type === 'optional text' ? 'OPTIONAL' : 'REQUIRED';
  if (type === 'integer') return { name, type: 'INT32', repetition_type };
  if (type === 'number') return { name, type: 'DOUBLE', repetition_type };
  return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type };
}

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

function compressed(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, FAST);
}
