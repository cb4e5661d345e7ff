// From operations to inclusion constraints. In: the body of an instance. Out: edges, loads, stores and calls in the graph.
//
// Only pointer arithmetic keeps what a pointer points to. Any other computation may return any number, so also the address of any object: its
// result points anywhere, besides to wherever its operands point (`anywhere`).

import { type Operand, type Operation, type Register, register, storeSize, type Terminator } from "../../program/operations.ts";
import { codeBase, functionAddress, functionAt, type Program } from "../../program/program.ts";
import type { Node, PointerGraph } from "./graph.ts";
import type { FunctionInstance, Instances } from "./instances.ts";
import { type AbstractObject, anywhere, type Places } from "./places.ts";

type Allocation = Operation & { op: "stack-allocate" | "stack-renew" | "heap-allocate" };

interface BodyFacts {
  readonly scales: ReadonlyMap<Register, number>;
  readonly areas: ReadonlySet<Register>;
}

export class Constraints {
  /** What `thread-self` returns: what threads were started with. */
  readonly #self: Node;
  /** What `longjmp` makes `setjmp` return. */
  readonly #jumped: Node;
  /** Functions whose address is used as a value. */
  readonly #taken: Node;
  readonly #constants = new Map<number, Node>();
  readonly #globals: Program["objects"];
  readonly #lastAddress: bigint;

