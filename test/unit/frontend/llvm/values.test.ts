// Types, constants and literals, one form at a time.

import { describe, expect, it } from "vitest";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";
import { bodyOf, constant, globalOf, readAll } from "./reading.ts";

const int = (value: bigint) => ({ kind: "int", value });
const i32 = { kind: "int", bits: 32 };

describe("floating-point literals", () => {
  const bits = (typed: string) => {
    const value = constant(typed);
    return value?.kind === "float" ? value.bits : null;
  };

  it.each([
    ["double 1.000000e+00", 0x3ff0000000000000n],
    ["double -2.500000e-01", 0xbfd0000000000000n],
    ["double 0x7FF8000000000000", 0x7ff8000000000000n],
    ["double 4.940660e-324", 1n],
    ["float 1.500000e+00", 0x3fc00000n],
    ["float 0x3FB99999A0000000", 0x3dcccccdn], // 0.1f, written as a double
    ["float 0xFFF0000000000000", 0xff800000n],
    ["float 0x7FF8000020000000", 0x7fc00001n], // the payload of a NaN is kept
    ["float 0x36A0000000000000", 1n], // the least subnormal
    ["half 0xH3E00", 0x3e00n],
    ["x86_fp80 0xK4000C90FDAA22168C235", 0x4000c90fdaa22168c235n],
    ["fp128 0xL999999999999999A3FFF199999999999", 0x3fff199999999999999999999999999an],
  ])("up to LLVM 22: %s", (typed, expected) => {
    expect(bits(typed)).toBe(expected);
  });

  it.each([
    ["float 1.000000e-01", 0x3dcccccdn],
    ["half 1.5e0", 0x3e00n],
    ["half 65520.0", 0x7c00n], // rounds to infinity
    ["half 5.9604644775390625e-8", 1n],
    ["half 2.98023223876953125e-8", 0n], // half of the least subnormal: ties to even
    ["x86_fp80 3.14159265358979323846", 0x4000c90fdaa22168c235n],
    ["fp128 1.1", 0x3fff199999999999999999999999999an],
    ["fp128 0.0", 0n],
    ["double f0x7FF0000000000001", 0x7ff0000000000001n],
    ["float f0x3DCCCCCD", 0x3dcccccdn],
    ["x86_fp80 f0x4000C90FDAA22168C235", 0x4000c90fdaa22168c235n],
    ["double 0x1.8p3", 0x4028000000000000n],
    ["float -0x1.99999ap-4", 0xbdcccccdn],
    ["double +inf", 0x7ff0000000000000n],
    ["float -inf", 0xff800000n],
    ["x86_fp80 +inf", 0x7fff8000000000000000n],
    ["double +qnan", 0x7ff8000000000000n],
    ["double -nan(0x1)", 0xfff8000000000001n],
    ["float +snan(0x1)", 0x7f800001n],
    ["double 1.0e400", 0x7ff0000000000000n],
    ["fp128 1.0e999999", 0x7fff0000000000000000000000000000n],
  ])("newer: %s", (typed, expected) => {
    expect(bits(typed)).toBe(expected);
  });

  it.each(["double 5", "double 0xH3E00", "float f0x3DCC", "double 1.0e", "half +nan(0xFFFF)", "x86_fp80 0xK40"])(
    "malformed: %s",
    (typed) => {
      expect(readAll(`@g = global ${typed}\n`)).toEqual(["RVL105"]);
    },
  );
});

