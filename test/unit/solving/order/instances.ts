// Random problems of the order theory as plain data, and three ways to decide them: the theory, the plain encoding with transitivity
// clauses, and trying every order. Variables: booleans first, then those that each method needs for the order.

import { Core } from "../../../../src/solving/cdcl/core.ts";
import type { ProofLog } from "../../../../src/solving/certificate/proof.ts";
import { OrderTheory } from "../../../../src/solving/order/theory.ts";
import type { Rng } from "../../../../src/support/rng.ts";

/** A boolean b: { boolean, negative }; or: first event before second. */
export type Atom = { readonly boolean: number; readonly negative: boolean } | { readonly before: readonly [number, number] };

export interface Instance {
  readonly booleans: number;
  /** Per event its chain. */
  readonly events: readonly number[];
  readonly clauses: readonly (readonly Atom[])[];
  readonly reads: readonly {
    readonly event: number;
    readonly visibleWrites: readonly { readonly write: number; readonly reads: Atom }[];
    readonly rivals: readonly { readonly write: number; readonly overwrites: Atom }[];
  }[];
}

export interface Size {
  readonly chains: number;
  readonly events: number;
  readonly booleans: number;
  readonly reads: number;
  readonly clauses: number;
}

export function randomInstance(rng: Rng, size: Size): Instance {
  const chains = rng.between(1, size.chains);
  const count = rng.between(2, size.events);
  const events = Array.from({ length: count }, () => rng.below(chains));
  let booleans = rng.between(1, size.booleans);
  const anyBoolean = (): Atom => ({ boolean: rng.below(booleans), negative: rng.chance(0.5) });
  const anyAtom = (): Atom => (rng.chance(0.5) ? anyBoolean() : { before: [rng.below(count), rng.below(count)] });
  const clauses: Atom[][] = [];
  const reads = Array.from({ length: rng.below(size.reads + 1) }, () => {
    const event = rng.below(count);
    const others = rng.shuffle(events.map((_, e) => e)).filter((e) => e !== event || rng.chance(0.02));
    const fresh = rng.chance(0.8);
    const visibleWrites = others.slice(0, rng.between(1, 4)).map((write) => {
      if (!fresh) return { write, reads: rng.chance(0.1) ? anyAtom() : anyBoolean() };
      booleans++;
      return { write, reads: { boolean: booleans - 1, negative: false } };
    });
    // Usually the write that is seen is a rival of the others, and the read may itself be a write.
    const writes = new Set([
      ...(rng.chance(0.9) ? visibleWrites.map((c) => c.write) : []),
      ...rng.shuffle(events.map((_, e) => e)).slice(0, rng.below(4)),
    ]);
    const rivals = [...writes].map((write) => ({ write, overwrites: rng.chance(0.1) ? anyAtom() : anyBoolean() }));
    if (rng.chance(0.8)) clauses.push(visibleWrites.map((c) => c.reads));
    return { event, visibleWrites, rivals };
  });
  for (let i = rng.below(size.clauses + 1); i > 0; i--) clauses.push(Array.from({ length: rng.between(1, 3) }, anyAtom));
  return { booleans, events, clauses, reads };
}

/**
 * Threads that read and write a few places: the shape the theory is made for. If `observed`, the write that each read sees is fixed: with
 * probability `faithful` the one that follows from the order of creation.
 */
