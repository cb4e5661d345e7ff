// The exit status of a verdict.

import type { Verdict } from "../../reports/report.ts";

export const exitStatus = { safe: 0, unsafe: 1, unknown: 3, "safe-bounded": 4 } as const;

/** `failOn`: the verdicts of `--fail-on`; null: all but safe. */
export function statusFor(verdict: Verdict, failOn: readonly string[] | null): number {
  if (failOn === null) return exitStatus[verdict];
  return failOn.includes(verdict === "safe-bounded" ? "bounded" : verdict) ? exitStatus[verdict] : 0;
}
