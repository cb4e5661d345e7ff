// Lowers the atomic instructions of x86 in inline assembly: xchg; with a lock prefix cmpxchg, xadd, add, sub, and, or, xor, inc and dec on memory;
// moves between a register and memory; after them setz and setnz, or a flag as an output.
//
// In: the instruction with its operands, and its statements. Out: a plan that emits operations, or null if any of it is not supported. The whole
// plan is made before anything is emitted, so that nothing is half executed. Statements are read as in the processor's manual; the sizes,
// by suffix or register, must be equal. An exchange and every locked instruction is a full barrier of the processor, and of the compiler
// if memory is clobbered. A move is a load with acquire or a store with release order, which x86 guarantees.

import { type IntegerOperator, int, integer, type Operand, register, type Scalar } from "../../program/operations.ts";
import { append } from "../../support/lists.ts";
import type { Instruction, TypedValue, Value } from "../llvm/module.ts";
import type { Lowering } from "./lowering.ts";

/** A register of the processor that the compiler chooses. `input` is null if it has no initial value. */
interface AsmRegister {
  input: TypedValue | null;
  types: readonly Scalar[] | null;
}
type AsmOperand =
  | { readonly kind: "memory"; readonly address: Value }
  | { readonly kind: "register"; readonly held: AsmRegister }
  | { readonly kind: "flag"; readonly isSet: boolean };

export interface Assembly {
  /** The meaning of $0, $1 … */
  readonly operands: readonly AsmOperand[];
  readonly outputs: readonly AsmOperand[];
  /** The scalars of the results. */
  readonly results: readonly Scalar[];
  /** The register with which cmpxchg compares. */
  readonly accumulator: AsmRegister | null;
  readonly clobbersMemory: boolean;
}

/** Reads the constraints of the operands; null if one is not supported. */
export function readConstraints(f: Lowering, i: Instruction & { op: "asm" }): Assembly | null {
  const operands: AsmOperand[] = [];
  const outputs: AsmOperand[] = [];
  const named = new Map<string, AsmRegister>();
  let clobbersMemory = false;
  let next = 0;
  const put = (held: AsmRegister, input: TypedValue): void => {
    held.input = input;
    held.types = f.layout.scalarsOf(input.type);
  };
  const heldBy = (constraint: string): AsmRegister => {
    const name = /^\{(\w+)\}$/.exec(constraint)?.[1];
    const known = name === undefined ? undefined : named.get(name);
    if (known !== undefined && known.input === null) return known;
    const held: AsmRegister = { input: null, types: null };
    if (name !== undefined) named.set(name, held);
    return held;
  };
  for (const constraint of i.constraints.split(",")) {
    if (constraint === "") continue;
    if (constraint.startsWith("~")) {
      clobbersMemory ||= constraint === "~{memory}";
      continue;
    }
    const isOutput = constraint.startsWith("=");
    const body = constraint.replace(/^=&?/, "");
    const flag = /^\{@cc(n?)[ez]\}$/.exec(body);
    if (body.startsWith("*")) {
      const address = i.args[next++];
      if (address === undefined) return null;
      operands.push({ kind: "memory", address: address.value });
    } else if (isOutput && flag !== null) {
      operands.push({ kind: "flag", isSet: flag[1] === "" });
      outputs.push(operands.at(-1) as AsmOperand);
    } else if (isOutput) {
      operands.push({ kind: "register", held: heldBy(body) });
      outputs.push(operands.at(-1) as AsmOperand);
    } else {
      const tied = /^\d+$/.test(body) ? operands[Number(body)] : ({ kind: "register", held: heldBy(body) } as const);
      const input = i.args[next++];
      if (tied?.kind !== "register" || tied.held.input !== null || input === undefined) return null;
      put(tied.held, input);
      operands.push(tied);
    }
  }
  const results = f.layout.scalarsOf(i.type);
  return { operands, outputs, results, accumulator: named.get("ax") ?? null, clobbersMemory };
}

/** The state while a plan is executed: the values of registers, and whether the last result was zero. */
interface State {
  readonly f: Lowering;
  readonly values: Map<AsmRegister, readonly Operand[]>;
  zero: Operand | null;
}
type Action = (state: State) => void;

/** The state while a plan is made. */
interface Planning {
  readonly assembly: Assembly;
  readonly types: Map<AsmRegister, readonly Scalar[]>;
  readonly written: Set<AsmRegister>;
  hasZero: boolean;
}

