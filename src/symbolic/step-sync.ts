// How a step synchronises, for races (docs/adr/0008). In: its accesses and edges, as they are followed. Out: which accesses are plain, and what orders the step.

import type { Term } from "../terms/term.ts";
import type { Touch } from "./way.ts";

/** What a model releases or acquires. */
export interface Edge {
  readonly object: Term;
  readonly index: Term;
}

export interface Synchronisation {
  /** Accesses that race with any conflicting one; all others are atomic. The end of an object is a write of it. */
  readonly plain: readonly Touch[];
  readonly acquires: readonly Edge[];
  readonly releases: readonly Edge[];
  /** It is a section of the library: nothing but its edges orders it. */
  readonly isLibrary: boolean;
  /** An atomic access orders less than it could. */
  readonly isWeak: boolean;
}

export const noSynchronisation: Synchronisation = { plain: [], acquires: [], releases: [], isLibrary: false, isWeak: false };

export class StepSync implements Synchronisation {
  readonly plain: Touch[] = [];
  readonly acquires: Edge[] = [];
  readonly releases: Edge[] = [];
  isLibrary = false;
  isWeak = false;
  /** In a section: accesses count as those of the caller. */
  #isCallers = false;

  begin(isUsers: boolean): void {
    this.isLibrary ||= !isUsers;
    this.#isCallers = false;
  }

  /** Accesses of the section count as said from here on: those of the caller are taken for plain ones. */
  mark(): void {
    this.#isCallers = true;
  }

  note(touch: Touch, isAtomic: boolean, isInSection: boolean): void {
    if (isInSection ? this.#isCallers : !isAtomic) this.plain.push(touch);
  }
}
