// The variables of a state's formula as a C programmer names them. In: a machine that stands in a state, and a formula over it. Out: the formula in C.
//
// Cells have the names of their objects, registers those of the locals they hold. What concerns the library alone (thread structures, the frames of its functions, where objects
// lie) is left out. Locals of several threads that have one name, or that of a global, are told apart: `T2's a`.

import { nextInput } from "../../execution/input-values.ts";
import type { Machine } from "../../execution/machine.ts";
import { nameInObject, strip } from "../../execution/names.ts";
import { ObjectNames } from "../../execution/object-names.ts";
import { scalarAt } from "../../execution/values.ts";
import type { Operand, Operation, Register } from "../../program/operations.ts";
import type { FunctionBody } from "../../program/program.ts";
import type { SourceType } from "../../program/source-types.ts";
import { shortName } from "../../reports/report.ts";
import { type ConditionText, describeCondition } from "../../symbolic/condition-text.ts";
import type { StateVariable, StateVariables } from "../../symbolic/state-variables.ts";
import { mentions } from "../../terms/depends.ts";
import { printC } from "../../terms/print-c.ts";
import type { Term } from "../../terms/term.ts";

/** Operators of an atom that are printed. */
const maxOperators = 24;
/** Computations before a value that are looked at for its name. */
const maxDepth = 4;

const signs: Readonly<Partial<Record<string, string>>> = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" };

function isBool(type: SourceType | null): boolean {
  const t = strip(type);
  return t?.kind === "base" && t.encoding === "DW_ATE_boolean";
}

/** Where symbolic/step-placement.ts asks whether a number may be an address. */
const addressBounds: ReadonlySet<string> = new Set(["16 5782", "16 32768", "32 1073741824", "32 2147483648", "32 134217728"]);

function isAddressTest({ op, args: [a, b] }: Term): boolean {
  if (a === undefined || b === undefined || (op !== "ult" && op !== "ule")) return false;
  const bound = b.op === "constant" ? b.value + (op === "ule" ? 1n : 0n) : a.op === "constant" ? a.value + (op === "ult" ? 1n : 0n) : null;
  return bound !== null && addressBounds.has(`${a.width} ${bound}`);
}