/** Plans the statements; null if one of them is not supported. The plan emits operations and returns the scalars of the results. */
export function planStatements(assembly: Assembly, statements: readonly string[]): ((f: Lowering) => Operand[]) | null {
  const planning: Planning = { assembly, types: new Map(), written: new Set(), hasZero: false };
  const registers = assembly.operands.flatMap((p) => (p.kind === "register" ? [p.held] : []));
  for (const held of registers) if (held.types !== null) planning.types.set(held, held.types);
  const actions: Action[] = [];
  for (const statement of statements) {
    const action = planSet(planning, statement) ?? planInstruction(planning, statement);
    if (action === null) return null;
    actions.push(action);
  }
  const types: Scalar[] = [];
  for (const output of assembly.outputs) {
    if (output.kind === "flag" && !planning.hasZero) return null;
    const own = output.kind === "register" ? planning.types.get(output.held) : [int(8)];
    if (own === undefined) return null; // never written
    append(types, own);
  }
  if (types.length !== assembly.results.length || !types.every((t, k) => sameScalar(t, assembly.results[k] as Scalar))) return null;
  return (f) => {
    const state: State = { f, values: new Map(), zero: null };
    for (const held of registers) if (held.input !== null) state.values.set(held, f.operands(held.input));
    for (const action of actions) action(state);
    return assembly.outputs.flatMap((output) => {
      if (output.kind === "register") return state.values.get(output.held) as readonly Operand[];
      return [flagByte(state, output.kind === "flag" && output.isSet)];
    });
  };
}

const sameScalar = (a: Scalar, b: Scalar): boolean => a.kind === b.kind && a.bits === b.bits;

function flagByte({ f, zero }: State, isSet: boolean): Operand {
  const to = f.newRegister(int(8));
  const byte = (value: boolean): Operand => integer(value ? 1n : 0n, 8);
  f.emit({ op: "select", to, type: int(8), condition: zero as Operand, then: byte(isSet), otherwise: byte(!isSet), at: f.at });
  return register(to);
}

function planSet(planning: Planning, statement: string): Action | null {
  const parts = /^set(n?)[ez] \$(?:(\d+)|\{(\d+):b\})$/.exec(statement);
  if (parts === null || !planning.hasZero) return null;
  const operand = planning.assembly.operands[Number(parts[2] ?? parts[3])];
  const isSet = parts[1] === "";
  if (operand?.kind === "register") {
    write(planning, operand.held, 8);
    return (state) => state.values.set(operand.held, [flagByte(state, isSet)]);
  }
  if (operand?.kind !== "memory") return null;
  return (state) => {
    const value = flagByte(state, isSet);
    state.f.emit({ op: "store", ...state.f.access(operand.address), type: int(8), value, order: null, volatile: true });
  };
}

function write(planning: Planning, held: AsmRegister, bits: number): void {
  planning.types.set(held, [int(bits)]);
  planning.written.add(held);
}

const sizes: Readonly<Record<string, number>> = { b: 8, w: 16, l: 32, k: 32, q: 64 };

type Term =
  | { readonly kind: "memory"; readonly address: Value }
  | { readonly kind: "register"; readonly held: AsmRegister; readonly bits: number | null }
  | { readonly kind: "immediate"; readonly value: bigint };

/** An operand of a statement: $1, ${1:b}, ($1), or a number. */
function termOf({ assembly, types, written }: Planning, text: string): Term | null {
  const immediate = /^\$\$(-?(?:0x[0-9a-f]+|\d+))$/i.exec(text)?.[1];
  if (immediate !== undefined)
    return { kind: "immediate", value: immediate.startsWith("-") ? -BigInt(immediate.slice(1)) : BigInt(immediate) };
  const parts = /^(\()?\$(?:(\d+)|\{(\d+):([bwkq])\})(\))?$/.exec(text);
  const operand = parts === null ? undefined : assembly.operands[Number(parts[2] ?? parts[3])];
  if (parts === null || operand === undefined || operand.kind === "flag" || (parts[1] === undefined) !== (parts[5] === undefined))
    return null;
  if (operand.kind === "memory") return parts[1] === undefined && parts[4] === undefined ? operand : null;
  const { held } = operand;
  if (parts[1] !== undefined) {
    const isAddress = held.input?.type.kind === "ptr" && !written.has(held);
    return isAddress ? { kind: "memory", address: (held.input as TypedValue).value } : null;
  }
  const own = types.get(held);
  if (own !== undefined && (own.length !== 1 || own[0]?.kind !== "int")) return null;
  const bits = own?.[0]?.bits ?? null;
  const asked = parts[4] === undefined ? bits : (sizes[parts[4]] as number);
  return bits === null || bits === asked ? { kind: "register", held, bits: asked } : null;
}

const updates: Readonly<Record<string, IntegerOperator & ("add" | "sub" | "and" | "or" | "xor")>> = {
  add: "add",
  sub: "sub",
  and: "and",
  or: "or",
  xor: "xor",
  inc: "add",
  dec: "sub",
};

