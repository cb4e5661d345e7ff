// Uniformly random choices from a seed: the same seed gives the same run.

import type { InputRange } from "../execution/contract.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { Rng } from "../support/rng.ts";
import type { Scheduler } from "./scheduler.ts";

export class RandomScheduler implements Scheduler {
  readonly isRandom = true;

  constructor(
    readonly rng: Rng,
    /** Fixed values for the first inputs, in order of asking. */
    readonly given: readonly bigint[] = [],
  ) {}

  #machine: Machine | null = null;
  /** Of this run, what every byte holds that nobody has written and that has copies: so all copies of one are equal. */
  #carried: bigint | null = null;

  begin(machine: Machine): void {
    this.#machine = machine;
    this.#carried = null;
  }

  pick(_machine: Machine, candidates: readonly Thread[]): Thread {
    return candidates.length === 1 ? (candidates[0] as Thread) : this.rng.pick(candidates);
  }

  choose(count: number): number {
    return this.rng.below(count);
  }

  input(bits: number, _what: string, _thread: number, range: InputRange | null): bigint {
    return this.given[this.#machine?.inputs.length ?? 0] ?? randomInput(this.rng, bits, range);
  }

  unwritten(bits: number, settled: bigint | null, _thread: number, isCarried: boolean): bigint {
    if (settled !== null || !isCarried) return settled ?? randomInput(this.rng, bits, null);
    this.#carried ??= randomInput(this.rng, 8, null);
    return repeated(this.#carried, bits);
  }
}

/** So many bits of one byte after the other. */
export const repeated = (byte: bigint, bits: number): bigint =>
  Array.from({ length: bits / 8 }).reduce((value: bigint) => (value << 8n) | byte, 0n);

/** Small and extreme values are likelier than others: programs compare with them. */
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

/** The ends of a range are likelier than what lies between. */
function randomFrom(rng: Rng, { first, last }: InputRange): bigint {
  const [least, most] = first < last ? [first, last] : [last, first];
  const count = most - least + 1n;
  const below = (n: bigint): bigint => (n <= 0xffffffffn ? BigInt(rng.below(Number(n))) : any(rng) % n);
  if (first === 0n && last === 127n && rng.below(2) === 0) return BigInt(48 + rng.below(10)); // a character: often a digit
  const few = below(count < 3n ? count : 3n);
  switch (rng.below(4)) {
    case 0:
      return least + few;
    case 1:
      return most - few;
    default:
      return least + below(count);
  }
}

const any = (rng: Rng): bigint => (BigInt(rng.nextUint32()) << 32n) | BigInt(rng.nextUint32());
