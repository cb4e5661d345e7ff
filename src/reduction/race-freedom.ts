// Whether nothing that is still to come can race (PDPOR, section 6, second pattern). In: a step graph that notes synchronisation. Out: of a state, whether every access that may still come is ordered
// with, or excluded by a common lock from, every conflicting access of other threads, of the past as well.
//
// Two accesses are ordered if they are made under one lock (graph-locks.ts), if main makes the one before it starts the other's thread, or if the one comes after the join of the other's thread. All others that
// conflict, and of which one is plain, may race. First all ways of the graph count; if that does not suffice, those that may be taken from the state at hand (steps-outside.ts): what they are is said by facts.

import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay, WholeGraph } from "../symbolic/step-graph.ts";
import type { Touch } from "../symbolic/way.ts";
import type { Term } from "../terms/term.ts";
import { stateAtHand } from "./cells.ts";
import { Failures } from "./failures.ts";
import { type Ended, GraphJoins } from "./graph-joins.ts";
import { GraphLocks, type Locks } from "./graph-locks.ts";
import { Proofs } from "./proofs.ts";
import type { ChosenSet } from "./property-driven-sets.ts";
import { overlaps, Steps } from "./steps.ts";
import { StepsOutside } from "./steps-outside.ts";
import { Unwritten } from "./unwritten.ts";

/** Accesses of one thread under the same locks, after the same joins. */
interface Access {
  readonly thread: number;
  readonly writes: boolean;
  readonly isPlain: boolean;
  readonly locks: Locks;
  /** Main: how many threads it has started; null: another thread. */
  readonly children: number | null;
  readonly joined: Ended;
  readonly isPast: boolean;
  readonly nodes: Set<GraphNode>;
}

/** A control point, and ways that may be, or may have been, taken there. */
interface Visited {
  readonly node: GraphNode;
  readonly ways: readonly GraphWay[];
  readonly joined: Ended;
  readonly isPast: boolean;
}

/** Larger accesses are not compared byte by byte: then all may race. */
const maxBytes = 4096;

/** The state at hand is asked so often. */
const maxAttempts = 8;

