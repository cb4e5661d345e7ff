// The values of an input that stand for all, at the place where it is asked for: those that the code behind it tells apart (input-domains.ts), else
// all of them where there are few. In: the frames, innermost first. Out: the values; null: too many.

import type { Program } from "../program/program.ts";
import { findInputDomain, type InputFrame } from "./input-domains.ts";
import { bodyOf } from "./reachable-functions.ts";

/** Inputs up to this width are listed whatever becomes of them. */
const listedBits = 8;

export function findInputValues(program: Program, frames: readonly InputFrame[], bits: number): readonly bigint[] | null {
  const found =
    bits === 1
      ? null
      : findInputDomain(frames, bits, (id) => {
          const f = program.functions[id];
          return f === undefined || f.external ? null : bodyOf(f);
        });
  return found ?? (bits <= listedBits ? Array.from({ length: 2 ** bits }, (_, v) => BigInt(v)) : null);
}