function planInstruction(planning: Planning, statement: string): Action | null {
  const parts = /^(lock )?(xchg|cmpxchg|xadd|add|sub|and|or|xor|inc|dec|mov)([bwlq]?) ([^ ]+?)(?:, ?([^ ,]+))?$/.exec(statement);
  if (parts === null) return null;
  const [, lock, name = "", suffix = "", firstText = "", secondText] = parts;
  const isUnary = name === "inc" || name === "dec";
  const first: Term | null = isUnary ? { kind: "immediate", value: 1n } : termOf(planning, firstText);
  const second = termOf(planning, isUnary ? firstText : (secondText ?? ""));
  if (first === null || second === null || isUnary !== (secondText === undefined)) return null;
  const terms = [first, second];
  const bits = suffix === "" ? terms.map((t) => (t.kind === "register" ? t.bits : null)).find((b) => b !== null) : sizes[suffix];
  if (bits === undefined || bits === null || terms.some((t) => t.kind === "register" && t.bits !== null && t.bits !== bits)) return null;
  if (name === "mov") return lock === undefined ? planMove(planning, first, second, bits) : null;
  if (name === "xchg")
    return first.kind === "memory" ? planUpdate(planning, "xchg", second, first, bits) : planUpdate(planning, "xchg", first, second, bits);
  if (lock === undefined) return null; // not atomic
  if (name === "cmpxchg") return planCompare(planning, first, second, bits);
  if (name === "xadd") return first.kind === "register" ? planUpdate(planning, "xadd", first, second, bits) : null;
  return planUpdate(planning, name, first, second, bits);
}

/** The value of a register or a number; null if the register has no value yet. */
function valueOf({ types }: Planning, term: Term, bits: number): ((state: State) => Operand) | null {
  if (term.kind === "immediate") return () => integer(term.value, bits);
  if (term.kind === "memory" || !types.has(term.held)) return null;
  return (state) => state.values.get(term.held)?.[0] as Operand;
}

function planMove(planning: Planning, from: Term, to: Term, bits: number): Action | null {
  const type = int(bits);
  if (from.kind === "memory" && to.kind === "register") {
    write(planning, to.held, bits);
    return ({ f, values }) => {
      const target = f.newRegister(type);
      f.emit({
        op: "load",
        ...f.access(from.address),
        to: target,
        type,
        order: f.order("acquire"),
        volatile: true,
        coercion: false,
        padding: null,
      });
      values.set(to.held, [register(target)]);
    };
  }
  const value = valueOf(planning, from, bits);
  if (to.kind !== "memory" || value === null) return null;
  return (state) => {
    const { f } = state;
    f.emit({ op: "store", ...f.access(to.address), type, value: value(state), order: f.order("release"), volatile: true });
  };
}

function barrier({ assembly }: Planning, f: Lowering): void {
  if (assembly.clobbersMemory) f.emit({ op: "fence", order: "seq_cst", at: f.at });
}

function planUpdate(planning: Planning, name: string, operand: Term, memory: Term, bits: number): Action | null {
  const type = int(bits);
  const value = valueOf(planning, operand, bits);
  if (memory.kind !== "memory" || value === null) return null;
  const returns = name === "xchg" || name === "xadd";
  if (returns) {
    if (operand.kind !== "register") return null;
    write(planning, operand.held, bits);
  }
  const operator = name === "xadd" ? "add" : name === "xchg" ? null : (updates[name] as NonNullable<(typeof updates)[string]>);
  if (name === "xadd") planning.hasZero = false;
  else if (operator !== null) planning.hasZero = true;
  return (state) => {
    const { f } = state;
    const to = f.newRegister(type);
    const by = value(state);
    barrier(planning, f);
    f.emit({
      op: "update",
      ...f.access(memory.address),
      to,
      type,
      operator: operator ?? "xchg",
      value: by,
      order: "seq_cst",
      volatile: true,
    });
    barrier(planning, f);
    if (returns) state.values.set((operand as Term & { kind: "register" }).held, [register(to)]);
    else state.zero = compareWithZero(f, operator as IntegerOperator, register(to), by, bits);
  };
}

/** Emits a comparison with zero of the value that an update has stored, computed from the old value. */
function compareWithZero(f: Lowering, operator: IntegerOperator, old: Operand, by: Operand, bits: number): Operand {
  const stored = f.newRegister(int(bits));
  const zero = f.newRegister(int(1));
  f.emit({ op: "integer", to: stored, bits, operator, left: old, right: by, signed: false, at: f.at });
  f.emit({ op: "compare", to: zero, bits, predicate: "eq", left: register(stored), right: integer(0n, bits), at: f.at });
  return register(zero);
}

function planCompare(planning: Planning, replacement: Term, memory: Term, bits: number): Action | null {
  const { accumulator } = planning.assembly;
  const type = int(bits);
  const value = valueOf(planning, replacement, bits);
  const compared = accumulator === null ? undefined : planning.types.get(accumulator);
  if (accumulator === null || memory.kind !== "memory" || value === null || compared?.length !== 1) return null;
  if (!sameScalar(compared[0] as Scalar, type)) return null;
  write(planning, accumulator, bits);
  planning.hasZero = true;
  return (state) => {
    const { f, values } = state;
    const to = f.newRegister(type);
    const success = f.newRegister(int(1));
    const expected = values.get(accumulator)?.[0] as Operand;
    const by = value(state);
    barrier(planning, f);
    f.emit({
      op: "compare-exchange",
      ...f.access(memory.address),
      to,
      success,
      type,
      expected,
      replacement: by,
      order: "seq_cst",
      failure: "seq_cst",
      weak: false,
      volatile: true,
    });
    barrier(planning, f);
    values.set(accumulator, [register(to)]);
    state.zero = register(success);
  };
}
