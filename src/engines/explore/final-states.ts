// The set of final states of a search: each combination of values of the program's globals once, with the number of runs that reached it.
// Reductions that explore one run per class of equivalent runs preserve the set, but not the numbers.

import { finalEnd, globalValues } from "../../execution/final-state.ts";
import type { Machine } from "../../execution/machine.ts";
import { coversAll, type FinalState, type FinalStates } from "../../reports/report.ts";
import type { EngineResult } from "../engine.ts";

export class FinalStateCollector {
  readonly #states = new Map<string, { -readonly [K in keyof FinalState]: FinalState[K] }>();
  #cutShort = 0;

  readonly note = (machine: Machine): void => {
    const end = finalEnd(machine);
    if (end === "cut-short") this.#cutShort++;
    if (end === null || end === "cut-short") return;
    const values = globalValues(machine);
    const key = [end, ...values.map((v) => `${v.name} = ${v.value.text}`)].join("\n");
    const known = this.#states.get(key);
    if (known !== undefined) known.count++;
    else this.#states.set(key, { end, count: 1, values });
  };

  readonly clear = (): void => {
    this.#states.clear();
    this.#cutShort = 0;
  };

  /** The result with the states; the set is complete if everything was tried. */
  addTo(result: EngineResult): EngineResult {
    const isComplete = [...result.findings.values()].every((f) => f.kind === "candidate" || (f.kind === "covered" && coversAll(f.scope)));
    const states = [...this.#states.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, s]) => s);
    const finalStates: FinalStates = { complete: isComplete, cutShort: this.#cutShort, states };
    return { ...result, stats: { ...result.stats, finalStates } };
  }
}
