// Symmetries of a set of terms (Darga, Liffiton, Sakallah, Markov, DAC 2004: a formula as a coloured graph). In: the graph. Out: a permutation of its vertices that
// exchanges two vertices and keeps colours and edges; null if none is found.
//
// Colours are refined until every vertex differs from those with other surroundings; what is still alike is told apart by choosing one vertex on each side.
// The choice is not taken back: a symmetry may be missed. What is found is checked edge by edge, so a collision of hashes cannot make a wrong one.

import type { Tick } from "../support/limits.ts";

export interface Vertex {
  /** Vertices of different colours are never exchanged. */
  readonly colour: string;
  readonly children: readonly number[];
  /** The order of the children does not matter. */
  readonly commutes: boolean;
}

/** Choices after which the search gives up. */
const maxChoices = 40;

export class TermGraph {
  readonly #parents: number[][];
  readonly #initial: number[];

  constructor(
    readonly vertices: readonly Vertex[],
    readonly tick: Tick,
  ) {
    this.#parents = vertices.map(() => []);
    for (const [v, { children }] of vertices.entries()) for (const c of children) this.#parents[c]?.push(v);
    const numbers = new Map<string, number>();
    this.#initial = this.#refine(
      vertices.map(({ colour }) => {
        const known = numbers.get(colour) ?? numbers.size + 1;
        numbers.set(colour, known);
        return known;
      }),
    );
  }

  /** Whether the two may be exchanged, as far as their surroundings show. */
  areAlike(a: number, b: number): boolean {
    return this.#initial[a] === this.#initial[b];
  }

  /** A symmetry that exchanges the two: the image of each vertex; null: none was found. */
  exchange(a: number, b: number): readonly number[] | null {
    let left = this.#choose(this.#choose(this.#initial, a, 0), b, 1);
    let right = this.#choose(this.#choose(this.#initial, b, 0), a, 1);
    for (let n = 2; ; n++) {
      const there = byColour(right);
      const here = byColour(left);
      const open = [...here].find(([colour, list]) => list.length > 1 || there.get(colour)?.length !== 1);
      if (open === undefined) {
        const image = left.map((colour) => there.get(colour)?.[0] ?? -1);
        return this.#isSymmetry(image) ? image : null;
      }
      const [colour, [first]] = open as [number, [number]];
      const second = there.get(colour)?.find((v) => v === first) ?? there.get(colour)?.[0];
      if (n > maxChoices || second === undefined || there.get(colour)?.length !== here.get(colour)?.length) return null;
      [left, right] = [this.#choose(left, first, n), this.#choose(right, second, n)];
    }
  }

  #choose(colours: readonly number[], v: number, n: number): number[] {
    return this.#refine(colours.map((c, i) => (i === v ? mix(c, 0x51ed + n) : c)));
  }

  #refine(colours: readonly number[]): number[] {
    let now = colours.slice();
    for (let count = new Set(now).size; ; ) {
      now = now.map((c, v) => {
        this.tick();
        const { children, commutes } = this.vertices[v] as Vertex;
        let hash = mix(c, 0x9e37);
        let below = 0;
        for (const [i, child] of children.entries()) below = (below + mix(now[child] as number, commutes ? 1 : i + 1)) | 0;
        let above = 0;
        for (const p of this.#parents[v] as number[]) above = (above + mix(now[p] as number, 0x7f4a + this.#position(p, v))) | 0;
        hash = mix(mix(hash, below), above);
        return hash;
      });
      const next = new Set(now).size;
      if (next <= count) return now;
      count = next;
    }
  }

  #position(parent: number, child: number): number {
    const { children, commutes } = this.vertices[parent] as Vertex;
    return commutes ? 0 : children.indexOf(child);
  }

  #isSymmetry(image: readonly number[]): boolean {
    if (new Set(image).size !== image.length || image.includes(-1)) return false;
    return this.vertices.every((v, i) => {
      const w = this.vertices[image[i] as number] as Vertex;
      if (v.colour !== w.colour || v.children.length !== w.children.length) return false;
      const mapped = v.children.map((c) => image[c] as number);
      const [x, y] = v.commutes ? [mapped.sort(ascending), w.children.slice().sort(ascending)] : [mapped, w.children];
      return x.every((c, k) => c === y[k]);
    });
  }
}

const ascending = (a: number, b: number): number => a - b;

function byColour(colours: readonly number[]): Map<number, number[]> {
  const out = new Map<number, number[]>();
  for (const [v, c] of colours.entries()) {
    const list = out.get(c);
    if (list === undefined) out.set(c, [v]);
    else list.push(v);
  }
  return out;
}

/** A 32-bit hash of two numbers (the finaliser of MurmurHash3). */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ Math.imul(b, 0x85ebca6b), 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h + b, 0x85ebca6b);
  return h ^ (h >>> 13);
}
