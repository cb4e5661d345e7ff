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
import { ByteNumbers, type Bytes, WrittenByThread } from "./byte-numbers.ts";
import { ByteSet, type CellFact, cellsOf, leavesOf, type Range } from "./cells.ts";
import { type OwnHost, OwnValues } from "./own-values.ts";
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

/** What a control point was visited with. */
interface Reached {
  readonly step: MutableStep;
  /** Texts of what was known. */
  readonly texts: Set<string>;
  /** It was visited with nothing known. */
  isUnknown: boolean;
}

interface Visit {
  readonly step: MutableStep;
  /** Null: nothing is known. */
  readonly own: OwnValues | null;
}

interface PreparedWay {
  readonly graphWay: GraphWay;
  readonly writes: Bytes;
  /** Where objects begin and end. */
  readonly replaces: readonly Range[];
  /** Where it looks for objects. */
  readonly places: readonly Range[];
  /** Conditions of its guard on cells alone. */
  readonly onCells: readonly { readonly term: Term; readonly bytes: Bytes }[];
}

/** More visits of one control point, or of all, know nothing of registers. */
const maxVisits = 160;
const maxAllVisits = 4_000;

export class StepsOutside {
  readonly #ways = new Map<GraphNode, readonly PreparedWay[]>();
  readonly numbers = new ByteNumbers();
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
    let [written, replaced] = [new WrittenByThread(this.numbers), new ByteSet()];
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

  waysOf(node: GraphNode): readonly PreparedWay[] {
    let known = this.#ways.get(node);
    if (known === undefined) {
      known = node.ways.map((w) => this.#prepare(w));
      this.#ways.set(node, known);
    }
    return known;
  }

  #prepare(graphWay: GraphWay): PreparedWay {
    const { way, objects = [] } = graphWay;
    const onCells = way.guard.flatMap((term) => {
      const cells = cellsOf(this.variables, term, null);
      return cells === null || cells.length === 0 ? [] : [{ term, bytes: this.numbers.bytesOf(cells) }];
    });
    return {
      graphWay,
      // What begins is written before it is read (unwritten.ts).
      writes: this.numbers.bytesOf(way.cells.map(({ address, size }) => ({ address, size }))),
      replaces: [...way.begun, ...way.ended].map(({ address, size }) => ({ address, size: size + redzone(size) })),
      places: objects.map(({ address }) => ({ address, size: 1 })),
      onCells,
    };
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
  readonly written: WrittenByThread;
  readonly replaced = new ByteSet();
  /** What is assumed to be kept turned out to be kept. */
  isRight = true;
  readonly #reached = new Map<GraphNode, Reached>();
  readonly #facts = new Set<Term>();
  readonly #used: { readonly bytes: Bytes; readonly thread: number | null }[] = [];
  readonly #usedPlaces: Range[] = [];
  readonly #open: Visit[] = [];
  #visits = 0;

  constructor(
    readonly of: StepsOutside,
    readonly now: Evaluator,
    readonly follows: boolean,
    readonly assumed: WrittenByThread,
    readonly assumedReplaced: ByteSet,
  ) {
    this.written = new WrittenByThread(of.numbers);
  }

  run(nodes: readonly GraphNode[]): void {
    for (const node of nodes) this.#reach(node, node.thread, OwnValues.atHand(this.#hostOf(node)));
    for (let visit = this.#open.pop(); visit !== undefined; visit = this.#open.pop()) this.#pass(visit);
    this.isRight = this.#used.every((u) => !this.written.byOthers(u.thread, u.bytes)) && !this.replaced.meets(this.#usedPlaces);
    this.written.addAll(this.assumed);
    this.replaced.addAll(this.assumedReplaced);
  }

  result(): Remaining {
    return {
      steps: Array.from(this.#reached.values(), (r) => r.step),
      facts: [...this.#facts],
      isKept: (cells) => !cells.some((c) => this.written.isByOthers(null, c)),
    };
  }

  #hostOf({ thread }: GraphNode): OwnHost {
    return { variables: this.of.variables, now: this.now, assumed: this.assumed, thread };
  }

  /** `own`: what is known there; null: nothing. */
  #reach(node: GraphNode, origin: number, own: OwnValues | null): void {
    let at = this.#reached.get(node);
    if (at === undefined) {
      const step = { node, isLeft: node.ways.map(() => false), isPlaced: node.ways.map(() => false), origin };
      at = { step, texts: new Set(), isUnknown: false };
      this.#reached.set(node, at);
    }
    const visits = at.texts.size + (at.isUnknown ? 1 : 0);
    const known = visits >= maxVisits || this.#visits >= maxAllVisits || own?.isUnknown === true ? null : own;
    if (known === null) {
      if (at.isUnknown) return;
      at.isUnknown = true;
    } else {
      if (at.texts.has(known.text)) return;
      at.texts.add(known.text);
    }
    this.#visits++;
    this.#open.push({ step: at.step, own: known });
  }

  #pass({ step, own }: Visit): void {
    this.of.tick();
    const { node, origin, isLeft, isPlaced } = step;
    for (const [index, w] of this.of.waysOf(node).entries()) {
      if (!this.#hasPlaces(w)) continue;
      isPlaced[index] = true;
      if (own === null ? this.#isExcludedByCells(w) : this.#isExcluded(w.graphWay, own)) continue;
      if (!isLeft[index]) {
        isLeft[index] = true;
        this.written.add(node.thread, w.writes);
        for (const range of w.replaces) this.replaced.add(range);
      }
      for (const n of w.graphWay.next) this.#reach(n, origin, this.follows ? this.#after(w.graphWay, n, node, own) : null);
    }
  }

  #after({ way }: GraphWay, next: GraphNode, node: GraphNode, own: OwnValues | null): OwnValues {
    const [after] = way.threads;
    if (next.thread !== node.thread || after === undefined) return OwnValues.atStart(this.#hostOf(next));
    return (own ?? OwnValues.unknown(this.#hostOf(node))).after(way, this.of.liveAfter(after));
  }

  /** Nothing is known of the thread: what excludes the way are cells that no thread outside writes. */
  #isExcludedByCells({ onCells }: PreparedWay): boolean {
    for (const { term, bytes } of onCells) {
      if (this.assumed.byOthers(null, bytes) || this.now.value(term) === 1n) continue;
      this.#facts.add(this.of.variables.terms.not(term));
      this.#used.push({ bytes, thread: null });
      return true;
    }
    return false;
  }

  #isExcluded(w: GraphWay, own: OwnValues): boolean {
    const { terms } = this.of.variables;
    for (const g of w.way.guard) {
      const known = own.valueOf(g);
      if (known === null || known.value === 1n) continue;
      const isDirect = this.of.factOf(g) !== null && own.isAtHand(g);
      if (isDirect) this.#facts.add(terms.not(g));
      else for (const s of known.sources) this.#facts.add(terms.eq(s, terms.constant(this.now.value(s), s.width)));
      const cells = known.read.flatMap((s) => cellsOf(this.of.variables, s, null) ?? []);
      this.#used.push({ bytes: this.of.numbers.bytesOf(cells), thread: own.follower });
      return true;
    }
    return false;
  }

  #hasPlaces({ graphWay, places }: PreparedWay): boolean {
    if (places.length === 0 || this.assumedReplaced.meets(places) || hasObjects(graphWay, this.of.machine)) return true;
    append(this.#usedPlaces, places);
    return false;
  }
}
