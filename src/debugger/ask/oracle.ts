// Answers the choices and inputs of a question's runs. In: the moves of a path, or a search. Out: what the path says; in a search every choice in turn, and inputs as the question has them:
// those of the present run, by thread, or all values.
//
// A search for violations tries one value for each case that the code distinguishes. A condition can distinguish more: for it every value is tried, and an input with many
// values is not covered.

import { Enumerator } from "../../engines/search/decisions.ts";
import { type InputRange, isBetween, type Oracle } from "../../execution/contract.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Decision } from "../../reduction/search.ts";
import type { Cause } from "../../reports/unknown.ts";
import { repeated } from "../../scheduling/random.ts";
import type { Decisions, Start } from "../moves.ts";

/** Inputs with more values than this are not tried value by value. */
const maxListedValues = 256n;

/** The inputs of a run: of each thread by its name, or in the order of asking if that is a step of its own. */
export type KnownInputs = { readonly byThread: ReadonlyMap<string, readonly bigint[]> } | { readonly inOrder: readonly bigint[] };

export interface InputPolicy {
  /** Null: any values. Inputs beyond the known ones have any values. */
  readonly known: KnownInputs | null;
  /** Every value counts, not only one of each case that the code distinguishes. */
  readonly isExact: boolean;
  /** Values that are tried of inputs with too many. */
  readonly hints?: readonly bigint[];
}

export class QuestionOracle implements Oracle {
  readonly isExact = true;
  readonly asksInSteps: boolean;
  readonly unwritten?: NonNullable<Oracle["unwritten"]>;
  readonly #enumerator: Enumerator;
  /** What the path decides; null: a search decides. */
  #listed: Decisions | null = null;
  #choices = 0;
  #inputs = 0;
  #uncovered: Cause | null = null;
  /** Values of an input were tried one by one. */
  hasTriedInputs = false;

  constructor(
    readonly machine: Machine,
    start: Start,
    readonly policy: InputPolicy,
  ) {
    this.#enumerator = new Enumerator(machine, null);
    this.asksInSteps = start.asksInSteps ?? false;
    if (start.isFilled !== true) this.unwritten = (bits, settled) => settled ?? this.#unwritten(bits);
  }

  /** The next move decides this. */
  follow(decisions: Decisions): void {
    this.#listed = decisions;
    this.#choices = this.#inputs = 0;
  }

  /** The next move takes these decisions first, and then the first alternative of each. */
  begin(prefix: readonly Decision[]): void {
    this.#listed = null;
    this.#enumerator.begin(prefix);
  }

  /** The decisions since `begin`. */
  get taken(): readonly Decision[] {
    return this.#enumerator.taken;
  }

  /** What was not tried; null: nothing. */
  get uncovered(): Cause | null {
    return this.#uncovered ?? this.#enumerator.uncovered;
  }

  choose(count: number): number {
    if (this.#listed === null) return this.#enumerator.choose(count);
    const choice = this.#listed.choices[this.#choices++] ?? 0;
    return choice < count ? choice : 0;
  }

  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    if (this.#listed !== null) return this.#nextListed() ?? range?.first ?? 0n;
    const known = this.#known(thread);
    if (known !== undefined) return known;
    this.hasTriedInputs = true;
    if (!this.policy.isExact) return this.#enumerator.input(bits, what, thread, range);
    const values = listValues(bits, range) ?? this.#someValues(bits, what, thread, range);
    return values[values.length === 1 ? 0 : this.#enumerator.choose(values.length)] as bigint;
  }

  /** Not all of them: one of each case that the code distinguishes, if these are known, and the hints. */
  #someValues(bits: number, what: string, thread: number, range: InputRange | null): readonly bigint[] {
    this.#uncovered ??= { kind: "inputs-not-covered", input: what };
    const { machine, policy } = this;
    const cases = machine.inputValues.of(machine.threads[thread] as Thread, bits, range) ?? [];
    const hints = (policy.hints ?? []).map((v) => BigInt.asUintN(bits, v)).filter((v) => range === null || isBetween(v, range));
    return [...new Set([range?.first ?? 0n, ...cases, ...hints])];
  }

  #nextListed(): bigint | undefined {
    return this.#listed?.inputs[this.#inputs++];
  }

  #known(thread: number): bigint | undefined {
    const { known } = this.policy;
    if (known === null) return undefined;
    const asked = this.machine.inputs.filter((i) => !i.isUnwritten);
    if ("inOrder" in known) return known.inOrder[asked.length];
    const { name } = this.machine.threads[thread] as Thread;
    return known.byThread.get(name)?.[asked.filter((i) => i.thread === thread).length];
  }

  #unwritten(bits: number): bigint {
    const listed = this.#nextListed();
    if (listed !== undefined) return listed;
    if (this.#listed === null) this.#uncovered ??= { kind: "uninitialised-memory", at: null };
    return repeated(BigInt(this.machine.memory.fill), bits);
  }
}

/** All values, the ordinary one first; null: too many. */
function listValues(bits: number, range: InputRange | null): readonly bigint[] | null {
  const { first, last } = range ?? { first: 0n, last: (1n << BigInt(bits)) - 1n };
  const step = first <= last ? 1n : -1n;
  const count = (last - first) * step + 1n;
  return count > maxListedValues ? null : Array.from({ length: Number(count) }, (_, i) => first + step * BigInt(i));
}
