// One way to stop: limits of time, memory and counted work, and "another engine has decided it". A budget (budget.ts) composes them.
//
// Asking a limit changes nothing. Only `tick` counts work, and code that cannot return early calls it: it throws `LimitReached`.

/** Why work must stop. Plain data: it crosses from thread to thread. */
export type StopCause =
  | { readonly kind: "interrupted" }
  | { readonly kind: "time"; readonly seconds: number }
  | { readonly kind: "memory"; readonly megabytes: number }
  /** A share of the work was used up: the rest is left to a later turn. */
  | { readonly kind: "work" }
  | { readonly kind: "decided-elsewhere" }
  /** The user asked for the first violation only, and there is one. */
  | { readonly kind: "first-violation" };

/** A limit that was reached stays reached. */
export interface Limit {
  /** Why work must stop; null: it may continue. */
  reached(): StopCause | null;
  /** Counts a unit of work. */
  tick?(): void;
  /** The same work is repeated with more freedoms of the environment: a limit on a brief attempt may allow more. */
  extend?(): void;
}

/** `stopped`: a limit of the budget. `size`: the formula would be too large. `rounds`: unrolling found no fixed point. */
export class LimitReached extends Error {
  constructor(readonly limit: "stopped" | "size" | "rounds" = "stopped") {
    super(`limit reached: ${limit}`);
  }
}

/** Whether terms were nested too deeply for code that follows them: a value that a loop has computed in thousands of iterations. */
export const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && error.message.includes("call stack");

export function timeLimit(seconds: number, now: () => number, startMs = now()): Limit {
  const cause: StopCause = { kind: "time", seconds };
  const deadlineMs = startMs + seconds * 1000;
  return { reached: () => (now() > deadlineMs ? cause : null) };
}

/** Reached by the tick after the last one that is allowed. */
export function workLimit(maxTicks: number): Limit {
  let ticks = 0;
  return {
    reached: () => (ticks > maxTicks ? { kind: "work" } : null),
    tick: () => {
      ticks++;
    },
  };
}

export function decidedElsewhere(isDecided: () => boolean): Limit {
  return { reached: () => (isDecided() ? { kind: "decided-elsewhere" } : null) };
}

/** Called for each of many things (paths, bytes, pairs of events). Throws `LimitReached`. */
export type Tick = () => void;

/** Calls between two checks of the limits: a check costs as much as a few small steps. */
const callsPerCheck = 32;

export function newTick(isReached: () => boolean): Tick {
  let calls = 0;
  return () => {
    if (++calls % callsPerCheck === 0 && isReached()) throw new LimitReached();
  };
}
