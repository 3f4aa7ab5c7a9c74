import { readFileSync } from 'node:fs';
import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Bucket, type CfnBucket, EventType } from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, test } from 'vitest';
import { WRITE_ONCE } from '../../infra/write-once.ts';
import { RIGHTS } from './rights.ts';
import { listOf, synthesised, textOf } from './template.ts';

const { app, template } = synthesised();
const FUNCTIONS = ['ingest', 'plan', 'chunk', 'merge', 'fail', 'schedule', 'sweep'];

interface Statement {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Resource: unknown;
  readonly Condition?: { readonly StringLikeIfExists?: { readonly 's3:prefix': string[] } };
}
interface Properties {
  readonly [name: string]: unknown;
}

/** The properties of the one resource of a type that has these. */
function propertiesOf(type: string, having: object): Properties {
  const found = Object.values(template.findResources(type, { Properties: having }));
  expect(found).toHaveLength(1);
  return found[0]?.['Properties'];
}

const functionOf = (name: string) =>
  propertiesOf('AWS::Lambda::Function', { FunctionName: `nimbus-${name}` });

const bucketOf = (name: string) =>
  propertiesOf('AWS::S3::Bucket', {
    BucketName: { 'Fn::Join': ['', Match.arrayWith([`nimbus-${name}-`])] },
  });

function statementsOf(roleName: string): Statement[] {
  const role = propertiesOf('AWS::IAM::Role', { RoleName: roleName });
  const policies = role['Policies'] as { PolicyDocument: { Statement: Statement[] } }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** Every allowed action with its resource and, for a listing, its prefixes. */
function grantsOf(roleName: string) {
  return statementsOf(roleName).flatMap(({ Action, Resource, Condition }) =>
    listOf(Resource).flatMap((resource) =>
      listOf(Action).map((action) => ({
        action: `${action}`,
        resource: textOf(resource),
        prefixes: Condition?.StringLikeIfExists?.['s3:prefix'] ?? [],
      })),
    ),
  );
}

describe('functions', () => {
  test('there are the seven of the pipeline and no other, as a custom resource would bring', () => {
    const names = Object.values(template.findResources('AWS::Lambda::Function')).map(
      ({ Properties: { FunctionName } }) => FunctionName,
    );
    expect(names.sort()).toEqual(FUNCTIONS.map((name) => `nimbus-${name}`).sort());
  });

  test.each([
    ['ingest', 1769, 300, 100],
    ['plan', 3008, 900, undefined],
    ['chunk', 1769, 900, 700],
    ['merge', 3008, 900, undefined],
    ['fail', 3008, 900, undefined],
    ['schedule', 512, 900, 10],
    ['sweep', 512, 300, 1],
  ])('%s has %i MB and %i seconds and reserves %s runs', (name, memory, seconds, reserved) => {
    const { MemorySize, Timeout, ReservedConcurrentExecutions } = functionOf(name);
    expect([MemorySize, Timeout, ReservedConcurrentExecutions]).toEqual([
      memory,
      seconds,
      reserved,
    ]);
  });

  test.each(FUNCTIONS)('%s runs on Node 24 and arm64, traced, with a log that ends', (name) => {
    expect(functionOf(name)).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      TracingConfig: { Mode: 'Active' },
    });
    const log = propertiesOf('AWS::Logs::LogGroup', { LogGroupName: `/nimbus/${name}` });
    expect(log['RetentionInDays']).toBe(30);
  });

  test.each([
    ['ingest', 'NIMBUS_MACHINE NIMBUS_SPOT_SECONDS NIMBUS_CHUNK_SECONDS'],
    ['plan', ''],
    ['chunk', ''],
    ['merge', ''],
    ['fail', ''],
    ['schedule', 'NIMBUS_QUEUE'],
    ['sweep', 'NIMBUS_MACHINE NIMBUS_QUEUE'],
  ])('%s gets the two buckets, its name, and %s', (name, own) => {
    const { Variables } = functionOf(name)['Environment'] as { Variables: Properties };
    expect(Variables).toMatchObject({
      POWERTOOLS_SERVICE_NAME: `nimbus-${name}`,
      POWERTOOLS_METRICS_NAMESPACE: 'Nimbus',
    });
    expect(textOf(Variables['NIMBUS_IN'])).toBe('nimbus-in-<AccountId>-<Region>');
    expect(textOf(Variables['NIMBUS_OUT'])).toBe('nimbus-out-<AccountId>-<Region>');
    const further = Object.keys(Variables).filter(
      (key) => !/^POWERTOOLS_|^NIMBUS_(IN|OUT)$/.test(key),
    );
    expect(further.sort().join(' ')).toBe(own.split(' ').sort().join(' '));
  });

  test('an account too small for it can leave the reserved runs off', () => {
    const { template: small } = synthesised({ reserve: 'false' });
    small.resourcePropertiesCountIs(
      'AWS::Lambda::Function',
      { ReservedConcurrentExecutions: Match.anyValue() },
      0,
    );
  });
});

