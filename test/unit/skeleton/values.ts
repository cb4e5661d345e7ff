// Values of terms under one assignment of all variables: a symbolic computation must give the same value for every assignment.

import type { Rng } from "../../../src/support/rng.ts";
import { evaluate } from "../../../src/terms/evaluate.ts";
import type { Term } from "../../../src/terms/term.ts";
import type { Terms } from "../../../src/terms/terms.ts";

export class Values {
  readonly #chosen = new Map<string, bigint>();

  constructor(
    readonly terms: Terms,
    readonly rng: Rng,
  ) {}

  /** A new variable, and its value. */
  fresh(width: number, value = this.random(width)): Term {
    const name = `v${this.#chosen.size}`;
    this.#chosen.set(name, value);
    return this.terms.variable(name, width);
  }

  random(width: number): bigint {
    let value = 0n;
    for (let i = 0; i < width; i += 8) value = (value << 8n) | BigInt(this.rng.below(256));
    return BigInt.asUintN(width, value);
  }

  /** Chooses another value for a variable. */
  set(variable: Term, value: bigint): void {
    this.#chosen.set(variable.name, value);
  }

  of(term: Term): bigint {
    return evaluate(term, {
      variable: (name) => {
        const value = this.#chosen.get(name);
        if (value === undefined) throw new Error(`no value for ${name}`);
        return value;
      },
      before: () => {
        throw new Error("no order here");
      },
    });
  }

  /** Bytes, first one lowest. */
  constant(bytes: readonly number[]): Term {
    let value = 0n;
    for (const b of [...bytes].reverse()) value = (value << 8n) | BigInt(b);
    return this.terms.constant(value, 8 * bytes.length);
  }
}
