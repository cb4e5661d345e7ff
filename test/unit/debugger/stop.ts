// Runs a program to a line, as a debugger does, for tests of what is shown there.

import { ExpressionError, evaluate, type Frame } from "../../../src/debugger/expressions/evaluate.ts";
import { viewValue } from "../../../src/debugger/values/view.ts";
import { allProperties } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import { userFrame } from "../../../src/execution/positions.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { DataModel, Program } from "../../../src/program/program.ts";
import { compileText, machineOptions } from "../../run.ts";

const oracle = { choose: () => 0, input: () => 7n };

/** The line of the text that contains a mark such as `// here`. */
export const lineOf = (text: string, mark: string): number => text.split("\n").findIndex((l) => l.includes(mark)) + 1;

/** Runs a program until the frame of a thread stands at the line; the n-th time it does. */
export async function stopAt(text: string, mark: string, dataModel: DataModel = "lp64", times = 1): Promise<Frame> {
  return runTo(await compileText(text, dataModel), lineOf(text, mark), null, times);
}

/** Runs threads in turn, the last started first. `file`: null is any. */
export function runTo(program: Program, line: number, file: string | null = null, times = 1): Frame {
  const properties = allProperties.filter((p) => p !== "overflow");
  const machine = new Machine(program, { ...machineOptions(properties), undo: true, stopsAtLines: true });
  machine.start(oracle);
  let left = times;
  for (let steps = 0; steps < 100_000; steps++) {
    const t = machine.threads.toReversed().find((other) => machine.isEnabled(other));
    if (t === undefined) break;
    const at = positionOf(machine, t);
    const isThere = at?.line === line && (file === null || at.file === file);
    if (t.fn.isLine[t.pc] && isThere && --left === 0) return { machine, thread: t, level: t.depth };
    machine.step(t, oracle);
  }
  throw new Error(`the program does not come to line ${line}: ${JSON.stringify(machine.outcome)}`);
}

const positionOf = (machine: Machine, t: Thread) => machine.program.positions[userFrame(machine, t).position];

/** An expression as it is shown, or why it has no value. */
export function show(frame: Frame, expression: string): string {
  try {
    return viewValue(frame, expression, evaluate(frame, expression), expression).text;
  } catch (error) {
    if (error instanceof ExpressionError) return `error at ${error.column}: ${error.message}`;
    throw error;
  }
}
