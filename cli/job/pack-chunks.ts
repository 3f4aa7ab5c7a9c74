import type { Finding } from '../../core/text/errors.ts';
import { LARGEST, tooLarge } from '../../functions/job/refusals.ts';
import { LONGEST_LINE } from '../../io/json-lines.ts';
import { type Packed, packLine, packLines } from '../../io/pack.ts';
import { openedUpTo } from '../batch/content.ts';
import type { Instance } from '../batch/instance.ts';
import { refusedUpload } from './wait.ts';

/**
 * The pack of some instances, line by line; one that is too long for a line says so in its place. `out`:
 * the folder that answers were planned for. Throws RefusedError where no function could read the pack.
 */
export function* packChunks(instances: Iterable<Instance>, out: string): Generator<Uint8Array> {
  let size = 0;
  for (const line of linesFor(instances, out)) {
    size += line.length;
    if (size > LARGEST) throw refusedUpload('pack', { ...tooLarge(size), hint: IN_PARTS });
    yield line;
  }
}

const IN_PARTS = 'submit it in parts with --shard 1/2 and --shard 2/2, or a long file by itself';

function* linesFor(instances: Iterable<Instance>, out: string): Generator<Buffer> {
  for (const header of packLines([])) yield Buffer.from(header);
  for (const instance of instances) {
    const packed = packedOf(instance, out);
    const line = Buffer.from(packLine(packed));
    if (line.length <= LONGEST_LINE) yield line;
    else yield Buffer.from(packLine({ ...packed, ...tooLong(packed.bytes.length) }));
  }
}

function packedOf(instance: Instance, out: string): Packed {
  const whole = openedUpTo(instance, LONGEST_LINE) ?? { ...instance, ...tooLong(null) };
  const { file, line, id, game, expect, asked, bytes, problem, answer } = whole;
  const below = answer === null ? null : answer.slice(out.length + 1);
  return { file, line, id, game, answer: below, expect, asked, bytes, warnings: [], problem };
}

/** An instance of so many bytes, or of more than are read, without its text. */
function tooLong(size: number | null): { readonly bytes: Uint8Array; readonly problem: Finding } {
  const problem = {
    rule: 'too-large',
    place: null,
    found: `${size ?? 'too many'} bytes in a batch`,
    allowed: `${LONGEST_LINE} bytes as a line of JSON`,
    hint: 'submit it by itself, or the archive that it is in with aws s3 cp',
  };
  return { bytes: new Uint8Array(), problem };
}
