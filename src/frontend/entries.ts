// Functions that run as threads, for code without `main` (`--entry f,g*2`). In: parsed modules and the names of functions. Out: a module whose main
// starts them and waits for all of them. Arguments are any values: a number is an input; a pointer is null or points to an object of its own, which is
// an assumption (lower/unknown-function.ts).

import type { DataModel } from "../program/program.ts";
import { fail } from "../support/diagnostics.ts";
import type { Alias, FunctionDefinition, Module, Type } from "./llvm/module.ts";
import { parseModule } from "./llvm/parser.ts";
import { argumentPrefix } from "./lower/unknown-function.ts";

/** Threads that one check may start this way. */
const maxEntries = 64;

/** Reads `f,g*2` as f, g, g. Throws RVL001. */
export function parseEntries(text: string): readonly string[] {
  const names = text.split(",").flatMap((part) => {
    const [, name, count = "1"] = /^([A-Za-z_]\w*)(?:\*([1-9]\d?))?$/.exec(part) ?? [];
    if (name === undefined)
      return fail("RVL001", `invalid value for --entry: ${part === "" ? "an empty string" : part}`, {
        hint: "write a comma-separated list of functions, such as f,g*2",
      });
    return Array.from({ length: Number(count) }, () => name);
  });
  if (names.length > maxEntries) fail("RVL001", `--entry starts ${names.length} threads; at most ${maxEntries} are possible`);
  return names;
}

/** The modules, without a main of their own, and the module that starts the threads. */
export interface WithEntries {
  readonly modules: readonly Module[];
  readonly start: Module;
}

export function withEntries(modules: readonly Module[], entries: readonly string[], dataModel: DataModel): WithEntries {
  const found = new Map([...new Set(entries)].map((name) => [name, findFunction(modules, name)]));
  const adapted = modules.map((module) => {
    const own = [...found.values()].filter((f) => f.module === module);
    const aliases = own.map(({ definition: { name } }): [string, Alias] => [
      aliasOf(name),
      { name: aliasOf(name), internal: false, weak: false, target: { type: { kind: "ptr" }, value: { kind: "global", name } } },
    ]);
    return { ...module, functions: withoutMain(module.functions), aliases: new Map([...module.aliases, ...aliases]) };
  });
  const definitions = entries.map((name) => (found.get(name) as Found).definition);
  return { modules: adapted, start: parseModule(startText(definitions, dataModel)) };
}

/** No name of C: functions that are static are also found by it. */
const aliasOf = (name: string): string => `entry ${name}`;

/** The program's own main is not run. */
function withoutMain(functions: Module["functions"]): Module["functions"] {
  const main = functions.get("main");
  if (main === undefined) return functions;
  const { name, result, params, varargs, weak, section, debug } = main;
  return new Map([
    ...functions,
    ["main", { name, result, params, varargs, weak, section, debug, internal: true, body: () => main.body() }],
  ]);
}

interface Found {
  readonly module: Module;
  readonly definition: FunctionDefinition;
}

function findFunction(modules: readonly Module[], name: string): Found {
  if (name === "main") fail("RVL102", "--entry names main, which runs anyway", { hint: "omit --entry" });
  const all = modules.flatMap((module): Found[] => {
    const definition = module.functions.get(name);
    return definition === undefined ? [] : [{ module, definition }];
  });
  const visible = all.filter((f) => !f.definition.internal);
  const [first, second] = visible.length > 0 ? visible : all;
  if (first === undefined)
    return fail("RVL102", `no function ${name}`, { hint: "name a function that the files define, or add the file that defines it" });
  if (second !== undefined && visible.length === 0)
    fail("RVL102", `static functions ${name} in ${first.module.sourceFile} and in ${second.module.sourceFile}`, {
      hint: "check one of the files without the other",
    });
  const { params, result, varargs } = first.definition;
  const unfit = params.some((p) => p.byval !== null || p.sret !== null || textOf(p.type) === null) || resultText(result) === null;
  if (unfit || varargs)
    fail("RVL102", `--entry cannot call ${name}: it takes or returns ${varargs ? "a variable list of arguments" : "a structure"}`, {
      hint: "write a main that calls it",
    });
  return first;
}

/** Scalars as LLVM writes them; null: not a scalar. */
function textOf(type: Type): string | null {
  if (type.kind === "ptr") return "ptr";
  if (type.kind === "int") return type.bits <= 64 ? `i${type.bits}` : null;
  if (type.kind === "float") return type.bits === 32 ? "float" : type.bits === 64 ? "double" : null;
  return null;
}

const resultText = (type: Type): string | null => (type.kind === "void" ? "void" : textOf(type));

function startText(entries: readonly FunctionDefinition[], dataModel: DataModel): string {
  const id = dataModel === "lp64" ? "i64" : "i32"; // pthread_t
  const names = entries.map(({ name }, i) => {
    const before = entries.slice(0, i).filter((e) => e.name === name).length;
    return `${name}()${before === 0 ? "" : ` #${before + 1}`}`;
  });
  const distinct = [...new Set(entries)];
  const argument = (name: string, i: number, param: string): string => `${argumentPrefix}${param === "" ? i + 1 : param} of ${name}`;
  const declarations = distinct.flatMap(({ name, params, result }) => [
    `declare ${resultText(result)} @"${aliasOf(name)}"(${params.map((p) => textOf(p.type)).join(", ")})`,
    ...params.map((p, i) => `declare ${textOf(p.type)} @"${argument(name, i, p.name)}"()`),
  ]);
  const threads = entries.map(({ name, params, result }, n) =>
    [
      `define internal ptr @"${names[n]}"(ptr %unused) {`,
      ...params.map((p, i) => `  %a${i} = call ${textOf(p.type)} @"${argument(name, i, p.name)}"()`),
      `  ${result.kind === "void" ? "" : "%r = "}call ${resultText(result)} @"${aliasOf(name)}"(${params.map((p, i) => `${textOf(p.type)} %a${i}`).join(", ")})`,
      "  ret ptr null",
      "}",
    ].join("\n"),
  );
  // A thread that could not be created (--allocation-may-fail) is not joined.
  const main = [
    "define i32 @main(i32 %argc, ptr %argv, ptr %envp) {",
    ...names.map((_, n) => `  %t${n} = alloca ${id}, align 8`),
    ...names.map((name, n) => `  %c${n} = call i32 @pthread_create(ptr %t${n}, ptr null, ptr @"${name}", ptr null)`),
    "  br label %b0",
    ...names.flatMap((_, n) => [
      `b${n}:`,
      `  %i${n} = icmp eq i32 %c${n}, 0`,
      `  br i1 %i${n}, label %j${n}, label %b${n + 1}`,
      `j${n}:`,
      `  %v${n} = load ${id}, ptr %t${n}, align 8`,
      `  %w${n} = call i32 @pthread_join(${id} %v${n}, ptr null)`,
      `  br label %b${n + 1}`,
    ]),
    `b${names.length}:`,
    "  ret i32 0",
    "}",
  ];
  const library = ["declare i32 @pthread_create(ptr, ptr, ptr, ptr)", `declare i32 @pthread_join(${id}, ptr)`];
  return `${[...library, ...declarations, ...threads, ...main].join("\n")}\n`;
}
