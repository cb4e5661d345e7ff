// What can go wrong, which property it belongs to, and the violation as it is reported.

import type { ErrorKind, UnsupportedKind } from "../program/operations.ts";
import type { DiagnosticCode, SourceLocation } from "../support/diagnostics.ts";

/** What the executor cannot execute. */
export type Obstacle =
  | { readonly kind: "unmodelled-call" }
  | { readonly kind: "unsupported"; readonly what: UnsupportedKind }
  /** One step took more operations than it may. */
  | { readonly kind: "long-step" }
  /** The program needs more than the machine has: `memory`, or room for its objects and calls. */
  | { readonly kind: "program-too-large"; readonly what: "memory" | "room" }
  /** A function cannot be lowered. */
  | { readonly kind: "diagnosed"; readonly code: DiagnosticCode };

/** A construct met that cannot be executed. */
export class Unmodelled {
  constructor(
    readonly by: Obstacle,
    readonly what: string,
  ) {}
}

export type Property = "assert" | "race" | "deadlock" | "memory" | "overflow" | "leak" | "uninit";

export const allProperties: readonly Property[] = ["assert", "race", "deadlock", "memory", "overflow", "leak", "uninit"];
export const defaultProperties: readonly Property[] = ["assert", "deadlock", "memory", "race"];

const properties: Readonly<Record<ErrorKind, Property>> = {
  assertion: "assert",
  "null-dereference": "memory",
  "use-after-free": "memory",
  "use-after-return": "memory",
  "use-after-scope": "memory",
  "out-of-bounds": "memory",
  "invalid-pointer": "memory",
  "write-to-constant": "memory",
  "double-free": "memory",
  "invalid-free": "memory",
  "invalid-thread": "memory",
  "invalid-argument": "memory",
  "invalid-call": "memory",
  unreachable: "memory",
  "signed-overflow": "overflow",
  "division-by-zero": "overflow",
  "bad-shift": "overflow",
  deadlock: "deadlock",
  "self-deadlock": "deadlock",
  "unlock-not-held": "deadlock",
  "destroy-busy": "deadlock",
  "invalid-sync": "deadlock",
  "uninitialised-read": "uninit",
  leak: "leak",
  "data-race": "race",
};

/** Violations after which C still defines the behaviour: a real run also ends there, or continues as Ravel's does. After all others the behaviour is undefined. */
const defined: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  "assertion",
  "deadlock",
  "self-deadlock",
  "signed-overflow",
  "uninitialised-read",
  "leak",
  "data-race",
]);

/** Undefined behaviour that ends a run (docs/adr/0006): what a real run does after it is not known. */
export const isUndefined = (kind: ErrorKind): boolean => !defined.has(kind);

export const propertyOf = (kind: ErrorKind): Property => properties[kind];

/** A party to a race or a deadlock besides the one the violation is pinned to. */
export interface Participant {
  readonly thread: number;
  readonly location: SourceLocation | null;
  readonly what: string;
  readonly locks: readonly string[];
}

export interface Violation {
  readonly property: Property;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly location: SourceLocation | null;
  readonly thread: number;
  readonly participants: readonly Participant[];
  /** Of a deadlock: threads that continue. */
  readonly beside?: readonly number[];
  /** Index of the step that committed it. */
  readonly step: number;
}
