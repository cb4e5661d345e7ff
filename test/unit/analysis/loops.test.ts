// Weak topological orders: loops that nest, loops with two entries, and random graphs against the definition.

import { describe, expect, test } from "vitest";
import { findLoops, type LoopStructure } from "../../../src/analysis/loops.ts";
import type { Terminator } from "../../../src/program/operations.ts";
import type { FunctionBody } from "../../../src/program/program.ts";
import { Rng } from "../../../src/support/rng.ts";

function body(successors: readonly (readonly number[])[]): FunctionBody {
  const terminator = (next: readonly number[]): Terminator => {
    const [a, b] = next;
    if (a === undefined) return { op: "return", values: [], types: [], at: 0 };
    if (b === undefined) return { op: "jump", target: a, at: 0 };
    if (next.length === 2) return { op: "branch", condition: { kind: "integer", value: 0n, bits: 1 }, then: a, otherwise: b, at: 0 };
    return {
      op: "switch",
      bits: 8,
      on: { kind: "integer", value: 0n, bits: 8 },
      cases: next.slice(1).map((target, i) => ({ value: BigInt(i), target })),
      fallback: a,
      at: 0,
    };
  };
  return {
    params: [],
    registers: [],
    results: [],
    locals: [],
    blocks: successors.map((next) => ({ operations: [], terminator: terminator(next) })),
  };
}

const loopsOf = (structure: LoopStructure): (readonly number[] | undefined)[] => structure.nesting.map((p) => p?.loops);

function precedes(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number);
  return a.length < b.length;
}

/** The definition (Bourdoncle): an edge leads forward, or back to the head of a component that contains its source. */
function faults(successors: readonly (readonly number[])[], { nesting }: LoopStructure): string[] {
  const out: string[] = [];
  const seen = new Set<string>();
  const reached = new Set([0]);
  for (const v of reached) for (const w of successors[v] ?? []) reached.add(w);
  successors.forEach((next, v) => {
    const from = nesting[v];
    if ((from === undefined) === reached.has(v)) out.push(`${v} reachable or not`);
    if (from === undefined) return;
    if (from.indices.length !== from.loops.length + 1) out.push(`${v}: ${from.indices} in ${from.loops}`);
    if (seen.has(from.indices.join())) out.push(`${v} shares its indices`);
    seen.add(from.indices.join());
    for (const w of next) {
      const to = nesting[w];
      if (to === undefined) out.push(`${v} -> ${w}: nowhere`);
      else if (!precedes(from.indices, to.indices) && !from.loops.includes(w)) out.push(`${v} -> ${w} goes back to no head`);
    }
    // A head is first in its loop, and a nested loop lies inside the outer ones.
    from.loops.forEach((head, level) => {
      if (nesting[head]?.loops.slice(0, level + 1).join() !== from.loops.slice(0, level + 1).join()) out.push(`${v} in ${from.loops}`);
      if (head !== v && !precedes(nesting[head]?.indices ?? [], from.indices)) out.push(`${v} before its head ${head}`);
    });
  });
  return out;
}

describe("by hand", () => {
  const cases: readonly (readonly [string, readonly (readonly number[])[], readonly (readonly number[])[]])[] = [
    ["no loop", [[1, 2], [3], [3], []], [[], [], [], []]],
    ["while", [[1], [2, 3], [1], []], [[], [1], [1], []]],
    ["do while", [[1], [1, 2], []], [[], [1], []]],
    ["a loop in a loop", [[1], [2, 5], [3, 4], [2], [1], []], [[], [1], [1, 2], [1, 2], [1], []]],
    ["two loops, one after the other", [[1], [1, 2], [2, 3], []], [[], [1], [2], []]],
    ["two ways back", [[1], [2, 3], [1], [1, 4], []], [[], [1], [1], [1], []]],
  ];
  test.each(cases)("%s", (_, successors, loops) => {
    const structure = findLoops(body(successors));
    expect(loopsOf(structure)).toEqual(loops);
    expect(faults(successors, structure)).toEqual([]);
  });

  test("a loop with two entries has one head", () => {
    const successors = [[1, 2], [2], [1, 3], []];
    const structure = findLoops(body(successors));
    expect(faults(successors, structure)).toEqual([]);
    const heads = new Set(loopsOf(structure).flat());
    expect(heads.size).toBe(1);
    expect(structure.nesting[1]?.loops).toEqual(structure.nesting[2]?.loops);
  });

  test("unreachable code has no place", () => {
    expect(findLoops(body([[2], [0], []])).nesting[1]).toBeUndefined();
  });
});

test("random graphs", () => {
  let loops = 0;
  for (let seed = 0; seed < 1500; seed++) {
    const rng = new Rng(seed);
    const n = rng.between(1, 10);
    const successors = Array.from({ length: n }, () => [...new Set(Array.from({ length: rng.below(4) }, () => rng.below(n)))]);
    const structure = findLoops(body(successors));
    expect([seed, ...faults(successors, structure)]).toEqual([seed]);
    loops += new Set(loopsOf(structure).flat()).size;
  }
  expect(loops).toBeGreaterThan(500);
});
