// The cells that may be resources, and the orders on them. In: two steps. Out: orders by cells that both touch, each made once.

import type { StateVariables } from "../symbolic/state-variables.ts";
import type { StepGraph } from "../symbolic/step-graph.ts";
import type { Range } from "./cells.ts";
import type { Proofs } from "./proofs.ts";
import { ResourceOrder } from "./resource-order.ts";
import type { Step, Steps, StepWay } from "./steps.ts";

const kinds = [
  { isSigned: true, isUpward: true },
  { isSigned: true, isUpward: false },
  { isSigned: false, isUpward: true },
  { isSigned: false, isUpward: false },
] as const;

export class ResourceOrders {
  readonly #known = new Map<string, readonly ResourceOrder[]>();

  constructor(
    readonly variables: StateVariables,
    readonly steps: Steps,
    readonly proofs: Proofs,
    readonly graph: StepGraph,
  ) {}

  /** Orders on the cells that the step and the way of the other both touch, one of them writing. */
  between(t: Step, way: StepWay): ResourceOrder[] {
    const places = new Map<string, Range>();
    for (const a of t.ways.flatMap((w) => w.touches))
      for (const b of way.touches)
        if (a.address === b.address && a.size === b.size && a.size <= 8 && (a.writes || b.writes)) places.set(`${a.address}:${a.size}`, a);
    return [...places].flatMap(([key, place]) => {
      const made = this.#known.get(key) ?? kinds.map(({ isSigned, isUpward }) => this.#make(place, isSigned, isUpward));
      this.#known.set(key, made);
      return made;
    });
  }

  #make({ address, size }: Range, isSigned: boolean, isUpward: boolean): ResourceOrder {
    return new ResourceOrder(this.variables, this.steps, this.proofs, this.graph, { address, size }, isSigned, isUpward);
  }
}
