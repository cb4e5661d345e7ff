// What threads may still do while others do nothing. In: the control points of these threads, and the state at hand. Out: the ways of their steps, from here to their ends; facts
// of the state that exclude the others.
//
// A cell that none of these ways writes keeps its value. A way whose guard asks for another value of such a cell is not taken: the join of a thread that does nothing, the
// acquisition of a lock that such a thread holds, and all that lies behind them. Registers, and cells that only one of the threads writes, are as they are until it moves, and then what the way
// makes of them, as far as that is known (own-values.ts): a thread that joins others in a loop does so in one order. What is written is assumed to be nothing at first; as long as more turns
// out to be written, all is done again.
//
// That a guard was false is a fact about the state at hand: where it holds, all that is concluded from it holds as well.

import type { Machine } from "../execution/machine.ts";
import { redzone } from "../program/address-space.ts";
import { append } from "../support/lists.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import { type GraphNode, type GraphWay, hasObjects } from "../symbolic/step-graph.ts";
import type { ThreadAfter } from "../symbolic/way.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { ByteSet, type CellFact, cellsOf, leavesOf, type Range } from "./cells.ts";
import { type OwnHost, OwnValues, WrittenByThread } from "./own-values.ts";
import type { Steps } from "./steps.ts";

/** A control point that may be reached, and which of its ways may be taken there. */
export interface RemainingStep {
  readonly node: GraphNode;
  readonly isLeft: readonly boolean[];
  /** Of those that are not, the objects may still be there that they need. */
  readonly isPlaced: readonly boolean[];
  /** The thread of the state at hand that takes the step, or that starts the one that does. */
  readonly origin: number;
}

export interface Remaining {
  readonly steps: readonly RemainingStep[];
  /** These hold, and exclude all other ways. */
  readonly facts: readonly Term[];
  /** Whether cells keep their values. */
  isKept(cells: readonly Range[]): boolean;
}

type MutableStep = RemainingStep & { readonly isLeft: boolean[]; readonly isPlaced: boolean[] };

interface Visit {
  readonly node: GraphNode;
  readonly own: OwnValues;
}

/** More visits of one control point, or of all, know nothing of registers. */
const maxVisits = 160;
const maxAllVisits = 4_000;

export class StepsOutside {
  readonly #writes = new Map<GraphWay, readonly Range[]>();
  readonly #live = new Map<ThreadAfter, readonly Term[]>();
  readonly #facts = new Map<Term, CellFact | null>();

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly steps: Steps,
    /** Called for every control point that is visited. */
    readonly tick: () => void = () => undefined,
  ) {}

  /** `follows`: values are followed along the ways of threads; otherwise nothing is known of a thread after its next step, and the facts are fewer. */
  of(nodes: readonly GraphNode[], now: Evaluator, follows: boolean): Remaining {
    let [written, replaced] = [new WrittenByThread(), new ByteSet()];
    for (;;) {
      const pass = new Pass(this, now, follows, written, replaced);
      pass.run(nodes);
      if (pass.isRight) return pass.result();
      written = pass.written;
      replaced = pass.replaced;
    }
  }

  /** The condition, if it speaks of cells alone. */
  factOf(term: Term): CellFact | null {
    let known = this.#facts.get(term);
    if (known === undefined) {
      const leaves = leavesOf(this.variables, term);
      const cells = leaves.flatMap(({ cell }) => (cell === null ? [] : [cell]));
      known = leaves.length === 0 || cells.length < leaves.length ? null : { term, cells };
      this.#facts.set(term, known);
    }
    return known;
  }

  writesOf(w: GraphWay): readonly Range[] {
    let known = this.#writes.get(w);
    if (known === undefined) {
      // What begins is written before it is read (unwritten.ts).
      known = w.way.cells.map(({ address, size }) => ({ address, size }));
      this.#writes.set(w, known);
    }
    return known;
  }

  liveAfter(after: ThreadAfter): readonly Term[] {
    let known = this.#live.get(after);
    if (known === undefined) {
      known = this.steps.liveAfter(after);
      this.#live.set(after, known);
    }
    return known;
  }
}

