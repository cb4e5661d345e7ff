// Checks every reduction on one small program.

import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import type { Program } from "../../../src/program/program.ts";
import { everything, none } from "../../../src/reduction/none.ts";
import { readsFrom } from "../../../src/reduction/reads-from.ts";
import type { Reduction } from "../../../src/reduction/search.ts";
import { sourceSets } from "../../../src/reduction/source-sets.ts";
import { wakeupTrees } from "../../../src/reduction/wakeup-trees.ts";
import { append } from "../../../src/support/lists.ts";
import { compared, finalState, taskFor } from "../../differential/concurrent/compare.ts";
import { ReadLog } from "../../differential/concurrent/read-log.ts";
import { changed } from "../../run.ts";
import { traceOf } from "./traces.ts";

export interface Totals {
  compared: number;
  traces: number;
  readonly runs: Map<string, number>;
}

interface Seen {
  readonly runs: number;
  readonly asleep: number;
  readonly traces: ReadonlySet<string>;
  /** Those in which the process does not end while another thread could continue. */
  readonly whole: ReadonlySet<string>;
  readonly unsafe: string;
  readonly finals: string;
  readonly reads: string;
}

/** `finalStates`: every moment at which the process may end counts. */
export async function explore(program: Program, which: number, reduction: Reduction, most: number, finalStates: boolean): Promise<Seen> {
  const search = new DepthFirst(changed(taskFor(program, most), { inputs: [BigInt(which)], finalStates }), reduction);
  const traces = new Set<string>();
  const whole = new Set<string>();
  const finals = new Set<string>();
  const reads = new Set<string>();
  const log = new ReadLog(search.machine);
  search.exhaustive = true;
  search.onEnd = (machine) => {
    const trace = traceOf(search.index.events);
    traces.add(trace);
    const isExit = machine.outcome?.kind === "exit" || machine.outcome?.kind === "abort";
    if (!isExit || search.nodes[search.nodes.length - 2]?.enabled.length === 1) whole.add(trace);
    const state = finalState(machine);
    if (state === null) return;
    finals.add(state);
    reads.add(log.byThread((step) => search.index.events[step]?.thread ?? ""));
  };
  const { findings } = await search.run();
  const unsafe = compared.filter((p) => findings.get(p)?.kind === "candidate").join();
  return {
    runs: search.runs,
    asleep: search.asleep,
    traces,
    whole,
    unsafe,
    finals: [...finals].sort().join("\n"),
    reads: [...reads].sort().join("\n"),
  };
}

/** The differences, as sentences; none if the program has more interleavings than `most`. */
export async function checkReductions(program: Program, which: number, most: number, totals: Totals): Promise<string[]> {
  const all = await explore(program, which, none, most, true);
  if (all.runs >= most) return [];
  totals.compared++;
  totals.traces += all.traces.size;
  const wrong: string[] = [];
  for (const reduction of [none, everything, sourceSets, wakeupTrees, readsFrom]) {
    if (reduction === everything && all.runs > 2) continue; // too many
    const some = reduction === none ? all : await explore(program, which, reduction, 1_000_000, true);
    totals.runs.set(reduction.name, (totals.runs.get(reduction.name) ?? 0) + some.runs);
    if (some.unsafe !== all.unsafe) wrong.push(`${reduction.name}: unsafe ${some.unsafe}, not ${all.unsafe}`);
    if (reduction === readsFrom) {
      if (some.reads !== all.reads) wrong.push("rf: values read differ");
      if (some.runs > all.traces.size || some.asleep > 0)
        wrong.push(`rf: ${some.runs} runs, ${some.asleep} of them abandoned, for ${all.traces.size} traces`);
      continue;
    }
    append(wrong, differences(reduction, some, all, all.traces));
    if (reduction !== sourceSets && reduction !== wakeupTrees) continue;
    append(wrong, differences(reduction, await explore(program, which, reduction, 1_000_000, false), all, all.whole));
  }
  return wrong;
}

/** The traces that a search with one run per trace has too many or too few of. */
function differences(reduction: Reduction, some: Seen, all: Seen, traces: ReadonlySet<string>): string[] {
  const wrong: string[] = [];
  if (some.unsafe !== all.unsafe) wrong.push(`${reduction.name}: unsafe ${some.unsafe}, not ${all.unsafe}`);
  if (some.finals !== all.finals) wrong.push(`${reduction.name}: final states differ`);
  if (some.traces.size !== traces.size) wrong.push(`${reduction.name}: ${some.traces.size} traces, not ${traces.size}`);
  if ((reduction === sourceSets || reduction === wakeupTrees) && some.runs !== traces.size)
    wrong.push(`${reduction.name}: ${some.runs} runs for ${traces.size} traces`);
  if (reduction === wakeupTrees && some.asleep > 0) wrong.push(`optimal: ${some.asleep} abandoned runs`);
  return wrong;
}
