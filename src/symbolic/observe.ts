// Executes a step, to see what it is given. In: a machine before the step, and the oracle that answers. Out: the objects that begin in it, its choices and inputs (but for
// those that the user gives, which are known), also if it cannot be taken; the machine stands before the step again.

import type { InputRange, Oracle } from "../execution/contract.ts";
import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Thread } from "../execution/thread.ts";
import type { Observed } from "./machine-state.ts";
import type { InputValue } from "./state-variables.ts";

export function observe(machine: Machine, thread: Thread, oracle: Oracle): Observed & { readonly isTaken: boolean } {
  const before = { choices: machine.choices.length, inputs: machine.inputs.length };
  thread.blockedAt = -1; // or it would not be tried
  const asked = new Asked(oracle);
  const isTaken = machine.step(thread, asked) !== null;
  const { saysUnwritten } = machine.queries;
  const choices = isTaken ? machine.choices.slice(before.choices) : asked.choices;
  const inputs = isTaken ? machine.inputs.slice(before.inputs) : asked.inputs;
  if (isTaken) machine.undo();
  // Once more, with what led to the end: the first time, other choices may have been tried before.
  const begun: MemoryObject[] = [];
  thread.blockedAt = -1;
  machine.memory.observer = (o) => begun.push(o);
  const isTakenAgain = machine.step(thread, new Again({ begun, choices, inputs, saysUnwritten }, asked)) !== null;
  machine.memory.observer = null;
  if (isTakenAgain) machine.undo();
  return { begun, choices, inputs: inputs.slice(asked.given.length - machine.queries.givenTaken), isTaken, saysUnwritten };
}

/** Notes what an oracle answers: a step that waits leaves no trace of it. */
class Asked implements Oracle {
  readonly choices: number[] = [];
  readonly inputs: InputValue[] = [];
  readonly isExact: boolean;
  readonly given: readonly bigint[];
  readonly unwritten?: NonNullable<Oracle["unwritten"]>;
  readonly coversUnwritten?: NonNullable<Oracle["coversUnwritten"]>;

  constructor(readonly oracle: Oracle) {
    this.isExact = oracle.isExact ?? false;
    this.given = oracle.given ?? [];
    if (oracle.unwritten !== undefined)
      this.unwritten = (bits, settled, thread, isCovered) => {
        const value = (oracle.unwritten as NonNullable<Oracle["unwritten"]>)(bits, settled, thread, isCovered);
        const covered = isCovered ? ({ isCovered } as const) : {};
        if (settled === null) this.inputs.push({ thread, bits, value: BigInt.asUintN(bits, value), isUnwritten: true, ...covered });
        return value;
      };
    if (oracle.coversUnwritten !== undefined)
      this.coversUnwritten = (f, o, inSection) => oracle.coversUnwritten?.(f, o, inSection) === true;
  }

  choose(count: number, what: string, thread: number): number {
    const value = this.oracle.choose(count, what, thread);
    this.choices.push(value);
    return value;
  }

  input(bits: number, what: string, thread: number, range: InputRange | null): bigint {
    const value = this.oracle.input(bits, what, thread, range);
    this.inputs.push({ thread, value });
    return value;
  }
}

/** Answers as a step was answered before. `asked`: the oracle that answered it. */
export class Again implements Oracle {
  readonly isExact = true;
  readonly given: readonly bigint[];
  readonly unwritten?: NonNullable<Oracle["unwritten"]>;
  readonly coversUnwritten?: NonNullable<Oracle["coversUnwritten"]>;
  #choices = 0;
  #inputs = 0;

  constructor(
    readonly observed: Observed,
    asked: Pick<Oracle, "given" | "coversUnwritten"> = {},
  ) {
    this.given = asked.given ?? [];
    if (observed.saysUnwritten === true) this.unwritten = (_, settled) => settled ?? this.#input();
    if (asked.coversUnwritten !== undefined) this.coversUnwritten = (f, o, inSection) => asked.coversUnwritten?.(f, o, inSection) === true;
  }

  choose(): number {
    return this.observed.choices[this.#choices++] ?? 0;
  }

  input(_bits: number, _what: string, _thread: number, _range: InputRange | null): bigint {
    return this.#input();
  }

  #input(): bigint {
    return this.observed.inputs[this.#inputs++]?.value ?? 0n;
  }
}