  constructor(
    readonly program: Program,
    readonly places: Places,
    readonly graph: PointerGraph,
    readonly instances: Instances,
  ) {
    this.#self = graph.newNode();
    this.#jumped = graph.newNode();
    this.#taken = graph.newNode();
    this.#globals = program.objects.filter((g) => !g.threadLocal);
    this.#lastAddress = this.#globals.reduce(
      (last, g) => (g.address > last ? g.address + BigInt(g.size) : last),
      BigInt(functionAddress(program.functions.length)),
    );
  }

  /** What the initial values of globals point to. */
  addImages(): void {
    for (const g of this.program.objects) {
      if (g.image === null) continue;
      const object = g.threadLocal ? this.threadLocal(g.id) : this.global(g.id);
      const width = this.program.pointerBits / 8;
      for (let at = 0; at + width <= g.image.length; at++) {
        if (width === 8 && (g.image[at + 5] !== 0 || g.image[at + 6] !== 0 || g.image[at + 7] !== 0)) continue; // no address is so large
        const place = this.#placeOfNumber(numberAt(g.image, at, width));
        // Bytes that look like an address but are not aligned mostly belong to several numbers.
        if (place !== null) this.graph.edge(this.#constant(place), this.graph.cellAt({ object, at, stride: 0 }, width, at % width !== 0));
      }
    }
  }

  /** The body of a new instance. */
  add(instance: FunctionInstance): void {
    const { body } = instance;
    if (instance.function.external || body === null) for (const r of instance.results) this.graph.add(r, anywhere);
    if (body === null) return;
    const facts = { scales: findScales(body), areas: findArgumentAreas(body) };
    let k = 0;
    for (const { operations, terminator } of body.blocks) {
      let read: Operation | null = null; // the first half of a copy, which the second follows (frontend/lower)
      for (const o of operations) {
        if (o.op === "copy-in") read = o;
        if (o.op === "copy-out" && read?.op === "copy-in") this.#addCopy(instance, read.address, o.address, o.size);
        this.#addOperation(instance, o, k++, facts);
      }
      this.#addTerminator(instance, terminator);
      k++;
    }
  }

  /** The node of an operand; null: a number that is not an address. */
  node(instance: FunctionInstance, o: Operand): Node | null {
    switch (o.kind) {
      case "register":
        return instance.registers[o.register] as Node;
      case "object":
        return this.#constant(this.places.numberOf(this.#objectOf(o.object), o.offset, 0));
      case "function":
        return this.#constant(this.places.numberOf(this.#function(o.function), 0, 0));
      case "integer": {
        const place = this.#placeOfNumber(o.value);
        return place === null ? null : this.#constant(place);
      }
      default:
        return null;
    }
  }

  global(id: number): AbstractObject {
    const size = this.program.objects[id]?.size ?? null;
    return this.places.object(`global ${id}`, { kind: "global", number: id, made: null, size });
  }

  threadLocal(id: number): AbstractObject {
    const size = this.program.objects[id]?.size ?? null;
    return this.places.object(`thread-local ${id}`, { kind: "thread-local", number: id, made: null, size });
  }

  #function(id: number): AbstractObject {
    return this.places.object(`function ${id}`, { kind: "function", number: id, made: null, size: 0 });
  }

  #objectOf = (id: number): AbstractObject => (this.program.objects[id]?.threadLocal ? this.threadLocal(id) : this.global(id));

  #constant(place: number): Node {
    let node = this.#constants.get(place);
    if (node === undefined) {
      node = this.graph.newNode();
      this.#constants.set(place, node);
      this.graph.add(node, place);
      if (this.places.get(place)?.object.kind === "function") this.graph.edge(node, this.#taken);
    }
    return node;
  }

  /** The place that a number is the address of; null: of none that is known. */
  #placeOfNumber(value: bigint): number | null {
    if (value < BigInt(codeBase) || value > this.#lastAddress) return null;
    const f = functionAt(this.program, value);
    if (f !== null) return this.places.numberOf(this.#function(f.id), 0, 0);
    for (const g of this.#globals)
      if (g.address <= value && value <= g.address + BigInt(g.size))
        return this.places.numberOf(this.global(g.id), Number(value - g.address), 0);
    return null;
  }

  #addOperation(f: FunctionInstance, o: Operation, k: number, facts: BodyFacts): void {
    const { graph } = this;
    const to = (r: Register): Node => f.registers[r] as Node;
    const flow = (from: Operand | null, into: Node, by = 0, stride = 0): void => {
      const node = from === null ? null : this.node(f, from);
      if (node !== null) graph.edge(node, into, by, stride);
    };
    /** The result of a computation: any number, or what was computed with, unless it is too narrow for an address. */
    const computed = (into: Node, bits: number, from: readonly Operand[]): void => {
      if (bits >= this.program.pointerBits) for (const x of from) flow(x, into, 0, 1);
      graph.add(into, anywhere);
    };
    const address = (x: Operand): Node => this.node(f, x) ?? graph.newNode();
    switch (o.op) {
      case "move":
        return flow(o.from, to(o.to));
      case "select":
        flow(o.then, to(o.to));
        return flow(o.otherwise, to(o.to));
      case "convert":
        if (o.conversion === "trunc" || o.conversion === "zext" || o.conversion === "sext") {
          const keeps = o.source.bits === o.target.bits;
          flow(o.from, to(o.to), 0, keeps ? 0 : 1);
          return o.conversion === "zext" ? undefined : graph.add(to(o.to), anywhere);
        }
        return computed(to(o.to), o.target.bits, [o.from]);
      case "integer":
        return o.pointer ? this.#advance(f, o, facts.scales) : computed(to(o.to), o.bits, [o.left, o.right]);
      case "checked":
        return computed(to(o.to), o.bits, [o.left, o.right]);
      case "builtin":
        return computed(to(o.to), o.type.bits, o.args);
      case "load":
        return graph.load(address(o.address), storeSize(o.type), to(o.to));
      case "store":
        return this.#store(f, o.address, storeSize(o.type), o.value);
      case "update": {
        const size = storeSize(o.type);
        graph.load(address(o.address), size, to(o.to));
        if (o.operator === "xchg") return this.#store(f, o.address, size, o.value);
        const result = graph.newNode();
        computed(result, o.type.bits, [register(o.to), o.value]);
        return graph.store(address(o.address), size, result);
      }
      case "compare-exchange":
        graph.load(address(o.address), storeSize(o.type), to(o.to));
        return this.#store(f, o.address, storeSize(o.type), o.replacement);
      case "fill":
        return o.byte.kind === "integer" ? undefined : graph.storeAll(address(o.address), address(o.byte));
      case "stack-allocate":
      case "stack-renew":
      case "heap-allocate":
        if (o.op === "stack-renew") flow(o.address, to(o.to));
        return graph.add(to(o.to), this.places.numberOf(this.#made(f, o, k, facts.areas.has(o.to)), 0, 0));
      case "thread-local":
        return graph.add(to(o.to), this.places.numberOf(this.threadLocal(o.object), 0, 0));
      case "call":
        return this.#addCall(f, o, k);
      case "variadic-area":
        return graph.edge(f.variadic, to(o.to));
      case "set-jump":
        return graph.edge(this.#jumped, to(o.to), 0, 1);
      case "long-jump":
        return flow(o.value, this.#jumped);
      case "thread-start":
        flow(o.self, this.#self);
        return this.#callThrough(f, o.entry, k, (callee) => {
          const into = callee.body?.params[0];
          if (into !== undefined) flow(o.self, callee.registers[into] as Node);
        });
      case "thread-self":
        return graph.edge(this.#self, to(o.to));
      case "parse-double": {
        const consumed = graph.newNode();
        graph.add(consumed, anywhere);
        graph.store(address(o.consumed), 4, consumed);
        return graph.add(to(o.to), anywhere);
      }
      case "input":
      case "heap-size":
      case "math":
        return graph.add(to(o.to), anywhere);
      default:
        return; // no pointers, or small numbers
    }
  }

  /** The object that an operation makes. */
  #made(f: FunctionInstance, o: Allocation, k: number, isArguments: boolean): AbstractObject {
    const made = { function: f.function.id, operation: k, context: f.context };
    const size = o.size.kind === "integer" ? Number(o.size.value) : null;
    const kind = o.op === "heap-allocate" ? "heap" : "stack";
    return this.places.object(`${kind} ${made.function} ${k} ${made.context}`, { kind, number: -1, made, size, isArguments });
  }

  #addCopy(f: FunctionInstance, from: Operand, to: Operand, size: Operand): void {
    const [source, target] = [this.node(f, from), this.node(f, to)];
    if (source !== null && target !== null) this.graph.copy(source, target, fixedSize(size));
  }

  #store(f: FunctionInstance, address: Operand, size: number, value: Operand): void {
    const to = this.node(f, address);
    if (to !== null) this.graph.store(to, size, this.node(f, value) ?? this.graph.newNode());
  }

  /** Pointer arithmetic: the result points into the same object. */
  #advance(f: FunctionInstance, o: Operation & { op: "integer" }, scales: ReadonlyMap<Register, number>): void {
    const from = this.node(f, o.left);
    if (from === null) return;
    const { right } = o;
    const to = f.registers[o.to] as Node;
    if (right.kind === "integer") {
      const by = Number(BigInt.asIntN(right.bits, right.value));
      this.graph.edge(from, to, o.operator === "sub" ? -by : by);
    } else this.graph.edge(from, to, 0, right.kind === "register" ? (scales.get(right.register) ?? 1) : 1);
  }

  #addCall(f: FunctionInstance, o: Operation & { op: "call" }, k: number): void {
    const { graph } = this;
    this.#callThrough(f, o.callee, k, (callee) => {
      o.args.forEach((arg, i) => {
        const param = callee.body?.params[i];
        const from = this.node(f, arg);
        if (param !== undefined && from !== null) graph.edge(from, callee.registers[param] as Node);
      });
      o.results.forEach((r, i) => {
        const result = callee.results[i];
        if (result !== undefined) graph.edge(result, f.registers[r] as Node);
        if (callee.body === null) graph.add(f.registers[r] as Node, anywhere);
      });
      const area = o.variadic === null ? null : this.node(f, o.variadic);
      if (area !== null) graph.edge(area, callee.variadic);
    });
  }

  /** Finds the functions that an operation calls or starts. A computed address may be that of any function whose address is taken. */
  #callThrough(f: FunctionInstance, callee: Operand, k: number, connect: (callee: FunctionInstance) => void): void {
    const found = new Set<FunctionInstance>();
    f.calls.set(k, found);
    const call = (id: number): void => {
      const context = this.instances.contextFor(f.function, f.context, k, id);
      const instance = this.instances.get(id, context);
      if (instance === null || found.has(instance)) return;
      found.add(instance);
      connect(instance);
    };
    if (callee.kind === "function") return call(callee.function);
    if (this.graph.isLost) return;
    const node = this.node(f, callee);
    const follow = (place: number): void => {
      const p = this.places.get(place);
      if (p?.object.kind === "function") call(p.object.number);
      else if (p === null) this.graph.watch(this.#taken, (taken) => call(this.places.get(taken)?.object.number ?? -1));
    };
    if (node !== null) this.graph.watch(node, follow);
  }

  #addTerminator(f: FunctionInstance, t: Terminator): void {
    if (t.op !== "return") return;
    t.values.forEach((value, i) => {
      const from = this.node(f, value);
      const result = f.results[i];
      if (from !== null && result !== undefined) this.graph.edge(from, result);
    });
  }
}

