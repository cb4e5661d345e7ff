// The theorems of FUSION on one program, by brute force: every interleaving of shared accesses (`none`). In: a program. Out: the sentences that do not hold.
//
// 1. Runs of one Mazurkiewicz trace have one trace program.
// 2. Check finds a violation exactly if some run stays within the trace program's sides until it violates the property.
// 3. No run that begins with a prefix which prune calls safe violates the property. Since longer prefixes follow from shorter ones, that is also the statement that
//    for a safe run and a violating one their common prefix is satisfiable (theorem 4).

import { FailingBlocks } from "../../../src/analysis/failing-blocks.ts";
import { FusionAccount } from "../../../src/engines/fusion/account.ts";
import { Checker } from "../../../src/engines/fusion/checker.ts";
import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import { routeOf } from "../../../src/engines/traces/route-of-trace.ts";
import { TraceProgram } from "../../../src/engines/traces/trace-program.ts";
import { RunTracer } from "../../../src/engines/traces/traced-run.ts";
import type { FunctionBody, Program } from "../../../src/program/program.ts";
import { none } from "../../../src/reduction/none.ts";
import type { Route } from "../../../src/skeleton/route.ts";
import type { DecidedStep, Trace } from "../../../src/witness/trace.ts";
import { type AnyTask, engineTask } from "../../run.ts";
import { traceOf } from "../../unit/reduction/traces.ts";

interface Run {
  readonly trace: Trace;
  readonly route: Route;
  readonly text: string;
  /** Threads of the steps, by name. */
  readonly steps: readonly string[];
  readonly isUnsafe: boolean;
  /** The sides up to the violation, without those that fail for certain. */
  readonly before: Route;
}

export interface Findings {
  readonly runs: number;
  readonly isUnsafe: boolean;
  readonly tracePrograms: number;
  /** Prefixes that were called safe. */
  readonly prefixes: number;
  readonly wrong: readonly string[];
}

/** Null: there are more interleavings than `most`. `omitted`: parts of fusion that are left out. */
export async function checkTheorems(program: Program, most: number): Promise<Findings | null> {
  const task = engineTask(program, ["assert"], { maxRuns: most, maxSteps: 200 });
  const tracer = new RunTracer(task);
  const failing = new FailingBlocks(program);
  const runs: Run[] = [];
  const wrong: string[] = [];
  const routes = new Map<string, string>(); // by Mazurkiewicz trace
  const search = new DepthFirst(task, none);
  search.exhaustive = true;
  search.onEnd = ({ violations }) => {
    const again = tracer.again(search.schedule);
    if (again === null) return void wrong.push("a run does not replay");
    const { text } = again.route;
    const inputs = again.trace.threads.map((t) => search.machine.inputs.filter((i) => i.thread === t.index).map((i) => i.value));
    const trace = `${traceOf(search.index.events)} ${inputs.join(" ")}`;
    if ((routes.get(trace) ?? text) !== text) wrong.push("two runs of one trace have different trace programs (1)");
    routes.set(trace, text);
    const before = violations.length === 0 ? again.route : routeOf(program, withoutFailing(program, failing, again.trace));
    runs.push({ ...again, text, steps: search.index.events.map((e) => e.thread), isUnsafe: violations.length > 0, before });
  };
  await search.run();
  if (search.runs >= most) return null;
  const byText = new Map(runs.map((r) => [r.text, r]));
  const exact = await checkRuns(engineTask(program, ["assert"], { omitted: ["phantom"] }), runs, byText, wrong);
  const abstract = await checkRuns(task, runs, byText, wrong);
  const prefixes = exact + abstract;
  return { runs: runs.length, isUnsafe: runs.some((r) => r.isUnsafe), tracePrograms: byText.size, prefixes, wrong };
}

/** Theorems 2 and 3 for each trace program. With phantom edges, sides that skip nothing are followed: check may then find more. Returns how many prefixes are called safe. */
async function checkRuns(task: AnyTask, runs: readonly Run[], byText: ReadonlyMap<string, Run>, wrong: string[]): Promise<number> {
  const checker = new Checker(task, new FusionAccount(task));
  const isExact = task.options.omitted?.includes("phantom") ?? false;
  let prefixes = 0;
  for (const run of byText.values()) {
    const formula = checker.formulaOf(run.route, run.text, ["assert"]);
    const expected = runs.some((r) => r.isUnsafe && isWithin(r.before, run.route));
    const found = await checker.check(formula, "assert");
    if (isExact ? (found?.kind === "candidate") !== expected : expected && found?.kind !== "candidate")
      wrong.push(`check says ${found?.kind ?? "nothing"}, expected ${expected} (2)`);
    const prefix = new TraceProgram(formula, task.program, run.trace).assumptions(new Set(["input", "choice"]), 0);
    const depths = run.steps.map((_, i) => i);
    const answer = await checker.leastSafePrefix(formula, prefix, ["assert"], depths);
    if (answer === "again") wrong.push("a bound inside the library is reached");
    if (answer === "again" || answer === null) continue;
    const least = answer === "everything" ? 0 : answer;
    prefixes += run.steps.length - least;
    const isSame = (r: Run, i: number): boolean => r.steps[i] === run.steps[i] && isEqual(r.trace.decided[i], run.trace.decided[i]);
    const begins = (r: Run): boolean => answer === "everything" || isEqual(r.trace.prelude, run.trace.prelude);
    if (runs.some((r) => r.isUnsafe && begins(r) && run.steps.slice(0, least).every((_, i) => isSame(r, i))))
      wrong.push(`a run with a prefix of ${least} steps that was called safe is unsafe (3)`);
  }
  checker.dispose();
  return prefixes;
}

const isEqual = (a: DecidedStep | undefined, b: DecidedStep | undefined): boolean =>
  a?.choices.join() === b?.choices.join() && a?.inputs.map((i) => i.value).join() === b?.inputs.map((i) => i.value).join();

/** The trace up to where it is certain that a thread fails. */
function withoutFailing(program: Program, failing: FailingBlocks, trace: Trace): Trace {
  const threads = trace.threads.map((t) => {
    const at = t.blocks.findIndex((b) => failing.of(program.functions[b.function]?.body() as FunctionBody)[b.block]);
    return at < 0 ? t : { ...t, blocks: t.blocks.slice(0, at) };
  });
  return { ...trace, threads };
}

function isWithin(inner: Route, outer: Route): boolean {
  for (const [point, side] of inner) if (!outer.has(point, side)) return false;
  return true;
}
