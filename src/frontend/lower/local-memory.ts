// Decides which locals need memory, and for how long. In: the blocks of one LLVM function. Out: `LocalMemory`, from the def-use chains:
//
// - promoted: a local that is only loaded and stored as a whole becomes a register, if a store precedes every load on all paths. Otherwise it
//   stays in memory, where the executor knows which bytes are unwritten;
// - private: the address of the local never leaves the thread and is not compared with others, so that accesses to it are not steps;
// - captures: whether a callee keeps a pointer that it is given, or returns it. Direct callees are analysed recursively; a cycle counts as
//   keeping. A pointer that is returned (memcpy returns its first argument) is followed in the caller;
// - scopes: where the lifetime begins and ends inside the function (scopes.ts). A local to which a pointer may remain after its scope is not
//   private, since the executor reuses the addresses of shared objects only by choice.

import { successors } from "../llvm/control-flow.ts";
import type { Block, FunctionDefinition, Instruction, Module, Type, Value } from "../llvm/module.ts";
import { type BackwardPointers, findBackwardPointers } from "./backward-pointers.ts";
import { type BitFields, findBitFields } from "./bit-fields.ts";
import { findCoercions } from "./coercions.ts";
import { findCompared } from "./compared-locals.ts";
import { isLiteral } from "./literal-scopes.ts";
import { type AddressFlow, analyseScopes, isStackRestore, type Scopes } from "./scopes.ts";
import { collectUses, operandsOf, type Uses } from "./uses.ts";

type Alloca = Instruction & { op: "alloca"; result: string };

const isAlloca = (i: Instruction): i is Alloca => i.op === "alloca" && i.result !== null;

export interface LocalMemory {
  readonly promoted: ReadonlySet<string>;
  readonly private: ReadonlySet<string>;
  readonly scopes: Scopes;
  /** Computed addresses that are kept: stored, passed on, returned. They are checked when they are computed. */
  readonly kept: ReadonlySet<string>;
  readonly backward: BackwardPointers;
  readonly bitFields: BitFields;
  /** Loads that only move a struct, padding included. */
  readonly coercions: ReadonlySet<string>;
  /** Loads of a result that some path has not set: an uninitialised read only if the caller uses the result. */
  readonly missingResults: ReadonlySet<string>;
}

export type Capture = "none" | "returned" | "kept";

/** What the function called `name` does with the pointer passed as its `index`-th argument. */
export type Captures = (name: string, index: number) => Capture;

export function analyseLocals(blocks: readonly Block[], captures: Captures, sizeOf: (type: Type) => number): LocalMemory {
  const uses = collectUses(blocks);
  const allocas = blocks.flatMap((b) => b.instructions.filter(isAlloca));
  const simple = new Set(allocas.filter((a) => isWholeAccess(a, uses.get(a.result) ?? [])).map((a) => a.result));
  const assigned = findDefinitelyAssigned(blocks, simple);
  const promoted = new Set([...simple].filter((name) => assigned.has(name)));
  const inMemory = allocas.filter((a) => !promoted.has(a.result));
  const flows = new Map(inMemory.map((a) => [a.result, followPointer(a.result, uses, simple, captures)]));
  const compared = findCompared(blocks, uses, flows);
  const isHidden = (name: string): boolean => flows.get(name)?.capture === "none" && !compared.has(name);
  const isDeclared = (name: string): boolean => isLiteral(name) || (uses.get(name) ?? []).some((u) => u.op === "declare-variable");
  const declared = inMemory.filter((a) => isFixed(a) && isDeclared(a.result));
  const arrays = new Set(inMemory.filter((a) => !isFixed(a)).map((a) => a.result));
  const scopes = analyseScopes(
    blocks,
    uses,
    new Map(declared.map((a) => [a.result, isHidden(a.result) ? (flows.get(a.result) as AddressFlow) : null])),
    new Map([...flows].filter(([name]) => isHidden(name) && arrays.has(name))),
    (i) => isQuiet(i, (name) => promoted.has(name) || isHidden(name)),
    (i, name) => {
      const type = declared.find((a) => a.result === name)?.type;
      return type !== undefined && writesWhole(i, name, sizeOf(type), sizeOf);
    },
  );
  const hidden = new Set(inMemory.map((a) => a.result).filter((name) => isHidden(name) && !scopes.outlived.has(name)));
  const unset = new Set(
    [...simple].filter((name) => !assigned.has(name) && !(uses.get(name) ?? []).some((u) => u.op === "declare-variable")),
  );
  const missing = blocks.flatMap((b) =>
    b.instructions.filter((i) => i.op === "load" && i.address.kind === "local" && unset.has(i.address.name) && isReturned(i, uses)),
  );
  const backward = findBackwardPointers(blocks, uses, promoted);
  const isChecked = (name: string): boolean => (backward.moved.has(name) ? backward.leaving.has(name) : isKept(name, uses));
  const kept = blocks.flatMap((b) =>
    b.instructions.flatMap((i) => (i.op === "gep" && i.result !== null && isChecked(i.result) ? [i.result] : [])),
  );
  return {
    promoted,
    private: hidden,
    scopes,
    kept: new Set(kept),
    backward,
    bitFields: findBitFields(blocks, uses),
    coercions: findCoercions(blocks, uses),
    missingResults: new Set(missing.map((i) => i.result as string)),
  };
}

