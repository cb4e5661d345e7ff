// Packs plain immutable data into nested arrays that JSON can hold, and unpacks it. In: numbers, strings, booleans, null, bigints, arrays,
// objects. Out: `Packed` and its tables; unpacking returns equal data.
//
// Objects of one kind have the same keys in the same order, so that a number in a table of key lists (shapes) replaces the keys. Small objects
// that recur (operands, types) are stored once, and unpacked to the same object.

/** The first element of an array. From `firstShape` on it is the number of a list of keys. */
enum Tag {
  Array = 0,
  BigInt = 1,
  Shared = 2,
}
const firstShape = 3;
/** An object with at most this many fields, none of them an object, is stored once. */
const maxSharedFields = 3;

export type Packed = number | string | boolean | null | readonly Packed[];

export interface Tables {
  readonly shapes: readonly (readonly string[])[];
  readonly shared: readonly Packed[];
}

export class Packer implements Tables {
  readonly shapes: string[][] = [];
  readonly shared: Packed[] = [];
  readonly #shapeNumbers = new Map<string, number>();
  readonly #sharedNumbers = new Map<string, number>();

  pack(value: unknown): Packed {
    switch (typeof value) {
      case "number":
      case "string":
      case "boolean":
        return value;
      case "bigint":
        return [Tag.BigInt, String(value)];
      case "object":
        if (value === null) return null;
        if (Array.isArray(value)) return [Tag.Array, ...value.map((v) => this.pack(v))];
        return this.#packObject(value as Readonly<Record<string, unknown>>);
      default:
        throw new Error(`a ${typeof value} cannot be packed`);
    }
  }

  #packObject(value: Readonly<Record<string, unknown>>): Packed {
    const keys = Object.keys(value);
    const packed: Packed = [firstShape + this.#shapeNumber(keys), ...keys.map((k) => this.pack(value[k]))];
    const isSmall = keys.length <= maxSharedFields && keys.every((k) => typeof value[k] !== "object" || value[k] === null);
    return isSmall ? [Tag.Shared, this.#sharedNumber(packed)] : packed;
  }

  #shapeNumber(keys: string[]): number {
    return numberOf(this.#shapeNumbers, keys.join(), this.shapes, keys);
  }

  #sharedNumber(packed: Packed): number {
    return numberOf(this.#sharedNumbers, JSON.stringify(packed), this.shared, packed);
  }
}

/** The number of the entry in the list; adds the entry if it is new. */
function numberOf<T>(numbers: Map<string, number>, key: string, list: T[], entry: T): number {
  let n = numbers.get(key);
  if (n === undefined) {
    n = list.push(entry) - 1;
    numbers.set(key, n);
  }
  return n;
}

export class Unpacker {
  /** Shared objects that were unpacked, by number. */
  readonly #unpacked: unknown[] = [];

  constructor(readonly tables: Tables) {}

  unpack(packed: Packed): unknown {
    if (typeof packed !== "object" || packed === null) return packed;
    const tag = packed[0] as number;
    switch (tag) {
      case Tag.Array: {
        const out: unknown[] = [];
        for (let i = 1; i < packed.length; i++) out.push(this.unpack(packed[i] as Packed));
        return out;
      }
      case Tag.BigInt:
        return BigInt(packed[1] as string);
      case Tag.Shared: {
        const n = packed[1] as number;
        this.#unpacked[n] ??= this.unpack(this.tables.shared[n] as Packed);
        return this.#unpacked[n];
      }
      default: {
        const keys = this.tables.shapes[tag - firstShape] as readonly string[];
        const out: Record<string, unknown> = {};
        for (let i = 0; i < keys.length; i++) out[keys[i] as string] = this.unpack(packed[i + 1] as Packed);
        return out;
      }
    }
  }
}
