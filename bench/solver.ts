// npm run bench -- solver [FAMILY] [--limit SECONDS] [--sides ravel,plain,z3,cadical]: interleaving problems for solvers.
//
// Ravel's solver, z3 (npm) and, as DIMACS, a native CaDiCaL if it is installed get the same formulas. Per family and number of threads the sizes
// grow until a solver needs more than the limit (default 60 s of CPU time). The sums over all sizes are compared; a solver that does not finish
// counts with the limit. solver-sides.ts says what is measured. Results are written after every formula.

import { type Measured, type Row, writeResults } from "./results.ts";
import { families } from "./solver-order-families.ts";
import { hasCadical, type Outcome, type Side, Sides } from "./solver-sides.ts";

const { family: only, limit, sides } = readArguments(process.argv.slice(3));

interface Instance {
  readonly family: string;
  readonly safe: boolean;
  readonly size: string;
  readonly outcomes: Readonly<Partial<Record<Side, Outcome>>>;
}

export async function solver(): Promise<Measured> {
  const servers = new Sides();
  const instances: Instance[] = [];
  for (const family of families) {
    if (only !== null && !family.name.startsWith(only)) continue;
    for (const safe of [true, false]) {
      // Sizes are listed by number of threads. If a size is too large, so are the larger ones with the same number of threads.
      let isOver = false;
      let threads = -1;
      for (const size of family.sizes) {
        if (size[0] !== threads) isOver = false;
        threads = size[0];
        if (isOver) continue;
        const outcomes: Partial<Record<Side, Outcome>> = {};
        for (const side of sides) outcomes[side] = await servers.ask({ side, family: family.name, size, safe, limit });
        const instance = { family: family.name, safe, size: size.join("×"), outcomes };
        report(instance);
        instances.push(instance);
        if (only === null) writeResults("solver", summarise(instances));
        isOver = Object.values(outcomes).some((o) => o.answer === "unknown");
      }
    }
  }
  servers.dispose();
  return summarise(instances);
}

function report({ family, safe, size, outcomes }: Instance): void {
  const text = Object.entries(outcomes).map(([side, o]) => `${side} ${o.answer} ${o.seconds.toFixed(2)}`);
  console.log(`${family}, ${safe ? "safe" : "unsafe"} ${size}: ${text.join("  ")}`);
  for (const { answer } of Object.values(outcomes))
    if (answer === (safe ? "sat" : "unsat")) throw new Error("a solver is wrong: safe members are unsatisfiable, unsafe ones satisfiable");
}

function summarise(instances: readonly Instance[]): Measured {
  const rows: Row[] = [];
  for (const { name } of families)
    for (const safe of [true, false]) {
      const members = instances.filter((i) => i.family === name && i.safe === safe);
      if (members.length > 0) rows.push(...compare(`${name}, ${safe ? "safe" : "unsafe"}`, members, 1 / 1.2));
    }
  rows.push(...compare("total", instances, 5));
  return { rows, details: { limit, instances }, isPartial: only !== null };
}

/** `aim`: the minimum ratio of z3's time to Ravel's. */
function compare(what: string, instances: readonly Instance[], aim: number): Row[] {
  const sum = (side: Side): number => instances.reduce((n, i) => n + (i.outcomes[side]?.seconds ?? 0), 0);
  const unanswered = (side: Side): number => instances.filter((i) => i.outcomes[side]?.answer === "unknown").length;
  const rows = sides.map((side): Row => {
    const open = unanswered(side) === 0 ? "" : `, ${unanswered(side)} of ${instances.length} not finished`;
    return { what: `${what}: ${side}${open}`, value: sum(side), unit: "s", aim: "", met: null };
  });
  const ours = sum("ravel");
  if (sides.includes("z3")) {
    const ratio = sum("z3") / ours;
    rows.push({ what: `${what}: z3 / ours`, value: ratio, unit: "times", aim: `>= ${aim.toFixed(2)}`, met: ratio >= aim });
  }
  if (sides.includes("cadical")) {
    const ratio = sum("cadical") / ours;
    rows.push({ what: `${what}: CaDiCaL / ours`, value: ratio, unit: "times", aim: ">= 0.50", met: ratio >= 0.5 });
  }
  return rows;
}

function readArguments(words: readonly string[]): { family: string | null; limit: number; sides: readonly Side[] } {
  const after = (option: string): string | null => (words.includes(option) ? (words[words.indexOf(option) + 1] ?? null) : null);
  const [first] = words;
  const wanted = (after("--sides") ?? "ravel,z3,cadical").split(",") as Side[];
  return {
    family: first === undefined || first.startsWith("--") ? null : first,
    limit: Number(after("--limit") ?? 60),
    sides: wanted.filter((side) => side !== "cadical" || hasCadical()),
  };
}
