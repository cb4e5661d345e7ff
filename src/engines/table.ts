// The table of engines: what the command line, the tests and the documentation read.

import { auto } from "./auto/auto.ts";
import type { AutoOptions, AutoTask } from "./auto/options.ts";
import type { Engine } from "./engine.ts";
import { explore } from "./explore/explore.ts";
import { staged } from "./staged/engine.ts";

export const engines: readonly AnyEngine[] = [auto, explore, staged];

/** A task with the options of every engine: which one runs it is the user's choice. */
export type AnyTask = AutoTask;
export type AnyEngine = Engine<AutoOptions>;
