import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { Permission } from './permissions.ts';

const NO_RESOURCES =
  'the service defines no resources for these actions; IAM takes them on * or not at all';
const BELOW_A_PREFIX =
  'ends in * below a fixed prefix: keys, log streams and executions are named at run time';

/**
 * Accepts the `*` in these resources, one by one: a `*` that is not in a permission of ours stays a
 * finding. No action has a `*`, and none is accepted.
 */
export function acknowledgeWildcards(role: IConstruct, permissions: readonly Permission[]): void {
  const wild = new Set(
    permissions.flatMap(({ resources }) => resources).filter((resource) => resource.includes('*')),
  );
  for (const resource of wild) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${asNagPrints(resource)}]`,
      reason: resource === '*' ? NO_RESOURCES : BELOW_A_PREFIX,
    });
  }
}

/** cdk-nag writes `<AWS::Region>` where a token stands here, and `<aws:username>` for `${aws:username}`. */
function asNagPrints(resource: string): string {
  return resource
    .replace(/\$\{Token\[AWS\.(\w+)\.\d+\]\}/g, '<AWS::$1>')
    .replace(/\$\{([\w:]+)\}/g, '<$1>');
}

/** A queue that is itself the last stop of what failed, in a way that cdk-nag does not look for. */
export function acknowledgeLastStop(queue: IConstruct): void {
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'a dead-letter queue itself, of the scheduler and of asynchronous calls of schedule',
  });
}
