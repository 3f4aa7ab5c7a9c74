import { CommonParts, isPlain } from './plain-row.ts';
import type { Row } from './row.ts';

/**
 * Makes the lines of results.jsonl: `JSON.stringify` of rows whose fields stand in the order in which all
 * rows are made.
 */
export class ResultLines {
  readonly #common = new CommonParts(partsMaker());

  /** With a line end. */
  of(row: Row): string {
    if (!isPlain(row)) return `${JSON.stringify(row)}\n`;
    const { toCase, toAnswer, toSolving, toSteps, toEnd } = this.#common.of(row);
    const start = `{"id":${quoted(row.id)}${toCase}${row.case}${toAnswer}${quoted(row.answer)}`;
    return `${start}${toSolving}${number(row.ms_solve)}${toSteps}${number(row.ops)}${toEnd}`;
  }
}

/** What stands between the fields that the cases of an instance differ in. */
function partsMaker() {
  const [ofFile, ofGame, ofAnswers] = [remembering(), remembering(), remembering()];
  const [ofWrote, ofSolver, ofMethod] = [remembering(), remembering(), remembering()];
  return (row: Row) => {
    const { file, line, sha256_in, key, game, answer_sha256, wrote_sha256 } = row;
    const hashes = `"sha256_in":${quoted(sha256_in)},"key":${quoted(key)}`;
    const about = `"answer_sha256":${ofAnswers(answer_sha256)},"wrote_sha256":${ofWrote(wrote_sha256)}`;
    const how = `"solver":${ofSolver(row.solver)},"method":${ofMethod(row.method)}`;
    return {
      toCase: `,"file":${ofFile(file)}${line === undefined ? '' : `,"line":${line}`},"case":`,
      toAnswer: `,${hashes},"game":${ofGame(game)},"status":"solved","answer":`,
      toSolving: `,${about},"ms_parse":${number(row.ms_parse)},"ms_solve":`,
      toSteps: `,"peak_mb":${number(row.peak_mb)},"ops":`,
      toEnd: `,${how},"warnings":[]}\n`,
    };
  };
}

/** Quotes a text, and remembers it: neighbours have much in common also where they are of other instances. */
function remembering(): (text: string | null) => string {
  let last: string | null = null;
  let json = quoted(last);
  return (text) => {
    if (text === last) return json;
    last = text;
    json = quoted(text);
    return json;
  };
}

const quoted = JSON.stringify as (text: string | null) => string;

/** As JSON has it, which knows no infinity. */
function number(value: number): string {
  return Number.isFinite(value) ? `${value}` : 'null';
}

/** The rows in some lines of results. */
export function rowsOfLines(results: Uint8Array): Row[] {
  if (results.length === 0) return [];
  const text = Buffer.from(results.buffer, results.byteOffset, results.length - 1).toString();
  return JSON.parse(`[${text.replaceAll('\n', ',')}]`) as Row[];
}
