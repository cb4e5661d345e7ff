// Idle iterations of busy waits, in formulas. In: a thread that has just returned to an earlier state of its trail (execution/spinning.ts). Out: what must hold elsewhere so that its
// iteration is idle there as well, and its run need not be followed.
//
// A run with an idle iteration reaches nothing that the shorter run without it does not reach. So a state at the end of one is a leaf: take a shortest run to a violation; it
// has no idle iteration, and so is never left at such a leaf. The iteration is idle where the thread returns to what it was, and no step of it has changed shared memory. The
// state to which it returns may lie before the state whose formula is made: then the formula speaks of the trail of the thread.

import type { LoopFacts } from "../../analysis/spin-loops.ts";
import type { Machine } from "../../execution/machine.ts";
import { isInstanceOf, type MemoryObject } from "../../execution/memory-object.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Scalar } from "../../program/operations.ts";
import type { Conjunction } from "../../symbolic/conjunction.ts";
import { readCell, readRegister, type StateVariables } from "../../symbolic/state-variables.ts";
import type { Way } from "../../symbolic/way.ts";
import { Substitution } from "../../terms/substitute.ts";
import type { Term } from "../../terms/term.ts";
import type { ShadowByte, Shadowed } from "./shadow.ts";

/** What a step did to the trail of its thread. */
export interface TrailStep {
  readonly thread: number;
  /** How many states it has after the step; 0: none. */
  readonly length: number;
  /** The state before the step became its first. */
  readonly isFirst: boolean;
  /** Its first and its last state after the step; null: the thread has stopped. */
  readonly ends: { readonly first: readonly number[]; readonly last: readonly number[] } | null;
}

/** The first and the last state of a trail. */
export function endsOf({ trail }: Thread): TrailStep["ends"] {
  if (trail === null) return null;
  let first = trail;
  while (first.earlier !== null) first = first.earlier;
  return { first: first.state, last: trail.state };
}

