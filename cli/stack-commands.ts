import { buildCommand } from '@stricli/core';
import type { Context } from './context.ts';
import { parseCount, parseJobs, parsePort, parseSeconds, parseText } from './flag-parsers.ts';

export interface DevFlags {
  readonly port?: number;
  readonly data: string;
  readonly jobs?: number;
  readonly spotSeconds?: number;
  readonly chunkSeconds?: number;
  readonly json?: boolean;
}

export interface InvokeFlags {
  readonly event?: string;
  readonly file?: string;
  readonly data: string;
  readonly duplicate?: number;
  readonly printEvent?: boolean;
}

const data = {
  kind: 'parsed',
  parse: parseText,
  brief: 'the folder that the local stack keeps everything in',
  placeholder: 'DIR',
  default: '.nimbus',
} as const;

export const dev = buildCommand<DevFlags, [], Context>({
  loader: () => import('./dev.ts'),
  parameters: {
    flags: {
      port: {
        kind: 'parsed',
        parse: parsePort,
        brief: 'port of the S3 endpoint (default: any free one)',
        placeholder: 'N',
        optional: true,
      },
      data,
      jobs: {
        kind: 'parsed',
        parse: parseJobs,
        brief: 'chunks at a time (default: one a core)',
        placeholder: 'N',
        optional: true,
      },
      spotSeconds: {
        kind: 'parsed',
        parse: parseSeconds,
        brief:
          'solve uploads of less estimated work at once, without the state machine (default 1)',
        placeholder: 'S',
        optional: true,
      },
      chunkSeconds: {
        kind: 'parsed',
        parse: parseSeconds,
        brief: 'aimed length of a chunk (default 2)',
        placeholder: 'S',
        optional: true,
      },
      json: {
        kind: 'boolean',
        brief: 'print the endpoints as JSON',
        optional: true,
        withNegated: false,
      },
    },
    aliases: { j: 'jobs' },
  },
  docs: {
    brief: 'run the whole pipeline on this machine: S3 endpoint, queue, functions, state machine',
    customUsage: [
      { input: '', brief: 'until Ctrl-C; prints the endpoint and the line to upload with' },
      { input: '--port 9000 --data /tmp/nimbus', brief: 'a port and a folder of your own' },
    ],
    fullDescription:
      'Uploads to s3://nimbus-in/inbox/ are solved, results stand in s3://nimbus-out/jobs/. Access key\n' +
      'and secret are both "local". What a killed stack left undone goes on at the next start.',
  },
});

export const invoke = buildCommand<InvokeFlags, [string], Context>({
  loader: () => import('./invoke.ts'),
  parameters: {
    flags: {
      event: {
        kind: 'parsed',
        parse: parseText,
        brief: 'a JSON file with the event; - for standard input',
        placeholder: 'FILE|-',
        optional: true,
      },
      file: {
        kind: 'parsed',
        parse: parseText,
        brief: 'upload this instance file, and make the event that S3 sends of it',
        placeholder: 'X.in',
        optional: true,
      },
      data,
      duplicate: {
        kind: 'parsed',
        parse: parseCount,
        brief: 'invoke the function so many times with the same event',
        placeholder: 'N',
        optional: true,
      },
      printEvent: {
        kind: 'boolean',
        brief: 'print the event and invoke nothing',
        optional: true,
        withNegated: false,
      },
    },
    positional: {
      kind: 'tuple',
      parameters: [
        {
          brief: 'ingest, plan, chunk, merge, fail, schedule or sweep',
          parse: parseText,
          placeholder: 'FUNCTION',
        },
      ],
    },
  },
  docs: {
    brief: 'run one of the bundled functions on an event',
    customUsage: [
      { input: 'ingest --event events/ingest/put.json', brief: 'a sample event' },
      {
        input: 'ingest --file examples/delete-nim/01.in',
        brief: 'an upload of your own, as S3 would announce it',
      },
    ],
    fullDescription:
      'The function is the bundle that would be deployed, in a worker with the time limit of Lambda. It\n' +
      'works on the local stack: that of a running nimbus dev, or one for as long as it takes.',
  },
});
