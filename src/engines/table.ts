// The table of engines: what the command line, the tests and the documentation read.

import { auto } from "./auto/auto.ts";
import type { AutoOptions } from "./auto/options.ts";
import type { Engine, EngineResult, EngineTask } from "./engine.ts";
import { type ExploreOptions, explore } from "./explore/explore.ts";
import { fusion } from "./fusion/engine.ts";
import type { FusionOptions } from "./fusion/options.ts";
import { guided } from "./guided/engine.ts";
import type { GuidedOptions } from "./guided/options.ts";
import { staged } from "./staged/engine.ts";
import type { StagedOptions } from "./staged/options.ts";
import { symex } from "./symex/engine.ts";
import type { SymexOptions } from "./symex/options.ts";

/** The options of each engine. */
export interface EngineOptions {
  readonly auto: AutoOptions;
  readonly explore: ExploreOptions;
  readonly fusion: FusionOptions;
  readonly guided: GuidedOptions;
  readonly staged: StagedOptions;
  readonly symex: SymexOptions;
}

export type EngineName = keyof EngineOptions;

/** An engine by its name, with the options that it takes. */
export type EngineChoice<Name extends EngineName = EngineName> = {
  [N in Name]: { readonly name: N; readonly options: EngineOptions[N] };
}[Name];

const table: { readonly [N in EngineName]: Engine<EngineOptions[N]> } = { auto, explore, fusion, guided, staged, symex };

/** One of the engines, for a task that has the options of all of them. */
export type AnyEngine = Engine<AutoOptions & ExploreOptions & FusionOptions & GuidedOptions & StagedOptions & SymexOptions>;

export const engines: readonly AnyEngine[] = Object.values(table);

export function runEngine<Name extends EngineName>(
  { name, options }: EngineChoice<Name>,
  task: Omit<EngineTask, "options">,
): Promise<EngineResult> {
  return table[name].run({ ...task, options });
}
