// The run at hand, from the start on. In: its steps, as they are taken. Out: its condition on inputs; and the same run again, with other inputs that fulfil the condition.

import type { Machine } from "../../execution/machine.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Assignment, Inputs } from "./inputs.ts";
import type { LoopStep } from "./loop-steps.ts";

/** A step of the run; the first is the beginning of main. */
export interface PathStep {
  readonly thread: string;
  readonly index: number;
  readonly choices: readonly number[];
  /** How many inputs the run had taken before it. */
  readonly inputs: number;
  /** On inputs: the step goes this way. */
  readonly condition: Term;
  readonly undoShadow: () => void;
  /** What a step in a loop started from; absent: no loop, or nothing depended on inputs. */
  readonly loop?: LoopStep | null;
}

export class RunPath {
  readonly #steps: PathStep[] = [];
  /** What the beginning of main takes. */
  startChoices = 0;
  startInputs = 0;
  /** Its steps are taken once more: what they lead to is explored. */
  isRunningAgain = false;

  constructor(
    readonly machine: Machine,
    readonly inputs: Inputs,
    readonly terms: Terms,
  ) {}

  /** The threads of the steps after the start. */
  get threads(): readonly number[] {
    return this.#steps.slice(1).map((s) => s.index);
  }

  /** The last steps of a thread, the latest first. */
  *lastOf(thread: number): Iterable<PathStep> {
    for (let i = this.#steps.length - 1; i > 0; i--) if (this.#steps[i]?.index === thread) yield this.#steps[i] as PathStep;
  }

  get condition(): Term[] {
    return this.#steps.map((s) => s.condition).filter((c) => c !== this.terms.true);
  }

  /** Runs the beginning of main. Returns whether it takes neither inputs nor choices. */
  begin(choices: readonly number[]): boolean {
    const { machine, inputs } = this;
    inputs.begin(choices);
    machine.start(inputs);
    this.startChoices = machine.choices.length;
    this.startInputs = machine.inputs.length;
    return this.startChoices === 0 && this.startInputs === 0;
  }

  push(step: PathStep): void {
    this.#steps.push(step);
  }

  pop(): void {
    this.#steps.pop()?.undoShadow();
  }

  /** Undoes what depends on an input that changes, and runs it again. */
  runAgain(values: Assignment): void {
    const { machine, inputs } = this;
    const first = inputs.firstChange(values);
    inputs.assign(values);
    if (first === null || this.#steps.length === 0) return;
    let depth = this.#steps.length;
    if (first < this.startInputs) {
      this.begin((this.#steps[0] as PathStep).choices);
      depth = 1;
    } else
      do {
        machine.undo();
        depth--;
      } while ((this.#steps[depth] as PathStep).inputs > first);
    this.isRunningAgain = true;
    for (const step of this.#steps.slice(depth)) {
      inputs.begin(step.choices);
      if (machine.step(machine.threadNamed(step.thread), inputs) === null)
        throw new Error("a path cannot be taken again with other inputs");
    }
    this.isRunningAgain = false;
  }
}
