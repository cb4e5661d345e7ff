// The front end returns programs that are well formed and frozen. A failure means that lowering has made operations that
// no engine can rely on, or that `validateProgram` no longer sees a fault.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeToolchain } from "../../../src/apps/clang/toolchain.ts";
import { openLibrary } from "../../../src/frontend/archive.ts";
import { parseModule } from "../../../src/frontend/llvm/parser.ts";
import { link } from "../../../src/frontend/lower/link.ts";
import { type Operation, register, type Terminator } from "../../../src/program/operations.ts";
import type { Block, DataModel, FunctionBody, Program, ProgramFunction } from "../../../src/program/program.ts";
import { validateProgram } from "../../../src/program/validate.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { compile, compileText } from "../../run.ts";

const models: readonly DataModel[] = ["lp64", "ilp32"];

test.each(["safe", "unsafe", "unsupported"])("programs of the corpus are well formed: %s", async (folder) => {
  const faults: string[] = [];
  for (const name of readdirSync(`test/programs/${folder}`)) {
    const program = await compile(`test/programs/${folder}/${name}/program.c`).catch((error: unknown) => {
      if (error instanceof RavelError) return null; // programs that do not compile
      throw error;
    });
    // The library's functions are the same everywhere, and have a separate test.
    if (program !== null) faults.push(...validateProgram(withoutLibraryBodies(program)).map((fault) => `${name}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test.each(models)("every function of the library is well formed: %s", (dataModel) => {
  const index = JSON.parse(readFileSync(`dist/compiled-library/${dataModel}/index.json`, "utf8")) as object;
  const names = Object.keys(index).filter((name) => name !== "main");
  const text = ["define i32 @main() {", "  ret i32 0", "}", ...names.map((name) => `declare void @${name}()`)].join("\n");
  const program = link([parseModule(text)], openLibrary(dataModel, nodeToolchain), { dataModel, entry: "__rvl_start", main: "main" });
  expect(program.functions.filter((f) => f.library && !f.external).length).toBeGreaterThan(800);
  expect(validateProgram(program)).toEqual([]);
});

test("a body is the same whenever it is asked for", async () => {
  const text = readFileSync("test/programs/safe/app-lru-cache/program.c", "utf8");
  const forwards = bodiesOf(await compileText(`${text}\n// forwards`), (list) => list);
  const backwards = bodiesOf(await compileText(`${text}\n// backwards`), (list) => list.toReversed());
  expect(backwards.toReversed()).toEqual(forwards);
});

test("a program cannot be changed", async () => {
  const program = await compileText("int main(void) { return 0; }");
  for (const list of [program.functions, program.objects, program.positions, program.variables])
    expect(() => (list as unknown[]).push(null)).toThrow(TypeError);
  expect(() => Object.assign(program, { entry: 0 })).toThrow(TypeError);
});

test.each<readonly [string, (body: FunctionBody) => Partial<FunctionBody>, RegExp]>([
  [
    "an undefined register",
    (b) => inFirst(b, { op: "move", to: 0, type: b.registers[0] as never, from: register(1), at: 0 }),
    /may be undefined/,
  ],
  ["a register that does not exist", (b) => inFirst(b, { op: "stack-mark", to: 999, at: 0 }), /register 999 does not exist/],
  [
    "a result of another width",
    (b) => inFirst(b, { op: "compare", to: 0, bits: 8, predicate: "eq", left: eight, right: eight, at: 0 }),
    /expected int 1/,
  ],
  ["an operand of another width", (b) => inFirst(b, { op: "assume", condition: eight, at: 0 }), /an operand is int 8, expected int 1/],
  [
    "a number that is too large",
    (b) => inFirst(b, { op: "assume", condition: { kind: "integer", value: 2n, bits: 1 }, at: 0 }),
    /2 does not fit 1 bits/,
  ],
  [
    "a function that does not exist",
    (b) => inFirst(b, { op: "thread-label", function: { kind: "function", function: 9999 }, at: 0 }),
    /function 9999/,
  ],
  ["a position that does not exist", (b) => inFirst(b, { op: "thread-exit", at: 99_999 }), /position 99999/],
  ["a target that does not exist", (b) => endingWith(b, { op: "jump", target: 77, at: 0 }), /block 77 does not exist/],
  [
    "a result that is not declared",
    (b) => endingWith(b, { op: "return", values: [eight], types: [{ kind: "int", bits: 8 }], at: 0 }),
    /returned as \(int 8\)/,
  ],
  [
    "arguments without types",
    (b) =>
      inFirst(b, {
        op: "call",
        callee: { kind: "function", function: 0 },
        args: [eight],
        argTypes: [],
        results: [],
        variadic: null,
        at: 0,
      }),
    /1 arguments and 0 types/,
  ],
])("%s is found", async (_, change, message) => {
  // biome-ignore format: a row per fault
  const program = await compileText("int main(void) { int x = 3; int y = x + 1; return y; }");
  const broken = program.functions.map(
    (f): ProgramFunction => (f.name === "main" ? { ...f, body: () => ({ ...f.body(), ...change(f.body()) }) } : f),
  );
  const faults = validateProgram(Object.freeze({ ...program, functions: Object.freeze(broken) }));
  expect(faults[0]).toMatch(message);
  expect(faults.every((fault) => fault.startsWith("main"))).toBe(true);
});

const eight = { kind: "integer", value: 7n, bits: 8 } as const;

function inFirst(body: FunctionBody, o: Operation): Partial<FunctionBody> {
  const [first, ...rest] = body.blocks;
  return { blocks: [{ ...(first as Block), operations: [o, ...(first as Block).operations] }, ...rest] };
}

function endingWith(body: FunctionBody, terminator: Terminator): Partial<FunctionBody> {
  const [first, ...rest] = body.blocks;
  return { blocks: [{ ...(first as Block), terminator }, ...rest] };
}

function withoutLibraryBodies(program: Program): Program {
  const empty: FunctionBody = {
    params: [],
    registers: [],
    results: [],
    blocks: [{ operations: [], terminator: { op: "unreachable", at: 0 } }],
    locals: [],
  };
  const functions = program.functions.map((f) => (f.library && !f.external ? { ...f, body: () => empty } : f));
  return Object.freeze({ ...program, functions: Object.freeze(functions) });
}

function bodiesOf(program: Program, order: (list: readonly ProgramFunction[]) => readonly ProgramFunction[]): readonly unknown[] {
  const positionsBefore = program.positions.length;
  const bodies = order(program.functions).map((f) => [f.name, f.body()]);
  expect(program.positions.length).toBe(positionsBefore);
  return bodies;
}
