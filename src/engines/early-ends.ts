// What ended runs before the program did. In: machines at the end of a run. Out: each such end once, in a fixed order: as part of a scope if it
// is undefined behaviour, as a note if a real run also ends there and no checked property reports it.

import { isUndefined, type Property } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import { counted, type EarlyEnd, type Scope } from "../reports/report.ts";
import { type Diagnostic, diagnostic } from "../support/diagnostics.ts";

/** By kind and location. Plain data: it crosses from thread to thread. */
export type EarlyEnds = Map<string, EarlyEnd>;

export function noteEnd(ends: EarlyEnds, { outcome }: Machine): void {
  if (outcome?.kind === "error") {
    const { property, kind, message, location } = outcome.violation;
    addEnd(ends, { property, kind, message, location });
  } else if (outcome?.kind === "abort") addEnd(ends, { property: null, kind: "abort", message: "", location: outcome.location });
}

export function addEnd(ends: EarlyEnds, end: EarlyEnd): void {
  const { kind, location, message } = end;
  const key = `${kind} ${location?.file}:${location?.line}:${location?.column}`;
  const known = ends.get(key);
  // Of several messages always the same one is kept, whichever run came first.
  if (known === undefined || message < known.message) ends.set(key, end);
}

export function endsOf(...lists: readonly (Iterable<EarlyEnd> | undefined)[]): EarlyEnd[] {
  const ends: EarlyEnds = new Map();
  for (const list of lists) for (const end of list ?? []) addEnd(ends, end);
  return [...ends].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, end]) => end);
}

const isFault = ({ kind }: EarlyEnd): boolean => kind !== "abort" && isUndefined(kind);

/** The scope without what comes after undefined behaviour: that is not covered. */
export function upTo(scope: Scope, ends: Iterable<EarlyEnd>): Scope {
  const endedBy = endsOf(ends).filter(isFault);
  return endedBy.length === 0 ? scope : { ...scope, complete: false, endedBy };
}

/** One note for each kind of end whose property is not checked. */
export function endNotes(ends: readonly EarlyEnd[], asked: readonly Property[]): Diagnostic[] {
  const kinds = new Map<string, EarlyEnd[]>();
  for (const end of ends)
    if (end.property === null || !asked.includes(end.property)) kinds.set(end.kind, [...(kinds.get(end.kind) ?? []), end]);
  return [...kinds.values()].map((all) => {
    const { property, kind, message, location } = all[0] as EarlyEnd;
    const what =
      kind === "abort"
        ? "a call to abort"
        : `${kind.replaceAll("-", " ")}${message === "" || message === kind.replaceAll("-", " ") ? "" : `: ${message}`}`;
    return diagnostic("RVL505", `runs end here${all.length === 1 ? "" : ` and in ${counted(all.length - 1, "other place")}`} (${what})`, {
      severity: "note",
      location,
      hint: property === null ? null : `use --property ${property} to report it as a violation`,
    });
  });
}
