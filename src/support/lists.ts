// Lists of any length. Where a list is spread into the arguments of a call each element takes a place on the stack, and a run has many steps:
// these take it as it is (test/architecture.test.ts looks for the others).

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

export function insertAt<T>(list: T[], index: number, items: Iterable<T>): void {
  const behind = list.splice(index);
  append(list, items);
  append(list, behind);
}

/** The largest, and not less than `least`. */
export function maxOf(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const n of numbers) largest = Math.max(largest, n);
  return largest;
}

/** The smallest, and not more than `most`. */
export function minOf(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let smallest = most;
  for (const n of numbers) smallest = Math.min(smallest, n);
  return smallest;
}
