// Links modules to a `Program`. In: the user's modules and the compiled library. Out: the program, frozen.
//
// User modules come first. A module of the library is added, like a member of an archive, if it defines a symbol that is still undefined: a
// user's own definition of a library function takes precedence.
//
// After linking, every object has its address and image; every function has an id, also those that are declared but defined nowhere; every
// position and variable has its number. Bodies are lowered on demand, and the result does not depend on when or in which order.

import { addressSpaces, redzone } from "../../program/address-space.ts";
import { findWeakOrder } from "../../program/memory-orders.ts";
import {
  codeStride,
  type DataModel,
  freezeProgram,
  functionAddress,
  type GlobalObject,
  type Program,
  type ProgramFunction,
} from "../../program/program.ts";
import {
  type Diagnostic,
  diagnostic,
  fail,
  failTooLarge,
  failUnsupported,
  RavelError,
  type SourceLocation,
  UnsupportedConstruct,
} from "../../support/diagnostics.ts";
import { lazily } from "../../support/lazily.ts";
import { maxOf } from "../../support/lists.ts";
import type { Alias, FunctionDeclaration, FunctionDefinition, GlobalVariable, Module, SourcePosition } from "../llvm/module.ts";
import { asynchronousPoint, type PointBefore, pointsBy } from "./asynchronous-points.ts";
import { isCompiledInPlace } from "./calls.ts";
import { constantOperand, type Symbol, type SymbolScope, writeImage } from "./constants.ts";
import { FunctionLowering } from "./function.ts";
import { Layout, roundUp } from "./layout.ts";
import { analyseCaptures, findFirstUse, mayThreadLocalEscape, usesParameters } from "./local-memory.ts";
import type { FunctionContext } from "./lowering.ts";
import { findResultUses } from "./result-uses.ts";
import { collectNames } from "./source-names.ts";
import { type ModuleNumbers, SourceTables } from "./source-tables.ts";
import { constructorsOf, destructorsOf, type StartupCall } from "./startup.ts";
import { argumentPrefix, unknownBody } from "./unknown-function.ts";

/** The precompiled library: which module defines a symbol. */
export interface Archive {
  find(symbol: string): Module | null;
}

export interface LinkOptions {
  readonly dataModel: DataModel;
  readonly entry: string; // the library's start function
  readonly main: string; // the function that the user must define
  readonly start?: Module | null; // a module with main, for programs without one
  readonly locate?: (position: SourcePosition, name: string) => SourceLocation; // adds the column of a name
}

interface Unit {
  readonly module: Module;
  readonly library: boolean;
  readonly symbols: Map<string, Symbol>;
  readonly numbers: ModuleNumbers;
}

/** Sections of the library (library/internal.h): statics that its callers share, and functions that compute for their caller. */
const callersSection = "callers";
const forCallerSection = "for-caller";

type Definition = { readonly unit: Unit; readonly weak: boolean };

export function link(modules: readonly Module[], archive: Archive, options: LinkOptions): Program {
  return new Linker(archive, options).run(modules);
}

class Linker {
  readonly #layout: Layout;
  readonly #units: Unit[] = [];
  readonly #exported = new Map<string, Definition>();
  readonly #functions: ProgramFunction[] = [];
  readonly #objects: GlobalObject[] = [];
  readonly #definitions = new Map<number, { unit: Unit; definition: FunctionDefinition }>();
  readonly #sources = new SourceTables();
  readonly #external = new Map<string, Symbol>();
  readonly #problems: Diagnostic[] = [];

  constructor(
    readonly archive: Archive,
    readonly options: LinkOptions,
  ) {
    this.#layout = new Layout(options.dataModel);
  }

