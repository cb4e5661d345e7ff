// The answer of SV-COMP's rules to a property file. In: a report and the file's task. Out: TRUE, FALSE with the part that is violated, or
// UNKNOWN with a reason.
//
// Ravel's properties are not those of the competition. TRUE needs a property of Ravel that is safe without a bound and implies the one asked
// for; FALSE needs a violation that is one by the competition's definition. Everything else is UNKNOWN:
//
// - An assertion that fails outside the function that must not be called ends the run, as `abort` does, and says nothing.
// - `valid-memtrack` asks for memory that no pointer leads to at any time, also in runs that never end, are stopped by an assumption or are aborted. That every run
//   that ends has freed everything does not imply it. A program that allocates nothing has it, and one of which engines/heap-tracking.ts says so.
// - `valid-memcleanup` asks for all memory that is not freed at the end, also if a pointer leads to it: the executor counts that as a leak
//   (`requiresCleanup`). Whether an abort counts as an end the rules do not say.
// - Ravel's `overflow`, `memory` and `deadlock` have further kinds of violations: a division by zero, an invalid argument, a pointer that is computed from one object and lies in another, an unlock of what
//   another thread holds. Whether left shifts count as overflows the rules do not say.

import type { ErrorKind } from "../program/operations.ts";
import { type Evidence, type PropertyReport, type Report, scopeText } from "../reports/report.ts";
import type { SourceText } from "../reports/source-text.ts";
import { propertyOf, type Subproperty, type SvcompTask } from "./property-file.ts";

export interface SvcompAnswer {
  readonly answer: "TRUE" | "FALSE" | "UNKNOWN";
  /** What is violated, or not decided. */
  readonly part: Subproperty | null;
  /** Why it is unknown. */
  readonly reason: string | null;
  /** The violation, if there is one. */
  readonly evidence: Evidence | null;
}

export function answerOf(report: Report, task: SvcompTask, source: SourceText): SvcompAnswer {
  const parts = task.subproperties.map((s) => partOf(s, report, task, source));
  const violated = parts.find((p) => p.answer === "FALSE") ?? parts.find((p) => p.answer === "UNKNOWN");
  return violated ?? { answer: "TRUE", part: null, reason: null, evidence: null };
}

export function answerText({ answer, part, reason }: SvcompAnswer): string {
  return `${answer === "FALSE" ? `FALSE(${part})` : answer}\n${reason === null ? "" : `reason: ${part}: ${reason}\n`}`;
}

function partOf(part: Subproperty, report: Report, task: SvcompTask, source: SourceText): SvcompAnswer {
  const unknown = (reason: string): SvcompAnswer => ({ answer: "UNKNOWN", part, reason, evidence: null });
  const found = report.properties.find((p) => p.property === propertyOf[part]);
  if (found === undefined) return unknown("it was not checked");
  const reasons = found.violations.map((e) => whyNot(part, e, task, source));
  const at = reasons.indexOf(null);
  if (at >= 0) return { answer: "FALSE", part, reason: null, evidence: found.violations[at] as Evidence };
  switch (found.verdict) {
    case "unsafe":
      return unknown(reasons[0] ?? "no violation was kept");
    case "unknown":
      return unknown(found.unknown === null ? "no reason was given" : `${found.unknown.reason} (${found.unknown.code})`);
    case "safe-bounded":
      return unknown(`it holds only within these bounds: ${scopeText(found.scope)}`);
    case "safe": {
      const open = whyNotTrue(part, found, report);
      return open === null ? { answer: "TRUE", part: null, reason: null, evidence: null } : unknown(open);
    }
  }
}

const mayLose = "the program allocates memory, and it was not shown that pointers lead to it at all times";

/** Why safety of Ravel's property does not imply that of the competition; null: it does. */
function whyNotTrue(part: Subproperty, { scope }: PropertyReport, { properties, heap }: Report): string | null {
  if (!scope.complete) return "it was not covered completely";
  if (part === "valid-memtrack" && heap !== "unused" && heap !== "tracked") return mayLose;
  if (part !== "valid-memcleanup" || heap === "unused") return null;
  const assert = properties.find((p) => p.property === "assert");
  return assert?.verdict === "safe" && assert.scope.complete ? null : "an assertion may end the process while memory is allocated";
}

const derefKinds: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  "null-dereference",
  "use-after-free",
  "use-after-return",
  "use-after-scope",
  "out-of-bounds",
  "invalid-pointer",
]);

const freeKinds: ReadonlySet<ErrorKind> = new Set<ErrorKind>(["double-free", "invalid-free"]);

/** Whether a violation of Ravel's property is one of the competition's. */
export const violates = (part: Subproperty, evidence: Evidence, task: SvcompTask, source: SourceText): boolean =>
  evidence.violation.property === propertyOf[part] && whyNot(part, evidence, task, source) === null;

/** Why a violation of Ravel's property is not one of the competition's; null: it is one. */
function whyNot(part: Subproperty, { violation: v, replay }: Evidence, task: SvcompTask, source: SourceText): string | null {
  if (replay.assumed !== null) return `the violation depends on what ${replay.assumed} returns, which has no definition`;
  const kind = v.kind.replaceAll("-", " ");
  const other = `a violation of another kind was found: ${kind}${v.location === null ? "" : ` at ${v.location.file}:${v.location.line}`}`;
  switch (part) {
    case "unreach-call":
      return v.kind === "assertion" && v.message === `${task.errorFunction}()` ? null : `${other}, outside ${task.errorFunction}`;
    case "no-data-race":
      return v.kind === "data-race" ? null : other;
    case "no-overflow": {
      const line = v.location === null ? null : source.line(v.location.file, v.location.line);
      if (v.kind !== "signed-overflow") return other;
      return line?.includes("<<") ? "the overflow may be one of a left shift" : null;
    }
    case "valid-free":
      return freeKinds.has(v.kind) ? null : other;
    case "valid-deref":
      if (!derefKinds.has(v.kind)) return other;
      return v.isOnlyComputed ? "a pointer leaves its object, and is not dereferenced" : null;
    case "valid-memtrack":
      return mayLose;
    case "valid-memcleanup":
      if (v.kind !== "leak") return other;
      return replay.outcome?.kind === "exit"
        ? null
        : "memory is allocated when the process is aborted, which the rules may not count as its end";
    case "no-deadlock":
      if (v.kind !== "deadlock" && v.kind !== "self-deadlock") return other;
      return (v.beside?.length ?? 0) === 0 ? null : "some threads wait forever while others continue";
  }
}
