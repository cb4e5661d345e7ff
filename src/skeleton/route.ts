// A route: which sides of the program's branches were seen, by point. A point is the unroller's own name of a block: thread, calls, iterations.
// A program unrolled along a route stops where an unseen side begins, and says so (`Cut`); so a bound on loops is not needed.
//
// One run gives a route with one side per point; several runs give their union. Unseen sides cut off, that is FUSION's concurrent trace
// program of one run (FUSION, section 2.3); for all runs so far it is what TRACE asks its φ of (section 3). If no unseen side can be reached, no execution leaves the route:
// what holds of its skeleton holds of the program, for all interleavings and inputs.

/** Names a block of the unrolled program, a call through a pointer, or a `longjmp`. */
export type Point = string;

/** The name of a block within its thread: of the call it is in, and of the iterations (`orderOf`, analysis/loops.ts). */
export const blockKey = (call: string, order: readonly number[]): string => `${call}/${order.join()}`;

/** The name of an operation within its thread; it names the call that the operation makes. */
export const operationKey = (block: string, operation: number): string => `${block}:${operation}`;

/** The name of a frame's code from where a `longjmp` leads: after the `setjmp` with this number in its function. */
export const landingKey = (frame: string, operation: number): string => `${frame}^${operation}`;

/** The name of a `longjmp` as a point: the frame that it leads to has so many below it. Its side is the number of the `setjmp`. */
export const jumpKey = (operation: string, depth: number): string => `${operation}^${depth}`;

/** The name of a thread that such an operation starts. */
export const threadName = (parent: string, operation: string): string => `${parent}>${operation}`;

export const pointOf = (thread: string, key: string): Point => `${thread}|${key}`;

export class Route {
  /** Targets by point: of a branch the block, of a call through a pointer the function, of a `longjmp` the `setjmp`. */
  readonly #sides = new Map<Point, Set<number>>();
  /** Values of operands by the operation's point: what terms cannot express is followed with these only. By their texts. */
  readonly #values = new Map<Point, Map<string, readonly bigint[]>>();
  #size = 0;

  /** How many sides were seen. */
  get size(): number {
    return this.#size;
  }

  has(point: Point, side: number): boolean {
    return this.#sides.get(point)?.has(side) ?? false;
  }

  /** Returns whether the side is new. */
  add(point: Point, side: number): boolean {
    const sides = this.#sides.get(point) ?? new Set<number>();
    if (sides.has(side)) return false;
    sides.add(side);
    this.#sides.set(point, sides);
    this.#size++;
    return true;
  }

  /** The values that an operation was seen with. */
  valuesAt(point: Point): readonly (readonly bigint[])[] {
    return [...(this.#values.get(point)?.values() ?? [])];
  }

  /** Returns whether they are new. */
  addValues(point: Point, values: readonly bigint[]): boolean {
    const seen = this.#values.get(point) ?? new Map<string, readonly bigint[]>();
    if (seen.has(values.join())) return false;
    seen.set(values.join(), values);
    this.#values.set(point, seen);
    this.#size++;
    return true;
  }

  /** Adds the sides of another route. Returns how many of them are new. */
  addAll(other: Route): number {
    const before = this.#size;
    for (const [point, side] of other) this.add(point, side);
    for (const [point, seen] of other.#values) for (const values of seen.values()) this.addValues(point, values);
    return this.#size - before;
  }

  *[Symbol.iterator](): Generator<readonly [Point, number]> {
    for (const [point, sides] of this.#sides) for (const side of sides) yield [point, side];
  }

  /** Equal for equal routes. */
  get text(): string {
    const sides = [...this].map(([point, side]) => `${point}=${side}`);
    const values = [...this.#values].flatMap(([point, seen]) => [...seen.keys()].map((text) => `${point}~${text}`));
    return [...sides, ...values].sort().join(" ");
  }

  /** The route that such a text describes. Null: none. */
  static of(text: string): Route | null {
    const route = new Route();
    for (const entry of text === "" ? [] : text.split(" ")) {
      const [point, values] = entry.split("~") as [string, string | undefined];
      if (values !== undefined) {
        if (!/^\d+(,\d+)*$/.test(values)) return null;
        route.addValues(point, values.split(",").map(BigInt));
        continue;
      }
      const at = entry.lastIndexOf("=");
      const side = Number(entry.slice(at + 1));
      if (at < 0 || !Number.isInteger(side)) return null;
      route.add(entry.slice(0, at), side);
    }
    return route;
  }
}
