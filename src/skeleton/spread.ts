// The places of an access whose offset is not known: offsets in its object at equal distances. So the fields of array elements are
// distinguished from each other and from what is next to the array, and an unknown index does not spoil what is known of them.

import type { Term } from "../terms/term.ts";

/** Every `stride` bytes from the lowest to the highest place; the stride of a single place is 0. */
export interface Spread {
  readonly low: number;
  readonly high: number;
  readonly stride: number;
}

export const single = (at: number): Spread => ({ low: at, high: at, stride: 0 });
/** All places of both. */
export function hull(a: Spread, b: Spread): Spread {
  if (a === b) return a;
  const low = Math.min(a.low, b.low);
  return { low, high: Math.max(a.high, b.high), stride: gcd(gcd(a.stride, b.stride), a.low - b.low) };
}
/** Every place from 0 to `last`. */
export const anywhere = (last: number): Spread => ({ low: 0, high: Math.max(last, 0), stride: 1 });
export const moved = (s: Spread, by: number): Spread => ({ ...s, low: s.low + by, high: s.high + by });

/**
 * All distances from the start of a write (of `written` bytes) to the start of a read (of `size` bytes) at which the two overlap.
 */
export function overlaps(write: Spread, written: number, read: Spread, size: number): number[] {
  if (write.high + written <= read.low || read.high + size <= write.low) return [];
  const between = read.low - write.low;
  const unit = gcd(write.stride, read.stride);
  if (unit === 0) return [between];
  const out: number[] = [];
  // Begin with the smallest congruent distance above -size.
  for (let d = between - unit * Math.floor((between + size - 1) / unit); d < written; d += unit) out.push(d);
  return out;
}

/** The places of an access: a fixed one, those of its symbolic offset, or anywhere in its object. */
export function placesOf(target: PlacedTarget, size: number): Spread {
  const { object, offset, places } = target;
  return typeof offset === "number" ? single(offset) : (places ?? anywhere(object.size - size));
}

interface PlacedTarget {
  readonly object: { readonly size: number };
  readonly offset: number | Term;
  readonly places?: Spread | undefined;
}

export const mayMeet = (a: Spread, sizeA: number, b: Spread, sizeB: number): boolean => overlaps(a, sizeA, b, sizeB).length > 0;

export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
