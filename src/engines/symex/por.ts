// Persistent sets and slices in the search. In: the states that it enters, in its order. Out: the threads to explore from each; the scope in which formulas may be used.
//
// With a slice (AGSE, section 6.1), a state from which no assertion can fail is not explored (type A), and a step outside the slice is taken alone (type B).
//
// A step graph describes all runs from the state at which it was made: from the first in which several threads run and none creates another. It is made again where a thread
// stands at no node of it, or has taken a step that it does not know. Formulas of states in which it left threads out hold only for states that it describes, so they are used only below its
// origin; above it, they say that the origin is as it was.

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { PairListener } from "../../reduction/commuting-pairs.ts";
import { PersistentSets } from "../../reduction/persistent-sets.ts";
import { Slice } from "../../symbolic/slice.ts";
import type { StateVariable, StateVariables } from "../../symbolic/state-variables.ts";
import { buildStepGraph, defaultGraphLimits, type GraphNode, isStepGraph, type WholeGraph } from "../../symbolic/step-graph.ts";
import { noOrder, type TouchedLater } from "./dpor.ts";
import type { Choice, Reduction } from "./reduction.ts";

/** Graphs that are made in one search. */
const maxGraphs = 24;

/** A state from which a graph was made. */
interface Origin {
  readonly depth: number;
  readonly number: number;
  /** Null: it cannot be made. */
  readonly graph: WholeGraph | null;
  readonly hasOpenNodes: boolean;
  readonly sets: PersistentSets | null;
  readonly slice: Slice | null;
}

/** What is asked of the graphs. */
export interface StaticOptions {
  readonly findsSets: boolean;
  readonly slices: boolean;
  /** Steps are reversed with those before them (dpor): a step outside a slice touches nothing, which must hold from the first state with several threads on. */
  readonly looksBack: boolean;
  readonly checksOverflow: boolean;
  /** Is told why sets suffice; null: nothing is collected. */
  readonly listener: PairListener | null;
}

/** A state on the way to the one at hand. */
interface Visited {
  readonly depth: number;
  /** How many threads there are. */
  readonly threads: number;
  readonly running: readonly Standing[];
  /** Threads whose next steps the graph does not know. */
  readonly open: readonly Standing[];
}

/** A thread that runs: how many steps it has taken, and its node in the graph of the origin at hand. */
interface Standing {
  readonly thread: number;
  readonly steps: number;
  readonly node: GraphNode | null;
}

