// Where the sides of branches meet again, and the blocks in between. A failure means that a trace engine skips too little or too much of a side that
// it has not seen.

import { expect, test } from "vitest";
import { findMergingPoints } from "../../../src/analysis/post-dominators.ts";
import { findRegion } from "../../../src/analysis/regions.ts";
import type { Operand, Terminator } from "../../../src/program/operations.ts";
import type { FunctionBody } from "../../../src/program/program.ts";

const at = 0;
const condition: Operand = { kind: "integer", value: 1n, bits: 1 };
const jump = (target: number): Terminator => ({ op: "jump", target, at });
const branch = (then: number, otherwise: number): Terminator => ({ op: "branch", condition, then, otherwise, at });
const end: Terminator = { op: "return", values: [], types: [], at };
const never: Terminator = { op: "unreachable", at };

const bodyOf = (...terminators: Terminator[]): FunctionBody => ({
  params: [],
  registers: [],
  results: [],
  blocks: terminators.map((terminator) => ({ operations: [], terminator })),
  locals: [],
});

test.each([
  ["if and else", bodyOf(branch(1, 2), jump(3), jump(3), end), [3, 3, 3, "return"]],
  ["an early return", bodyOf(branch(1, 2), end, jump(3), end), ["return", "return", 3, "return"]],
  ["a side that never returns", bodyOf(branch(1, 2), never, end), [2, null, "return"]],
  ["a side that loops for ever", bodyOf(branch(1, 2), jump(1), end), [2, null, "return"]],
  ["nothing returns", bodyOf(branch(1, 0), jump(0)), [null, null]],
  ["a loop", bodyOf(jump(1), branch(2, 3), jump(1), end), [1, 3, 1, "return"]],
  ["a loop with a break", bodyOf(branch(1, 4), branch(2, 3), jump(4), jump(0), end), [4, 4, 4, 0, "return"]],
  ["an irreducible loop", bodyOf(branch(1, 2), branch(2, 3), branch(1, 3), end), [3, 3, 3, "return"]],
  ["a switch of three", bodyOf(branch(1, 2), branch(3, 4), jump(4), jump(4), end), [4, 4, 4, 4, "return"]],
] as const)("%s", (_, body, points) => {
  expect(findMergingPoints(body)).toEqual(points);
});

test.each([
  ["the other side", bodyOf(branch(1, 2), jump(3), jump(3), end), 0, 2, [2], 3],
  ["a side that is empty", bodyOf(branch(1, 2), jump(2), end), 0, 2, [], 2],
  ["up to the return", bodyOf(branch(1, 2), end, jump(3), end), 0, 2, [2, 3], "return"],
  ["another iteration", bodyOf(jump(1), branch(2, 3), jump(1), end), 1, 2, [1, 2], 3],
  ["back to the head: past the loop", bodyOf(jump(1), branch(2, 3), jump(1), end), 2, 1, [1, 2], 3],
  ["continue: the merging point is the head", bodyOf(branch(1, 4), branch(2, 3), jump(0), jump(0), end), 1, 2, [0, 1, 2, 3], 4],
  ["leaving a loop", bodyOf(jump(1), branch(2, 3), jump(1), end), 1, 3, [], 3],
] as const)("region: %s", (_, body, from, side, blocks, to) => {
  const region = findRegion(body, from, side);
  expect([...(region?.blocks ?? [])].sort()).toEqual(blocks);
  expect(region?.end).toBe(to);
});

test("no region: the block never meets another path", () => {
  expect(findRegion(bodyOf(branch(1, 0), jump(0)), 0, 1)).toBeNull();
});
