// Which value a decision tries first: the one the variable had last (Pipatsrisawat and Darwiche 2007), in stable mode the one it had in the
// largest assignment without conflict (target). From time to time all phases are reset (Biere and Fleury 2020).

import type { Literal } from "../literal.ts";
import type { State } from "./state.ts";

const rephaseInterval = 1000;

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
    this.#nextRephase = rephaseInterval / intervalScale;
  }

  literal(variable: number, stable: boolean): Literal {
    const { targets, phases } = this.state;
    const phase = stable && targets[variable] !== 0 ? targets[variable] : phases[variable];
    return (variable << 1) | (phase > 0 ? 0 : 1);
  }

  /** Before a conflict is resolved: `consistent` literals of the trail were assigned without contradiction. */
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

  /** A new call, with other assumptions and clauses: what was large then says little now. */
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
    this.#nextRephase = conflicts + (rephaseInterval * count) / this.intervalScale;
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
