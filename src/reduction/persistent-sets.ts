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
import { hasObjects } from "../symbolic/step-graph.ts";
import type { Touch, Way } from "../symbolic/way.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { stateAtHand } from "./cells.ts";
import { RemainingSteps } from "./remaining-steps.ts";

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
}

export class PersistentSets {
  readonly #remaining: RemainingSteps;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly graph: StepGraph,
    /** Whether a variable has one value for all inputs of the run at hand. */
    readonly isFixed: (v: StateVariable) => boolean = () => true,
  ) {
    this.#remaining = new RemainingSteps(variables, (cells) =>
      cells.every(({ address, size }) => isFixed({ kind: "cell", address, size })),
    );
  }

  /** Null: no smaller set than all threads is known. */
  find(enabled: readonly Thread[], running: readonly Thread[]): PersistentSet | null {
    const now = stateAtHand(this.machine, this.variables);
    const members: Member[] = [];
    for (const thread of running) {
      const node = this.graph.nodeOf(this.machine, thread);
      if (node === null) return null;
      members.push({ thread, node, touches: this.#touchesOf(node, now) });
    }
    let best: PersistentSet | null = null;
    for (const first of members) {
      if (!enabled.includes(first.thread)) continue;
      const limit: number = best === null ? enabled.length : countOf(best.threads, enabled);
      if (limit === 1) break;
      best = this.#grow(first, members, enabled, limit, now) ?? best;
    }
    return best;
  }

  /** The set that is begun with this thread; null: it has not fewer enabled members than the limit. */
  #grow(first: Member, all: readonly Member[], enabled: readonly Thread[], limit: number, now: Evaluator): PersistentSet | null {
    const set = new Set([first]);
    for (;;) {
      const threads = [...set].map((m) => m.thread);
      if (countOf(threads, enabled) >= limit) return null;
      const touches: Touch[] = [];
      for (const m of set) {
        if (m.touches === null) return null;
        append(touches, m.touches);
      }
      const outside = all.filter((m) => !set.has(m));
      const remaining = this.#remaining.of(
        outside.map((m) => m.node),
        now,
      );
      const added = outside.filter(
        (m) =>
          remaining.open.has(m.thread.index) ||
          remaining.ways.some(({ node, index, origin }) => {
            const { way } = node.ways[index] as GraphWay;
            return origin === m.thread.index && !isBlocked(way) && conflict(touches, way.touches);
          }),
      );
      if (added.length === 0) return { threads, facts: remaining.facts };
      for (const m of added) set.add(m);
    }
  }

  #touchesOf(node: GraphNode, now: Evaluator): readonly Touch[] | null {
    if (typeof node.open === "string") return null;
    const possible = node.ways.filter((w) => hasObjects(w, this.machine) && w.way.guard.every((g) => this.#mayHold(g, now)));
    if (possible.length === 0) return null;
    if (possible.some(({ way }) => way.threads.some(({ end }) => end.kind === "process" || (end.kind === "error" && !end.pending))))
      return null;
    return possible.flatMap(({ way }) => way.touches);
  }

  /** Whether a condition holds for some inputs. */
  #mayHold(condition: Term, now: Evaluator): boolean {
    const seen = new Set<Term>([condition]);
    for (const t of seen) {
      for (const a of t.args) seen.add(a);
      if (t.op !== "variable") continue;
      const v = this.variables.meaningOf(t.name);
      if ((v.kind !== "cell" && v.kind !== "register") || !this.isFixed(v)) return true;
    }
    return now.value(condition) === 1n;
  }
}

const countOf = (threads: readonly Thread[], enabled: readonly Thread[]): number => threads.filter((t) => enabled.includes(t)).length;

const isBlocked = (way: Way): boolean => way.threads[0]?.end.kind === "blocked";

const conflict = (a: readonly Touch[], b: readonly Touch[]): boolean =>
  a.some((x) => b.some((y) => (x.writes || y.writes) && x.address < y.address + y.size && y.address < x.address + x.size));
