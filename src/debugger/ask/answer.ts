// The context of a question, and its answer in words. In: what a search has found and covered. Out: yes, no with its scope, or unknown with a code and a hint.

import { isUndefined } from "../../execution/errors.ts";
import type { MachineOptions } from "../../execution/machine.ts";
import type { ErrorKind } from "../../program/operations.ts";
import type { Program } from "../../program/program.ts";
import { counted, endText, listOf } from "../../reports/report.ts";
import { type Unknown, unknownBecause } from "../../reports/unknown.ts";
import type { Budget } from "../../support/budget.ts";
import type { DiagnosticCode } from "../../support/diagnostics.ts";
import type { AskScope } from "../contract.ts";
import type { Path } from "../moves.ts";
import type { SearchEnd, SearchLimits } from "./search.ts";
import type { Expressions } from "./watchers.ts";

export interface AskContext {
  readonly program: Program;
  readonly options: Omit<MachineOptions, "undo" | "stopsAtLines">;
  /** The whole present run, in moves. */
  readonly path: Path;
  /** The present place: so many moves have been made. */
  readonly at: number;
  readonly over: AskScope;
  readonly fixedInputs: boolean;
  /** The frame in which expressions of `which writes` and `why` are read. */
  readonly thread: number;
  readonly level: number;
  readonly expressions: Expressions;
  readonly limits?: SearchLimits;
}

/** What the parts that answer get. */
export interface Asking extends AskContext {
  readonly limits: SearchLimits;
  readonly budget: Budget;
  readonly progress: (text: string) => void;
}

export interface AnswerLine {
  readonly text: string;
  /** Another run, to jump to its end; null: none. */
  readonly path: Path | null;
  /** A place of the present run; null: none. */
  readonly move: number | null;
}

export interface AskResult {
  readonly answer: "yes" | "no" | "unknown";
  readonly text: string;
  readonly code: DiagnosticCode | null;
  readonly hint: string | null;
  /** A run whose end is the answer. It has been followed on a fresh machine. */
  readonly path: Path | null;
  readonly lines: readonly AnswerLine[];
}

export const yes = (text: string, path: Path | null, lines: readonly AnswerLine[] = []): AskResult => ({
  answer: "yes",
  text: `yes: ${text}`,
  code: null,
  hint: null,
  path,
  lines,
});

export const no = (text: string, lines: readonly AnswerLine[] = []): AskResult => ({
  answer: "no",
  text: `no: ${text}`,
  code: null,
  hint: null,
  path: null,
  lines,
});

export const unknown = ({ reason, code, hint }: Unknown, lines: readonly AnswerLine[] = []): AskResult => ({
  answer: "unknown",
  text: `unknown: ${reason}`,
  code,
  hint,
  path: null,
  lines,
});

export const notConfirmed: AskResult = unknown(
  unknownBecause({
    kind: "diagnosed",
    code: "RVL902",
    text: "an answer was found, but the program does not follow it",
    hint: "please report this bug in Ravel, with the program",
  }),
);

/** Nothing was found: no, if everything was covered. */
export function noOrUnknown(asking: Asking, what: string, ends: readonly SearchEnd[]): AskResult {
  const open = ends.find((e) => e.open !== null)?.open;
  return open == null ? no(`${what} ${scopeWords(asking, ends)}`) : unknown(open);
}

/** What was covered, in words. */
export function scopeWords({ over, at, fixedInputs }: AskContext, ends: readonly SearchEnd[]): string {
  const where =
    over === "reorderings"
      ? "in all reorderings of this run within the branches it took"
      : `in all interleavings${at === 0 ? "" : " from here on"}`;
  const inputs = fixedInputs ? "with the inputs of this run" : "for all inputs";
  const assumptions = [...new Set(ends.flatMap((e) => e.assumptions))];
  const early = new Set(ends.flatMap((e) => e.ends.filter((x) => x.kind !== "abort" && isUndefined(x.kind as ErrorKind)).map(endText)));
  const parts = [
    `${where}, ${inputs}`,
    ...(assumptions.length === 0 ? [] : [`assuming ${listOf(assumptions)}`]),
    ...(early.size === 0 ? [] : [`up to where runs end with ${listOf([...early])}`]),
  ];
  const states = ends.reduce((n, e) => n + e.states, 0);
  return `${parts.join(", ")} (${states === 0 ? "by a formula" : counted(states, "state")})`;
}
