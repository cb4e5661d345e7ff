// The variables of step formulas: registers of a thread's frames, cells of memory, inputs still to come. In: what a variable stands for. Out: the variable; and, for a
// state at hand, its value.

import { nextInput } from "../execution/input-values.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { Scalar } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import type { Environment } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { Conjuncts } from "./conjuncts.ts";
import { ControlPoints } from "./control-points.ts";

/** What a variable stands for. */
export type StateVariable =
  | { readonly kind: "register"; readonly thread: number; readonly level: number; readonly register: number }
  /** Bytes of memory, the first in the lowest bits. */
  | { readonly kind: "cell"; readonly address: number; readonly size: number }
  /** Bytes that a copy has read and not yet written. */
  | { readonly kind: "transfer"; readonly thread: number; readonly from: number; readonly size: number }
  /** The n-th input that the thread asks for from here on. */
  | { readonly kind: "input"; readonly thread: number; readonly n: number; readonly bits: number }
  /** Whether a thread in a busy wait was in this state: at that place of its trail, counted from the oldest (execution/spinning.ts). */
  | { readonly kind: "trail"; readonly thread: number; readonly place: number; readonly state: readonly number[] };

export class StateVariables {
  readonly #meaning = new Map<string, StateVariable>();
  /** Of functions, known by the places of their registers; by thread and level. */
  readonly #registers = new Map<ArrayLike<number>, (readonly (Term | undefined)[])[][]>();
  /** Numbers of states of trails. */
  readonly #states = new Map<string, number>();

  /** What the variables of `conjuncts.known` stand for. */
  readonly #known: StateVariable[] = [];

  /** Where threads stand in the states that have these variables. */
  readonly points = new ControlPoints();

  /** Of formulas over these variables. */
  readonly conjuncts: Conjuncts;

  constructor(readonly terms: Terms) {
    this.conjuncts = new Conjuncts(terms);
  }

  register(thread: number, level: number, register: number, bits: number): Term {
    return this.#variable(`r${thread}.${level}.${register}:${bits}`, bits, { kind: "register", thread, level, register });
  }

  /** Those of a frame, but for those without a slot. */
  registersOf(thread: number, level: number, body: FunctionBody, slots: ArrayLike<number>): (Term | undefined)[] {
    const byThread = this.#registers.get(slots) ?? [];
    this.#registers.set(slots, byThread);
    const byLevel = byThread[thread] ?? [];
    byThread[thread] = byLevel;
    byLevel[level] ??= body.registers.map((type, r) => ((slots[r] as number) < 0 ? undefined : this.register(thread, level, r, type.bits)));
    return [...byLevel[level]];
  }

  /** How many of the given inputs were taken: a cell of its own, which all threads that ask share. */
  get givenTaken(): Term {
    return this.cell(nextInput, 4);
  }

  cell(address: number, size: number): Term {
    return this.#variable(`m${address}:${size}`, 8 * size, { kind: "cell", address, size });
  }

  transfer(thread: number, from: number, size: number): Term {
    return this.#variable(`t${thread}.${from}:${size}`, 8 * size, { kind: "transfer", thread, from, size });
  }

  input(thread: number, n: number, bits: number): Term {
    return this.#variable(`i${thread}.${n}:${bits}`, bits, { kind: "input", thread, n, bits });
  }

  trail(thread: number, place: number, state: readonly number[]): Term {
    const text = state.join();
    const number = this.#states.get(text) ?? this.#states.size;
    this.#states.set(text, number);
    return this.#variable(`l${thread}.${place}.${number}:1`, 1, { kind: "trail", thread, place, state });
  }

  meaningOf(name: string): StateVariable {
    const meaning = this.#meaning.get(name);
    if (meaning === undefined) throw new Error(`${name} is not a variable of a state`);
    return meaning;
  }

  /** What the variables of formulas stand for, in the order in which formulas have met them. */
  meaningsOfKnown(): readonly StateVariable[] {
    const { known } = this.conjuncts;
    for (let i = this.#known.length; i < known.length; i++) this.#known.push(this.meaningOf((known[i] as Term).name));
    return this.#known;
  }

  #variable(name: string, bits: number, meaning: StateVariable): Term {
    this.#meaning.set(name, meaning);
    return this.terms.variable(name, bits);
  }
}

