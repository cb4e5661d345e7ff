// Symmetries of a coloured graph: found where there is one, and never where vertices only look alike.

import { expect, test } from "vitest";
import { TermGraph, type Vertex } from "../../../src/terms/term-graph.ts";

/** Points, and edges as vertices without direction. */
function graphOf(points: number, edges: readonly (readonly [number, number])[], colours: Readonly<Record<number, string>> = {}): TermGraph {
  const vertices: Vertex[] = [];
  for (let i = 0; i < points; i++) vertices.push({ colour: colours[i] ?? "point", children: [], commutes: false });
  for (const children of edges) vertices.push({ colour: "edge", children, commutes: true });
  return new TermGraph(vertices, () => undefined);
}

const cycle = (from: number, length: number): [number, number][] =>
  Array.from({ length }, (_, i) => [from + i, from + ((i + 1) % length)] as [number, number]);

test("the ends of a path", () => {
  const graph = graphOf(4, [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect(graph.exchange(0, 3)?.slice(0, 4)).toEqual([3, 2, 1, 0]);
  expect(graph.areAlike(0, 1)).toBe(false);
});

test("a colour tells them apart", () => {
  expect(
    graphOf(
      3,
      [
        [0, 1],
        [1, 2],
      ],
      { 2: "red" },
    ).exchange(0, 2),
  ).toBe(null);
});

test("the order of children counts, unless they commute", () => {
  const ordered: Vertex[] = [
    { colour: "a", children: [], commutes: false },
    { colour: "a", children: [], commutes: false },
    { colour: "minus", children: [0, 1], commutes: false },
  ];
  expect(new TermGraph(ordered, () => undefined).exchange(0, 1)).toBe(null);
  const commuting = [...ordered.slice(0, 2), { colour: "plus", children: [0, 1], commutes: true }];
  expect(new TermGraph(commuting, () => undefined).exchange(0, 1)).toEqual([1, 0, 2]);
});

test("a triangle is not a hexagon, though all their points have two neighbours", () => {
  const graph = graphOf(12, [...cycle(0, 3), ...cycle(3, 3), ...cycle(6, 6)]);
  expect(graph.areAlike(0, 6)).toBe(true);
  expect(graph.exchange(0, 6)).toBe(null);
  expect(graph.exchange(0, 1)).not.toBe(null);
});