export function randomProgram(rng: Rng, threads: number, length: number, places: number, observed = false, faithful = 0.95): Instance {
  let booleans = 3;
  const events: number[] = [];
  const accesses: { thread: number; place: number; kind: "read" | "write" | "both" }[] = [];
  const left = Array.from({ length: threads }, () => length);
  for (;;) {
    const open = left.flatMap((n, thread) => (n > 0 ? [thread] : []));
    if (open.length === 0) break;
    const thread = rng.pick(open);
    left[thread]--;
    events.push(thread);
    accesses.push({
      thread,
      place: rng.below(places),
      kind: rng.weighted([
        [4, "read"],
        [4, "write"],
        [1, "both"],
      ] as const),
    });
  }
  const guards: Atom[] = accesses.map(() => ({ boolean: rng.below(3), negative: !observed && rng.chance(0.3) }));
  const clauses: Atom[][] = [];
  const reads = accesses.flatMap((access, event) => {
    if (access.kind === "write") return [];
    const writes = accesses.flatMap((a, e) => (a.kind !== "read" && a.place === access.place ? [e] : []));
    const visibleWrites = writes
      .filter((e) => e !== event && (accesses[e].thread !== access.thread || e < event))
      .map((write) => ({ write, reads: { boolean: booleans++, negative: false } }));
    for (const c of visibleWrites) clauses.push([{ ...c.reads, negative: true }, guards[c.write]]);
    // Usually as in the order of creation: only the order of writes that no read saw stays open.
    const last = visibleWrites.findLast((c) => c.write < event);
    if (observed && last !== undefined) clauses.push([rng.chance(faithful) ? last.reads : rng.pick(visibleWrites).reads]);
    else if (!(observed && faithful === 1) && visibleWrites.length > 0 && rng.chance(0.7)) clauses.push(visibleWrites.map((c) => c.reads));
    return [{ event, visibleWrites, rivals: writes.map((write) => ({ write, overwrites: guards[write] })) }];
  });
  for (let i = observed ? 0 : rng.below(3); i > 0; i--) clauses.push([{ boolean: rng.below(3), negative: false }]);
  for (let i = observed && faithful === 1 ? 0 : rng.below(4); i > 0; i--)
    clauses.push([
      { before: [rng.below(events.length), rng.below(events.length)] },
      { before: [rng.below(events.length), rng.below(events.length)] },
    ]);
  return { booleans, events, clauses, reads };
}

/** The order that follows from the chains alone. */
function fixedOrder(instance: Instance, a: number, b: number): boolean | null {
  return instance.events[a] === instance.events[b] ? a < b : null;
}

interface Encoding {
  readonly core: Core;
  literal(atom: Atom): number | boolean;
}

function addClauses(instance: Instance, { core, literal }: Encoding): void {
  for (const clause of instance.clauses) {
    const literals = clause.map(literal);
    if (!literals.includes(true)) core.addClause(literals.filter((l): l is number => typeof l === "number"));
  }
}

export interface Outcome {
  readonly answer: string;
  /** If sat: truth of every boolean, and a position for every event. */
  readonly model: { readonly booleans: readonly boolean[]; readonly positions: readonly number[] } | null;
}

const unlimited = { interrupted: () => false };

export class TheoryDriver {
  readonly core: Core;
  readonly theory: OrderTheory;
  readonly #booleans: number[] = [];
  #true = -1;

  /** `theoryTurn`: see `CoreOptions`. */
  constructor(proof: ProofLog | null, theoryTurn = 0) {
    this.core = new Core(proof === null ? { theoryTurn } : { proof, theoryTurn });
    this.theory = new OrderTheory(this.core, { proof });
    this.core.attach(this.theory);
  }

