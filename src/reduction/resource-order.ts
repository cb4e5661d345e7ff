// States compared by one cell, a resource (PDPOR, section 6, first pattern): equal but for the cell, of which more is worse. In: a cell, all steps that may still run. Out: whether
// every run that fails with less of it also fails with more of it; an interval for the cell now, within which no update wraps around.
//
// A cell qualifies if every step that may still run keeps the order: what goes on from a state also goes on from a state with more of it, to the same control and with all else equal, or
// fails there; what fails still fails. The updates of the cell must be a·r + c with a >= 1, or assignments of constants. Of r, whatever the order of the updates that may still run, at most
// (|r| + Σ|c|) · Πa becomes: while that fits the cell, numbers behave as in mathematics, and "more" is kept. Loops that change the cell have no such bound.

import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, StepGraph } from "../symbolic/step-graph.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Range } from "./cells.ts";
import { type Linear, linearIn } from "./linear.ts";
import type { Proofs } from "./proofs.ts";
import type { Covering } from "./semi-commutativity.ts";
import { overlaps, type Step, type Steps, type StepWay } from "./steps.ts";

/** What updates may do to the cell, in any order: multiply it, add to it, take from it. */
interface Growth {
  readonly factor: bigint;
  readonly added: bigint;
  readonly taken: bigint;
}

const noGrowth: Growth = { factor: 1n, added: 0n, taken: 0n };

export class ResourceOrder implements Covering {
  readonly key: string;
  readonly cell: Term;
  readonly #other: Term;
  readonly #renaming: Substitution;
  readonly #growths = new Map<GraphNode, Growth | null>();
  /** By their cores; those that begin or end an object here by themselves. */
  readonly #byCores = new Map<number, Growth | null>();
  readonly #bySteps = new Map<number, Growth | null>();
  /** The last question: it is asked again for every step of the others. */
  #asked: { readonly nodes: readonly GraphNode[]; readonly interval: Term | null } | null = null;

  constructor(
    readonly variables: StateVariables,
    readonly steps: Steps,
    readonly proofs: Proofs,
    readonly graph: StepGraph,
    readonly place: Range,
    readonly isSigned: boolean,
    readonly isUpward: boolean,
  ) {
    const { terms } = variables;
    this.key = `${place.address}:${place.size}${isSigned ? "s" : "u"}${isUpward ? "+" : "-"}`;
    this.cell = variables.cell(place.address, place.size);
    this.#other = terms.variable(`more of ${this.cell.name}`, this.cell.width);
    this.#renaming = new Substitution(terms, (leaf) => (leaf === this.cell ? this.#other : null));
  }

  covers(first: Term, second: Term): Term {
    const { terms } = this.variables;
    const [less, more] = this.isUpward ? [first, second] : [second, first];
    return this.isSigned ? terms.sle(less, more) : terms.ule(less, more);
  }

  /** What holds of the cell now so that the order is kept by all steps that threads at these control points may still take; null: it is not kept. */
  interval(nodes: readonly GraphNode[]): Term | null {
    if (this.#asked?.nodes !== nodes) this.#asked = { nodes, interval: this.#intervalFor(nodes) };
    return this.#asked.interval;
  }

  #intervalFor(nodes: readonly GraphNode[]): Term | null {
    let [factor, added, taken] = [1n, 0n, 0n];
    for (const n of nodes) {
      const g = this.#growthFrom(n);
      if (g === null) return null;
      factor *= g.factor;
      added += g.added;
      taken += g.taken;
    }
    return this.#within({ factor, added, taken });
  }

