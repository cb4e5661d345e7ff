// Inputs that the user gives (TRACE's "given test input"), in the order of asking. In: an input operation on a path. Out: its value, which depends on how
// many inputs were taken before; and an entry in the thread's list.
//
// How many were taken is a number in memory that asking reads and raises, in a step of its own outside sections, as in the executor. If one thread asks, it is that
// thread's own memory, and mostly a constant. If several ask, it is shared, and the formula has all orders of asking.

import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { SharedObject } from "../skeleton.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

const bits = 32;

/** Picks the value of the next input: one of the given ones, or `free` behind their end. Where `when` does not hold, nothing is asked. */
export function takeGiven(
  steps: Steps,
  memory: ThreadMemory,
  path: Path,
  when: Term,
  values: { readonly given: (value: bigint) => Term; readonly free: Term },
): { readonly value: Term; readonly isFree: Term } {
  const { terms } = steps;
  const given = steps.round.options.inputs ?? [];
  if (given.length === 0) return { value: values.free, isFree: terms.true };
  const taken = countOne(steps, memory, path, when);
  const counts = steps.possible.of(taken);
  let value = values.free;
  for (let i = given.length - 1; i >= 0; i--) {
    if (counts !== null && !counts.has(BigInt(i))) continue;
    value = terms.ite(terms.eq(taken, number(terms, i)), values.given(given[i] as bigint), value);
  }
  return { value, isFree: terms.ule(number(terms, given.length), taken) };
}

/** How many inputs were taken before this one; counts it. */
function countOne(steps: Steps, memory: ThreadMemory, path: Path, when: Term): Term {
  const { terms } = steps;
  const object = counterOf(steps);
  const resolved = { targets: [{ object, when: terms.true, offset: 0 }], faults: [] };
  const taken = memory.read(path, resolved, bits / 8, { atomic: true, tolerant: false });
  const next = terms.ite(when, terms.add(taken, number(terms, 1)), taken);
  memory.write(path, resolved, bits / 8, (from, size) => terms.extract(next, 8 * (from + size) - 1, 8 * from), { atomic: true });
  steps.closeSingle();
  return taken;
}

const counterOf = ({ knowledge }: Steps): SharedObject =>
  knowledge.object("inputs taken", bits / 8, bits / 8, {
    name: "the inputs taken",
    varies: false,
    kind: "global",
    races: false,
    constant: false,
    image: null,
  });

const number = (terms: Terms, n: number): Term => terms.constant(BigInt(n), bits);
