// Is the result of a function used? Old C, and thread functions above all, reach the closing brace without a return
// statement; C allows that if the caller ignores the result. In: the program's own modules and how they resolve names. Out: an
// answer per function that may be too careful, never too generous: a result is ignored only if no call in sight uses it.

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

export function resultUses<S>(
  units: readonly CallScope<S>[],
  resolve: (scope: S, name: string) => Resolution,
): (f: FunctionDefinition) => boolean {
  const used = new Set<FunctionDefinition>();
  const handedOn = new Set<FunctionDefinition>(); // their address is kept: they may be called from anywhere
  const started = new Set<FunctionDefinition>(); // given to the library, which ignores the results of handlers and keeps those of threads
  let someIndirect = false;
  let someJoin = false;
  const keep = (scope: S, v: Value, set: Set<FunctionDefinition>): void => {
    for (const name of globalsIn(v)) {
      const { definition } = resolve(scope, name);
      if (definition !== null) set.add(definition);
    }
  };
  const look = (scope: S, i: Instruction, uses: ReadonlyMap<string, readonly Instruction[]>): void => {
    if (i.op !== "call") {
      for (const v of operandsOf(i)) keep(scope, v, handedOn);
      return;
    }
    const callee = i.callee.kind === "global" ? resolve(scope, i.callee.name) : null;
    const isUsed = i.result !== null && uses.has(i.result);
    if (callee === null) someIndirect ||= isUsed;
    else if (callee.definition !== null && isUsed) used.add(callee.definition);
    if (callee?.library && /join/.test(callee.definition?.name ?? "")) someJoin ||= looksAt(i.args[1]?.value, uses);
    for (const a of i.args) keep(scope, a.value, callee?.library ? started : handedOn);
  };
  const run = (): void => {
    for (const { module, scope } of units) {
      for (const g of module.globals.values())
        if (g.initializer !== null && !g.name.startsWith("llvm.")) keep(scope, g.initializer, handedOn);
      for (const a of module.aliases.values()) keep(scope, a.target.value, handedOn);
      for (const f of module.functions.values()) {
        const blocks = f.body();
        const uses = collectUses(blocks);
        for (const b of blocks) for (const i of b.instructions) look(scope, i, uses);
      }
    }
  };
  let done = false;
  return (f) => {
    if (!done) run();
    done = true;
    return used.has(f) || (someIndirect && handedOn.has(f)) || (someJoin && (started.has(f) || handedOn.has(f)));
  };
}

/** Is the thread's result, which a join stores here, ever read? Not if here is null, or a local that is only handed to joins. */
function looksAt(to: Value | undefined, uses: ReadonlyMap<string, readonly Instruction[]>): boolean {
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
