// What answers a question: states in which a condition holds at a line, in which a line is reached in time, and moves that violate a property.

import { findLost } from "../../execution/deadlocks.ts";
import type { Property, Violation } from "../../execution/errors.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { shortName } from "../../reports/report.ts";
import { RavelError, type SourceLocation } from "../../support/diagnostics.ts";
import type { OpenReads } from "../expressions/open-reads.ts";
import { type CodeLine, levelAt, lineText } from "./lines.ts";
import type { Watcher } from "./search.ts";

/** C expressions in the frame of a thread. Both throw a `RavelError` where an expression has no meaning. */
export interface Expressions {
  /** `reads`: is told for which inputs the condition has the same truth. */
  isTrue(machine: Machine, t: Thread, level: number, text: string, reads?: OpenReads): boolean;
  /** The bytes that an lvalue names. */
  objectOf(machine: Machine, t: Thread, level: number, text: string): { readonly address: number; readonly size: number };
}

/** Where an expression could not be evaluated, and where it could. */
export interface Evaluations {
  good: number;
  error: RavelError | null;
}

/** Some thread stands at the line, and the condition holds in its frame; null: no condition. */
export function holdsAt(
  at: CodeLine,
  condition: string | null,
  expressions: Expressions,
  evaluations: Evaluations,
): (machine: Machine) => Watcher {
  return (machine) => {
    const holds = (t: Thread, reads?: OpenReads): boolean => {
      const level = levelAt(machine, t, at);
      if (level < 0 || condition === null) return level >= 0;
      try {
        const isTrue = expressions.isTrue(machine, t, level, condition, reads);
        evaluations.good++;
        return isTrue;
      } catch (error) {
        if (!(error instanceof RavelError)) throw error;
        evaluations.error ??= error;
        return false;
      }
    };
    return {
      initial: 0,
      isOfStates: true,
      after: (kept) => kept,
      isStop: (t) => levelAt(machine, t, at) >= 0,
      isAnswer: (_, reads) => machine.threads.some((t) => holds(t, reads)),
      describe: () =>
        `${nameOf(machine.threads.find((t) => holds(t)))} stands at ${lineText(at)}${condition === null ? "" : `, and ${condition} holds`}`,
    };
  };
}

/** Some thread stands at the first line, and none has moved from the second. */
export function comesBefore(first: CodeLine, second: CodeLine): (machine: Machine) => Watcher {
  return (machine) => {
    const isAt = (line: CodeLine, t: Thread): boolean => levelAt(machine, t, line) >= 0;
    let hasBegun = false;
    return {
      initial: 0,
      isOfStates: true,
      before: (t) => {
        hasBegun = isAt(second, t);
      },
      after: (kept) => (hasBegun ? null : kept),
      isStop: (t) => isAt(first, t) || isAt(second, t),
      isAnswer: () => machine.threads.some((t) => isAt(first, t)),
      describe: () =>
        `${nameOf(machine.threads.find((t) => isAt(first, t)))} stands at ${lineText(first)}, and ${lineText(second)} has not run from here on`,
    };
  };
}

const nameOf = (t: Thread | undefined): string => shortName(t?.index ?? 0);

/** A violation after the first `at` moves. */
export function violates(isMeant: (v: Violation) => boolean, asksForDeadlock: boolean, at: number): (machine: Machine) => Watcher {
  return (machine) => {
    const noted = (): Violation | null => machine.violations.find((v) => v.step >= at && isMeant(v)) ?? null;
    const lost = (): Violation | null => (asksForDeadlock ? lostIn(machine, isMeant) : null);
    return {
      initial: 0,
      isOfStates: false,
      after: (kept) => kept,
      isStop: () => false,
      isAnswer: () => noted() !== null,
      ...(asksForDeadlock ? { isAnswerIfBlocked: () => lost() !== null } : {}),
      describe: () => violationText(noted() ?? lost()),
    };
  };
}

/** Threads that wait forever while others continue. */
export function lostIn(machine: Machine, isMeant: (v: Violation) => boolean): Violation | null {
  if (findLost(machine).length === 0) return null;
  const { length } = machine.violations;
  machine.noteLost();
  const found = machine.violations.slice(length).find(isMeant) ?? null;
  machine.violations.length = length;
  return found;
}

function violationText(v: Violation | null): string {
  if (v === null) return "a property is violated";
  const where = v.location === null ? "" : ` at line ${v.location.line}`;
  return `${v.kind.replaceAll("-", " ")}${v.message === "" ? "" : `: ${v.message}`}${where} (${v.property})`;
}

/** A violation of this property (null: of any) that has to do with the line (null: with any). */
export const isViolation =
  (property: Property | null, at: CodeLine | null) =>
  (v: Violation): boolean =>
    (property === null || v.property === property) &&
    (at === null || isThere(at, v.location) || v.participants.some((p) => isThere(at, p.location)));

const isThere = ({ file, line }: CodeLine, location: SourceLocation | null): boolean => location?.line === line && location.file === file;
