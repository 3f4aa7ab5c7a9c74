import {
  type Conditions,
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledgeWildcards } from './acknowledgements.ts';
import { arns, type FunctionName, functionName } from './names.ts';
import { type Permission, permissions } from './permissions.ts';

/** X-Ray knows no resources: its actions are granted on `*` or not at all. */
export const tracing: Permission = {
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
};

export interface RoleOptions {
  readonly name: string;
  /** Who takes the role on, as `lambda.amazonaws.com`. */
  readonly service: string;
  readonly permissions: readonly Permission[];
  /** Narrows who may take it on, against a confused deputy. */
  readonly trustConditions?: Conditions;
}

/**
 * A role with exactly these permissions: they stand in the role itself, so that it has them before
 * anything uses it, and the constructs that take it cannot add to them.
 */
export function exactRole(scope: Construct, id: string, options: RoleOptions): Role {
  const role = new Role(scope, id, {
    roleName: options.name,
    assumedBy: new ServicePrincipal(
      options.service,
      options.trustConditions === undefined ? {} : { conditions: options.trustConditions },
    ),
    inlinePolicies: {
      exact: new PolicyDocument({ statements: options.permissions.map(statementOf) }),
    },
  });
  acknowledgeWildcards(role, options.permissions);
  return role;
}

/** The role of one function: its row of the table, its own log, and traces. */
export function functionRole(scope: Construct, name: FunctionName): Role {
  const log: Permission = {
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [arns.logStreams(name)],
  };
  return exactRole(scope, `${name}-role`, {
    name: functionName(name),
    service: 'lambda.amazonaws.com',
    permissions: [...permissions[name], log, tracing],
  });
}

export function statementOf({ actions, resources, conditions }: Permission): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [...resources],
    ...(conditions === undefined ? {} : { conditions }),
  });
}
