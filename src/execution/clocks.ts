// Vector clocks: immutable arrays indexed by thread; a missing entry is 0.

export type Clock = readonly number[];

export const emptyClock: Clock = [];

export function join(a: Clock, b: Clock): Clock {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  let grows = b.length > a.length;
  for (let i = 0; !grows && i < b.length; i++) grows = (b[i] as number) > (a[i] as number);
  if (!grows) return a;
  const out: number[] = [];
  const n = Math.max(a.length, b.length);
  for (let i = 0; i < n; i++) out.push(Math.max(a[i] ?? 0, b[i] ?? 0));
  return out;
}

export function tick(clock: Clock, thread: number): Clock {
  const out = clock.slice();
  while (out.length <= thread) out.push(0);
  out[thread] = (out[thread] as number) + 1;
  return out;
}
