/** A helping thread: does assignments of one case, says that it is through, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadGame } from '../../core/games/index.ts';
import type { AnyTableSplit } from '../../core/table-split.ts';
import { type ThreadData, work } from './work.ts';

const { shared, thread } = workerData as ThreadData;
const table = (await loadGame(shared.game)).table as AnyTableSplit;
work(shared, table.attach(shared.c, shared.memory, thread));
parentPort?.postMessage('through');
