// Uniformly random choices from a seed; and random inputs. The same seed gives the same run.

import type { InputRange } from "../execution/contract.ts";
import type { Rng } from "../support/rng.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "./scheduler.ts";

export class RandomScheduler implements Scheduler {
  readonly isRandom = true;

  constructor(
    readonly rng: Rng,
    /** Fixed values of the first inputs, in the order in which the program asks for them. */
    readonly given: readonly bigint[] = [],
  ) {}

  #machine: MachineView | null = null;

  begin(machine: MachineView): void {
    this.#machine = machine;
  }

  pick(_machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const [first] = candidates;
    if (first === undefined) return "stuck";
    return candidates.length === 1 ? first : this.rng.pick(candidates);
  }

  choose(count: number): number {
    return this.rng.below(count);
  }

  input(bits: number, _what: string, _thread: number, range: InputRange | null): bigint {
    return this.given[this.#machine?.inputs.length ?? 0] ?? randomInput(this.rng, bits, range);
  }

  unwritten(bits: number, settled: bigint | null): bigint {
    return settled ?? randomInput(this.rng, bits, null);
  }
}

/** A value of so many bits, each byte of which is this one. */
export const repeated = (byte: bigint, bits: number): bigint =>
  Array.from({ length: bits / 8 }).reduce((value: bigint) => (value << 8n) | byte, 0n);

/** A random input. Small and extreme values are likelier than others: programs compare with them. */
export function randomInput(rng: Rng, bits: number, range: InputRange | null): bigint {
  if (range !== null) return randomFrom(rng, range);
  if (bits === 1) return BigInt(rng.below(2));
  switch (rng.below(8)) {
    case 0:
      return 0n;
    case 1:
      return 1n;
    case 2:
    case 3:
      return BigInt(rng.below(8));
    case 4:
      return BigInt.asUintN(bits, BigInt(-1 - rng.below(4)));
    case 5: {
      const edge = 1n << BigInt(bits - 1);
      return BigInt.asUintN(bits, edge + BigInt(rng.below(3)) - 1n);
    }
    case 6:
      return BigInt.asUintN(bits, BigInt(rng.below(256)));
    default:
      return BigInt.asUintN(bits, any(rng));
  }
}

/** A random value of a range. Its ends are likelier than what lies between. */
function randomFrom(rng: Rng, { first, last }: InputRange): bigint {
  const [min, max] = first < last ? [first, last] : [last, first];
  const count = max - min + 1n;
  const below = (n: bigint): bigint => (n <= 0xffffffffn ? BigInt(rng.below(Number(n))) : any(rng) % n);
  if (first === 0n && last === 127n && rng.below(2) === 0) return BigInt(48 + rng.below(10)); // a character: often a digit
  const few = below(count < 3n ? count : 3n);
  switch (rng.below(4)) {
    case 0:
      return min + few;
    case 1:
      return max - few;
    default:
      return min + below(count);
  }
}

const any = (rng: Rng): bigint => (BigInt(rng.nextUint32()) << 32n) | BigInt(rng.nextUint32());
