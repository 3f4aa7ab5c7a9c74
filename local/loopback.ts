import type { AddressInfo, Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Whether a request names this machine in its `Host` header. A web page that was resolved to a loopback
 * address (DNS rebinding) names its own host there and is to be refused.
 */
export function namesLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}

/** The URL of a server that listens on loopback, without a slash at the end. */
export function urlOf(server: Pick<Server, 'address'>): string {
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}
