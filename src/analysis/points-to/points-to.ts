// Points-to analysis of a whole program (inclusion-based, Andersen 1994): what the pointers of each function may point to. In: a program, library
// models included. Out: per instance of a function the places of an operand, and the functions that a call may reach.
//
// Not sensitive to the order of operations. Objects are told apart by where they are made, fields by their offsets (places.ts), calls of the library by
// the call of the program (instances.ts). A pointer whose origin is not known may point anywhere. Pointers that are read from memory
// that was never written are not among them: they point to no object.

import type { Operand } from "../../program/operations.ts";
import type { Program } from "../../program/program.ts";
import type { Tick } from "../../support/limits.ts";
import { Constraints } from "./constraints.ts";
import { PointerGraph } from "./graph.ts";
import { type Context, type FunctionInstance, Instances } from "./instances.ts";
import { anywhere, type Place, Places } from "./places.ts";

/** Programs with more operations in their instances are not analysed: most have a few thousand. */
const maxOperations = 16_000;

export class PointsTo {
  readonly places = new Places();
  readonly instances: Instances;
  readonly constraints: Constraints;
  /** The analysis was given up. */
  readonly isTooLarge: boolean = false;
  readonly #graph: PointerGraph;

  /** Throws `LimitReached` if `tick` does. */
  constructor(
    readonly program: Program,
    tick: Tick,
  ) {
    const graph = new PointerGraph(this.places, program.pointerBits / 8);
    const fresh: FunctionInstance[] = [];
    const instances = new Instances(program, graph, (instance) => fresh.push(instance));
    const constraints = new Constraints(program, this.places, graph, instances);
    this.#graph = graph;
    this.instances = instances;
    this.constraints = constraints;
    constraints.addImages();
    instances.get(program.entry, "");
    let operations = 0;
    while (fresh.length > 0 && !this.isTooLarge) {
      for (let next = fresh.pop(); next !== undefined && !this.isTooLarge; next = fresh.pop()) {
        tick();
        for (const b of next.body?.blocks ?? []) operations += b.operations.length;
        this.isTooLarge = operations > maxOperations;
        constraints.add(next);
      }
      graph.solve(tick);
    }
  }

  /** The instance of a function in a context; undefined: it is never called there. */
  instance(id: number, context: Context): FunctionInstance | undefined {
    return this.instances.find(id, context);
  }

  /** Nothing is known of pointers: the program writes through one of unknown origin. */
  get isLost(): boolean {
    return this.#graph.isLost;
  }

  /** The places that an operand may point to. Null: anywhere. */
  placesOf(instance: FunctionInstance, o: Operand): readonly Place[] | null {
    if (this.isLost && o.kind === "register") return null;
    const node = this.constraints.node(instance, o);
    const places: Place[] = [];
    for (const number of node === null ? [] : this.#graph.placesOf(node)) {
      const place = this.places.get(number);
      if (place === null) return null;
      places.push(place);
    }
    return places;
  }

  /** Whether some of these bytes may belong to the address of an object, as far as its origin is known. */
  mayHoldAddress(place: Place, size: number): boolean {
    return this.#graph.nodesIn(place, size).some((node) => [...this.#graph.placesOf(node)].some((p) => p !== anywhere));
  }
}
