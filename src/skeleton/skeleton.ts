// The interference skeleton (STAGED, section 4; FUSION, section 4): what the threads of a bounded program do to shared memory, as terms over
// inputs and over the values that reads return. It does not say which write a read sees: composition does (encoding/compose.ts).
//
// The events of a thread form a chain, in the order of the unrolled code. Events on the two branches of an `if` are also in the chain, one
// before the other, but never both executed.

import type { Property } from "../execution/errors.ts";
import type { AddressFreedom, Freedom } from "../execution/freedoms.ts";
import type { ErrorKind } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { LockCell } from "./locks.ts";
import type { Route } from "./route.ts";
import type { Spread } from "./spread.ts";

/** An object, named by where it is made; its address is fixed for the whole analysis. */
export interface SharedObject {
  readonly id: number;
  readonly name: string;
  readonly address: bigint;
  /** In bytes; the maximum, if it varies (extents.ts). */
  readonly size: number;
  readonly varies: boolean;
  readonly kind: "global" | "heap" | "internal" | "stack" | "thread-local";
  /** In bytes: the program may rely on it. */
  readonly align: number;
  /** It belongs to the program, not to the library: accesses may race. */
  readonly races: boolean;
  readonly constant: boolean;
  /** Initial bytes; null: zeros; undefined: allocation writes them. */
  readonly image: Uint8Array | null | undefined;
  /** Of an object that may begin in place of a dead one, and another in its place: the position that makes it, and its thread. */
  readonly made?: { readonly at: number; readonly thread: string } | undefined;
}

/** An object that a thread makes, and that other threads may see. */
export interface Birth {
  readonly kind: SharedObject["kind"];
  /** Position in the program's own code. */
  readonly at: number;
  readonly when: Term;
  /** Its address: its own, or that of a dead object. */
  readonly address: Term;
}

/** An object that an access may go to: under which condition, and at which offset. */
export interface Target {
  readonly object: SharedObject;
  readonly when: Term;
  /** In bytes: fixed, or a term of pointer width. */
  readonly offset: number | Term;
  /** The places that a symbolic offset may have where the access is made; undefined: any in the object. */
  readonly places?: Spread | undefined;
}

/** A key for the bytes of an access: equal keys mean equal bytes. */
export const placeKey = ({ object, offset }: Omit<Target, "when">, size: number): string =>
  `${object.id}+${typeof offset === "number" ? offset : `t${offset.id}`}:${size}`;

export interface Access {
  readonly kind: "read" | "write";
  /** The access is made if `event.executed` and this. It grows for reads that several paths of a section share. */
  when: Term;
  /** The same, and the step has not failed before it: what counts for races. */
  made: Term;
  readonly targets: readonly Target[];
  readonly size: number;
  /** Some of its bytes as one bit-vector, the first byte lowest. Of a read: bytes of its variable, or of its only possible value. */
  readonly content: (from: number, size: number) => Term;
  /** Of a read: all its bytes. */
  readonly value: Term | null;
  /** A write that makes fresh memory: its bytes are arbitrary. */
  readonly undefined: boolean;
  /** A read that may see undefined bytes without an error: a copy. */
  readonly tolerant: boolean;
  /** It counts for races only: the end of an object's lifetime. */
  readonly raceOnly: boolean;
  /** A read that can return only one value: its source does not matter. */
  readonly settled: boolean;
  readonly atomic: boolean;
  /** When it orders (C11's synchronises-with): a read is ordered after what the write it sees has published; a write publishes. */
  orders: Term;
  /** An atomic operation of the program, not of a library section: fences order by it. */
  synchronises: boolean;
  /** The write of an update: it continues the release sequence (C11) of the write that the update reads. */
  readonly continues: boolean;
  /** Of a read that may see memory that was never written, and continues: per byte, the condition that it does. */
  readonly seesUnwritten?: readonly Term[] | undefined;
  /** A write that code which is skipped may make. */
  phantom?: PhantomEdge | undefined;
}

/** Where address freedoms are met depends on the run (two addresses are compared): the solver is asked for them as for failures. */
export interface Failure {
  readonly property: Property | "unwind" | "unsupported" | AddressFreedom;
  readonly kind: ErrorKind | "unwind" | "unsupported" | AddressFreedom;
  readonly when: Term;
  readonly message: string;
  /** The process continues (an overflow wraps). */
  readonly harmless: boolean;
}

export interface Site {
  readonly function: number;
  /** The operation, counted over the function's blocks as the executor counts them. */
  readonly operation: number;
  readonly at: number; // position
}

export const siteKey = (site: Site): string => `${site.function}.${site.operation}`;

