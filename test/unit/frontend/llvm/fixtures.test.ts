// Whole modules of clang 19 (unnamed values, debug records) and clang 22 (named values, newer flags), for both targets.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Instruction, Module, SourceType } from "../../../../src/frontend/llvm/module.ts";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";
import { bodyOf, fixture, fixtureNames, globalOf, readAll } from "./reading.ts";

function instructionsOf(module: Module, name: string): readonly Instruction[] {
  return bodyOf(module, name).flatMap(({ instructions }) => instructions);
}

function only<Op extends Instruction["op"]>(module: Module, name: string, op: Op): readonly Extract<Instruction, { op: Op }>[] {
  return instructionsOf(module, name).filter((one): one is Extract<Instruction, { op: Op }> => one.op === op);
}

const source = readFileSync(new URL("./fixtures/features.c", import.meta.url), "utf8").split("\n");

/** Where the C source has this text: line and column, from 1. */
function place(fragment: string): { line: number; column: number } {
  const index = source.findIndex((line) => line.includes(fragment));
  return { line: index + 1, column: source[index].indexOf(fragment) + 1 };
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe.each(fixtureNames)("the features module of %s", (name) => {
  const text = fixture(name);
  const module = parseModule(text);
  const wide = name.endsWith("x86_64");
  const word = wide ? 64 : 32;

  it("is read without a failure", () => {
    expect(readAll(text)).toEqual([]);
  });

  it("needs nothing that is unsupported", () => {
    const texts = [...module.functions.keys()].flatMap((one) => only(module, one, "unsupported").map((found) => found.text));
    expect(texts).toEqual([]);
  });

  it("has its settings", () => {
    expect(module.sourceFile).toBe("features.c");
    expect(module.triple).toMatch(wide ? /^x86_64-/ : /^i386-/);
    expect(module.dataLayout).toMatch(/^e-m:e-p/);
  });

  it("has its functions, declarations and aliases", () => {
    expect([...module.functions.keys()].sort()).toEqual([
      "classify",
      "fill",
      "machine",
      "reach",
      "risky",
      "thrice",
      "total",
      "turn",
      "twice",
      "update",
      "use",
      "wander",
    ]);
    expect(module.functions.get("thrice")).toMatchObject({ internal: true, weak: false });
    expect(module.functions.get("twice")).toMatchObject({ internal: false, weak: false, varargs: false });
    expect(module.functions.get("total")).toMatchObject({ varargs: true, result: { kind: "int", bits: 32 } });
    expect(module.declarations.get("odd name")).toMatchObject({ params: [], result: { kind: "int", bits: 32 } });
    expect(module.declarations.has("setjmp")).toBe(true);
    expect(module.aliases.get("also_twice")?.target).toEqual({ type: { kind: "ptr" }, value: { kind: "global", name: "twice" } });
  });

  it("has its struct types", () => {
    expect(module.structs.get("struct.tight")).toEqual({
      kind: "struct",
      name: "struct.tight",
      packed: true,
      fields: [
        { kind: "int", bits: 8 },
        { kind: "int", bits: 32 },
      ],
    });
    const node = module.structs.get("struct.node");
    expect(node?.kind === "struct" && node.fields[0]).toEqual({ kind: "ptr" });
    expect(module.structs.get("struct.opaque_thing")).toEqual({ kind: "opaque", name: "struct.opaque_thing" });
  });

  it("has its global variables", () => {
    expect(globalOf(module, "counter")).toMatchObject({
      initializer: { kind: "int", value: 3n },
      align: 4,
      internal: false,
      threadLocal: false,
      constant: false,
    });
    expect(globalOf(module, "mine")).toMatchObject({
      threadLocal: true,
      internal: true,
      type: { kind: "int", bits: word },
      initializer: { value: -1n },
    });
    expect(globalOf(module, "theirs")).toMatchObject({ threadLocal: true, initializer: null });
    expect(globalOf(module, "weak_one")).toMatchObject({ weak: true, initializer: { value: 1n } });
    expect(globalOf(module, "absent")).toMatchObject({ weak: true, initializer: null });
    expect(globalOf(module, "packed_one").align).toBe(1);
    expect(globalOf(module, "table")).toMatchObject({ constant: true, internal: true });
    expect(globalOf(module, "pi").initializer).toEqual({ kind: "float", width: 64, bits: 0x400a000000000000n });
    expect(globalOf(module, "tenth").initializer).toEqual({ kind: "float", width: 64, bits: 0x3fb999999999999an });
    expect(globalOf(module, "single").initializer).toEqual({ kind: "float", width: 32, bits: 0x3dcccccdn });
    expect(globalOf(module, "extended").initializer).toEqual({ kind: "float", width: 80, bits: 0x3fffc000000000000000n });
    expect(globalOf(module, ".str").initializer).toEqual({ kind: "string", bytes: bytes('one"\n\0') });
    const sevens = globalOf(module, "sevens").initializer;
    expect(sevens?.kind === "aggregate" && sevens.elements.map(({ value }) => value)).toEqual(Array(4).fill({ kind: "int", value: 7n }));
    const operations = globalOf(module, "operations").initializer;
    expect(operations?.kind === "aggregate" && operations.elements.map(({ value }) => value)).toEqual([
      { kind: "global", name: "twice" },
      { kind: "global", name: "thrice" },
      { kind: "null" },
    ]);
  });

  it("reads a switch over several lines", () => {
    const [one] = only(module, "classify", "switch");
    expect(one.cases.map(({ value }) => value)).toEqual([1n, 2n, 3n, -7n]);
    expect(new Set(one.cases.map(({ target }) => target)).size).toBe(2);
  });

  it("reads atomics and drops the fence against signals", () => {
    expect(only(module, "update", "fence").map(({ ordering }) => ordering)).toEqual(["seq_cst"]);
    expect(only(module, "update", "cmpxchg")).toMatchObject([
      { weak: true, success: "acq_rel", failure: "acquire", expected: { type: { bits: 32 } } },
    ]);
    expect(only(module, "update", "atomicrmw").map(({ operator, ordering }) => [operator, ordering])).toEqual([
      ["add", "seq_cst"],
      ["add", "seq_cst"],
    ]);
    expect(only(module, "update", "load").filter(({ ordering }) => ordering !== null)).toMatchObject([{ ordering: "monotonic", align: 4 }]);
  });

  it("reads calls with their attributes", () => {
    const [fill, total] = only(module, "use", "call").filter(
      ({ callee }) => callee.kind === "global" && (callee.name === "fill" || callee.name === "total"),
    );
    expect(fill.args.map(({ byval, sret, signext, zeroext }) => [byval !== null, sret !== null, signext, zeroext])).toEqual([
      [false, true, false, false],
      [true, false, false, false],
      [false, false, true, false],
      [false, false, false, true],
    ]);
    expect(total.signature).toMatchObject({ kind: "function", varargs: true });
    const params = module.functions.get("fill")?.params;
    expect(params?.[0].sret).toBe(module.structs.get("struct.big"));
    expect(params?.[1].byval).toBe(module.structs.get("struct.big"));
    expect(only(module, "risky", "call").map(({ returnsTwice }) => returnsTwice)).toEqual([true]);
    expect(only(module, "use", "call").some(({ returnsTwice }) => returnsTwice)).toBe(false);
  });

  it("reads computed gotos and the addresses of blocks", () => {
    const labels = globalOf(module, "use.labels").initializer;
    const named =
      labels?.kind === "aggregate" ? labels.elements.map(({ value }) => (value.kind === "blockaddress" ? value.block : "")) : [];
    const [jump] = only(module, "use", "indirectbr");
    expect(jump.targets).toEqual(named);
    const known = bodyOf(module, "use").map(({ label }) => label);
    expect(named.every((label) => known.includes(label))).toBe(true);
  });

  it("reads inline assembly, shuffles and variable-length arrays", () => {
    expect(only(module, "machine", "asm")).toMatchObject([{ text: "xchgl $0, $1", sideEffect: true, type: { kind: "int", bits: 32 } }]);
    expect(only(module, "machine", "asm")[0].constraints).toMatch(/^=r,=\*m,\*m,~\{memory\}/);
    expect(only(module, "turn", "shufflevector").map(({ mask }) => mask)).toContainEqual([3, 2, -1, 0]);
    expect(only(module, "use", "alloca").filter(({ count }) => count !== null)).toMatchObject([
      { type: { kind: "int", bits: 32 }, count: { type: { bits: word } } },
    ]);
  });

  it("ends every block with its one terminator", () => {
    const terminators = new Set(["ret", "br", "condbr", "switch", "indirectbr", "unreachable"]);
    for (const one of module.functions.keys()) {
      for (const { instructions } of bodyOf(module, one)) {
        expect(instructions.map(({ op }) => terminators.has(op))).toEqual(instructions.map((_, i) => i === instructions.length - 1));
      }
    }
  });

  it("places instructions in the source", () => {
    const [call] = only(module, "risky", "call");
    expect(module.debug.position(call.debug ?? -1)).toEqual({ file: "features.c", ...place("setjmp(buffer)") });
    const debug = module.functions.get("use")?.debug ?? -1;
    expect(module.debug.subprogram(debug)).toMatchObject({
      name: "use",
      position: { file: "features.c", line: place("int use(").line, column: 0 },
    });
  });

  it("names variables and parameters", () => {
    const names = only(module, "classify", "declare-variable").map(({ variable }) => module.debug.variable(variable));
    expect(names).toMatchObject([
      {
        name: "x",
        parameter: 1,
        position: { line: place("int classify(").line },
        type: { kind: "base", name: "int", bits: 32, encoding: "DW_ATE_signed" },
      },
    ]);
    const locals = only(module, "use", "declare-variable").map(({ variable }) => module.debug.variable(variable));
    expect(locals.map((one) => [one?.name, one?.parameter])).toEqual(
      expect.arrayContaining([
        ["n", 1],
        ["size", 2],
        ["row", 0],
        ["b", 0],
      ]),
    );
    const row = locals.find((one) => one?.name === "row");
    expect(row?.type).toMatchObject({ kind: "array", counts: [-1], element: { kind: "base", name: "int" } });
  });

  it("marks results that are returned in memory as indirect where clang does", () => {
    const result = only(module, "fill", "declare-variable").find(({ variable }) => module.debug.variable(variable)?.name === "result");
    expect(result?.indirect).toBe(!wide);
  });

  it("knows C types", () => {
    const debug = globalOf(module, "list").debug;
    const variable = debug === null ? null : module.debug.variable(debug);
    expect(variable).toMatchObject({ name: "list", parameter: 0, position: { line: place("node list[2]").line } });
    const list = variable?.type as Extract<SourceType, { kind: "array" }>;
    expect(list.counts).toEqual([2]);
    const named = list.element as Extract<SourceType, { kind: "named" }>;
    expect(named.name).toBe("node");
    const node = named.of as Extract<SourceType, { readonly fields: unknown }>;
    expect(node).toMatchObject({ kind: "struct", name: "node" });
    expect(node.fields.map(({ name, bitField }) => [name, bitField])).toEqual([
      ["next", false],
      ["name", false],
      ["level", false],
      ["flag", true],
      ["mode", true],
      ["", false],
    ]);
    const [next, text, level, flag, mode, anonymous] = node.fields;
    expect(next.type).toMatchObject({ kind: "pointer", bits: word });
    expect((next.type as Extract<SourceType, { kind: "pointer" }>).to).toBe(node);
    expect(text.type).toMatchObject({ to: { kind: "qualified", of: { kind: "qualified", of: { kind: "base", name: "char" } } } });
    expect(level.type).toEqual({
      kind: "enum",
      name: "level",
      bits: 32,
      members: [
        { name: "LOW", value: 0n },
        { name: "MID", value: 5n },
        { name: "HIGH", value: -3n },
      ],
    });
    expect([flag.bits, mode.bits, mode.offsetBits - flag.offsetBits]).toEqual([3, 5, 3]);
    expect(anonymous.type).toMatchObject({ kind: "union", name: null, bits: 32 });
  });

  it("keeps qualifiers apart", () => {
    const counter = module.debug.variable(globalOf(module, "counter").debug ?? -1);
    expect(counter?.type).toMatchObject({ kind: "qualified", qualifier: "atomic", of: { kind: "base", name: "int" } });
    const table = module.debug.variable(globalOf(module, "table").debug ?? -1);
    expect(table?.type).toMatchObject({ kind: "array", counts: [2, 3], element: { kind: "qualified", qualifier: "const" } });
  });
});
