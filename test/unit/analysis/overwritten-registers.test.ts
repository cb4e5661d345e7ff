// Registers that a loop only keeps for the code after it. A wrong answer here lets the unroller leave out iterations that matter.

import { expect, test } from "vitest";
import { findOverwritten } from "../../../src/analysis/overwritten-registers.ts";
import type { Operation, Terminator } from "../../../src/program/operations.ts";
import type { FunctionBody } from "../../../src/program/program.ts";

const set = (to: number): Operation => ({ op: "move", to, from: { kind: "constant", value: 1n, bits: 32 } }) as unknown as Operation;
const copy = (to: number, register: number): Operation =>
  ({ op: "move", to, from: { kind: "register", register } }) as unknown as Operation;
const jump = (target: number): Terminator => ({ op: "jump", target }) as unknown as Terminator;
const branch = (then: number, otherwise: number): Terminator =>
  ({ op: "branch", condition: { kind: "register", register: 9 }, then, otherwise }) as unknown as Terminator;

/** The loop has the head 1; block 5 comes after it. */
const body = (blocks: readonly (readonly [readonly Operation[], Terminator])[]): FunctionBody =>
  ({ registers: [], blocks: blocks.map(([operations, terminator]) => ({ operations, terminator })) }) as unknown as FunctionBody;
const leave = { op: "return", values: [] } as unknown as Terminator;

const keptIn = (inLoop: Readonly<Record<2 | 3 | 4, readonly Operation[]>>, before: readonly Operation[] = []): number[] => [
  ...findOverwritten(
    body([
      [before, jump(1)],
      [[], branch(2, 5)],
      [inLoop[2], branch(3, 4)],
      [inLoop[3], jump(1)],
      [inLoop[4], jump(1)],
      [[], leave],
    ]),
    1,
  ),
];

test.each<[string, readonly number[], Parameters<typeof keptIn>]>([
  ["set in every iteration", [0], [{ 2: [set(0)], 3: [], 4: [] }]],
  ["set on both sides", [0], [{ 2: [], 3: [set(0)], 4: [set(0)] }]],
  ["set on one side only", [], [{ 2: [], 3: [set(0)], 4: [] }]],
  ["read by the next iteration", [1], [{ 2: [copy(1, 0), set(0)], 3: [], 4: [] }]],
  ["read after it is set", [1], [{ 2: [set(0), copy(1, 0)], 3: [], 4: [] }]],
  ["the condition of the loop", [], [{ 2: [set(9)], 3: [], 4: [] }]],
  ["set before the loop only", [], [{ 2: [], 3: [], 4: [] }, [set(0)]]],
  ["a jump may come back with earlier registers", [], [{ 2: [set(0)], 3: [], 4: [] }, [{ op: "set-jump" } as unknown as Operation]]],
])("%s", (_, expected, [inLoop, before]) => {
  expect(keptIn(inLoop, before)).toEqual(expected);
});
