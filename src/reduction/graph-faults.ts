// Undefined behaviour in which steps may end, executed or not. In: a step graph, made where the machine stands. Out: the kinds of it that the graph does not exclude.
//
// A graph has one set of values for a cell that several threads see, for all times. So it takes a thread to be joined a second time wherever it is joined. That is excluded here: a condition on
// cells that was false when they were first written, and that only later steps of the same thread could change, is false. So is one that a lock which the thread certainly holds makes false
// (graph-locks.ts): it releases what it holds.

import { isUndefined } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import type { ErrorKind } from "../program/operations.ts";
import { Precondition } from "../symbolic/precondition.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay, WholeGraph } from "../symbolic/step-graph.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { cellsOf, type Range, stateAtHand } from "./cells.ts";
import { type GraphLocks, keyOf } from "./graph-locks.ts";
import { overlaps } from "./steps.ts";

const errorsOf = ({ way }: GraphWay): ErrorKind[] =>
  way.threads.flatMap(({ end }) => (end.kind === "error" && isUndefined(end.error) ? [end.error] : []));

/** `locks`: of the graph; null: nothing is known of locks. */
export function findFaults(
  graph: WholeGraph,
  machine: Machine,
  variables: StateVariables,
  locks: GraphLocks | null = null,
): ReadonlySet<ErrorKind> {
  const first = new FirstValues(graph, machine, variables);
  const isExcluded = (g: Term, node: GraphNode): boolean =>
    first.excludes(g, node) || (locks !== null && isHeld(g, node, variables, locks));
  const found = new Set<ErrorKind>();
  for (const node of graph.nodes)
    for (const w of node.ways) {
      const kinds = errorsOf(w);
      if (kinds.length > 0 && !w.way.guard.some((g) => isExcluded(g, node))) for (const kind of kinds) found.add(kind);
    }
  return found;
}

/** The condition speaks of a lock that the thread holds, and is false for what the lock holds then. */
function isHeld(condition: Term, node: GraphNode, variables: StateVariables, locks: GraphLocks): boolean {
  const [cell, ...more] = cellsOf(variables, condition, null) ?? [];
  if (cell === undefined || more.length > 0 || !locks.heldAt(node).has(keyOf(cell))) return false;
  const marks = [...locks.marksIn(keyOf(cell), node.thread)];
  return marks.length > 0 && marks.every((mark) => new Evaluator({ variable: () => mark, before: () => false }).value(condition) === 0n);
}

class FirstValues {
  /** Cells that a step writes, by blocks of addresses. */
  readonly #writers = new Map<number, { readonly node: GraphNode; readonly cell: Range; readonly graphWay: GraphWay }[]>();
  readonly #after = new Map<GraphNode, ReadonlySet<GraphNode>>();
  readonly #preconditions = new Map<GraphWay, Precondition>();

  constructor(
    readonly graph: WholeGraph,
    readonly machine: Machine,
    readonly variables: StateVariables,
  ) {
    for (const node of graph.nodes)
      for (const graphWay of node.ways)
        for (const cell of [...graphWay.way.cells, ...graphWay.way.begun])
          for (const block of blocksOf(cell)) {
            const list = this.#writers.get(block) ?? [];
            this.#writers.set(block, list);
            list.push({ node, cell, graphWay });
          }
  }

  /** The condition is false whenever the step is taken. */
  excludes(condition: Term, node: GraphNode): boolean {
    const cells = cellsOf(this.variables, condition, null);
    if (cells === null || cells.length === 0) return false;
    const isFirst = ({ way }: GraphWay): boolean => cells.every((c) => way.begun.some((o) => contains(o, c)));
    let hasBegun = false;
    for (const c of cells)
      for (const block of blocksOf(c))
        for (const { node: by, cell, graphWay } of this.#writers.get(block) ?? []) {
          if (!overlaps(cell, c)) continue;
          if (isFirst(graphWay)) {
            hasBegun = true;
            if (this.#preconditionOf(graphWay).before(condition) !== this.variables.terms.false) return false;
          } else if (by.thread !== node.thread || this.#isReached(node, by)) return false;
        }
    const { memory } = this.machine;
    const isLater = hasBegun && cells.every(({ address }) => memory.objectAt(address | 0, Math.floor(address / 2 ** 32)) === null);
    return isLater || stateAtHand(this.machine, this.variables).value(condition) === 0n;
  }

  #isReached(node: GraphNode, from: GraphNode): boolean {
    let after = this.#after.get(from);
    if (after === undefined) {
      after = new Set(from.ways.flatMap((w) => w.next.flatMap((n) => this.graph.reachableFrom(n))));
      this.#after.set(from, after);
    }
    return after.has(node);
  }

  #preconditionOf(w: GraphWay): Precondition {
    const known = this.#preconditions.get(w) ?? new Precondition(this.variables, w.way);
    this.#preconditions.set(w, known);
    return known;
  }
}

const contains = (o: Range, c: Range): boolean => o.address <= c.address && c.address + c.size <= o.address + o.size;

const blockSize = 64;

function blocksOf({ address, size }: Range): number[] {
  const blocks: number[] = [];
  for (let b = Math.floor(address / blockSize); b * blockSize < address + size; b++) blocks.push(b);
  return blocks;
}
