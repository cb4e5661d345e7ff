// When guided says `safe`, its sides are exactly the sides that all runs together take: none missing, none more. In: a program. Out: the sides in which they
// differ, or null if guided does not say `safe` or the runs are too many.
//
// Every interleaving is run and traced. Both sets of sides are then those that paths of the unroller take along them: inside the sections of the
// library it asks for none. Iterations that change nothing count for neither: a search leaves them out where it likes.

import { buildFormula, type FormulaOptions } from "../../../src/encoding/formula.ts";
import { FormulaSearch } from "../../../src/engines/formula/formula-search.ts";
import { VisitSides } from "../../../src/engines/guided/guided.ts";
import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import { RunTracer } from "../../../src/engines/traces/traced-run.ts";
import type { Property } from "../../../src/execution/errors.ts";
import type { Program } from "../../../src/program/program.ts";
import { everything } from "../../../src/reduction/none.ts";
import { Route } from "../../../src/skeleton/route.ts";
import { RavelSolver } from "../../../src/solving/ravel.ts";
import { type AnyTask, changed, compileText } from "../../run.ts";
import { coversAsked, taskFor } from "./compare.ts";
import { generate, type Sizes } from "./generate.ts";
import { render } from "./render.ts";

export interface SidesCompared {
  /** How many sides both have. */
  readonly common: number;
  /** Taken by some run, but unknown to guided. */
  readonly missing: readonly string[];
  /** Of guided, but taken by no run. */
  readonly more: readonly string[];
  readonly runs: number;
}

const properties: readonly Property[] = ["assert", "deadlock", "memory"];

export async function compareSides(program: Program, maxRuns: number): Promise<SidesCompared | null> {
  // With symmetry, sides that another order of equal threads has are not asked for.
  const task = changed(taskFor(program, maxRuns, properties), { without: ["phantom", "symmetry"], maxSteps: null, maxRuns: null });
  const guide = new VisitSides(task);
  const { findings } = await new FormulaSearch("guided", task, guide).run();
  if (![...findings.values()].every((f) => f.kind === "covered" && coversAsked(f.scope))) return null;
  const all = await allSides(task, maxRuns);
  if (all === null) return null;
  const followed = (route: Route | undefined): Set<string> => {
    const { machine } = task;
    const options: FormulaOptions = { machine, properties, encoding: "staged", ...guide.fragment, route };
    return new Set(
      buildFormula(
        program,
        options,
        (terms) => new RavelSolver(terms),
        () => false,
      ).skeleton.followed.text.split(" "),
    );
  };
  const known = followed(guide.fragment.route);
  const taken = followed(all.route);
  const missing = [...taken].filter((s) => !known.has(s));
  const more = all.hasIdle ? [] : [...known].filter((s) => !taken.has(s));
  return { common: known.size - more.length, missing, more, runs: all.runs };
}

/** The sides of every interleaving. Null: there are too many. */
async function allSides(task: AnyTask, maxRuns: number): Promise<{ route: Route; hasIdle: boolean; runs: number } | null> {
  const route = new Route();
  const tracer = new RunTracer(task);
  const search = new DepthFirst({ ...task, maxRuns }, everything);
  let hasIdle = false;
  search.exhaustive = true;
  search.atEnd = async () => {
    const run = tracer.again(search.schedule);
    if (run === null) throw new Error("a run of the search does not replay");
    hasIdle ||= run.trace.threads.some((t) => t.idle.length > 0 || t.end === "waiting");
    route.addAll(run.route);
    return Number.POSITIVE_INFINITY;
  };
  await search.run();
  return search.runs >= maxRuns ? null : { route, hasIdle, runs: search.runs };
}

export interface SidesCampaign {
  /** Programs that were compared. */
  readonly compared: number;
  readonly sides: number;
  readonly runs: number;
  readonly differences: readonly string[];
}

/** Compares so many programs; those of which guided does not say `safe`, or with more than `most` interleavings, do not count. */
export async function runSidesCampaign(
  seed: number,
  count: number,
  { sizes, most }: { readonly sizes: Sizes; readonly most: number },
  progress: (done: number) => void = () => undefined,
): Promise<SidesCampaign> {
  const total = { compared: 0, sides: 0, runs: 0 };
  const differences: string[] = [];
  for (let s = seed; total.compared < count; s++) {
    const source = render(generate(s, sizes));
    const found = await compareSides(await compileText(source), most);
    if (found === null) continue;
    total.compared++;
    total.sides += found.common;
    total.runs += found.runs;
    if (found.missing.length + found.more.length > 0)
      differences.push(`seed ${s}: missing ${found.missing.join(" ") || "none"}, more ${found.more.join(" ") || "none"}\n${source}`);
    progress(total.compared);
  }
  return { ...total, differences };
}
