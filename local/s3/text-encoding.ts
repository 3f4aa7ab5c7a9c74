import { S3Error } from './errors.ts';

/** As in HTML forms, but `/` stays: the way S3 writes keys in events and in encoded lists. */
export function formEncode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
}

/** Undoes percent-encoding; throws InvalidURI when it is no UTF-8. */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new S3Error('InvalidURI', `Couldn't parse the specified URI: ${text}`);
  }
}

/** The least text that is greater than every text with this prefix; null when there is none. */
export function successor(prefix: string): string | null {
  const points = [...prefix].map((char) => char.codePointAt(0) as number);
  for (let point = points.pop(); point !== undefined; point = points.pop()) {
    if (point === 0x10ffff) continue;
    // Surrogates have no UTF-8.
    points.push(point === 0xd7ff ? 0xe000 : point + 1);
    return String.fromCodePoint(...points);
  }
  return null;
}

/** The least text that is greater than this one. */
export function next(text: string): string {
  return `${text}\0`;
}
