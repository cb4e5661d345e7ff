// node scripts/run-ts.mjs test/differential/solving/limits-campaign.ts
//
// A hundred deadlines and a hundred memory limits in a row on the core, and a hundred on the whole solver: how late "unknown" comes, in wall time and in processor time
// (on a busy machine the former means little), and whether the process can still solve afterwards. Exit status 1 above 200 ms of processor time.

import { Core } from "../../../src/solving/cdcl/core.ts";
import { Rng } from "../../../src/support/rng.ts";
import { type Formula, orderEncoding, pigeonhole, randomKSat } from "./formulas.ts";
import { stopOften } from "./solver-limits.ts";

const latest = 200;
const formulas: readonly Formula[] = [
  pigeonhole(14, 13),
  randomKSat(new Rng(1), 600, 3, 4.26),
  randomKSat(new Rng(2), 20_000, 3, 4.2),
  orderEncoding(new Rng(3), 8, 11, 400, 2),
];

const milliseconds = (): number => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

function load(formula: Formula): Core {
  const core = new Core();
  for (let v = 0; v < formula.variables; v++) core.newVariable();
  for (const clause of formula.clauses) core.addClause(clause);
  return core;
}

const cores = formulas.map(load);
let worst = 0;
for (let round = 0; round < 100; round++) {
  const core = cores[round % cores.length];
  const deadline = performance.now() + 20 + 5 * (round % 20);
  let passed = milliseconds();
  const late = (): boolean => {
    if (performance.now() < deadline) {
      passed = milliseconds();
      return false;
    }
    return true;
  };
  core.solve([], { interrupted: late });
  // Measured from the last check that found time left: at most one interval between checks more than the real overrun.
  const overrun = milliseconds() - passed;
  worst = Math.max(worst, overrun);
  if (overrun > latest) console.log(`round ${round}: ${overrun.toFixed(0)} ms late`);
}
console.log(`100 deadlines: at most ${worst.toFixed(1)} ms of processor time after the last look that found time left`);

let most = 0;
let worstMemory = 0;
for (let round = 0; round < 100; round++) {
  const core = load(pigeonhole(13, 12));
  const memoryBytes = core.statistics.bytes + 100_000 + 20_000 * round;
  const started = milliseconds();
  let crossed = milliseconds();
  const answer = core.solve([], {
    interrupted: () => {
      if (core.statistics.bytes <= memoryBytes) crossed = milliseconds();
      return milliseconds() - started > 20_000;
    },
    memoryBytes,
  });
  if (answer !== "unknown") console.log(`round ${round}: ${answer}`);
  most = Math.max(most, core.statistics.bytes / memoryBytes);
  worstMemory = Math.max(worstMemory, milliseconds() - crossed);
}
console.log(
  `100 memory limits: at most ${most.toFixed(2)} times the limit, ${worstMemory.toFixed(1)} ms of processor time after the last look below it`,
);

const small = load(pigeonhole(7, 6));
const usable = small.solve([], { interrupted: () => false }) === "unsat";
console.log(usable ? "the process still solves" : "the process no longer solves");

const stops = await stopOften(new Rng(4), 100);
console.log(
  `100 stops of the whole solver, ${stops.whileTranslating} of them before the search: ${stops.unknown} unknown, ${stops.usable} times usable afterwards, at most ${stops.latest.toFixed(1)} ms of processor time late`,
);
const isFine = stops.unknown === 100 && stops.usable === 100 && stops.latest <= latest;
process.exit(isFine && usable && worst <= latest && worstMemory <= latest ? 0 : 1);
