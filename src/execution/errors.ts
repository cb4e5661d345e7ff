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

/** A function that a thread is in: where it stands in it, or what it has called from there. */
export interface CallFrame {
  readonly function: string;
  readonly location: SourceLocation | null;
}

/** Something that a thread did in a run. */
export interface Occurrence {
  readonly thread: number;
  /** Index of the step; -1: before the first. */
  readonly step: number;
  readonly location: SourceLocation | null;
  /** The innermost function first. */
  readonly stack: readonly CallFrame[];
}

/** The object that a memory error is about: where it began, and where it ended. */
export interface ObjectHistory {
  readonly name: string;
  readonly kind: "heap" | "local" | "global";
  readonly bytes: number;
  /** Null if that is not a step of the program: a global, a local. */
  readonly allocated: Occurrence | null;
  /** Null if it lives. */
  readonly freed: Occurrence | null;
}

/** A party to a race or a deadlock besides the one the violation is pinned to. */
export interface Participant {
  readonly thread: number;
  readonly location: SourceLocation | null;
  readonly what: string;
  readonly locks: readonly string[];
  /** The innermost function first; only a replay knows it. */
  readonly stack?: readonly CallFrame[];
  /** Of a wait: index of the step since which the thread does nothing else, -1 if it never took one; of an access: its step. */
  readonly step?: number;
}

export interface Violation {
  readonly property: Property;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly location: SourceLocation | null;
  readonly thread: number;
  readonly participants: readonly Participant[];
  /** Of a pointer that leaves its object: it was computed, and nothing was accessed through it. */
  readonly isOnlyComputed?: true;
  /** Of a deadlock: threads that continue. */
  readonly beside?: readonly number[];
  /** Index of the step that committed it. */
  readonly step: number;
  /** The calls that its thread is in, the innermost first; only a replay knows them. */
  readonly stack?: readonly CallFrame[];
  /** Of a memory error about a known object; only a replay knows it. */
  readonly object?: ObjectHistory;
}
