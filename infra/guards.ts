import { CfnResource, type Stack, Token } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { TRIGGER_PREFIX } from './names.ts';
import { MOST_RESERVED } from './settings.ts';

/** What CDK makes of `addEventNotification`. */
const NOTIFICATION_RESOURCE = 'Custom::S3BucketNotifications';

/**
 * Refuses at synthesis what would let results start jobs, or what no account lets be deployed:
 * each finding names the resource, what was found and what is allowed.
 */
export function guard(stack: Stack, inbox: CfnBucket): void {
  stack.node.addValidation({
    validate: () => {
      const resources = stack.node
        .findAll()
        .filter((construct): construct is CfnResource => CfnResource.isCfnResource(construct));
      return [
        ...resources.flatMap((resource) => notificationFaults(resource, inbox)),
        ...reserveFaults(resources),
      ];
    },
  });
}

function notificationFaults(resource: CfnResource, inbox: CfnBucket): string[] {
  const at = `${resource.node.path}: loop-guard:`;
  if (resource.cfnResourceType === NOTIFICATION_RESOURCE) {
    return [
      `${at} found a notification made by a custom resource, allowed is only the inbox's own`,
    ];
  }
  if (!(resource instanceof CfnBucket)) return [];
  const notification = resource.stack.resolve(resource.notificationConfiguration);
  if (resource !== inbox) {
    return notification === undefined
      ? []
      : [`${at} found a notification, allowed is one only on the inbox bucket`];
  }
  const prefixes = prefixesOf(notification);
  return prefixes.length === 1 && prefixes[0] === TRIGGER_PREFIX
    ? []
    : [
        `${at} found the trigger prefixes ${JSON.stringify(prefixes)}, allowed ["${TRIGGER_PREFIX}"]`,
      ];
}

/** The prefix of every target of a notification; empty for a target that takes all keys. */
function prefixesOf(notification: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.values(notification ?? {})
    .flat()
    .map((target) => {
      const { filter } = target as {
        filter?: { s3Key?: { rules?: { name: string; value: string }[] } };
      };
      return filter?.s3Key?.rules?.find(({ name }) => name === 'prefix')?.value ?? '';
    });
}

function reserveFaults(resources: readonly CfnResource[]): string[] {
  const reserved = resources
    .filter((resource): resource is CfnFunction => resource instanceof CfnFunction)
    .map(({ reservedConcurrentExecutions: runs }) => (Token.isUnresolved(runs) ? 0 : (runs ?? 0)));
  const sum = reserved.reduce((total, runs) => total + runs, 0);
  return sum <= MOST_RESERVED
    ? []
    : [`concurrency: found ${sum} reserved runs, allowed ${MOST_RESERVED} of an account's 1,000`];
}
