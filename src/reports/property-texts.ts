// What a property means, for formats that explain their rules. In: a property. Out: its title and two texts.

import type { Property } from "../execution/errors.ts";

export interface PropertyText {
  /** In one word, as tools show it in lists. */
  readonly name: string;
  /** One sentence: what a violation is. */
  readonly short: string;
  /** What it means, and what usually mends it. */
  readonly help: string;
}

export const propertyTexts: Readonly<Record<Property, PropertyText>> = {
  assert: {
    name: "AssertionFails",
    short: "An assertion fails, or reach_error is called.",
    help: "In the interleaving shown, the condition of the assertion is false. Follow the run to the step after which the condition no longer holds; often an update and the check that relies on it need the same lock.",
  },
  race: {
    name: "DataRace",
    short: "Two threads access the same memory without order, and one of them writes.",
    help: "Neither access happens before the other by the rules of C11, and not both are atomic: the behaviour is undefined. Hold one lock around both accesses, make both atomic, or order them by starting or joining a thread.",
  },
  deadlock: {
    name: "Deadlock",
    short: "Threads wait forever, or a lock is misused.",
    help: "The threads named wait for each other, or for an event that no thread can bring about any more. Take locks in one order, release them on every path, and wait for conditions in a loop that checks a variable.",
  },
  memory: {
    name: "MemoryError",
    short: "Memory is accessed through an invalid pointer, freed wrongly, or a library function is called with invalid arguments.",
    help: "The object is not alive, the address lies outside it, or the pointer is null. Often one thread frees or ends an object while another still uses it: keep it alive until the last user is done.",
  },
  overflow: {
    name: "Overflow",
    short: "Signed arithmetic overflows, a divisor is zero, or a shift is out of range.",
    help: "The result of the operation is not defined for these operands. Check the operands first, or compute in a wider or unsigned type.",
  },
  leak: {
    name: "Leak",
    short: "At the end of the program, nothing points to a heap object.",
    help: "The object can no longer be freed. Free it before its last pointer is overwritten or goes out of scope.",
  },
  uninit: {
    name: "UninitialisedRead",
    short: "Memory is read that was never written.",
    help: "The value read is arbitrary. Initialise the object before another thread can see it.",
  },
};
