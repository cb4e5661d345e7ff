// What a frame shows: its variables, block by block; globals; the parts of values; completions.

import { expect, test } from "vitest";
import type { ValueView } from "../../../src/debugger/contract.ts";
import { childrenOf, completionsFor, globalsOf, localsOf } from "../../../src/debugger/values/view.ts";
import { program } from "./program.ts";
import { show, stopAt } from "./stop.ts";

const scopes = `#include <stdlib.h>
struct big { long a[5]; };
static struct big made(int seed) {
  struct big result;
  result.a[0] = seed;
  return result; // in made
}
static int sum(struct big b, int k, // entry
               char c) {
  int before = k * 2;
  static int calls = 3;
  for (int i = 0; i < 2; i++) {
    int x = i + before;
    int *p = &x; // loop
    {
      int x = *p + 1;
      before += x; // inner
    }
  }
  int after = before + c;
  return after + (int) b.a[0] + calls; // end
}
int main(void) {
  int n = rand() % 2 + 2;
  int vla[n];
  vla[0] = 5;
  struct big b = made(7);
  return sum(b, vla[0], 'x') > 0 ? 0 : 1; // main
}
`;

const brief = (views: readonly ValueView[]): string[] => views.map((v) => `${v.name} = ${v.text}`);

const locals = async (mark: string, times = 1): Promise<string[]> => brief(localsOf(await stopAt(scopes, mark, "lp64", times)));

test("the variables of a frame, innermost block first; none that are not declared yet", async () => {
  const params = ["b = {a = {7, (unwritten) (4 times)}}", "k = 5", "c = 120 'x'"];
  expect(await locals("// entry")).toEqual([...params, "calls (static) = 3"]);
  expect(await locals("int before")).toEqual([...params, "before = (unwritten)", "calls (static) = 3"]);
  expect(await locals("// loop")).toEqual(["x = 10", "p = (unwritten)", "i = 0", ...params, "before = 10", "calls (static) = 3"]);
  expect((await locals("// loop", 2)).slice(0, 3)).toEqual(["x = 22", "p = (unwritten)", "i = 1"]);
  expect(await locals("// inner")).toEqual([
    "x = 11",
    "x (hidden by an inner one) = 10",
    "p = &x",
    "i = 0",
    ...params,
    "before = 10",
    "calls (static) = 3",
  ]);
  expect(await locals("// end")).toEqual([...params, "before = 44", "after = 164", "calls (static) = 3"]);
  expect(await locals("// in made")).toEqual(["seed = 7", "result = {a = {7, (unwritten) (4 times)}}"]);
  expect(await locals("// main")).toEqual(["n = 3", "vla = {5, (unwritten), (unwritten)}", "b = {a = {7, (unwritten) (4 times)}}"]);
});

test("callers have their own variables", async () => {
  const frame = await stopAt(scopes, "// loop");
  expect(brief(localsOf({ ...frame, level: frame.level - 1 })).slice(0, 2)).toEqual(["n = 3", "vla = {5, (unwritten), (unwritten)}"]);
  expect(show({ ...frame, level: frame.level - 1 }, "k")).toMatch(/not defined here/);
  expect(show({ ...frame, level: 99 }, "sum::calls + 1")).toBe("4");
});

test("globals and statics of the program", async () => {
  const frame = await stopAt(program, "// here");
  const globals = globalsOf(frame.machine);
  const named = (name: string): ValueView | undefined => globals.find((g) => g.name === name);
  expect(globals.every((g) => g.isObject && g.expression !== "")).toBe(true);
  expect(named("table")).toEqual({
    name: "table",
    text: "{1, 0 (4 times), 2}",
    type: "int[6]",
    expression: "table",
    children: 6,
    isObject: true,
  });
  expect(named("counter (in next_id)")).toMatchObject({ text: "1", expression: "next_id::counter" });
  expect(named("m")).toMatchObject({ text: "held by main", type: "pthread_mutex_t", children: 0 });
  expect(named("tls")).toBeUndefined();
  expect(localsOf(frame).find((v) => v.name.startsWith("tls"))).toMatchObject({ text: "42", expression: "tls", isObject: false });
  for (const g of globals) expect(show(frame, g.expression)).toBe(g.text);
});

test("members, elements and targets", async () => {
  const frame = await stopAt(program, "// here");
  const children = (e: string): string[] => childrenOf(frame, e).map((v) => `${v.name} = ${v.text} (${v.expression}, ${v.children})`);
  expect(children("list")).toEqual([
    "v = 3 (list->v, 0)",
    "next = &node#2 (list->next, 4)",
    "f = (unwritten) (list->f, 0)",
    "g = (unwritten) (list->g, 0)",
  ]);
  expect(children("*list").slice(0, 1)).toEqual(["v = 3 ((*list).v, 0)"]);
  expect(children("out")).toEqual(["*out = 0 (*out, 0)"]);
  expect(children("rows")).toEqual(["[0] = {1, 2, 3} (rows[0], 3)", "[1] = {4, 5, 6} (rows[1], 3)"]);
  expect(children("u")).toEqual(["inner = 7 (u.inner, 0)", "other = 9.8090893e-45 (u.other, 0)"]);
  expect(children("table + 4")).toEqual(["*table + 4 = 0 (*(table + 4), 0)"]);
  for (const e of ["n.next", "dp", "dead", "fp", "msg", "k", "m", "uc"]) expect(children(e)).toEqual([]);
});

test("many elements come in groups", async () => {
  const frame = await stopAt(program, "// here");
  const groups = childrenOf(frame, "big");
  expect(groups.map((g) => `${g.expression} ${g.children}`).slice(0, 2)).toEqual(["big[0 ... 99] 100", "big[100 ... 199] 100"]);
  expect(groups).toHaveLength(10);
  const last = childrenOf(frame, "big[900 ... 999]");
  expect(last).toHaveLength(100);
  expect(last[99]).toMatchObject({ name: "[999]", expression: "big[999]", text: "0", isObject: true });
});

test("completions", async () => {
  const frame = await stopAt(program, "// here");
  expect(completionsFor(frame, "li")).toEqual(["list"]);
  expect(completionsFor(frame, "list->next->")).toEqual(["f", "g", "next", "v"]);
  expect(completionsFor(frame, "1 + n.n")).toEqual(["next"]);
  expect(completionsFor(frame, "rows[list->v].")).toEqual([]);
  expect(completionsFor(frame, "GR")).toEqual(["GREEN"]);
  expect(completionsFor(frame, "__pro")).toEqual([]);
  expect(completionsFor(frame, "nothing.")).toEqual([]);
});
