// What a question must know of the present run. In: its path. Out: its inputs by thread, the branches it took, and how it ends.

import type { Violation } from "../../execution/errors.ts";
import type { Machine } from "../../execution/machine.ts";
import type { KnownInputs } from "./oracle.ts";
import { PathSearch, type SearchTask, type Tracker } from "./search.ts";
import { type Sides, SidesRecorder, withinSides } from "./sides.ts";

export interface RunFacts {
  readonly inputs: KnownInputs;
  readonly hasInputs: boolean;
  readonly violations: readonly Violation[];
  readonly outcome: Machine["outcome"];
  /** Keeps a search from the start of the run within its branches. */
  readonly withinSides: (machine: Machine) => Tracker;
}

const noAnswer = { initial: 0, isOfStates: true, after: () => 0, isStop: () => true, isAnswer: () => false, describe: () => "" };

export function studyRun(task: Pick<SearchTask, "program" | "options" | "path" | "limits" | "budget">): RunFacts {
  const { path } = task;
  const walk = new PathSearch(
    {
      ...task,
      at: path.moves.length,
      inputs: { known: null, isExact: false },
      asksAbout: null,
      notesBlocks: true,
      progress: () => undefined,
    },
    () => noAnswer,
  );
  const { machine } = walk;
  const recorder = new SidesRecorder(machine);
  const start: { entered: Sides } = { entered: new Map() };
  const note = (): void => recorder.note();
  const hasFollowed = walk.followPrefix(note, () => {
    note();
    start.entered = new Map([...recorder.sides].map(([name, blocks]) => [name, blocks.slice()]));
  });
  if (!hasFollowed) throw new Error("the path of a question cannot be followed");
  const asked = machine.inputs.filter((i) => !i.isUnwritten);
  const byThread = new Map<string, bigint[]>();
  for (const { thread, value } of asked) {
    const { name } = machine.threads[thread] as Machine["threads"][number];
    byThread.set(name, [...(byThread.get(name) ?? []), value]);
  }
  const entered = new Map([...start.entered].map(([name, blocks]) => [name, blocks.length]));
  return {
    inputs: path.start.asksInSteps ? { inOrder: asked.map((i) => i.value) } : { byThread },
    hasInputs: asked.length > 0,
    violations: machine.violations.slice(),
    outcome: machine.outcome,
    withinSides: (m) => withinSides(m, recorder.sides, entered),
  };
}
