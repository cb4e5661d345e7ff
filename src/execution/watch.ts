// What a probe has read. Whether a thread can complete its section follows from the thread's own state, the words of shared memory that it reads,
// with their marks, and the set of shared objects. As long as these are unchanged, so is the answer, whatever was executed and undone in between.

import type { Memory } from "./memory.ts";
import type { Region } from "./region.ts";

/** Maximum number of words: comparing more would cost as much as another probe. */
const maxWords = 64;

/** The marks of a word that is written. */
const isWritten = 0x01010101;

/** The marks of a word: with the same bytes, but unwritten, a section may continue (ADR 0037). */
const marksAt = ({ writtenWords }: Region, word: number): number => (writtenWords === null ? isWritten : (writtenWords[word] as number));

export class Watch {
  readonly #regions: Region[] = [];
  readonly #offsets: number[] = [];
  readonly #values: number[] = [];
  readonly #marks: number[] = [];
  #generation = -1;
  #spoiled = false;
  enabled = false;
  /** Even if nothing spurious happens. */
  proceeds = false;
  /** If it cannot: the threads that must act first (probes.ts). */
  needs: readonly (readonly number[])[] | null = null;
  /** The probe of the same step before this one. */
  other: Watch | null = null;

  /** Adds the words that hold these bytes: they were read or written. */
  add(region: Region, offset: number, size: number): void {
    const last = (offset + size - 1) >> 2;
    if (this.#spoiled || last - (offset >> 2) + this.#offsets.length > maxWords) {
      this.#spoiled = true;
      return;
    }
    for (let w = offset >> 2; w <= last; w++) {
      this.#regions.push(region);
      this.#offsets.push(w);
    }
  }

  /** Also watches what another one does. */
  include(other: Watch): void {
    this.#spoiled ||= other.#spoiled;
    for (let i = 0; i < other.#offsets.length; i++) {
      const offset = (other.#offsets[i] as number) << 2;
      this.add(other.#regions[i] as Region, offset, 4);
    }
  }

  /** The probe has read something that cannot be watched. */
  spoil(): void {
    this.#spoiled = true;
  }

  /** To be called after the probe is undone: the answer holds until a watched word changes. */
  seal(memory: Memory, enabled: boolean): void {
    this.enabled = enabled;
    if (this.#spoiled) return;
    this.#generation = memory.generation;
    for (let i = 0; i < this.#offsets.length; i++) {
      const [region, word] = [this.#regions[i] as Region, this.#offsets[i] as number];
      this.#values.push(region.words[word] as number);
      this.#marks.push(marksAt(region, word));
    }
  }

  holds(memory: Memory): boolean {
    if (this.#generation !== memory.generation) return false;
    for (let i = 0; i < this.#offsets.length; i++) {
      const region = this.#regions[i] as Region;
      const word = this.#offsets[i] as number;
      if (region.words[word] !== this.#values[i] || marksAt(region, word) !== this.#marks[i]) return false;
    }
    return true;
  }
}
