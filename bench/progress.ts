// Whether the range that a run gives for its end half way has the true end, in simulated runs of all kinds.
//   npm run bench -- progress [RUNS]
import { shareInRange } from '../tests/tools/simulated-runs.ts';

const runs = Number(process.argv[2] ?? 1000);
for (const [kind, share] of shareInRange(runs)) {
  console.log(
    `${kind.padEnd(22)}${(100 * share).toFixed(1).padStart(6)} % of ${runs} runs end in the range of half way`,
  );
}
