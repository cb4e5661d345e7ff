// The interference skeleton (STAGED, section 4; FUSION, section 4): what the threads of a bounded program do to shared memory, thread by thread, as
// terms over the values their reads may return and over inputs. It says nothing about who reads from whom: that is the composer's.
//
// Events of a thread form a chain: the order in which the unrolled code is laid out. Two events of different branches of one `if` are
// also in the chain, one before the other, but never both executed. `active` says that the thread gets as far as the event.

import type { Property } from "../execution/errors.ts";
import type { AddressFreedom, Freedom } from "../execution/freedoms.ts";
import type { ErrorKind } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { LockCell } from "./locks.ts";
import type { Spread } from "./spread.ts";

/** An object, named by where it comes from; its address is fixed for the whole analysis. */
export interface SharedObject {
  readonly id: number;
  readonly name: string;
  readonly address: bigint;
  /** In bytes; the most it may have, if it varies (extents.ts). */
  readonly size: number;
  readonly varies: boolean;
  readonly kind: "global" | "heap" | "internal" | "stack" | "thread-local";
  /** What the program may count on: its address is a multiple of this. */
  readonly align: number;
  /** Of the program, not of the library: accesses may race. */
  readonly races: boolean;
  readonly constant: boolean;
  /** Initial bytes; null: zero. Undefined: what allocation leaves there. */
  readonly image: Uint8Array | null | undefined;
}

/** One object an access may go to: under which condition, and where in it. */
export interface Target {
  readonly object: SharedObject;
  readonly when: Term;
  /** Offset in bytes: fixed, or a term of pointer width. */
  readonly offset: number | Term;
  /** Which places a term may mean where the access is made; undefined: any in the object. */
  readonly places?: Spread | undefined;
}

/** A place as a key: equal for equal bytes, as far as terms tell. */
export const placeKey = ({ object, offset }: Omit<Target, "when">, size: number): string =>
  `${object.id}+${typeof offset === "number" ? offset : `t${offset.id}`}:${size}`;

export interface Access {
  readonly kind: "read" | "write";
  /** Within the event: `event.executed` and this. Grows for reads that several paths of a section share. */
  when: Term;
  readonly targets: readonly Target[];
  readonly size: number;
  /** Some of its bytes as one bit-vector, first byte lowest. A read: of the variable that stands for them, or of what they can only be. */
  readonly content: (from: number, size: number) => Term;
  /** A read: all its bytes. */
  readonly value: Term | null;
  /** A write of arbitrary bytes: fresh memory. */
  readonly undefined: boolean;
  /** A read that may see undefined bytes without that being an error: a copy. */
  readonly tolerant: boolean;
  /** Counts for races only: the end of an object's life. */
  readonly raceOnly: boolean;
  /** A read whose value is known beforehand: whom it reads from does not matter. */
  readonly settled: boolean;
  readonly atomic: boolean;
  /** When it orders: a read is then ordered after all that the write it sees has published (C11's synchronises-with), a write publishes. */
  orders: Term;
  /** An atomic operation of the program, not of a library section: fences order by it. */
  synchronises: boolean;
  /** The write of an update: a read that sees it also learns what the update's own read could have learnt (C11's release sequences). */
  readonly continues: boolean;
  /** A read that may see memory that was never written, and continues with it: the condition that it does. */
  readonly seesUnwritten?: Term | undefined;
}

/** Freedoms about addresses are met where two are compared, which depends on the run: they are asked for as failures are. */
export interface Failure {
  readonly property: Property | "unwind" | "unsupported" | AddressFreedom;
  readonly kind: ErrorKind | "unwind" | "unsupported" | AddressFreedom;
  readonly when: Term;
  readonly message: string;
  /** The process goes on (overflow wraps). */
  readonly harmless: boolean;
}

export interface Site {
  readonly function: number;
  /** The operation, counted over the function's blocks as the executor counts them. */
  readonly operation: number;
  readonly at: number; // position
}

export const siteKey = (site: Site): string => `${site.function}.${site.operation}`;

