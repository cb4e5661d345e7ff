// Confirms candidates. In: a candidate schedule. Out: the violation and its witness, or null. Only confirmation makes a verdict `unsafe`:
// a candidate is replayed on the executor, and what happens there is the witness.

import type { Property, Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import { continueToStandstill, minimise } from "./minimise.ts";
import { placeKey } from "./place.ts";
import { type Replay, replay } from "./replay.ts";
import type { Schedule } from "./schedule.ts";

export interface Confirmed {
  readonly replay: Replay;
  readonly violation: Violation;
  readonly schedule: Schedule;
}

/**
 * Replays a candidate once, without simplifying it; the returned schedule includes the content of unwritten memory. Returns null if no violation of that property
 * occurs, or not at that place (place.ts).
 */
export function confirmUnchanged(machine: Machine, candidate: Schedule, property: Property, place: string | null = null): Confirmed | null {
  const isIt = (v: Violation): boolean => v.property === property && (place === null || placeKey(v) === place);
  const run = replay(machine, candidate, isIt);
  const violation = run.violations.find(isIt);
  if (violation === undefined) return null;
  const { isFilled = false, ...rest } = candidate;
  const schedule = isFilled ? { ...rest, inputs: machine.inputs.map((i) => i.value) } : candidate;
  const needs = needsUnorderedWake(machine, schedule, run, property) ? [...run.needs, "spurious" as const] : run.needs;
  return { replay: { ...run, needs }, violation, schedule };
}

/** Whether the race exists only because a wake-up that may be spurious does not order, although nothing spurious happens in the run. */
function needsUnorderedWake(machine: Machine, schedule: Schedule, { needs }: Replay, property: Property): boolean {
  if (property !== "race" || !schedule.freedoms.includes("spurious") || needs.includes("spurious")) return false;
  machine.wakesOrder = true;
  try {
    return !replay(machine, schedule, (v) => v.property === property).violations.some((v) => v.property === property);
  } finally {
    machine.wakesOrder = false;
  }
}

/** Returns the same failure with fewer context switches, as far as there is time; otherwise what was confirmed. */
export function simplify(newMachine: () => Machine, confirmed: Confirmed, hasTime: () => boolean): Confirmed {
  const { schedule, violation } = confirmed;
  // Lost threads are shown with those that come to wait for them, if then no thread can continue.
  const whole = violation.beside?.length ? continueToStandstill(newMachine(), schedule, hasTime) : null;
  const smaller = minimise(newMachine(), whole?.schedule ?? schedule, whole?.violation ?? violation, hasTime);
  // A simpler deadlock may have fewer waits.
  const place = violation.kind === "deadlock" ? null : placeKey(violation);
  return (smaller === schedule ? null : confirmUnchanged(newMachine(), smaller, violation.property, place)) ?? confirmed;
}

/** Confirms a candidate and simplifies it. Returns null if no violation of that property occurs. */
export function confirm(machine: Machine, candidate: Schedule, property: Property): Confirmed | null {
  const confirmed = confirmUnchanged(machine, candidate, property);
  return confirmed === null
    ? null
    : simplify(
        () => machine,
        confirmed,
        () => true,
      );
}