export class StaticReduction implements Reduction {
  /** Steps outside a slice are executed, or show nothing that it does not describe. */
  readonly leavesOutSteps = false;
  readonly usesAddresses = false;
  readonly #origins: Origin[] = [];
  readonly #visited: Visited[] = [];
  hasSliced = false;
  #made = 0;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    /** Whether a variable has one value for all inputs of the run at hand. */
    readonly isFixed: (v: StateVariable) => boolean,
    readonly options: StaticOptions,
  ) {}

  /** A thread may leave an open node, and come back to one that the graph has. */
  entersEvery(before: number): boolean {
    dropFrom(this.#origins, before + 1);
    return this.#origins.at(-1)?.hasOpenNodes === true;
  }

  enter(depthBefore: number): void {
    const { machine } = this;
    const { depth } = machine;
    // States after other rows may be less deep than this one.
    dropFrom(this.#origins, depthBefore + 1);
    dropFrom(this.#visited, depthBefore + 1);
    const before = this.#visited.at(-1);
    const origin = this.#origins.at(-1);
    if (origin?.graph === null || origin === undefined) return;
    const hasLeft = before?.open.some(({ thread, steps }) => machine.threads[thread]?.steps !== steps) ?? false;
    const running = this.#standing(origin.graph, before ?? null);
    if (hasLeft || running.some((s) => s.node === null)) {
      this.#origins.push({ depth, number: -1, graph: null, hasOpenNodes: false, sets: null, slice: null });
      return;
    }
    this.#visit(running);
  }

  /** The threads that run. One that has taken no step since a state before stands where it stood: what a node depends on, it alone changes, but for the number of threads. */
  #standing(graph: WholeGraph | null, before: Visited | null): readonly Standing[] {
    const { machine } = this;
    const known = before?.threads === machine.threads.length ? before.running : [];
    const running: Standing[] = [];
    let k = 0;
    for (const t of machine.threads) {
      if (t.status !== "running") continue;
      while (k < known.length && (known[k] as Standing).thread < t.index) k++;
      const same = known[k];
      if (same?.thread === t.index && same.steps === t.steps) running.push(same);
      else running.push({ thread: t.index, steps: t.steps, node: graph?.nodeOf(machine, t) ?? null });
    }
    return running;
  }

  #visit(running: readonly Standing[]): void {
    const { depth, threads } = this.machine;
    const open = running.filter(({ node }) => typeof node?.open === "string");
    this.#visited.push({ depth, threads: threads.length, running, open });
  }

  /** Of the state at hand. */
  readonly #nodeOf = (thread: Thread): GraphNode | null => {
    const at = this.#visited.at(-1);
    return (at?.depth === this.machine.depth ? at.running.find((s) => s.thread === thread.index)?.node : undefined) ?? null;
  };

  scope(): string {
    const { machine, variables } = this;
    const { depth } = machine;
    const origin = this.#origins.at(-1);
    const isMissing = origin === undefined || origin.number < 0;
    const running = machine.threads.filter((t) => t.status === "running");
    if (isMissing && running.length > 1 && this.#made < maxGraphs) {
      const limits = {
        ...defaultGraphLimits,
        allowsOpen: true,
        checksOverflow: this.options.checksOverflow,
        findsSurprises: this.options.slices,
        isFixed: this.isFixed,
        tick: this.machine.options.tick,
      };
      const made = buildStepGraph(machine, variables, limits);
      const graph = isStepGraph(made) ? made : null;
      const { findsSets, slices, looksBack } = this.options;
      const sets = graph === null || !findsSets ? null : new PersistentSets(machine, variables, graph, this.isFixed);
      if (sets !== null) sets.listener = this.options.listener;
      const hasOpenNodes = graph?.nodes.some((n) => typeof n.open === "string") ?? false;
      dropFrom(this.#origins, depth);
      const isFirst = this.#origins.length === 0;
      const isSliced = slices && (isFirst || !looksBack) && graph !== null && !hasOpenNodes;
      const slice = graph === null || !isSliced ? null : new Slice(graph, variables);
      this.#origins.push({ depth, number: this.#made++, graph, hasOpenNodes, sets, slice });
      this.enterOrigin();
    }
    const { sets = null, slice = null, number = 0 } = this.#origins.at(-1) ?? {};
    return sets === null && slice === null ? "" : `${number} `;
  }

  /** The state at hand is the one from which a graph was made. */
  enterOrigin(): void {
    const { graph, depth } = this.#origins.at(-1) as Origin;
    dropFrom(this.#visited, depth);
    this.#visit(this.#standing(graph, null));
  }

  choose(enabled: readonly Thread[], running: readonly Thread[]): Choice {
    const { terms } = this.variables;
    const origin = this.#origins.at(-1);
    const isOrigin = origin?.depth === this.machine.depth;
    const condition = isOrigin ? (origin?.graph?.origin ?? []) : [];
    const sliced = this.#slice(origin, enabled, running);
    if (sliced !== null) this.hasSliced = true;
    if (sliced !== null && "later" in sliced) return { threads: [], interpolant: null, settled: terms.all(condition), later: sliced.later };
    const found = sliced === null ? (origin?.sets?.find(enabled, running, this.#nodeOf) ?? null) : { threads: [sliced.alone], facts: [] };
    const facts = [...(found?.facts ?? []), ...condition];
    return {
      threads: found?.threads.filter((t) => enabled.includes(t)) ?? (this.options.findsSets ? enabled : null),
      ...(sliced === null ? {} : { outside: sliced.alone }),
      interpolant: facts.length === 0 ? null : terms.all(facts),
      settled: null,
    };
  }

  /** A thread whose next step is outside the slice; or, if no assertion can fail any more, what would have been touched. */
  #slice(
    origin: Origin | undefined,
    enabled: readonly Thread[],
    running: readonly Thread[],
  ): { readonly alone: Thread } | { readonly later: TouchedLater } | null {
    if (origin === undefined || origin.slice === null || origin.graph === null) return null;
    const { slice } = origin;
    const nodes = running.map(this.#nodeOf);
    const known = nodes.filter((n) => n !== null);
    if (known.length < nodes.length) return null;
    if (slice.isOver(known)) return { later: this.#touchedAfter(slice, known) };
    // A loop of such steps need not end. Then a bound cuts the run, and the search is made again without slices.
    const alone = running.find((t, i) => enabled.includes(t) && slice.isOutside(nodes[i] as GraphNode));
    return alone === undefined ? null : { alone };
  }

  #touchedAfter(slice: Slice, nodes: readonly GraphNode[]): TouchedLater {
    const later: TouchedLater = new Map();
    for (const { thread, touch } of slice.touchesFrom(nodes)) {
      const key = `${thread} ${touch.address} ${touch.size} ${touch.writes}`;
      later.set(key, { thread, name: this.machine.threads[thread]?.name ?? "", touches: [touch], anything: false, ...noOrder });
    }
    return later;
  }
}

/** Forgets states that are not on the way to one of this depth. */
function dropFrom(list: { readonly depth: number }[], depth: number): void {
  while ((list.at(-1)?.depth ?? -1) >= depth) list.pop();
}
