// Which part of a source line a row of a run shows.

import { expect, test } from "vitest";
import { statementAt } from "../../../src/reports/source-text.ts";

/** The text shown for a line, given the texts at the first column and, if it differs, at the last. */
function shown(line: string, first?: string, last = first, next: string[] = []): string | null {
  const lines = [line, ...next];
  const column = (what: string): number => new TextEncoder().encode(line.slice(0, line.indexOf(what))).length + 1;
  const columns = first === undefined ? null : { first: column(first), last: column(last as string) };
  return statementAt({ line: (_, n) => lines[n - 1] ?? null }, "p.c", 1, columns);
}

test("shows the right one of several statements on a line", () => {
  const take = "static void take(int n) { if (n != 0) { bool was = swap(&owned[n]); assert(!was); } } /* once; only */";
  expect(shown(take, "swap")).toBe("bool was = swap(&owned[n])");
  expect(shown(take, "assert")).toBe("assert(!was)");
  expect(shown(take, "n != 0")).toBe("if (n != 0)");
  expect(shown(take, "swap", "assert")).toBe("bool was = swap(&owned[n]); assert(!was)");
  expect(shown(take)).toBe("static void take(int n) { if (n != 0) { bool was = swap(&owned[n]); assert(!was); } }");
  expect(shown("join(a, 0); join(b, 0);", "join(b")).toBe("join(b, 0)");
  expect(shown("} while (again());", "again")).toBe("while (again())");
});

test("does not cut a statement at separators inside it", () => {
  expect(shown("  for (int i = 0; i < 2; i++) x[i] = 0;", "x[i]")).toBe("for (int i = 0; i < 2; i++) x[i] = 0");
  expect(shown("  *q = (struct queue){ .cap = cap };", "*q")).toBe("*q = (struct queue){ .cap = cap }");
  expect(shown("  struct pair p = { 1, {2, 3} }; use(&p);", "struct")).toBe("struct pair p = { 1, {2, 3} }");
  expect(shown(`  say("a;{"); say('}'); stop();`, "say('")).toBe("say('}')");
  expect(shown(`  say("grün; ☃"); x = 1; y = 2;`, "x = 1")).toBe("x = 1");
  expect(shown("  if (x) {", "x)")).toBe("if (x)");
});

test("joins the following lines if the statement continues there", () => {
  expect(shown("  x = 1; call(a, // first", "call", "call", ["       b);"])).toBe("call(a, b)");
  expect(shown("  x = 1; call(a,", "x = 1", "x = 1", ["       b);"])).toBe("x = 1");
});
