// The successors of a block.

import type { Terminator } from "./operations.ts";

/** The blocks to which control may go, each once. */
export function successorsOf(t: Terminator): readonly number[] {
  switch (t.op) {
    case "jump":
      return [t.target];
    case "branch":
      return t.then === t.otherwise ? [t.then] : [t.then, t.otherwise];
    case "switch":
      return [...new Set([...t.cases.map((c) => c.target), t.fallback])];
    case "indirect-jump":
      return [...new Set(t.targets)];
    case "return":
    case "unreachable":
      return [];
  }
}