export class IdleIterations {
  /** By the variable that says that a thread was in a state: the thread is in it now. */
  readonly #equalities = new Map<Term, Term>();

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly facts: LoopFacts,
  ) {}

  /** The thread has made an idle iteration; `before`: the length of its trail before its last step. */
  leaf(t: Thread, before: number): Conjunction {
    const { machine, variables } = this;
    const { spinning } = machine;
    if (spinning === null) throw new Error("busy waits are not recognised");
    const place = Math.max(before, 1) - spinning.idleSteps;
    const was = variables.trail(t.index, place, spinning.stateOf(t));
    const is = this.#isAsNow(t);
    this.#equalities.set(was, variables.conjuncts.termOf(is));
    return variables.conjuncts.both(variables.conjuncts.of(was), is);
  }

  /** Whether the thread has returned to its earlier state, which it has in the run at hand, for all inputs of the path: what depends on inputs is the same term. */
  isAsBefore(t: Thread, before: Shadowed, now: Shadowed): boolean {
    const { machine, facts } = this;
    for (let level = 0; level <= t.depth; level++) {
      const { function: id, pc } = t.frameAt(level);
      const fn = machine.code[id];
      const k = fn?.operationAt[pc];
      if (fn === undefined || k === undefined) return false;
      const live = facts.findLive(fn.body);
      for (const r of level < t.depth ? live.after(k) : live.before(k)) {
        const key = `${t.index}.${level}.${r}`;
        if (before.registers.get(key) !== now.registers.get(key)) return false;
      }
    }
    const isSame = (a: ShadowByte | undefined, b: ShadowByte | undefined): boolean => a?.value === b?.value && a?.index === b?.index;
    const transfers = new Set([...before.transfers.keys(), ...now.transfers.keys()].filter((k) => k.startsWith(`${t.index}.`)));
    for (const key of transfers) if (!isSame(before.transfers.get(key), now.transfers.get(key))) return false;
    for (const o of this.#ownObjects(t))
      for (let at = o.address; at < o.address + o.size; at++) if (!isSame(before.bytes.get(at), now.bytes.get(at))) return false;
    return true;
  }

  *#ownObjects(t: Thread): Iterable<MemoryObject> {
    for (const region of [t.hidden, t.shared, ...t.otherRegions])
      for (const o of region.objects) if (o.isPrivate && o.live && !isInstanceOf(o, this.facts.irrelevant)) yield o;
  }

  /** The live registers of the thread and its own memory are what they are now. */
  #isAsNow(t: Thread): Conjunction {
    const { machine, variables, facts } = this;
    const { terms, conjuncts } = variables;
    const equal: Term[] = [];
    for (let level = 0; level <= t.depth; level++) {
      const { function: id, pc } = t.frameAt(level);
      const fn = machine.code[id];
      const k = fn?.operationAt[pc];
      if (fn === undefined || k === undefined) return conjuncts.false;
      const live = facts.findLive(fn.body);
      for (const r of level < t.depth ? live.after(k) : live.before(k)) {
        if ((fn.slots[r] as number) < 0) continue;
        const { bits } = fn.body.registers[r] as Scalar;
        equal.push(terms.eq(variables.register(t.index, level, r, bits), terms.constant(readRegister(machine, t, level, r), bits)));
      }
    }
    for (const o of this.#ownObjects(t))
      for (let i = 0; i < o.size; ) {
        const size = o.size - i >= 4 ? 4 : 1;
        const at = o.address + i;
        equal.push(terms.eq(variables.cell(at, size), terms.constant(readCell(machine, at, size), 8 * size)));
        i += size;
      }
    return conjuncts.all(equal.map((e) => conjuncts.of(e)));
  }

  /** The step changes nothing that other threads see. The machine stands behind it. */
  changesNothing({ cells }: Way): Conjunction {
    const { terms, conjuncts } = this.variables;
    const isShared = (address: number): boolean =>
      this.machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32))?.isPrivate !== true;
    return conjuncts.all(
      cells
        .filter((c) => isShared(c.address))
        .map(({ address, size, value }) => conjuncts.of(terms.eq(this.variables.cell(address, size), value))),
    );
  }

  /** A formula after a step, where the step has added a state to the trail: that state is the one after the step. */
  after(formula: Conjunction, { thread, length, ends }: TrailStep): Conjunction {
    return length === 0 ? formula : this.#replace(formula, thread, length - 1, ends?.last ?? null);
  }

  /** A formula before a step that began the trail: its first state is the one before the step. */
  before(formula: Conjunction, { thread, isFirst, ends }: TrailStep): Conjunction {
    return isFirst ? this.#replace(formula, thread, 0, ends?.first ?? null) : formula;
  }

  /** A formula after a step that has ended the trail of its thread: it holds no state. */
  withoutTrail(formula: Conjunction, thread: number): Conjunction {
    return this.#replace(formula, thread, -1, null);
  }

  /**
   * The thread is in the state at this place of its trail, which holds nothing beyond it. `state`: what it is in the run at hand; null: what the formula says. A formula may speak of other states
   * than those of the run at hand, because it stands for other runs as well (summaries): of these, nothing is said.
   */
  #replace(formula: Conjunction, thread: number, place: number, state: readonly number[] | null): Conjunction {
    if (this.#equalities.size === 0) return formula;
    const { variables } = this;
    const substitution = new Substitution(variables.terms, (leaf) => {
      if (leaf.op !== "variable") return null;
      const v = variables.meaningOf(leaf.name);
      if (v.kind !== "trail" || v.thread !== thread || v.place < place) return null;
      const isHere = v.place === place && (state === null || isSame(v.state, state));
      return isHere ? (this.#equalities.get(leaf) as Term) : variables.terms.false;
    });
    return variables.conjuncts.map(formula, (c) => substitution.apply(c));
  }
}

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((n, i) => n === b[i]);