export class RaceFreedom {
  readonly #locks: GraphLocks;
  readonly #joins: GraphJoins;
  readonly #outside: StepsOutside;
  readonly #unwritten: Unwritten;
  /** Control points with accesses that may race; null: any. */
  readonly #mayRace: ReadonlySet<GraphNode> | null;
  #attempts = 0;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly graph: WholeGraph,
    tick: () => void = () => undefined,
  ) {
    this.#unwritten = new Unwritten(machine, variables);
    const steps = new Steps(machine.program, variables, new Failures(new Set(["race"])), new Proofs(variables, tick));
    this.#outside = new StepsOutside(machine, variables, steps, tick);
    this.#locks = new GraphLocks(graph);
    this.#joins = new GraphJoins(graph);
    this.#mayRace = this.#racing(graph.nodes.map((node) => ({ node, ways: node.ways, joined: this.#joins.before(node), isPast: false })));
  }

  choose(_: readonly Thread[], running: readonly Thread[]): ChosenSet {
    return { threads: running, namesWaiting: true, interpolant: null, settled: this.#settled(running) };
  }

  /** Facts under which nothing to come can race; null: none are known. */
  #settled(running: readonly Thread[]): Term | null {
    const { terms } = this.variables;
    if (this.#mayRace === null || this.machine.threads.some((t) => t.status === "cut" || t.status === "spinning")) return null;
    const nodes: GraphNode[] = [];
    for (const t of running) {
      if (t.pendingFault !== null) continue;
      const node = this.graph.nodeOf(this.machine, t);
      if (node === null) return null;
      nodes.push(node);
    }
    const reachable = [...new Set(nodes.flatMap((n) => this.graph.reachableFrom(n)))];
    if (this.#unwritten.mayBeRead(reachable)) return null;
    if (!reachable.some((n) => this.#mayRace?.has(n))) return terms.true;
    return this.#attempts++ < maxAttempts ? this.#settledNow(nodes) : null;
  }

  #settledNow(nodes: readonly GraphNode[]): Term | null {
    const { steps, facts } = this.#outside.of(nodes, stateAtHand(this.machine, this.variables), true);
    const left = new Map(steps.map(({ node, isLeft }) => [node, node.ways.filter((_, i) => isLeft[i])]));
    const waysOf = (node: GraphNode): readonly GraphWay[] => left.get(node) ?? [];
    const joined = this.#joins.from({ starts: new Map(nodes.map((n) => [n, this.#joins.before(n)])), waysOf });
    const isRunning = new Set(nodes.map((n) => n.thread));
    const visited: Visited[] = [];
    for (const [node, ways] of left) visited.push({ node, ways, joined: joined.get(node) ?? new Set(), isPast: false });
    for (const node of this.graph.nodes) {
      // A thread that ran has come through a control point from which the one at which it stands can be reached.
      const isThere = this.machine.threads[node.thread] !== undefined;
      const isPast =
        isThere &&
        (!isRunning.has(node.thread) || nodes.some((n) => n.thread === node.thread && this.graph.reachableFrom(node).includes(n)));
      if (isPast) visited.push({ node, ways: node.ways, joined: this.#joins.before(node), isPast: true });
    }
    return this.#racing(visited)?.size === 0 ? this.variables.terms.all([...facts]) : null;
  }

  /** Control points with accesses that may race, one of which is not of the past; null: any. */
  #racing(visited: readonly Visited[]): ReadonlySet<GraphNode> | null {
    const found = new Set<GraphNode>();
    const byByte = new Map<number, Map<string, Access>>();
    for (const v of visited)
      for (const { touch, isPlain } of v.ways.flatMap(accessesOf)) {
        if (touch.size > maxBytes) return null;
        const access = this.#accessOf(v, touch, isPlain);
        for (let at = touch.address; at < touch.address + touch.size; at++) {
          const classes = byByte.get(at) ?? new Map<string, Access>();
          byByte.set(at, classes);
          const known = classes.get(access.key);
          if (known === undefined) classes.set(access.key, { ...access, nodes: new Set([v.node]) });
          else known.nodes.add(v.node);
        }
      }
    for (const classes of byByte.values()) {
      const list = [...classes.values()];
      for (const [i, a] of list.entries())
        for (const b of list.slice(i + 1)) if (mayRace(a, b)) for (const n of [...a.nodes, ...b.nodes]) found.add(n);
    }
    return found;
  }

  #accessOf({ node, joined, isPast }: Visited, { writes }: Touch, isPlain: boolean): Omit<Access, "nodes"> & { readonly key: string } {
    const { thread } = node;
    const locks = this.#locks.heldAt(node);
    const children = thread === 0 ? (node.children ?? 0) : null;
    const key = [thread, writes, isPlain, [...locks].sort(), children, [...joined].sort(), isPast].join("|");
    return { key, thread, writes, isPlain, locks, children, joined, isPast };
  }
}

/** The beginning of an object is not an access: others do not know it yet. What the same step writes to it is one. */
function accessesOf({ way: { touches, begun, cells, sync } }: GraphWay): { readonly touch: Touch; readonly isPlain: boolean }[] {
  const isBegin = (t: Touch): boolean =>
    begun.some((o) => o.address === t.address && Math.max(o.size, 1) === t.size) && !cells.some((c) => overlaps(c, t));
  return [
    ...sync.plain.map((touch) => ({ touch, isPlain: true })),
    ...touches.filter((t) => !isBegin(t)).map((touch) => ({ touch, isPlain: false })),
  ];
}

function mayRace(a: Access, b: Access): boolean {
  if (a.thread === b.thread || !(a.writes || b.writes) || !(a.isPlain || b.isPlain) || (a.isPast && b.isPast)) return false;
  for (const l of a.locks) if (b.locks.has(l)) return false;
  return !isBefore(a, b) && !isBefore(b, a);
}

/** The thread of the second starts after the first, or the thread of the first has ended before the second. */
const isBefore = (a: Access, b: Access): boolean => (a.children !== null && a.children < b.thread) || b.joined.has(a.thread);
