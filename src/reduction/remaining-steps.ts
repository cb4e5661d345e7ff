// What threads may still do while others do nothing. In: the control points of these threads, and the state at hand. Out: the ways of their steps, from here to their ends; facts
// of the state that exclude the others.
//
// A cell that none of these ways writes keeps its value. A way whose guard asks for another value of such a cell is not taken: the join of a thread that does nothing, the
// acquisition of a lock that such a thread holds, and all that lies behind them. Ways and written cells grow together until nothing changes. That a guard was false is a fact about cells that keep
// their values: where it holds, all that is concluded from it holds as well.

import { append } from "../support/lists.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay } from "../symbolic/step-graph.ts";
import type { Way } from "../symbolic/way.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { ByteNumbers, type Bytes } from "./byte-numbers.ts";
import { type CellFact, cellsOf, type Range } from "./cells.ts";

export interface RemainingWay {
  readonly node: GraphNode;
  /** Of the way in the node. */
  readonly index: number;
  /** The thread of the state at hand that takes the step, or that starts the one that does. */
  readonly origin: number;
}

export interface Remaining {
  readonly ways: readonly RemainingWay[];
  /** These hold, and exclude all other ways. */
  readonly facts: readonly Term[];
  /** Threads of the state at hand that reach a step which is not known. */
  readonly open: ReadonlySet<number>;
}

/** A conjunct of a guard, on cells alone; and whether it is false, in the state for which it was asked last. */
interface GuardFact extends CellFact {
  readonly bytes: Bytes;
  askedIn: Evaluator | null;
  isFalse: boolean;
}

interface PreparedWay {
  readonly taken: RemainingWay;
  readonly next: readonly GraphNode[];
  readonly facts: readonly GuardFact[];
  readonly writes: Bytes;
}

export class RemainingSteps {
  readonly #facts = new Map<Term, GuardFact | null>();
  /** By node, and by the thread from which it was reached. */
  readonly #prepared = new Map<GraphNode, PreparedWay[][]>();
  readonly #numbers = new ByteNumbers();
  readonly #written = new WrittenBytes();

  constructor(
    readonly variables: StateVariables,
    /** Whether cells have one value for all inputs of the run at hand. */
    readonly isFixed: (cells: readonly Range[]) => boolean = () => true,
  ) {}

  of(nodes: readonly GraphNode[], now: Evaluator): Remaining {
    const written = this.#written;
    written.clear();
    const unknown = new Set<number>();
    const ways: RemainingWay[] = [];
    const seen = new Set<GraphNode>();
    const open = [...nodes];
    const origins = nodes.map((node) => node.thread);
    let refuted: { readonly way: PreparedWay; readonly fact: GuardFact }[] = [];
    const take = (way: PreparedWay): void => {
      const fact = this.#refutation(way, now);
      if (fact !== null) {
        refuted.push({ way, fact });
        return;
      }
      ways.push(way.taken);
      written.add(way.writes);
      for (const node of way.next) {
        open.push(node);
        origins.push(way.taken.origin);
      }
    };
    for (;;) {
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        const origin = origins.pop() as number;
        if (seen.has(node)) continue;
        seen.add(node);
        if (typeof node.open === "string") unknown.add(origin);
        for (const way of this.#waysOf(node, origin)) take(way);
      }
      const again = refuted.filter((r) => written.meets(r.fact));
      if (again.length === 0) break;
      refuted = refuted.filter((r) => !again.includes(r));
      for (const { way } of again) take(way);
    }
    const { terms } = this.variables;
    return { ways, facts: [...new Set(refuted.map((r) => terms.not(r.fact.term)))], open: unknown };
  }

  /** The ways of a thread's next step that no fact excludes, whatever others do. */
  certainWays(node: GraphNode, now: Evaluator): readonly Way[] {
    const certain: Way[] = [];
    for (const { taken, facts } of this.#waysOf(node, node.thread))
      if (!facts.some((f) => this.#isFalse(f, now))) certain.push((node.ways[taken.index] as GraphWay).way);
    return certain;
  }

  /** A conjunct of the guard that is false now, on cells that keep their values. */
  #refutation({ facts }: PreparedWay, now: Evaluator): GuardFact | null {
    for (const fact of facts) if (this.#isFalse(fact, now) && !this.#written.meets(fact)) return fact;
    return null;
  }

  #isFalse(fact: GuardFact, now: Evaluator): boolean {
    if (fact.askedIn !== now) {
      fact.askedIn = now;
      fact.isFalse = now.value(fact.term) === 0n && this.isFixed(fact.cells);
    }
    return fact.isFalse;
  }

  /** The condition, if it speaks of cells alone. */
  factOf(term: Term): CellFact | null {
    return this.#factOf(term);
  }

  #factOf(term: Term): GuardFact | null {
    let known = this.#facts.get(term);
    if (known === undefined) {
      const cells = cellsOf(this.variables, term, null);
      known =
        cells === null || cells.length === 0 ? null : { term, cells, bytes: this.#numbers.bytesOf(cells), askedIn: null, isFalse: false };
      this.#facts.set(term, known);
    }
    return known;
  }

  #waysOf(node: GraphNode, origin: number): readonly PreparedWay[] {
    let byOrigin = this.#prepared.get(node);
    if (byOrigin === undefined) {
      byOrigin = [];
      this.#prepared.set(node, byOrigin);
    }
    let ways = byOrigin[origin];
    if (ways === undefined) {
      ways = node.ways.map(({ way, next }, index) => {
        const { touches, cells, begun, ended } = way;
        return {
          taken: { node, index, origin },
          next,
          facts: way.guard.map((g) => this.#factOf(g)).filter((f) => f !== null),
          writes: this.#numbers.bytesOf([...touches.filter((t) => t.writes), ...cells, ...begun, ...ended]),
        };
      });
      byOrigin[origin] = ways;
    }
    return ways;
  }
}

/** A set of bytes that is cleared and filled often. */
class WrittenBytes {
  /** By the number of a byte: the set that it was in last. */
  readonly #inSet: number[] = [];
  #set = 0;
  #large: Range[] = [];

  clear(): void {
    this.#set++;
    this.#large = [];
  }

  add({ numbers, large }: Bytes): void {
    for (const n of numbers) this.#inSet[n] = this.#set;
    append(this.#large, large);
  }

  /** Whether cells have a byte in the set. */
  meets({ cells, bytes }: GuardFact): boolean {
    for (const n of bytes.numbers) if (this.#inSet[n] === this.#set) return true;
    return (
      this.#large.length > 0 && cells.some((c) => this.#large.some((l) => l.address < c.address + c.size && c.address < l.address + l.size))
    );
  }
}
