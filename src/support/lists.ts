// Functions on lists of any length. A list that is spread into the arguments of a call takes stack space for each element, and runs have many
// steps; these functions take the list itself (test/architecture.test.ts finds spreads).

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

export function insertAt<T>(list: T[], index: number, items: Iterable<T>): void {
  const rest = list.splice(index);
  append(list, items);
  append(list, rest);
}

/** The largest number, and at least `least`. */
export function maxOf(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const n of numbers) largest = Math.max(largest, n);
  return largest;
}

/** The smallest number, and at most `most`. */
export function minOf(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let smallest = most;
  for (const n of numbers) smallest = Math.min(smallest, n);
  return smallest;
}

/** The items for which something holds, and the others. */
export function split<T>(list: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  const first: T[] = [];
  const second: T[] = [];
  for (const item of list) (isFirst(item) ? first : second).push(item);
  return [first, second];
}
