// Phases: the value a decision tries first. It is the variable's last value (Pipatsrisawat and Darwiche 2007), or in stable mode its value
// in the largest assignment without conflict (target phases). At intervals all phases are reset (Biere and Fleury 2020).

import type { Literal } from "../literal.ts";
import type { State } from "./state.ts";

/** Conflicts before the first rephasing; later intervals grow by as many each. */
const rephaseIntervalConflicts = 1000;

export class Phases {
  #targetSize = 0;
  #bestSize = 0;
  #rephasings = 0;
  #nextRephase: number;
  #random = 0x2545f491;

  constructor(
    readonly state: State,
    readonly intervalScale: number,
  ) {
    this.#nextRephase = rephaseIntervalConflicts / intervalScale;
  }

  literal(variable: number, stable: boolean): Literal {
    const { targets, phases } = this.state;
    const phase = stable && targets[variable] !== 0 ? targets[variable] : phases[variable];
    return (variable << 1) | (phase > 0 ? 0 : 1);
  }

  /** Called before a conflict is resolved: the first `consistent` literals of the trail were assigned without conflict. */
  note(consistent: number): void {
    if (consistent > this.#targetSize) {
      this.#targetSize = consistent;
      this.#copyTo(this.state.targets, consistent);
    }
    if (consistent > this.#bestSize) {
      this.#bestSize = consistent;
      this.#copyTo(this.state.bests, consistent);
    }
  }

  #copyTo(phases: Int8Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const literal = this.state.trail[i];
      phases[literal >> 1] = (literal & 1) === 0 ? 1 : -1;
    }
  }

  /** Forgets the largest assignments: for a new call, with other assumptions and clauses, or a new mode. */
  forgetSizes(): void {
    this.#targetSize = 0;
    this.#bestSize = 0;
  }

  isDue(conflicts: number): boolean {
    return conflicts >= this.#nextRephase;
  }

  rephase(conflicts: number): void {
    const { state } = this;
    const count = ++this.#rephasings;
    this.#nextRephase = conflicts + (rephaseIntervalConflicts * count) / this.intervalScale;
    const kind = count % 6;
    for (let v = 0; v < state.variables; v++) {
      const best = state.bests[v] === 0 ? state.phases[v] : state.bests[v];
      if (kind === 1) state.phases[v] = state.initialPhases[v];
      else if (kind === 3) state.phases[v] = -state.initialPhases[v];
      else if (kind === 5) state.phases[v] = this.#coin() ? 1 : -1;
      else state.phases[v] = best;
    }
    state.targets.fill(0);
    state.bests.fill(0);
    this.forgetSizes();
  }

  #coin(): boolean {
    this.#random ^= this.#random << 13;
    this.#random ^= this.#random >>> 17;
    this.#random ^= this.#random << 5;
    return (this.#random & 1) === 1;
  }
}