describe("constants", () => {
  it.each([
    ["i32 -7", int(-7n)],
    ["i128 24197857203266734881846307747534221840", int(24197857203266734881846307747534221840n)],
    ["i1 true", int(1n)],
    ["i1 false", int(0n)],
    ["ptr null", { kind: "null" }],
    ["i32 undef", { kind: "undef" }],
    ["i32 poison", { kind: "undef" }],
    ["[4 x i32] zeroinitializer", { kind: "zero" }],
    ["ptr @other", { kind: "global", name: "other" }],
    ["ptr dso_local_equivalent @other", { kind: "global", name: "other" }],
    ["ptr no_cfi @other", { kind: "global", name: "other" }],
    ['ptr blockaddress(@other, %"a b")', { kind: "blockaddress", func: "other", block: "a b" }],
    ['[4 x i8] c"a\\00\\5C\\22"', { kind: "string", bytes: new Uint8Array([97, 0, 92, 34]) }],
    ['[2 x i8] c"\\\\\\FF"', { kind: "string", bytes: new Uint8Array([92, 255]) }],
    ["{} {}", { kind: "aggregate", elements: [] }],
    ["[0 x i32] []", { kind: "aggregate", elements: [] }],
    [
      "<{ i8, i32 }> <{ i8 1, i32 2 }>",
      {
        kind: "aggregate",
        elements: [
          { type: { kind: "int", bits: 8 }, value: int(1n) },
          { type: i32, value: int(2n) },
        ],
      },
    ],
    [
      "<2 x i32> splat (i32 7)",
      {
        kind: "aggregate",
        elements: [
          { type: i32, value: int(7n) },
          { type: i32, value: int(7n) },
        ],
      },
    ],
  ])("%s", (typed, expected) => {
    expect(constant(typed)).toEqual(expected);
  });

  it("reads address arithmetic with any flags", () => {
    const base = { type: { kind: "ptr" }, value: { kind: "global", name: "t" } };
    const index = { type: { kind: "int", bits: 64 }, value: int(3n) };
    const gep = (inbounds: boolean) => ({ kind: "gep", source: i32, base, indices: [index], inbounds });
    expect(constant("ptr getelementptr (i32, ptr @t, i64 3)")).toEqual(gep(false));
    expect(constant("ptr getelementptr inbounds (i32, ptr @t, i64 3)")).toEqual(gep(true));
    expect(constant("ptr getelementptr inbounds nuw (i32, ptr @t, i64 3)")).toEqual(gep(true));
    expect(constant("ptr getelementptr nusw nuw (i32, ptr @t, i64 3)")).toEqual(gep(false));
    expect(constant("ptr getelementptr inbounds inrange(-8, 16) (i32, ptr @t, i64 3)")).toEqual(gep(true));
    expect(constant("ptr getelementptr inbounds (i32, ptr @t, inrange i64 3)")).toEqual(gep(true));
  });

  it("reads nested expressions", () => {
    expect(constant("i32 trunc (i64 sub nuw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64)) to i32)")).toMatchObject({
      kind: "cast",
      op: "trunc",
      to: i32,
      from: {
        value: {
          kind: "binary",
          op: "sub",
          left: { value: { kind: "cast", op: "ptrtoint" } },
          right: { value: { from: { value: { name: "b" } } } },
        },
      },
    });
    expect(constant("i1 icmp samesign ult (i64 1, i64 2)")).toMatchObject({ kind: "icmp", predicate: "ult" });
    expect(constant("i32 select (i1 true, i32 1, i32 2)")).toMatchObject({ kind: "select", otherwise: { value: int(2n) } });
  });

  it("leaves a constant it does not know to those who ask for it", () => {
    const module = parseModule("@g = global ptr ptrauth (ptr @h, i32 0)\n@h = global bfloat 0xR4040\n@i = global i32 1\n");
    expect(() => globalOf(module, "g").initializer).toThrow(/RVL201.*ptrauth.*line 1/);
    expect(() => globalOf(module, "h").type).toThrow(/RVL201.*bfloat.*line 2/);
    expect(globalOf(module, "i").initializer).toEqual(int(1n));
  });

  it.each([
    "[2 x i32] [i32 1]",
    "{ i32, i32 } { i32 1 }",
    '[3 x i8] c"abcd"',
    "ptr 5",
    "i32 1.5",
    "i32 splat (i32 1)",
    "[1 x i32] { i32 1 }",
    "i32 %x",
  ])("malformed: %s", (typed) => {
    expect(readAll(`@g = global ${typed}\n`)).toEqual(["RVL105"]);
  });
});