/** A value that is open in a run: an input or a choice. */
export interface OpenValue {
  readonly kind: "input" | "choice";
  readonly variable: Term;
  readonly when: Term;
  /** The section in which it is asked for; null: outside sections. */
  readonly event: SkeletonEvent | null;
  /** Inside a section: values that represent all possible ones; null: too many. */
  readonly values: readonly bigint[] | null;
  readonly possible: Term;
  /** The freedom of the environment that it is about; null: none. */
  readonly freedom: "wake-up" | "failure" | "other" | null;
  /** It is what memory holds that was never written: a run asks for it only if nothing has settled it. */
  readonly isUnwritten?: true;
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
  /** The thread comes here: the path condition, and that it has not stopped before. */
  readonly occurs: Term;
  /** `occurs`, and the thread does not wait here. */
  readonly executed: Term;
  readonly accesses: Access[];
  readonly failures: Failure[];
  /** The process ends here, other than by a failure. */
  ends: Term;
  /** The event cannot be executed while this holds; a term over its own reads. */
  blocked: Term;
  /** It waits for another thread to act: it counts for a deadlock. */
  waits: boolean;
  /** It is blocked by an assumption, and by nothing before it in the step: that is not part of a deadlock. */
  assumes: Term;
  /** Whether it waits may depend on memory that was never written, which is not an input here yet. */
  waitsOnUnwritten: boolean;
  /** A section of the program that takes what memory holds that was never written as an input: with other content it may not wait. */
  asksUnwritten: boolean;
  /** Threads that must act before the wait can end, by slot; a negative slot is not a thread. */
  readonly needs: { readonly when: Term; readonly slot: Term }[];
  /** Threads it starts. */
  readonly starts: SkeletonThread[];
  /** Happens-before as the library states it: an acquire is ordered after every earlier release of the same object and index. */
  readonly acquires: Synchronisation[];
  readonly releases: Synchronisation[];
  /** Empty unless races are judged by happens-before (Knowledge.byOrder). */
  readonly fences: Fence[];
  /** The locks that the thread certainly holds when it comes here (locks.ts). */
  readonly holds: readonly number[];
  readonly site: Site;
  /** Names the occurrence of its operation within the thread (`operationKey`, route.ts). */
  readonly key: string;
  /** It is a step of the executor. */
  readonly isStep: boolean;
  /** Part of an atomic section, a synchronisation operation or an atomic access. */
  readonly section: boolean;
}

/** When the step fails in a way that ends the process, as far as it is unrolled. */
export const failsAt = (terms: Terms, { failures }: Pick<SkeletonEvent, "failures">): Term =>
  terms.any(failures.filter((f) => !f.harmless).map((f) => f.when));

/** Whether it stands for code that the skeleton does not follow. */
export const isCutOff = ({ property }: Failure): boolean => property === "unwind" || property === "unsupported";

/** When the event ends the process, or leaves what is followed. */
export const endsAt = (terms: Terms, e: SkeletonEvent): Term => terms.or(e.ends, failsAt(terms, e));

export interface SkeletonThread {
  readonly index: number;
  readonly name: string;
  readonly parent: SkeletonThread | null;
  /** The event that creates it. */
  readonly start: SkeletonEvent | null;
  /** The thread is created. */
  started: Term;
  readonly events: SkeletonEvent[];
  /** In the order in which a run asks for them. */
  readonly open: OpenValue[];
  /** In the order of the code; empty unless there are choices about addresses. */
  readonly births: Birth[];
  /** The thread has run to its end. */
  finished: Term;
  /** The function of the program that it begins with; null: it comes to none. */
  entry: number | null;
}

/** A point where unrolling ends: of a loop, a recursion, or the size of an object; its bound is raised under `name`. Or an unseen side of a route, an unseen value, or the limit on a thread's steps. */
export interface Cut {
  readonly event: SkeletonEvent;
  /** The failure of the event that states it. */
  readonly failure: Failure;
  readonly what: "iterations" | "bytes" | "side" | "value" | "steps";
  /** Of a side or a value: its point. */
  readonly name: string;
  readonly at: number;
  /** Where the unseen side leads; of a value: how many were seen. */
  readonly side?: number;
  /** Of a value: what terms cannot express. */
  readonly why?: string;
}

/**
 * A thread skips an unseen side, up to the point where the sides meet (FUSION, section 5.1). While it is on the edge, between both events, another
 * thread that reads what the side may write may read any value; at the end the side may leave any value there. A thread may stay on it forever.
 */
export interface PhantomEdge {
  readonly begin: SkeletonEvent;
  readonly end: SkeletonEvent;
  /** The side that is skipped, as if it were cut. */
  readonly what: "side";
  readonly name: string;
  readonly side: number;
  readonly at: number;
  /** What the side may access, if races are asked for: at any moment, while the thread is on the edge. */
  readonly accesses: readonly Access[];
  /** Globals that the side may access, by their addresses in the executor; null: it may access something else. */
  readonly touches: readonly { readonly address: number; readonly size: number; readonly write: boolean }[] | null;
}

export interface Skeleton {
  readonly threads: readonly SkeletonThread[];
  readonly events: readonly SkeletonEvent[];
  readonly objects: readonly SharedObject[];
  readonly cuts: readonly Cut[];
  readonly phantoms: readonly PhantomEdge[];
  /** The sides that paths take, if the program is unrolled along a route. */
  readonly followed: Route;
  /** Lengths of text printed from unknown numbers are arbitrary: a model need not be a run of the program. */
  readonly invents: boolean;
  /** Excluded freedoms of the environment that the program met. */
  readonly met: ReadonlySet<Freedom>;
  /** Some reads of memory that was never written continue: its content is an input. */
  readonly opensReads: boolean;
  /** A thread may learn of others without being ordered after them (a try-lock that fails). */
  readonly unordered: boolean;
  /** Constraints on inputs, choices and names. */
  readonly assumptions: readonly Term[];
  /** Replaces names by the terms they stand for: local values (only with the encoding `cssa`), and what was taken from memory that was never written. */
  readonly expand: (term: Term) => Term;
  /** When some of these bytes of a value are as if never written; all bytes, if none are named. */
  readonly undefinedWhen: (value: Term, from?: number, size?: number) => Term;
  readonly operations: number;
  /** Which of two objects lies below the other: numbers whose order is that of the objects, by their addresses. */
  readonly ranks: ReadonlyMap<bigint, Term>;
  /** The locks, indexed by the numbers in `SkeletonEvent.holds`. */
  readonly locks: readonly LockCell[];
}
