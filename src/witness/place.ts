// When two violations are the same for a user: of one kind, at the same lines. In: a violation, of the machine or of a replay. Out: a text to compare.

import type { Violation } from "../execution/errors.ts";
import type { SourceLocation } from "../support/diagnostics.ts";

/** Of a race the lines of both accesses count, whichever comes first; of a deadlock those of all that do not only wait for the end of a thread. */
export function placeKey(v: Violation): string {
  const line = (l: SourceLocation | null): string => `${l?.file}:${l?.line}`;
  const waiting = v.participants.filter((p) => !/^waits for (the )?thread /.test(p.what));
  const parties = v.kind === "deadlock" && waiting.length > 0 ? waiting : v.participants;
  const lines = parties.length === 0 ? [line(v.location)] : parties.map((p) => line(p.location)).sort();
  return `${v.property} ${v.kind} ${lines.join(" ")}`;
}
