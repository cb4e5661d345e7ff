// Whether two threads do the same. In: two threads of a skeleton. Out: which variables and objects of the one correspond to which of the other, if their chains
// are equal but for these.
//
// Everything that a run depends on is compared: conditions, accesses, values, failures, inputs. A constant that differs is an identity that can
// be observed (a thread's number, an address, an argument): such threads do not correspond. Marks in locks are the exception (lock-marks.ts).

import type { Access, Failure, OpenValue, SharedObject, SkeletonEvent, SkeletonThread, Target } from "../skeleton/skeleton.ts";
import type { Tick } from "../support/limits.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { LockMarks } from "./lock-marks.ts";

/** Longer contents are not compared. */
const maxBytes = 256;

export class Correspondence {
  readonly variables = new Map<Term, Term>();
  readonly #variablesBack = new Map<Term, Term>();
  readonly objects = new Map<SharedObject, SharedObject>();
  readonly #objectsBack = new Map<SharedObject, SharedObject>();
  /** Pairs of terms that were found to correspond. */
  readonly #seen = new Map<Term, Term>();
  /** By lock: the mark of the one thread, and that of the other. */
  readonly marks = new Map<number, readonly [bigint, bigint]>();
  /** By lock: what both threads leave, find or look for there. */
  readonly common = new Map<number, Set<bigint>>();

  constructor(
    readonly terms: Terms,
    readonly tick: Tick,
    readonly locks: LockMarks,
  ) {}

  hasThreads(a: SkeletonThread, b: SkeletonThread): boolean {
    return (
      a.parent === b.parent &&
      a.events.length === b.events.length &&
      this.hasTerms(a.started, b.started) &&
      this.hasTerms(a.finished, b.finished) &&
      hasLists(a.events, b.events, (x, y) => this.#hasEvents(x, y)) &&
      hasLists(a.open, b.open, (x, y) => this.#hasOpenValues(x, y))
    );
  }

  #hasEvents(a: SkeletonEvent, b: SkeletonEvent): boolean {
    this.tick();
    return (
      a.site.function === b.site.function &&
      a.site.operation === b.site.operation &&
      a.isStep === b.isStep &&
      a.section === b.section &&
      a.starts.length === 0 &&
      b.starts.length === 0 &&
      hasLists(a.accesses, b.accesses, (x, y) => this.#hasAccesses(x, y)) &&
      [
        [a.occurs, b.occurs],
        [a.executed, b.executed],
        [a.blocked, b.blocked],
        [a.assumes, b.assumes],
        [a.ends, b.ends],
      ].every(([x, y]) => this.hasTerms(x as Term, y as Term)) &&
      hasLists(a.failures, b.failures, (x, y) => this.#hasFailures(x, y))
    );
  }

  #hasFailures(a: Failure, b: Failure): boolean {
    return a.property === b.property && a.kind === b.kind && a.harmless === b.harmless && this.hasTerms(a.when, b.when);
  }

  #hasAccesses(a: Access, b: Access): boolean {
    const flags = ["kind", "size", "settled", "undefined", "tolerant", "raceOnly", "atomic", "continues"] as const;
    if (!flags.every((f) => a[f] === b[f]) || !this.hasTerms(a.when, b.when) || !this.hasTerms(a.made, b.made)) return false;
    if (!hasLists(a.targets, b.targets, (x, y) => this.#hasTargets(x, y))) return false;
    if (a.raceOnly) return true;
    if (!hasLists(a.seesUnwritten ?? [], b.seesUnwritten ?? [], (x, y) => this.hasTerms(x, y))) return false;
    const lock = this.locks.touchOf(a);
    if (lock !== this.locks.touchOf(b) || lock === "partly") return false;
    if (lock !== "none") return this.#hasLockAccesses(a, b, lock);
    return a.kind === "read" ? this.#hasOptional(a.value ?? undefined, b.value ?? undefined) : this.#hasContents(a, b);
  }

  /** Both leave or find their marks, or the same number; or what they find is open. */
  #hasLockAccesses(a: Access, b: Access, lock: number): boolean {
    const [x, y] = [a.content(0, a.size), b.content(0, b.size)];
    if (x.op === "constant" && y.op === "constant") return this.#hasMarks(lock, x.value, y.value);
    // What is found has no bounds in common: no thread finds its own mark.
    const areOpen = this.locks.lockOf.has(x) && this.locks.lockOf.has(y);
    return a.kind === "read" && areOpen && pair(this.variables, this.#variablesBack, x, y);
  }

  #hasMarks(lock: number, x: bigint, y: bigint): boolean {
    if (x === y) {
      const common = this.common.get(lock);
      if (common === undefined) this.common.set(lock, new Set([x]));
      else common.add(x);
      return true;
    }
    const known = this.marks.get(lock);
    this.marks.set(lock, [x, y]);
    return known === undefined || (known[0] === x && known[1] === y);
  }

  #hasOptional(a: Term | undefined, b: Term | undefined): boolean {
    return a === undefined || b === undefined ? a === b : this.hasTerms(a, b);
  }

  #hasContents(a: Access, b: Access): boolean {
    if (a.size > maxBytes) return false;
    for (let from = 0; from < a.size; from += 8) {
      const size = Math.min(8, a.size - from);
      if (!this.hasTerms(a.content(from, size), b.content(from, size))) return false;
    }
    return true;
  }

