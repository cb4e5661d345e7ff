// Sets of unsigned integers as sorted, disjoint, closed intervals.

export type Interval = readonly [bigint, bigint];
export type IntervalSet = readonly Interval[];

export function intersect(a: IntervalSet, b: IntervalSet): IntervalSet {
  const out: Interval[] = [];
  for (const [al, ah] of a)
    for (const [bl, bh] of b) {
      const low = al > bl ? al : bl;
      const high = ah < bh ? ah : bh;
      if (low <= high) out.push([low, high]);
    }
  return out.sort(([x], [y]) => (x < y ? -1 : 1));
}

/** The elements of `all` that are not in `a`. */
export function subtract(all: IntervalSet, a: IntervalSet): IntervalSet {
  let rest = all;
  for (const [low, high] of a)
    rest = rest.flatMap(([l, h]): Interval[] => {
      if (h < low || l > high) return [[l, h]];
      const out: Interval[] = [];
      if (l < low) out.push([l, low - 1n]);
      if (h > high) out.push([high + 1n, h]);
      return out;
    });
  return rest;
}

export function union(a: IntervalSet, b: IntervalSet): IntervalSet {
  return [...a, ...subtract(b, a)].sort(([x], [y]) => (x < y ? -1 : 1));
}

/** The number of elements. */
export const sizeOf = (a: IntervalSet): bigint => a.reduce((n, [low, high]) => n + high - low + 1n, 0n);
