import type { FunctionSettings } from './settings.ts';

/** What a child process and the temporary folder need, from the environment of this process. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** The whole environment of a function: nothing else of this process's own is seen by it. */
export function environmentOf(
  name: string,
  { environment, memoryMegabytes }: FunctionSettings,
): Record<string, string> {
  const inherited = INHERITED.flatMap((key) => {
    const value = process.env[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    // Node 24.0 warns of type stripping; a warning is no output of the function.
    NODE_NO_WARNINGS: '1',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: `nimbus-${name}`,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${memoryMegabytes}`,
    AWS_LAMBDA_LOG_GROUP_NAME: `/nimbus/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    // Powertools counts cold starts only where it is told that workers start on demand.
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    ...environment,
  };
}