/** Whether the address is used for more than an access, a comparison or further arithmetic. */
function isKept(name: string, uses: Uses): boolean {
  return (uses.get(name) ?? []).some((u) => {
    switch (u.op) {
      case "load":
      case "icmp":
      case "gep":
        return false;
      case "store":
        return isLocal(u.value.value, name);
      default:
        return true;
    }
  });
}

function isReturned(i: Instruction, uses: Uses): boolean {
  const all = i.result === null ? undefined : uses.get(i.result);
  return all?.length === 1 && all[0]?.op === "ret";
}

/**
 * The capture analysis of linked functions. Names are resolved in the scope of their file: two files may have different static functions
 * of the same name. `isCompiledInPlace`: whether calls of the function are lowered to operations.
 */
export function analyseCaptures<S>(
  find: (scope: S, name: string) => { readonly definition: FunctionDefinition; readonly scope: S } | null,
  isCompiledInPlace: (name: string) => boolean,
): (scope: S) => Captures {
  const known = new Map<FunctionDefinition, Capture[]>();
  const ask = (scope: S, name: string, index: number): Capture => {
    if (isCompiledInPlace(name)) return name.startsWith("llvm.") ? "returned" : "none"; // ptrmask and annotations return their argument
    const found = find(scope, name);
    const param = found?.definition.params[index];
    if (!found || !param) return "kept";
    let answers = known.get(found.definition);
    if (answers === undefined) {
      answers = [];
      known.set(found.definition, answers);
    }
    const answer = answers[index];
    if (answer !== undefined) return answer;
    answers[index] = "kept"; // while open: a cycle counts as keeping
    const blocks = found.definition.body();
    const uses = collectUses(blocks);
    const simple = blocks.flatMap((b) =>
      b.instructions.filter((i): i is Alloca => isAlloca(i) && isWholeAccess(i, uses.get(i.result) ?? [])),
    );
    const result = followPointer(param.name, uses, new Set(simple.map((i) => i.result)), (n, i) => ask(found.scope, n, i)).capture;
    answers[index] = result;
    return result;
  };
  return (scope) => (name, index) => ask(scope, name, index);
}

const isLocal = (v: Value, name: string): boolean => v.kind === "local" && v.name === name;

/** Whether the size is the same in every call. */
const isFixed = ({ count }: Alloca): boolean => count === null || (count.value.kind === "int" && count.value.value === 1n);

/** Whether an instruction between the end of a scope and the return has no effect that another thread could observe. */
function isQuiet(i: Instruction, isOwn: (name: string) => boolean): boolean {
  switch (i.op) {
    case "lifetime":
    case "declare-variable":
    case "gep":
    case "cast":
    case "extractvalue":
    case "insertvalue":
    case "br":
    case "switch":
      return true;
    case "load":
    case "store":
      return i.address.kind === "local" && isOwn(i.address.name);
    case "call":
      return isStackRestore(i);
    default:
      return false;
  }
}

