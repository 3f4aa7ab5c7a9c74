import { parentPort, workerData } from 'node:worker_threads';
import { type ThreadData, work } from '../../../cli/threads/work.ts';
import { table } from './cells.ts';

const { shared, thread } = workerData as ThreadData;
work(shared, table.attach(shared.c, shared.memory, thread));
parentPort?.postMessage('through');
