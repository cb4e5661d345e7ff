// What a question must know of the present run. In: its path. Out: its inputs by thread, the branches it took, and how it ends.

import type { Violation } from "../../execution/errors.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Asking } from "./answer.ts";
import { walkTo } from "./history.ts";
import type { KnownInputs } from "./oracle.ts";
import type { Tracker } from "./search.ts";
import { SidesRecorder, withinSides } from "./sides.ts";

export interface RunFacts {
  readonly inputs: KnownInputs;
  readonly hasInputs: boolean;
  readonly violations: readonly Violation[];
  readonly outcome: Machine["outcome"];
  /** Keeps a search after the first `at` moves within the branches of the run. */
  readonly withinSides: (machine: Machine, at: number) => Tracker;
}

export function studyRun(asking: Pick<Asking, "program" | "options" | "path" | "limits" | "budget">): RunFacts {
  const { path } = asking;
  const recorders: SidesRecorder[] = [];
  const machine = walkTo(
    asking,
    path.moves.length,
    (m) => {
      const recorder = new SidesRecorder(m);
      recorders.push(recorder);
      return { started: () => recorder.note(), after: () => recorder.note() };
    },
    true,
  );
  if (machine.outcome === null && !machine.threads.some((t) => machine.isEnabled(t))) machine.concludeStuck();
  if (machine.outcome === null) machine.noteLost();
  const asked = machine.inputs.filter((i) => !i.isUnwritten);
  const byThread = new Map<string, bigint[]>();
  for (const { thread, value } of asked) {
    const { name } = machine.threads[thread] as Machine["threads"][number];
    byThread.set(name, [...(byThread.get(name) ?? []), value]);
  }
  const [recorder] = recorders as [SidesRecorder];
  return {
    inputs: path.start.asksInSteps ? { inOrder: asked.map((i) => i.value) } : { byThread },
    hasInputs: asked.length > 0,
    violations: machine.violations.slice(),
    outcome: machine.outcome,
    withinSides: (m, at) => withinSides(m, recorder.sides, recorder.enteredAfter(at)),
  };
}
