// What the names of a program mean, prepared for look-ups. In: a program. Out: scopes by position, types by name, globals and functions by name. All
// tables are maps: a name is never a property of an object.

import type { GlobalObject, Program, ProgramFunction } from "../../program/program.ts";
import type { SourceNames } from "../../program/source-names.ts";
import type { SourceType } from "../../program/source-types.ts";
import { groupBy } from "../../support/group.ts";

interface UnitIndex {
  readonly typedefs: ReadonlyMap<string, SourceType>;
  readonly tags: ReadonlyMap<string, SourceType>;
  readonly enumerators: ReadonlyMap<string, { readonly value: bigint; readonly type: SourceType }>;
}

export interface GlobalName {
  readonly object: GlobalObject;
  readonly unit: number;
  /** Of a static of a function: its scope; -1: the file or the program. */
  readonly scope: number;
  /** The function that a static belongs to. */
  readonly function: ProgramFunction | null;
}

const known = new WeakMap<Program, NameIndex>();

export function nameIndex(program: Program): NameIndex {
  let index = known.get(program);
  if (index === undefined) {
    index = new NameIndex(program);
    known.set(program, index);
  }
  return index;
}

export class NameIndex {
  readonly #names: SourceNames;
  readonly #scopesAt = new Map<number, number[]>();
  readonly #functions = new Map<number, SourceNames["functions"][number]>();
  readonly #units: readonly UnitIndex[];
  /** The program's own, in the order of the program. */
  readonly globals: readonly GlobalName[];
  readonly #globalsNamed: ReadonlyMap<string, readonly GlobalName[]>;
  readonly #functionsNamed: ReadonlyMap<string, readonly ProgramFunction[]>;
  /** Scopes around positions, by function. */
  readonly #around = new Map<number, Map<number, readonly number[]>>();

  constructor(readonly program: Program) {
    const names = program.names();
    this.#names = names;
    for (const { position, scope } of names.positions) {
      const list = this.#scopesAt.get(position);
      if (list === undefined) this.#scopesAt.set(position, [scope]);
      else list.push(scope);
    }
    for (const f of names.functions) this.#functions.set(f.id, f);
    this.#units = names.units.map((u) => ({
      typedefs: new Map(u.typedefs.map((t) => [t.name, t.type])),
      tags: new Map(u.tags.map((t) => [t.name, t.type])),
      enumerators: new Map(
        u.enums.flatMap(({ type }) => (type.kind === "enum" ? type.members.map((m) => [m.name, { value: m.value, type }] as const) : [])),
      ),
    }));
    const byScope = new Map(names.functions.map((f) => [f.scope, f.id]));
    this.globals = names.objects.flatMap(({ id, unit, scope }) => {
      const object = program.objects[id];
      const owner = scope < 0 ? undefined : byScope.get(this.#outermost(scope));
      return object === undefined || object.name === "" ? [] : [{ object, unit, scope, function: program.functions[owner ?? -1] ?? null }];
    });
    this.#globalsNamed = groupBy(this.globals, (g) => g.object.name);
    this.#functionsNamed = groupBy(
      program.functions.filter((f) => !f.external),
      (f) => f.name,
    );
  }

  #outermost(scope: number): number {
    let s = scope;
    while ((this.#names.scopes[s] ?? -1) >= 0) s = this.#names.scopes[s] as number;
    return s;
  }

  unitOf(functionId: number): number {
    return this.#functions.get(functionId)?.unit ?? -1;
  }

  typeOf(functionId: number): (SourceType & { readonly kind: "function" }) | null {
    const type = this.#functions.get(functionId)?.type ?? null;
    return type?.kind === "function" ? type : null;
  }

  scopeOfVariable(variable: number): number {
    return this.#names.variables[variable] ?? -1;
  }

  /** The blocks around a position of a function, innermost first; the last one is the function. */
  scopesAround(position: number, functionId: number): readonly number[] {
    const known = this.#around.get(functionId) ?? new Map<number, readonly number[]>();
    this.#around.set(functionId, known);
    const scopes = known.get(position) ?? this.#findAround(position, functionId);
    known.set(position, scopes);
    return scopes;
  }

  #findAround(position: number, functionId: number): readonly number[] {
    const own = this.#functions.get(functionId)?.scope ?? -1;
    const depths = new Map<number, number>([[own, 0]]);
    for (const innermost of this.#scopesAt.get(position) ?? []) {
      const path: number[] = [];
      for (let s = innermost; s >= 0; s = this.#names.scopes[s] ?? -1) path.push(s);
      if (path.at(-1) !== own) continue; // the position of another function, in one line with this
      path.reverse().forEach((s, depth) => void depths.set(s, depth));
    }
    return [...depths].sort((a, b) => b[1] - a[1]).map(([s]) => s);
  }

  /** Of the unit first, then of the others. */
  #inUnits<T>(unit: number, find: (u: UnitIndex) => T | undefined): T | null {
    const own = this.#units[unit];
    const found = own === undefined ? undefined : find(own);
    if (found !== undefined) return found;
    for (const u of this.#units) {
      const other = find(u);
      if (other !== undefined) return other;
    }
    return null;
  }

  typedef(name: string, unit: number): SourceType | null {
    return this.#inUnits(unit, (u) => u.typedefs.get(name));
  }

  /** Of several, one that is complete. */
  tag(keyword: string, name: string, unit: number): SourceType | null {
    const key = `${keyword} ${name}`;
    const isComplete = (t: SourceType | undefined): t is SourceType => t !== undefined && "bits" in t && t.bits > 0;
    return (
      this.#inUnits(unit, (u) => {
        const t = u.tags.get(key);
        return isComplete(t) ? t : undefined;
      }) ?? this.#inUnits(unit, (u) => u.tags.get(key))
    );
  }

  enumerator(name: string, unit: number): { readonly value: bigint; readonly type: SourceType } | null {
    return this.#inUnits(unit, (u) => u.enumerators.get(name));
  }

  /** A global or a static by name: of the scopes given, then of the unit, then of the program. */
  global(name: string, unit: number, scopes: readonly number[]): GlobalName | null {
    const named = this.#globalsNamed.get(name) ?? [];
    const local = named
      .filter((g) => g.scope >= 0 && scopes.includes(g.scope))
      .sort((a, b) => scopes.indexOf(a.scope) - scopes.indexOf(b.scope));
    return local[0] ?? named.find((g) => g.scope < 0 && g.unit === unit) ?? named.find((g) => g.scope < 0) ?? null;
  }

  /** A static of a function, or a global of a file, as `of::name` says. */
  qualified(of: string, name: string): GlobalName | null {
    const isIn = (g: GlobalName): boolean => {
      const file = this.program.files[g.unit] ?? "";
      return g.function === null ? file === of || file.endsWith(`/${of}`) : g.function.name === of;
    };
    return this.globals.find((g) => g.object.name === name && isIn(g)) ?? null;
  }

  function(name: string, unit: number): ProgramFunction | null {
    const named = this.#functionsNamed.get(name) ?? [];
    return named.find((f) => this.unitOf(f.id) === unit) ?? named.find((f) => !f.library) ?? named[0] ?? null;
  }

  get allNames(): readonly string[] {
    const functions = this.program.functions.filter((f) => !f.library).map((f) => f.name);
    const units = this.#units.flatMap((u) => [...u.enumerators.keys(), ...u.typedefs.keys()]);
    return [...this.globals.map((g) => g.object.name), ...functions, ...units];
  }
}
