// Programs for the campaign of the staged engine: small, so that one unsupported construct does not hide the rest; loops
// over memory in addition to the usual gadgets; some constants that depend on inputs. In: a seed. Out: an observed program.

import { Rng } from "../../../src/support/rng.ts";
import * as control from "./gadgets/control.ts";
import * as loops from "./gadgets/loops.ts";
import { type Gadget, gadgets, generate } from "./generate.ts";
import { type Observed, observe } from "./observe.ts";

export const ownLoops: readonly Gadget[] = [
  loops.memoryLoop,
  loops.memoryLoop,
  loops.leavingLoop,
  loops.leavingLoop,
  loops.sharedData,
  loops.sharedData,
  loops.wraparound,
  loops.manyDeeds,
];
/** longjmp is unsupported (RVL205): there is nothing to compare. */
const everyday = gadgets.filter((gadget) => gadget !== control.nonLocalJump);

export function generateObserved(seed: number): Observed {
  const rng = new Rng(seed);
  const model = rng.chance(0.75) ? "lp64" : "ilp32";
  const dress = { prints: rng.chance(0.15), threads: rng.chance(0.2), late: rng.chance(0.4) };
  const floats = rng.chance(0.15);
  const usesLoops = rng.chance(0.6);
  const chosen = usesLoops ? [...ownLoops, rng.pick(everyday)] : everyday;
  const program = generate(seed, model, { gadgets: chosen, shortest: 30, longest: 60, tooLong: 200, floats });
  return observe(program, rng, dress);
}
