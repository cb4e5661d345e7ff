// Step graphs against the executor. In: a program, a seed, and how many steps to take before the graph is made. Out: what differs, over all steps of a random run from there on: the
// thread stands at a node; exactly one of its ways is possible; it leads to the executor's next state, touches what the executor touches, and ends where the thread then stands.

import type { Oracle } from "../../../src/execution/contract.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { Observed } from "../../../src/symbolic/machine-state.ts";
import { Again, observe } from "../../../src/symbolic/observe.ts";
import { inOrder, StateAtHand, StateVariables } from "../../../src/symbolic/state-variables.ts";
import { StepFormulas } from "../../../src/symbolic/step-formulas.ts";
import {
  buildStepGraph,
  defaultGraphLimits,
  type GraphNode,
  type GraphWay,
  hasObjects,
  isStepGraph,
  type StepGraph,
  type WholeGraph,
} from "../../../src/symbolic/step-graph.ts";
import { Unsupported } from "../../../src/symbolic/unsupported.ts";
import type { Way } from "../../../src/symbolic/way.ts";
import { Evaluator } from "../../../src/terms/evaluate.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { machineOptions } from "../../run.ts";
import { differences, expectedAfter, holds, WithoutComparisons } from "./against-executor.ts";

export interface GraphCompared {
  steps: number;
  blocked: number;
  /** Why there is no graph; null: there is one. */
  reason: string | null;
  nodes: number;
  ways: number;
  /** Nodes whose steps are not known. */
  open: number;
  readonly differences: string[];
}

/** `after`: steps before the graph is made; "creates": until two threads can continue, and none creates, ends or joins one. */
export function compareGraph(
  program: Program,
  seed: number,
  after: number | "creates",
  { allowsOpen = false, counts = false, maxSteps = 400, limits = defaultGraphLimits } = {},
): GraphCompared {
  const random = new Rng(seed);
  const machine = new Machine(program, { ...machineOptions(["assert", "memory"]), undo: true });
  const oracle: Oracle = {
    choose: (count) => random.below(count),
    input: (bits, _what, _thread, range) => (range === null ? BigInt(random.below(2 ** Math.min(bits, 16))) : range.first),
  };
  machine.start(oracle);
  const variables = new StateVariables(new Terms());
  const out: GraphCompared = { steps: 0, blocked: 0, reason: null, nodes: 0, ways: 0, open: 0, differences: [] };
  const formulas = new StepFormulas(machine, variables, false);
  const isFollowed = (t: Thread, observed: Observed): boolean => {
    try {
      if (formulas.find(t, { choices: observed.choices, inputs: inOrder(observed.inputs) }) === null) formulas.learn(t, observed);
      return true;
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return false;
    }
  };
  let graph: WholeGraph | null = null;
  for (let taken = 0; machine.outcome === null && out.steps < maxSteps && out.differences.length === 0; taken++) {
    const running = machine.threads.filter((t) => t.status === "running");
    const enabled = running.filter((t) => machine.isEnabled(t));
    const own = enabled.find((t) => t.pendingFault === null && t.pendingOperation === "atomic-begin" && t.fn.threadRole !== null);
    const isRoot = after === "creates" ? own === undefined && enabled.length > 1 : taken === after;
    if (graph === null && isRoot) {
      const made = buildStepGraph(machine, variables, { ...limits, allowsOpen, counts });
      if (!isStepGraph(made)) return { ...out, reason: made.reason };
      graph = made;
      out.nodes = graph.nodes.length;
      out.open = graph.nodes.filter((n) => n.open !== null).length;
      out.ways = graph.nodes.reduce((n, { ways }) => n + ways.length, 0);
    }
    if (graph !== null)
      for (const t of running)
        if (!enabled.includes(t) && t.pendingFault === null) {
          const observed = observe(machine, t, oracle);
          if (!isFollowed(t, observed)) return out;
          out.blocked++;
          if (typeof graph.nodeOf(machine, t)?.open === "string") continue;
          const way = find(machine, variables, graph, t, observed, out);
          if (way !== null && way.way.threads[0]?.end.kind !== "blocked") out.differences.push(`T${t.index} waits, but the way goes on`);
        }
    if (enabled.length === 0) break;
    const t = after === "creates" && graph === null ? (own ?? random.pick(enabled)) : random.pick(enabled);
    const observed = observe(machine, t, oracle);
    if (!observed.isTaken) continue;
    if (graph === null) {
      machine.step(t, new Again(observed));
      continue;
    }
    if (t.pendingFault === null && !isFollowed(t, observed)) return out;
    // A graph says nothing of what comes after a step that is not known.
    if (typeof graph.nodeOf(machine, t)?.open === "string") return out;
    const way = find(machine, variables, graph, t, observed, out);
    if (way === null) break;
    const evaluator = new Evaluator(new StateAtHand(machine, variables, inOrder(observed.inputs)));
    const expected = expectedAfter(machine, way.way, evaluator);
    const footprint = new WithoutComparisons();
    machine.step(t, new Again(observed), footprint);
    // Graphs describe runs up to the first read of unwritten memory; searches do without them from there on.
    if (machine.hasReadUnwritten) return out;
    out.steps++;
    const where = `(${machine.lastStep.function?.name}: ${machine.lastStep.function?.ops[machine.lastStep.operation]})`;
    // How the lifetime of a local ended is not part of a graph.
    const found = differences(machine, way.way, expected, footprint).filter((d) => !/^use-after-\w+ instead of use-after-/.test(d));
    out.differences.push(...found.map((d) => `${d} ${where}`));
    if (machine.outcome === null) out.differences.push(...targetDifferences(machine, graph, way).map((d) => `${d} ${where}`));
  }
  if (graph === null) out.reason = "no state to begin at";
  return out;
}

function find(
  machine: Machine,
  variables: StateVariables,
  graph: StepGraph,
  t: Thread,
  observed: Observed,
  out: GraphCompared,
): GraphWay | null {
  const node = graph.nodeOf(machine, t);
  const where = `T${t.index} at ${t.fn.name}:${t.pendingOperation}`;
  if (node === null) {
    out.differences.push(`${where} stands at no node`);
    return null;
  }
  const evaluator = new Evaluator(new StateAtHand(machine, variables, inOrder(observed.inputs)));
  const possible = node.ways.filter((w) => hasObjects(w, machine) && isGiven(w.way, observed) && holds(w.way, evaluator));
  const [way] = possible;
  if (possible.length !== 1 || way === undefined) {
    out.differences.push(`${where}: ${possible.length} of ${node.ways.length} ways are possible`);
    return null;
  }
  return way;
}

/** Whether the way has made these choices. */
const isGiven = ({ choices }: Way, observed: Observed): boolean => choices.every((c, i) => observed.choices[i] === c);

/** Where threads stand after a step, as the graph says. */
function targetDifferences(machine: Machine, graph: StepGraph, { way, next }: GraphWay): string[] {
  const expected = next.map((n: GraphNode) => n);
  const found = way.threads.flatMap(({ thread }) => {
    const t = machine.threads[thread];
    return t === undefined || t.status !== "running" ? [] : [graph.nodeOf(machine, t)];
  });
  return found.length === expected.length && found.every((n) => n !== null && expected.includes(n))
    ? []
    : [`leads to ${found.map((n) => n?.control ?? "no node")}, not to ${expected.map((n) => n.control)}`];
}