  literal(instance: Instance, atom: Atom): number | boolean {
    if ("boolean" in atom) {
      while (this.#booleans.length <= atom.boolean) this.#booleans.push(this.core.newVariable());
      return this.#booleans[atom.boolean] * 2 + (atom.negative ? 1 : 0);
    }
    return fixedOrder(instance, ...atom.before) ?? this.theory.literal(...atom.before);
  }

  /** Adds what the instance has from these indices on. */
  add(instance: Instance, events = 0, reads = 0, clauses = 0): void {
    for (const chain of instance.events.slice(events)) this.theory.event(chain);
    for (const { event, visibleWrites, rivals } of instance.reads.slice(reads))
      this.theory.read(
        event,
        visibleWrites.map((c) => ({ write: c.write, literal: this.#constant(this.literal(instance, c.reads)) })),
        rivals.map((r) => ({ write: r.write, literal: this.#constant(this.literal(instance, r.overwrites)) })),
      );
    addClauses({ ...instance, clauses: instance.clauses.slice(clauses) }, { core: this.core, literal: (a) => this.literal(instance, a) });
  }

  #constant(literal: number | boolean): number {
    if (typeof literal === "number") return literal;
    if (this.#true < 0) {
      this.#true = this.core.newVariable() * 2;
      this.core.addClause([this.#true]);
    }
    return literal ? this.#true : this.#true ^ 1;
  }

  solve(instance: Instance, assumptions: readonly number[] = []): Outcome {
    for (let b = 0; b < instance.booleans; b++) this.literal(instance, { boolean: b, negative: false });
    const answer = this.core.solve(assumptions, unlimited);
    if (answer !== "sat") return { answer, model: null };
    return {
      answer,
      model: {
        booleans: Array.from({ length: instance.booleans }, (_, b) => this.core.modelValue(this.#booleans[b] * 2)),
        positions: instance.events.map((_, e) => this.theory.position(e)),
      },
    };
  }
}

/** A variable per pair of events, transitivity for every triple, a clause per candidate and rival. */
export function solvePlainly(instance: Instance): string {
  const core = new Core();
  const count = instance.events.length;
  const booleans = Array.from({ length: instance.booleans }, () => core.newVariable() * 2);
  const pairs = new Map<number, number>();
  const before = (a: number, b: number): number => {
    const [x, y] = a < b ? [a, b] : [b, a];
    const key = x * count + y;
    if (!pairs.has(key)) pairs.set(key, core.newVariable() * 2);
    const literal = pairs.get(key) as number;
    return a < b ? literal : literal ^ 1;
  };
  const never = core.newVariable() * 2 + 1;
  core.addClause([never ^ 1]);
  const order = (a: number, b: number): number => (a === b ? never : before(a, b));
  const literal = (atom: Atom): number => ("boolean" in atom ? booleans[atom.boolean] ^ (atom.negative ? 1 : 0) : order(...atom.before));
  for (let a = 0; a < count; a++)
    for (let b = 0; b < count; b++) {
      if (a < b && instance.events[a] === instance.events[b]) core.addClause([before(a, b)]);
      for (let c = 0; c < count; c++) if (a !== b && b !== c && a !== c) core.addClause([before(b, a), before(c, b), before(a, c)]);
    }
  for (const { event, visibleWrites, rivals } of instance.reads)
    for (const c of visibleWrites) {
      core.addClause([literal(c.reads) ^ 1, order(c.write, event)]);
      for (const r of rivals)
        if (r.write !== c.write && r.write !== event)
          core.addClause([literal(c.reads) ^ 1, literal(r.overwrites) ^ 1, order(r.write, c.write), order(event, r.write)]);
    }
  addClauses(instance, { core, literal });
  return core.solve([], unlimited);
}

/** Whether the assignment and order satisfy the instance, by its definition. */
export function satisfies(instance: Instance, booleans: readonly boolean[], positions: readonly number[]): boolean {
  const holds = (atom: Atom): boolean =>
    "boolean" in atom ? booleans[atom.boolean] !== atom.negative : positions[atom.before[0]] < positions[atom.before[1]];
  if (new Set(positions).size !== positions.length) return false;
  for (let a = 0; a < positions.length; a++)
    for (let b = a + 1; b < positions.length; b++)
      if (instance.events[a] === instance.events[b] && positions[a] > positions[b]) return false;
  return (
    instance.clauses.every((clause) => clause.some(holds)) &&
    instance.reads.every(({ event, visibleWrites, rivals }) =>
      visibleWrites.every(
        (c) =>
          !holds(c.reads) ||
          (positions[c.write] < positions[event] &&
            rivals.every(
              (r) =>
                r.write === c.write ||
                r.write === event ||
                !holds(r.overwrites) ||
                positions[r.write] < positions[c.write] ||
                positions[r.write] > positions[event],
            )),
      ),
    )
  );
}

/** Every order of the events with every assignment; for a handful of each. */
export function solveByTrying(instance: Instance): string {
  const count = instance.events.length;
  const positions = new Array<number>(count).fill(-1);
  const place = (next: number): boolean => {
    if (next === count) {
      for (let bits = 0; bits < 1 << instance.booleans; bits++) {
        const booleans = Array.from({ length: instance.booleans }, (_, b) => ((bits >> b) & 1) === 1);
        if (satisfies(instance, booleans, positions)) return true;
      }
      return false;
    }
    for (let e = 0; e < count; e++) {
      if (positions[e] >= 0 || instance.events.some((chain, other) => other < e && chain === instance.events[e] && positions[other] < 0))
        continue;
      positions[e] = next;
      if (place(next + 1)) return true;
      positions[e] = -1;
    }
    return false;
  };
  return place(0) ? "sat" : "unsat";
}
