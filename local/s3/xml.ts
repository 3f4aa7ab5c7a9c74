import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { S3Error } from './errors.ts';

/** What an XML answer is made of; undefined leaves the element out, an array repeats it. */
export type XmlContent =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlContent[]
  | { readonly [name: string]: XmlContent };

/** An element of a request: every child is a list, in document order. */
export interface XmlElement {
  readonly [name: string]: readonly (XmlElement | string)[];
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  tagValueProcessor: (_, value) => escapeText(String(value)),
});

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  removeNSPrefix: true,
  processEntities: false,
  isArray: () => true,
  tagValueProcessor: (_, value) => decodeText(value),
});

/** A whole document. `namespace` is off for error answers, as in S3. */
export function buildXml(root: string, content: XmlContent, namespace = true): string {
  const attributes = namespace ? { '@xmlns': NAMESPACE } : {};
  const element = typeof content === 'object' ? { ...attributes, ...content } : content;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: element })}`;
}

/** The root element of a request body; throws MalformedXML, also when the root has another name. */
export function parseXml(text: string, root: string): XmlElement {
  if (XMLValidator.validate(text) === true) {
    const document = parser.parse(text) as XmlElement;
    const [element] = document[root] ?? [];
    if (typeof element === 'object') return element;
    if (element === '') return {};
  }
  throw new S3Error(
    'MalformedXML',
    `The XML you provided was not well-formed or did not validate: allowed one element ${root}.`,
  );
}

/** The text of the first child of that name. */
export function textOf(element: XmlElement, name: string): string | undefined {
  const [child] = element[name] ?? [];
  return typeof child === 'string' ? child : undefined;
}

/** The children of that name that have children of their own. */
export function elementsOf(element: XmlElement, name: string): readonly XmlElement[] {
  return (element[name] ?? []).filter((child) => typeof child === 'object');
}

export function textsOf(element: XmlElement, name: string): readonly string[] {
  return (element[name] ?? []).filter((child) => typeof child === 'string');
}

/** Line ends and controls are written as references: a reader of XML would change or refuse them. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: object keys may hold them.
  return text.replace(/[&<>\x00-\x1f\x7f]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function decodeText(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (...match) => {
    const [, hex, decimal, name] = match as string[];
    if (name !== undefined) return NAMED[name.toLowerCase()] as string;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff) throw new S3Error('MalformedXML', `No character has the number ${code}.`);
    return String.fromCodePoint(code);
  });
}