  #hasTargets(a: Target, b: Target): boolean {
    if (!this.#hasObjects(a.object, b.object) || !this.hasTerms(a.when, b.when)) return false;
    if (typeof a.offset === "number" || typeof b.offset === "number") return a.offset === b.offset;
    return this.hasTerms(a.offset, b.offset);
  }

  #hasObjects(a: SharedObject, b: SharedObject): boolean {
    const alike =
      a === b ||
      (a.size === b.size && a.kind === b.kind && a.varies === b.varies && a.races === b.races && !a.image && a.image === b.image);
    return alike && pair(this.objects, this.#objectsBack, a, b);
  }

  #hasOpenValues(a: OpenValue, b: OpenValue): boolean {
    return (
      a.kind === b.kind &&
      a.freedom === b.freedom &&
      a.event?.index === b.event?.index &&
      String(a.values) === String(b.values) &&
      this.hasTerms(a.variable, b.variable) &&
      this.hasTerms(a.when, b.when) &&
      this.hasTerms(a.possible, b.possible)
    );
  }

  /** Whether the terms are equal but for variables that correspond. */
  hasTerms(a: Term, b: Term): boolean {
    const stack: [Term, Term][] = [[a, b]];
    while (stack.length > 0) {
      const [x, y] = stack.pop() as [Term, Term];
      if (this.#seen.get(x) === y) continue;
      this.tick();
      if (x.op !== y.op || x.width !== y.width || x.value !== y.value || x.op === "before") return false;
      if (x.op === "variable" && !this.#hasVariables(x, y)) return false;
      this.#seen.set(x, y);
      const [here, there] = [this.locks.comparison(x), this.locks.comparison(y)];
      if (here !== null || there !== null) {
        if (here === null || there === null || here.lock !== there.lock || !this.#hasMarks(here.lock, here.constant, there.constant))
          return false;
        if (!pair(this.variables, this.#variablesBack, here.variable, there.variable)) return false;
        continue;
      }
      for (const [i, arg] of x.args.entries()) stack.push([arg, y.args[i] as Term]);
    }
    return true;
  }

  #hasVariables(a: Term, b: Term): boolean {
    // What is found in a lock may be compared (above), not used.
    if (this.locks.lockOf.has(a) || this.locks.lockOf.has(b)) return false;
    const [x, y] = [this.terms.boundsOf(a), this.terms.boundsOf(b)];
    return x?.low === y?.low && x?.high === y?.high && pair(this.variables, this.#variablesBack, a, b);
  }
}

/** Notes that the two correspond. Returns false if one of them corresponds to another. */
function pair<T>(there: Map<T, T>, back: Map<T, T>, a: T, b: T): boolean {
  if ((there.get(a) ?? b) !== b || (back.get(b) ?? a) !== a) return false;
  there.set(a, b);
  back.set(b, a);
  return true;
}

const hasLists = <T>(a: readonly T[], b: readonly T[], have: (x: T, y: T) => boolean): boolean =>
  a.length === b.length && a.every((x, i) => have(x, b[i] as T));
