// What runs before main and after exit: functions marked constructor or destructor. In: the modules, in link order. Out: their names in
// the order in which a C library calls them: constructors by ascending priority and in link order, destructors the other way round.

import type { Module, TypedValue, Value } from "../llvm/module.ts";

export interface StartupCall {
  readonly module: Module;
  readonly function: Value;
}

export function constructorsOf(modules: readonly Module[]): readonly StartupCall[] {
  return listed(modules, "llvm.global_ctors");
}

export function destructorsOf(modules: readonly Module[]): readonly StartupCall[] {
  return listed(modules, "llvm.global_dtors").toReversed();
}

function listed(modules: readonly Module[], name: string): readonly StartupCall[] {
  const calls = modules.flatMap((module) => {
    const list = module.globals.get(name)?.initializer;
    return list?.kind === "aggregate" ? list.elements.map((e) => readEntry(module, e)) : [];
  });
  return calls.sort((a, b) => a.priority - b.priority); // sorting is stable
}

/** `{ i32 priority, ptr function, ptr associated }` */
function readEntry(module: Module, entry: TypedValue): StartupCall & { readonly priority: number } {
  const parts = entry.value.kind === "aggregate" ? entry.value.elements : [];
  const priority = parts[0]?.value.kind === "int" ? Number(parts[0].value.value) : 65535;
  return { module, function: parts[1]?.value ?? { kind: "null" }, priority };
}
