// What threads may still do while others do nothing. In: the control points of these threads, and the state at hand. Out: the ways of their steps, from here to their ends; facts
// of the state that exclude the others.
//
// A cell that none of these ways writes keeps its value. A way whose guard asks for another value of such a cell is not taken: the join of a thread that does nothing, the
// acquisition of a lock that such a thread holds, and all that lies behind them. Ways and written cells grow together until nothing changes. That a guard was false is a fact about cells that keep
// their values: where it holds, all that is concluded from it holds as well.

import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay } from "../symbolic/step-graph.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Range } from "./cells.ts";

/** A condition on cells alone. */
export interface CellFact {
  readonly term: Term;
  readonly cells: readonly Range[];
}

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
  /** Whether a cell keeps its value. */
  isKept(cells: readonly Range[]): boolean;
}

/** Written bytes are noted one by one, larger ranges as a whole. */
const maxBytes = 64;

export class RemainingSteps {
  readonly #facts = new Map<Term, CellFact | null>();
  readonly #writes = new Map<GraphWay, readonly Range[]>();

  constructor(
    readonly variables: StateVariables,
    /** Whether cells have one value for all inputs of the run at hand. */
    readonly isFixed: (cells: readonly Range[]) => boolean = () => true,
  ) {}

  of(nodes: readonly GraphNode[], now: Evaluator): Remaining {
    const unknown = new Set<number>();
    const written = new WrittenBytes();
    const ways: RemainingWay[] = [];
    const seen = new Set<GraphNode>();
    const open: { readonly node: GraphNode; readonly origin: number }[] = nodes.map((node) => ({ node, origin: node.thread }));
    let refuted: (RemainingWay & { readonly fact: CellFact })[] = [];
    const take = (w: RemainingWay): void => {
      const way = w.node.ways[w.index] as GraphWay;
      const fact = this.#refutation(way, written, now);
      if (fact !== null) {
        refuted.push({ ...w, fact });
        return;
      }
      ways.push(w);
      for (const r of this.#writesOf(way)) written.add(r);
      for (const node of way.next) open.push({ node, origin: w.origin });
    };
    for (;;) {
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const { node, origin } = next;
        if (seen.has(node)) continue;
        seen.add(node);
        if (typeof node.open === "string") unknown.add(origin);
        for (let index = 0; index < node.ways.length; index++) take({ node, index, origin });
      }
      const again = refuted.filter((r) => written.meets(r.fact.cells));
      if (again.length === 0) break;
      refuted = refuted.filter((r) => !again.includes(r));
      for (const w of again) take(w);
    }
    const { terms } = this.variables;
    return {
      ways,
      facts: [...new Set(refuted.map((r) => terms.not(r.fact.term)))],
      open: unknown,
      isKept: (cells) => !written.meets(cells),
    };
  }

  /** A conjunct of the guard that is false now, on cells that keep their values. */
  #refutation({ way }: GraphWay, written: WrittenBytes, now: Evaluator): CellFact | null {
    for (const g of way.guard) {
      const fact = this.factOf(g);
      if (fact !== null && !written.meets(fact.cells) && now.value(g) === 0n && this.isFixed(fact.cells)) return fact;
    }
    return null;
  }

  /** The condition, if it speaks of cells alone. */
  factOf(term: Term): CellFact | null {
    let known = this.#facts.get(term);
    if (known === undefined) {
      const cells = cellsOf(this.variables, term, null);
      known = cells === null || cells.length === 0 ? null : { term, cells };
      this.#facts.set(term, known);
    }
    return known;
  }

  #writesOf(w: GraphWay): readonly Range[] {
    let known = this.#writes.get(w);
    if (known === undefined) {
      const { touches, cells, begun, ended } = w.way;
      known = [...touches.filter((t) => t.writes), ...cells, ...begun, ...ended].map(({ address, size }) => ({ address, size }));
      this.#writes.set(w, known);
    }
    return known;
  }
}

/** The cells of which a term speaks; null: it speaks of inputs as well, or of registers that are not those of the thread. */
export function cellsOf(variables: StateVariables, term: Term, thread: number | null): Range[] | null {
  const cells: Range[] = [];
  const seen = new Set<Term>([term]);
  for (const t of seen) {
    for (const a of t.args) seen.add(a);
    if (t.op !== "variable") continue;
    const v = variables.meaningOf(t.name);
    if (v.kind === "cell") cells.push({ address: v.address, size: v.size });
    else if (v.kind !== "register" || v.thread !== thread) return null;
  }
  return cells;
}

class WrittenBytes {
  readonly #bytes = new Set<number>();
  readonly #large: Range[] = [];

  add(r: Range): void {
    if (r.size > maxBytes) this.#large.push(r);
    else for (let i = 0; i < r.size; i++) this.#bytes.add(r.address + i);
  }

  meets(cells: readonly Range[]): boolean {
    return cells.some(({ address, size }) => {
      for (let i = 0; i < size; i++) if (this.#bytes.has(address + i)) return true;
      return this.#large.some((l) => l.address < address + size && address < l.address + l.size);
    });
  }
}