/** All ways, if the given cells are all that is written. */
class Pass {
  readonly written = new WrittenByThread();
  readonly replaced = new ByteSet();
  /** What is assumed to be kept turned out to be kept. */
  isRight = true;
  readonly #steps = new Map<GraphNode, MutableStep>();
  readonly #facts = new Set<Term>();
  readonly #used: { readonly cells: readonly Range[]; readonly thread: number | null }[] = [];
  readonly #usedPlaces: Range[] = [];
  readonly #visited = new Map<GraphNode, Set<string>>();
  readonly #open: Visit[] = [];
  #visits = 0;

  constructor(
    readonly of: StepsOutside,
    readonly now: Evaluator,
    readonly follows: boolean,
    readonly assumed: WrittenByThread,
    readonly assumedReplaced: ByteSet,
  ) {}

  run(nodes: readonly GraphNode[]): void {
    for (const node of nodes) this.#reach(node, node.thread, OwnValues.atHand(this.#hostOf(node)));
    for (let visit = this.#open.pop(); visit !== undefined; visit = this.#open.pop()) this.#pass(visit);
    this.isRight = this.#used.every((u) => !this.written.byOthers(u.thread, u.cells)) && !this.replaced.meets(this.#usedPlaces);
    this.written.addAll(this.assumed);
    this.replaced.addAll(this.assumedReplaced);
  }

  result(): Remaining {
    return {
      steps: [...this.#steps.values()],
      facts: [...this.#facts],
      isKept: (cells) => !this.written.byOthers(null, cells),
    };
  }

  #hostOf({ thread }: GraphNode): OwnHost {
    return { variables: this.of.variables, now: this.now, assumed: this.assumed, thread };
  }

  #reach(node: GraphNode, origin: number, own: OwnValues): void {
    if (!this.#steps.has(node))
      this.#steps.set(node, { node, isLeft: node.ways.map(() => false), isPlaced: node.ways.map(() => false), origin });
    const visited = this.#visited.get(node) ?? new Set();
    this.#visited.set(node, visited);
    const isTooMuch = visited.size >= maxVisits || this.#visits >= maxAllVisits;
    const known = isTooMuch ? OwnValues.unknown(this.#hostOf(node)) : own;
    const { text } = known;
    if (visited.has(text)) return;
    visited.add(text);
    this.#visits++;
    this.#open.push({ node, own: known });
  }

  #pass({ node, own }: Visit): void {
    this.of.tick();
    const step = this.#steps.get(node) as MutableStep;
    for (const [index, w] of node.ways.entries()) {
      if (!this.#hasPlaces(w)) continue;
      step.isPlaced[index] = true;
      if (this.#isExcluded(w, own)) continue;
      if (!step.isLeft[index]) {
        step.isLeft[index] = true;
        this.written.add(node.thread, this.of.writesOf(w));
        for (const { address, size } of [...w.way.begun, ...w.way.ended]) this.replaced.add({ address, size: size + redzone(size) });
      }
      for (const n of w.next) this.#reach(n, step.origin, this.#after(w, n, node, own));
    }
  }

  #after({ way }: GraphWay, next: GraphNode, node: GraphNode, own: OwnValues): OwnValues {
    const [after] = way.threads;
    if (!this.follows) return OwnValues.unknown(this.#hostOf(next));
    if (next.thread !== node.thread || after === undefined) return OwnValues.atStart(this.#hostOf(next));
    return own.after(way, this.of.liveAfter(after));
  }

  #isExcluded(w: GraphWay, own: OwnValues): boolean {
    const { terms } = this.of.variables;
    for (const g of w.way.guard) {
      const known = own.valueOf(g);
      if (known === null || known.value === 1n) continue;
      const isDirect = this.of.factOf(g) !== null && own.isAtHand(g);
      if (isDirect) this.#facts.add(terms.not(g));
      else for (const s of known.sources) this.#facts.add(terms.eq(s, terms.constant(this.now.value(s), s.width)));
      this.#used.push({ cells: known.read.flatMap((s) => cellsOf(this.of.variables, s, null) ?? []), thread: own.follower });
      return true;
    }
    return false;
  }

  #hasPlaces(w: GraphWay): boolean {
    const places = (w.objects ?? []).map(({ address }) => ({ address, size: 1 }));
    if (this.assumedReplaced.meets(places) || hasObjects(w, this.of.machine)) return true;
    append(this.#usedPlaces, places);
    return false;
  }
}
