// Lowers a call instruction: an intrinsic of LLVM, a primitive of the library, setjmp, the begin or end of a user's atomic section, or a call.
//
// Arguments passed `byval` are copied by the caller; variadic ones are laid out in memory (variadic.ts). The area also has room for the named
// arguments, which va_start skips: a call without a prototype does not know how many there are.

import { int, integer, type Operand, register, type Scalar } from "../../program/operations.ts";
import { append } from "../../support/lists.ts";
import type { CallArgument, FunctionDefinition, Type } from "../llvm/module.ts";
import { copyBlock } from "./block-copies.ts";
import { halvesOf, joinArguments, splitsResult } from "./halves.ts";
import { lowerIntrinsic } from "./intrinsics.ts";
import type { Call, Lowering } from "./lowering.ts";
import { lowerPrimitive, primitives } from "./primitives.ts";
import { layOutArguments } from "./variadic.ts";

const setJumps = new Set(["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"]);
const sectionMarks: Readonly<Record<string, "atomic-begin" | "atomic-end">> = {
  __VERIFIER_atomic_begin: "atomic-begin",
  __VERIFIER_atomic_end: "atomic-end",
  __ESBMC_atomic_begin: "atomic-begin",
  __ESBMC_atomic_end: "atomic-end",
  __CPROVER_atomic_begin: "atomic-begin",
  __CPROVER_atomic_end: "atomic-end",
};

/** Whether calls of the function are lowered to operations, so that it needs no definition. */
export function isCompiledInPlace(name: string): boolean {
  return name.startsWith("llvm.") || primitives.has(name) || isBuiltIn(name);
}

/** Whether a program may call the function without a definition or a model. */
export const isBuiltIn = (name: string): boolean => setJumps.has(name) || name in sectionMarks;

export function lowerCall(f: Lowering, i: Call): void {
  const name = i.callee.kind === "global" ? i.callee.name : null;
  if (name !== null) {
    if (name.startsWith("llvm.")) return lowerIntrinsic(f, i, name);
    const mark = sectionMarks[name];
    if (mark !== undefined) return f.emit({ op: mark, user: true, at: f.at });
    if (setJumps.has(name)) {
      const to = f.newRegister(int(32));
      f.emit({ op: "set-jump", to, buffer: f.operand(i.args[0] as CallArgument), at: f.at });
      return f.define(i.result, [register(to)], [int(32)]);
    }
    if (f.context.library && name.startsWith("__rvl_") && lowerPrimitive(f, i, name)) return;
  }
  lowerPlainCall(f, i);
}

function lowerPlainCall(f: Lowering, written: Call): void {
  const model = modelOf(f, written);
  const i = model === null ? written : withWholeRegisters(f, joinArguments(f, written, model), model);
  const mismatch = findLibraryMismatch(f, i);
  if (mismatch !== null) {
    f.unsupported(mismatch, "declaration");
    return f.defineUnused(i.result, i.type);
  }
  const callee = f.valueOf(i.callee, { kind: "ptr" })[0] as Operand;
  const fixed = countFixedArguments(f, i);
  const copies = i.args.some((a) => a.byval !== null);
  const unprototyped = mayLackPrototype(f, i);
  const variadic = isVariadic(f, i) || (unprototyped && fixed > 0);
  const mark = copies || variadic ? f.newRegister(int(f.pointerBits)) : -1;
  if (mark >= 0) f.emit({ op: "stack-mark", to: mark, at: f.at });
  const args: Operand[] = [];
  const argTypes: Scalar[] = [];
  for (const [k, a] of i.args.slice(0, fixed).entries()) {
    if (a.byval !== null) {
      const escapes = i.callee.kind !== "global" || f.context.captures(i.callee.name, k) !== "none";
      args.push(copyArgument(f, a, a.byval, !escapes));
      argTypes.push(int(f.pointerBits));
    } else {
      append(args, f.operands(a));
      append(argTypes, f.layout.scalarsOf(a.type));
    }
  }
  const area = variadic
    ? layOutArguments(f, i.args, unprototyped ? 0 : fixed, fixed, (size, align) => allocate(f, size, align, true))
    : null;
  const isSplit = model !== null && splitsResult(i, model);
  const types = f.layout.scalarsOf(isSplit ? model.result : i.type);
  const results = types.map((t) => f.newRegister(t));
  f.emit({ op: "call", callee, args, argTypes, results, variadic: area, at: f.at });
  if (mark >= 0) f.emit({ op: "stack-reset", mark: register(mark), at: f.at });
  if (isSplit) {
    const halves = halvesOf(f, register(results[0] as number));
    return f.define(i.result, halves.operands, halves.types);
  }
  f.define(i.result, results.map(register), types);
  if (i.type.kind === "ptr" && i.result !== null) f.setOriginTo(i.result, register(results[0] as number));
}

