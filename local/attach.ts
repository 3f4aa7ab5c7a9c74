import { localBuckets, localClient } from './buckets.ts';
import { functionBundles } from './bundles.ts';
import { answeringOn, type Endpoints } from './data-folder.ts';
import { hostOf } from './pipeline-functions.ts';
import { machineAt, type Stack, type StackOptions, startStack } from './stack.ts';

/** The stack that runs on a folder already, or one in this process. */
export async function openStack(options: StackOptions): Promise<Stack> {
  const running = await answeringOn(options.data);
  return running === null ? startStack(options) : attach(running.endpoints, options);
}

/** Uses the services of another process; functions that are invoked run in this one. */
function attach(endpoints: Endpoints, options: StackOptions): Stack {
  const client = localClient(endpoints.url);
  let host: ReturnType<typeof hostOf> | null = null;
  return {
    endpoints,
    buckets: localBuckets(client),
    machine: machineAt(endpoints),
    isOwn: false,
    async invoke(name, event) {
      host ??= hostOf(await functionBundles(), endpoints, options);
      return host.invoke(name, event);
    },
    async settled() {
      await host?.settled();
    },
    async close() {
      await host?.close();
      client.destroy();
    },
  };
}
