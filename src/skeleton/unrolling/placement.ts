// What depends on where objects lie. In: a computation on addresses, on a path. Out: failures and freedoms that it meets (layout.ts); for comparisons
// by order, a choice.

import type { Operation } from "../../program/operations.ts";
import type { PlacementHost } from "../../symbolic/host.ts";
import { pointerTo } from "../../symbolic/instance.ts";
import type { Term } from "../../terms/term.ts";
import { pairOf } from "../knowledge.ts";
import { moves, type ObjectFilter, stays } from "../layout.ts";
import type { SharedObject } from "../skeleton.ts";
import type { Instance } from "./frame.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** Unsupported, or an assumption, unless the order is a choice: an engine then makes it one. */
export const orderOfAddresses = "the order of addresses of different objects";

type Comparison = Extract<Operation, { op: "compare" }>["predicate"];
type Integer = Parameters<PlacementHost<Instance>["integer"]>[1];

export class Placement implements PlacementHost<Instance> {
  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
  ) {}

  integer(at: Instance, o: Integer, left: Term, right: Term): void {
    this.#note(at, (asked) => this.steps.round.layout.integer(o, left, right, asked));
  }

  compare(at: Instance, o: Operation & { op: "compare" }, left: Term, right: Term, plain: () => Term): Term {
    const { steps } = this;
    const { round } = steps;
    this.#note(at, (asked) => round.layout.compare(o, left, right, asked));
    const isOrder = o.predicate !== "eq" && o.predicate !== "ne";
    if (!isOrder || round.machine.freedoms.has("placement")) {
      this.stale(at, left, right);
      steps.closeSingle(false);
    }
    const value = plain();
    return decide(steps, isOrder ? orderAddresses(steps, at, o.predicate, left, right, value) : value);
  }

  convert(at: Instance, o: Operation & { op: "convert" }, from: Term): void {
    this.#note(at, (asked) => this.steps.round.layout.convert(o, from, asked));
  }

  other(at: Instance, values: readonly Term[]): void {
    const { terms, round } = this.steps;
    this.#note(at, (asked) => terms.boolean(values.some((x) => round.layout.isAddress(x, asked))));
  }

  stale(at: Instance, left: Term, right: Term): void {
    noteStale(this.steps, this.memory, at, left, right);
  }

  /** Notes when a number depends on the placement of objects. The library uses addresses correctly, except in what it computes for its caller. */
  #note({ frame, path }: Instance, when: (asked: ObjectFilter) => Term): void {
    const { steps } = this;
    if (!frame.reportsOverflow) return;
    steps.failForLayout(path, when(moves));
    steps.meet(path, "placement", when(stays)); // globals have the addresses of the executor, so a violation can be confirmed
  }
}

/** Notes a comparison of addresses for equality that meets the freedom `reuse`: a dead object's address may be used again. */
function noteStale(steps: Steps, memory: ThreadMemory, { frame, path }: Instance, a: Term, b: Term): void {
  const { terms, round } = steps;
  if (a.width < round.program.pointerBits) return;
  // The library compares two words at once for its callers. Which objects they are in is not followed.
  if (a.width > round.program.pointerBits) return steps.meet(path, "reuse", terms.boolean(round.layout.mayHoldMortal(a, b)));
  if (frame.library) return;
  const isDead = (object: SharedObject, when: Term): Term => memory.isDead(path, object, when);
  const left: Term[] = [round.layout.staleAnywhere(a, b, isDead)];
  for (const { x, y, when } of round.layout.alike(a, b))
    for (const [dead, next] of [
      [x, y],
      [y, x],
    ] as const) {
      const isStale = terms.and(when, isDead(dead, when));
      if (isStale === terms.false) continue;
      const { missing, isCovered } = followersOf(steps, dead, next);
      if (missing.length > 0) {
        steps.meet(path, "reuse", isStale, missing.join());
        continue;
      }
      // Other offsets: an object that begins in the middle of a dead one.
      const apart = terms.ne(terms.sub(a, pointerTo(round, x.address)), terms.sub(b, pointerTo(round, y.address)));
      left.push(isCovered ? terms.and(isStale, apart) : isStale);
    }
  steps.meet(path, "reuse", terms.any(left));
}

/**
 * Whether every object that may lie in the second place is offered the first one, where that is free: then the comparison is covered. `missing`: the pairs of
 * positions that are yet to be offered.
 */
function followersOf({ knowledge, round }: Steps, dead: SharedObject, place: SharedObject): { missing: string[]; isCovered: boolean } {
  const next = knowledge.occupantsOf(place).filter((o) => o !== dead);
  // That a block stays where it is when it is reallocated is not offered.
  const pairs = next.map((o) => (knowledge.mayMove(dead, o) ? undefined : pairOf(dead, o)));
  const missing = pairs.filter((p): p is string => p !== undefined && round.options.reuse?.has(p) !== true);
  return { missing, isCovered: missing.length === 0 && !pairs.includes(undefined) };
}

/** A comparison by order. Which of two objects lies below the other is open; nothing but the order of all of them follows. */
function orderAddresses(steps: Steps, instance: Instance, predicate: Comparison, a: Term, b: Term, plain: Term): Term {
  const { terms, round } = steps;
  const { frame, path } = instance;
  if (!frame.reportsOverflow) return plain;
  if (!round.machine.freedoms.has("placement")) {
    steps.fail(path, "unsupported", "unsupported", round.layout.ordered(a, b, moves), orderOfAddresses);
    steps.meet(path, "placement", round.layout.ordered(a, b, stays), orderOfAddresses);
    return plain;
  }
  if (a.width !== round.program.pointerBits) return plain;
  if (round.layout.mayBeAnywhere(a, b)) steps.failForLayout(path, terms.true);
  const isLess = predicate.endsWith("lt") || predicate.endsWith("le");
  let value = plain;
  for (const { x, y, when } of round.layout.pairs(a, b)) {
    if (![x, y].every((o) => o.kind === "global" || o.made !== undefined)) {
      steps.failForLayout(path, when);
      continue;
    }
    const [left, right] = [round.rankOf(x), round.rankOf(y)];
    round.assumptions.push(terms.ne(left, right));
    value = terms.ite(when, isLess ? terms.ult(left, right) : terms.ult(right, left), value);
  }
  return value;
}

/** A condition over variables with few values may have only one outcome: then it is a constant. */
function decide({ terms, possible }: Steps, condition: Term): Term {
  const outcomes = condition.op === "constant" ? null : possible.outcomes(condition);
  return outcomes?.size === 1 ? terms.constant([...outcomes][0] as bigint, 1) : condition;
}