/** Whether the instruction writes all of a local. */
function writesWhole(i: Instruction, name: string, size: number, sizeOf: (type: Type) => number): boolean {
  if (i.op === "store") return isLocal(i.address, name) && !isLocal(i.value.value, name) && sizeOf(i.value.type) >= size;
  if (i.op !== "call" || i.callee.kind !== "global" || !/^llvm\.mem(set|cpy)\./.test(i.callee.name)) return false;
  const [to, from, bytes] = i.args;
  return (
    to !== undefined &&
    isLocal(to.value, name) &&
    !isLocal(from?.value as Value, name) &&
    bytes?.value.kind === "int" &&
    bytes.value.value >= BigInt(size)
  );
}

function isWholeAccess(alloca: Alloca, users: readonly Instruction[]): boolean {
  if (!isFixed(alloca) || !isScalar(alloca.type)) return false;
  return users.every((u) => {
    if (u.op === "load") return u.ordering === null && sameScalar(u.type, alloca.type);
    if (u.op === "store")
      return (
        isLocal(u.address, alloca.result) &&
        !isLocal(u.value.value, alloca.result) &&
        u.ordering === null &&
        sameScalar(u.value.type, alloca.type)
      );
    return u.op === "declare-variable";
  });
}

function isScalar(t: Type): boolean {
  return t.kind === "int" ? t.bits <= 128 : t.kind === "ptr" || (t.kind === "float" && (t.bits === 32 || t.bits === 64));
}

function sameScalar(a: Type, b: Type): boolean {
  if (a.kind === "int" && b.kind === "int") return a.bits === b.bits;
  if (a.kind === "float" && b.kind === "float") return a.bits === b.bits;
  return a.kind === "ptr" && b.kind === "ptr";
}

/** Follows a pointer through arithmetic (also as an integer), promotable locals that hold it, and calls that return it. */
function followPointer(
  root: string,
  uses: Uses,
  simple: ReadonlySet<string>,
  captures: Captures,
): AddressFlow & { readonly capture: Capture } {
  const seen = new Set([root]);
  const values = new Set<string>();
  const holders = new Set<string>();
  const work = [root];
  let returned = false;
  const kept = { values, holders, capture: "kept" as const };
  const follow = (name: string | null): void => {
    if (name !== null && !seen.has(name)) {
      seen.add(name);
      values.add(name);
      work.push(name);
    }
  };
  for (let name = work.pop(); name !== undefined; name = work.pop()) {
    for (const u of uses.get(name) ?? []) {
      switch (u.op) {
        case "load":
        case "icmp":
        case "condbr":
        case "switch":
        case "declare-variable":
          break;
        case "store":
          if (isLocal(u.value.value, name)) {
            if (u.address.kind !== "local" || !simple.has(u.address.name)) return kept;
            holders.add(u.address.name);
            for (const l of uses.get(u.address.name) ?? []) if (l.op === "load") follow(l.result);
          }
          break;
        case "gep":
        case "cast":
        case "binary":
        case "phi":
        case "select":
        case "freeze":
          follow(u.result);
          break;
        case "cmpxchg":
          if (isLocal(u.expected.value, name) || isLocal(u.replacement.value, name)) return kept;
          break;
        case "atomicrmw":
          if (isLocal(u.operand.value, name)) return kept;
          break;
        case "call": {
          if (u.callee.kind !== "global") return kept;
          for (const [i, a] of u.args.entries()) {
            if (!isLocal(a.value, name) || a.byval !== null) continue;
            const capture = captures(u.callee.name, i);
            if (capture === "kept") return kept;
            if (capture === "returned") follow(u.result);
          }
          break;
        }
        case "ret":
          returned = true;
          break;
        default:
          return kept;
      }
    }
  }
  return { values, holders, capture: returned ? "returned" : "none" };
}

