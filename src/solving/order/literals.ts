// The order literals: one variable per pair of events of different chains that a formula or lemma mentions. In: pairs of events. Out: the
// literal, made on first use; the events of a variable; per event its literals.

import type { TheoryHost } from "../cdcl/theory.ts";
import type { ProofLog } from "../certificate/proof.ts";
import { type Literal, negate, positive } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";

export class OrderLiterals {
  /** By pair of events, the smaller first. */
  readonly #byPair = new Map<number, Literal>();
  /** Per variable its two events, or -1. */
  readonly before = new Integers();
  readonly after = new Integers();
  /** Per event e: pairs of another event and the literal that e comes before it. */
  readonly of: Integers[] = [];

  /** `made` is called for every new literal. */
  constructor(
    readonly host: TheoryHost,
    readonly graph: Reachability,
    readonly proof: ProofLog | null,
    readonly made: (literal: Literal, first: number, second: number) => void,
  ) {}

  addEvent(): void {
    this.of.push(new Integers(2));
  }

  /** Whether a comes before b, if they are in one chain; otherwise null. False for the same event. */
  fixed(a: number, b: number): boolean | null {
    const { chainOf, positionOf } = this.graph;
    if (chainOf.data[a] !== chainOf.data[b]) return null;
    return positionOf.data[a] < positionOf.data[b];
  }

  /** The literal that a comes before b; for events of different chains. */
  literal(a: number, b: number): Literal {
    const [first, second] = a < b ? [a, b] : [b, a];
    const key = first * 0x4000000 + second;
    const literal = this.#byPair.get(key) ?? this.#make(key, first, second);
    return a < b ? literal : negate(literal);
  }

  #make(key: number, first: number, second: number): Literal {
    if (this.fixed(first, second) !== null) throw new Error("events of one chain need no order literal");
    const variable = this.host.newVariable();
    const literal = positive(variable);
    this.#byPair.set(key, literal);
    this.before.extend(variable + 1, -1);
    this.after.extend(variable + 1, -1);
    this.before.data[variable] = first;
    this.after.data[variable] = second;
    for (const [event, other, says] of [
      [first, second, literal],
      [second, first, negate(literal)],
    ] as const) {
      this.of[event].push(other);
      this.of[event].push(says);
    }
    this.proof?.add({ step: "order", variable, before: first, after: second });
    this.made(literal, first, second);
    this.host.observe(variable);
    return literal;
  }
}
