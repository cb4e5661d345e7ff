// The backward slice of the assertions on a step graph (AGSE, section 6.1). In: a graph without open nodes. Out: from which control points no assertion can fail any more (type A), and
// which steps have no influence on whether one does (type B).
//
// Some steps decide which runs there are: those that may raise an error of any property, end the process, wait, stop at an assumption, start a thread, begin or end objects that others see, or show what the
// graph does not describe (graph-observations.ts). These are relevant, and so are the branches of loops, since a loop need not end. Then, until nothing changes: what decides the ways of a relevant step, and what it
// computes for others, is needed; a step that writes something that is needed is relevant; and so is a branch from which different relevant steps come next (control dependence: Amtoft 2008).
//
// A relevant step is kept, unless it only computes on registers of its thread: it does the same whenever it is taken. All other steps are outside the slice. Why a step outside may be taken alone: take a run to a
// failure, put that step first, and let every thread continue to its next relevant step by itself. It is the same step as before, with the same needed values, so the failure is reached.

import type { Term } from "../terms/term.ts";
import type { StateVariables } from "./state-variables.ts";
import type { GraphNode, WholeGraph } from "./step-graph.ts";
import type { Touch, Way } from "./way.ts";

/** The relevant node that comes next on every path; "none": no relevant node comes. */
type Next = GraphNode | "none" | "several";

export class Slice {
  readonly #kept = new Set<GraphNode>();
  readonly #relevant = new Set<GraphNode>();
  /** Nodes of which it matters which way they go. */
  readonly #deciding = new Set<GraphNode>();
  /** Names of registers and of copied bytes whose values matter. */
  readonly #registers = new Set<string>();
  /** Bytes whose values matter. */
  readonly #bytes = new Set<number>();
  /** Threads whose copied bytes matter. */
  readonly #copying = new Set<number>();
  readonly #known = new Set<Term>();
  readonly #notable: ReadonlySet<GraphNode>;
  readonly #cyclic: ReadonlySet<GraphNode>;
  readonly #reaches = new Map<GraphNode, boolean>();

