// What ends the way to a formula before its end: the program is too large, or there is no more time. Whoever goes over many things (paths,
// bytes, pairs of events) calls `heed` for each of them; it looks at the clock now and then, and throws.

export class TooMuch {
  constructor(readonly what: "work" | "interrupted" | "rounds") {}
}

export type Heed = () => void;

/** Calls between two looks: a look costs as much as a few small steps. */
const stride = 32;

export function heeding(interrupted: () => boolean): Heed {
  let calls = 0;
  return () => {
    if (++calls % stride === 0 && interrupted()) throw new TooMuch("interrupted");
  };
}
