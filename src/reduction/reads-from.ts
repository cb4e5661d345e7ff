// The fallback of `rf` where a search with one run per reads-from class (engines/explore/reads-from-search.ts) is not possible: wake-up trees
// over a dependence in which stores that are never observed commute (observation.ts). At most one run per trace; one run if threads only
// write.

import type { Reduction } from "./search.ts";
import { wakeupTrees } from "./wakeup-trees.ts";

export const readsFrom: Reduction = { ...wakeupTrees, name: "rf", observes: true };
