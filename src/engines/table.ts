// The table of engines: what the command line, the tests and the documentation read.

import { auto } from "./auto/auto.ts";
import type { Engine } from "./engine.ts";
import { explore } from "./explore/explore.ts";
import { staged } from "./staged/engine.ts";

export const engines: readonly Engine[] = [auto, explore, staged];
