import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder } from '../../cli/command.ts';

/** An independent S3: Ceph's gateway over one monitor and one store in memory, all on loopback. */
export interface Radosgw {
  readonly url: string;
  stop(): Promise<void>;
}

const STORE_BYTES = 4 * 1024 ** 3;
const PATIENCE_MILLISECONDS = 60_000;

/** Starts Debian's packages radosgw, ceph-mon and ceph-osd; the access key and secret are `local`. */
export async function startRadosgw(): Promise<Radosgw> {
  const folder = newFolder('radosgw');
  const [monitorPort, port] = [await freePort(), await freePort()];
  const conf = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  writeFileSync(conf, configuration({ folder, fsid, monitorPort, port }));
  const children: ChildProcess[] = [];
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, [...words, '-c', conf], { encoding: 'utf8', stdio: 'pipe' });
  const start = (program: string, ...words: string[]) => {
    const log = openSync(join(folder, `${program}.log`), 'a');
    const child = spawn(program, ['-f', ...words, '-c', conf], { stdio: ['ignore', log, log] });
    children.push(child);
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    startMonitor(folder, { run, start, fsid, monitorPort });
    startStore(folder, { run, start });
    run('radosgw-admin', ...USER);
    start('radosgw', '-n', 'client.rgw');
    const url = `http://127.0.0.1:${port}`;
    await answering(url);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const USER = [
  ...['user', 'create', '--uid=local', '--display-name=local'],
  ...['--access-key=local', '--secret-key=local'],
];

interface Tools {
  run(program: string, ...words: string[]): string;
  start(program: string, ...words: string[]): void;
}

function startMonitor(
  folder: string,
  { run, start, fsid, monitorPort }: Tools & { fsid: string; monitorPort: number },
): void {
  const map = join(folder, 'monmap');
  const address = `[v1:127.0.0.1:${monitorPort}]`;
  execFileSync('monmaptool', ['--create', '--addv', 'a', address, '--fsid', fsid, map]);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  start('ceph-mon', '-i', 'a');
}

function startStore(folder: string, { run, start }: Tools): void {
  const uuid = randomUUID();
  mkdirSync(join(folder, 'osd'));
  // Without this file ceph-osd writes another one and then refuses it.
  writeFileSync(join(folder, 'osd/fsid'), `${uuid}\n`);
  run('ceph', 'osd', 'new', uuid);
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', uuid);
  run('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost');
  start('ceph-osd', '-i', '0');
}

/**
 * At its start an OSD sends no command to the monitor: it might do so before it knows the cluster,
 * and end with "wrong fsid".
 */
function configuration(place: {
  folder: string;
  fsid: string;
  monitorPort: number;
  port: number;
}): string {
  return `[global]
fsid = ${place.fsid}
auth cluster required = none
auth service required = none
auth client required = none
mon host = v1:127.0.0.1:${place.monitorPort}
ms bind msgr2 = false
public addr = 127.0.0.1
run dir = ${place.folder}
admin socket = ${place.folder}/$name.asok
log file = ${place.folder}/$name.ceph.log
keyring = ${place.folder}/keyring
osd pool default size = 1
osd crush chooseleaf type = 0
osd pool default pg num = 8
mon max pg per osd = 1000
mon allow pool size one = true
[mon]
mon data = ${place.folder}/mon
[osd]
osd data = ${place.folder}/osd
osd objectstore = memstore
osd class update on start = false
osd crush update on start = false
memstore device bytes = ${STORE_BYTES}
[client.rgw]
rgw data = ${place.folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${place.port}
rgw enable apis = s3, admin, notifications, pubsub
`;
}

async function answering(url: string): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(100);
    }
  }
}

/** Below the ports that the system hands out itself, so that no test beside this one gets it meanwhile. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  } finally {
    server.close();
  }
}