describe('permissions', () => {
  test.each(FUNCTIONS)('%s may do what its row of the table says and nothing else', (name) => {
    const granted: Record<string, string[]> = {};
    for (const { action, resource, prefixes } of grantsOf(`nimbus-${name}`)) {
      if (/^(logs|xray):/.test(action)) continue;
      const place = resource
        .replace(/^arn:<Partition>:s3:::nimbus-(in|out)-<AccountId>-<Region>/, '$1')
        .replace(/^arn:<Partition>:\w+:<Region>:<AccountId>:/, '');
      const verb = action.replace(/^(s3|sqs|states):/, '');
      const scope = prefixes.length === 0 ? '' : `(${[...prefixes].sort().join(' ')})`;
      granted[place] = [...(granted[place] ?? []), `${verb}${scope}`];
    }
    const table = Object.entries(granted).map(([place, verbs]) => [place, verbs.sort().join(' ')]);
    expect(Object.fromEntries(table)).toEqual(RIGHTS[name]);
  });

  test.each(FUNCTIONS)('%s writes its own log and traces', (name) => {
    const traces = grantsOf(`nimbus-${name}`)
      .filter(({ action }) => /^(logs|xray):/.test(action))
      .map(({ action, resource }) => `${action} ${resource}`);
    const log = `arn:<Partition>:logs:<Region>:<AccountId>:log-group:/nimbus/${name}:*`;
    expect(traces.sort()).toEqual([
      `logs:CreateLogStream ${log}`,
      `logs:PutLogEvents ${log}`,
      'xray:PutTelemetryRecords *',
      'xray:PutTraceSegments *',
    ]);
  });

  const roles = [
    ...FUNCTIONS.map((name) => `nimbus-${name}`),
    'nimbus-machine',
    'nimbus-scheduler',
  ];

  test.each(roles)('%s has no wildcard action and no resource without a prefix', (role) => {
    const grants = grantsOf(role);
    expect(grants.filter(({ action }) => action.includes('*'))).toEqual([]);
    // Traces and log deliveries: the services define no resources for these actions.
    const bare = grants.filter(
      ({ action, resource }) => !(resource === '*' && /^(xray|logs):/.test(action)),
    );
    expect(bare.filter(({ resource }) => !/^arn:<Partition>:.+nimbus/.test(resource))).toEqual([]);
    expect(
      bare.filter(({ resource }) => /nimbus-(in|out)-<AccountId>-<Region>\/\*$/.test(resource)),
    ).toEqual([]);
  });

  test.each(roles)('%s may delete nothing that holds data', (role) => {
    const deletes = grantsOf(role)
      .map(({ action }) => action)
      .filter((action) => /Delete/.test(action));
    // A message is deleted once it is dealt with; a log delivery is a setting of the machine.
    const allowed: Record<string, string[]> = {
      'nimbus-ingest': ['sqs:DeleteMessage'],
      'nimbus-machine': ['logs:DeleteLogDelivery'],
    };
    expect(deletes).toEqual(allowed[role] ?? []);
  });

  test('no role takes over a policy of AWS, and nothing adds to a role', () => {
    template.resourcePropertiesCountIs(
      'AWS::IAM::Role',
      { ManagedPolicyArns: Match.anyValue() },
      0,
    );
    template.resourceCountIs('AWS::IAM::Policy', 0);
    template.resourceCountIs('AWS::IAM::Role', roles.length);
  });

  test('the machine may call its four functions and start, watch and redrive itself', () => {
    const grants = grantsOf('nimbus-machine')
      .filter(({ action }) => /^(lambda|states):/.test(action))
      .map(({ action, resource }) => `${action} ${resource.split(':').slice(5).join(':')}`);
    expect(grants.sort()).toEqual(
      [
        ...['plan', 'chunk', 'merge', 'fail'].map(
          (name) => `lambda:InvokeFunction function:nimbus-${name}`,
        ),
        'states:StartExecution stateMachine:nimbus',
        'states:DescribeExecution execution:nimbus:*',
        'states:DescribeExecution execution:nimbus/*',
        'states:StopExecution execution:nimbus:*',
        'states:StopExecution execution:nimbus/*',
        'states:RedriveExecution execution:nimbus/*',
      ].sort(),
    );
  });

  test('the scheduler may call schedule and sweep, for schedules of this group only', () => {
    const grants = grantsOf('nimbus-scheduler').map(({ resource }) => resource.split(':').at(-1));
    expect(grants.sort()).toEqual(['nimbus-schedule', 'nimbus-schedule-dead', 'nimbus-sweep']);
    const role = propertiesOf('AWS::IAM::Role', { RoleName: 'nimbus-scheduler' });
    expect(JSON.stringify(role['AssumeRolePolicyDocument'])).toContain(':schedule-group/nimbus');
  });
});