/** An input that a thread gets. */
export interface InputValue {
  readonly thread: number;
  readonly value: bigint;
  /** It is what unwritten memory of so many bits held; absent: the thread has asked. */
  readonly isUnwritten?: true;
  readonly bits?: number;
  /** All such values are given in turn. */
  readonly isCovered?: true;
}

/** The n-th input that a thread gets from here on, if it asks for so many bits. */
export type NextInput = (thread: number, n: number, bits: number) => bigint;

/** Inputs in the order in which threads get them; what comes after them is zero. */
export const inOrder =
  (inputs: readonly InputValue[]): NextInput =>
  (thread, n, bits) => {
    let taken = 0;
    for (const i of inputs) if (i.thread === thread && taken++ === n) return BigInt.asUintN(bits, i.value);
    return 0n;
  };

/** The state of a machine between two steps, as an environment of terms. */
export class StateAtHand implements Environment {
  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly inputs: NextInput,
  ) {}

  variable(name: string): bigint {
    const v = this.variables.meaningOf(name);
    const { machine } = this;
    switch (v.kind) {
      case "register":
        return readRegister(machine, machine.threads[v.thread] as Thread, v.level, v.register);
      case "cell":
        return readCell(machine, v.address, v.size);
      case "transfer":
        return numberOf((machine.threads[v.thread] as Thread).transfer.bytes.subarray(v.from, v.from + v.size));
      case "input":
        return this.inputs(v.thread, v.n, v.bits);
      case "trail":
        return wasIn(machine.threads[v.thread] as Thread, v.place, v.state) ? 1n : 0n;
    }
  }

  before(): never {
    throw new Error("a step formula says nothing of an order of events");
  }
}

/** The bits of a register, whatever its type. */
export function readRegister(machine: Machine, t: Thread, level: number, register: number): bigint {
  const { function: id, base } = t.frameAt(level);
  const fn = machine.code[id];
  const slot = fn?.slots[register];
  if (fn === undefined || slot === undefined || slot < 0) return 0n;
  const { bits } = fn.body.registers[register] as Scalar;
  const at = base + slot;
  if (bits <= 32) return BigInt.asUintN(bits, BigInt((t.registers[at] as number) >>> 0));
  let value = 0n;
  for (let i = Math.ceil(bits / 32) - 1; i > 1; i--) value = (value << 32n) | BigInt((t.registers[at + i] as number) >>> 0);
  const lowest = halves((t.registers[at] as number) >>> 0, (t.registers[at + 1] as number) >>> 0);
  return BigInt.asUintN(bits, value === 0n ? lowest : (value << 64n) | lowest);
}

/** Whether the thread was in a state, at a place of its trail. */
export function wasIn({ trail }: Thread, place: number, state: readonly number[]): boolean {
  let at = trail;
  for (let i = (trail?.length ?? 0) - 1; i > place && at !== null; i--) at = at.earlier;
  return at !== null && at.length === place + 1 && at.state.length === state.length && at.state.every((x, i) => x === state[i]);
}

export function readCell({ memory, queries }: Machine, address: number, size: number): bigint {
  const o = memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
  if (o === null) return address === nextInput ? BigInt(queries.givenTaken) : 0n;
  const from = address - o.region.base;
  const { bytes } = o.region;
  if (size === 4) return BigInt(wordAt(bytes, from));
  if (size === 8) return halves(wordAt(bytes, from), wordAt(bytes, from + 4));
  return numberOf(bytes.subarray(from, from + size));
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> 0;

/** Most numbers of 64 bits are small, or addresses: one bigint is made, not three. */
const halves = (low: number, high: number): bigint =>
  high < 0x200000 ? BigInt(high * 2 ** 32 + low) : (BigInt(high) << 32n) | BigInt(low);

function numberOf(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i] as number);
  return value;
}
