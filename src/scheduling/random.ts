// Uniformly random choices from a seed: the same seed gives the same run.

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

  begin(machine: Machine): void {
    this.#machine = machine;
  }

  pick(_machine: Machine, candidates: readonly Thread[]): Thread {
    return candidates.length === 1 ? (candidates[0] as Thread) : this.rng.pick(candidates);
  }

  choose(count: number): number {
    return this.rng.below(count);
  }

  input(bits: number): bigint {
    return this.given[this.#machine?.inputs.length ?? 0] ?? randomInput(this.rng, bits);
  }

  unwritten(bits: number, settled: bigint | null): bigint {
    return settled ?? randomInput(this.rng, bits);
  }
}

/** Small and extreme values are likelier than others: programs compare with them. */
export function randomInput(rng: Rng, bits: number): bigint {
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
      return BigInt.asUintN(bits, (BigInt(rng.nextUint32()) << 32n) | BigInt(rng.nextUint32()));
  }
}
