import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Faults, noFaults } from './faults.ts';
import type { Deliver } from './outbox.ts';
import { answerRequest, type RequestCounts } from './server.ts';
import { Store } from './store.ts';

export interface S3Options {
  /** Holds all buckets; made when it is not there, and used by one endpoint at a time. */
  readonly folder: string;
  /** 0 or none: any free port. */
  readonly port?: number;
  /**
   * Takes the notifications of buckets, each at least once, in no order. When it throws, the message
   * comes again, also after a restart.
   */
  readonly deliver: Deliver;
}

export interface S3Endpoint {
  /** `http://127.0.0.1:PORT`; path-style, access key and secret `local`, region us-east-1. */
  readonly url: string;
  readonly port: number;
  /** What goes wrong on purpose; all off. */
  readonly faults: Faults;
  readonly requests: Readonly<RequestCounts>;
  /** Ends all connections; what is under way ends without effect or with its whole effect. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Longer than clients keep idle connections, so that they are the ones to close. */
const KEEP_ALIVE_MILLISECONDS = 75_000;

/**
 * Starts an S3 endpoint on the loopback interface: a double for development and tests, without
 * versions, access rules and encryption. What it does not have answers 501 NotImplemented.
 * Throws S3FolderError, and EADDRINUSE when the port is taken.
 */
export async function startS3({ folder, port = 0, deliver }: S3Options): Promise<S3Endpoint> {
  const faults = noFaults();
  const requests: RequestCounts = {};
  const store = new Store(folder, deliver, faults);
  const active = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = answerRequest(store, requests, { request, response });
    active.add(work);
    void work.finally(() => active.delete(work));
  });
  // Uploads may take as long as they like.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  const stop = async () => {
    await Promise.allSettled(active);
    await store.close();
  };
  const bound = await listen(server, port).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url: `http://${HOST}:${bound}`,
    port: bound,
    faults,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await stop();
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