  run(modules: readonly Module[]): Program {
    for (const module of modules) this.#add(module, false);
    if (this.options.start) this.#add(this.options.start, true);
    const main = this.#exported.get(this.options.main);
    if (!main?.unit.module.functions.has(this.options.main)) {
      fail("RVL102", `no function ${this.options.main}`, {
        hint: "add the file that defines it, or name functions to run as threads: --entry f,g",
      });
    }
    this.#addLibraryMembers();
    for (const unit of this.#units) this.#declare(unit);
    for (const unit of this.#units) this.#declareExternals(unit);
    for (const unit of this.#units) this.#resolveAliases(unit);
    this.#placeObjects();
    if (this.#problems.length > 0) throw new RavelError(this.#problems);
    const entry = this.#resolveGlobal(this.options.entry);
    return freezeProgram({
      dataModel: this.options.dataModel,
      pointerBits: this.#layout.pointerBits,
      functions: this.#functions,
      objects: this.#objects,
      weakOrder: lazily(() => findWeakOrder(this.#functions)),
      entry: entry?.kind === "function" ? entry.id : fail("RVL901", "the library has no entry"),
      positions: this.#sources.positions,
      variables: this.#sources.variables,
      files: modules.map((m) => m.sourceFile),
      names: lazily(() => {
        const own = this.#units.filter((u) => !u.library);
        return collectNames(own, this.#sources.variables.length);
      }),
    });
  }

  // ---- symbols

  #add(module: Module, library: boolean): void {
    const subprograms = [...module.functions.values()].map((f) => f.debug);
    const unit: Unit = { module, library, symbols: new Map(), numbers: this.#sources.add(module.debug, subprograms) };
    this.#units.push(unit);
    const offer = (name: string, weak: boolean): void => {
      const known = this.#exported.get(name);
      if (known === undefined || (known.weak && !weak)) this.#exported.set(name, { unit, weak });
      else if (!known.weak && !weak && !known.unit.library && !library) this.#reportDuplicate(name, known.unit.module, module);
    };
    for (const d of module.functions.values()) if (!d.internal) offer(d.name, d.weak || library);
    for (const g of module.globals.values())
      if (!g.internal && g.initializer !== null && !g.name.startsWith("llvm.")) offer(g.name, g.weak || library);
    for (const a of module.aliases.values()) if (!a.internal) offer(a.name, a.weak || library);
  }

  #reportDuplicate(name: string, first: Module, second: Module): void {
    const positionIn = (m: Module): SourcePosition => {
      const debug = m.functions.get(name)?.debug ?? m.globals.get(name)?.debug ?? null;
      const found = debug === null ? null : (m.debug.subprogram(debug)?.position ?? m.debug.variable(debug)?.position);
      return found ?? { file: m.sourceFile, line: 1, column: 0 };
    };
    const isTentative = (m: Module): boolean => {
      const value = m.globals.get(name)?.initializer;
      return value?.kind === "zero" || value?.kind === "null" || (value?.kind === "int" && value.value === 0n);
    };
    const hint =
      isTentative(first) && isTentative(second) ? "declare it extern in all files but one, or give the compiler flag -- -fcommon" : null;
    const { file, line } = positionIn(first);
    const { locate = (position) => position } = this.options;
    this.#problems.push(
      diagnostic("RVL103", `${name} is defined twice, first at ${file}:${line}`, { location: locate(positionIn(second), name), hint }),
    );
  }

  /** Adds the modules of the library that define a symbol which is needed and not defined yet. */
  #addLibraryMembers(): void {
    const seen = new Set<string>();
    const needed = [this.options.entry];
    // A weak reference in the library only asks whether another member is linked.
    const addNeeded = (module: Module, library: boolean): void => {
      for (const d of module.declarations.values()) if (!library || !d.weak) needed.push(d.name);
      for (const g of module.globals.values()) if (g.initializer === null) needed.push(g.name);
    };
    for (const unit of this.#units) addNeeded(unit.module, unit.library);
    for (let name = needed.pop(); name !== undefined; name = needed.pop()) {
      if (seen.has(name) || this.#exported.has(name)) continue;
      seen.add(name);
      if (isCompiledInPlace(name)) continue;
      const module = this.archive.find(name);
      if (module === null || this.#units.some((u) => u.module === module)) continue;
      this.#add(module, true);
      addNeeded(module, true);
    }
  }

  #declare(unit: Unit): void {
    const { module, library } = unit;
    for (const d of module.functions.values()) {
      if (!d.internal && this.#exported.get(d.name)?.unit !== unit) continue;
      const id = this.#functions.length;
      this.#functions.push({
        id,
        name: d.name,
        library,
        reportsOverflow: !library || d.section === forCallerSection,
        external: false,
        varargs: d.varargs,
        position: this.#subprogram(unit, d.debug),
        body: lazily(() => new FunctionLowering(d, this.#context(unit)).run()),
      });
      this.#definitions.set(id, { unit, definition: d });
      unit.symbols.set(d.name, { kind: "function", id, offset: 0 });
    }
    for (const g of module.globals.values()) {
      if (g.initializer === null || g.name.startsWith("llvm.") || (!g.internal && this.#exported.get(g.name)?.unit !== unit)) continue;
      const variable = g.debug === null ? null : module.debug.variable(g.debug);
      const id = this.#objects.length;
      this.#objects.push({
        id,
        name: variable?.name ?? g.name,
        size: this.#sizeOf(g),
        align: Math.max(g.align, this.#layout.alignOf(g.type)),
        constant: g.constant,
        threadLocal: g.threadLocal,
        private: false,
        library: library && g.section !== callersSection,
        isModel: library,
        type: variable?.type ?? null,
        position: variable?.position ? this.#sources.position(variable.position) : 0,
        address: 0n,
        image: null,
      });
      unit.symbols.set(g.name, { kind: "object", id, offset: 0, threadLocal: g.threadLocal });
    }
  }

  /**
   * Adds functions that are declared and defined nowhere; clang declares only what is used. A function that is compiled in place needs no
   * definition. A program that takes the address of one, or calls a primitive of the library, gets an unknown function.
   */
  #declareExternals({ module, library }: Unit): void {
    for (const d of module.declarations.values()) {
      const { name } = d;
      if (this.#exported.has(name) || this.#external.has(name) || name.startsWith("llvm.")) continue;
      if ((library && isCompiledInPlace(name)) || !isReadable(d) || d.weak) continue;
      const id = this.#functions.length;
      const body = unknownBody(name, d.result, this.#layout);
      this.#functions.push({
        id,
        name,
        library: true,
        reportsOverflow: false,
        external: !name.startsWith(argumentPrefix),
        varargs: true,
        position: 0,
        body: () => body,
      });
      this.#external.set(name, { kind: "function", id, offset: 0 });
    }
  }

  /** The size of a variable: the largest one if it has several tentative definitions. */
  #sizeOf(g: GlobalVariable): number {
    const size = this.#layout.sizeOf(g.type);
    if (!g.weak || g.internal) return size;
    const others = this.#units.map((u) => u.module.globals.get(g.name)).filter((o) => o?.initializer != null && o.weak);
    return maxOf(
      others.map((o) => this.#layout.sizeOf((o as GlobalVariable).type)),
      size,
    );
  }

  #resolveAliases(unit: Unit): void {
    const open = new Set<string>();
    const resolve = (a: Alias): void => {
      if (open.has(a.name) || unit.symbols.has(a.name) || (!a.internal && this.#exported.get(a.name)?.unit !== unit)) return;
      open.add(a.name);
      const further = a.target.value.kind === "global" ? unit.module.aliases.get(a.target.value.name) : undefined;
      if (further !== undefined) resolve(further);
      const operand = constantOperand(a.target.value, { kind: "int", bits: this.#layout.pointerBits }, this.#layout, this.#scope(unit));
      if (operand.kind === "function") unit.symbols.set(a.name, { kind: "function", id: operand.function, offset: 0 });
      else if (operand.kind === "object") {
        const { threadLocal } = this.#objects[operand.object] as GlobalObject;
        unit.symbols.set(a.name, { kind: "object", id: operand.object, offset: operand.offset, threadLocal });
      } else failUnsupported(`the alias ${a.name}`);
    };
    for (const a of unit.module.aliases.values()) resolve(a);
  }

  /** The ids of functions to call before main or after exit. */
  #startupFunctions(calls: readonly StartupCall[]): readonly number[] {
    return calls.flatMap((c) => {
      const unit = this.#units.find((u) => u.module === c.module) as Unit;
      const operand = constantOperand(c.function, { kind: "int", bits: this.#layout.pointerBits }, this.#layout, this.#scope(unit));
      return operand.kind === "function" ? [operand.function] : [];
    });
  }

  #resolveGlobal(name: string): Symbol | null {
    const definition = this.#exported.get(name);
    return definition?.unit.symbols.get(name) ?? null;
  }

  #resolve(unit: Unit, name: string): Symbol {
    const known = unit.symbols.get(name) ?? this.#resolveGlobal(name);
    if (known !== null && known !== undefined) return known;
    if (unit.module.declarations.get(name)?.weak || unit.module.globals.get(name)?.weak) return { kind: "absent" };
    const external = this.#external.get(name);
    if (external !== undefined) return external;
    if (unit.module.globals.has(name)) {
      fail("RVL104", `the variable ${name} is declared but not defined`, { hint: "add the file that defines it" });
    }
    return failUnsupported(`the address of ${name}`);
  }

  // ---- objects

  #placeObjects(): void {
    const space = addressSpaces[this.options.dataModel];
    let next = space.globalsBase;
    for (const [id, object] of this.#objects.entries()) {
      if (object.threadLocal) continue;
      next = roundUp(next, Math.max(object.align, 16));
      this.#objects[id] = { ...object, address: BigInt(next) };
      next += object.size + redzone(object.size);
      if (next > space.globalsLimit)
        failTooLarge("room", `the global variables need more than ${space.globalsLimit - space.globalsBase} bytes`);
    }
    for (const unit of this.#units) {
      const scope = this.#scope(unit);
      for (const g of unit.module.globals.values()) {
        const symbol = unit.symbols.get(g.name);
        if (symbol?.kind !== "object" || symbol.offset !== 0 || g.initializer === null) {
          if (g.initializer === null && !g.name.startsWith("llvm.") && !unit.library) this.#checkDefined(unit, g);
          continue;
        }
        const object = this.#objects[symbol.id] as GlobalObject;
        const image = g.initializer.kind === "zero" || object.size === 0 ? null : new Uint8Array(object.size);
        if (image !== null) writeImage(image, 0, g.type, g.initializer, this.#layout, scope);
        const hidden = g.threadLocal && (unit.library || !this.#mayLeaveThread(unit, g));
        this.#objects[symbol.id] = { ...object, image, private: hidden };
      }
    }
  }

  /** Whether the address of a thread-local variable may leave its thread: in any file that can name it, or through an alias. */
  #mayLeaveThread(unit: Unit, g: GlobalVariable): boolean {
    const named = g.internal ? [unit] : this.#units.filter((u) => !u.library && u.module.globals.has(g.name));
    const isAliased = [...unit.module.aliases.values()].some((a) => a.target.value.kind !== "global" || a.target.value.name === g.name);
    return isAliased || named.some((u) => mayThreadLocalEscape(u.module, g.name, this.#context(u).captures));
  }

  #checkDefined(unit: Unit, g: GlobalVariable): void {
    if (g.weak || this.#resolveGlobal(g.name) !== null) return;
    const declared = g.debug === null ? null : (unit.module.debug.variable(g.debug)?.position ?? null);
    const use = declared === null ? findFirstUse(unit.module, g.name) : null;
    const position = declared ?? (use === null ? null : unit.module.debug.position(use));
    this.#problems.push(
      diagnostic("RVL104", `the variable ${g.name} is declared but not defined`, {
        location: position,
        hint: "add the file that defines it",
      }),
    );
  }

  // ---- the context of lowering a function

  #scope(unit: Unit): SymbolScope {
    return {
      resolve: (name) => this.#resolve(unit, name),
      addressOf: (object) => (this.#objects[object] as GlobalObject).address,
      blockAddress: (name, block) => {
        const symbol = this.#resolve(unit, name);
        const definition = symbol.kind === "function" ? this.#definitions.get(symbol.id)?.definition : undefined;
        const index = definition?.body().findIndex((b) => b.label === block) ?? -1;
        if (symbol.kind !== "function" || index < 0) fail("RVL105", `no block %${block} in ${name}`);
        if (index >= codeStride - 1) failUnsupported(`computed goto in a function of ${codeStride} blocks`);
        return BigInt(functionAddress(symbol.id) + 1 + index);
      },
    };
  }

  #isResultUsed: ((f: FunctionDefinition) => boolean) | null = null;

  #resultMatters(f: FunctionDefinition): boolean {
    this.#isResultUsed ??= findResultUses(
      this.#units.filter((u) => !u.library).map((u) => ({ module: u.module, scope: u })),
      (unit, name) => {
        if (isCompiledInPlace(name)) return { definition: null, library: true };
        const symbol = this.#resolve(unit, name);
        const found = symbol.kind === "function" ? this.#definitions.get(symbol.id) : undefined;
        return { definition: found?.definition ?? null, library: found?.unit.library ?? false };
      },
    );
    return this.#isResultUsed(f);
  }

  #pointBefore(): PointBefore | null {
    const point = this.#resolveGlobal(asynchronousPoint);
    return point?.kind === "function" ? pointsBy(point.id, (id) => this.#functions[id]?.library ?? false) : null;
  }

  get #userModules(): readonly Module[] {
    return this.#units.filter((u) => !u.library).map((u) => u.module);
  }

  readonly #captures = analyseCaptures<Unit>(
    (unit, name) => {
      const symbol = this.#resolve(unit, name);
      const found = symbol.kind === "function" ? this.#definitions.get(symbol.id) : undefined;
      return found === undefined ? null : { definition: found.definition, scope: found.unit };
    },
    (name) => isCompiledInPlace(name) && name !== "__rvl_thread_start",
  );

  readonly #contexts = new Map<Unit, FunctionContext>();

  #context(unit: Unit): FunctionContext {
    let context = this.#contexts.get(unit);
    if (context === undefined) {
      const definition = (name: string): FunctionDefinition | null => {
        const symbol = this.#resolve(unit, name);
        return symbol.kind === "function" ? (this.#definitions.get(symbol.id)?.definition ?? null) : null;
      };
      context = {
        ...this.#scope(unit),
        layout: this.#layout,
        library: unit.library,
        captures: this.#captures(unit),
        definition,
        isOfLibrary: (name) => {
          const symbol = this.#resolve(unit, name);
          return symbol.kind === "function" && (this.#definitions.get(symbol.id)?.unit.library ?? false);
        },
        mainUsesArguments: () => {
          const main = this.#resolveGlobal(this.options.main);
          const definition = main?.kind === "function" ? this.#definitions.get(main.id)?.definition : undefined;
          return definition !== undefined && usesParameters(definition);
        },
        objectSize: (object) => (this.#objects[object] as GlobalObject).size,
        isPrivate: (object) => (this.#objects[object] as GlobalObject).private,
        position: unit.numbers.position,
        scopes: (location) => unit.module.debug.scopes(location),
        variable: unit.numbers.variable,
        resultMatters: (f) => this.#resultMatters(f),
        pointBefore: unit.library ? null : this.#pointBefore(),
        constructors: () => this.#startupFunctions(constructorsOf(this.#userModules)),
        destructors: () => this.#startupFunctions(destructorsOf(this.#userModules)),
        literal: (object, offset) => {
          const image = (this.#objects[object] as GlobalObject).image ?? new Uint8Array(0);
          const end = image.indexOf(0, offset);
          return new TextDecoder().decode(image.subarray(offset, end < 0 ? image.length : end));
        },
      };
      this.#contexts.set(unit, context);
    }
    return context;
  }

  #subprogram(unit: Unit, debug: number | null): number {
    const s = debug === null ? null : unit.module.debug.subprogram(debug);
    return s === null ? 0 : this.#sources.position(s.position);
  }
}

/** Whether the types of a declaration are supported. If not, an error is reported where the function is used. */
function isReadable(d: FunctionDeclaration): boolean {
  try {
    return d.result !== null;
  } catch (error) {
    if (error instanceof UnsupportedConstruct) return false;
    throw error;
  }
}
