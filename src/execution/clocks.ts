// Vector clocks: immutable arrays indexed by thread; a missing entry is 0.

export type Clock = readonly number[];

export const emptyClock: Clock = [];

export function join(a: Clock, b: Clock): Clock {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  let grows = b.length > a.length;
  for (let i = 0; !grows && i < b.length; i++) grows = (b[i] as number) > (a[i] as number);
  if (!grows) return a;
  const out = a.slice();
  for (let i = 0; i < b.length; i++) {
    if (i >= out.length) out.push(b[i] as number);
    else if ((b[i] as number) > (out[i] as number)) out[i] = b[i] as number;
  }
  return out;
}

export function increment(clock: Clock, thread: number): Clock {
  const out = clock.slice();
  while (out.length <= thread) out.push(0);
  out[thread] = (out[thread] as number) + 1;
  return out;
}
