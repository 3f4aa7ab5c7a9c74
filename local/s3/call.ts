import type { Reader, Span } from './bodies.ts';
import { S3Error } from './errors.ts';
import type { Store } from './store.ts';
import { buildXml, parseXml, type XmlContent, type XmlElement } from './xml.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

/** One request, taken apart. */
export interface Call {
  readonly operation: string;
  /** Empty for ListBuckets. */
  readonly bucket: string;
  /** Empty for operations on buckets. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /** Names in lower case, values as Latin-1. */
  readonly headers: Headers;
  readonly body: AsyncIterable<Buffer>;
  readonly requestId: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A reader is closed by the server. */
  readonly body?: string | Buffer | { readonly reader: Reader; readonly span: Span };
}

export type Handler = (store: Store, call: Call) => Answer | Promise<Answer>;

/** Ten thousand parts with checksums take 2 MiB, a thousand keys to delete at most 7 MiB. */
const LONGEST_XML = 8 * 1024 * 1024;

export function xmlAnswer(root: string, content: XmlContent): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: buildXml(root, content),
  };
}

/** The body as XML with this root element; throws MalformedXML and EntityTooLarge. */
export async function xmlBody(call: Call, root: string): Promise<XmlElement> {
  return parseXml(await textBody(call), root);
}

export async function textBody({ body }: Call): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LONGEST_XML) {
      throw new S3Error('EntityTooLarge', `Found an XML body above ${LONGEST_XML} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A whole number of the query; throws InvalidArgument. */
export function numberOf(
  call: Call,
  name: string,
  { least, greatest, absent }: { least: number; greatest: number; absent: number },
): number {
  const text = call.query.get(name);
  if (text === undefined || text === '') return absent;
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least && value <= greatest) return value;
  throw new S3Error(
    'InvalidArgument',
    `${name}: found ${text}, allowed an integer between ${least} and ${greatest}`,
  );
}
