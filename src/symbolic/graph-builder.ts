// Builds a step graph (step-graph.ts). In: a machine in the state from which it begins. Out: its nodes.
//
// Each node has a tree of the questions that its step asks, with the ways at its leaves. A node is passed again when something that it has read has grown: the tree is walked with the
// alternatives that are possible now, and only new branches are followed.

import { nextInput } from "../execution/input-values.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import { type ThreadRole, threadRoleOf } from "../execution/thread-functions.ts";
import type { Operation, Scalar } from "../program/operations.ts";
import type { FunctionBody, Program } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import { Following } from "./following.ts";
import { OwnCells, SharedCells } from "./graph-cells.ts";
import { type Facts, factsAt, join, liveIn, pairAt } from "./graph-facts.ts";
import { GraphObjects, type ObjectChoice } from "./graph-objects.ts";
import { Observations } from "./graph-observations.ts";
import { type Counts, faultWay, isIn, nameOf, type Point, type PointFrame, pointOf } from "./graph-point.ts";
import { type Alternatives, type Answer, GraphState, keyOf, NoAnswer, type Question, valuesOrReason } from "./graph-state.ts";
import { WaySync } from "./graph-sync.ts";
import { noValues, PathValues, Supports } from "./graph-values.ts";
import type { ValueSet } from "./host.ts";
import { operandOf } from "./instance.ts";
import { countersAfter } from "./loop-counters.ts";
import { placeOf } from "./machine-state.ts";
import { PassQueue } from "./pass-queue.ts";
import { readCell, type StateVariable, type StateVariables } from "./state-variables.ts";
import type { GraphLimits, GraphNode, GraphWay } from "./step-graph.ts";
import type { FollowedThread, StepFrame } from "./step-thread.ts";
import { TooLarge, Unsupported } from "./unsupported.ts";
import type { ThreadAfter, Way } from "./way.ts";

/** Deeper calls are taken for recursion without a bound. */
const maxFrames = 64;

/** What a step asks next, or the way that it goes. */
interface Tree {
  readonly question: Question | null;
  readonly children: Map<string | bigint | number, { readonly answer: Answer; readonly tree: Tree }>;
  readonly outcome: Outcome | null;
}

/** Where a thread stands after a way. */
interface After {
  readonly point: Point;
  readonly registers: readonly (readonly (Term | undefined)[])[];
  /** How many bytes it has copied in, and what they are; null: nothing that it will use. */
  readonly copied: { readonly size: number; readonly content: (from: number, size: number) => Term } | null;
}

interface Outcome {
  readonly graphWay: GraphWay & { readonly next: Node[]; readonly sync: WaySync };
  readonly afters: readonly After[];
  readonly begun: readonly MemoryObject[];
  readonly ended: ReadonlySet<MemoryObject>;
}

class Node implements GraphNode {
  readonly ways: GraphWay[] = [];
  open: string | null = null;
  isSurprising = true;
  isStarved = false;
  /** Cells that held nothing when they were read. */
  readonly empty = new Set<Term>();
  words: readonly Term[] = [];
  tree: Tree | null = null;

  constructor(
    readonly control: string,
    readonly point: Point,
    public facts: Facts,
    readonly role: ThreadRole | null,
  ) {}

  get thread(): number {
    return this.point.thread;
  }

  get children(): number {
    return this.point.children;
  }
}

/** How often limits are checked. */
const combinationsPerTick = 4096;

