// Graphs of a small program: their boxes and arrows, and their DOT and SVG text.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Graph, type GraphNode, renderDot } from "../../../src/reports/graph.ts";
import { graphOfProgram } from "../../../src/reports/graph-program.ts";
import { graphOfSkeleton } from "../../../src/reports/graph-skeleton.ts";
import { renderSvg } from "../../../src/reports/graph-svg.ts";
import type { SourceText } from "../../../src/reports/source-text.ts";
import { findVisibleWrites } from "../../../src/skeleton/may-copy.ts";
import { unrollProgram } from "../../../src/skeleton/rounds.ts";
import { compile, machineOptions } from "../../run.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-graph-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "p.c");
const text = `#include <assert.h>
#include <pthread.h>
struct pair { int a, b; } p;
int x, v[4];
static void twice(int *q) {
  *q = *q * 2;
}
static void *work(void *arg) {
  if (x < 1)
    x = x + 1;
  else
    twice(&v[2]);
  return arg;
}
int main(void) {
  pthread_t t;
  x = 0;
  pthread_create(&t, 0, work, 0);
  x = 5;
  p.b = 1;
  pthread_join(t, 0);
  switch (v[2]) {
  case 3: return 1;
  case -7: return 2;
  }
  assert(x == 1 && "a<b");
  return 0;
}
`;
writeFileSync(file, text);
const source: SourceText = { line: (f, n) => (f.endsWith("p.c") ? (text.split("\n")[n - 1] ?? null) : null) };

const box = (id: string, ...lines: string[]): GraphNode => ({ id, lines, faint: false, alarm: false });

/** Boxes by their text, arrows as pairs of first lines. */
function arrows(graph: Graph, kind: string): string[] {
  const title = new Map(graph.columns.flatMap((c) => c.nodes.map((n) => [n.id, (n.lines[0] ?? "").replace(/^e\d+ +/, "")] as const)));
  return graph.edges
    .filter((e) => e.kind === kind)
    .map((e) => `${title.get(e.from)} -> ${title.get(e.to)}${e.label === "" ? "" : ` [${e.label}]`}`);
}

const column = (graph: Graph, title: RegExp): string[] =>
  (graph.columns.find((c) => title.test(c.title))?.nodes ?? []).map((n) => n.lines.join(" | ").replace(/\b([er])\d+/g, "$1"));

describe("the control flow of a program", async () => {
  const graph = graphOfProgram(await compile(file), source);

  test("has one column per function of the user", () => {
    expect(graph.columns.map((c) => c.title).sort()).toEqual(["main()", "twice()", "work()"]);
  });

  test("shows blocks with their lines and calls", () => {
    expect(column(graph, /work/)[0]).toMatch(/9: if \(x < 1\)$/);
    expect(column(graph, /work/)).toContain("12: twice(&v[2]) |     calls twice()");
  });

  test("labels the arrows of branches and cases", () => {
    const seen = arrows(graph, "control");
    expect(seen.filter((e) => e.endsWith("[case 3]"))).toHaveLength(1);
    expect(seen.filter((e) => e.endsWith("[case -7]"))).toHaveLength(1);
    expect(seen.filter((e) => e.endsWith("[default]"))).toHaveLength(1);
    expect(seen.some((e) => e.endsWith("-> 10: x = x + 1 [true]"))).toBe(true);
    expect(seen.some((e) => e.endsWith("-> 12: twice(&v[2]) [false]"))).toBe(true);
  });
});

