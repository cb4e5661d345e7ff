// What an expression reads that depends on inputs. In: reads of memory and registers, while an expression is evaluated for the inputs at hand. Out: terms over inputs, and for which inputs the
// evaluation goes the same way.
//
// Whatever is read is fixed to its value, so that the result holds for the inputs that give the same values. Where operators can be computed with terms (open-values.ts), only what they decide is fixed:
// then the result holds for more of them.

import type { Register } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";

export interface OpenReads {
  readonly terms: Terms;
  /** Bytes of memory, the first in the lowest bits; null: they have one value for all inputs. */
  bytes(address: number, size: number): Term | null;
  register(thread: number, level: number, register: Register, bits: number): Term | null;
  /** Decides a condition for the inputs at hand. What the evaluation gives holds for inputs that decide it alike. */
  decide(condition: Term): boolean;
  /** Fixes a term to its value for the inputs at hand. */
  pin(term: Term): bigint;
  /** Fixes everything that depends on inputs. */
  pinAll(): void;
}
