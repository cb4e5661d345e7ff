// Steps of a graph that may show what the graph does not describe. In: what was followed for each control point. Out: once the values are known, whether a step may compute with addresses; and whether it may do that,
// read memory that was never written, or meet another freedom of the environment (execution/freedoms.ts).
//
// The executor notes all this where it happens, and the search says so. Steps that a reduction leaves out are not executed: the graph that describes them says whether something would be noted.
// Bytes are taken to be written if they are when the graph begins, and no object begins at their place later.

import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Term } from "../terms/term.ts";
import type { Point } from "./graph-point.ts";
import type { PathValues } from "./graph-values.ts";
import { isWritten } from "./machine-state.ts";

interface Computation {
  readonly words: readonly Term[];
  readonly when: "some" | "all";
}

const granule = 16;

export class Observations {
  readonly #computations = new Map<Point, Map<string, Computation>>();
  /** Points whose steps may read some bytes of an address as a number. */
  readonly #certain = new Set<Point>();
  /** Points at which the environment may act otherwise than the step says. */
  readonly #free = new Set<Point>();
  /** Bytes that must have been written. */
  readonly #required = new Map<Point, Set<number>>();
  /** Granules in which objects begin. */
  readonly #begun = new Set<number>();

  constructor(readonly machine: Machine) {}

  add(point: Point, words: readonly Term[], when: "some" | "all"): void {
    entry(this.#computations, point, () => new Map()).set(`${when} ${words.map((t) => t.id).join()}`, { words, when });
  }

  noteAddress(point: Point): void {
    this.#certain.add(point);
  }

  noteFreedom(point: Point): void {
    this.#free.add(point);
  }

  noteRequired(point: Point, address: number): void {
    entry(this.#required, point, () => new Set()).add(address);
  }

  noteBegun({ region, start, end }: MemoryObject): void {
    for (let at = Math.floor((region.base + start) / granule); at * granule < region.base + end; at++) this.#begun.add(at);
  }

  /** Whether the step at a point may compute with addresses: then it may go otherwise where objects lie elsewhere. */
  usesAddresses(point: Point, pathAt: (point: Point) => PathValues): boolean {
    if (this.#certain.has(point)) return true;
    const computations = this.#computations.get(point);
    if (computations === undefined) return false;
    const isNear = (v: bigint): boolean => this.machine.addresses.near(Number(BigInt.asIntN(32, v)), Number(BigInt.asIntN(32, v >> 32n)));
    const path = pathAt(point);
    const mayBeNear = (t: Term): boolean => {
      const values = path.of(t);
      return values === null || [...values].some(isNear);
    };
    for (const { words, when } of computations.values()) if (when === "all" ? words.every(mayBeNear) : words.some(mayBeNear)) return true;
    return false;
  }

  /** The words with which the step at a point computes. */
  wordsAt(point: Point): readonly Term[] {
    return [...(this.#computations.get(point)?.values() ?? [])].flatMap((c) => c.words);
  }

  /** Whether the step at a point may show anything that the graph does not describe. `copied`: bytes that are copied although they may be unwritten; if one is, any copy may be. */
  isSurprising(point: Point, copied: ReadonlySet<number>, pathAt: (point: Point) => PathValues): boolean {
    const isOpen = (address: number): boolean => !this.#isWritten(address);
    const required = this.#required.get(point) ?? new Set<number>();
    return this.#free.has(point) || [...required].some(isOpen) || [...copied].some(isOpen) || this.usesAddresses(point, pathAt);
  }

  #isWritten(address: number): boolean {
    if (this.#begun.has(Math.floor(address / granule))) return false;
    const o = this.machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
    if (o === null || !o.live) return false;
    const { written, base } = o.region;
    return written === null || isWritten(written[address - base] as number);
  }
}

function entry<K, V>(of: Map<K, V>, key: K, make: () => V): V {
  const value = of.get(key) ?? make();
  of.set(key, value);
  return value;
}