/**
 * A constant that is passed to a library function as a variable argument fills its register: compilers set all 64 bits. `syscall` reads words and
 * pointers where programs often pass a plain 0.
 */
function withWholeRegisters(f: Lowering, i: Call, model: FunctionDefinition): Call {
  if (!model.varargs || f.pointerBits !== 64) return i;
  const isShort = (a: CallArgument): boolean =>
    a.type.kind === "int" && a.type.bits === 32 && a.value.kind === "int" && a.value.value >= 0n;
  const named = model.params.length;
  return { ...i, args: i.args.map((a, k) => (k >= named && isShort(a) ? { ...a, type: { kind: "int", bits: 64 } } : a)) };
}

/** Whether the call may have been made without a prototype. Only x86-64 marks such a call through a pointer; on i386 it looks like any other. */
function mayLackPrototype(f: Lowering, i: Call): boolean {
  if (i.signature?.kind === "function" && i.signature.varargs) return definitionOf(f, i) === null;
  return f.pointerBits === 32 && i.callee.kind !== "global" && !f.context.library;
}

function definitionOf(f: Lowering, i: Call): FunctionDefinition | null {
  return i.callee.kind === "global" ? f.context.definition(i.callee.name) : null;
}

/** Whether the callee may read variable arguments, even if none are passed. */
function isVariadic(f: Lowering, i: Call): boolean {
  return definitionOf(f, i)?.varargs ?? (i.signature?.kind === "function" && i.signature.varargs);
}

/** The number of arguments for named parameters, by the definition if there is one: a call without a prototype does not know it. */
function countFixedArguments(f: Lowering, i: Call): number {
  const definition = definitionOf(f, i);
  if (definition !== null) return definition.varargs ? Math.min(definition.params.length, i.args.length) : i.args.length;
  return i.signature?.kind === "function" && i.signature.varargs ? i.signature.params.length : i.args.length;
}

/** The model that the program calls; null: it calls something else. */
function modelOf(f: Lowering, i: Call): FunctionDefinition | null {
  if (f.context.library || i.callee.kind !== "global" || !f.context.isOfLibrary(i.callee.name)) return null;
  return definitionOf(f, i);
}

/** How a call of a library function differs from the model's definition, which would use values that were not passed; null: it does not. */
function findLibraryMismatch(f: Lowering, i: Call): string | null {
  const definition = modelOf(f, i);
  if (definition === null || i.callee.kind !== "global") return null;
  const [passed, needed] = [i.args.length, definition.params.length];
  if (passed < needed)
    return `${i.callee.name} called with ${count(passed, "argument")}; the C library's has ${count(needed, "parameter")}`;
  const classes = (type: Type): string =>
    f.layout
      .pieces(type)
      .map((p) => (p.scalar.kind === "float" ? `float ${p.scalar.bits}` : "integer or pointer"))
      .join();
  const wrong = definition.params.findIndex((p, k) => classes(p.type) !== classes((i.args[k] as CallArgument).type));
  return wrong < 0 ? null : `${i.callee.name} called with argument ${wrong + 1} of another type than the C library's`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

function allocate(f: Lowering, size: number, align: number, hidden: boolean): Operand {
  const to = f.newRegister(int(f.pointerBits));
  f.emit({ op: "stack-allocate", to, size: integer(BigInt(size), f.pointerBits), align, private: hidden, variable: -1, at: f.at });
  return register(to);
}

function copyArgument(f: Lowering, a: CallArgument, type: Type, hidden: boolean): Operand {
  const size = f.layout.sizeOf(type);
  const copy = allocate(f, size, Math.max(f.layout.alignOf(type), a.align, f.layout.pointerBytes), hidden);
  const target = { address: copy, base: null, private: hidden, at: f.at };
  copyBlock(f, target, f.access(a.value), size, f.layout.alignOf(type));
  return copy;
}