describe('policies for people', () => {
  test('let a user end an upload of several parts, whose parts cost money', () => {
    const { PolicyDocument } = propertiesOf('AWS::IAM::ManagedPolicy', {
      ManagedPolicyName: 'nimbus-user',
    });
    const { Statement } = PolicyDocument as { Statement: Properties[] };
    const uploads = Statement.find(({ Action }) => listOf(Action).includes('s3:PutObject'));
    expect(listOf(uploads?.['Action'])).toContain('s3:AbortMultipartUpload');
  });

  test('let an operator write a further generation of a job, and nothing of its results', () => {
    const policy = propertiesOf('AWS::IAM::ManagedPolicy', {
      ManagedPolicyName: 'nimbus-operator',
    });
    const { Statement } = policy['PolicyDocument'] as { Statement: Properties[] };
    const written = Statement.filter(({ Action }) => Action === 's3:PutObject')
      .flatMap(({ Resource }) => listOf(Resource))
      .map((resource) => textOf(resource).replace(/^[^/]*\//, ''));
    expect(written.sort()).toEqual([
      'cache/claims/*',
      'jobs/*/CANCEL.json',
      'jobs/*/g*/manifest.json',
      'jobs/*/g*/parts/*',
      'jobs/*/g*/plan.jsonl.gz',
      'jobs/*/g*/rounds/*',
      'schedules/*',
    ]);
  });
});

describe('buckets', () => {
  test.each(['in', 'out', 'logs'])('%s is closed to the public, encrypted, and kept', (name) => {
    const blocked = {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    };
    expect(bucketOf(name)).toMatchObject({ PublicAccessBlockConfiguration: blocked });
    expect(bucketOf(name)['BucketEncryption']).toBeDefined();
    expect(bucketOf(name)['LifecycleConfiguration']).toMatchObject({
      Rules: expect.arrayContaining([
        expect.objectContaining({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
      ]),
    });
    template.allResources('AWS::S3::Bucket', { DeletionPolicy: 'Retain' });
  });

  test('every bucket and every queue refuses what does not come over TLS', () => {
    for (const [type, all] of [
      ['AWS::S3::BucketPolicy', 's3:*'],
      ['AWS::SQS::QueuePolicy', 'sqs:*'],
    ]) {
      const policies = template.findResources(type as string);
      expect(Object.keys(policies)).toHaveLength(3);
      template.allResourcesProperties(type as string, {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({
              Effect: 'Deny',
              Action: all,
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            }),
          ]),
        },
      });
    }
  });

  test('the inbox keeps versions and tells the queue of every way to create an object', () => {
    expect(bucketOf('in')['VersioningConfiguration']).toEqual({ Status: 'Enabled' });
    expect(bucketOf('in')['NotificationConfiguration']).toMatchObject({
      QueueConfigurations: [
        {
          Event: 's3:ObjectCreated:*',
          Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'inbox/' }] } },
        },
      ],
    });
  });

  test('the inbox comes after the policy that lets it send', () => {
    const policies = Object.keys(template.findResources('AWS::SQS::QueuePolicy'));
    const inbox = Object.values(
      template.findResources('AWS::S3::Bucket', {
        Properties: { NotificationConfiguration: Match.anyValue() },
      }),
    )[0];
    expect(inbox?.['DependsOn']).toEqual([policies.find((id) => id.startsWith('ingestqueue'))]);
  });

  test('no other bucket tells anyone of anything', () => {
    for (const name of ['out', 'logs']) {
      expect(bucketOf(name)['NotificationConfiguration']).toBeUndefined();
    }
  });

  test('names that are written once can only be written with a condition', () => {
    const policies = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    const statements = policies
      .flatMap(({ Properties: { PolicyDocument } }) => PolicyDocument.Statement)
      .filter(({ Sid }) => Sid === 'WriteOnce');
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatchObject({
      Effect: 'Deny',
      Action: 's3:PutObject',
      Condition: {
        Null: { 's3:if-none-match': 'true' },
        Bool: { 's3:ObjectCreationOperation': 'true' },
      },
    });
    const covered = statements[0].Resource.map((resource: unknown) =>
      textOf(resource).replace(/^.*?\/jobs/, 'jobs'),
    );
    expect(covered.sort()).toEqual([...WRITE_ONCE].sort());
  });

  test('parts and rounds go after thirty days, by their tag, and results stay', () => {
    const { Rules } = bucketOf('out')['LifecycleConfiguration'] as { Rules: Properties[] };
    expect(Rules.filter((rule) => 'ExpirationInDays' in rule)).toEqual([
      {
        Id: 'scratch',
        Status: 'Enabled',
        Prefix: 'jobs/',
        TagFilters: [{ Key: 'nimbus', Value: 'scratch' }],
        ExpirationInDays: 30,
      },
    ]);
  });
});

