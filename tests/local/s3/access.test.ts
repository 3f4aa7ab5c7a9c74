import { request } from 'node:http';
import { HeadObjectCommand, ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { refused } from '../../contract/s3/probe.ts';
import { BUCKET, raw, running } from './endpoint.ts';

test('another access key is refused with 403 InvalidAccessKeyId', async () => {
  const { endpoint } = await running();
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
  const client = new S3Client({
    ...{ endpoint: endpoint.url, region: 'us-east-1', forcePathStyle: true, credentials },
  });
  await refused(client.send(new ListBucketsCommand({})), 403, 'InvalidAccessKeyId');
  client.destroy();
});

test('a request without a key is refused with 403 AccessDenied', async () => {
  const { endpoint } = await running();
  const answer = await fetch(`${endpoint.url}/${BUCKET}`);
  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining('<Code>AccessDenied</Code>'),
  ]);
});

test.each([
  ['host', 'attacker.example'],
  ['host', '127.0.0.1.attacker.example'],
  ['origin', 'https://attacker.example'],
  ['origin', 'null'],
])('a request with the foreign %s %s is refused', async (name, value) => {
  const { endpoint } = await running();
  const headers = { authorization: 'AWS local:unsigned', [name]: value };
  const status = await new Promise((resolve, reject) => {
    request(`${endpoint.url}/`, { headers }, (answer) => resolve(answer.statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test.each([
  ['GET', `/${BUCKET}?policy`],
  ['PUT', `/${BUCKET}?versioning`],
  ['GET', `/${BUCKET}?versions`],
  ['GET', `/${BUCKET}?lifecycle`],
  ['PUT', `/${BUCKET}/key?acl`],
  ['GET', `/${BUCKET}/key?versionId=1`],
  ['PUT', `/${BUCKET}/key?unheard-of`],
  ['POST', `/${BUCKET}`],
  ['POST', `/${BUCKET}/key?select&select-type=2`],
  ['PATCH', `/${BUCKET}/key`],
])('%s %s is not implemented, and says so', async (method, path) => {
  const { endpoint } = await running();
  const { status, text } = await raw(endpoint, path, { method });
  expect([status, text]).toEqual([501, expect.stringContaining('<Code>NotImplemented</Code>')]);
});

test.each([
  ['x-amz-server-side-encryption', 'aws:kms'],
  ['x-amz-server-side-encryption-customer-algorithm', 'AES256'],
  ['x-amz-object-lock-mode', 'COMPLIANCE'],
  ['x-amz-acl', 'public-read'],
  ['x-amz-storage-class', 'GLACIER'],
  ['x-amz-checksum-xxhash64', 'AAAAAAAAAAA='],
])('a put with %s: %s is not implemented, and stores nothing', async (name, value) => {
  const { endpoint } = await running();
  const put = { method: 'PUT', body: 'a', headers: { [name]: value } };
  expect((await raw(endpoint, `/${BUCKET}/key`, put)).status).toBe(501);
  expect((await raw(endpoint, `/${BUCKET}/key`)).status).toBe(404);
});

test('a put with If-None-Match of an entity tag is not implemented, as in S3', async () => {
  const { endpoint } = await running();
  const put = { method: 'PUT', body: 'a', headers: { 'if-none-match': '"x"' } };
  expect((await raw(endpoint, `/${BUCKET}/key`, put)).status).toBe(501);
});

test('requests are counted by operation', async () => {
  const { endpoint, objects } = await running();
  await objects.put('a', '1');
  await objects.get('a');
  await refused(objects.get('b'), 404);
  await raw(endpoint, `/${BUCKET}?policy`);
  expect(endpoint.requests).toEqual({ CreateBucket: 1, PutObject: 1, GetObject: 2, refused: 1 });
});

test.each([
  ['an XML body that is cut', '<Delete><Object><Key>a</Key>'],
  ['another root', '<Remove/>'],
  ['no keys', '<Delete></Delete>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><Remove>&b;</Remove>'],
])('a batch delete with %s is MalformedXML', async (_, body) => {
  const { endpoint } = await running();
  const { status, text } = await raw(endpoint, `/${BUCKET}?delete`, { method: 'POST', body });
  expect([status, text]).toEqual([400, expect.stringContaining('<Code>MalformedXML</Code>')]);
});

test('a URL that is no UTF-8 is InvalidURI', async () => {
  const { endpoint } = await running();
  const { status, text } = await raw(endpoint, `/${BUCKET}/%FF`);
  expect([status, text]).toEqual([400, expect.stringContaining('<Code>InvalidURI</Code>')]);
});

test('a signed URL puts and gets, its headers in the query; an expired one is refused', async () => {
  const { endpoint, client } = await running();
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const sign = (day: string, more = '') =>
    `${endpoint.url}/${BUCKET}/signed?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=local%2F20300101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=${day}&X-Amz-Expires=60&X-Amz-SignedHeaders=host&X-Amz-Signature=0${more}`;
  const put = await fetch(sign(date, '&x-amz-meta-a=b'), { method: 'PUT', body: 'signed' });
  expect(put.status).toBe(200);
  const head = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'signed' }));
  expect(head.Metadata).toEqual({ a: 'b' });
  const get = await fetch(sign(date, '&response-content-type=text%2Fcsv'));
  expect([await get.text(), get.headers.get('content-type')]).toEqual(['signed', 'text/csv']);
  expect((await fetch(sign('20200101T000000Z'))).status).toBe(403);
});
