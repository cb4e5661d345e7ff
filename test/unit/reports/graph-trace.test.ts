// The trace program of FUSION's Figure 1 as a picture: the CSSA form of section 4.1, and a stub where a side was not taken.

import { expect, test } from "vitest";
import { type Graph, renderDot } from "../../../src/reports/graph.ts";
import { renderSvg } from "../../../src/reports/graph-svg.ts";
import { graphOfTrace } from "../../../src/reports/graph-trace.ts";
import { findVisibleWrites } from "../../../src/skeleton/may-copy.ts";
import { compileText } from "../../run.ts";
import { figure1, unrollFirstRun } from "../engines/traces/figure1.ts";

const program = await compileText(figure1("x != y && v[1]", { otherwise: -1, globals: ", v[3]", last: "v[b == 2] = 5; " }));

function draw(isAbstraction: boolean): Graph {
  const { skeleton, terms } = unrollFirstRun(program, isAbstraction);
  const copies = findVisibleWrites(terms, skeleton, true, () => {}, true);
  return graphOfTrace({ program, terms, skeleton, copies, source: { line: () => null } });
}

const graph = draw(false);
const column = (n: number): string[] =>
  (graph.columns[n]?.nodes ?? []).map((b) => [...b.lines.slice(1), ...(b.stub === undefined ? [] : [`| ${b.stub}`])].join(" ; "));

test("definitions have numbers, reads are π functions, and the side not taken is a stub", () => {
  expect(graph.columns.map((c) => c.title)).toEqual(["thread 0: main()", "thread 1: foo()", "thread 2: bar()"]);
  expect(column(1)).toEqual(["w1 ← π(y0, y1)", "assume(w1 == 0) ; | unseen: w1 != 0", "x1 := 1", "w2 ← π(x1)", "x2 := 2"]);
  expect(column(2).slice(0, 3)).toEqual(["w3 ← π(x0, x1, x2)", "assume(w3 != 0) ; | unseen: w3 == 0", "y1 := -1"]);
  const main = column(0);
  expect(main[0]).toMatch(/^v\[1\]#0 := 0 ; x0 := 0 ; y0 := 0$/);
  expect(main).toContain("waits for thread 1");
  expect(main).toEqual(expect.arrayContaining(["w4 ← π(x2)", "w5 ← π(y1)"]));
  expect(main.some((b) => b.startsWith("fails (assertion) if "))).toBe(true);
});

test("π sets are arrows, from the start, too", () => {
  const ids = new Map(graph.columns.flatMap((c) => c.nodes.map((n) => [n.id, n.lines.slice(1).join(" ; ")] as const)));
  const to = (read: string): string[] =>
    graph.edges.flatMap((e) => (e.kind === "reads" && ids.get(e.to) === read ? [ids.get(e.from)?.split(" ; ").at(-1) ?? ""] : []));
  expect(to("w1 ← π(y0, y1)").sort()).toEqual(["y0 := 0", "y1 := -1"]);
  expect(to("w4 ← π(x2)")).toEqual(["x2 := 2"]);
});

test("both renderers draw the stubs", () => {
  expect(renderDot(graph)).toMatch(
    /_stub \[shape=plaintext, label="unseen: w1 != 0"\];\n {4}e\d+ -> e\d+_stub \[style=dashed, arrowhead=tee\]/,
  );
  const svg = renderSvg(graph);
  expect(svg).toContain("unseen: w3 == 0");
  const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
  for (const [, x, label] of svg.matchAll(/<text x="([\d.]+)"[^>]*>([^<]*)</g))
    expect(Number(x) + (label as string).length * 6).toBeLessThan(width);
});

test("in the abstraction, unseen sides are phantom edges to where the sides meet", () => {
  const abstraction = draw(true);
  const boxes = (abstraction.columns[1]?.nodes ?? []).map((b) => b.lines.slice(b.faint ? 0 : 1).join(" ; "));
  expect(boxes).toEqual([
    "w1 ← π(ph2, y0, y1)",
    "assume(w1 == 0), or ph1",
    "x1 := 1",
    "w2 ← π(x1)",
    "x2 := 2",
    "ph1  phantom edge ; x := *",
  ]);
  const ids = abstraction.columns[1]?.nodes.map((n) => n.id) ?? [];
  const between = (kind: string): string[] =>
    abstraction.edges.flatMap((e) => (e.kind === kind && ids.includes(e.to) ? [`${ids.indexOf(e.from)} ${ids.indexOf(e.to)}`] : []));
  expect(between("phantom")).toEqual(["1 5"]);
  expect(between("control")).toEqual(["0 1", "1 2", "2 3", "3 4"]); // the edge's end is not on the path of the run
  expect(renderDot(abstraction)).toMatch(/e\d+ -> e\d+ \[style=dotted, color=darkorange3\];/);
  expect(renderSvg(abstraction)).toContain('stroke-dasharray="1 3"');
});

test("a thread has the name of its function, and locks are waited for by name", async () => {
  const locked = await compileText(`#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void add(void) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }
static void *work(void *p) { add(); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  add();
  pthread_join(t, 0);
  return n;
}
`);
  const { skeleton, terms } = unrollFirstRun(locked, false);
  const copies = findVisibleWrites(terms, skeleton, true, () => {}, true);
  const { columns } = graphOfTrace({ program: locked, terms, skeleton, copies, source: { line: () => null } });
  expect(columns.map((c) => c.title)).toEqual(["thread 0: main()", "thread 1: work()"]);
  const boxes = columns[1]?.nodes.map((b) => b.lines.slice(1).join(" ; ")) ?? [];
  expect(boxes[0]).toBe("waits for m");
  expect(boxes.join()).not.toContain("__lock");
});
