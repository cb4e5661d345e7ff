// Malformed or damaged IR: coded failures with a line, never another exception, never a hang.

import { describe, expect, it } from "vitest";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";
import { blocks, fixture, readAll } from "./reading.ts";

describe("malformed modules", () => {
  it.each([
    ["a line that is nothing", "; fine\nint main(void) {}\n", 2],
    ["a body without end", "define void @f() {\n  ret void\n", 1],
    ["a variable without kind", "\n@x = dso_local 5\n", 2],
    ["a symbol twice", "@x = global i32 0\n@x = global i32 0\n", 2],
    ["a function twice", "declare void @f()\ndefine void @f() {\n  ret void\n}\n", 2],
    ["a type twice", "%a = type {}\n%a = type {}\n", 2],
    ["an unterminated string", 'target triple = "x86\n', 1],
    ["a setting without value", "source_filename\n", 1],
    ["a function without name", "declare void\n", 1],
  ])("%s", (_, text, line) => {
    expect(() => parseModule(text)).toThrow(new RegExp(`^RVL105: line ${line} of the LLVM IR`));
  });

  it.each([
    ["a header without parameters", "define void @f {\n  ret void\n}\n"],
    ["an alias of nothing", "@a = alias i32\n"],
    ["an initialiser that is missing", "@a = global i32\n"],
    ["an initialiser with a rest", "@a = global i32 1 2\n"],
    ["an unclosed initialiser", "@a = global { i32, i32 } { i32 1\n"],
    ["a parameter list without end", "declare void @f(i32\n"],
  ])("%s, once asked for", (_, text) => {
    expect(readAll(text)).toContain("RVL105");
  });

  it("accepts an empty module", () => {
    expect(readAll("")).toEqual([]);
    expect(parseModule("\n; nothing\n").functions.size).toBe(0);
  });
});

describe("malformed bodies", () => {
  it.each([
    ["an unknown instruction", "  frobnicate i32 %a\n  ret void", /line 4.*'frobnicate'/],
    ["a value that does not exist", "  store i32 %nope, ptr %p\n  ret void", /%nope is not defined/],
    ["a block that does not exist", "  br label %nope", /%nope is not defined/],
    ["a value defined twice", "  %x = add i32 %a, 1\n  %x = add i32 %a, 1\n  ret void", /line 5.*twice/],
    ["a parameter defined again", "  %a = add i64 %b, 1\n  ret void", /line 4.*twice/],
    ["a block defined twice", "  br label %l\nl:\n  ret void\nl:\n  ret void", /line 7.*twice/],
    ["a block without terminator", "  %x = add i32 %a, 1\nl:\n  ret void", /line 5.*terminator/],
    ["a body without terminator", "  %x = add i32 %a, 1", /terminator/],
    ["an empty body", "", /without blocks/],
    ["text after an instruction", "  ret void nonsense", /line 4.*end of the instruction/],
    ["a result of an instruction that has none", "  %x = store i32 %a, ptr %p\n  ret void", /without a result/],
    ["an operand that is missing", "  %x = add i32 %a,\n  ret void", /RVL105/],
    ["a load from a number", "  %x = load i32, i32 %a\n  ret void", /line 4.*pointer/],
    ["a memory order that is none", "  fence relaxed\n  ret void", /memory order/],
    ["a predicate that is none", "  %x = icmp lt i32 %a, 1\n  ret void", /predicate/],
    ["a case that is not constant", "  switch i32 %a, label %l [ i32 %a, label %l ]\nl:\n  ret void", /constant integer/],
    ["a switch without end", "  switch i32 %a, label %l [ i32 1, label %l\nl:\n  ret void", /RVL105/],
    ["a mask that is not constant", "  %x = shufflevector <4 x i32> %v, <4 x i32> %v, <4 x i32> %v\n  ret void", /mask/],
    ["a record that is none", "  #nonsense\n  ret void", /RVL105/],
    ["metadata without node", "  ret void, !dbg", /RVL105/],
  ])("%s", (_, body, message) => {
    expect(() => blocks(body)).toThrow(message);
    expect(() => blocks(body)).toThrow(/^RVL105: line \d+ of the LLVM IR/);
  });
});

describe("damaged modules", () => {
  /** A small linear congruential generator: the same damage on every run. */
  function generator(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 0x100000000) * below);
    };
  }
  const strange = '{}()[]<>,"!@%#;:= \n0189abix*-+.\\$é\0';

  it.each(["clang19-x86_64", "clang22-i386"] as const)("%s, cut at 200 places", (name) => {
    const text = fixture(name);
    let failures = 0;
    for (let i = 0; i < 200; i++) failures += readAll(text.slice(0, Math.floor((text.length * i) / 200))).length > 0 ? 1 : 0;
    // Only cuts between entities, or inside metadata that is not used, may pass.
    expect(failures).toBeGreaterThan(50);
  });

  it.each(["clang22-x86_64", "clang19-i386"] as const)("%s, with bytes changed at 200 places", (name) => {
    const text = fixture(name);
    const random = generator(7);
    let failures = 0;
    for (let i = 0; i < 200; i++) {
      let damaged = text;
      for (let k = random(4); k >= 0; k--) {
        const at = random(text.length);
        damaged = damaged.slice(0, at) + strange[random(strange.length)] + damaged.slice(at + 1);
      }
      failures += readAll(damaged).length > 0 ? 1 : 0;
    }
    expect(failures).toBeGreaterThan(50);
  });
});
