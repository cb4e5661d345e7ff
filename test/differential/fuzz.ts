// npm run fuzz -- ENGINE [--count N] [--seed S] [--most RUNS] [--seconds S] [--no-shrink] [--free] : generated concurrent programs, every interleaving against the engine; for
// `explore` against each of its reductions (`spurious`: with spurious events), for `staged` against each of its encodings (`staged-checked`, `guided-checked`, `fusion-checked`: two solvers, certificates checked, and rejected after changes). Prints the profile of the programs and the findings (shrunk, and written to a directory), and fails
// if there are any or if the profile is not as intended. `symex` takes at most so many seconds of CPU time per search, in settings that are drawn (concurrent/symex-variants.ts). `staged-sequential` compares generated sequential programs
// (sequential/staged-command.ts). Every fourth program meets freedoms of the environment, with --free every one. `mutants` compares the engines on programs of the collection with mistakes in them, `solver` and `order` parts of the solver; `sides` the sides that guided knows with those that all runs take; `formulas` step formulas with the executor, `ask` the debugger's answers with all runs, `finals` every engine with claims about final values, `waits` symex where threads wait for some inputs.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCampaign, store } from "./concurrent/campaign.ts";
import { checked } from "./concurrent/certificates.ts";
import { freeContendersOf } from "./concurrent/compare-free.ts";
import { contendersOf } from "./concurrent/contenders.ts";
import { campaignSizes, symexSizes } from "./concurrent/generate.ts";
import { freeSizes } from "./concurrent/generate-free.ts";

// The parts of the solver have separate campaigns and options.
if (process.argv[2] === "solver") await import("./solving/cdcl-campaign.ts");
if (process.argv[2] === "order") await import("./solving/order-campaign.ts");
if (process.argv[2] === "sides") await import("./concurrent/sides-command.ts");
if (process.argv[2] === "formulas") await import("./concurrent/formulas-command.ts");
if (process.argv[2] === "sections") await import("./sections/command.ts");
if (process.argv[2] === "waits") await import("./waits/command.ts");
if (process.argv[2] === "finals") await import("./finals/command.ts");
if (process.argv[2] === "theorems") await import("./traces/command.ts");
if (process.argv[2] === "ask") await import("./asking/command.ts");
if (process.argv[2] === "mutants") await import("./mutants/command.ts");
if (process.argv[2] === "staged-sequential") await import("./sequential/staged-command.ts");

const { values, positionals } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    most: { type: "string" },
    seconds: { type: "string", default: "10" },
    "no-shrink": { type: "boolean", default: false },
    free: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const name = positionals[0] ?? "explore";
const contenders = contendersOf(name);
const started = process.cpuUsage();
const { profile, found, work } = await runCampaign({
  seed: Number(values.seed),
  count: Number(values.count),
  sizes: name === "symex" ? symexSizes : campaignSizes,
  most: Number(values.most ?? (name === "symex" ? 40_000 : 200_000)),
  seconds: name === "symex" ? Number(values.seconds) : null,
  contenders: name === "symex" ? (seed) => contendersOf(name, seed) : () => contenders,
  free: { every: values.free ? 1 : 4, sizes: freeSizes, contenders: freeContendersOf(name) },
  shrinks: !values["no-shrink"],
  progress: (done, bad) => {
    if (done % 50 === 0) console.error(`${done} programs, ${bad} disagreements, ${cpuSeconds()} s`);
  },
});
function cpuSeconds(): string {
  const { user, system } = process.cpuUsage(started);
  return ((user + system) / 1e6).toFixed(0);
}

const folder = join(tmpdir(), `ravel-fuzz-found-${process.pid}`);
const files = found.length > 0 ? store(found, folder) : [];
for (const [i, f] of found.entries()) console.log(`seed ${f.seed}: ${f.text}\n  ${files[i]}\n${f.source}`);
console.log(`${profile.programs} programs compared, ${found.length} disagreements, ${cpuSeconds()} s of CPU time`);
if (checked.certificates > 0) console.log(`${checked.certificates} certificates, each checked as it is and after changes`);
for (const w of work) console.log(`${w.name}: ${w.runs} runs, ${w.asleep} given up, ${w.steps} steps`);
console.log(profile.toString());
const faults = [...(values.free ? [] : profile.faults()), ...profile.freeFaults()];
for (const fault of faults) console.log(`NOT AS MEANT: ${fault}`);
process.exit(found.length > 0 || faults.length > 0 ? 1 : 0);
