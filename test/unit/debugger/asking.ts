// For tests of questions: paths of runs, expressions over globals, and answers that are followed again.

import type { AskContext, AskResult } from "../../../src/debugger/ask/answer.ts";
import { ask } from "../../../src/debugger/ask/ask.ts";
import { parseQuestion } from "../../../src/debugger/ask/parse.ts";
import { recordMoves } from "../../../src/debugger/ask/record.ts";
import type { Expressions } from "../../../src/debugger/ask/watchers.ts";
import type { Path } from "../../../src/debugger/moves.ts";
import { defaultProperties } from "../../../src/execution/errors.ts";
import { Machine, type MachineOptions } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import { LowestFirst } from "../../../src/scheduling/lowest-first.ts";
import type { Scheduler } from "../../../src/scheduling/scheduler.ts";
import { fail } from "../../../src/support/diagnostics.ts";
import { startOf } from "../../../src/witness/schedule.ts";
import { machineOptions } from "../../run.ts";

export const lostUpdate = `#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *p) {
  int k = x;
  x = k + 1;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
`;

export const options = machineOptions(defaultProperties);

/** The moves of a run under a scheduler; it stops after so many. */
export const recordPath = (program: Program, scheduler: Scheduler = new LowestFirst(), maxMoves = 5000): Path =>
  recordMoves(new Machine(program, { ...options, undo: false, stopsAtLines: true }), scheduler, maxMoves);

/** Picks threads as listed, by visible moves; a thread goes on over lines. After the list: lowest first. */
export class Listed extends LowestFirst {
  #next = 0;
  #machine: Machine | null = null;

  constructor(readonly list: readonly number[]) {
    super();
  }

  override begin(machine: Parameters<Scheduler["begin"]>[0]): void {
    super.begin(machine);
    this.#machine = machine as Machine;
  }

  override pick(...[machine, candidates]: Parameters<Scheduler["pick"]>): ReturnType<Scheduler["pick"]> {
    const atLine = candidates.find((c) => {
      const t = this.#machine?.threads[c.index];
      return t?.fn.isLine[t.pc] && t.pendingFault === null;
    });
    if (atLine !== undefined) return atLine;
    const wanted = this.list[this.#next++];
    return candidates.find((c) => c.index === wanted && machine.isEnabled(c)) ?? super.pick(machine, candidates);
  }
}

/** The bytes of a global, as `x` or `a[1]`, of ints. */
function bytesOf({ program }: Machine, text: string): { address: number; size: number } {
  const [, name, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(text) ?? [];
  const object = program.objects.find((o) => o.name === name && !o.library);
  if (object === undefined) return fail("RVL013", `there is no ${text}`);
  return { address: Number(object.address) + 4 * Number(index ?? 0), size: 4 };
}

function valueOf(machine: Machine, text: string, reads: Reads): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  const { address, size } = bytesOf(machine, text);
  const open = reads?.bytes(address, size) ?? null;
  if (open !== null) reads?.pin(open);
  const { bytes, base } = machine.memory.globals;
  return new DataView(bytes.buffer, bytes.byteOffset).getInt32(address - base, true);
}

type Reads = Parameters<Expressions["isTrue"]>[4];

/** `x`, `x == 1`, `x != y`, `x < 2`. */
export const globalsOnly: Expressions = {
  isTrue: (machine, _t, _level, text, reads) => {
    const [left = "", operator, right = ""] = text.split(/\s*(==|!=|<|>)\s*/);
    const [a, b] = [valueOf(machine, left.trim(), reads), operator === undefined ? 0 : valueOf(machine, right.trim(), reads)];
    if (operator === undefined) return a !== 0;
    return operator === "==" ? a === b : operator === "!=" ? a !== b : operator === "<" ? a < b : a > b;
  },
  objectOf: (machine, _t, _level, text) => bytesOf(machine, text),
};

export type Changes = Partial<Omit<AskContext, "program">> & { readonly isCancelled?: () => boolean };

export async function askText(program: Program, text: string, changes: Changes = {}): Promise<AskResult> {
  const { isCancelled = () => false, ...context } = changes;
  const path = changes.path ?? recordPath(program);
  return ask(
    { program, options, at: 0, over: "continuations", fixedInputs: false, thread: 0, level: 0, expressions: globalsOnly, ...context, path },
    parseQuestion(text),
    isCancelled,
    () => undefined,
  );
}

/** The machine at the end of a path, which it must follow. */
export function machineAt(program: Program, { start, moves }: Path, changes: Partial<MachineOptions> = {}): Machine {
  const machine = new Machine(program, { ...options, ...changes, undo: true, stopsAtLines: true });
  const lists = { choices: [...start.prelude.choices], inputs: [...start.prelude.inputs] };
  const oracle = {
    choose: () => lists.choices.shift() ?? 0,
    input: () => lists.inputs.shift() ?? 0n,
    isExact: true,
    asksInSteps: start.asksInSteps ?? false,
  };
  const { fill, freedoms } = startOf(start);
  machine.start(oracle, fill, freedoms);
  for (const m of moves) {
    lists.choices = [...m.choices];
    lists.inputs = [...m.inputs];
    if (machine.step(machine.threads[m.thread] as Thread, oracle) === null) throw new Error("the path is blocked");
  }
  return machine;
}
