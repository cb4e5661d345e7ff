// Comparisons of multiples of a variable, as ranges of the variable. In: a claim such as 4x + 3 < 25, and the value of x at hand. Out: the numbers around that value for which it holds and nothing
// wraps, as comparisons of x itself.
//
// What is made so says less than the claim: it leaves out the values for which the sum wraps into the range again. A formula may always say less of states, as long as it holds in the one at hand
// (PDPOR: a safe approximation of the precondition). Orders of additions and doublings then make one range, of which the strongest bounds stay, and not as many claims as there are orders.

import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Claim } from "./claims.ts";

/** The claim as bounds of its variable; null: it is not of this form. */
export function narrow(terms: Terms, { about, kind, low, high }: Claim, valueOf: (variable: Term) => bigint): readonly Term[] | null {
  if (kind === "not" || low === high) return null;
  const linear = readLinear(about);
  if (linear === null) return null;
  const { variable, factor, constant } = linear;
  const { width } = about;
  const value = BigInt.asIntN(width, valueOf(variable));
  const sum = factor * value + constant;
  const at = kind === "signed" ? BigInt.asIntN(width, sum) : BigInt.asUintN(width, sum);
  if (at < low || at > high) return null;
  // The sum moves with the variable, and leaves the range before it wraps.
  const [down, up] = factor > 0n ? [(at - low) / factor, (high - at) / factor] : [(high - at) / -factor, (at - low) / -factor];
  const half = 1n << BigInt(width - 1);
  const bounds: Term[] = [];
  if (value - down > -half) bounds.push(terms.sge(variable, terms.constant(value - down, width)));
  if (value + up < half - 1n) bounds.push(terms.sle(variable, terms.constant(value + up, width)));
  return bounds;
}

interface Linear {
  readonly variable: Term;
  readonly factor: bigint;
  readonly constant: bigint;
}

/** A variable times a factor, plus a constant; not the variable itself. */
function readLinear(term: Term): Linear | null {
  if (term.op === "variable") return null;
  let [t, factor, constant] = [term, 1n, 0n];
  while (t.op !== "variable") {
    const [a, b] = t.args as readonly [Term, Term];
    if (b?.op !== "constant") return null;
    // Inside of what was multiplied.
    if (t.op === "add") constant += factor * BigInt.asIntN(t.width, b.value);
    else if (t.op === "mul") factor *= BigInt.asIntN(t.width, b.value);
    else if (t.op === "shl" && b.value < BigInt(t.width)) factor <<= b.value;
    else return null;
    t = a;
  }
  return factor === 0n ? null : { variable: t, factor, constant };
}
