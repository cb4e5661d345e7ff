// Finds out whether any program notices that a library function does nothing.
//
// In: the modelled functions, and the programs of test/conformance and test/programs. For a function, the programs that refer to it
// are linked once more with a module in which it returns zero and does nothing else (a program's own definition wins over the
// library's). Out: a program with a different outcome. Only differences that no schedule could explain count: a
// conformance program prints and ends the same in every interleaving, and a property that is expected safe is never violated.

import { headerFolder } from "../../src/apps/clang/assets.ts";
import type { IrCache } from "../../src/apps/clang/cache.ts";
import { compileToIr } from "../../src/apps/clang/compile.ts";
import { nodeToolchain } from "../../src/apps/clang/toolchain.ts";
import { openLibrary } from "../../src/frontend/archive.ts";
import type { Module } from "../../src/frontend/llvm/module.ts";
import { parseModule } from "../../src/frontend/llvm/parser.ts";
import { link } from "../../src/frontend/lower/link.ts";
import { RavelError } from "../../src/support/diagnostics.ts";
import { Executor, propertyOfText, type Run } from "../conformance/execution.ts";
import { conformancePrograms } from "../conformance/programs.ts";
import { readCollection } from "./collection.ts";
import type { LibraryFunction } from "./library-functions.ts";

/** A program that may notice. */
export interface Observer {
  readonly file: string;
  /** Values for its inputs, case by case; null: random ones. */
  readonly cases: readonly (readonly bigint[] | null)[];
  readonly kind: "conformance" | "collection";
  /** Collection: properties that must not be violated. */
  readonly safe: ReadonlySet<string>;
}

/** Both kinds of programs; those that use the fewest functions are tried first. */
export function observers(): Observer[] {
  const conformance = conformancePrograms().map(
    (p): Observer => ({ file: p.file, cases: p.cases.map((c) => c.inputs), kind: "conformance", safe: new Set() }),
  );
  const collection = readCollection().programs.map(
    (p): Observer => ({
      file: p.file,
      cases: [null],
      kind: "collection",
      safe: new Set(Object.entries(p.properties).flatMap(([name, verdict]) => (verdict === "safe" ? [name] : []))),
    }),
  );
  return [...conformance, ...collection];
}

interface Loaded {
  readonly module: Module;
  readonly refers: ReadonlySet<string>;
}

const dataModel = "lp64";
/** A function that does nothing may make other threads wait forever. These limits suffice for every unchanged program. */
const maxSteps = 20_000;

export class Mutator {
  readonly #loaded = new Map<string, Promise<Loaded | null>>();
  readonly #expected = new Map<string, readonly (string | null)[]>();
  readonly #archive = openLibrary(dataModel, nodeToolchain);

  constructor(readonly cache: IrCache | null = null) {}

  /** Whether the program refers to the function. */
  async refers(observer: Observer, name: string): Promise<boolean> {
    return (await this.#load(observer.file))?.refers.has(name) ?? false;
  }

  /** The number of library functions that it refers to: the fewer, the more it tests each. */
  async breadth(observer: Observer): Promise<number> {
    return (await this.#load(observer.file))?.refers.size ?? 0;
  }

  /** What the program does differently without the function, in a few words; null if nothing. */
  async difference(observer: Observer, f: LibraryFunction): Promise<string | null> {
    const loaded = await this.#load(observer.file);
    if (loaded === null || !loaded.refers.has(f.name)) return null;
    return observer.kind === "conformance" ? this.#differsFromItself(observer, loaded, f) : this.#violates(observer, loaded, f);
  }

  #differsFromItself(observer: Observer, loaded: Loaded, f: LibraryFunction): string | null {
    const usual = this.#usual(observer, loaded);
    const executor = this.#executor([loaded.module, f.stub()]);
    for (const [i, inputs] of observer.cases.entries()) {
      const expected = usual[i];
      if (executor === null || expected === null) continue;
      const runs = executor.execute(inputs, maxSteps, (run) => inWords(run) !== expected);
      const odd = runs.find((run) => inWords(run) !== expected);
      if (odd !== undefined) return odd.violations[0] ?? (odd.ends === endOf(expected) ? "other output" : odd.ends);
    }
    return null;
  }

  /** What it does under every schedule, case by case; null if that depends on the schedule. */
  #usual(observer: Observer, loaded: Loaded): readonly (string | null)[] {
    let usual = this.#expected.get(observer.file);
    if (usual === undefined) {
      const executor = this.#executor([loaded.module]);
      usual = observer.cases.map((inputs) => {
        const [first, ...others] = executor?.execute(inputs, maxSteps).map(inWords) ?? [];
        return first !== undefined && others.every((other) => other === first) ? first : null;
      });
      this.#expected.set(observer.file, usual);
    }
    return usual;
  }

  #violates(observer: Observer, loaded: Loaded, f: LibraryFunction): string | null {
    const bad = (run: Run): string | undefined =>
      [...run.violations, ...(/ at line /.test(run.ends) ? [run.ends] : [])].find((v) => observer.safe.has(propertyOfText(v)));
    const runs = this.#executor([loaded.module, f.stub()])?.execute(null, maxSteps, (run) => bad(run) !== undefined) ?? [];
    return runs.map(bad).find((v) => v !== undefined) ?? null;
  }

  /** Null if the program cannot be linked: it defines the function itself. */
  #executor(modules: readonly Module[]): Executor | null {
    try {
      return new Executor(link(modules, this.#archive, { dataModel, entry: "__rvl_start", main: "main" }));
    } catch (error) {
      if (error instanceof RavelError) return null;
      throw error;
    }
  }

  #load(file: string): Promise<Loaded | null> {
    let loaded = this.#loaded.get(file);
    if (loaded === undefined) {
      loaded = this.#compile(file);
      this.#loaded.set(file, loaded);
    }
    return loaded;
  }

  async #compile(file: string): Promise<Loaded | null> {
    const [unit] = await compileToIr({
      files: [file],
      flags: [],
      dataModel,
      clang: "embedded",
      systemHeaders: false,
      headerDir: headerFolder(),
      cache: this.cache,
    });
    const module = parseModule(unit.ir);
    return { module, refers: new Set([...module.declarations.keys()].filter((name) => !name.startsWith("llvm."))) };
  }
}

const inWords = (run: Run): string => JSON.stringify([run.ends, run.violations, run.stdout, run.stderr]);
const endOf = (words: string): string => (JSON.parse(words) as [string])[0];