/** By register that is set once, to a number times a constant: the constant. So the elements of an array are told from each other's fields. */
function findScales({ blocks }: NonNullable<FunctionInstance["body"]>): ReadonlyMap<Register, number> {
  const scales = new Map<Register, number>();
  const set = new Set<Register>();
  for (const { operations } of blocks)
    for (const o of operations) {
      if (!("to" in o)) continue;
      const factor = o.op === "integer" && o.operator === "mul" && o.right.kind === "integer" ? Number(o.right.value) : 0;
      if (set.has(o.to)) scales.delete(o.to);
      else if (factor > 0 && factor < 2 ** 31) scales.set(o.to, factor);
      set.add(o.to);
    }
  return scales;
}

/** The registers that hold the address of the variadic arguments of a call. */
function findArgumentAreas({ blocks }: NonNullable<FunctionInstance["body"]>): ReadonlySet<Register> {
  const areas = new Set<Register>();
  for (const { operations } of blocks)
    for (const o of operations) if (o.op === "call" && o.variadic?.kind === "register") areas.add(o.variadic.register);
  return areas;
}

const fixedSize = (size: Operand): number => (size.kind === "integer" ? Number(size.value) : Number.POSITIVE_INFINITY);

function numberAt(image: Uint8Array, at: number, width: number): bigint {
  let value = 0n;
  for (let i = width - 1; i >= 0; i--) value = (value << 8n) | BigInt(image[at + i] as number);
  return value;
}
