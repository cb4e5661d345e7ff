// How runs end, and what they violate. In: a machine in a state of the search. Out: violations, noted; of a state in which a run ends, its formula.
//
// The papers' leaves are corrected: an error of a checked property is false, and so is a run that was cut at a bound; other ends are true.

import { findLost } from "../../execution/deadlocks.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { isStackOverflow, LimitReached } from "../../support/limits.ts";
import type { Conjunction } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import { noteEnd } from "../early-ends.ts";
import { type EngineResult, nothingCovered } from "../engine.ts";
import { reasonToStop } from "../search/sampling.ts";
import { noteLost, noteViolations, resultOf, spentAfter, type Tally } from "../tally.ts";
import type { Attempt } from "./attempts.ts";
import type { Inputs } from "./inputs.ts";
import type { SearchNode } from "./node.ts";
import type { SymexTask } from "./options.ts";
import type { RunPath } from "./path.ts";

export class RunEnds {
  readonly #checksDeadlock: boolean;
  #guessesWaits = false;

  constructor(
    readonly machine: Machine,
    readonly task: SymexTask,
    readonly tally: Tally,
    readonly path: RunPath,
    readonly conjuncts: Conjuncts,
    readonly maxSteps: number,
  ) {
    this.#checksDeadlock = task.properties.includes("deadlock");
  }

  /** Notes what the run has done so far. */
  note(): void {
    const { machine, tally, path } = this;
    this.noteUnwritten();
    if (machine.violations.length > 0) noteViolations(tally.found, this.task, machine, path.startChoices, () => path.threads);
  }

  /** One value of unwritten memory was taken among many: also by a step that waits. */
  noteUnwritten(): void {
    if (this.machine.unwrittenRead !== 0) this.tally.unwritten = this.machine.unwrittenRead;
  }

  /** The search cannot continue. */
  cutBy(error: unknown): void {
    const { tally, task } = this;
    if (error instanceof Unsupported) tally.cut = unknownBecause({ kind: "not-symbolic", engine: "symex", what: error.what, where: "" });
    else if (isStackOverflow(error))
      tally.cut = unknownBecause({ kind: "not-symbolic", engine: "symex", what: "a value of so many operations", where: "" });
    else if (error instanceof LimitReached) tally.cut = spentAfter(task.budget, `${tally.runs} runs`);
    else throw error;
  }

  /**
   * The thread waits, for inputs of which this holds. The machine runs with some of them: for these it may wait forever although others go on. Threads that wait for each other, each for inputs of its own, are
   * not seen so.
   */
  noteWait(t: Thread, node: SearchNode, { way, condition }: Attempt, inputs: Inputs): void {
    const { machine } = this;
    if (condition.op === "constant") return;
    // Threads were chosen by who can go on with the inputs at hand: for others, one that was chosen waits.
    node.addAll();
    if (!this.#checksDeadlock) return;
    const end = way?.threads[0]?.end;
    const { taken, later } = inputs.inputsOf(condition);
    if (end?.kind === "blocked" && !end.assumption && taken.length > 0 && later.length > 0) this.guessWaits();
    this.noteLost(machine.threads.filter((r) => r.status === "running"));
    node.tried.waitsForOwner ||= machine.isHeldUp(t) && machine.probes.needsOf(t) !== null;
    this.#guessesWaits ||= node.waitForOwners > 1;
  }

  /** Whether threads wait was not asked for all inputs. */
  guessWaits(): void {
    this.#guessesWaits = true;
  }

  /** What the search has found. */
  resultOf(prune: string, hasTooManyChoices: boolean): EngineResult {
    const { machine, tally, task } = this;
    if (hasTooManyChoices) tally.uncovered ??= { kind: "inputs-not-covered", input: "one step" };
    for (const freedom of machine.met) tally.met.add(freedom);
    const result = resultOf(tally, task, prune, this.maxSteps);
    // Whether a section can be taken that reads an input of many values was only guessed.
    const isGuess = this.#guessesWaits || (this.#checksDeadlock && machine.probes.untried !== null);
    if (!isGuess || result.findings.get("deadlock")?.kind !== "covered") return result;
    const unknown = { kind: "unknown", unknown: unknownBecause({ kind: "waits-guessed" }), scope: nothingCovered } as const;
    return { ...result, findings: new Map([...result.findings, ["deadlock", unknown]]) };
  }

  /** The process has ended. */
  end(kind: string): Conjunction {
    const { machine, conjuncts, task, tally } = this;
    tally.runs++;
    noteEnd(tally.ends, machine);
    tally.cut ??= reasonToStop(machine, "ended", this.maxSteps);
    const isOpenError = kind === "error" && machine.violations.some((v) => task.properties.includes(v.property));
    return isOpenError || kind === "stopped" ? conjuncts.false : conjuncts.true;
  }

  /** No thread can go on. */
  endStuck(): Conjunction {
    const { machine, conjuncts, tally } = this;
    const { threads } = machine;
    const isParked = threads.some((t) => t.status === "spinning");
    const isCut = threads.some((t) => t.status === "cut");
    tally.runs++;
    if (isCut) tally.bounded = true;
    if (isParked) tally.parked++;
    if (this.#checksDeadlock) {
      machine.concludeStuck();
      this.note();
    }
    return isParked || isCut || (this.#checksDeadlock && machine.outcome?.kind === "error") ? conjuncts.false : conjuncts.true;
  }

  /** No thread can go on there: nothing is concluded from a state of which that is wrong. */
  endStuckAt(node: SearchNode): false {
    if (this.endStuck() === this.conjuncts.false) node.isOpen = true;
    return false;
  }

  /** Threads may wait forever although others go on. Returns whether they do. */
  noteLost(running: readonly Thread[]): boolean {
    const { machine, path } = this;
    if (!this.#checksDeadlock || running.every((t) => !machine.isHeldUp(t)) || findLost(machine).length === 0) return false;
    noteLost(this.tally.found, this.task, machine, path.startChoices, () => path.threads);
    return true;
  }
}
