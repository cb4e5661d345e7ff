// What a way of a step graph tells of synchronisation. In: the paths on which it is taken, as they become known. Out: its edges by name, and the values of the cells that it writes.

import { noValues, type PathValues, unite } from "./graph-values.ts";
import type { ValueSet } from "./host.ts";
import type { StateVariables } from "./state-variables.ts";
import type { Edge } from "./step-sync.ts";
import type { Way } from "./way.ts";

/** Equal names mean that an acquire sees a release. Null: what is meant is not determined. */
export type EdgeNames = readonly string[] | null;

export interface Written {
  readonly before: ValueSet;
  readonly after: ValueSet;
}

export class WaySync {
  /** Undefined: the way was not taken yet. */
  #acquires: EdgeNames | undefined;
  #releases: EdgeNames | undefined;
  readonly #written: Written[];

  constructor(
    readonly variables: StateVariables,
    readonly way: Way,
  ) {
    this.#written = way.cells.map(() => ({ before: noValues, after: noValues }));
  }

  get acquires(): EdgeNames {
    return this.#acquires ?? null;
  }

  get releases(): EdgeNames {
    return this.#releases ?? null;
  }

  /** The values of the cells that it writes, before and after it, in the order of the way. */
  get written(): readonly Written[] {
    return this.#written;
  }

  /** The way is taken on this path. */
  take(path: PathValues): void {
    const { acquires, releases } = this.way.sync;
    this.#acquires = both(this.#acquires, namesOf(acquires, path));
    this.#releases = both(this.#releases, namesOf(releases, path));
    for (const [i, { address, size, value }] of this.way.cells.entries()) {
      const { before, after } = this.#written[i] as Written;
      this.#written[i] = { before: unite(before, path.of(this.variables.cell(address, size))), after: unite(after, path.of(value)) };
    }
  }
}

const both = (known: EdgeNames | undefined, names: EdgeNames): EdgeNames =>
  known === undefined || (known !== null && names !== null && known.join() === names.join()) ? names : null;

function namesOf(edges: readonly Edge[], path: PathValues): EdgeNames {
  const names: string[] = [];
  for (const { object, index } of edges) {
    const [o, i] = [path.of(object), path.of(index)];
    if (o?.size !== 1 || i?.size !== 1) return null;
    names.push(`${[...o][0]} ${[...i][0]}`);
  }
  return names;
}
