// What the environment is free to do: C11 and POSIX allow it, and no program can prevent it. In: nothing. Out: the one list of these
// freedoms, for options, models, reports and documents. All of them are part of every check unless they are assumed away.
//
// A freedom is exercised by a choice whose first answer is the ordinary behaviour. While it is off, the machine notes that the program
// met it: what was covered then holds under the assumption that the freedom is not used, and the scope says so.

import { unknownArgumentOption, unknownCallOption } from "../program/operations.ts";

export type Freedom = "spurious" | "reuse" | "placement" | "short-io" | "unknown-effects" | "shared-arguments";

interface FreedomRow {
  readonly freedom: Freedom;
  /** As `--assume` and `scope.assumptions` name its absence. */
  readonly assumption: string;
  /** What `__rvl_option` of primitives.h calls it; 0: the models do not ask. */
  readonly option: number;
  /** The choices, and the inputs with an ordinary value, that exercise it, as they are named to the oracle. */
  readonly choices: readonly string[];
  /** No engine can exercise it: where it is met, the assumption stays. */
  readonly isBeyond?: true;
  /** What it is, for people: "a violation needs …". */
  readonly text: string;
}

export const freedoms: readonly FreedomRow[] = [
  {
    freedom: "spurious",
    assumption: "no-spurious",
    option: 1,
    choices: ["spurious wake-up", "spurious failure"],
    text: "a spurious wake-up, or a spurious failure of a weak compare-exchange or mtx_trylock",
  },
  {
    freedom: "short-io",
    assumption: "complete-io",
    option: 2,
    choices: ["bytes transferred"],
    text: "a read or write that transfers fewer bytes than requested",
  },
  {
    freedom: "reuse",
    assumption: "no-reuse",
    option: 0,
    choices: ["re-used address"],
    text: "a new object at the address of an earlier one",
  },
  {
    freedom: "placement",
    assumption: "fixed-placement",
    option: 0,
    choices: ["placement", "order of addresses"],
    text: "another placement of objects in memory",
  },
  {
    freedom: "unknown-effects",
    assumption: "effect-free-calls",
    option: unknownCallOption,
    choices: [],
    isBeyond: true,
    text: "an effect of a function that has no definition",
  },
  {
    freedom: "shared-arguments",
    assumption: "separate-arguments",
    option: unknownArgumentOption,
    choices: [],
    isBeyond: true,
    text: "an argument that points to other memory of the program",
  },
];

/** Those that show where addresses are compared or computed with. */
export const addressFreedoms = ["reuse", "placement"] as const satisfies readonly Freedom[];

export type AddressFreedom = (typeof addressFreedoms)[number];

export const isAboutAddresses = (f: Freedom): boolean => addressFreedoms.some((a) => a === f);

/** The solver assumes the ordinary layout of objects: in its runs, freedoms about addresses are off. */
export const withoutAddressFreedoms = (on: ReadonlySet<Freedom>): ReadonlySet<Freedom> =>
  new Set([...on].filter((f) => !isAboutAddresses(f)));

/** The option of primitives.h that is not a freedom: allocation fails only on request. */
export const allocationOption = 3;

/** Those that runs can have. */
export const exercisedFreedoms: readonly FreedomRow[] = freedoms.filter((f) => !f.isBeyond);

export const defaultFreedoms: ReadonlySet<Freedom> = new Set(exercisedFreedoms.map((f) => f.freedom));

export const noFreedoms: ReadonlySet<Freedom> = new Set();

export const freedomOfOption = (option: number): Freedom | null =>
  freedoms.find((f) => f.option === option && option !== 0)?.freedom ?? null;

export const freedomOfChoice = (what: string): Freedom | null => freedoms.find((f) => f.choices.includes(what))?.freedom ?? null;

/** The assumptions under which freedoms that were met were left out, or not covered although they were on, in the order of the table. */
export const assumptionsOf = (met: ReadonlySet<Freedom>): string[] => freedoms.filter((f) => met.has(f.freedom)).map((f) => f.assumption);

/** Assumptions that no search can do without. */
export const isLasting = (assumption: string): boolean => freedoms.some((f) => f.isBeyond && f.assumption === assumption);
