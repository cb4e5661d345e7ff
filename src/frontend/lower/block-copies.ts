// Emits copies of blocks of memory: struct assignments, arguments passed by value, memcpy of a known size.

import { integer } from "../../program/operations.ts";
import type { AccessAddress, Lowering } from "./lowering.ts";

/** A block of up to this size is copied piece by piece, so that another thread may see a part of it; a larger one is copied in one step. */
const maxTornBytes = 64;

/** Pieces have the width of the alignment (at most 8 bytes), so that pointers are copied as a whole. */
export function copyBlock(f: Lowering, to: AccessAddress, from: AccessAddress, size: number, align: number): void {
  const step = (to.private && from.private) || size > maxTornBytes ? size : Math.min(Math.max(align, 1), 8);
  for (let offset = 0; offset < size; offset += step) {
    const piece = integer(BigInt(Math.min(step, size - offset)), f.pointerBits);
    const at = BigInt(offset);
    f.emit({
      op: "copy-in",
      ...from,
      address: f.addOffset(from.address, at),
      base: from.base ?? (offset > 0 ? from.address : null),
      size: piece,
    });
    f.emit({ op: "copy-out", ...to, address: f.addOffset(to.address, at), base: to.base ?? (offset > 0 ? to.address : null), size: piece });
  }
}