export class GraphBuilder implements Alternatives {
  readonly #nodes = new Map<string, Node>();
  readonly #queue = new PassQueue<Node>();
  readonly #shared: SharedCells<Node>;
  readonly #objects: GraphObjects<Node>;
  readonly #supports: Supports;
  /** Bytes that are read although they may be unwritten. */
  readonly #tolerant = new Set<number>();
  /** What was read of the state from which the graph begins. */
  readonly #read = new Map<string, { readonly address: number; readonly size: number; readonly value: bigint }>();
  readonly #observations: Observations;
  readonly #first: { readonly point: Point; readonly facts: Facts }[] = [];
  /** The thread that starts others; null: none does. */
  #creator: number | null = null;
  #passes = 0;
  #combinations = 0;
  /** The node that is passed. */
  #at: Node | null = null;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly limits: GraphLimits,
  ) {
    const { memory } = machine;
    this.#observations = new Observations(machine);
    this.#supports = new Supports(() => {
      if (++this.#combinations % combinationsPerTick === 0) limits.tick?.();
      if (this.#combinations > limits.maxCombinations) throw new TooLarge("so many combinations of values");
    });
    if (memory.gaps !== 0 || memory.alternates) throw new Unsupported("choices about the placement of objects");
    if (machine.freedoms.has("reuse")) throw new Unsupported("choices about the reuse of addresses");
    const enqueue = (nodes: ReadonlySet<Node>): void => this.#queue.addAgain(nodes);
    this.#shared = new SharedCells<Node>((address, size) => this.#initial(address, size), enqueue);
    this.#objects = new GraphObjects<Node>(machine, enqueue);
  }

  build(): ReadonlyMap<string, GraphNode> {
    const { machine } = this;
    for (const t of machine.threads) {
      if (t.status !== "running") continue;
      const point = pointOf(machine, t, this.#counts);
      if (point === null) throw new Unsupported("a state after a jump, or with so much memory");
      const facts = factsAt(machine, t, point, this.#overflow, this.#isFixed);
      this.#first.push({ point, facts });
      this.#reach(point, facts);
    }
    for (let node = this.#queue.take(); node !== undefined; node = this.#queue.take()) if (node.open === null) this.#try(node);
    for (const n of this.#nodes.values()) n.isStarved = [...n.empty].some((v) => this.#valuesOf(n, v)?.size === 0);
    for (const n of this.limits.findsSurprises === true ? this.#nodes.values() : []) {
      n.isSurprising = this.#observations.isSurprising(n.point, this.#tolerant, this.#pathOf);
      n.words = n.isSurprising ? this.#observations.wordsAt(n.point) : [];
    }
    return this.#nodes;
  }

  /** Whether a step may compute with addresses: then it may go otherwise where objects lie elsewhere. */
  usesAddresses(): boolean {
    return [...this.#nodes.values()].some((n) => this.#observations.usesAddresses(n.point, this.#pathOf));
  }

  readonly #pathOf = (point: Point): PathValues => this.#pathAt(this.#nodes.get(nameOf(point)) as Node);

  /** The values on which the graph depends. */
  origin(): Term[] {
    const { terms } = this.variables;
    const conditions: Term[] = [];
    const add = (variable: Term, values: ValueSet): void => {
      if (values !== null) for (const v of values) conditions.push(terms.eq(variable, terms.constant(v, variable.width)));
    };
    for (const { address, size, value } of this.#read.values()) add(this.variables.cell(address, size), new Set([value]));
    for (const { point, facts } of this.#first) {
      for (const [level, frame] of facts.registers.entries()) {
        const body = this.#bodyOf((point.frames[level] as PointFrame).function);
        for (const [r, values] of frame) add(this.variables.register(point.thread, level, r, (body.registers[r] as Scalar).bits), values);
      }
      for (const { address, size, values } of facts.own.cells) add(this.variables.cell(address, size), values);
      for (const { address, size, values } of facts.transfer.cells) add(this.variables.transfer(point.thread, address, size), values);
    }
    return conditions;
  }

  readonly #isFixed = (v: StateVariable): boolean => this.limits.isFixed?.(v) ?? true;

  get #overflow(): boolean {
    return this.limits.checksOverflow === true;
  }

  get #counts(): Counts | null {
    return this.limits.counts === true ? { overflow: this.#overflow } : null;
  }

  #reach(point: Point, facts: Facts): Node {
    const name = nameOf(point);
    const known = this.#nodes.get(name);
    if (known === undefined) {
      const node = new Node(name, point, facts, this.#roleOf(point));
      this.#nodes.set(name, node);
      if (this.#nodes.size > this.limits.maxNodes) throw new TooLarge("so many control points");
      this.#queue.addNew(node);
      return node;
    }
    const joined = point.fault === null ? join(known.facts, facts) : known.facts;
    if (joined === known.facts) return known;
    known.facts = joined;
    this.#queue.addAgain([known]);
    return known;
  }

  #roleOf({ frames }: Point): ThreadRole | null {
    const { function: id, operation } = frames.at(-1) as PointFrame;
    const { block, index } = placeOf(this.#bodyOf(id), operation);
    const f = this.machine.program.functions[id] as Program["functions"][number];
    return this.#bodyOf(id).blocks[block]?.operations[index]?.op === "atomic-begin" ? threadRoleOf(f) : null;
  }

  // ---- passing a node

  #try(node: Node): void {
    try {
      this.#pass(node);
    } catch (error) {
      if (!(error instanceof Unsupported) || !this.limits.allowsOpen) throw error;
      node.open = error.what;
    }
  }

  #pass(node: Node): void {
    this.#at = node;
    if (node.point.fault !== null) {
      if (node.ways.length === 0) node.ways.push({ way: faultWay(node.point.thread, node.point.fault), next: [], objects: [] });
      return;
    }
    if (node.point.frames.length > maxFrames) throw new Unsupported("recursion without a known bound");
    node.tree ??= this.#follow(node, []);
    this.#walk(node, node.tree, this.#pathAt(node), [], []);
  }

  #pathAt(node: Node): PathValues {
    const path = new PathValues(this.variables.terms, this.#supports, (v) => this.#valuesOf(node, v));
    const { pair } = node.facts;
    const level = node.point.frames.length - 1;
    const { function: id, operation } = node.point.frames[level] as PointFrame;
    const body = this.#bodyOf(id);
    const registers = pair === null ? null : pairAt(body, operation);
    if (pair !== null && registers !== null) {
      const [address, base] = registers.map((r) => this.variables.register(node.thread, level, r, (body.registers[r] as Scalar).bits));
      path.assume(this.variables.terms.concat(address as Term, base as Term), pair);
    }
    return path;
  }

  #bodyOf(id: number): FunctionBody {
    return this.machine.program.functions[id]?.body() as FunctionBody;
  }

  #walk(node: Node, tree: Tree, path: PathValues, decided: readonly ObjectChoice[], script: readonly Answer[]): void {
    if (tree.outcome !== null) return this.#arrive(node, tree.outcome, path);
    const { question } = tree;
    if (question === null) return;
    const alternatives = this.of(question, path, decided);
    for (const answer of alternatives) {
      const answers = [...script, answer];
      let child = tree.children.get(keyOf(answer));
      if (child === undefined) {
        child = { answer, tree: this.#follow(node, answers) };
        tree.children.set(keyOf(answer), child);
      }
      const next = alternatives.length === 1 ? path : path.copy();
      if (question.kind === "value") next.take(question.term, answer as bigint);
      this.#walk(node, child.tree, next, question.kind === "object" ? [...decided, answer as ObjectChoice] : decided, answers);
    }
  }

  of(question: Question, path: PathValues, _decided: readonly ObjectChoice[]): readonly Answer[] {
    const node = this.#at as Node;
    switch (question.kind) {
      case "value":
        return valuesOrReason(path.of(question.term), question.term);
      case "choice":
        return Array.from({ length: question.count }, (_, i) => i);
      case "object":
        return this.#objects.alternatives(node.point, question.address, node.facts.ended, node);
    }
  }

  /** Follows the step with these answers first. Returns the tree behind them. */
  #follow(node: Node, script: readonly Answer[]): Tree {
    const { machine, variables, limits } = this;
    limits.tick?.();
    const state = new GraphState(
      machine,
      variables,
      node.point,
      this.#objects,
      this.#pathAt(node),
      this,
      script,
      (point) => this.#nextThread(point),
      (address, size) => this.#noteTolerant(address, size),
      this.#observations,
    );
    const following = new Following(machine, variables, state, limits.checksOverflow ?? false);
    let tree: Tree;
    try {
      const way = following.follow();
      tree = { question: null, children: new Map(), outcome: this.#outcomeOf(node, following, state, way) };
      node.ways.push((tree.outcome as Outcome).graphWay);
      if (node.ways.length > limits.maxWays) throw new Unsupported("a step of so many ways");
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      tree = { question: error.question, children: new Map(), outcome: null };
    }
    for (const { question, answer } of state.answered.slice(script.length).reverse())
      tree = { question, children: new Map([[keyOf(answer), { answer, tree }]]), outcome: null };
    return tree;
  }

  #nextThread({ thread, children }: Point): number {
    this.#creator ??= thread;
    const t = this.machine.threads[thread];
    if (this.#creator !== thread || t === undefined) throw new Unsupported("several threads that start others");
    return this.machine.threads.length + children - t.children;
  }

  // ---- where a way leads

  #outcomeOf(node: Node, following: Following, state: GraphState, way: Way): Outcome {
    const afters: After[] = [];
    for (const [i, { end, frames, copied }] of way.threads.entries()) {
      const t = i === 0 ? following.first : (following.started[i - 1] as FollowedThread);
      if (end.kind !== "step" && !(end.kind === "error" && end.pending)) continue;
      const fixed = (term: Term): bigint => {
        const values = state.path.of(term);
        if (values?.size !== 1) throw new Unsupported("arguments that are not determined");
        return [...values][0] as bigint;
      };
      const child = t.index - (i === 0 ? 0 : state.threadCount);
      const isLive = (object: MemoryObject): boolean => following.memory.isLive(object);
      const locals = Array.from(
        { length: this.machine.variables.locals.length },
        (_, n) => t.begunLocals.get(n)?.address ?? t.locals[n] ?? 0,
      );
      const point: Point = {
        thread: t.index,
        path: i === 0 ? node.point.path : [...node.point.path, node.point.children + child],
        self: fixed(t.self),
        children: i === 0 ? node.point.children + following.started.length : 0,
        sectionDepth: t.sectionDepth,
        frames: frames.map((f, level) => ({
          ...f,
          mark: (t.frames[level] as StepFrame).mark,
          variadic: fixed((t.frames[level] as StepFrame).variadic),
        })),
        stack: t.stack.map((object) => ({ object: this.#objects.intern(object), isLive: isLive(object) })),
        locals,
        room: state.roomAfter(t),
        fault: end.kind === "error" ? { kind: end.error, dead: t.fault?.dead ?? null } : null,
        counters: [],
      };
      afters.push({ point, registers: t.frames.map((f) => f.registers), copied: this.#copied(following, t, copied, fixed) });
    }
    const begun = following.memory.begun;
    const ended = new Set([...state.ended].filter((o) => !o.isPrivate).map((o) => this.#objects.intern(o)));
    const objects = state.answered.flatMap(({ question, answer }) =>
      question.kind === "object" ? [{ address: question.address, is: answer as ObjectChoice }] : [],
    );
    return { graphWay: { way, next: [], objects, sync: new WaySync(this.variables, way) }, afters, begun, ended };
  }

  #copied(following: Following, t: FollowedThread, copied: ThreadAfter["copied"], fixed: (t: Term) => bigint): After["copied"] {
    const frame = t.frames.at(-1) as StepFrame;
    const o: Operation | undefined = frame.body.blocks[frame.block]?.operations[frame.index];
    if (o?.op !== "copy-out") return null;
    const content = copied?.content ?? ((from: number, size: number) => this.variables.transfer(t.index, from, size));
    return { size: Number(fixed(operandOf(following, frame, frame.registers, o.size))), content };
  }

  /** The way is possible on this path: what it writes, and where threads stand after it. */
  #arrive(node: Node, { graphWay, afters, begun, ended }: Outcome, path: PathValues): void {
    this.limits.tick?.();
    if (++this.#passes > this.limits.maxPasses) throw new TooLarge("so many rounds");
    const { way, next } = graphWay;
    for (const o of begun) {
      this.#objects.noteBegun(this.#objects.intern(o));
      this.#observations.noteBegun(o);
    }
    for (const o of ended) this.#objects.noteEnded(o, node.thread);
    const all = begun.map((o) => this.#objects.intern(o));
    for (const { point } of afters) if (point.thread !== node.thread) this.#objects.noteStart(point.thread, all);
    const isHidden = (address: number): boolean => afters.some(({ point: { room } }) => isIn(room.hidden, address));
    const own: { address: number; size: number; values: ValueSet }[] = [];
    for (const { address, size, value } of way.cells)
      if (isHidden(address) || isIn(node.point.room.hidden, address) || this.#objects.isPrivate(address, node))
        own.push({ address, size, values: path.of(value) });
      else this.#shared.write(address, size, path.of(value));
    if (this.limits.notesSync === true) graphWay.sync.take(path);
    for (const [i, after] of afters.entries()) {
      const facts = this.#factsAfter(
        i === 0 && after.point.thread === node.thread ? node.facts : null,
        after,
        way,
        own,
        ended,
        begun,
        path,
      );
      const to = this.#reach(this.#counted(after, path), facts);
      if (!next.includes(to)) next.push(to);
    }
  }

  /** The point, told apart by registers that count. */
  #counted({ point, registers }: After, path: PathValues): Point {
    if (this.#counts === null || point.children === 0 || point.fault !== null) return point;
    const counters = countersAfter(this.machine.program, point.frames, this.#overflow, (at, r) => valueAfter(registers[at]?.[r], path));
    if (counters === null) throw new TooLarge("a counter of several values");
    return { ...point, counters };
  }

  #factsAfter(
    before: Facts | null,
    { point, registers, copied }: After,
    way: Way,
    writes: readonly { readonly address: number; readonly size: number; readonly values: ValueSet }[],
    ended: ReadonlySet<MemoryObject>,
    begun: readonly MemoryObject[],
    path: PathValues,
  ): Facts {
    const { room, frames } = point;
    const none = new OwnCells(this.machine.memory.fill & 0xff);
    const isOwn = (address: number): boolean => isIn(room.hidden, address) || isIn(room.shared, address);
    const fresh = begun
      .filter((o) => o.isPrivate && isOwn(o.address))
      .map((o) => ({ address: o.address, size: o.size, values: "fill" as const }));
    const isGone = (address: number): boolean =>
      isIn(room.hidden, address) ? address >= room.hidden.base + room.hiddenNext : address >= room.shared.base + room.sharedNext;
    const kept = (before?.own ?? none).with([...fresh, ...writes.filter((w) => isOwn(w.address))]);
    const gone = kept.cells.filter((c) => isGone(c.address)).map((c) => ({ address: c.address, size: c.size, values: "fill" as const }));
    const words: { address: number; size: number; values: ValueSet }[] = [];
    for (let from = 0; copied !== null && from < copied.size; from += 8) {
      const size = Math.min(8, copied.size - from);
      words.push({ address: from, size, values: path.of(copied.content(from, size)) });
    }
    return {
      registers: frames.map((f, level) => {
        const live = liveIn(this.#bodyOf(f.function), f, level < frames.length - 1, this.#overflow);
        return new Map(live.map((r) => [r, valueAfter(registers[level]?.[r], path)] as const));
      }),
      pair: this.#pairAfter(point, registers, path),
      own: kept.with(gone),
      transfer: none.with(words),
      ended: new Set([...(before?.ended ?? []), ...(way.threads[0]?.thread === point.thread ? ended : [])]),
    };
  }

  #pairAfter({ frames }: Point, registers: After["registers"], path: PathValues): ValueSet {
    const { function: id, operation } = frames.at(-1) as PointFrame;
    const pair = pairAt(this.#bodyOf(id), operation);
    const [address, base] = pair?.map((r) => registers.at(-1)?.[r]) ?? [];
    return address === undefined || base === undefined ? null : path.of(this.variables.terms.concat(address, base));
  }

  // ---- values of variables

  #valuesOf(node: Node, variable: Term): ValueSet {
    const v = this.variables.meaningOf(variable.name);
    const { facts, point } = node;
    switch (v.kind) {
      case "register":
        return facts.registers[v.level]?.get(v.register) ?? null;
      case "cell": {
        if (isIn(point.room.hidden, v.address) || this.#objects.isPrivate(v.address, node)) return facts.own.read(v.address, v.size);
        const values = this.#shared.read(v.address, v.size, node);
        if (values?.size === 0) node.empty.add(variable);
        return values;
      }
      case "transfer":
        return facts.transfer.read(v.from, v.size);
      case "input":
      case "trail":
        return null;
    }
  }

  /** What bytes hold where the graph begins. */
  #initial(address: number, size: number): ValueSet {
    const { memory } = this.machine;
    const isThere = address === nextInput || memory.objectAt(address | 0, Math.floor(address / 2 ** 32)) !== null;
    if (isThere && !this.#isFixed({ kind: "cell", address, size })) return null;
    if (isThere) {
      const value = readCell(this.machine, address, size);
      this.#read.set(`${address}:${size}`, { address, size, value });
      return new Set([value]);
    }
    let value = 0n;
    for (let i = 0; i < size; i++) {
      if (!this.#tolerant.has(address + i)) return noValues;
      value = (value << 8n) | BigInt(memory.fill & 0xff);
    }
    return new Set([value]);
  }

  #noteTolerant(address: number, size: number): void {
    const before = this.#tolerant.size;
    for (let i = 0; i < size; i++) this.#tolerant.add(address + i);
    if (this.#tolerant.size > before) this.#shared.touch(address, size);
  }
}

const valueAfter = (term: Term | undefined, path: PathValues): ValueSet => (term === undefined ? new Set([0n]) : path.of(term));
