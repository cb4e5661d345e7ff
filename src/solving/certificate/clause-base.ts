// The checker's own clauses and unit propagation (two watched literals). In: clauses to add and to delete. Out: whether a clause follows by
// propagation alone (reverse unit propagation: Goldberg and Novikov 2003). It shares no code with the solver.
//
// Every clause here follows from the inputs, so units found without assumptions stay true when clauses are deleted: deletion matters for
// speed only, never for soundness.

import { type Literal, negate, variableOf } from "../literal.ts";

/** Less garbage than this is not worth a collection. */
const minDeletedWords = 1 << 16;

export class ClauseBase {
  /** Clauses end to end: size, then literals, the two watched ones first. A size of 0 or below marks a deleted clause. */
  #store = new Int32Array(1 << 12);
  #top = 1;
  #deletedWords = 0;
  /** By literal: pairs of a blocker (another literal of the clause) and the clause. */
  #watches: number[][] = [];
  #values = new Int8Array(128);
  #trail: Literal[] = [];
  #head = 0;
  /** Clauses by the hash of their literals. */
  #byHash = new Map<number, number[]>();
  /** The clauses are contradictory. */
  refuted = false;

  add(clause: readonly Literal[]): void {
    const literals = [...new Set(clause)];
    this.#makeRoom(literals);
    // True and unassigned literals first: the first two are watched.
    literals.sort((a, b) => this.#values[b] - this.#values[a]);
    const reference = this.#keep(literals);
    remember(this.#byHash, hashOf(literals), reference);
    if (this.refuted) return;
    const first = literals[0];
    if (first === undefined || this.#values[first] < 0) {
      this.refuted = true;
      return;
    }
    if (literals.length >= 2) this.#watch(reference);
    if (this.#values[first] === 0 && (literals.length === 1 || this.#values[literals[1]] < 0)) {
      this.#assign(first);
      if (!this.#propagate()) this.refuted = true;
    }
  }

  /** Deletes a clause. Returns false if it does not exist. */
  delete(clause: readonly Literal[]): boolean {
    const literals = [...new Set(clause)];
    const key = hashOf(literals);
    const references = this.#byHash.get(key) ?? [];
    const wanted = new Set(literals);
    const at = references.findIndex((reference) => {
      if (this.#store[reference] !== literals.length) return false;
      for (let i = 1; i <= literals.length; i++) if (!wanted.has(this.#store[reference + i])) return false;
      return true;
    });
    if (at < 0) return false;
    const [reference] = references.splice(at, 1);
    if (references.length === 0) this.#byHash.delete(key);
    this.#deletedWords += literals.length + 1;
    this.#store[reference] = -literals.length;
    if (this.#deletedWords > minDeletedWords && 2 * this.#deletedWords > this.#top) this.#collect();
    return true;
  }

  /** Whether propagation finds a contradiction if every literal is assumed false. */
  implies(clause: readonly Literal[]): boolean {
    if (this.refuted) return true;
    this.#makeRoom(clause);
    const mark = this.#trail.length;
    let contradiction = false;
    for (const literal of clause) {
      if (this.#values[literal] > 0) contradiction = true;
      else if (this.#values[literal] === 0) this.#assign(negate(literal));
    }
    if (!contradiction) contradiction = !this.#propagate();
    for (let i = mark; i < this.#trail.length; i++) {
      this.#values[this.#trail[i]] = 0;
      this.#values[negate(this.#trail[i])] = 0;
    }
    this.#trail.length = mark;
    this.#head = mark;
    return contradiction;
  }

  #assign(literal: Literal): void {
    this.#values[literal] = 1;
    this.#values[negate(literal)] = -1;
    this.#trail.push(literal);
  }

  /** Returns false if a clause has become false. */
  #propagate(): boolean {
    const values = this.#values;
    const store = this.#store;
    while (this.#head < this.#trail.length) {
      const falsified = negate(this.#trail[this.#head++]);
      const watches = this.#watches[falsified];
      let to = 0;
      let from = 0;
      let consistent = true;
      while (from < watches.length) {
        const blocker = watches[from];
        const reference = watches[from + 1];
        from += 2;
        const size = store[reference];
        if (size <= 0) continue;
        if (values[blocker] > 0) {
          watches[to++] = blocker;
          watches[to++] = reference;
          continue;
        }
        if (store[reference + 1] === falsified) {
          store[reference + 1] = store[reference + 2];
          store[reference + 2] = falsified;
        }
        const other = store[reference + 1];
        let at = 3;
        if (values[other] <= 0) while (at <= size && values[store[reference + at]] < 0) at++;
        if (values[other] <= 0 && at <= size) {
          const replacement = store[reference + at];
          store[reference + 2] = replacement;
          store[reference + at] = falsified;
          this.#watches[replacement].push(other, reference);
          continue;
        }
        watches[to++] = other;
        watches[to++] = reference;
        if (values[other] === 0) this.#assign(other);
        else if (values[other] < 0) {
          consistent = false;
          break;
        }
      }
      while (from < watches.length) watches[to++] = watches[from++];
      watches.length = to;
      if (!consistent) return false;
    }
    return true;
  }

  #keep(literals: readonly Literal[]): number {
    const reference = this.#top;
    const end = reference + 1 + literals.length;
    if (end > this.#store.length) {
      const larger = new Int32Array(2 * end);
      larger.set(this.#store);
      this.#store = larger;
    }
    this.#store[reference] = literals.length;
    this.#store.set(literals, reference + 1);
    this.#top = end;
    return reference;
  }

  #watch(reference: number): void {
    const first = this.#store[reference + 1];
    const second = this.#store[reference + 2];
    this.#watches[first].push(second, reference);
    this.#watches[second].push(first, reference);
  }

  /** Closes the gaps of deleted clauses. Nothing is assumed at this point, so the first two literals are still the right ones to watch. */
  #collect(): void {
    const old = this.#store;
    const end = this.#top;
    this.#store = new Int32Array(old.length);
    this.#top = 1;
    this.#deletedWords = 0;
    this.#byHash = new Map();
    for (const list of this.#watches) list.length = 0;
    for (let at = 1; at < end; at += Math.abs(old[at]) + 1) {
      if (old[at] <= 0) continue;
      const literals = Array.from(old.subarray(at + 1, at + 1 + old[at]));
      const reference = this.#keep(literals);
      remember(this.#byHash, hashOf(literals), reference);
      if (literals.length >= 2) this.#watch(reference);
    }
  }

  #makeRoom(literals: readonly Literal[]): void {
    for (const literal of literals) {
      const needed = 2 * variableOf(literal) + 2;
      if (needed > this.#values.length) {
        const larger = new Int8Array(2 * needed);
        larger.set(this.#values);
        this.#values = larger;
      }
      while (this.#watches.length < needed) this.#watches.push([]);
    }
  }
}

/** A hash that does not depend on the order of the literals. */
function hashOf(literals: readonly Literal[]): number {
  let sum = 0;
  let mixed = 0;
  for (const literal of literals) {
    sum = (sum + Math.imul(literal + 1, 0x9e3779b1)) | 0;
    mixed ^= Math.imul(literal + 0x7f4a7c15, 0x85ebca6b);
  }
  return sum ^ Math.imul(mixed, 31) ^ literals.length;
}

function remember(references: Map<number, number[]>, key: number, reference: number): void {
  const known = references.get(key);
  if (known === undefined) references.set(key, [reference]);
  else known.push(reference);
}
