// Checks the search over reads-from classes on one program, against a search that explores every trace (or every
// interleaving): the same verdicts, each with a schedule that replays; every class of a run to the end, each once; no more runs
// than classes, and than traces.

import type { Finding } from "../../../src/engines/engine.ts";
import { ReadsFromSearch } from "../../../src/engines/explore/reads-from-search.ts";
import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Reduction } from "../../../src/reduction/search.ts";
import { confirmUnchanged } from "../../../src/witness/confirm.ts";
import { finalState } from "../../differential/concurrent/compare.ts";
import { type AnyTask, changed } from "../../run.ts";
import { ClassLog } from "./reads-from-classes.ts";

export interface Agreement {
  readonly wrong: readonly string[];
  /** Null: the reference has more runs than allowed. */
  readonly runs: { readonly reference: number; readonly rf: number; readonly asleep: number; readonly classes: number } | null;
}

export async function checkClasses(task: AnyTask, reference: Reduction): Promise<Agreement> {
  const all = new DepthFirst(changed(task, { finalStates: true }), reference);
  const classes = new Set<string>();
  const complete = new Set<string>();
  const log = new ClassLog(all.machine);
  all.exhaustive = true;
  all.onEnd = (m) => {
    const text = log.text(all.index.events.map((e) => e.thread));
    classes.add(text);
    if (finalState(m) !== null) complete.add(text);
  };
  const expected = (await all.run()).findings;
  if (task.maxRuns !== null && all.runs >= task.maxRuns) return { wrong: [], runs: null };

  const rf = new ReadsFromSearch(task);
  const found = new Set<string>();
  const own = new ClassLog(rf.machine);
  const wrong: string[] = [];
  rf.exhaustive = true;
  let ends = 0; // only complete runs have a class
  rf.onEnd = (m) => {
    ends++;
    if (finalState(m) === null) return;
    // Only main's exit is executed after the steps of the search's line.
    const text = own.text([...rf.line.map((e) => e.name), ...(m.depth > rf.line.length ? [m.threads[0]?.name ?? ""] : [])]);
    if (found.has(text)) wrong.push(`a class twice: ${text}`);
    found.add(text);
  };
  const said = (await rf.run()).findings;
  for (const c of complete) if (!found.has(c)) wrong.push(`a class is missing: ${c}`);
  for (const c of found) if (!complete.has(c)) wrong.push(`a class that there is not: ${c}`);
  if (rf.runs > all.runs || ends > classes.size)
    wrong.push(`${rf.runs} runs for ${classes.size} classes, ${all.runs} runs of the reference`);
  for (const p of task.properties) wrong.push(...differences(task, p, expected.get(p), said.get(p)));
  return { wrong, runs: { reference: all.runs, rf: rf.runs, asleep: rf.asleep, classes: classes.size } };
}

function* differences(task: AnyTask, property: Property, expected: Finding | undefined, said: Finding | undefined): Generator<string> {
  if (expected?.kind !== said?.kind) yield `${property}: ${said?.kind}, not ${expected?.kind}`;
  if (said?.kind !== "candidate") return;
  const machine = new Machine(task.program, { ...task.machine, undo: false });
  if (confirmUnchanged(machine, said.schedule, property) === null) yield `${property}: the schedule does not replay`;
}
