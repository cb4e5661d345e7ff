// The values of an input that stand for all, at the place where it is asked for: those that the code behind it tells apart (input-domains.ts), else
// all of them where there are few. In: the frames, innermost first. Out: the values; null: too many.

import type { Program } from "../program/program.ts";
import { findInputDomain, type InputFrame } from "./input-domains.ts";
import { bodyOf } from "./reachable-functions.ts";

/** Inputs of at most so many values are listed for every use: characters; of what is wider, where each may stand for a loop, few. */
const listed = (bits: number): bigint => (bits <= 8 ? 256n : 16n);

/** `range`: between which values it lies; the first is tried first. */
export function findInputValues(
  program: Program,
  frames: readonly InputFrame[],
  bits: number,
  range: { readonly first: bigint; readonly last: bigint } | null,
): readonly bigint[] | null {
  const { first, last } = range ?? { first: 0n, last: (1n << BigInt(bits)) - 1n };
  const isDown = first > last;
  const [least, most] = isDown ? [last, first] : [first, last];
  const count = most - least + 1n;
  const found =
    count <= 2n && range === null
      ? null
      : findInputDomain(frames, { values: [[least, most]], isDown }, bits, (id) => {
          const f = program.functions[id];
          return f === undefined || f.external ? null : bodyOf(f);
        });
  const all = (): bigint[] => Array.from({ length: Number(count) }, (_, v) => (isDown ? most - BigInt(v) : least + BigInt(v)));
  return found ?? (count <= listed(bits) ? all() : null);
}
