/** JSON as it was parsed. */
type Json = Readonly<Record<string, unknown>>;

/**
 * The fields that Step Functions and aws-local-stepfunctions 3.0.0 understand alike, by kind of
 * object. The local engine takes any other field in silence: it ignores QueryLanguage, Assign,
 * ItemReader, ItemBatcher, ResultWriter, tolerated failures, heartbeats and credentials.
 * Source: docs/feature-support.md of the engine, and its code.
 */
const COMMON = ['Type', 'Comment'];
const FLOW = ['Next', 'End'];
const RESULT = ['ResultPath', 'ResultSelector', 'OutputPath', 'InputPath'];
const ERRORS = ['Retry', 'Catch'];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Task: [...COMMON, ...FLOW, ...RESULT, ...ERRORS, 'Resource', 'Parameters', 'TimeoutSeconds'],
  Map: [
    ...COMMON,
    ...FLOW,
    ...RESULT,
    ...ERRORS,
    'ItemsPath',
    'ItemSelector',
    'ItemProcessor',
    'MaxConcurrency',
  ],
  Choice: [...COMMON, 'Choices', 'Default'],
  Pass: [...COMMON, ...FLOW, 'Result', 'ResultPath'],
  Succeed: COMMON,
  Fail: [...COMMON, 'Error', 'Cause', 'ErrorPath', 'CausePath'],
};
/** Without these the local engine has defaults of its own: 60 seconds, 40 at a time. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  Task: ['TimeoutSeconds'],
  Map: ['MaxConcurrency', 'ItemsPath'],
};
const MACHINE = ['Comment', 'StartAt', 'States'];
const PROCESSOR = ['ProcessorConfig', 'StartAt', 'States'];
const CONFIG = ['Mode', 'ExecutionType'];
const CHOICE = ['Variable', 'StringEquals', 'Next'];
const CATCH = ['ErrorEquals', 'ResultPath', 'Next'];
const RETRY = [
  'ErrorEquals',
  'IntervalSeconds',
  'BackoffRate',
  'MaxDelaySeconds',
  'MaxAttempts',
  'JitterStrategy',
];
/** All that the local context object has. */
const CONTEXT = ['$$.Map.Item.Value', '$$.Map.Item.Index'];

/** What in a definition would not do the same in both places, each with its path; empty if portable. */
export function unportable(machine: Json): string[] {
  return [
    ...others(machine, MACHINE, ''),
    ...faultsOfStates(machine, ''),
    ...faultsOfText(machine),
  ];
}

function faultsOfStates(machine: Json, at: string): string[] {
  return Object.entries(machine['States'] as Record<string, Json>).flatMap(([name, state]) =>
    faultsOfState(state, `${at}/${name}`),
  );
}

function faultsOfState(state: Json, at: string): string[] {
  const type = `${state['Type']}`;
  const fields = FIELDS[type];
  if (fields === undefined) return [`${at}: type ${type}`];
  return [
    ...others(state, fields, at),
    ...(REQUIRED[type] ?? [])
      .filter((field) => !(field in state))
      .map((field) => `${at}: no ${field}`),
    ...faultsOfEach(state['Retry'], RETRY, `${at}/Retry`),
    ...faultsOfEach(state['Catch'], CATCH, `${at}/Catch`),
    ...faultsOfEach(state['Choices'], CHOICE, `${at}/Choices`),
    ...(type === 'Task' && !/^\$\{\w+\}$/.test(`${state['Resource']}`)
      ? [`${at}: Resource ${state['Resource']}`]
      : []),
    ...(type === 'Map'
      ? faultsOfProcessor(state['ItemProcessor'] as Json, `${at}/ItemProcessor`)
      : []),
  ];
}

function faultsOfProcessor(processor: Json, at: string): string[] {
  return [
    ...others(processor, PROCESSOR, at),
    ...others(processor['ProcessorConfig'] as Json, CONFIG, `${at}/ProcessorConfig`),
    ...faultsOfStates(processor, at),
  ];
}

function faultsOfEach(list: unknown, fields: readonly string[], at: string): string[] {
  return ((list ?? []) as Json[]).flatMap((entry, index) =>
    others(entry, fields, `${at}/${index}`),
  );
}

function others(object: Json, fields: readonly string[], at: string): string[] {
  return Object.keys(object)
    .filter((field) => !fields.includes(field))
    .map((field) => `${at}: ${field}`);
}

/** JSONata is taken for plain text, and an unknown part of the context for nothing. */
function faultsOfText(machine: Json): string[] {
  const text = JSON.stringify(machine);
  const contexts = text.match(/\$\$[\w.[\]]*/g) ?? [];
  return [
    ...(text.includes('{%') ? ['JSONata'] : []),
    ...contexts.filter((path) => !CONTEXT.includes(path)),
  ];
}