describe("a skeleton", async () => {
  const program = await compile(file);
  const { skeleton, terms } = unrollProgram(program, {
    machine: machineOptions([]),
    boundOf: () => 2,
    interrupted: () => false,
    overflow: false,
    maxOperations: 1e6,
  });
  const copies = findVisibleWrites(terms, skeleton, true);
  const graph = graphOfSkeleton({ program, terms, skeleton, copies, source });

  test("has one column per thread", () => {
    expect(graph.columns.map((c) => c.title)).toEqual(["thread 0: main()", "thread 1: work()"]);
  });

  test("shows accesses in C syntax, with their conditions and visible writes", () => {
    const work = column(graph, /work/);
    expect(work).toContain("e  9: if (x < 1) | r = x  from e e");
    expect(work).toContain("e  10: x = x + 1 | if r == 0 | x = r + 1");
    expect(work.filter((l) => l.includes("v[2] = "))).toHaveLength(1);
    const main = column(graph, /main/);
    expect(main.some((l) => /fails \(assertion.*\) if /.test(l))).toBe(true);
    expect(main.some((l) => l.includes("p.b"))).toBe(false); // only main touches it
  });

  test("orders events of different threads by creation and join", () => {
    const seen = arrows(graph, "order");
    expect(seen).toContainEqual(expect.stringMatching(/^\d+: pthread_create\(.*\) -> 9: if \(x < 1\) \[create\]$/));
    expect(seen.filter((e) => /-> \d+: pthread_join\(/.test(e))).toHaveLength(1);
    expect(seen).toHaveLength(2);
  });

  test("draws the may-copy sets as dashed arrows", () => {
    const shown = new Set(graph.columns.flatMap((c) => c.nodes.map((n) => n.id)));
    const pairs = new Set(
      copies.reads.flatMap((r) =>
        r.cell.object.races ? r.visibleWrites.flatMap((c) => (c.write === null ? [] : [`e${c.write.event.id} e${r.cell.event.id}`])) : [],
      ),
    );
    const visible = [...pairs].filter((p) => p.split(" ").every((id) => shown.has(id)));
    const drawn = graph.edges.filter((e) => e.kind === "reads").map((e) => `${e.from} ${e.to}`);
    expect(drawn.sort()).toEqual(visible.sort());
    expect(drawn.length).toBeGreaterThan(5);
  });
});

describe("renderers", () => {
  const graph: Graph = {
    title: 'a "file".c',
    columns: [
      { title: "main()", nodes: [box("a", 'if (x < 1 && y > "q")', "next"), box("b", "back\\slash"), box("c", "\u0000 & \u001b end")] },
      { title: "work()", nodes: [box("d", "first"), box("e", "second")] },
    ],
    edges: [
      { from: "a", to: "b", kind: "control", label: "" },
      { from: "c", to: "a", kind: "control", label: "again" },
      { from: "b", to: "d", kind: "order", label: "create" },
      { from: "e", to: "c", kind: "order", label: "" },
      { from: "a", to: "e", kind: "reads", label: "" },
    ],
  };

  test("DOT escapes quotes and backslashes, and styles each kind of edge", () => {
    const dot = renderDot(graph);
    expect(dot).toContain('digraph "a \\"file\\".c" {');
    expect(dot).toContain('a [label="if (x < 1 && y > \\"q\\")\\lnext\\l"];');
    expect(dot).toContain('b [label="back\\\\slash\\l"];');
    expect(dot).toContain("a -> e [style=dashed, color=gray50, constraint=false];");
    expect(dot).toContain('c -> a [label="again"];');
  });

  test("SVG is well-formed, and time runs down", () => {
    const svg = renderSvg(graph);
    expect(unbalanced(svg)).toEqual([]);
    expect(svg).toContain("if (x &lt; 1 &amp;&amp; y &gt; &quot;q&quot;)");
    expect(svg).toContain("? &amp; ? end");
    const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((m) =>
      m.slice(1).map(Number),
    );
    expect(boxes).toHaveLength(5);
    const [a, b, c, d, e] = boxes as [number[], number[], number[], number[], number[]];
    const below = (x: number[], y: number[]): boolean => (y[1] as number) >= (x[1] as number) + (x[3] as number);
    expect([below(a, b), below(b, c), below(d, e), below(b, d), below(e, c)]).toEqual([true, true, true, true, true]);
    expect((a[0] as number) + (a[2] as number)).toBeLessThan(d[0] as number); // columns apart
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) as RegExpExecArray;
    for (const [x, y, w, h] of boxes as [number, number, number, number][]) {
      expect(x + w).toBeLessThan(Number(width));
      expect(y + h).toBeLessThan(Number(height));
    }
  });

  test("an empty graph is drawn", () => {
    expect(unbalanced(renderSvg({ title: "", columns: [], edges: [] }))).toEqual([]);
    expect(renderDot({ title: "", columns: [], edges: [] })).toMatch(/^digraph "" \{[^]*\}\n$/);
  });

  test("drawing a cycle of order edges terminates", () => {
    const circle: Graph = { ...graph, edges: [...graph.edges, { from: "c", to: "d", kind: "order", label: "" }] };
    expect(unbalanced(renderSvg(circle))).toEqual([]);
  });
});

/** Elements that are not closed, and attributes and texts with characters that XML does not allow there. */
function unbalanced(svg: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, close, name, attributes, self, between] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>([^<]*)/gi)) {
    if (close === "/") {
      if (open.pop() !== name) faults.push(`</${name}>`);
    } else if (self !== "/") open.push(name as string);
    if (/&(?!(amp|lt|gt|quot);)/.test(`${attributes}${between}`)) faults.push(`& in ${name}`);
  }
  const tags = svg.match(/</g)?.length ?? 0;
  const known = [...svg.matchAll(/<(\/?)([a-z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/gi)].length;
  return [...faults, ...open, ...(tags === known ? [] : [`${tags - known} stray <`])];
}
