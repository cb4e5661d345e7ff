// Reads-from classes where they are coarser than traces: wake-up trees over a dependence in which stores to a place that is never
// observed commute (observation.ts). Never more runs than one per trace; one run if threads only write. It is what `rf` falls back to where
// one run per class (engines/explore/reads-from-search.ts) cannot be had.

import type { Reduction } from "./search.ts";
import { wakeupTrees } from "./wakeup-trees.ts";

export const readsFrom: Reduction = { ...wakeupTrees, name: "rf", observes: true };
