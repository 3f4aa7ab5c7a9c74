import { randomUUID } from 'node:crypto';
import { notImplemented, S3Error } from './errors.ts';
import { elementsOf, textOf, textsOf, type XmlContent, type XmlElement } from './xml.ts';

/** Which events of a bucket go to which queue. */
export interface QueueRule {
  readonly id: string;
  readonly queue: string;
  /** `s3:ObjectCreated:*` and its like. */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

const EVENTS: readonly string[] = [
  's3:ObjectCreated:*',
  's3:ObjectCreated:Put',
  's3:ObjectCreated:Post',
  's3:ObjectCreated:Copy',
  's3:ObjectCreated:CompleteMultipartUpload',
  's3:ObjectRemoved:*',
  's3:ObjectRemoved:Delete',
];
const OTHER_TARGETS = [
  'TopicConfiguration',
  'CloudFunctionConfiguration',
  'LambdaFunctionConfiguration',
  'EventBridgeConfiguration',
];

/** The rules of a NotificationConfiguration; throws InvalidArgument as S3 does, for overlaps too. */
export function parseRules(configuration: XmlElement): QueueRule[] {
  const other = OTHER_TARGETS.find((name) => configuration[name] !== undefined);
  if (other !== undefined) throw notImplemented(`${other}; events go to queues`);
  const rules = elementsOf(configuration, 'QueueConfiguration').map(parseRule);
  for (const [at, rule] of rules.entries()) {
    if (rules.slice(0, at).some((former) => overlap(former, rule))) {
      throw new S3Error(
        'InvalidArgument',
        'Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping for the same event type.',
      );
    }
  }
  return rules;
}

function parseRule(element: XmlElement): QueueRule {
  const queue = textOf(element, 'Queue') ?? '';
  if (!/^arn:aws:sqs:[^:]+:\d{12}:[\w-]+(\.fifo)?$/.test(queue)) {
    throw new S3Error('InvalidArgument', `The ARN is not well formed: ${queue}`);
  }
  const events = textsOf(element, 'Event');
  const unknown = events.find((event) => !EVENTS.includes(event));
  if (unknown !== undefined) {
    throw new S3Error(
      'InvalidArgument',
      `The event ${unknown} is not supported for notifications. Allowed: ${EVENTS.join(', ')}.`,
    );
  }
  if (events.length === 0) throw new S3Error('MalformedXML', 'A QueueConfiguration has no Event.');
  return { id: textOf(element, 'Id') ?? randomUUID(), queue, events, ...parseFilter(element) };
}

function parseFilter(element: XmlElement): { prefix: string; suffix: string } {
  const filter = { prefix: '', suffix: '' };
  const keys = elementsOf(element, 'Filter').flatMap((child) => elementsOf(child, 'S3Key'));
  for (const rule of keys.flatMap((key) => elementsOf(key, 'FilterRule'))) {
    const name = textOf(rule, 'Name')?.toLowerCase();
    if (name !== 'prefix' && name !== 'suffix') {
      throw new S3Error('InvalidArgument', 'filter rule name must be either prefix or suffix');
    }
    filter[name] = textOf(rule, 'Value') ?? '';
  }
  return filter;
}

export function rulesXml(rules: readonly QueueRule[]): XmlContent {
  return {
    QueueConfiguration: rules.map(({ id, queue, events, prefix, suffix }) => ({
      Id: id,
      Queue: queue,
      Event: events,
      Filter: filterXml(prefix, suffix),
    })),
  };
}

function filterXml(prefix: string, suffix: string): XmlContent {
  const rules = [
    { Name: 'Prefix', Value: prefix },
    { Name: 'Suffix', Value: suffix },
  ].filter(({ Value }) => Value !== '');
  return rules.length === 0 ? undefined : { S3Key: { FilterRule: rules } };
}

/** `event`: such as `ObjectCreated:Put`. */
export function matches(rule: QueueRule, event: string, key: string): boolean {
  return (
    rule.events.some((pattern) => covers(pattern, `s3:${event}`)) &&
    key.startsWith(rule.prefix) &&
    key.endsWith(rule.suffix)
  );
}

function covers(pattern: string, event: string): boolean {
  return pattern === event || (pattern.endsWith('*') && event.startsWith(pattern.slice(0, -1)));
}

function overlap(a: QueueRule, b: QueueRule): boolean {
  return (
    a.events.some((one) => b.events.some((two) => covers(one, two) || covers(two, one))) &&
    (a.prefix.startsWith(b.prefix) || b.prefix.startsWith(a.prefix)) &&
    (a.suffix.endsWith(b.suffix) || b.suffix.endsWith(a.suffix))
  );
}
