// Generated expressions: the program computes each into a global of the expression's own type, and the debugger must give it the same type and value. Widths, signs,
// promotions and conversions of C, in both data models.

import { expect, test } from "vitest";
import { evaluate, type Frame } from "../../../src/debugger/expressions/evaluate.ts";
import { spell } from "../../../src/debugger/expressions/types.ts";
import type { DataModel } from "../../../src/program/program.ts";
import { Rng } from "../../../src/support/rng.ts";
import { stopAt } from "./stop.ts";

const declarations = `
enum color { RED, GREEN = 5, BLUE = 70000 };
enum sign { MINUS = -1, PLUS = 1 };
_Bool yes = 1, no = 0;
char ch = -100; signed char sc = -128; unsigned char uc = 250;
short sh = -32768; unsigned short us = 65535;
int i1 = -1, imin = -2147483647 - 1, imax = 2147483647, i7 = 7; unsigned int u = 4294967295u, u5 = 5;
long l = -5, lbig = 2147483646; unsigned long ul = 4000000000u;
long long ll = -9223372036854775807 - 1, l9 = 123456789012345; unsigned long long ull = 18446744073709551615u;
float f = 0.1f, fbig = 16777217.0f; double d = -2.75, dsmall = 1e-9;
enum color c = BLUE; enum sign s = MINUS;
struct bits { unsigned a : 3; int b : 5; unsigned long long w : 40; unsigned full : 32; _Bool t : 1; short h; } b = {5, -16, 1ull << 39, 4294967295u, 1, -7};
int row[5] = {3, -1, 4, -1, 5}; int *p = row + 3; struct bits *pb = &b; double m[2][2] = {{1, 2}, {3, 4.5}};
`;

const integers =
  "yes no ch sc uc sh us i1 imin imax i7 u u5 l lbig ul ll l9 ull c s b.a b.b b.w b.full b.t b.h row[2] *p p[1] pb->b pb->w GREEN MINUS 1 -1 2147483648 4294967296 0xffffffff 077 5u 3l 10ull 'a' (p-row) sizeof(long) sizeof(int*) (p>row) !p".split(
    " ",
  );
const floats = "f fbig d dsmall m[1][1] *m[0] 0.5 1e10 0.1f 3.0f 1.5e3".split(" ");
const casts = [
  "char",
  "signed char",
  "unsigned char",
  "short",
  "unsigned short",
  "int",
  "unsigned",
  "long",
  "unsigned long",
  "long long",
  "unsigned long long",
  "_Bool",
  "enum color",
];

/** An expression without undefined behaviour, but for signed overflow, which wraps in both. */
function generate(rng: Rng, depth: number, wide: boolean): { readonly text: string; readonly isFloat: boolean } {
  const pick = <T>(list: readonly T[]): T => list[rng.below(list.length)] as T;
  if (depth === 0) return rng.below(5) === 0 ? { text: pick(floats), isFloat: true } : { text: pick(integers), isFloat: false };
  const operand = () => generate(rng, depth - 1 - rng.below(2) < 0 ? 0 : depth - 1 - rng.below(2), wide);
  const integer = (): string => {
    const e = operand();
    return e.isFloat ? pick(integers) : e.text;
  };
  switch (rng.below(12)) {
    case 0:
    case 1: {
      const [a, b] = [operand(), operand()];
      return { text: `(${a.text} ${pick(["+", "-", "*"])} ${b.text})`, isFloat: a.isFloat || b.isFloat };
    }
    case 2:
      return { text: `(${integer()} ${pick(["&", "|", "^"])} ${integer()})`, isFloat: false };
    case 3:
      return { text: `(${integer()} ${pick(["/", "%"])} ((${integer()} & 7) + 1))`, isFloat: false };
    case 4:
      return { text: `(${integer()} ${pick(["<<", ">>"])} (${integer()} & 15))`, isFloat: false };
    case 5:
      return { text: `(${operand().text} ${pick(["<", ">", "<=", ">=", "==", "!="])} ${operand().text})`, isFloat: false };
    case 6:
      return { text: `(${operand().text} ${pick(["&&", "||"])} ${operand().text})`, isFloat: false };
    case 7: {
      const e = operand();
      const operator = pick(e.isFloat ? ["-", "+", "!"] : ["-", "+", "!", "~"]);
      return { text: `(${operator} ${e.text})`, isFloat: e.isFloat && operator !== "!" };
    }
    case 8: {
      const [a, b] = [operand(), operand()];
      return { text: `(${operand().text} ? ${a.text} : ${b.text})`, isFloat: a.isFloat || b.isFloat };
    }
    case 9:
      return { text: `((${pick(wide ? [...casts, "__int128", "unsigned __int128"] : casts)}) ${integer()})`, isFloat: false };
    case 10:
      return { text: `((${pick(["float", "double"])}) ${operand().text})`, isFloat: true };
    default: {
      const [a, b] = [operand(), operand()];
      return a.isFloat || b.isFloat
        ? { text: `(${a.text} / ${b.text})`, isFloat: true }
        : { text: `(${a.text}, ${b.text} + (int) sizeof(${a.text}${/^\(?[bp][.b]|->|\bb\./.test(a.text) ? " + 0" : ""}))`, isFloat: false };
    }
  }
}

function described(frame: Frame, text: string): string {
  const { type, content } = evaluate(frame, text);
  const value = content.kind === "integer" || content.kind === "float" ? content.value : content.kind;
  return `${spell(type)} ${Object.is(value, -0) ? "-0" : value}`;
}

test.each([
  ["lp64", 1],
  ["ilp32", 2],
] as const)("%s, seed %i", async (dataModel: DataModel, seed: number) => {
  const rng = new Rng(seed);
  const expressions = Array.from({ length: 150 }, () => generate(rng, 1 + rng.below(4), dataModel === "lp64").text);
  const text = `${declarations}
${expressions.map((e, i) => `__typeof__(${e}) r${i};`).join("\n")}
int main(void) {
${expressions.map((e, i) => `  r${i} = ${e};`).join("\n")}
  return 0; // here
}
`;
  const frame = await stopAt(text, "// here", dataModel);
  const computed = expressions.map((e, i) => `${e}: ${described(frame, `r${i}`)}`);
  expect(expressions.map((e) => `${e}: ${described(frame, e)}`)).toEqual(computed);
});
