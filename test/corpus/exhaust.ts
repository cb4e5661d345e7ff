// npm run corpus:exhaust [-- --seconds N] [--tier small|large] [PART OF A NAME…] : can exploration decide the collection? Every program under wake-up
// trees; if these do not finish in half of the time, or only up to a bound, the remaining properties by a state search; if inputs
// have too many values to try all, a sample of runs, which can find a violation but prove nothing safe. Time is CPU time of this process: other
// work on the machine does not count.
//
// Out: one line per program, then the number of unsafe programs that were found with all their violations and witnesses that replay from their
// file, the number of programs proved safe without bounds, and the names of the rest. The exit status is 1 if a verdict contradicts what
// is expected, a violation was missed, or less than 95 % of the safe programs whose inputs the engine supports were proved safe.

import { parseArgs } from "node:util";
import type { Property } from "../../src/execution/errors.ts";
import { coversAll, type PropertyReport, type Report } from "../../src/reports/report.ts";
import { Budget } from "../../src/support/budget.ts";
import { cpuMs } from "../run.ts";
import { Checker, contradictions, type Work } from "./checking.ts";
import { type CorpusProgram, readCollection } from "./collection.ts";

const properties: readonly Property[] = ["assert", "memory", "deadlock", "race", "overflow"];
const enough = 0.95;
const megabytes = 2048;
const samples: Work = { strategy: "random", runs: 30_000, steps: 5000, seed: 1 };

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, tier: { type: "string", default: "small" } },
  allowPositionals: true,
});

interface Decided {
  readonly properties: readonly PropertyReport[];
  readonly wrong: readonly string[];
  readonly seconds: number;
  readonly how: string;
}

const isOpen = (p: PropertyReport): boolean => (p.verdict === "safe-bounded" && !coversAll(p.scope)) || p.unknown?.code === "RVL301";
const isRefused = (p: PropertyReport): boolean => p.unknown?.code === "RVL307";

async function decide(checker: Checker, program: CorpusProgram, seconds: number): Promise<Decided> {
  const started = cpuMs();
  const wrong: string[] = [];
  const how: string[] = [];
  let known: readonly PropertyReport[] = [];
  const attempt = async (name: string, report: Promise<Report>): Promise<void> => {
    const found = await report;
    how.push(name);
    wrong.push(...contradictions(program, found).filter((line) => !/is unknown: RVL30[12]/.test(line)));
    for (const [property, violation] of await checker.replayFromDisk(found))
      if (violation?.kind !== program.violations[property]?.kind)
        wrong.push(`${program.name}: the witness for ${property} does not replay`);
    const better = (p: PropertyReport): PropertyReport | undefined =>
      found.properties.find((q) => q.property === p.property && (coversAll(q.scope) || q.verdict === "unsafe"));
    known = known.length === 0 ? found.properties : known.map((p) => better(p) ?? p);
  };
  const budget = (limit: number): Budget => new Budget(limit - (cpuMs() - started) / 1000, megabytes, cpuMs);
  await attempt("optimal", checker.exhaust(program.file, "optimal", properties, budget(seconds / 2)));
  const open = known.filter(isOpen).map((p) => p.property);
  if (open.length > 0) await attempt("states", checker.exhaust(program.file, "states", open, budget(seconds)));
  if (known.some(isRefused)) await attempt("random", checker.check(program.file, samples));
  return { properties: known, wrong, seconds: (cpuMs() - started) / 1000, how: how.join(", ") };
}

const checker = new Checker("embedded", "lp64");
const wrong: string[] = [];
const rest: string[] = [];
const count = { unsafe: 0, found: 0, safe: 0, complete: 0, refused: 0 };
for (const program of readCollection().programs) {
  if (program.tier !== values.tier || (positionals.length > 0 && !positionals.some((name) => program.name.includes(name)))) continue;
  const isUnsafe = properties.some((p) => program.properties[p] === "unsafe");
  const decided = await decide(checker, program, Number(values.seconds));
  wrong.push(...decided.wrong);
  const open = decided.properties.filter((p) => p.verdict !== (program.properties[p.property] === "unsafe" ? "unsafe" : "safe"));
  const refused = open.length > 0 && open.every(isRefused);
  if (isUnsafe) count.unsafe++;
  else if (refused) count.refused++;
  else count.safe++;
  // In an unsafe program only the violations count: its safe properties are checked only until these are found.
  const isDone = isUnsafe ? open.every((p) => program.properties[p.property] === "safe") : open.length === 0;
  if (isDone) count[isUnsafe ? "found" : "complete"]++;
  const why = open.map((p) => `${p.property} ${p.verdict}${p.unknown === null ? "" : ` (${p.unknown.code})`}`).join(", ");
  if (!isDone) rest.push(`${program.name}: ${why}`);
  console.log(
    `${program.name}: ${isDone ? "decided" : "OPEN"}, ${decided.how}, ${decided.seconds.toFixed(1)} s${why === "" ? "" : `; ${why}`}`,
  );
}
checker.close();
const share = count.safe === 0 ? 1 : count.complete / count.safe;
console.log(`unsafe: ${count.found} of ${count.unsafe} found, their witnesses minimised and replayed`);
console.log(
  `safe: ${count.complete} of ${count.safe} complete (${(100 * share).toFixed(1)} %), ${count.refused} with inputs beyond the engine`,
);
if (rest.length > 0) console.log(`the rest:\n  ${rest.join("\n  ")}`);
for (const line of wrong) console.log(`WRONG: ${line}`);
process.exit(wrong.length > 0 || count.found < count.unsafe || share < enough ? 1 : 0);
