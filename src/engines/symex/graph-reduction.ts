// A reduction that needs step graphs: they are made once, where main begins. In: a search, and what to make of the graph. Out: the choices of that; without a graph, all threads.

import type { Thread } from "../../execution/thread.ts";
import type { ErrorKind } from "../../program/operations.ts";
import { findFaults } from "../../reduction/graph-faults.ts";
import { GraphLocks } from "../../reduction/graph-locks.ts";
import { buildStepGraph, defaultGraphLimits, type GraphLimits, isStepGraph, type WholeGraph } from "../../symbolic/step-graph.ts";
import type { OwnSteps } from "./own-steps.ts";
import type { Choice, Reduction } from "./reduction.ts";
import type { SymbolicSearch } from "./search.ts";

/** One graph serves the whole search: it may be large. Where threads are joined in a loop, a step has a way for every thread and every iteration. */
const limits: GraphLimits = {
  ...defaultGraphLimits,
  maxNodes: 20_000,
  maxWays: 20_000,
  maxPasses: 2_000_000,
  maxCombinations: 50_000_000,
  counts: true,
};

export class GraphReduction implements Reduction {
  #sets: Pick<Reduction, "choose"> | null = null;
  readonly leavesOutSteps = true;
  /** Why there is no graph; null: there is one, or none was asked for. */
  reason: string | null = null;
  /** Steps that are left out may compute with addresses. */
  usesAddresses = false;
  /** Undefined behaviour that steps may end in, executed or not. */
  faults: ReadonlySet<ErrorKind> = new Set();

  constructor(
    readonly search: Pick<SymbolicSearch, "machine" | "variables" | "task">,
    readonly make: (graph: WholeGraph) => Pick<Reduction, "choose">,
    readonly notesSync = false,
  ) {}

  begin(own: OwnSteps | null): void {
    const graph = this.#build(this.notesSync);
    if (isStepGraph(graph)) {
      this.#sets = this.make(graph);
      this.usesAddresses ||= graph.usesAddresses;
      this.faults = this.#findFaults(graph);
      own?.noteAll(graph.nodes);
    } else this.reason = graph.reason;
  }

  #build(notesSync: boolean): ReturnType<typeof buildStepGraph> {
    const { machine, variables, task } = this.search;
    const checksOverflow = task.properties.includes("overflow");
    const { graph = {} } = task.options;
    return buildStepGraph(machine, variables, { ...limits, ...graph, notesSync, checksOverflow, tick: () => task.budget.tick() });
  }

  /** Which locks are held is only asked, by a graph that notes more, if a release of one that is not may be possible. */
  #findFaults(graph: WholeGraph): ReadonlySet<ErrorKind> {
    const { machine, variables } = this.search;
    const faults = findFaults(graph, machine, variables);
    if (!faults.has("unlock-not-held")) return faults;
    const noted = this.notesSync ? graph : this.#build(true);
    return isStepGraph(noted) ? findFaults(noted, machine, variables, new GraphLocks(noted)) : faults;
  }

  choose(enabled: readonly Thread[], running: readonly Thread[]): Choice {
    return this.#sets?.choose(enabled, running) ?? { threads: running, interpolant: null, settled: null };
  }
}
