// A yes or no that follows from the values of some variables, as it was in the last two states in which these differed. In: cells and registers, and the state at hand. Out: the answer, if what
// holds the values is as it was then.
//
// A search asks for the same conditions in every state, and changes a few words with every step, most of them back and forth. Comparing words costs a tenth of computing with their values. What is compared
// says all that the values depend on: the words of memory, whether an object lies there, in which function a frame is.

import { nextInput } from "../execution/input-values.ts";
import type { Machine } from "../execution/machine.ts";
import type { Region } from "../execution/region.ts";
import type { Scalar } from "../program/operations.ts";
import type { StateVariable } from "../symbolic/state-variables.ts";

interface WatchedCell {
  readonly region: Region;
  readonly offset: number;
  readonly firstWord: number;
  readonly lastWord: number;
}

interface WatchedRegister {
  readonly thread: number;
  readonly level: number;
  readonly register: number;
}

/** Comparing more would cost more than it saves. */
const maxWords = 32;

export class WatchedValues {
  readonly #cells: WatchedCell[] = [];
  readonly #registers: WatchedRegister[] = [];
  readonly #now: number[] = [];
  #last: readonly number[] | null = null;
  #lastAnswer = false;
  #other: readonly number[] | null = null;
  #otherAnswer = false;

  private constructor(readonly machine: Machine) {}

  /** Null: not all of them can be watched. */
  static of(machine: Machine, variables: readonly StateVariable[]): WatchedValues | null {
    const watched = new WatchedValues(machine);
    let words = 0;
    for (const v of variables) {
      if (v.kind === "register") watched.#registers.push(v);
      else if (v.kind !== "cell") return null;
      else {
        const high = Math.floor(v.address / 2 ** 32);
        const region = machine.memory.regionOf(v.address | 0, high);
        // How many inputs were taken is not in memory.
        if (region === null || v.address === nextInput) return null;
        const offset = v.address - region.base;
        const lastWord = (offset + v.size - 1) >> 2;
        words += lastWord - (offset >> 2) + 1;
        watched.#cells.push({ region, offset, firstWord: offset >> 2, lastWord });
      }
    }
    return words > maxWords ? null : watched;
  }

  /** The answer in the state at hand; `compute` is asked if it is not known. */
  answer(compute: () => boolean): boolean {
    this.#read();
    if (this.#last !== null && isEqual(this.#last, this.#now)) return this.#lastAnswer;
    const [last, answer] = [this.#last, this.#lastAnswer];
    if (this.#other !== null && isEqual(this.#other, this.#now)) {
      [this.#last, this.#lastAnswer] = [this.#other, this.#otherAnswer];
    } else {
      const now = this.#now.slice();
      const computed = compute();
      [this.#last, this.#lastAnswer] = [now, computed];
    }
    [this.#other, this.#otherAnswer] = [last, answer];
    return this.#lastAnswer;
  }

  #read(): void {
    const { machine } = this;
    const now = this.#now;
    let n = 0;
    for (const { region, offset, firstWord, lastWord } of this.#cells) {
      now[n++] = offset < region.next && region.objects[(region.owner[offset >>> 4] as number) - 1] !== undefined ? 1 : 0;
      for (let w = firstWord; w <= lastWord; w++) now[n++] = region.words[w] ?? 0;
    }
    for (const { thread, level, register } of this.#registers) {
      const t = machine.threads[thread];
      if (t === undefined || level > t.depth) {
        now[n++] = -1;
        continue;
      }
      const id = level === t.depth ? t.fn.id : t.functionAt(level);
      const fn = machine.code[id];
      const slot = fn?.slots[register] ?? -1;
      now[n++] = id;
      if (fn === undefined || slot < 0) continue;
      const at = (level === t.depth ? t.base : t.baseAt(level)) + slot;
      const { bits } = fn.body.registers[register] as Scalar;
      for (let i = 0; 32 * i < bits; i++) now[n++] = t.registers[at + i] as number;
    }
    if (now.length !== n) now.length = n;
  }
}

function isEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