describe('queues', () => {
  test('a message waits at least six times the time limit of ingest, and gets five attempts', () => {
    const queue = propertiesOf('AWS::SQS::Queue', { QueueName: 'nimbus-ingest' });
    const timeout = functionOf('ingest')['Timeout'] as number;
    expect(queue['VisibilityTimeout']).toBeGreaterThanOrEqual(6 * timeout);
    const { maxReceiveCount } = queue['RedrivePolicy'] as { maxReceiveCount: number };
    expect(maxReceiveCount).toBeGreaterThanOrEqual(5);
  });

  test('all queues are encrypted, and dead letters are kept for two weeks', () => {
    template.allResourcesProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true });
    for (const QueueName of ['nimbus-ingest-dead', 'nimbus-schedule-dead']) {
      expect(propertiesOf('AWS::SQS::Queue', { QueueName })['MessageRetentionPeriod']).toBe(
        14 * 24 * 3600,
      );
    }
  });

  test('ingest answers message by message and is never asked beyond what it reserves', () => {
    const mapping = propertiesOf('AWS::Lambda::EventSourceMapping', {});
    expect(mapping).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    const { MaximumConcurrency } = mapping['ScalingConfig'] as { MaximumConcurrency: number };
    expect(MaximumConcurrency).toBeLessThanOrEqual(
      functionOf('ingest')['ReservedConcurrentExecutions'] as number,
    );
  });
});

describe('the state machine', () => {
  const file = readFileSync(new URL('../../infra/job.asl.json', import.meta.url), 'utf8');
  const machine = propertiesOf('AWS::StepFunctions::StateMachine', {});

  test('is defined by the file that the local engine reads', () => {
    expect(machine['DefinitionString']).toBe(file);
    const functions = template.findResources('AWS::Lambda::Function');
    const targets = Object.entries(machine['DefinitionSubstitutions'] as Properties).map(
      ([name, address]) => {
        const id = textOf(address).match(/^<(\w+)\.Arn>$/)?.[1] ?? '';
        return [name, functions[id]?.['Properties'].FunctionName];
      },
    );
    expect(targets).toEqual(
      ['plan', 'chunk', 'merge', 'fail'].map((name) => [name, `nimbus-${name}`]),
    );
  });

  test('is a standard one, logged without data, and traced', () => {
    expect(machine).toMatchObject({
      StateMachineName: 'nimbus',
      StateMachineType: 'STANDARD',
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
      TracingConfiguration: { Enabled: true },
    });
  });

  test('runs as many chunks at a time as chunk reserves', () => {
    const { States } = JSON.parse(file);
    expect(functionOf('chunk')['ReservedConcurrentExecutions']).toBe(States.Round.MaxConcurrency);
  });
});

