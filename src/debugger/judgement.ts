// What is to be said of the state that a session stands in: is it the end of the run, does it violate a property, do threads wait forever? In: a machine between two moves. Out: its outcome and
// violations, with those that follow from the state alone. The machine is left as it was, so that the same place is judged alike however it was reached.

import type { Outcome } from "../execution/contract.ts";
import type { Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";

export interface Judgement {
  readonly outcome: Outcome | null;
  readonly violations: readonly Violation[];
}

export function judge(machine: Machine): Judgement {
  if (machine.outcome !== null) return { outcome: machine.outcome, violations: machine.violations.slice() };
  const before = machine.violations.length;
  if (machine.threads.some((t) => machine.isEnabled(t))) machine.noteLost();
  else machine.concludeStuck();
  const judged = { outcome: machine.outcome as Outcome | null, violations: machine.violations.slice() };
  machine.outcome = null;
  machine.violations.length = before;
  return judged;
}

/** How a run has ended, in words; empty: it has not. */
export function describeOutcome(outcome: Outcome | null): string {
  switch (outcome?.kind) {
    case undefined:
      return "";
    case "exit":
      return outcome.status === 0 ? "the program has ended" : `the program has ended with status ${outcome.status}`;
    case "abort":
      return "the program has aborted";
    case "error":
      return `${outcome.violation.kind.replaceAll("-", " ")}: ${outcome.violation.message}`;
    case "stuck":
      return "no thread can continue, because an assumption is false";
    case "stopped":
      return `the run cannot be continued: ${outcome.reason}`;
  }
}
