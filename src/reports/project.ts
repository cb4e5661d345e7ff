// The report of a project: of each target its report, or what prevents its check.

import type { Diagnostic } from "../support/diagnostics.ts";
import type { Report, Verdict } from "./report.ts";

export interface TargetReport {
  readonly name: string;
  /** Null: the target could not be checked, and the diagnostics say why. */
  readonly report: Report | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the report is that of an earlier check. */
  readonly reused: boolean;
  readonly seconds: number;
  /** Of a check of this target alone. */
  readonly exitStatus: number;
}

export interface ProjectReport {
  readonly version: string;
  readonly targets: readonly TargetReport[];
}

const ranked: readonly Verdict[] = ["unsafe", "unknown", "safe-bounded", "safe"];

/** The verdicts that occur, the worst first. */
export const verdictsOf = ({ targets }: ProjectReport): Verdict[] => ranked.filter((v) => targets.some((t) => t.report?.verdict === v));
