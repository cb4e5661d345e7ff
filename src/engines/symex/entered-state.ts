// A state that the search has entered: who may continue there. In: the search. Out: what it opens the state with.

import type { Thread } from "../../execution/thread.ts";
import type { Conjunction } from "../../symbolic/conjunction.ts";
import type { Sleep } from "./node.ts";

/** The formula of a state that is not explored, or was left; null: it is on the stack. */
export type Entered = Conjunction | null | Promise<Conjunction | null>;

/** A state that was entered. */
export interface EnteredState {
  readonly running: readonly Thread[];
  readonly enders: readonly Thread[];
  readonly others: readonly Thread[];
  /** Those of the others that can go on. */
  readonly able: readonly Thread[];
  /** Its step is taken at once. */
  readonly own: Thread | undefined;
  readonly isLast: boolean;
  readonly isOpen: boolean;
  readonly sleep: Sleep;
}

/** With dpor, the threads to try first; null: all that can go on sleep. For other inputs (`isSymbolic`) those that wait may go on. */
export function chooseFirst(
  able: readonly Thread[],
  waiting: readonly Thread[],
  sleep: Sleep,
  isSymbolic: boolean,
): readonly Thread[] | null {
  if (able.length === 0) return waiting;
  const first = able.find((t) => !sleep.has(t.name));
  if (first !== undefined) return [first, ...waiting];
  return isSymbolic && waiting.length > 0 ? waiting : null;
}
