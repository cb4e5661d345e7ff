// Violations as they are reported, with their positions and participants. What ends the process becomes its outcome;
// the others are noted once per place, and the run continues.

import type { ErrorKind, MemoryOrder, Operation } from "../program/operations.ts";
import { ProgramTooLarge, type RavelError, type SourceLocation, UnsupportedConstruct } from "../support/diagnostics.ts";
import type { AccessKind } from "./access-event.ts";
import type { Outcome } from "./contract.ts";
import { type Obstacle, type Participant, propertyOf, Unmodelled, type Violation } from "./errors.ts";
import { Fault } from "./fault.ts";
import type { InputValues } from "./input-values.ts";
import type { AccessRecord, Location } from "./locations.ts";
import type { MemoryObject } from "./memory-object.ts";
import { nameBytes } from "./names.ts";
import { locate, userPosition } from "./positions.ts";
import type { SectionConflict } from "./races.ts";
import type { RunState } from "./run-state.ts";
import type { Thread } from "./thread.ts";

export const faultTexts: Partial<Record<ErrorKind, string>> = {
  "division-by-zero": "division by zero",
  "signed-overflow": "the result does not fit its signed type",
  "bad-shift": "the shift amount is not smaller than the width",
  unreachable: "control reaches a point marked as unreachable",
  "invalid-call": "the pointer does not point to a function",
};

export function violationAt(
  m: RunState,
  kind: ErrorKind,
  message: string,
  position: number,
  t: Thread,
  participants: readonly Participant[] = [],
): Violation {
  return {
    property: propertyOf(kind),
    kind,
    message,
    location: locate(m, position, t),
    thread: t.index,
    participants,
    step: m.stepCount,
  };
}

/** The outcome of a fault, or of an operation that cannot be executed. */
export function endingBy(m: RunState, t: Thread, k: number, error: Fault | Unmodelled | RavelError): Outcome {
  const position = userPosition(m, t, k);
  if (error instanceof Fault) {
    const isOnlyComputed = error.kind === "out-of-bounds" && error.offset === null;
    const violation: Violation = {
      ...violationAt(m, error.kind, error.message, position, t),
      ...(isOnlyComputed ? { isOnlyComputed } : {}),
    };
    m.violations.push(violation);
    m.faultObject = error.object;
    m.faultOffset = error.offset;
    return { kind: "error", violation };
  }
  const location = locate(m, position, t);
  if (error instanceof Unmodelled) return { kind: "stopped", by: error.by, reason: error.what, location };
  return { kind: "stopped", by: obstacleOf(error), reason: error.diagnostics[0]?.message ?? error.message, location };
}

function obstacleOf(error: RavelError): Obstacle {
  if (error instanceof UnsupportedConstruct) return { kind: "unsupported", what: "construct" };
  if (error instanceof ProgramTooLarge) return { kind: "program-too-large", what: error.what };
  return { kind: "diagnosed", code: error.diagnostics[0]?.code ?? "RVL901" };
}

export function noteOverflow(m: RunState, t: Thread, k: number, kind: "signed-overflow"): void {
  addOnce(m, violationAt(m, kind, faultTexts[kind] as string, userPosition(m, t, k), t));
}

/** `isCovered`: all values are given in turn; null: the oracle does not say which are. */
export function noteUnwritten(
  m: RunState,
  inputValues: InputValues,
  t: Thread,
  k: number,
  { isExcused, isCovered }: { readonly isExcused: boolean; readonly isCovered: boolean | null },
): void {
  const position = userPosition(m, t, k);
  if (m.unwrittenRead === 0 && isCovered !== true && (isCovered === false || mayMatter(inputValues, t, k))) m.unwrittenRead = position;
  if (m.options.properties.has("uninit") && !isExcused)
    addOnce(m, violationAt(m, "uninitialised-read", "uninitialised memory is read", position, t));
}

/** Does any behaviour depend on the value loaded here? A later read of the same memory is checked then. */
export function mayMatter(inputValues: InputValues, t: Thread, k: number): boolean {
  const o = t.fn.operations[k] as Operation;
  return o.op !== "load" || o.type.kind !== "int" || inputValues.of(t, o.type.bits, null)?.length !== 1;
}

export function noteRace(
  m: RunState,
  t: Thread,
  k: number,
  object: MemoryObject,
  { start: offset, size }: Location,
  kind: AccessKind,
  order: MemoryOrder | null,
  other: AccessRecord,
): void {
  noteConflict(m, t, { position: userPosition(m, t, k), locks: t.locks, object, offset, size, kind, order, other });
}

export function noteConflict(m: RunState, t: Thread, { position, locks, object, offset, size, kind, order, other }: SectionConflict): void {
  const address = object.address + offset;
  const name = nameBytes(m.memory, address | 0, Math.floor(address / 2 ** 32), size);
  const describe = (write: boolean, atomic: boolean): string => `${atomic ? "atomic " : ""}${write ? "write" : "read"} of ${name}`;
  const names = (held: AccessRecord["locks"]): string[] =>
    held.map((l) => nameBytes(m.memory, l.object | 0, Math.floor(l.object / 2 ** 32), 1));
  const participants: Participant[] = [
    { thread: t.index, location: locate(m, position, t), what: describe(kind !== "read", order !== null), locks: names(locks) },
    { thread: other.thread, location: locate(m, other.position), what: describe(other.write, other.atomic), locks: names(other.locks) },
  ];
  addOnce(
    m,
    violationAt(
      m,
      "data-race",
      `${describe(kind !== "read", order !== null)} by thread ${t.index} and ${describe(other.write, other.atomic)} by thread ${other.thread} are not ordered`,
      position,
      t,
      participants,
    ),
  );
}

function addOnce(m: RunState, v: Violation): void {
  const same = (a: SourceLocation | null | undefined, b: SourceLocation | null | undefined): boolean =>
    a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;
  if (
    !m.violations.some(
      (w) => w.kind === v.kind && same(w.location, v.location) && same(w.participants[1]?.location, v.participants[1]?.location),
    )
  )
    m.violations.push(v);
}
