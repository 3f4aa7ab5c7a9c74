import { type Answer, type Call, textBody, xmlAnswer, xmlBody } from './call.ts';
import { S3Error } from './errors.ts';
import { REGION, testMessage } from './events.ts';
import { parseRules, rulesXml } from './notifications.ts';
import type { Store } from './store.ts';
import { parseXml, textOf } from './xml.ts';

const OWNER = { ID: 'local', DisplayName: 'local' };
/** Source: Amazon S3 User Guide, "General purpose bucket naming rules". */
const BUCKET_NAME = /^(?!xn--|sthree-|.*\.\.|\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export function listBuckets(store: Store): Answer {
  const buckets = store.buckets.all().map(({ name, created }) => ({
    Name: name,
    CreationDate: new Date(created).toISOString(),
  }));
  return xmlAnswer('ListAllMyBucketsResult', { Owner: OWNER, Buckets: { Bucket: buckets } });
}

/** To create one's own bucket again is no error in this region. */
export async function createBucket(store: Store, call: Call): Promise<Answer> {
  const { bucket } = call;
  if (!BUCKET_NAME.test(bucket)) {
    throw new S3Error(
      'InvalidBucketName',
      `The specified bucket is not valid: found ${bucket}, allowed 3 to 63 of a-z, 0-9, - and .`,
    );
  }
  const body = await textBody(call);
  const region =
    body === '' ? '' : textOf(parseXml(body, 'CreateBucketConfiguration'), 'LocationConstraint');
  if (region !== undefined && region !== '' && region !== REGION) {
    throw new S3Error(
      'IllegalLocationConstraintException',
      `The specified location-constraint is not valid: found ${region}, allowed ${REGION}`,
    );
  }
  if (store.buckets.find(bucket) === null) store.buckets.create(bucket, Date.now());
  return { status: 200, headers: { location: `/${bucket}` } };
}

export function headBucket(store: Store, { bucket }: Call): Answer {
  store.buckets.get(bucket);
  return { status: 200, headers: { 'x-amz-bucket-region': REGION } };
}

/** Unfinished multipart uploads go with their bucket. */
export function deleteBucket(store: Store, { bucket }: Call): Answer {
  store.buckets.get(bucket);
  for (const object of store.objects.scan(bucket, '', null)) {
    throw new S3Error(
      'BucketNotEmpty',
      `The bucket you tried to delete is not empty: found ${object.key}`,
    );
  }
  const uploads = store.uploads.inBucket(bucket);
  const parts = uploads.flatMap(({ id }) => store.uploads.parts(id));
  store.transaction(() => {
    for (const upload of uploads) store.uploads.delete(upload);
    store.buckets.delete(bucket);
  });
  store.bodies.drop(parts);
  return { status: 204 };
}

/** Empty for us-east-1, as S3 has it. */
export function getBucketLocation(store: Store, { bucket }: Call): Answer {
  store.buckets.get(bucket);
  return xmlAnswer('LocationConstraint', {});
}

/** An empty answer says: never enabled. */
export function getBucketVersioning(store: Store, { bucket }: Call): Answer {
  store.buckets.get(bucket);
  return xmlAnswer('VersioningConfiguration', {});
}

export function getBucketNotification(store: Store, { bucket }: Call): Answer {
  return xmlAnswer('NotificationConfiguration', rulesXml(store.buckets.get(bucket).rules));
}

/** Takes the configuration only when every queue has taken its test message. */
export async function putBucketNotification(store: Store, call: Call): Promise<Answer> {
  const rules = parseRules(await xmlBody(call, 'NotificationConfiguration'));
  store.buckets.get(call.bucket);
  for (const queue of new Set(rules.map((rule) => rule.queue))) {
    try {
      await store.deliver(queue, testMessage(call.bucket, call));
    } catch (error) {
      throw new S3Error(
        'InvalidArgument',
        `Unable to validate the following destination configurations: ${queue}: ${error}`,
      );
    }
  }
  store.buckets.get(call.bucket);
  store.buckets.setRules(call.bucket, rules);
  return { status: 200 };
}
