// Places in abstract objects, as points-to sets have them: an object and the offsets at which a pointer may point into it. Every place has a
// number. Offsets are a fixed one, or all that differ from one by multiples of a stride: the fields of the elements of an array stay apart.

/** Where an object is made: an operation (counted through the blocks of its function, terminators included), in a call context. */
export interface MadeAt {
  readonly function: number;
  readonly operation: number;
  readonly context: string;
}

/**
 * All objects that are one to the analysis: a global, the instances of a thread-local, those that one operation makes on the stack or on the
 * heap. Functions are also objects: pointers point to them.
 */
export interface AbstractObject {
  readonly id: number;
  readonly kind: "global" | "thread-local" | "stack" | "heap" | "function";
  /** Of a global, a thread-local or a function: its number in the program. */
  readonly number: number;
  /** Of an object on the stack or on the heap. */
  readonly made: MadeAt | null;
  /** In bytes; null: not known, or not always the same. */
  readonly size: number | null;
  /** The variadic arguments of a call: pointers and numbers side by side, told apart by a format only. A number among them is not an address. */
  readonly isArguments?: boolean;
}

export interface Place {
  readonly object: AbstractObject;
  /** With a stride: one of the offsets, mostly that of an array in the object. */
  readonly at: number;
  /** 0: exactly this offset. */
  readonly stride: number;
}

/** The number of the place of which nothing is known: a number that was computed may be any address. */
export const anywhere = 0;

export class Places {
  readonly objects: AbstractObject[] = [];
  readonly #objects = new Map<string, AbstractObject>();
  readonly #places: (Place | null)[] = [null];
  readonly #numbers = new Map<string, number>();

  /** The object of this name, made on first use. */
  object(key: string, rest: Omit<AbstractObject, "id">): AbstractObject {
    let object = this.#objects.get(key);
    if (object === undefined) {
      object = { id: this.objects.length, ...rest };
      this.objects.push(object);
      this.#objects.set(key, object);
    }
    return object;
  }

  numberOf(object: AbstractObject, at: number, stride: number): number {
    const from = object.kind === "function" ? 0 : at;
    const by = object.kind === "function" ? 0 : stride;
    const key = `${object.id} ${from} ${by}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#places.length;
      this.#places.push({ object, at: from, stride: by });
      this.#numbers.set(key, number);
    }
    return number;
  }

  /** A place moved by a distance and by any multiple of a stride. */
  moved({ object, at, stride }: Place, by: number, step: number): number {
    const period = gcd(stride, step);
    return this.numberOf(object, period > 0 && by % period === 0 ? at : at + by, period);
  }

  /** Null: anywhere. */
  get(number: number): Place | null {
    return this.#places[number] ?? null;
  }
}

/** A range of bytes at a place; `size` may be infinite. */
export interface Extent {
  readonly at: number;
  readonly stride: number;
  readonly size: number;
}

/** Whether a byte may belong to both. */
export function mayOverlap(a: Extent, b: Extent): boolean {
  const period = gcd(a.stride, b.stride);
  if (period === 0) return a.at < b.at + b.size && b.at < a.at + a.size;
  const distance = modulo(b.at - a.at, period);
  return distance < a.size || period - distance < b.size;
}

/** Whether the two overlap only by being the same bytes. */
export function isSameCell(a: Extent, b: Extent): boolean {
  if (a.size !== b.size) return false;
  const period = gcd(a.stride, b.stride);
  return period === 0 ? a.at === b.at : period >= a.size && modulo(b.at - a.at, period) === 0;
}

/** Whether the range never contains only some bytes of the cell. */
export function isInside(cell: Extent, range: Extent): boolean {
  const period = gcd(cell.stride, range.stride);
  if (period === 0) return cell.at >= range.at && cell.at + cell.size <= range.at + range.size;
  const cutsElements = range.size > period && Number.isFinite(range.size) && range.size % period !== 0;
  return !cutsElements && modulo(cell.at - range.at, period) + cell.size <= Math.min(range.size, period);
}

export const modulo = (a: number, b: number): number => ((a % b) + b) % b;

export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}