/** Forward must-analysis: the simple allocas whose every load follows a store on all paths. */
function findDefinitelyAssigned(blocks: readonly Block[], simple: ReadonlySet<string>): Set<string> {
  const good = new Set(simple);
  if (simple.size === 0) return good;
  const index = new Map([...simple].map((n, i) => [n, i]));
  const words = (simple.size + 31) >> 5;
  const position = new Map(blocks.map((b, i) => [b.label, i]));
  const inState = blocks.map((_, i) => new Int32Array(words).fill(i === 0 ? 0 : -1));
  const work = [0];
  const reached = new Set([0]);
  const run = (b: number, onLoad: ((name: string) => void) | null): Int32Array => {
    const state = (inState[b] as Int32Array).slice();
    for (const i of (blocks[b] as Block).instructions) {
      if (i.op === "store" && i.address.kind === "local") {
        const k = index.get(i.address.name);
        if (k !== undefined) state[k >> 5] = (state[k >> 5] as number) | (1 << (k & 31));
      } else if (i.op === "load" && onLoad !== null && i.address.kind === "local") {
        const k = index.get(i.address.name);
        if (k !== undefined && (((state[k >> 5] as number) >> (k & 31)) & 1) === 0) onLoad(i.address.name);
      }
    }
    return state;
  };
  while (work.length > 0) {
    const b = work.pop() as number;
    const out = run(b, null);
    for (const label of successors(blocks[b] as Block)) {
      const s = position.get(label);
      if (s === undefined) continue;
      const target = inState[s] as Int32Array;
      let changed = !reached.has(s);
      for (let w = 0; w < words; w++) {
        const meet = (target[w] as number) & (out[w] as number);
        if (meet !== target[w]) {
          target[w] = meet;
          changed = true;
        }
      }
      if (changed) {
        reached.add(s);
        work.push(s);
      }
    }
  }
  for (const b of reached) run(b, (name) => good.delete(name));
  return good;
}

/** Whether the address of a thread-local variable may leave its thread. Reads every function of the module. */
export function mayThreadLocalEscape(module: Module, name: string, captures: Captures): boolean {
  const isVariable = (v: Value): boolean => v.kind === "global" && v.name === name;
  for (const definition of module.functions.values()) {
    const blocks = definition.body();
    const uses = collectUses(blocks);
    for (const block of blocks) {
      for (const i of block.instructions) {
        if (!operandsOf(i).some((v) => mentions(v, isVariable))) continue;
        if (i.op !== "call" || i.callee.kind !== "global" || !i.callee.name.startsWith("llvm.threadlocal.address") || i.result === null)
          return true;
        if (followPointer(i.result, uses, new Set(), captures).capture !== "none") return true;
      }
    }
  }
  return false;
}

/** The debug location of the first instruction that names a global; null: none. */
export function findFirstUse(module: Module, name: string): number | null {
  const isName = (v: Value): boolean => v.kind === "global" && v.name === name;
  for (const definition of module.functions.values())
    for (const block of definition.body())
      for (const i of block.instructions) if (i.debug !== null && operandsOf(i).some((v) => mentions(v, isName))) return i.debug;
  return null;
}

function mentions(v: Value, test: (v: Value) => boolean): boolean {
  if (test(v)) return true;
  if (v.kind === "gep") return mentions(v.base.value, test);
  if (v.kind === "cast") return mentions(v.from.value, test);
  return false;
}

/** Whether a parameter is used. Storing it in its own local, which is never read, is not a use. */
export function usesParameters(definition: FunctionDefinition): boolean {
  const uses = collectUses(definition.body());
  const isRead = (slot: string): boolean =>
    (uses.get(slot) ?? []).some((u) => u.op !== "declare-variable" && !(u.op === "store" && isLocal(u.address, slot)));
  return definition.params.some((p) =>
    (uses.get(p.name) ?? []).some((u) => !(u.op === "store" && u.address.kind === "local" && !isRead(u.address.name))),
  );
}
