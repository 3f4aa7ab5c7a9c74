import { relative } from 'node:path';
import { echo } from '../core/text/echo.ts';
import { startDev } from '../local/dev.ts';
import type { Context } from './context.ts';
import { EXIT, UsageError } from './failures.ts';
import type { DevFlags } from './stack-commands.ts';
import { dataFolder } from './store/address.ts';
import { commandOn } from './store/place.ts';
import { writeError, writeOut } from './streams.ts';

/** `nimbus dev`: the whole pipeline on this machine, until it is ended. */
export default async function dev(this: Context, flags: DevFlags): Promise<void> {
  const ended = new Promise<NodeJS.Signals>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  const { port, spotSeconds, chunkSeconds, jobs } = flags;
  const data = dataFolder(flags.data);
  const options = {
    data,
    ...(port !== undefined && { port }),
    ...(jobs !== undefined && { workers: jobs }),
    ...(spotSeconds !== undefined && { spotSeconds }),
    ...(chunkSeconds !== undefined && { chunkSeconds }),
  };
  const tell = (error: unknown) => writeError(`nimbus: ${message(error)}\n`);
  const stack = await startDev({ ...options, watch: showWork }, tell).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new UsageError(
      `--port: found port ${port} in use by another process, allowed a free one`,
    );
  });
  writeOut(
    flags.json
      ? `${JSON.stringify({ v: 1, ...stack.endpoints, data })}\n`
      : ready(stack.endpoints.url, data),
  );
  const signal = await ended;
  writeError(
    `${signal === 'SIGINT' ? '\n' : ''}nimbus: ending; what is not done goes on at the next start\n`,
  );
  // A second signal ends at once: everything in the folder is whole at every moment.
  for (const again of ['SIGINT', 'SIGTERM'] as const)
    process.once(again, () => process.exit(EXIT.interrupted));
  await stack.close();
  process.exit(EXIT.ok);
}

/** What one line of the logs says of an upload or a job, to whoever looks on. */
function showWork(line: string): void {
  const { message, timestamp, kind, key, job, reason } = JSON.parse(line) as Record<string, string>;
  const time = `${timestamp ?? ''}`.slice(11, 19);
  if (message === 'upload') {
    writeError(
      `${time} ${echo(key ?? '')}: ${kind}${job === undefined ? '' : ` ${job}`}${said(reason)}\n`,
    );
  } else if (message === 'done' || message === 'job failed') {
    writeError(`${time} ${job}: ${message === 'done' ? 'done' : `failed${said(reason)}`}\n`);
  }
}

function said(reason: string | undefined): string {
  return reason === undefined ? '' : ` (${echo(reason)})`;
}

function ready(url: string, data: string): string {
  const credentials = 'AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_REGION=us-east-1';
  return `S3 endpoint  ${url}   (data in ${relative('.', data) || '.'})

Upload a batch:
  ${credentials} \\
    aws --endpoint-url ${url} s3 cp --recursive examples s3://nimbus-in/inbox/
See what becomes of it, and fetch the results of a job:
  ${commandOn({ kind: 'folder', data }, 'status')}
  ${commandOn({ kind: 'folder', data }, 'fetch JOB')}

Ctrl-C ends it.
`;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
