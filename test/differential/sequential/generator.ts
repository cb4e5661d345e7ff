// The state of one generation: the random stream, the names used, what the program needs at its start (headers, helper functions),
// and the scope of the function being written: its lvalues, how often the current statement runs, and
// which locals the expression being written must not access (so that no two unsequenced parts conflict).

import type { Rng } from "../../../src/support/rng.ts";
import type { RecordType } from "./records.ts";
import { type Block, block, type Expr, type Item, item, type Part, type Stmt } from "./tree.ts";
import { type DataModel, type IntType, type IntTypes, intTypes, type Range, type Scalar } from "./types.ts";

/** An lvalue of scalar type that random code may read and perhaps write. */
export interface Place {
  readonly type: Scalar;
  /** Every stored value is in this range (null: that of the type). */
  readonly range: Range | null;
  /** Its text; an array element gets a new index at every use. */
  readonly parts: (g: Generator) => readonly Part[];
  /** Set for a plain local that nothing points to: expressions may write it, and effects are tracked under this name. */
  readonly key: string | null;
  readonly writable: boolean;
  /** A pointer to it may be made: neither a bit-field nor a packed member nor one with a key. */
  readonly addressable: boolean;
  readonly bitWidth: number | null;
  readonly tags: readonly string[];
}

export function place(type: Scalar, parts: (g: Generator) => readonly Part[], rest: Partial<Place> = {}): Place {
  return { type, range: null, parts, key: null, writable: true, addressable: false, bitWidth: null, tags: [], ...rest };
}

/** A function without side effects: usable anywhere in an expression. */
export interface PureFunction {
  readonly name: string;
  readonly params: readonly Scalar[];
  readonly result: Scalar;
  readonly cost: number;
  readonly tags: readonly string[];
}

export interface Scope {
  places: Place[];
  /** How often the statement being written runs per call. */
  weight: number;
  /** Expressions evaluated per call, roughly. */
  cost: number;
  /** No writes to globals, no output, no static locals. */
  readonly pure: boolean;
  breakable: boolean;
  continuable: boolean;
}

/** Bounds that keep a whole run below some 200,000 operations. */
const costLimit = 1500;
const weightLimit = 300;

export class Generator {
  readonly types: IntTypes;
  readonly includes = new Set<string>(["stdio.h", "limits.h", "stddef.h", "stdint.h"]);
  readonly helpers = new Map<string, Item>();
  readonly records: RecordType[] = [];
  readonly globals: Place[] = [];
  readonly constants: Place[] = [];
  readonly pureFunctions: PureFunction[] = [];
  /** File-scope items in order, after the helpers. */
  readonly items: Item[] = [];
  scope: Scope = emptyScope(false);
  banRead: ReadonlySet<string> = new Set();
  banWrite: ReadonlySet<string> = new Set();
  private readonly written = new Set<string>();
  private names = 0;

  constructor(
    readonly rng: Rng,
    readonly model: DataModel,
    /** Whether random scalars may be floating; a gadget for floating point always has them. */
    readonly floats = true,
  ) {
    this.types = intTypes[model];
  }

  fresh(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  helper(name: string, make: () => Item): string {
    if (!this.helpers.has(name)) this.helpers.set(name, make());
    return name;
  }

  /** A file-scope item that is written at most once, before the function being written. */
  once(name: string, make: () => Item): string {
    if (!this.written.has(name)) {
      this.written.add(name);
      this.items.push(make());
    }
    return name;
  }

  include(header: string): void {
    this.includes.add(header);
  }

  /** Any integer type up to 64 bits. */
  intType(): IntType {
    return this.rng.chance(0.25) ? this.rng.pick(this.types.named) : this.rng.pick(this.types.basic);
  }

  spend(units = 1): void {
    this.scope.cost += this.scope.weight * units;
  }

  /** Whether something that costs `units` each time may be put here. */
  affords(units: number): boolean {
    return this.scope.cost + this.scope.weight * units < costLimit;
  }

  affordsLoop(trips: number): boolean {
    return this.scope.weight * trips <= weightLimit && this.affords(trips * 6);
  }

  /** Writes `make` as a part that is evaluated unsequenced with `others`. */
  beside<T>(others: readonly Expr[], make: () => T): T {
    const { banRead, banWrite } = this;
    this.banRead = new Set([...banRead, ...others.flatMap((e) => [...e.writes])]);
    this.banWrite = new Set([...banWrite, ...others.flatMap((e) => [...e.reads, ...e.writes])]);
    const result = make();
    this.banRead = banRead;
    this.banWrite = banWrite;
    return result;
  }

  /** Expressions evaluated in no particular order: arguments, initialisers. */
  unsequenced(makers: readonly (() => Expr)[]): Expr[] {
    const made: Expr[] = [];
    for (const make of makers) made.push(this.beside(made, make));
    return made;
  }

  readable(): Place[] {
    return this.scope.places.filter((p) => p.key === null || !this.banRead.has(p.key));
  }

  writable(): Place[] {
    return this.scope.places.filter((p) => p.writable && (p.key === null || !this.banWrite.has(p.key)));
  }

  /** Runs `make` with new places visible only inside, and its statements as a block that runs `trips` times. */
  block(make: () => readonly Stmt[], options: { trips?: number; loop?: boolean; switched?: boolean } = {}): Block {
    const { scope } = this;
    const { places, weight, breakable, continuable } = scope;
    scope.places = places.slice();
    scope.weight = weight * (options.trips ?? 1);
    if (options.loop) scope.breakable = scope.continuable = true;
    if (options.switched) scope.breakable = true;
    const items = make();
    scope.places = places;
    scope.weight = weight;
    scope.breakable = breakable;
    scope.continuable = continuable;
    return block(items);
  }

  /** Runs `make` with only these places visible; afterwards its declarations and the earlier places are visible. */
  only<T>(places: readonly Place[], make: () => T): T {
    const before = this.scope.places;
    this.scope.places = [...places];
    const result = make();
    this.scope.places = [...before, ...this.scope.places.slice(places.length)];
    return result;
  }

  /** Runs `make` in the scope of a new function and returns its result and the cost of a call. */
  inFunction<T>(pure: boolean, make: () => T): { result: T; cost: number } {
    const outer = this.scope;
    this.scope = emptyScope(pure);
    this.scope.places.push(...this.constants, ...(pure ? [] : this.globals));
    const result = make();
    const cost = this.scope.cost + 2;
    this.scope = outer;
    return { result, cost };
  }
}

function emptyScope(pure: boolean): Scope {
  return { places: [], weight: 1, cost: 0, pure, breakable: false, continuable: false };
}

/** The function every program folds its values into; printed at the end. */
export function checksumItem(): Item {
  return item`static unsigned long long checksum = 0x9e3779b97f4a7c15ULL;
static void mix(unsigned long long v) {
  checksum ^= v + 0x517cc1b727220a95ULL + (checksum << 6) + (checksum >> 2);
  checksum *= 0x100000001b3ULL;
}`;
}
