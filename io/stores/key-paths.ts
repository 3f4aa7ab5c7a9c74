/** File names have 255 bytes on most systems, and one or two more are added here. */
const LONGEST_NAME = 200;

const UNSAFE = /[^A-Za-z0-9._=,@~-]+/g;

/*
 * Keys of objects as paths of files, one to one. Each part of a key is percent-encoded but for letters,
 * digits and a few signs. A folder ends in `+`, so that the keys `a` and `a/b` can both be there; a name
 * that is too long for a file goes on below a folder that ends in `&`. A whole path has a limit of its
 * own, mostly 4,096 bytes: a key of 1,024 bytes takes up to 3,100 of them.
 */

/** The path of the file that holds an object, below the folder of its bucket. */
export function pathOfKey(key: string): string {
  return key.split('/').flatMap(encodePart).join('/');
}

/** The key of the object that a file holds, by its path below the folder of the bucket, with `/`. */
export function keyOfPath(path: string): string {
  return path.replaceAll('&/', '').split('/').map(decodePart).join('/');
}

function encodePart(part: string, index: number, parts: readonly string[]): string[] {
  const safe = part.replace(UNSAFE, (signs) =>
    [...Buffer.from(signs)].map((byte) => `%${hex(byte)}`).join(''),
  );
  const name = /^\.{0,2}$/.test(safe) ? `%${safe}` : safe;
  const pieces = name.match(new RegExp(`.{1,${LONGEST_NAME}}`, 'g')) ?? [];
  return pieces.map((piece, at) => {
    if (at < pieces.length - 1) return `${piece}&`;
    const last = /^\.+$/.test(piece) ? piece.replaceAll('.', '%2E') : piece;
    return index < parts.length - 1 ? `${last}+` : last;
  });
}

function decodePart(name: string): string {
  const bare = name.endsWith('+') ? name.slice(0, -1) : name;
  return decodeURIComponent(/^%\.{0,2}$/.test(bare) ? bare.slice(1) : bare);
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
