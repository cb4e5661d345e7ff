// What is open inside a step, enumerated: choices and inputs as a vector of decisions, and the next vector in order. The first try
// takes the first alternative of each; a step is exhausted when no vector follows.

import { findInputDomain, type InputFrame } from "../analysis/input-domains.ts";
import { bodyOf } from "../analysis/reachable-functions.ts";
import type { Machine, Oracle } from "../execution/machine.ts";
import type { Decision } from "../reduction/search.ts";

/** Inputs up to this width are enumerated whatever becomes of them. */
const enumeratedBits = 8;

/** Stands in footprints for the number of inputs taken: an address no object has. */
export const nextInput = 1;

/** A step in which more is to be decided, one after the other, asks without end for all we know: what lies behind is not covered. */
const mostDecisions = 256;
/** Where all ways to decide in a step are listed: no more than these. */
export const mostWays = 2 ** 16;

const oneStep = "the decisions in one step";

const nothing: readonly never[] = [];

/** Takes given decisions first, then the first alternative of each. */
export class Enumerator implements Oracle {
  #taken: Decision[] | null = null;
  #prefix: readonly Decision[] = [];
  #chosen: number[] | null = null;
  readonly #domains = new Map<string, readonly bigint[] | null>();
  /** An input was met whose values are too many. */
  uncovered: string | null = null;

  constructor(
    readonly machine: Machine,
    readonly inputs: readonly bigint[] | null,
  ) {}

  begin(prefix: readonly Decision[]): void {
    this.#taken = this.#chosen = null; // nearly always it stays at that
    this.#prefix = prefix;
  }

  /** What was decided since the beginning. */
  get taken(): readonly Decision[] {
    return this.#taken ?? nothing;
  }

  #decide(count: number, what: string): number {
    this.#taken ??= [];
    const taken = this.#taken;
    const value = this.#prefix[taken.length]?.value ?? 0;
    if (taken.length < mostDecisions) taken.push({ value, count });
    else this.uncovered ??= what;
    return value;
  }

  /** Not all ways to decide in a step are tried. */
  giveUp(): void {
    this.uncovered ??= oneStep;
  }

  choose(count: number): number {
    const value = this.#decide(count, oneStep);
    this.#chosen ??= [];
    this.#chosen.push(value);
    return value;
  }

  /**
   * Are the choices the machine made since there were `from` of them those decided here? Where the decided ones block, it takes
   * others: no vector that begins with what has blocked.
   */
  chose(choices: readonly number[], from: number): boolean {
    const chosen = this.#chosen ?? nothing;
    return choices.length - from === chosen.length && chosen.every((c, i) => c === choices[from + i]);
  }

  input(bits: number, what: string, thread: number): bigint {
    const given = this.inputs?.[this.machine.inputs.length];
    // Given inputs are taken in turn: who takes which depends on who comes first.
    if (this.inputs !== null) this.machine.footprint?.add(nextInput, 1, given !== undefined);
    if (given !== undefined) return given;
    const domain = bits === 1 ? null : this.#domainOf(bits, thread);
    if (domain !== null) return (domain.length === 1 ? domain[0] : domain[this.#decide(domain.length, what)]) as bigint;
    if (bits <= enumeratedBits) return BigInt(this.#decide(2 ** bits, what));
    this.uncovered ??= what;
    return 0n;
  }

  /** The values that stand for all, at the place where the thread asks; null: too many. */
  #domainOf(bits: number, thread: number): readonly bigint[] | null {
    const { machine } = this;
    const t = machine.threads[thread];
    if (t === undefined) return null;
    const stack: (InputFrame & { readonly id: number })[] = [{ id: t.fn.id, body: t.fn.body, operation: machine.at }];
    for (let level = t.depth - 1; level >= 0; level--) {
      const { function: id, pc } = t.frameAt(level);
      const fn = machine.code[id];
      const operation = fn?.operationAt[pc];
      if (fn === undefined || operation === undefined) break;
      stack.push({ id, body: fn.body, operation });
    }
    const key = `${bits} ${stack.map((f) => `${f.id}.${f.operation}`).join(" ")}`;
    let domain = this.#domains.get(key);
    if (domain === undefined) {
      domain = findInputDomain(stack, bits, (id) => {
        const f = machine.program.functions[id];
        return f === undefined || f.external ? null : bodyOf(f);
      });
      this.#domains.set(key, domain);
    }
    return domain;
  }
}

/** The next vector of decisions in order, or null. */
export function successor(taken: readonly Decision[]): Decision[] | null {
  let last = taken.length - 1;
  while (last >= 0 && (taken[last] as Decision).value + 1 >= (taken[last] as Decision).count) last--;
  if (last < 0) return null;
  const next = taken.slice(0, last + 1).map((d) => ({ ...d }));
  (next[last] as Decision).value++;
  return next;
}
