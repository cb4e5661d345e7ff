// Finds the functions whose result may be used. In: the program's own modules and how they resolve names. Out: a predicate.
//
// Old C, and thread functions above all, reach the closing brace without a return statement, which C allows if the caller ignores the
// result. The answer is an over-approximation: a result is ignored only if no call uses it.

import type { FunctionDefinition, Instruction, Module, Value } from "../llvm/module.ts";
import { collectUses, operandsOf } from "./uses.ts";

export interface CallScope<S> {
  readonly module: Module;
  readonly scope: S;
}

export interface Resolution {
  readonly definition: FunctionDefinition | null;
  readonly library: boolean;
}

/** Functions of the library that use the result of a function they are given. */
const usesCallback: ReadonlySet<string> = new Set(["qsort", "qsort_r", "bsearch", "lfind", "lsearch"]);

/** The modules are searched when the predicate is first called. */
export function findResultUses<S>(
  units: readonly CallScope<S>[],
  resolve: (scope: S, name: string) => Resolution,
): (f: FunctionDefinition) => boolean {
  const used = new Set<FunctionDefinition>();
  const addressTaken = new Set<FunctionDefinition>(); // may be called indirectly
  const started = new Set<FunctionDefinition>(); // passed to the library, which ignores the results of handlers and stores those of threads
  let someIndirect = false;
  let someJoin = false;
  const addFunctions = (scope: S, v: Value, set: Set<FunctionDefinition>): void => {
    for (const name of globalsIn(v)) {
      const { definition } = resolve(scope, name);
      if (definition !== null) set.add(definition);
    }
  };
  const visit = (scope: S, i: Instruction, uses: ReadonlyMap<string, readonly Instruction[]>): void => {
    if (i.op !== "call") {
      for (const v of operandsOf(i)) addFunctions(scope, v, addressTaken);
      return;
    }
    const callee = i.callee.kind === "global" ? resolve(scope, i.callee.name) : null;
    const isUsed = i.result !== null && uses.has(i.result);
    if (callee === null) someIndirect ||= isUsed;
    else if (callee.definition !== null && isUsed) used.add(callee.definition);
    const name = callee?.library ? (callee.definition?.name ?? "") : null;
    if (name?.includes("join")) someJoin ||= readsJoined(i.args[1]?.value, uses);
    const passedTo = name === null ? addressTaken : usesCallback.has(name) ? used : started;
    for (const a of i.args) addFunctions(scope, a.value, passedTo);
  };
  const run = (): void => {
    for (const { module, scope } of units) {
      for (const g of module.globals.values())
        if (g.initializer !== null && !g.name.startsWith("llvm.")) addFunctions(scope, g.initializer, addressTaken);
      for (const a of module.aliases.values()) addFunctions(scope, a.target.value, addressTaken);
      for (const f of module.functions.values()) {
        const blocks = f.body();
        const uses = collectUses(blocks);
        for (const b of blocks) for (const i of b.instructions) visit(scope, i, uses);
      }
    }
  };
  let done = false;
  return (f) => {
    if (!done) run();
    done = true;
    return used.has(f) || (someIndirect && addressTaken.has(f)) || (someJoin && (started.has(f) || addressTaken.has(f)));
  };
}

/** Whether the thread's result that a join stores at `to` is ever read. Not if `to` is null, or a local that is only passed to joins. */
function readsJoined(to: Value | undefined, uses: ReadonlyMap<string, readonly Instruction[]>): boolean {
  if (to === undefined || to.kind === "null") return false;
  return (
    to.kind !== "local" ||
    (uses.get(to.name) ?? []).some((u) => u.op !== "call" && u.op !== "declare-variable" && !(u.op === "store" && u.value.value !== to))
  );
}

function globalsIn(v: Value): string[] {
  switch (v.kind) {
    case "global":
      return [v.name];
    case "aggregate":
      return v.elements.flatMap((e) => globalsIn(e.value));
    case "gep":
      return globalsIn(v.base.value);
    case "cast":
      return globalsIn(v.from.value);
    case "binary":
      return [...globalsIn(v.left.value), ...globalsIn(v.right.value)];
    default:
      return [];
  }
}
