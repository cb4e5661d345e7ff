// Collects what names in the source mean (program/source-names.ts). In: the program's own modules after linking. Out: `SourceNames`. It is
// computed on demand: checks never ask for it.
//
// A scope is known by its file, line and column, so that the copies of a function of a header in several modules have the same scopes, as they have the same
// positions.

import type { NamedType, SourceNames, UnitNames } from "../../program/source-names.ts";
import type { SourceType } from "../../program/source-types.ts";
import type { DebugInfo, MetadataRef, Module } from "../llvm/module.ts";
import type { Symbol } from "./constants.ts";
import type { ModuleNumbers } from "./source-tables.ts";

interface LinkedModule {
  readonly module: Module;
  readonly symbols: ReadonlyMap<string, Symbol>;
  readonly numbers: ModuleNumbers;
}

/** `variables`: how many local variables the program has. */
export function collectNames(modules: readonly LinkedModule[], variables: number): SourceNames {
  const scopes = new ScopeTable();
  const functions: SourceNames["functions"][number][] = [];
  const objects: SourceNames["objects"][number][] = [];
  const positions = new Map<string, SourceNames["positions"][number]>();
  const scopeOfVariable = new Array<number>(variables).fill(-1);
  modules.forEach(({ module, symbols, numbers }, unit) => {
    const { debug } = module;
    for (const f of module.functions.values()) {
      const symbol = symbols.get(f.name);
      if (symbol?.kind !== "function") continue;
      const type = f.debug === null ? null : (debug.subprogram(f.debug)?.type ?? null);
      functions.push({ id: symbol.id, unit, type, scope: f.debug === null ? -1 : scopes.number(debug, f.debug) });
    }
    for (const g of module.globals.values()) {
      const symbol = symbols.get(g.name);
      if (symbol?.kind !== "object" || g.debug === null) continue;
      const scope = debug.scopeOf(g.debug);
      objects.push({ id: symbol.id, unit, scope: scope === null ? -1 : scopes.number(debug, scope) });
    }
    for (const ref of debug.locations()) {
      const position = numbers.position(ref);
      const around = debug.scopeOf(ref);
      if (position === 0 || around === null) continue;
      const scope = scopes.number(debug, around);
      positions.set(`${position} ${scope}`, { position, scope });
    }
    for (const ref of debug.localVariables()) {
      const variable = numbers.variable(ref);
      const around = debug.scopeOf(ref);
      if (variable >= 0 && around !== null) scopeOfVariable[variable] = scopes.number(debug, around);
    }
  });
  const units = modules.map(({ module }) => namesOf(module.debug));
  return { units, functions, objects, scopes: scopes.parents, variables: scopeOfVariable, positions: [...positions.values()] };
}

class ScopeTable {
  readonly parents: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<DebugInfo, Map<MetadataRef, number>>();

  number(debug: DebugInfo, ref: MetadataRef): number {
    const known = this.#known.get(debug) ?? new Map<MetadataRef, number>();
    this.#known.set(debug, known);
    let number = known.get(ref);
    if (number !== undefined) return number;
    const around = debug.scopeOf(ref);
    const parent = around === null ? -1 : this.number(debug, around);
    const { file, line, column } = debug.scopePosition(ref);
    const key = `${parent} ${file} ${line} ${column}`;
    number = this.#numbers.get(key) ?? this.parents.push(parent) - 1;
    this.#numbers.set(key, number);
    known.set(ref, number);
    return number;
  }
}

function namesOf(debug: DebugInfo): UnitNames {
  const typedefs = new Map<string, NamedType>();
  const tags = new Map<string, NamedType>();
  const enums: { type: SourceType }[] = [];
  for (const type of debug.namedTypes()) {
    switch (type.kind) {
      case "named":
        if (!typedefs.has(type.name)) typedefs.set(type.name, { name: type.name, type });
        break;
      case "enum":
        enums.push({ type });
        if (type.name !== null) tags.set(`enum ${type.name}`, { name: `enum ${type.name}`, type });
        break;
      case "struct":
      case "union": {
        const name = `${type.kind} ${type.name}`;
        // A declaration without members says less than the definition.
        if (type.name !== null && (!tags.has(name) || type.bits > 0)) tags.set(name, { name, type });
        break;
      }
      default:
        break;
    }
  }
  return { typedefs: [...typedefs.values()], tags: [...tags.values()], enums };
}
