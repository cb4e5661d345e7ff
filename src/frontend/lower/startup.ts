// Finds the functions that run before main and after exit (`constructor`, `destructor`). In: the modules, in link order. Out: the functions in
// the order in which a C library calls them: constructors by ascending priority, then in link order; destructors in reverse.

import type { Module, TypedValue, Value } from "../llvm/module.ts";

/** The priority of functions without one. */
const defaultPriority = 65535;

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
  const [priority, callee] = entry.value.kind === "aggregate" ? entry.value.elements : [];
  return {
    module,
    function: callee?.value ?? { kind: "null" },
    priority: priority?.value.kind === "int" ? Number(priority.value.value) : defaultPriority,
  };
}
