// A path through a thread's unrolled code: its condition, and the memory that only this thread sees. Paths fork at branches and merge where
// the code meets again.

import type { AccessAs } from "../../program/operations.ts";
import type { Tick } from "../../support/limits.ts";
import type { Bytes } from "../../symbolic/bytes.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import { VersionedMap } from "../../symbolic/versioned-map.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Section } from "./section.ts";
import { Views } from "./views.ts";

/** A path condition that remembers how it was built, so that merging both sides of a branch restores the condition before it. */
export interface PathCondition {
  readonly term: Term;
  readonly parent: PathCondition | null;
  readonly condition: Term;
  /** After a merge of paths that are not both sides of one branch: their conditions. The missing side may be merged later. */
  readonly parts?: readonly PathCondition[];
}

/** Conditions that are kept apart in a merge: a loop may be left after any of many iterations, and a function by many returns. */
const maxParts = 64;

export class Path {
  /** Objects whose bytes belong to this path alone and may be changed in place. */
  readonly #own = new Set<number>();

  constructor(
    readonly terms: Terms,
    public guard: PathCondition,
    readonly memory: VersionedMap<Bytes>,
    public section: Section | null,
    /** Globals and thread-locals as they were before any path of the thread accessed them. */
    readonly origins: Map<number, Bytes>,
    /** The nesting depth of atomic sections. */
    public depth: number,
    /** What the thread knows of shared memory, by the locks it holds. */
    readonly views: Views,
    /** Inside a section of the library: how accesses count that it makes for its caller; null: they are its own. */
    public accessAs: AccessAs | null = null,
    /** Steps of the thread, at least: of merged paths the fewest, and only steps that the skeleton has. */
    public steps = 0,
  ) {}

  static start(terms: Terms): Path {
    return new Path(terms, { term: terms.true, parent: null, condition: terms.true }, new VersionedMap(), null, new Map(), 0, new Views());
  }

  /** A copy of this path under a further condition. From now on neither path owns memory. */
  fork(condition: Term): Path {
    return new Path(
      this.terms,
      narrow(this.terms, this.guard, condition),
      this.snapshotMemory(),
      this.section,
      this.origins,
      this.depth,
      this.views.copy(),
      this.accessAs,
      this.steps,
    );
  }

  /** A snapshot of memory: from now on this path writes to copies. */
  snapshotMemory(): VersionedMap<Bytes> {
    this.#own.clear();
    return this.memory.copy();
  }

  bytesOf(object: number): Bytes | undefined {
    return this.memory.get(object);
  }

  /** The object's bytes, for writing. */
  ownBytes(object: number): Bytes {
    let bytes = this.memory.get(object) as Bytes;
    if (!this.#own.has(object)) {
      bytes = bytes.clone();
      this.memory.set(object, bytes);
      this.#own.add(object);
    }
    return bytes;
  }

  /** Adds an object that exists from the start, with its initial bytes. */
  addOrigin(object: number, bytes: Bytes): Bytes {
    const origin = this.origins.get(object) ?? bytes;
    this.origins.set(object, origin);
    this.memory.set(object, origin);
    return origin;
  }

  put(object: number, bytes: Bytes): void {
    this.memory.set(object, bytes);
    this.#own.add(object);
  }

  /** Merges two paths of one thread at the same point; `condition` distinguishes this one from the other. */
  merge(other: Path, tick: Tick): { readonly path: Path; readonly condition: Term } {
    const { terms } = this;
    const { guard, condition } = join(terms, this.guard, other.guard);
    const memory = this.memory.copy();
    this.memory.differs(other.memory, (object, mine, theirs) => {
      // An object that only one path has made: only on that path can anything point to it.
      const a = mine ?? this.origins.get(object);
      const b = theirs ?? this.origins.get(object);
      memory.set(object, a === undefined || b === undefined || a === b ? ((a ?? b) as Bytes) : a.merge(condition, b, tick));
      return false;
    });
    if (this.section !== other.section || this.depth !== other.depth)
      throw new Unsupported("an atomic section that only some merged paths are in");
    if (this.accessAs !== other.accessAs) throw new Unsupported("accesses that only some merged paths make for their caller");
    const views = this.views.merge(terms, condition, other.views);
    const steps = Math.min(this.steps, other.steps);
    return { path: new Path(terms, guard, memory, this.section, this.origins, this.depth, views, this.accessAs, steps), condition };
  }
}

/** Adds a condition. If it adds nothing, the guard stays the same object, so that a later merge recognises it. */
function narrow(terms: Terms, guard: PathCondition, condition: Term): PathCondition {
  const term = terms.and(guard.term, condition);
  return term === guard.term ? guard : { term, parent: guard, condition };
}

/** Joins conditions. Both sides of a branch make the condition before it; so a loop that certainly ends is left under the condition under which it was entered. */
function join(terms: Terms, a: PathCondition, b: PathCondition): { guard: PathCondition; condition: Term } {
  const parts = [...(a.parts ?? [a])];
  for (let next of b.parts ?? [b]) {
    for (let at = otherSide(terms, parts, next); at >= 0; at = otherSide(terms, parts, next)) {
      parts.splice(at, 1);
      next = next.parent as PathCondition;
    }
    parts.push(next);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined)
    return { guard: only, condition: a.parent !== null && a.parent === b.parent ? a.condition : a.term };
  const term = terms.any(parts.map((p) => p.term));
  return { guard: { term, parent: null, condition: term, ...(parts.length <= maxParts ? { parts } : {}) }, condition: a.term };
}

function otherSide(terms: Terms, parts: readonly PathCondition[], { parent, condition }: PathCondition): number {
  return parent === null ? -1 : parts.findIndex((p) => p.parent === parent && p.condition === terms.not(condition));
}
