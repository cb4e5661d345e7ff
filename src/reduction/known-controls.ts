// What was found out about a control: where all threads stand, and which objects live. In: the threads that run. Out: sets that suffice there, each under its trace interpolant (PDPOR,
// definition 9: several per program point); formulas under which nothing can go wrong.

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { GraphNode } from "../symbolic/step-graph.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Steps } from "./steps.ts";

/** A thread that runs, and where it stands. */
export interface Member {
  readonly thread: Thread;
  readonly node: GraphNode;
}

export interface KnownSet {
  /** Numbers of threads. */
  readonly threads: readonly number[];
  /** Null: it always suffices. */
  readonly interpolant: Term | null;
}

export class KnownControl {
  readonly sets: KnownSet[] = [];
  readonly settled: Term[] = [];
  /** How often no set was found. */
  failures = 0;
  /** How often no formula was found. */
  unsettled = 0;

  /** `reachable`: all control points that threads may reach without failing. */
  constructor(readonly reachable: readonly GraphNode[]) {}

  /** The smallest set that suffices now, and of which a member can continue. */
  holding(able: readonly Member[], now: Evaluator): KnownSet | null {
    let best: KnownSet | null = null;
    for (const s of this.sets) {
      if (best !== null && best.threads.length <= s.threads.length) continue;
      if (s.interpolant !== null && now.value(s.interpolant) === 0n) continue;
      if (able.some((m) => s.threads.includes(m.thread.index))) best = s;
    }
    return best;
  }
}

export class KnownControls {
  readonly #known = new Map<string, KnownControl>();
  readonly #next = new Map<GraphNode, readonly GraphNode[]>();

  constructor(
    readonly machine: Machine,
    readonly steps: Steps,
  ) {}

  of(members: readonly Member[]): KnownControl {
    const key = `${members.map((m) => m.node.control).join("|")}||${this.#objects()}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = new KnownControl(this.#reachableFrom(members.map((m) => m.node)));
      this.#known.set(key, known);
    }
    return known;
  }

  #objects(): string {
    const { memory } = this.machine;
    const parts: string[] = [];
    for (const r of memory.opened)
      if (r !== memory.globals) for (const o of r.objects) parts.push(`${o.address}:${o.size}${o.live ? "" : "-"}`);
    return parts.join(" ");
  }

  /** What can be reached without failing. */
  #reachableFrom(nodes: readonly GraphNode[]): GraphNode[] {
    const found = new Set(nodes);
    for (const n of found) for (const next of this.#after(n)) found.add(next);
    return [...found];
  }

  #after(node: GraphNode): readonly GraphNode[] {
    let known = this.#next.get(node);
    if (known === undefined) {
      known = [...new Set(node.ways.flatMap((w) => (this.steps.outcomeOf(w) === "goes" ? w.next : [])))];
      this.#next.set(node, known);
    }
    return known;
  }
}