  constructor(
    readonly graph: WholeGraph,
    readonly variables: StateVariables,
  ) {
    const { nodes } = graph;
    if (nodes.some((n) => typeof n.open === "string")) throw new Error("a slice of a graph with steps that are not known");
    this.#notable = new Set(nodes.filter((n) => n.isSurprising !== false || n.ways.some(({ way }) => isNotable(way))));
    this.#cyclic = cyclicNodes(nodes);
    for (const n of nodes) {
      const isKept = n.isSurprising !== false || n.ways.some(({ way }) => decidesRuns(way));
      if (isKept) this.#kept.add(n);
      if (isKept || this.#isLoopBranch(n)) this.#decide(n);
      if (n.isSurprising !== false) this.#needAll(n);
    }
    while (this.#keepWriters() || this.#keepBranches());
  }

  /** Type A: no thread that stands at one of these can reach a failing assertion, or another end that a report names. */
  isOver(nodes: readonly GraphNode[]): boolean {
    return nodes.every((n) => !this.#reachesNotable(n));
  }

  /** Type B: the next step is outside the slice; it can neither wait nor fail. */
  isOutside(node: GraphNode): boolean {
    return !this.#kept.has(node);
  }

  /** What the kept steps touch that the threads may still take. */
  *touchesFrom(nodes: readonly GraphNode[]): Iterable<{ readonly thread: number; readonly touch: Touch }> {
    for (const n of new Set(nodes.flatMap((m) => this.graph.reachableFrom(m))))
      if (this.#kept.has(n)) for (const { way } of n.ways) for (const touch of way.touches) yield { thread: n.thread, touch };
  }

  #reachesNotable(node: GraphNode): boolean {
    let known = this.#reaches.get(node);
    if (known === undefined) {
      known = this.graph.reachableFrom(node).some((n) => this.#notable.has(n));
      this.#reaches.set(node, known);
    }
    return known;
  }

  /** A branch of a loop; of a loop without one, every step. */
  #isLoopBranch(n: GraphNode): boolean {
    if (!this.#cyclic.has(n)) return false;
    const isBranch = (m: GraphNode): boolean => successorsOf(m).length > 1;
    return isBranch(n) || !this.graph.reachableFrom(n).some((m) => this.#cyclic.has(m) && isBranch(m));
  }

  /** Which way the step goes matters. */
  #decide(n: GraphNode): void {
    this.#deciding.add(n);
    this.#relevant.add(n);
    for (const { way } of n.ways)
      for (const g of way.guard) {
        this.#need(g);
        if (!this.#isOwn(g)) this.#kept.add(n);
      }
  }

  /** All that a step reads matters: what it may show depends on that. */
  #needAll({ ways, words }: GraphNode): void {
    for (const w of words ?? []) this.#need(w);
    for (const { way } of ways) {
      for (const { registers } of way.threads) for (const value of registers.flat()) if (value !== undefined) this.#need(value);
      for (const { value } of way.cells) this.#need(value);
      for (const { address, size } of way.touches) for (let i = 0; i < size; i++) this.#bytes.add(address + i);
    }
  }

  #need(term: Term): void {
    if (this.#known.has(term)) return;
    const open = new Set([term]);
    for (const t of open) {
      this.#known.add(t);
      for (const a of t.args) if (!this.#known.has(a)) open.add(a);
      if (t.op !== "variable") continue;
      const v = this.variables.meaningOf(t.name);
      if (v.kind === "register") this.#registers.add(`${v.thread} ${v.level} ${v.register}`);
      else if (v.kind === "cell") for (let i = 0; i < v.size; i++) this.#bytes.add(v.address + i);
      else if (v.kind === "transfer") this.#copying.add(v.thread);
    }
  }

  /** Finds steps that write what matters. Returns whether anything is new. */
  #keepWriters(): boolean {
    const before = this.#size;
    for (const n of this.graph.nodes)
      for (const { way } of n.ways) {
        const { registers, memory } = this.#neededUpdates(way);
        if (registers.length + memory.length === 0) continue;
        this.#relevant.add(n);
        if (n.ways.length > 1 && !this.#deciding.has(n)) this.#decide(n);
        if (memory.length > 0 || !registers.every((t) => this.#isOwn(t))) this.#kept.add(n);
        for (const t of [...registers, ...memory]) this.#need(t);
      }
    return this.#size > before;
  }

  /** A computation on registers and inputs of the thread alone gives the same whenever it is made. */
  #isOwn(term: Term): boolean {
    const seen = new Set([term]);
    for (const t of seen) {
      for (const a of t.args) seen.add(a);
      if (t.op !== "variable") continue;
      const { kind } = this.variables.meaningOf(t.name);
      if (kind !== "register" && kind !== "input") return false;
    }
    return true;
  }

  get #size(): number {
    return this.#kept.size + this.#relevant.size + this.#deciding.size + this.#known.size;
  }

  /** What the way computes for places that matter. */
  #neededUpdates(way: Way): { readonly registers: readonly Term[]; readonly memory: readonly Term[] } {
    const registersUsed: Term[] = [];
    const memory: Term[] = [];
    for (const { thread, registers } of way.threads)
      for (const [level, frame] of registers.entries())
        for (let r = 0; r < frame.length; r++) {
          const value = frame[r];
          // A register that keeps its value is not written.
          if (value === undefined || value === this.variables.register(thread, level, r, value.width)) continue;
          if (this.#registers.has(`${thread} ${level} ${r}`)) registersUsed.push(value);
        }
    for (const { address, size, value } of way.cells)
      for (let i = 0; i < size; i++)
        if (this.#bytes.has(address + i)) {
          memory.push(value);
          break;
        }
    for (const { thread, copied } of way.threads)
      if (copied !== null && this.#copying.has(thread)) for (let i = 0; i < copied.size; i++) memory.push(copied.content(i, 1));
    return { registers: registersUsed, memory };
  }

  /** Finds branches from which different relevant steps come next. Returns whether there are any. */
  #keepBranches(): boolean {
    const next = new Map<GraphNode, Next>();
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const n of this.graph.nodes) {
        const value = this.#nextOf(n, next);
        if (value === undefined || value === next.get(n)) continue;
        next.set(n, value);
        isNew = true;
      }
    }
    const branches = this.graph.nodes.filter(
      (n) => !this.#deciding.has(n) && !this.#relevant.has(n) && next.get(n) === "several" && this.#divides(n, next),
    );
    for (const n of branches) this.#decide(n);
    return branches.length > 0;
  }

  /** Undefined: it is not known yet. */
  #nextOf(n: GraphNode, next: ReadonlyMap<GraphNode, Next>): Next | undefined {
    if (this.#relevant.has(n)) return n;
    let all: Next | undefined;
    const ends = n.ways.some((w) => !w.next.some((m) => m.thread === n.thread));
    if (ends || n.ways.length === 0) all = "none";
    for (const m of successorsOf(n)) {
      const after = next.get(m);
      if (after === undefined) continue;
      if (all === undefined) all = after;
      else if (all !== after) return "several";
    }
    return all;
  }

  /** Its own ways part, and not only those of a branch after it. */
  #divides(n: GraphNode, next: ReadonlyMap<GraphNode, Next>): boolean {
    const after = new Set(successorsOf(n).map((m) => (next.get(m) === "several" ? m : next.get(m))));
    return after.size > 1 || n.ways.some((w) => !w.next.some((m) => m.thread === n.thread));
  }
}

const successorsOf = (n: GraphNode): GraphNode[] => [...new Set(n.ways.flatMap(({ next }) => next.filter((m) => m.thread === n.thread)))];

/** The way ends as a report says: with an error of any property, or by abort. */
const isNotable = ({ threads }: Way): boolean => threads.some(({ end }) => end.kind === "error" || (end.kind === "process" && !end.isExit));

/** Whether a way decides which runs there are: it does not just go on. */
function decidesRuns({ threads, begun, ended, touches }: Way): boolean {
  const isShared = (o: { readonly address: number; readonly size: number }): boolean =>
    touches.some((t) => t.address < o.address + Math.max(o.size, 1) && o.address < t.address + t.size);
  return threads.length > 1 || threads.some(({ end }) => end.kind !== "step") || [...begun, ...ended].some(isShared);
}

/** Nodes that lie on a cycle (Tarjan 1972). */
function cyclicNodes(nodes: readonly GraphNode[]): ReadonlySet<GraphNode> {
  const cyclic = new Set<GraphNode>();
  const index = new Map<GraphNode, number>();
  const low = new Map<GraphNode, number>();
  const stack: GraphNode[] = [];
  const onStack = new Set<GraphNode>();
  const lower = (n: GraphNode, value: number): void => void low.set(n, Math.min(low.get(n) as number, value));
  const open = (n: GraphNode): { node: GraphNode; rest: GraphNode[] } => {
    index.set(n, index.size);
    low.set(n, index.get(n) as number);
    stack.push(n);
    onStack.add(n);
    return { node: n, rest: successorsOf(n) };
  };
  for (const root of nodes) {
    const calls = index.has(root) ? [] : [open(root)];
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { node, rest } = call;
      const m = rest.pop();
      if (m === undefined) {
        calls.pop();
        const caller = calls.at(-1)?.node;
        if (caller !== undefined) lower(caller, low.get(node) as number);
        if (low.get(node) === index.get(node)) closeComponent(node, stack, onStack, cyclic);
      } else if (!index.has(m)) calls.push(open(m));
      else if (onStack.has(m)) lower(node, index.get(m) as number);
    }
  }
  return cyclic;
}

function closeComponent(root: GraphNode, stack: GraphNode[], onStack: Set<GraphNode>, cyclic: Set<GraphNode>): void {
  const component = stack.splice(stack.lastIndexOf(root));
  for (const n of component) onStack.delete(n);
  if (component.length > 1 || successorsOf(root).includes(root)) for (const n of component) cyclic.add(n);
}
