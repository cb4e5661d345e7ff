// Steps of a search that needs no formulas: nothing is pruned, and no order is found by what steps touch. In: a thread, and choices. Out: the machine has taken the step; or it must be followed, because it waits or
// takes an input.
//
// Steps that are taken at once are most of the steps of such a search. They are taken in a row, without a state of the search between them, as long as nothing is decided: no choice, no
// input, no step of a busy wait, whose states idle iterations are compared with.

import { Footprint } from "../../execution/footprint.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Watch } from "../../execution/watch.ts";
import type { Decision } from "../../reduction/search.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Tally } from "../tally.ts";
import type { Attempt, Attempts } from "./attempts.ts";
import type { RunEnds } from "./ends.ts";
import type { Inputs } from "./inputs.ts";
import { isAtOwnStep, type OwnSteps } from "./own-steps.ts";
import type { PathStep, RunPath } from "./path.ts";
import { nothingTouched } from "./touched.ts";

/** Steps in a row: limits are checked between rows. */
const maxRow = 64;

export class PlainSteps {
  readonly #footprint = new Footprint();
  /** By the index of a thread. */
  readonly #pathSteps: PathStep[] = [];
  /** A state of the last thread was counted: of the state at hand, after a row. */
  isLast = false;
  /** Answers that threads wait, and for which it was noted what they read. */
  readonly #waits = new WeakSet<Watch>();
  /** A step takes an input. */
  #hasInputs = false;

  constructor(
    readonly machine: Machine,
    readonly inputs: Inputs,
    readonly own: OwnSteps | null,
    readonly terms: Terms,
  ) {}

  /** Tries the thread's next step with the choices at hand; null: it is to be followed. `formula`: of all states. */
  attempt(t: Thread, tried: Attempts, formula: Attempt["formula"]): Attempt | null {
    if (this.#dependsOnInputs || t.pendingFault !== null) return null;
    const isBlocked = this.#isKnownToWait(t);
    const choices = isBlocked ? noDecisions : this.#take(t, tried.vector ?? noChoices);
    if (choices === null) return null;
    const condition = tried.terms.true;
    const hasWaited = isBlocked || choices === waits;
    const attempt: Attempt = { way: null, choices, touched: nothingTouched, isBlocked: hasWaited, condition, trail: null, formula };
    tried.cover(condition, choices);
    tried.list.push(attempt);
    return attempt;
  }

  /** Once an input was taken, in a step or at the beginning of main, steps are followed. */
  get #dependsOnInputs(): boolean {
    return this.#hasInputs || this.machine.inputs.length > 0;
  }

  /** The choices of the step; `waits`: it asks for none, and waits; null: it is to be followed. */
  #take(t: Thread, vector: readonly number[]): readonly Decision[] | null {
    const { machine, inputs } = this;
    const isOwn = isAtOwnStep(t);
    this.#footprint.clear();
    inputs.begin(vector);
    if (machine.step(t, inputs, this.#footprint) === null) return this.#noteWait(t, isOwn) ? waits : null;
    if (machine.inputs.length > 0) {
      this.#hasInputs = true;
      machine.undo();
      return null;
    }
    this.own?.noteFootprint(t.index, isOwn, this.#footprint);
    return inputs.taken;
  }

  /** The thread was found to wait. Returns false if that depends on choices or inputs. What it read is noted: it waits until that changes. */
  #noteWait(t: Thread, isOwn: boolean): boolean {
    const { machine } = this;
    if (machine.queries.count > 0) return false;
    this.own?.noteFootprint(t.index, isOwn, this.#footprint);
    if (machine.probes.canPass(t)) return false;
    if (this.#footprint.count > 0 && t.probed !== null) this.#waits.add(t.probed);
    return true;
  }

  #isKnownToWait({ probed }: Thread): boolean {
    return probed !== null && this.#waits.has(probed) && probed.holds(this.machine.memory);
  }

  /** Takes steps that are taken at once, until there is none, or one is to be taken by itself, or the run shows something. Returns how many. */
  takeRow(isLast: boolean, path: RunPath, tally: Tally, ends: RunEnds): number {
    const { machine } = this;
    this.isLast = isLast;
    for (let n = 0; n < maxRow; n++) {
      const t = machine.outcome === null && machine.violations.length === 0 ? this.#takeNext() : null;
      ends.noteUnwritten();
      if (t === null) return n;
      tally.steps++;
      path.push(this.#pathStepOf(t));
      ends.note();
    }
    return maxRow;
  }

  /** The thread that has taken its step; null: none is to be taken in a row. */
  #takeNext(): Thread | null {
    if (this.#dependsOnInputs) return null;
    let running = 0;
    let first: Thread | null = null;
    for (const t of this.machine.threads)
      if (t.status === "running") {
        first ??= t;
        running++;
      }
    if (first === null) return null;
    const isLast = this.isLast && running === 1;
    const taken = isLast ? (this.#takeAlone(first) === "taken" ? first : null) : this.#takeOwn();
    if (taken !== null) this.isLast = isLast;
    return taken;
  }

  #takeOwn(): Thread | null {
    if (this.own === null) return null;
    for (const t of this.machine.threads) {
      if (t.status !== "running" || !isAtOwnStep(t)) continue;
      const result = this.#takeAlone(t);
      if (result !== "waits") return result === "taken" ? t : null;
    }
    return null;
  }

  /** Takes a step that decides nothing; any other is taken back. */
  #takeAlone(t: Thread): "taken" | "waits" | "decides" {
    if (t.pendingFault !== null) return "decides";
    if (this.#isKnownToWait(t)) return "waits";
    const choices = this.#take(t, noChoices);
    if (choices === waits) return "waits";
    if (choices === null) return "decides";
    if (choices.length === 0 && t.trail === null && t.status !== "spinning") return "taken";
    this.machine.undo();
    return "decides";
  }

  #pathStepOf({ index, name }: Thread): PathStep {
    let step = this.#pathSteps[index];
    if (step?.thread !== name) {
      const condition = this.terms.true;
      step = { thread: name, index, choices: noChoices, inputs: 0, condition, undoShadow: nothingToUndo };
      this.#pathSteps[index] = step;
    }
    return step;
  }

  /** The thread whose step is taken at once, alone; undefined: there is none. `isLast`: a state of the last thread was counted. */
  findOwn(running: readonly Thread[], isLast: boolean): Thread | undefined {
    if (this.#dependsOnInputs) return undefined;
    if (isLast && running.length === 1) return running[0];
    if (this.own === null) return undefined;
    return running.find((t) => isAtOwnStep(t) && !this.machine.endsProcess(t) && this.machine.isEnabled(t));
  }
}

export const noChoices: readonly number[] = [];
const noDecisions: readonly Decision[] = [];
const waits: readonly Decision[] = [];
export const nothingToUndo = (): void => undefined;
