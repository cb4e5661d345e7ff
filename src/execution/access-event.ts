// An access to memory as a step makes it.

import type { MemoryOrder } from "../program/operations.ts";
import type { MemoryObject } from "./memory-object.ts";

export type AccessKind = "read" | "write" | "update";

/** One access of a step, as traces show it. */
export interface AccessEvent {
  readonly kind: AccessKind | "free";
  readonly object: MemoryObject;
  readonly offset: number; // within the object
  readonly size: number;
  readonly low: number;
  readonly high: number;
  readonly order: MemoryOrder | null;
}
