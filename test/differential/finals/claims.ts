// Claims about final values whose truth is known. In: all final states of a program, with how many interleavings end in each. Out: assertions that few orders fail, and some that none fails.

import type { Rng } from "../../../src/support/rng.ts";
import type { Watched } from "./generate.ts";

/** The value of each watched object, as an unsigned number. */
export type Final = readonly bigint[];

export interface Claim {
  readonly text: string;
  /** Some interleaving fails it. */
  readonly isUnsafe: boolean;
}

/** Claims that fail in as few interleavings as any of their kind, and one that holds in all; that one is missing if none was found. */
export function drawClaims(rng: Rng, watched: readonly Watched[], finals: ReadonlyMap<Final, number>): readonly Claim[] {
  const states = [...finals.keys()];
  const all = watched.map((_, i) => i);
  const unsafe = rng.chance(0.7) ? rarest(watched, someOf(rng, all), finals) : bound(rng, watched, states, true);
  const safe = rng.chance(0.75) ? absent(rng, watched, states) : bound(rng, watched, states, false);
  return [rarest(watched, all, finals), unsafe, ...(safe === null ? [] : [safe])];
}

/** The values of these objects that the fewest interleavings leave. */
function rarest(watched: readonly Watched[], chosen: readonly number[], finals: ReadonlyMap<Final, number>): Claim {
  const counts = new Map<string, { values: readonly bigint[]; count: number }>();
  for (const [state, count] of finals) {
    const values = chosen.map((i) => state[i] as bigint);
    const before = counts.get(values.join());
    counts.set(values.join(), { values, count: count + (before?.count ?? 0) });
  }
  let least: { values: readonly bigint[]; count: number } | null = null;
  for (const entry of counts.values()) if (least === null || entry.count < least.count) least = entry;
  return { text: notAll(watched, chosen, least?.values ?? []), isUnsafe: true };
}

/** Attempts to put values together that occur, and never at once. */
const attempts = 20;

function absent(rng: Rng, watched: readonly Watched[], states: readonly Final[]): Claim | null {
  for (let n = 0; n < attempts; n++) {
    const chosen = someOf(rng, [...watched.keys()]);
    const values = chosen.map((i) =>
      mixed(rng, watched[i] as Watched, (rng.pick(states) as Final)[i] as bigint, (rng.pick(states) as Final)[i] as bigint),
    );
    if (states.some((s) => chosen.every((i, k) => s[i] === values[k]))) continue;
    return { text: notAll(watched, chosen, values), isUnsafe: false };
  }
  return null;
}

/** One of two values, or some bytes of each; or a value with one bit changed. */
function mixed(rng: Rng, { bytes }: Watched, a: bigint, b: bigint): bigint {
  if (rng.chance(0.2)) return a ^ (1n << BigInt(rng.below(8 * bytes)));
  if (bytes === 1 || rng.chance(0.5)) return a;
  const low = (1n << BigInt(8 * rng.between(1, bytes - 1))) - 1n;
  return (a & ~low) | (b & low);
}

/** The largest value that an object has in the end is reached, and not exceeded. */
function bound(rng: Rng, watched: readonly Watched[], states: readonly Final[], isUnsafe: boolean): Claim {
  const i = rng.below(watched.length);
  const w = watched[i] as Watched;
  let most = 0n;
  for (const s of states) if ((s[i] as bigint) > most) most = s[i] as bigint;
  return { text: `assert(${unsigned(w)} ${isUnsafe ? "<" : "<="} ${most}ULL);`, isUnsafe };
}

function someOf(rng: Rng, all: readonly number[]): readonly number[] {
  const chosen = [...all];
  while (chosen.length > 1 && rng.chance(0.7)) chosen.splice(rng.below(chosen.length), 1);
  return chosen;
}

const notAll = (watched: readonly Watched[], chosen: readonly number[], values: readonly bigint[]): string =>
  `assert(!(${chosen.map((i, k) => `${unsigned(watched[i] as Watched)} == ${values[k]}ULL`).join(" && ")}));`;

const types: Readonly<Record<number, string>> = { 1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long" };

const unsigned = ({ value, bytes }: Watched): string => `(${types[bytes]})${value}`;
