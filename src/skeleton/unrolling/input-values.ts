// The values of an input that stand for all, where the unrolled program asks for it inside a section: whether the section can get through at all is a
// question about every one of them. In: the frames, innermost first. Out: the values, as the executor has them; null: too many.

import { findInputDomain, type InputFrame } from "../../analysis/input-domains.ts";
import { bodyOf } from "../../analysis/reachable-functions.ts";
import type { Program } from "../../program/program.ts";

/** Wider inputs are not listed value by value. */
const listedBits = 8;

export function inputValues(program: Program, frames: readonly InputFrame[], bits: number): readonly bigint[] | null {
  const found =
    bits === 1
      ? null
      : findInputDomain(frames, bits, (id) => {
          const f = program.functions[id];
          return f === undefined || f.external ? null : bodyOf(f);
        });
  return found ?? (bits <= listedBits ? Array.from({ length: 2 ** bits }, (_, v) => BigInt(v)) : null);
}
