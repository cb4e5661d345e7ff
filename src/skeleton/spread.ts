// Places in an object, in equal distances: where an access may go whose offset is not known. Fields of the elements of an array are told from
// each other and from what lies beside the array, so that an unknown index does not spoil what is known of them.

import type { Term } from "../terms/term.ts";

/** Every `stride` bytes from the lowest to the highest place; a single one has stride 0. */
export interface Spread {
  readonly low: number;
  readonly high: number;
  readonly stride: number;
}

export const single = (at: number): Spread => ({ low: at, high: at, stride: 0 });
/** Anywhere in so many bytes. */
export const anywhere = (last: number): Spread => ({ low: 0, high: Math.max(last, 0), stride: 1 });
export const moved = (s: Spread, by: number): Spread => ({ ...s, low: s.low + by, high: s.high + by });

/**
 * How far behind the start of a write (of `written` bytes) a read (of `size` bytes) may begin if they overlap at all: all such distances.
 */
export function overlaps(write: Spread, written: number, read: Spread, size: number): number[] {
  if (write.high + written <= read.low || read.high + size <= write.low) return [];
  const between = read.low - write.low;
  const unit = gcd(write.stride, read.stride);
  if (unit === 0) return [between];
  const out: number[] = [];
  // The least distance above -size that is congruent.
  for (let d = between - unit * Math.floor((between + size - 1) / unit); d < written; d += unit) out.push(d);
  return out;
}

/** The places of an access: one, those that its offset may mean, or anywhere in its object. */
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
