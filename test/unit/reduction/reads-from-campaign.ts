// Generated programs: the search over reads-from classes against wake-up trees. By hand:
//   node scripts/run-ts.mjs test/unit/reduction/reads-from-campaign.ts [--count 1000] [--seed 5000]

import { wakeupTrees } from "../../../src/reduction/wakeup-trees.ts";
import { taskFor } from "../../differential/concurrent/compare.ts";
import { campaignSizes, generate, type Sizes } from "../../differential/concurrent/generate.ts";
import { render } from "../../differential/concurrent/render.ts";
import { compileText } from "../../run.ts";
import { checkClasses } from "./reads-from-agreement.ts";

export interface Outcome {
  programs: number;
  /** Programs with more traces than allowed. */
  tooLarge: number;
  /** Programs with fewer classes explored than traces. */
  coarser: number;
  traces: number;
  runs: number;
  asleep: number;
  readonly wrong: string[];
}

export async function compareGenerated(
  seed: number,
  count: number,
  sizes: Sizes,
  most: number,
  progress: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome> {
  const out: Outcome = { programs: 0, tooLarge: 0, coarser: 0, traces: 0, runs: 0, asleep: 0, wrong: [] };
  for (let s = seed; s < seed + count; s++) {
    const program = await compileText(render(generate(s, sizes)));
    const { wrong, runs } = await checkClasses(taskFor(program, most), wakeupTrees);
    progress(out);
    out.wrong.push(...wrong.map((w) => `seed ${s}: ${w}`));
    if (runs === null) {
      out.tooLarge++;
      continue;
    }
    out.programs++;
    out.traces += runs.reference;
    out.runs += runs.rf;
    out.asleep += runs.asleep;
    if (runs.rf < runs.reference) out.coarser++;
  }
  return out;
}

if (process.argv[1]?.includes("reads-from-campaign")) {
  const option = (name: string, otherwise: number): number => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? otherwise : Number(process.argv[at + 1]);
  };
  const outcome = await compareGenerated(option("seed", 5000), option("count", 1000), campaignSizes, 20_000, (o) => {
    if (o.programs % 100 === 0) console.error(JSON.stringify(o));
  });
  console.log(JSON.stringify(outcome, null, 2));
  process.exitCode = outcome.wrong.length === 0 ? 0 : 1;
}
