// Asks the driver's oracle what is open inside a step: choices and inputs. In: the question, from generated code or an
// access. Out: the answer, recorded in the machine's lists so that the run can be repeated.

import type { Operation } from "../program/operations.ts";
import type { SaidBits } from "./carried-bytes.ts";
import { runtime } from "./compile/runtime.ts";
import { type InputRange, isBetween, type Oracle } from "./contract.ts";
import { Fault } from "./fault.ts";
import { freedomOfChoice } from "./freedoms.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** The choice by which a condition wait decides not to wake spuriously (library/condition.c). */
const declining = "no spurious wake-up";

const noInputs: readonly bigint[] = [];
const silent: Oracle = { choose: () => 0, input: () => 0n };

/** `event`: a spurious event, or another address than the ordinary one. `declined`: a wait will not be left spuriously. */
export type Unusual = "event" | "declined";

/** A read of unwritten memory. */
export interface UnwrittenRead {
  /** What it was said to hold; null: some of it is open. */
  readonly settled: bigint | null;
  readonly said: SaidBits;
  readonly isCovered: boolean;
  readonly name: () => string;
}

export class OracleQueries {
  /** The driver's oracle, or for a while one that tries all decisions. */
  oracle: Oracle = silent;
  /** The inputs given by the driver's oracle. */
  #given: readonly bigint[] = noInputs;
  /** Asking for an input is a step of its own, outside sections. */
  asksInSteps = false;
  /** Questions since the step began. */
  count = 0;
  /** Of these, how many were about spurious events. */
  free = 0;
  /** A spurious event was chosen, or a wait was told not to wake spuriously: the environment need never do so. */
  isVoluntary = false;
  /** What an environment did in the step that need not do anything unusual; null: nothing. */
  unusual: Unusual | null = null;

  constructor(
    readonly run: RunState,
    readonly step: StepContext,
  ) {}

  /** Sets the oracle of the driver. */
  setOracle(oracle: Oracle): void {
    this.oracle = oracle;
    this.#given = oracle.given ?? noInputs;
    this.asksInSteps = oracle.asksInSteps ?? this.#given.length > 0;
  }

  /** How the driver's oracle is asked for inputs: for an oracle that takes its place for a while. */
  get askedFor(): Required<Pick<Oracle, "given" | "asksInSteps">> {
    return { given: this.#given, asksInSteps: this.asksInSteps };
  }

  /** A step begins. */
  begin(): void {
    this.count = this.free = 0;
    this.isVoluntary = false;
    this.unusual = null;
  }

  choose(t: Thread, k: number, count: number): number {
    return this.chooseFor(t, count, (t.fn.operations[k] as Operation & { op: "choose" }).what);
  }

  chooseFor(t: Thread, count: number, what: string): number {
    if (count <= 1) return 0;
    this.count++;
    const value = this.oracle.choose(count, what, t.index);
    if (!Number.isInteger(value) || value < 0 || value >= count) throw new Fault("invalid-argument", `choice ${value} of ${count}`);
    const isSpurious = freedomOfChoice(what) === "spurious";
    if (isSpurious) this.free++;
    if (value !== 0 && (isSpurious || what === declining)) {
      this.isVoluntary = true;
      this.unusual = isSpurious ? "event" : (this.unusual ?? "declined");
    }
    this.run.choices.push(value);
    this.step.recorder?.note(`${what}: ${value + 1} of ${count}`);
    return value;
  }

  /**
   * The same, where only some answers are worth a run: the others are not offered, but the choice is recorded as one of `count`. `told`: the answer, if the
   * oracle has been asked in another way.
   */
  chooseAmong(thread: number, count: number, what: string, allowed: readonly number[], told: number | null = null): number {
    if (count <= 1) return 0;
    let value = 0;
    if (allowed.length > 1) {
      this.count++;
      const chosen = told ?? allowed[this.oracle.choose(allowed.length, what, thread)];
      if (chosen === undefined) throw new Fault("invalid-argument", `a choice of more than ${allowed.length}`);
      value = chosen;
      if (value !== 0) this.unusual = "event";
      if (value !== 0) this.step.recorder?.note(`${what}: ${value + 1} of ${count}`);
    }
    this.run.choices.push(value);
    return value;
  }

  /** The thread asks: that is its step, if asking is one. */
  #ask(t: Thread, k: number): void {
    const { step } = this;
    step.at = k;
    if (!this.asksInSteps) return;
    step.stepAt(t, k);
    if (step.go > 0) step.go--;
  }

  input(t: Thread, k: number, bits: number): number {
    this.#ask(t, k);
    runtime.split(this.inputFor(t, bits, (t.fn.operations[k] as Operation & { op: "input" }).what));
    return runtime.low;
  }

  inputFrom(t: Thread, k: number, bits: number, firstLow: number, firstHigh: number, lastLow: number, lastHigh: number): number {
    this.#ask(t, k);
    const range = { first: runtime.big64(firstLow, firstHigh), last: runtime.big64(lastLow, lastHigh) };
    const { what } = t.fn.operations[k] as Operation & { op: "input" };
    runtime.split(range.first === range.last ? range.first : this.inputFor(t, bits, what, range));
    return runtime.low;
  }

  /** An answer outside the range counts as the ordinary value: a file of inputs may hold anything, and inputs beyond a schedule are 0. */
  inputFor(t: Thread, bits: number, what: string, range: InputRange | null = null): bigint {
    this.count++;
    if (!this.step.probing && this.#given.length > 0) this.run.version++;
    const answer = BigInt.asUintN(bits, this.oracle.input(bits, what, t.index, range));
    const value = range === null || isBetween(answer, range) ? answer : range.first;
    this.run.inputs.push({ thread: t.index, what, bits, value });
    this.step.recorder?.note(`${what} = ${bits > 1 ? BigInt.asIntN(bits, value) : value}`);
    return value;
  }

  /** Does the oracle say what unwritten memory holds? Not where inputs are given: those are counted. */
  get saysUnwritten(): boolean {
    return this.oracle.unwritten !== undefined && this.#given.length === 0;
  }

  /** The driver notes itself where the run depends on one of many values of unwritten memory. */
  get coversUnwritten(): boolean {
    return this.oracle.coversUnwritten !== undefined && this.saysUnwritten;
  }

  /** What unwritten memory holds; null: the oracle does not say. It is an input like others, but copies of one byte hold the same, whatever the oracle says of them. */
  unwritten(t: Thread, bits: number, { settled, said, isCovered, name }: UnwrittenRead): bigint | null {
    const { oracle } = this;
    if (oracle.unwritten === undefined || !this.saysUnwritten) return null;
    this.count++;
    const value = (BigInt.asUintN(bits, oracle.unwritten(bits, settled, t.index, isCovered)) & ~said.bits) | said.values;
    const covered = isCovered ? ({ isCovered } as const) : {};
    if (settled === null)
      this.run.inputs.push({ thread: t.index, what: `uninitialised ${name()}`, bits, value, isUnwritten: true, ...covered });
    return value;
  }

  /** How many of the given inputs were taken. */
  get givenTaken(): number {
    return Math.min(this.run.inputs.length, this.#given.length);
  }

  /** The next input, if it is given. */
  get givenInput(): bigint | undefined {
    const { memory, inputs } = this.run;
    if (this.#given.length > 0) memory.watching?.spoil(); // the next one depends on how many were taken
    return this.#given[inputs.length];
  }
}
