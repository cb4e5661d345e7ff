// Functions in call contexts. In: calls as they are found. Out: per function and context one instance, with nodes for its registers and results.
//
// A function of the program has one instance. One of the library that is not large has one per call from the program: otherwise all objects of
// malloc would be one, all mutexes, and the arguments of all threads. What the library calls belongs to the same call of the program.

import { bodyIfSupported, type FunctionBody, type Program, type ProgramFunction } from "../../program/program.ts";
import type { Node, PointerGraph } from "./graph.ts";

/** Names the call of the program that the library acts for; empty: all of them, or none. */
export type Context = string;

export const contextOfCall = (caller: number, operation: number): Context => `${caller}.${operation}`;

/** A library function that has, with all it calls directly, more operations than this has one instance for all calls. */
const maxOperations = 600;

export interface FunctionInstance {
  readonly id: number;
  readonly function: ProgramFunction;
  readonly context: Context;
  /** Null: it cannot be lowered. */
  readonly body: FunctionBody | null;
  readonly registers: readonly Node[];
  readonly results: readonly Node[];
  /** The address of its variadic arguments. */
  readonly variadic: Node;
  /** Per operation that calls: the callees. */
  readonly calls: Map<number, Set<FunctionInstance>>;
}

export class Instances {
  readonly all: FunctionInstance[] = [];
  readonly #known = new Map<string, FunctionInstance>();
  readonly #large = new Map<number, boolean>();

  constructor(
    readonly program: Program,
    readonly graph: PointerGraph,
    readonly onNew: (instance: FunctionInstance) => void,
  ) {}

  find(id: number, context: Context): FunctionInstance | undefined {
    return this.#known.get(`${id} ${context}`);
  }

  /** The instance, made on first use. */
  get(id: number, context: Context): FunctionInstance | null {
    const known = this.find(id, context);
    if (known !== undefined) return known;
    const f = this.program.functions[id];
    if (f === undefined) return null;
    const { graph } = this;
    const body = bodyIfSupported(f);
    const instance: FunctionInstance = {
      id: this.all.length,
      function: f,
      context,
      body,
      registers: (body?.registers ?? []).map(() => graph.newNode()),
      results: (body?.results ?? []).map(() => graph.newNode()),
      variadic: graph.newNode(),
      calls: new Map(),
    };
    this.all.push(instance);
    this.#known.set(`${id} ${context}`, instance);
    this.onNew(instance);
    return instance;
  }

  /** The context of a callee. */
  contextFor(caller: ProgramFunction, context: Context, operation: number, callee: number): Context {
    if (this.program.functions[callee]?.library !== true) return "";
    if (caller.library) return context;
    return this.#isLarge(callee) ? "" : contextOfCall(caller.id, operation);
  }

  #isLarge(id: number): boolean {
    let large = this.#large.get(id);
    if (large === undefined) {
      large = this.#measure(id) > maxOperations;
      this.#large.set(id, large);
    }
    return large;
  }

  /** The operations of a function and of all it calls directly, as far as they are the library's. */
  #measure(id: number): number {
    const seen = new Set([id]);
    let size = 0;
    for (const next of seen) {
      const f = this.program.functions[next];
      const body = f?.library ? bodyIfSupported(f) : null;
      for (const { operations } of body?.blocks ?? []) {
        size += operations.length;
        for (const o of operations) if (o.op === "call" && o.callee.kind === "function") seen.add(o.callee.function);
      }
      if (size > maxOperations) break;
    }
    return size;
  }
}