  /** The cell's numbers for which this growth does not wrap around; null: there are none. */
  #within({ factor, added, taken }: Growth): Term | null {
    const { terms } = this.variables;
    const { width } = this.cell;
    const number = (n: bigint): Term => terms.constant(n, width);
    const most = (1n << BigInt(this.isSigned ? width - 1 : width)) - 1n;
    if (this.isSigned) {
      const limit = most / factor - added - taken;
      return limit < 0n ? null : terms.and(terms.sle(number(-limit), this.cell), terms.sle(this.cell, number(limit)));
    }
    const limit = most / factor - added;
    return limit < taken ? null : terms.and(terms.ule(number(taken), this.cell), terms.ule(this.cell, number(limit)));
  }

  /** What may be assumed of the cell when the two steps are taken, one after the other. */
  assumption(steps: readonly Step[]): Term | null {
    let [factor, added, taken] = [1n, 0n, 0n];
    for (const s of steps) {
      const g = this.#growthOf(s);
      if (g === null) return null;
      factor *= g.factor;
      added += g.added;
      taken += g.taken;
    }
    return this.#within({ factor, added, taken });
  }

  // ---- over graphs

  #growthFrom(node: GraphNode): Growth | null {
    const known = this.#growths.get(node);
    if (known !== undefined) return known;
    const found = this.#explore(node);
    this.#growths.set(node, found);
    return found;
  }

  /** Depth first, with an own stack: graphs are long. */
  #explore(start: GraphNode): Growth | null {
    const open = new Set<GraphNode>();
    const stack: GraphNode[] = [start];
    for (;;) {
      const node = stack.at(-1);
      if (node === undefined) return this.#growths.get(start) ?? null;
      if (this.#growths.has(node)) {
        stack.pop();
        continue;
      }
      if (!open.has(node)) {
        open.add(node);
        const own = this.#growthOf(this.steps.of(node, 0));
        if (own === null) return null;
        const next = node.ways.flatMap((w) => w.next);
        // A control point that leads back to itself: it must not change the cell on the way.
        if (next.some((n) => open.has(n) && !this.#growths.has(n)) && !this.#isIdle(node)) return null;
        for (const n of next) if (!open.has(n)) stack.push(n);
        continue;
      }
      stack.pop();
      this.#growths.set(node, this.#join(node));
    }
  }

  /** Nothing that is reachable from here changes the cell. */
  #isIdle(node: GraphNode): boolean {
    return this.graph.reachableFrom(node).every((n) => {
      const g = this.#growthOf(this.steps.of(n, 0));
      return g !== null && g.factor === 1n && g.added === 0n && g.taken === 0n;
    });
  }

  /** Its own step, then what is worst of what follows. Threads that are started run beside. */
  #join(node: GraphNode): Growth {
    const own = this.#growthOf(this.steps.of(node, 0)) as Growth;
    let worst = noGrowth;
    for (const { next } of node.ways) {
      let [factor, added, taken] = [1n, 0n, 0n];
      for (const n of next) {
        const g = this.#growths.get(n) ?? noGrowth;
        factor *= g.factor;
        added += g.added;
        taken += g.taken;
      }
      worst = { factor: max(worst.factor, factor), added: max(worst.added, added), taken: max(worst.taken, taken) };
    }
    return { factor: own.factor * worst.factor, added: own.added + worst.added, taken: own.taken + worst.taken };
  }

  // ---- of a step

  /** Null: the step does not keep the order. */
  #growthOf(step: Step): Growth | null {
    let known = this.#bySteps.get(step.id);
    if (known === undefined) {
      const isHere = step.ways.some((w) => w.lifetimes.some((l) => overlaps(l, this.place)));
      known = isHere ? undefined : this.#byCores.get(step.core);
      if (known === undefined) known = this.#computeGrowth(step);
      if (!isHere) this.#byCores.set(step.core, known);
      this.#bySteps.set(step.id, known);
    }
    return known;
  }

  #computeGrowth(step: Step): Growth | null {
    let worst = noGrowth;
    let isTouched = false;
    for (const w of step.ways) {
      const uses = w.touches.filter((t) => overlaps(t, this.place));
      isTouched ||= uses.length > 0;
      if (uses.some((t) => t.address !== this.place.address || t.size !== this.place.size)) return null;
      const update = this.#updateOf(w.before(this.cell));
      if (update === null) return null;
      const { factor, plus } = update;
      worst = {
        factor: max(worst.factor, factor),
        added: max(worst.added, plus),
        taken: max(worst.taken, -plus),
      };
    }
    if (!isTouched) return worst;
    const isKnown = step.isDetermined && step.ways.every((w) => w.isComparable);
    return isKnown && this.#keepsOrder(step, worst) ? worst : null;
  }

  /** Null: it is not of the form factor · r + plus with factor >= 1. An assignment counts as an addition to a number with sign; without sign, what is assigned may be less than what others still take away. */
  #updateOf(update: Term): Linear | null {
    const found = linearIn(update, this.cell);
    if (found === null || found.factor < 0n) return null;
    if (found.factor > 0n) return found;
    return this.isSigned ? { factor: 1n, plus: found.plus } : null;
  }

  #keepsOrder(step: Step, growth: Growth): boolean {
    const { terms } = this.variables;
    const within = this.#within(growth);
    if (within === null) return false;
    const more = (t: Term): Term => this.#renaming.apply(t);
    // Updates of the form a·r + c with a >= 0 keep "more" where they do not wrap around. That follows from what is known; for a solver of clauses it is hard.
    const updates = new Set(step.ways.map((w) => w.before(this.cell)));
    const ordered = [...updates].map((u) => this.covers(u, more(u)));
    const known = terms.all([this.covers(this.cell, this.#other), within, more(within), ...ordered]);
    const failsWithMore = terms.any(step.ways.filter((w) => w.outcome === "fails").map((w) => more(w.guard)));
    return step.ways.every((w) => {
      if (w.outcome === "waits" || w.outcome === "ends") return true;
      const then = w.outcome === "fails" ? [] : step.ways.filter((v) => v.target === w.target);
      const goesOn = then.map((v) => terms.and(more(v.guard), this.#isCovered(w, v)));
      return this.proofs.isValid(terms.implies(terms.and(known, w.guard), terms.any([failsWithMore, ...goesOn])));
    });
  }

  /** What the one way makes of a state is covered by what the other makes of a state with more. */
  #isCovered(w: StepWay, v: StepWay): Term {
    const { terms } = this.variables;
    const variables = new Set([...w.written, ...v.written, ...w.live]);
    return terms.all(
      [...variables].map((x) => {
        const [less, more] = [w.before(x), this.#renaming.apply(v.before(x))];
        return x === this.cell ? this.covers(less, more) : terms.eq(less, more);
      }),
    );
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
