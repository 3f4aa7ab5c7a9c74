/** A helping thread: does assignments of one case, says that it is through, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AnyGame } from '../../core/game.ts';
import { loadGame } from '../../core/games/index.ts';
import { askedOf } from '../../core/pipeline/asked.ts';
import type { AnyTableSplit } from '../../core/table-split.ts';
import { type ThreadData, work } from './work.ts';

const { shared, thread } = workerData as ThreadData;
const game = askedOf(await loadGame(shared.game), shared.asked) as AnyGame;
const table = game.table as AnyTableSplit;
work(shared, table.attach(shared.c, shared.memory, thread));
parentPort?.postMessage('through');
