// Moves a machine along paths. In: a program; moves that are known, or threads to be moved. Out: the machine's state after each, and the moves made.
//
// A move that is known is made with its decisions. Otherwise choices are the ordinary ones and inputs are 0, as in a replay that continues after its schedule.

import type { Oracle } from "../execution/contract.ts";
import { Machine, type MachineOptions } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { Program } from "../program/program.ts";
import { repeated } from "../scheduling/random.ts";
import { type Schedule, startOf } from "../witness/schedule.ts";
import { canMoveLocally, type Decisions, type Move, type Path, type Start } from "./moves.ts";

const undecided: Decisions = { choices: [], inputs: [] };

export type ChoiceObserver = (what: string, chosen: number, count: number, thread: number) => void;

/** Answers from lists; beyond them, the ordinary choice and 0. */
class ListedDecisions implements Oracle {
  choices: readonly number[] = [];
  inputs: readonly bigint[] = [];
  nextChoice = 0;
  nextInput = 0;
  readonly asksInSteps: boolean;
  readonly unwritten?: NonNullable<Oracle["unwritten"]>;

  constructor(
    start: Omit<Start, "prelude">,
    readonly onChoice: ChoiceObserver,
  ) {
    this.asksInSteps = start.asksInSteps ?? false;
    const fill = BigInt(start.fill);
    if (start.isFilled !== true)
      this.unwritten = (bits, settled) => settled ?? (this.nextInput < this.inputs.length ? this.#input() : repeated(fill, bits));
  }

  decide({ choices, inputs }: Decisions): void {
    this.choices = choices;
    this.inputs = inputs;
    this.nextChoice = this.nextInput = 0;
  }

  choose(count: number, what: string, thread: number): number {
    const listed = this.choices[this.nextChoice++] ?? 0;
    const choice = listed < count ? listed : 0;
    this.onChoice(what, choice, count, thread);
    return choice;
  }

  input(): bigint {
    return this.#input();
  }

  #input(): bigint {
    return this.inputs[this.nextInput++] ?? 0n;
  }
}

export class Walker {
  readonly machine: Machine;
  /** Told of choices as they are made. */
  onChoice: ChoiceObserver = () => undefined;
  #oracle: ListedDecisions;
  #start: Start;

  constructor(
    program: Program,
    options: Omit<MachineOptions, "undo" | "stopsAtLines">,
    start: Start,
    /** Whether moves can be undone. */
    undo: boolean,
  ) {
    this.machine = new Machine(program, { ...options, undo, stopsAtLines: true });
    this.#start = start;
    this.#oracle = this.#decisions(start);
    this.restart(start);
  }

  #decisions(start: Start): ListedDecisions {
    return new ListedDecisions(start, (what, chosen, count, thread) => this.onChoice(what, chosen, count, thread));
  }

  get start(): Start {
    return this.#start;
  }

  /** Begins the run again. Returns how it began: with what main has decided before its first stop. */
  restart(start: Start): Start {
    const { machine } = this;
    this.#oracle = this.#decisions(start);
    this.#oracle.decide(start.prelude);
    const { fill, freedoms } = startOf(start);
    machine.start(this.#oracle, fill, freedoms);
    this.#start = { ...start, prelude: { choices: machine.choices.slice(), inputs: machine.inputs.map((i) => i.value) } };
    return this.#start;
  }

  thread(index: number): Thread {
    const t = this.machine.threads[index];
    if (t === undefined) throw new Error(`there is no thread ${index}`);
    return t;
  }

  /** Moves a thread. Null: it cannot move, and the state is unchanged. */
  move(thread: number, decisions: Decisions = undecided): Move | null {
    const { machine } = this;
    const t = this.thread(thread);
    if (machine.outcome !== null || t.status !== "running") return null;
    const before = { choices: machine.choices.length, inputs: machine.inputs.length, threads: machine.threads.length };
    this.#oracle.decide(decisions);
    const step = machine.step(t, this.#oracle);
    if (step === null) return null;
    return {
      thread,
      isLocal: step.isLocal,
      choices: machine.choices.slice(before.choices),
      inputs: machine.inputs.slice(before.inputs).map((i) => i.value),
      started: machine.threads.slice(before.threads).map((u) => u.index),
    };
  }

  /** Undoes the last move. */
  undo(): void {
    this.machine.undo();
  }

  /** Goes on with threads that stand at lines, each to its next visible operation. Returns these moves. */
  finishLines(): Move[] {
    const { machine } = this;
    const moves: Move[] = [];
    for (const t of machine.threads)
      while (canMoveLocally(machine, t)) {
        const made = this.move(t.index);
        if (made === null) break;
        moves.push(made);
      }
    return moves;
  }

  /** The moves of a schedule, made on this machine from its start, as far as the program follows it; and where it does not, if so: -1 otherwise. */
  follow(schedule: Schedule): { readonly path: Path; readonly divergedAt: number } {
    const { machine } = this;
    const inputs = [...schedule.inputs];
    const { steps, prelude, inputs: _, ...environment } = schedule;
    const moves: Move[] = [];
    let choices = [...prelude];
    const consume = (m: Decisions): void => {
      choices = choices.slice(m.choices.length);
      inputs.splice(0, m.inputs.length);
    };
    const goOn = (thread: number): void => {
      while (canMoveLocally(machine, this.thread(thread))) {
        const made = this.move(thread, { choices, inputs });
        if (made === null) return;
        consume(made);
        moves.push(made);
      }
    };
    const start = this.restart({ ...environment, prelude: { choices, inputs } });
    consume(start.prelude);
    goOn(0);
    for (const [i, step] of steps.entries()) {
      choices = [...step.choices];
      const made = machine.threads[step.thread] === undefined ? null : this.move(step.thread, { choices, inputs });
      if (made === null) return { path: { start, moves }, divergedAt: i };
      consume(made);
      moves.push(made);
      goOn(step.thread);
      for (const t of made.started) goOn(t);
    }
    return { path: { start, moves }, divergedAt: -1 };
  }
}

/** The path, and the local moves after it that bring every thread before its next visible operation. */
export function completePath(program: Program, options: Omit<MachineOptions, "undo" | "stopsAtLines">, { start, moves }: Path): Path {
  const walker = new Walker(program, options, start, false);
  for (const m of moves) if (walker.move(m.thread, m) === null) throw new Error("a recorded path cannot be followed");
  return { start: walker.start, moves: [...moves, ...walker.finishLines()] };
}