/** Names as long as the machine does not move. */
export class StateNames {
  readonly #objects: ObjectNames;
  readonly #names = new Map<string, string | null>();
  /** By name: how many threads have a local of it. */
  readonly #owners = new Map<string, Set<number>>();

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
  ) {
    this.#objects = new ObjectNames(machine);
    const note = (name: string, thread: number): void => void this.#owners.set(name, (this.#owners.get(name) ?? new Set()).add(thread));
    for (const o of machine.program.objects) if (!o.library && o.name !== "") note(o.name, -1);
    for (const t of machine.threads) {
      if (t.status !== "running") continue;
      this.#objects.learn(t, []);
      for (let level = 0; level <= t.depth; level++) {
        const f = machine.code[t.frameAt(level).function];
        if (f === undefined || f.library) continue;
        for (const { variable } of f.body.locals) note(machine.program.variables[variable]?.name ?? "", t.index);
      }
      for (const o of t.stack) if (o.live && !o.library) note(o.name, t.index);
    }
  }

  describe(formula: Term): ConditionText {
    return describeCondition(formula, (atom, isNegated) => this.#atom(atom, isNegated));
  }

  /** Null: it is about the library. */
  #atom(t: Term, isNegated: boolean): string | null {
    if (t.op === "eq") {
      const known = this.#mutex(t, isNegated) ?? this.#pointer(t, isNegated);
      if (known !== undefined) return known;
    }
    if (isAddressTest(t)) return null;
    const flag = this.#flag(t);
    if (flag !== null) return `${isNegated ? "!" : ""}${flag}`;
    const isHidden = (x: Term): boolean => x.op === "variable" && this.#nameOf(x) === null;
    if (mentions(t, isHidden)) return null;
    const name = (v: Term): string => this.#nameOf(v) ?? "?";
    return printC(this.variables.terms, t, { maxOperators, name, atMost: true, isNegated });
  }

  /** The lowest bit of a _Bool; null: that is not meant. */
  #flag({ op, width, value, args: [whole] }: Term): string | null {
    if (op !== "extract" || width !== 1 || value !== 0n || whole?.op !== "variable") return null;
    const v = this.variables.meaningOf(whole.name);
    return this.#isBoolean(v) ? this.#nameOf(whole) : null;
  }

  #isBoolean(v: StateVariable): boolean {
    if (v.kind === "cell") {
      const o = v.size === 1 ? this.#objectAt(v.address) : null;
      return o !== null && isBool(scalarAt(this.#objects.typeOf(o), 8 * (v.address - o.address), 8));
    }
    if (v.kind !== "register") return false;
    const t = this.machine.threads[v.thread];
    const body = t === undefined ? undefined : this.machine.code[t.frameAt(v.level).function]?.body;
    const local = body?.locals.find((l) => l.register === v.register);
    return isBool(this.machine.program.variables[local?.variable ?? -1]?.type ?? null);
  }

  /** Who holds a mutex; undefined: that is not meant. */
  #mutex({ args: [cell, value] }: Term, isNegated: boolean): string | undefined {
    if (cell?.op !== "variable" || value?.op !== "constant") return undefined;
    const v = this.variables.meaningOf(cell.name);
    const mutexSize = this.machine.program.dataModel === "lp64" ? 40 : 24;
    if (v.kind !== "cell" || v.size !== 4) return undefined;
    const o = this.#objectAt(v.address);
    if (o === null || o.library || o.kind === "internal") return undefined;
    const offset = v.address - o.address;
    const name = this.#objects.name(o, offset, mutexSize);
    // The owner is its first member, which the program does not name.
    if (nameInObject(o, offset, 4) === name || this.#objects.name(o, offset, 4) !== name) return undefined;
    const owner = value.value === 0n ? null : shortName(Number(value.value) - 1);
    if (owner === null) return `${name} is ${isNegated ? "held" : "free"}`;
    return `${name} is ${isNegated ? "not " : ""}held by ${owner}`;
  }

  /** A pointer to an object; undefined: that is not meant; null: an address that says nothing. */
  #pointer({ args: [cell, value] }: Term, isNegated: boolean): string | null | undefined {
    if (value?.op !== "constant" || value.width !== this.machine.program.pointerBits || value.value === 0n) return undefined;
    const low = Number(BigInt.asIntN(32, value.value));
    const high = Number(BigInt.asIntN(32, value.value >> 32n));
    const target = this.#objects.pointer(this.#objects.target(low, high), low, high, null);
    if (target === null) return undefined;
    const isOwn = /^(main|T\d+|\(library object\))$/.test(target);
    const name = cell?.op === "variable" ? this.#nameOf(cell) : null;
    if (name === null || isOwn || name.endsWith("temporary") || name.startsWith("a copy of")) return null;
    return `${name} ${isNegated ? "!=" : "=="} ${target}`;
  }

  #nameOf({ name }: Term): string | null {
    let known = this.#names.get(name);
    if (known === undefined) {
      known = this.#describe(this.variables.meaningOf(name));
      this.#names.set(name, known);
    }
    return known;
  }

  #describe(v: StateVariable): string | null {
    switch (v.kind) {
      case "register":
        return this.#register(v.thread, v.level, v.register);
      case "cell":
        return this.#cell(v.address, v.size);
      case "transfer":
        return null;
      case "input":
        return `input ${v.n + 1} of ${shortName(v.thread)}`;
      case "trail":
        return `(${shortName(v.thread)} was in this state before)`;
    }
  }

  #objectAt(address: number): ReturnType<Machine["memory"]["objectAt"]> {
    return this.machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
  }

  #cell(address: number, size: number): string | null {
    if (address === nextInput) return "inputs taken";
    const o = this.#objectAt(address);
    if (o === null || o.library || o.kind === "internal") return null;
    const offset = address - o.address;
    const name = this.#objects.nameAccess(o, offset, size);
    // Members that C reserves for the library: the inside of a lock.
    if (o.kind !== "heap" && nameInObject(o, offset, size).includes(".__")) return null;
    return o.kind === "stack" ? this.#qualified(name, o.name, o.thread) : name;
  }

  #register(thread: number, level: number, register: Register): string | null {
    const t = this.machine.threads[thread];
    const f = t === undefined ? undefined : this.machine.code[t.frameAt(level).function];
    if (t === undefined || f === undefined || f.library) return null;
    return this.#value(f.body, thread, register, 0);
  }

  #value(body: FunctionBody, thread: number, register: Register, depth: number): string {
    const local = body.locals.find((l) => l.register === register);
    const name = local === undefined ? undefined : this.machine.program.variables[local.variable]?.name;
    if (name !== undefined) return this.#qualified(name, name, thread);
    return this.#computed(body, thread, register, depth) ?? `${shortName(thread)}'s temporary`;
  }

  #qualified(text: string, local: string, thread: number): string {
    return (this.#owners.get(local)?.size ?? 0) > 1 ? `${shortName(thread)}'s ${text}` : text;
  }

  /** A value that no local holds, by the operation that makes it; null: several do, or one that has no short text. */
  #computed(body: FunctionBody, thread: number, register: Register, depth: number): string | null {
    if (depth > maxDepth) return null;
    const makers = body.blocks.flatMap((b) => b.operations.filter((o) => "to" in o && (o.to as unknown) === register));
    const [maker] = makers;
    if (maker === undefined || makers.length > 1) return null;
    return this.#made(body, thread, maker, depth);
  }

  #made(body: FunctionBody, thread: number, o: Operation, depth: number): string | null {
    const operand = (x: Operand): string | null =>
      x.kind === "register"
        ? body.locals.some((l) => l.register === x.register)
          ? this.#value(body, thread, x.register, depth)
          : this.#computed(body, thread, x.register, depth + 1)
        : x.kind === "integer"
          ? `${BigInt.asIntN(x.bits, x.value)}`
          : null;
    switch (o.op) {
      case "load":
      case "update": {
        const place = o.address.kind === "object" ? this.#global(o.address.object, o.address.offset) : null;
        return place === null ? null : `${shortName(thread)}'s value of ${place}`;
      }
      case "move":
      case "convert": {
        const from = operand(o.from);
        const isLocal = o.from.kind === "register" && body.locals.some((l) => o.from.kind === "register" && l.register === o.from.register);
        return isLocal && from !== null ? `a copy of ${from}` : from;
      }
      case "integer": {
        const [left, sign, right] = [operand(o.left), signs[o.operator], operand(o.right)];
        const plain = (x: string): string => x.replace(/^a copy of /, "");
        return left === null || right === null || sign === undefined ? null : `(${plain(left)} ${sign} ${plain(right)})`;
      }
      default:
        return null;
    }
  }

  #global(object: number, offset: number): string | null {
    const o = this.machine.program.objects.find((g) => g.id === object);
    if (o === undefined || o.library) return null;
    return offset === 0 ? o.name : `${o.name} + ${offset}`;
  }
}