/** A value the run leaves open: an input, or a choice of the scheduler. */
export interface OpenValue {
  readonly kind: "input" | "choice";
  readonly variable: Term;
  readonly when: Term;
  /** The section it is asked for in; null: outside. */
  readonly event: SkeletonEvent | null;
  /** Inside a section: the values that stand for all, as far as these are possible; null: too many. */
  readonly values: readonly bigint[] | null;
  readonly possible: Term;
  /** Which freedom of the environment it is about; null: none. */
  readonly freedom: "wake-up" | "failure" | "other" | null;
}

export interface Synchronisation {
  readonly object: Term;
  readonly index: Term;
  readonly when: Term;
}

export interface Fence {
  readonly acquires: boolean;
  readonly releases: boolean;
  readonly when: Term;
}

export interface SkeletonEvent {
  readonly id: number;
  readonly thread: SkeletonThread;
  /** Number in the thread's chain. */
  readonly index: number;
  /** Path condition, and that the thread has come here. */
  readonly occurs: Term;
  /** `occurs`, and where it may have to wait, that it does not. */
  readonly executed: Term;
  readonly accesses: Access[];
  readonly failures: Failure[];
  /** The process ends here (failures apart). */
  ends: Term;
  /** The event cannot be executed while this holds (over its own reads). */
  blocked: Term;
  /** It waits for something that another thread may do: it counts for a deadlock. */
  waits: boolean;
  /** What holds it up is an assumption (nothing before it in the step does): that is not part of a deadlock. */
  assumes: Term;
  /** Threads that must act before the wait can end, by their slots; a negative slot belongs to no thread. */
  readonly needs: { readonly when: Term; readonly slot: Term }[];
  /** Threads it starts. */
  readonly starts: SkeletonThread[];
  /** Happens-before as the library states it: an acquire is ordered after every earlier release of the same place. */
  readonly acquires: Synchronisation[];
  readonly releases: Synchronisation[];
  /** As far as races are judged by happens-before (Knowledge.byOrder). */
  readonly fences: Fence[];
  /** Locks the thread holds when it comes here, whichever way (locks.ts). */
  readonly holds: readonly number[];
  readonly site: Site;
  /** Whether the executor takes a step of its own for it. */
  readonly isStep: boolean;
  /** Part of an atomic section, a synchronisation operation or an atomic access. */
  readonly section: boolean;
}

export interface SkeletonThread {
  readonly index: number;
  readonly name: string;
  readonly parent: SkeletonThread | null;
  /** The event that creates it. */
  readonly start: SkeletonEvent | null;
  /** It is created. */
  started: Term;
  readonly events: SkeletonEvent[];
  /** In order of evaluation. */
  readonly open: OpenValue[];
  /** The thread has run to its end. */
  finished: Term;
}

/** A loop, a recursion or the size of an object that was cut: where, and under which name its bound is raised. */
export interface Cut {
  readonly event: SkeletonEvent;
  readonly what: "rounds" | "bytes";
  readonly name: string;
  readonly at: number;
}

export interface Skeleton {
  readonly threads: readonly SkeletonThread[];
  readonly events: readonly SkeletonEvent[];
  readonly objects: readonly SharedObject[];
  readonly cuts: readonly Cut[];
  /** The length of text printed from unknown numbers is arbitrary: a run of the solver's need not be one of the program's. */
  readonly invents: boolean;
  /** Freedoms of the environment that the program met while they were off. */
  readonly met: ReadonlySet<Freedom>;
  /** Some reads of memory that was never written continue: what it holds is an input. */
  readonly opensReads: boolean;
  /** A thread may learn of others without being ordered after them (a try-lock that fails). */
  readonly unordered: boolean;
  /** What holds of the choices. */
  readonly assumptions: readonly Term[];
  /** The term without names that stand for local values (they exist only where assignments are kept as equations). */
  readonly expand: (term: Term) => Term;
  /** When a value is, in part, what fresh memory held. */
  readonly undefinedWhen: (value: Term) => Term;
  readonly operations: number;
  /** Locks that were found, by the numbers that events hold. */
  readonly locks: readonly LockCell[];
}