describe("types", () => {
  const type = (text: string, extra = "") => globalOf(parseModule(`${extra}\n@g = external global ${text}\n`), "g").type;

  it("resolves structs before and after their use", () => {
    const extra = '%a = type { %b, ptr }\n%b = type <{ i8, %"c d" }>\n%"c d" = type { [2 x %e] }\n%e = type opaque';
    expect(type("%a", extra)).toEqual({
      kind: "struct",
      name: "a",
      packed: false,
      fields: [
        {
          kind: "struct",
          name: "b",
          packed: true,
          fields: [
            { kind: "int", bits: 8 },
            { kind: "struct", name: "c d", packed: false, fields: [{ kind: "array", count: 2, element: { kind: "opaque", name: "e" } }] },
          ],
        },
        { kind: "ptr" },
      ],
    });
  });

  it("shares one object for one struct", () => {
    const module = parseModule("%a = type { i32 }\n@g = external global %a\n@h = external global [2 x %a]\n");
    expect(globalOf(module, "g").type).toBe(module.structs.get("a"));
  });

  it("reads function types, vectors and address space 0", () => {
    expect(type("<4 x float>")).toEqual({ kind: "vector", count: 4, element: { kind: "float", bits: 32 } });
    expect(type("ptr addrspace(0)")).toEqual({ kind: "ptr" });
    const module = parseModule("define void @f(ptr %p) {\n  call i32 (ptr, ...) %p(ptr null, i32 1)\n  ret void\n}\n");
    expect(bodyOf(module, "f")[0].instructions[0]).toMatchObject({
      signature: { kind: "function", varargs: true, params: [{ kind: "ptr" }], result: i32 },
    });
  });

  it("refuses what has no size, no definition or no end", () => {
    expect(() => parseModule("%a = type { i32, %b }\n%b = type { %a }\n").structs).toThrow(/RVL105.*line [12].*contains itself/);
    expect(() => type("%nowhere")).toThrow(/RVL105.*line 2.*not defined/);
    expect(() => type("i0")).toThrow(/RVL105/);
    expect(() => type("<0 x i32>")).toThrow(/RVL105/);
    expect(() => type("i32*")).toThrow(/RVL105.*typed pointers/);
    expect(() => type(`${"[1 x ".repeat(5000)}i8${"]".repeat(5000)}`)).toThrow(/RVL105.*nested too deeply/);
    const chain = Array.from({ length: 5000 }, (_, i) => `%t${i} = type { %t${i + 1} }`).join("\n");
    expect(() => parseModule(`${chain}\n%t5000 = type { i8 }\n`).structs).toThrow(/RVL105.*nested too deeply/);
  });

  it("leaves unsupported types to those who ask for them", () => {
    expect(() => type("<vscale x 4 x i32>")).toThrow(/RVL201/);
    expect(() => type("ptr addrspace(256)")).toThrow(/RVL201/);
    const module = parseModule(
      "%a = type { bfloat }\n%b = type { i8 }\ndeclare token @t(...)\ndefine bfloat @f() {\n  ret bfloat 0xR0000\n}\n",
    );
    expect([...module.structs.keys()]).toEqual(["b"]);
    expect(() => module.declarations.get("t")?.result).toThrow(/RVL201/);
    expect(() => module.functions.get("f")?.body()).toThrow(/RVL201.*line 4/);
  });
});

describe("names", () => {
  it("decodes quoted names and drops the assembler's mark", () => {
    const module = parseModule('@"\\01plain" = global i32 1\n@"caf\\C3\\A9" = global ptr @"\\01plain"\n@a.b-c$d = global i32 0\n');
    expect([...module.globals.keys()]).toEqual(["plain", "café", "a.b-c$d"]);
    expect(globalOf(module, "café").initializer).toEqual({ kind: "global", name: "plain" });
  });
});
