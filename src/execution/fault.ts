// An error of the program, as it is thrown; and why an access is one.

import type { ErrorKind } from "../program/operations.ts";
import { hex, toNumber } from "./address.ts";
import { describeObject, type MemoryObject } from "./memory-object.ts";

/** An error of the program, raised at the operation that commits it. */
export class Fault {
  constructor(
    readonly kind: ErrorKind,
    readonly message: string,
    /** The object that was used after its end: before it, there would have been no fault. */
    readonly dead: MemoryObject | null = null,
    /** The object that the error is about. */
    readonly object: MemoryObject | null = dead,
    /** Where the access begins in that object; null if it is not an access. */
    readonly offset: number | null = null,
  ) {}
}

/** Why an access is a fault. `o`: the object at the address, live or dead. */
export function faultOf(o: MemoryObject | null, low: number, high: number, size: number, describePosition: (at: number) => string): Fault {
  const address = toNumber(low, high);
  const bytes = `${size} byte${size === 1 ? "" : "s"}`;
  if (address < 4096)
    return new Fault(
      "null-dereference",
      address === 0 ? `access of ${bytes} through a null pointer` : `access of ${bytes} at offset ${address} of a null pointer`,
    );
  if (o === null) return new Fault("invalid-pointer", `access of ${bytes} at 0x${hex(low, high)}, outside every object`);
  const offset = address - o.address;
  if (!o.live) {
    if (o.kind === "heap" || o.kind === "internal")
      return new Fault("use-after-free", `access of ${bytes} in ${describeObject(o)}, which was freed`, o, o, offset);
    if (o.endedAt !== 0)
      return new Fault(
        "use-after-scope",
        `access of ${bytes} in ${describeObject(o)}, whose scope ended at ${describePosition(o.endedAt)}`,
        o,
        o,
        offset,
      );
    return new Fault("use-after-return", `access of ${bytes} in ${describeObject(o)}, whose function has returned`, o, o, offset);
  }
  return new Fault("out-of-bounds", `access of ${bytes} at offset ${offset} of ${describeObject(o)}`, null, o, offset);
}
