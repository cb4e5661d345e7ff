// npm run stress -- [--count 200] [--seed 1] [--scale 1]: disturbs checks, one after the other (stress.ts). It measures time, so run it on an
// idle machine, or with a scale that says how many times slower the machine is. Prints each check and its faults; fails if there are any.

import { Rng } from "../../src/support/rng.ts";
import { describe, disturbedCheck, Folder, runDisturbed } from "./stress.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const count = option("count", 200);
const seed = option("seed", 1);
/** How many times slower the machine is than an idle one. */
const scale = option("scale", 1);
/** Seconds after the limit. */
const maxLateSeconds = scale;

const folder = new Folder();
const rng = new Rng(seed);
const verdicts = new Map<string, number>();
let bad = 0;
let latest = 0;
for (let i = 0; i < count; i++) {
  const check = disturbedCheck(rng, scale);
  const { faults, verdict, late } = await runDisturbed(folder, check);
  latest = Math.max(latest, late);
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  const all = late > maxLateSeconds ? [...faults, `${late.toFixed(2)} s late`] : faults;
  if (all.length > 0) bad++;
  console.log(`${i + 1} ${verdict} ${late.toFixed(2)} s: ${describe(check)}${all.map((f) => `\n    ${f}`).join("")}`);
}
folder.remove();
const counts = [...verdicts].map(([v, n]) => `${n} ${v}`).join(", ");
console.log(`${count} checks (seed ${seed}): ${counts}; at most ${latest.toFixed(2)} s after the limit; ${bad} wrong`);
process.exitCode = bad > 0 ? 1 : 0;
