import { type Answer, type Call, xmlAnswer, xmlBody } from './call.ts';
import { S3Error } from './errors.ts';
import type { Tag } from './object-table.ts';
import type { Store } from './store.ts';
import { elementsOf, textOf } from './xml.ts';

const MOST_TAGS = 10;
const LONGEST_KEY = 128;
const LONGEST_VALUE = 256;

/** The tags of an `x-amz-tagging` header; throws InvalidTag. */
export function tagsOfHeader(header: string | undefined): Tag[] {
  return checkTags([...new URLSearchParams(header ?? '')]);
}

function checkTags(tags: readonly Tag[]): Tag[] {
  const keys = new Set(tags.map(([key]) => key));
  const fits = ([key, value]: Tag) =>
    key.length > 0 && key.length <= LONGEST_KEY && value.length <= LONGEST_VALUE;
  if (tags.length <= MOST_TAGS && keys.size === tags.length && tags.every(fits)) return [...tags];
  throw new S3Error(
    'InvalidTag',
    `The tags are not valid: allowed ${MOST_TAGS} different keys of 1 to ${LONGEST_KEY} characters with values of at most ${LONGEST_VALUE}.`,
  );
}

export async function putObjectTagging(store: Store, call: Call): Promise<Answer> {
  const [set = {}] = elementsOf(await xmlBody(call, 'Tagging'), 'TagSet');
  const tags = elementsOf(set, 'Tag').map(
    (tag): Tag => [textOf(tag, 'Key') ?? '', textOf(tag, 'Value') ?? ''],
  );
  setTags(store, call, checkTags(tags));
  return { status: 200 };
}

export function getObjectTagging(store: Store, call: Call): Answer {
  const { tags } = store.object(call.bucket, call.key).detail;
  const content = tags.map(([Key, Value]) => ({ Key, Value }));
  return xmlAnswer('Tagging', { TagSet: { Tag: content } });
}

export function deleteObjectTagging(store: Store, call: Call): Answer {
  setTags(store, call, []);
  return { status: 204 };
}

function setTags(store: Store, call: Call, tags: readonly Tag[]): void {
  const object = store.object(call.bucket, call.key);
  store.objects.put({ ...object, detail: { ...object.detail, tags } });
}
