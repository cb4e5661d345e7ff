// The state that the procedures of the core share: assignment, trail, clauses, watches. It can assign, backtrack and attach; the
// procedures decide when.
//
// A reason says why a variable has its value: 0: none (a decision); positive: a clause of the arena; `byTheory`: the theory, which has not
// been asked to explain it yet; below that: the other literal of a binary clause.

import type { Literal } from "../literal.ts";
import { Arena, headerSize } from "./arena.ts";
import { VariableHeap } from "./heap.ts";
import { enlarge, Lists } from "./lists.ts";

export const noReason = 0;
export const byTheory = -1;
export const byBinary = (other: Literal): number => -2 - other;
export const otherOf = (reason: number): Literal => -2 - reason;

/** A conflict is a clause of the arena, or this value, with the two literals in `binaryConflict`. */
export const inBinary = -1;

export class State {
  variables = 0;
  /** By literal: 1 true, -1 false, 0 open. */
  values = new Int8Array(128);
  /** By variable. */
  levels = new Int32Array(64);
  reasons = new Int32Array(64);
  positions = new Int32Array(64);
  /** The last value (phase saving); the value in the largest recent assignment without conflict (target), and since the last rephasing (best). */
  phases = new Int8Array(64);
  initialPhases = new Int8Array(64);
  targets = new Int8Array(64);
  bests = new Int8Array(64);
  observed = new Uint8Array(64);

  trail = new Int32Array(64);
  assigned = 0;
  /** The number of literals of the trail that are propagated. */
  head = 0;
  limits = new Int32Array(64);
  level = 0;

  readonly arena = new Arena();
  /** By literal: the other literal of each of its binary clauses. */
  readonly binaries = new Lists();
  /** By literal: pairs of blocker and clause. */
  readonly watches = new Lists();
  readonly heap = new VariableHeap();
  irredundant: number[] = [];
  redundant: number[] = [];
  transient: number[] = [];
  binaryClauses = 0;
  readonly binaryConflict: [Literal, Literal] = [0, 0];

  /** The clauses are contradictory without any assumption. */
  refuted = false;
  propagations = 0;
  /** Words of clauses and watches visited: the measure of work by which procedures are scheduled. */
  ticks = 0;

  get bytes(): number {
    const lists = this.binaries.bytes + this.watches.bytes + 8 * (this.irredundant.length + this.redundant.length);
    return 4 * this.arena.data.length + lists + this.heap.bytes + 26 * this.levels.length + 4 * this.limits.length;
  }

  newVariable(): number {
    const variable = this.variables++;
    if (variable >= this.levels.length) this.#grow(2 * this.levels.length);
    this.phases[variable] = -1;
    this.initialPhases[variable] = -1;
    this.binaries.addLists(2);
    this.watches.addLists(2);
    this.heap.addVariable(variable);
    return variable;
  }

  #grow(length: number): void {
    const bytes = (array: Int8Array, to: number): Int8Array<ArrayBuffer> => {
      const larger = new Int8Array(to);
      larger.set(array);
      return larger;
    };
    this.values = bytes(this.values, 2 * length);
    this.phases = bytes(this.phases, length);
    this.initialPhases = bytes(this.initialPhases, length);
    this.targets = bytes(this.targets, length);
    this.bests = bytes(this.bests, length);
    this.observed = new Uint8Array(bytes(new Int8Array(this.observed.buffer), length).buffer);

    this.levels = enlarge(this.levels, length);
    this.reasons = enlarge(this.reasons, length);
    this.positions = enlarge(this.positions, length);
    this.trail = enlarge(this.trail, length);
  }

  assign(literal: Literal, reason: number): void {
    const variable = literal >> 1;
    this.values[literal] = 1;
    this.values[literal ^ 1] = -1;
    this.levels[variable] = this.level;
    this.reasons[variable] = reason;
    this.positions[variable] = this.assigned;
    this.trail[this.assigned++] = literal;
  }

  openLevel(): void {
    // Assumptions that hold already also get a level, so there may be more levels than variables.
    if (this.level >= this.limits.length) this.limits = enlarge(this.limits, 2 * this.limits.length);
    this.limits[this.level++] = this.assigned;
  }

  /** Undoes all levels above `level`. */
  backtrack(level: number): void {
    if (level >= this.level) return;
    const { trail, values, phases, heap } = this;
    const keep = this.limits[level];
    for (let i = this.assigned - 1; i >= keep; i--) {
      const literal = trail[i];
      values[literal] = 0;
      values[literal ^ 1] = 0;
      phases[literal >> 1] = (literal & 1) === 0 ? 1 : -1;
      heap.insert(literal >> 1);
    }
    this.assigned = keep;
    if (this.head > keep) this.head = keep;
    this.level = level;
  }

  addBinary(a: Literal, b: Literal): void {
    this.binaries.push(a, b);
    this.binaries.push(b, a);
    this.binaryClauses++;
  }

  /** The first two literals are watched. */
  attach(reference: number): void {
    const first = this.arena.data[reference + headerSize];
    const second = this.arena.data[reference + headerSize + 1];
    this.watches.pushPair(first, second, reference);
    this.watches.pushPair(second, first, reference);
  }
}
