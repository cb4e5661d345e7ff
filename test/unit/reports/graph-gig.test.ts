// Pictures of generalised interleaving graphs: what boxes and arrows say, and where they lie.

import { describe, expect, test } from "vitest";
import { renderDot } from "../../../src/reports/graph.ts";
import { type GigPicture, graphOfGig } from "../../../src/reports/graph-gig.ts";
import { placeInLayers } from "../../../src/reports/graph-layers.ts";
import { renderSvg } from "../../../src/reports/graph-svg.ts";

const source = ["int x;", "x = 1;", "x = 2;", "assert(x);"];
const node = { places: [], formulas: [], isInterleaving: false, isBranching: false, leaf: null };
const at = (thread: number, position: number, isAble = true) => ({ thread, position, isAble });

const picture: GigPicture = {
  title: "f.c",
  positions: ["", 1, 2, 3, 4].map((line) => ({ file: "f.c", line: Number(line), column: 1 })),
  source: { line: (_, n) => source[n - 1] ?? null },
  nodes: [
    { ...node, number: 1, places: [at(0, 4, false), at(1, 2), at(2, 3)], isInterleaving: true, formulas: ["PS: x <= 5"] },
    { ...node, number: 2, places: [at(0, 4), at(2, 3, false)], isBranching: true },
    { ...node, number: 3, leaf: "end" },
    { ...node, number: 4, leaf: "error", places: [at(0, 4, false)] },
  ],
  edges: [
    { from: 1, to: 2, thread: 1, position: 2, condition: null, isPruned: false },
    { from: 2, to: 3, thread: 0, position: 4, condition: "input 1 of main <= 5", isPruned: false },
    { from: 2, to: 4, thread: 0, position: 4, condition: "input 1 of main > 5", isPruned: false },
    { from: 1, to: 2, thread: 2, position: 3, condition: null, isPruned: true },
  ],
};

describe("boxes and arrows", () => {
  const dot = renderDot(graphOfGig(picture));

  test("say the kind of pivot point, where threads stand, and the summary; main is left out while it waits for others", () => {
    expect(dot).toContain('n1 [label="n1  i-PP\\lT1 2: x = 1\\lT2 3: x = 2\\lPS: x <= 5\\l"];');
    expect(dot).toContain('n2 [label="n2  b-PP\\lmain 4: assert(x)\\lT2 waits, 3: x = 2\\l"];');
    expect(dot).toContain('n4 [label="n4  error\\lmain 4: assert(x)\\l", color=red];');
  });

  test("arrows have the thread and the line, and the condition at a b-PP; pruned ones are dashed", () => {
    expect(dot).toContain('n1 -> n2 [label="T1 2"];');
    expect(dot).toContain('n2 -> n4 [label="main 4 if input 1 of main > 5"];');
    expect(dot).toMatch(/n1 -> n2 \[label="T2 3", style=dashed/);
  });

  test("a long formula takes several lines, and is cut", () => {
    const conjuncts = Array.from({ length: 40 }, (_, i) => `variable${i} <= ${i}`).join(" && ");
    const { columns } = graphOfGig({ ...picture, nodes: [{ ...node, number: 1, formulas: [`PS: ${conjuncts}`] }], edges: [] });
    const lines = columns[0]?.nodes[0]?.lines ?? [];
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe("    …");
  });

  test("the SVG has a box per node and an arrow per step", () => {
    const svg = renderSvg(graphOfGig(picture));
    expect(svg.match(/<rect x=/g)).toHaveLength(4);
    expect(svg.match(/marker-end/g)).toHaveLength(4);
  });
});

describe("layers", () => {
  const boxes = ["a", "b", "c", "d"].map((id) => ({ id, width: 50, height: 20 }));

  test("a box is below all that lead to it; boxes of a layer do not overlap", () => {
    const arrows = [
      { from: "a", to: "b" },
      { from: "a", to: "c" },
      { from: "b", to: "d" },
      { from: "c", to: "d" },
    ];
    const { places } = placeInLayers(boxes, arrows);
    const [a, b, c, d] = boxes.map(({ id }) => places.get(id));
    expect([b?.y, c?.y]).toEqual([b?.y, b?.y]);
    expect(a?.y).toBeLessThan(b?.y ?? 0);
    expect(b?.y).toBeLessThan(d?.y ?? 0);
    expect(Math.abs((b?.x ?? 0) - (c?.x ?? 0))).toBeGreaterThanOrEqual(50);
  });

  test("an arrow over several layers passes beside the boxes between", () => {
    const long = { from: "a", to: "c" };
    const { places, routes } = placeInLayers(boxes.slice(0, 3), [{ from: "a", to: "b" }, { from: "b", to: "c" }, long]);
    const [point] = routes.get(long) ?? [];
    const b = places.get("b");
    expect(point?.y).toBe(b?.y);
    expect((point?.x ?? 0) < (b?.x ?? 0) || (point?.x ?? 0) > (b?.x ?? 0) + 50).toBe(true);
  });

  test("a cycle does not matter", () => {
    const { places } = placeInLayers(boxes.slice(0, 2), [
      { from: "a", to: "b" },
      { from: "b", to: "a" },
    ]);
    expect(places.get("a")?.y).toBeLessThan(places.get("b")?.y ?? 0);
  });
});
