// Finds the values of an input that must be tried. In: the frames, innermost first. Out: the values; null: too many.
//
// These are one value for each case that the code after the input distinguishes (input-domains.ts). If that is not known: all values, if there
// are few.

import { bodyIfSupported, type Program } from "../program/program.ts";
import { findInputDomain, type InputFrame } from "./input-domains.ts";

/** All values of an input are tried up to this number: every character, but few of a wider input, which may count iterations of a loop. */
const maxListedValues = (bits: number): bigint => (bits <= 8 ? 256n : 16n);

/** `range`: the input lies between these values; the first is tried first. */
export function findInputValues(
  program: Program,
  frames: readonly InputFrame[],
  bits: number,
  range: { readonly first: bigint; readonly last: bigint } | null,
): readonly bigint[] | null {
  const { first, last } = range ?? { first: 0n, last: (1n << BigInt(bits)) - 1n };
  const isDescending = first > last;
  const [min, max] = isDescending ? [last, first] : [first, last];
  const count = max - min + 1n;
  const found =
    count <= 2n && range === null
      ? null
      : findInputDomain(frames, { values: [[min, max]], isDescending }, bits, (id) => {
          const f = program.functions[id];
          return f === undefined || f.external ? null : bodyIfSupported(f);
        });
  const all = (): bigint[] => Array.from({ length: Number(count) }, (_, v) => (isDescending ? max - BigInt(v) : min + BigInt(v)));
  return found ?? (count <= maxListedValues(bits) ? all() : null);
}
