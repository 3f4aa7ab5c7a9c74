/** One entry of a tar that is made byte by byte. */
export interface OddTarEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** `0` file, `2` symbolic link, `3` device, `5` folder. */
  readonly type?: string;
  /** As the header claims. */
  readonly size?: number;
}

const BLOCK = 512;

/** A tar as described, with the two blocks of zeros at its end. */
export function tarOf(entries: readonly OddTarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)]);
}

function blocksOf({ name, content = '', type = '0', size }: OddTarEntry): Buffer[] {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))];
}
