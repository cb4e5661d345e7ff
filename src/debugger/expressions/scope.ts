// What a name means in a frame: a local, a static, a global, an enumerator, a function, a type. In: a frame. Out: typed expressions for names.
//
// The innermost block comes first, then statics of the file, then the program. A name is looked up in maps and lists only, so that names such as
// `constructor` or `__proto__` are names like others.

import { strip } from "../../execution/names.ts";
import type { GlobalObject, Program } from "../../program/program.ts";
import type { SourceType } from "../../program/source-types.ts";
import { inMemory, rvalue, type Typed } from "./elaborate.ts";
import { refuse } from "./error.ts";
import { type Frame, type OpenFrame, openFrame } from "./frame.ts";
import { type Local, visibleLocals } from "./locals.ts";
import { MemoryReader } from "./memory-reader.ts";
import { type GlobalName, type NameIndex, nameIndex } from "./names.ts";
import type { Node } from "./syntax.ts";
import type { TypeNames } from "./type-names.ts";
import { arrayOf, type BaseTypes, baseTypes, bytesOf, structOf } from "./types.ts";
import { fromRaw, integer, missing, unwritten } from "./value.ts";

/** Results of functions of the library, whose types are not known otherwise. */
const libraryResults: ReadonlyMap<string, "size" | "text" | "double"> = new Map([
  ["strlen", "size"],
  ["strnlen", "size"],
  ["strspn", "size"],
  ["strcspn", "size"],
  ["strchr", "text"],
  ["strrchr", "text"],
  ["strstr", "text"],
  ["strpbrk", "text"],
]);

export class NameScope implements TypeNames {
  readonly program: Program;
  readonly base: BaseTypes;
  readonly reader: MemoryReader;
  readonly index: NameIndex;
  /** Null: the thread has no such frame; only globals have a meaning. */
  readonly open: OpenFrame | null;
  readonly locals: readonly Local[];
  readonly unit: number;

  constructor(readonly frame: Frame) {
    const { machine } = frame;
    this.program = machine.program;
    this.base = baseTypes[this.program.dataModel];
    this.reader = new MemoryReader(machine, frame.reads);
    this.index = nameIndex(this.program);
    this.open = openFrame(frame);
    this.locals = this.open === null ? [] : visibleLocals(this.open);
    this.unit = this.open === null ? -1 : this.index.unitOf(this.open.function.id);
  }

  get scopes(): readonly number[] {
    return this.open === null || this.open.function.library ? [] : this.index.scopesAround(this.open.position, this.open.function.id);
  }

  typedef(name: string): SourceType | null {
    return this.locals.some((l) => l.name === name) ? null : this.index.typedef(name, this.unit);
  }

  tag(keyword: string, name: string): SourceType | null {
    return this.index.tag(keyword, name, this.unit);
  }

  /** A struct that is only declared in this file may be defined in another. */
  complete(type: SourceType | null): SourceType | null {
    const struct = structOf(type);
    if (struct === null || struct.bits > 0 || struct.name === null) return type;
    return this.tag(struct.kind, struct.name) ?? type;
  }

  /** The number of bytes of a value at an address. Arrays of unknown length extend to the end of their object. */
  sizeAt(type: SourceType | null, address: () => bigint): number {
    const size = bytesOf(type);
    if (size > 0 || !(arrayOf(type)?.counts ?? []).includes(-1)) return size;
    const at = address();
    const o = this.reader.objectAt(at);
    return o?.live ? Math.max(0, o.address + o.size - Number(at)) : 0;
  }

  name({ name, of, at }: Node & { kind: "name" }): Typed {
    if (of !== null) {
      const found = this.index.qualified(of, name);
      return found === null ? refuse(`${of} has no static or global ${name}`, at) : this.global(found.object, at);
    }
    return this.#find(name, at) ?? refuse(`${name} is not defined here`, at, this.#hint(name));
  }

  has(name: string): boolean {
    return this.#find(name, 0) !== null;
  }

  #find(name: string, at: number): Typed | null {
    const local = this.locals.find((l) => l.name === name);
    const global = this.index.global(name, this.unit, this.scopes);
    // A static of an inner block hides a local of an outer one.
    if (local !== undefined && !(global !== null && this.#isInside(global, local))) return this.local(local, at);
    if (global !== null) return this.global(global.object, at);
    const enumerator = this.index.enumerator(name, this.unit);
    if (enumerator !== null) return rvalue(at, this.base.get("int"), () => integer(enumerator.value));
    return this.#function(name, at) ?? this.#macro(name, at);
  }

  #isInside(global: GlobalName, local: Local): boolean {
    const [g, l] = [global.scope, this.index.scopeOfVariable(local.variable)].map((s) => this.scopes.indexOf(s)) as [number, number];
    return g >= 0 && g < l;
  }

  local({ variable, name, home }: Local, at: number): Typed {
    const type = this.program.variables[variable]?.type ?? null;
    switch (home.kind) {
      case "register":
        return {
          at,
          type,
          load: () => {
            if (home.open !== null) this.frame.reads?.pin(home.open);
            return fromRaw(type, home.raw, home.bits);
          },
          open: home.open,
          address: null,
          bits: null,
          register: name,
        };
      case "object":
        return inMemory(this, at, type, () => BigInt(home.object.address));
      case "address":
        return inMemory(this, at, type, () => home.address);
      case "none":
        return {
          at,
          type,
          load: () => (strip(type) === null ? missing("not known") : unwritten),
          address: null,
          bits: null,
          register: name,
        };
    }
  }

  global(object: GlobalObject, at: number): Typed {
    return inMemory(this, at, object.type, () => this.addressOf(object));
  }

  /** A thread-local that the thread has not used yet is what it will be at first. */
  addressOf(object: GlobalObject): bigint {
    if (!object.threadLocal) return object.address;
    const { machine, thread } = this.frame;
    const made = thread.locals[machine.variables.numberOf(object.id)] ?? 0;
    return made !== 0 ? BigInt(made) : this.reader.place(object.image ?? new Uint8Array(object.size), object);
  }

  #function(name: string, at: number): Typed | null {
    const f = this.index.function(name, this.unit);
    if (f === null || (f.library && name.startsWith("__"))) return null;
    const type = this.index.typeOf(f.id) ?? { kind: "function" as const, result: this.#libraryResult(name, f.id), params: [] };
    return rvalue(at, type, () => ({ kind: "function", id: f.id }));
  }

  #libraryResult(name: string, id: number): SourceType | null {
    const known = libraryResults.get(name);
    if (known === "size") return this.base.size;
    if (known === "text") return this.base.pointerTo(this.base.get("char"));
    const [result] = this.program.functions[id]?.body().results ?? [];
    if (result === undefined) return null;
    return this.base.get(result.kind === "float" ? (result.bits === 32 ? "float" : "double") : result.bits <= 32 ? "int" : "long long");
  }

  /** Macros that everyone uses: debug information does not have them. */
  #macro(name: string, at: number): Typed | null {
    if (name === "NULL") return rvalue(at, this.base.pointerTo(null), () => integer(0n));
    if (name === "true" || name === "false") return rvalue(at, this.base.get("int"), () => integer(name === "true" ? 1n : 0n));
    return null;
  }

  /** Why a name is not known, if a reason can be told. */
  #hint(name: string): string | null {
    const { program } = this;
    const elsewhere = this.index.globals.find((g) => g.object.name === name && g.function !== null);
    if (elsewhere !== undefined) return `write ${elsewhere.function?.name}::${name}`;
    if (program.variables.some((v) => v.name === name))
      return "it is a local of another block or function: choose a frame in which it is visible";
    return null;
  }
}
