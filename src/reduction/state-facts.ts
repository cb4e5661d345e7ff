// All that persistent sets depend on, of the state at hand, as a number. In: the control points of the threads that run. Out: equal numbers mean equal sets.
//
// What threads may still do follows from where they stand, and from which guards of their steps are false now, on cells that have one value. In a search these are the same in many states.

import type { Machine } from "../execution/machine.ts";
import { IntVector, VectorTable } from "../support/vector-table.ts";
import type { Conjunction } from "../symbolic/conjunction.ts";
import { FormulaCheck } from "../symbolic/formula-check.ts";
import { StateAtHand, type StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, StepGraph } from "../symbolic/step-graph.ts";
import type { Term } from "../terms/term.ts";
import type { Range } from "./cells.ts";
import type { RemainingSteps } from "./remaining-steps.ts";
import { WatchedValues } from "./watched-values.ts";

/** A thread that runs. */
export interface StandingThread {
  readonly node: GraphNode;
  readonly isEnabled: boolean;
  /** Which ways its next step may go. */
  readonly next: { readonly number: number };
}

interface Fact {
  readonly set: Conjunction;
  readonly cells: readonly Range[];
  /** Null: its cells cannot be watched. */
  readonly watched: WatchedValues | null;
  readonly compute: () => boolean;
  askedIn: number;
  excludes: boolean;
}

const kind = 1;

export class StateFacts {
  readonly #check: FormulaCheck;
  readonly #numbers = new Map<GraphNode, number>();
  readonly #facts = new Map<GraphNode, readonly Fact[]>();
  readonly #byTerm = new Map<Term, Fact | null>();
  readonly #vector = new IntVector();
  readonly #table = new VectorTable(Number.POSITIVE_INFINITY);

  #state = 0;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly graph: StepGraph,
    readonly remaining: RemainingSteps,
  ) {
    // Guards that speak of inputs are not asked for.
    this.#check = new FormulaCheck(new StateAtHand(machine, variables, noInput), variables.conjuncts);
  }

  /** The state is another one now. */
  begin(): void {
    this.#state++;
    this.#check.begin();
  }

  holds(condition: Conjunction): boolean {
    return this.#check.holds(condition);
  }

  numberOf(threads: readonly StandingThread[]): number {
    const v = this.#vector;
    v.length = 0;
    for (const { node, isEnabled, next } of threads) {
      v.push(this.#nodeNumber(node));
      v.push(2 * next.number + (isEnabled ? 1 : 0));
      this.#pushFacts(this.#factsFrom(node));
    }
    return this.#table.intern(kind, v.data, v.length);
  }

  /** A bit per fact: whether it excludes ways. */
  #pushFacts(facts: readonly Fact[]): void {
    let [bits, count] = [0, 0];
    for (const fact of facts) {
      bits = (bits << 1) | (this.#excludes(fact) ? 1 : 0);
      if (++count < 32) continue;
      this.#vector.push(bits);
      [bits, count] = [0, 0];
    }
    this.#vector.push(bits);
  }

  /** It is false, for all inputs of the run at hand. */
  #excludes(fact: Fact): boolean {
    if (fact.askedIn !== this.#state) {
      fact.askedIn = this.#state;
      const holds = fact.watched === null ? fact.compute() : fact.watched.answer(fact.compute);
      fact.excludes = !holds && this.remaining.isFixed(fact.cells);
    }
    return fact.excludes;
  }

  #nodeNumber(node: GraphNode): number {
    let n = this.#numbers.get(node);
    if (n === undefined) {
      n = this.#numbers.size;
      this.#numbers.set(node, n);
    }
    return n;
  }

  /** Those of all steps that can be reached from a node. */
  #factsFrom(node: GraphNode): readonly Fact[] {
    let known = this.#facts.get(node);
    if (known === undefined) {
      const found = new Set<Fact>();
      for (const n of this.graph.reachableFrom(node))
        for (const { way } of n.ways)
          for (const g of way.guard) {
            const fact = this.#factOf(g);
            if (fact !== null) found.add(fact);
          }
      known = [...found];
      this.#facts.set(node, known);
    }
    return known;
  }

  #factOf(guard: Term): Fact | null {
    let known = this.#byTerm.get(guard);
    if (known === undefined) {
      const cells = this.remaining.factOf(guard)?.cells ?? null;
      known = cells === null ? null : this.#makeFact(guard, cells);
      this.#byTerm.set(guard, known);
    }
    return known;
  }

  #makeFact(guard: Term, cells: readonly Range[]): Fact {
    const set = this.variables.conjuncts.of(guard);
    const watched = WatchedValues.of(
      this.machine,
      cells.map(({ address, size }) => ({ kind: "cell", address, size })),
    );
    return { set, cells, watched, compute: () => this.#check.holds(set), askedIn: -1, excludes: false };
  }
}

const noInput = (): never => {
  throw new Error("a fact about cells speaks of an input");
};