describe('schedules and alarms', () => {
  test('sweep runs every five minutes and is told the planned time', () => {
    const schedule = propertiesOf('AWS::Scheduler::Schedule', {});
    expect(schedule).toMatchObject({
      GroupName: 'nimbus',
      ScheduleExpression: 'rate(5 minutes)',
      Target: { Input: '{"time":"<aws.scheduler.scheduled-time>"}' },
    });
    template.hasResourceProperties('AWS::Scheduler::ScheduleGroup', { Name: 'nimbus' });
  });

  test('a run of schedule that fails for good is kept', () => {
    const { DestinationConfig } = propertiesOf('AWS::Lambda::EventInvokeConfig', {
      DestinationConfig: Match.anyValue(),
    });
    const id = JSON.stringify(DestinationConfig).match(/"(unfiredschedules\w+)","Arn"/)?.[1] ?? '';
    expect(template.findResources('AWS::SQS::Queue')[id]?.['Properties'].QueueName).toBe(
      'nimbus-schedule-dead',
    );
  });

  test('there is an alarm for each thing that needs a person', () => {
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms.map(({ Properties: { AlarmName } }) => AlarmName).sort()).toEqual(
      [
        ...FUNCTIONS.map((name) => `nimbus-${name}-errors`),
        'nimbus-dead-letters',
        'nimbus-job-failed',
        'nimbus-jobs-given-up',
        'nimbus-loop',
        'nimbus-lost-units',
        'nimbus-no-sweeps',
        'nimbus-rescues',
        'nimbus-throttled',
        'nimbus-unfired-schedules',
        'nimbus-uploads-wait',
      ].sort(),
    );
  });

  test('rescues in each of three sweeps raise an alarm', () => {
    expect(propertiesOf('AWS::CloudWatch::Alarm', { AlarmName: 'nimbus-rescues' })).toMatchObject({
      Namespace: 'Nimbus',
      MetricName: 'Rescues',
      Dimensions: [{ Name: 'service', Value: 'nimbus-sweep' }],
      Period: 300,
      EvaluationPeriods: 3,
      Threshold: 1,
    });
  });

  test('alarms tell the topic that the deployer names', () => {
    const topic = 'arn:aws:sns:eu-central-1:111111111111:watch';
    const { template: told } = synthesised({ alarmTopic: topic });
    told.allResourcesProperties('AWS::CloudWatch::Alarm', { AlarmActions: [topic] });
  });
});

describe('guards refuse at synthesis', () => {
  const bucket = (stack: Stack, name: string) => stack.node.findChild(name) as Bucket;
  const resource = (stack: Stack, name: string) =>
    bucket(stack, name).node.defaultChild as CfnBucket;
  const rules = (prefix: string) => ({
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: 'arn:aws:sqs:::q',
        filter: { s3Key: { rules: [{ name: 'prefix', value: prefix }] } },
      },
    ],
  });

  test.each(['', 'jobs/', 'inbox'])('the trigger prefix "%s"', (prefix) => {
    const plant = (stack: Stack) => {
      resource(stack, 'in').notificationConfiguration = rules(prefix);
    };
    expect(() => synthesised({}, plant)).toThrow(
      /in\/Resource: loop-guard: .*allowed \["inbox\/"\]/,
    );
  });

  test('an inbox that tells nobody', () => {
    const plant = (stack: Stack) => {
      resource(stack, 'in').notificationConfiguration = undefined;
    };
    expect(() => synthesised({}, plant)).toThrow(/loop-guard: found the trigger prefixes \[\]/);
  });

  test('a notification of the output bucket', () => {
    const plant = (stack: Stack) => {
      resource(stack, 'out').notificationConfiguration = rules('inbox/');
    };
    expect(() => synthesised({}, plant)).toThrow(/out\/Resource: loop-guard: found a notification/);
  });

  test('a notification made by a custom resource', () => {
    const plant = (stack: Stack) => {
      const queue = stack.node.findChild('ingest-queue') as Queue;
      bucket(stack, 'out').addEventNotification(
        EventType.OBJECT_CREATED,
        new SqsDestination(queue),
      );
    };
    expect(() => synthesised({}, plant)).toThrow(
      /loop-guard: found a notification made by a custom/,
    );
  });

  test('more reserved runs than an account lets reserve', () => {
    const plant = (stack: Stack) => {
      const fail = stack.node.findChild('fail').node.defaultChild as CfnFunction;
      fail.reservedConcurrentExecutions = 90;
    };
    expect(() => synthesised({}, plant)).toThrow('found 901 reserved runs, allowed 900');
  });
});

describe('the AWS Solutions rules', () => {
  test('stop the synthesis at a finding that nobody accepted', () => {
    const plant = (stack: Stack) => {
      new Bucket(stack, 'open', { removalPolicy: RemovalPolicy.DESTROY });
    };
    expect(() => synthesised({}, plant)).toThrow('AwsSolutions-S10');
  });

  test('are accepted in at most five points, each use with its reason', () => {
    const accepted = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
      .flatMap(({ data }) => Object.entries(data as Record<string, string>));
    const rules = new Set(accepted.map(([id]) => id.replace(/^Annotation::|\[.*$/g, '')));
    expect([...rules].sort()).toEqual(['AwsSolutions-IAM5', 'AwsSolutions-SQS3']);
    expect(accepted.filter(([, reason]) => reason.length < 30)).toEqual([]);
    expect(accepted.filter(([id]) => id.includes('Action::'))).toEqual([]);
  });
});
