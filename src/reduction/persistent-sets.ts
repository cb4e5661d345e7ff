// Static persistent sets (Godefroid 1996, chapter 4) on step graphs. In: a state of the machine, and the step graph. Out: the smallest set of threads that was found to suffice from this state,
// and facts of the state on which that depends.
//
// A set suffices if the next step of every member is independent of every step that a thread outside may still take as long as no member moves (remaining-steps.ts): not only of the next
// ones. A member that waits reads what it waits for; a thread that could let it continue writes that, and becomes a member. The steps of members are those that are possible
// in the state at hand: no thread outside writes what they read, so that they stay the same.
//
// A step that ends the process hides what the others would do, and so depends on everything. Outside the set such a step does no harm: the members' steps can come before it
// (docs/adr/0047).

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { append } from "../support/lists.ts";
import type { StateVariable, StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay, StepGraph } from "../symbolic/step-graph.ts";
import type { Touch, Way } from "../symbolic/way.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { stateAtHand } from "./cells.ts";
import type { PairListener } from "./commuting-pairs.ts";
import { NextSteps, type PossibleWays } from "./next-steps.ts";
import { type Remaining, RemainingSteps } from "./remaining-steps.ts";
import { StateFacts } from "./state-facts.ts";

export interface PersistentSet {
  /** Members that wait included. */
  readonly threads: readonly Thread[];
  /** The set suffices where these hold. */
  readonly facts: readonly Term[];
}

interface Member {
  readonly thread: Thread;
  readonly node: GraphNode;
  /** What its next step may touch; null: it depends on everything. */
  readonly touches: readonly Touch[] | null;
  readonly next: PossibleWays;
  readonly isEnabled: boolean;
}

export class PersistentSets {
  readonly #remaining: RemainingSteps;
  readonly #facts: StateFacts;
  readonly #next: NextSteps;
  /** Null: pairs are not collected. */
  listener: PairListener | null = null;
  /** By what they depend on: numbers of threads; null: no smaller set than all threads. */
  readonly #known = new Map<number, { readonly threads: readonly number[]; readonly facts: readonly Term[] } | null>();

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly graph: StepGraph,
    /** Whether a variable has one value for all inputs of the run at hand. */
    isFixed: (v: StateVariable) => boolean = () => true,
  ) {
    this.#remaining = new RemainingSteps(variables, (cells) =>
      cells.every(({ address, size }) => isFixed({ kind: "cell", address, size })),
    );
    this.#facts = new StateFacts(machine, variables, graph, this.#remaining);
    this.#next = new NextSteps(machine, variables, isFixed, this.#facts);
  }

  /** Null: no smaller set than all threads is known. */
  find(
    enabled: readonly Thread[],
    running: readonly Thread[],
    nodeOf = (t: Thread): GraphNode | null => this.graph.nodeOf(this.machine, t),
  ): PersistentSet | null {
    this.#next.begin();
    const members: Member[] = [];
    for (const thread of running) {
      const node = nodeOf(thread);
      if (node === null) return null;
      const next = this.#next.at(node);
      members.push({ thread, node, next, isEnabled: enabled.includes(thread), touches: next.touches });
    }
    const number = this.#facts.numberOf(members);
    let known = this.#known.get(number);
    if (known === undefined) {
      const found = this.#findFirst(members, enabled);
      known = found === null ? null : { threads: found.threads.map((t) => t.index), facts: found.facts };
      this.#known.set(number, known);
    }
    if (known === null) return null;
    const { threads, facts } = known;
    return { threads: threads.map((index) => running.find((t) => t.index === index) as Thread), facts };
  }

  #findFirst(members: readonly Member[], enabled: readonly Thread[]): PersistentSet | null {
    const now = stateAtHand(this.machine, this.variables);
    let best: PersistentSet | null = null;
    for (const first of members) {
      if (!first.isEnabled) continue;
      const limit: number = best === null ? enabled.length : countOf(best.threads, enabled);
      if (limit === 1) break;
      best = this.#grow(first, members, limit, now) ?? best;
    }
    return best;
  }

  /** The set that is begun with this thread; null: it has not fewer enabled members than the limit. */
  #grow(first: Member, all: readonly Member[], limit: number, now: Evaluator): PersistentSet | null {
    const set = new Set([first]);
    for (;;) {
      const touches = this.#addNext(set, all, limit, now);
      if (touches === null) return null;
      const threads = [...set].map((m) => m.thread);
      const outside = all.filter((m) => !set.has(m));
      const remaining = this.#remaining.of(
        outside.map((m) => m.node),
        now,
      );
      const dependent = new Set(remaining.open);
      for (const { node, index, origin } of remaining.ways) {
        const { way } = node.ways[index] as GraphWay;
        if (!dependent.has(origin) && !isBlocked(way) && conflict(touches, way.touches)) dependent.add(origin);
      }
      const added = outside.filter((m) => dependent.has(m.thread.index));
      if (added.length === 0) {
        if (this.listener !== null) this.#tell(this.listener, set, remaining);
        return { threads, facts: remaining.facts };
      }
      for (const m of added) set.add(m);
    }
  }

  #tell(listener: PairListener, set: ReadonlySet<Member>, { ways }: Remaining): void {
    for (const m of set)
      for (const other of new Set(ways.map((w) => w.node))) listener({ member: m.node, other, reason: "independent", facts: [] });
  }

  /** Adds the threads whose next steps conflict with those of members: that does not depend on who else is a member. Returns what the members touch; null: the set is not smaller than the limit. */
  #addNext(set: Set<Member>, all: readonly Member[], limit: number, now: Evaluator): readonly Touch[] | null {
    const touches: Touch[] = [];
    let count = 0;
    for (const m of set) {
      if (m.isEnabled) count++;
      if (count >= limit || m.touches === null) return null;
      append(touches, m.touches);
      for (const other of all)
        if (
          !set.has(other) &&
          this.#remaining.certainWays(other.node, now).some((w) => !isBlocked(w) && conflict(m.touches ?? [], w.touches))
        )
          set.add(other);
    }
    return touches;
  }
}

const countOf = (threads: readonly Thread[], enabled: readonly Thread[]): number => threads.filter((t) => enabled.includes(t)).length;

const isBlocked = (way: Way): boolean => way.threads[0]?.end.kind === "blocked";

function conflict(a: readonly Touch[], b: readonly Touch[]): boolean {
  for (const x of a)
    for (const y of b) if ((x.writes || y.writes) && x.address < y.address + y.size && y.address < x.address + x.size) return true;
  return false;
}
