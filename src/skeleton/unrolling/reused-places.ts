// New objects in the places of dead ones (docs/adr/0030). In: an object that begins on a path. Out: where it may begin, as the environment chooses: in its own
// place, or in that of an object that is certainly dead then.
//
// A place that is used again has several lifetimes in one object of the skeleton: the byte that says whether it lives, and its content, are written like any
// other memory. So a stale pointer into it leads to the new object, as it does on a machine.

import { pointerTo } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import { pairOf } from "../knowledge.ts";
import type { SharedObject, Synchronisation } from "../skeleton.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** Index of the edge from the end of a heap object to the beginning of one in its place, as in the executor. The library uses no such index. */
const endOfLife = -1n;

/** An object, or the place of one, and when the new object begins there. */
export interface Begun {
  readonly object: SharedObject;
  /** It begins there, if it does not begin at a later one in the list. */
  readonly isThis: Term;
  /** It begins there, and the path comes here, if that is not certain where the lifetime ends. */
  readonly when: Term;
}

/** `made`: what the thread has made so far. */
export function beginSomewhere(
  steps: Steps,
  memory: ThreadMemory,
  path: Path,
  object: SharedObject,
  made: ReadonlySet<SharedObject>,
): readonly Begun[] {
  const { terms, round, knowledge } = steps;
  const dead = placesFor(steps, object, made);
  if (dead.length === 0 && !knowledge.isReused(object)) {
    memory.beginLifetime(path, object);
    return [{ object, isThis: terms.true, when: terms.true }];
  }
  if (dead.length > 0 && path.section !== null) throw new Unsupported("an allocation in an atomic section, in the place of a dead object");
  const here = terms.and(path.guard.term, steps.active);
  const chosen =
    dead.length === 0
      ? terms.constant(0n, 8)
      : round.variable("place", 8, new Set(Array.from({ length: dead.length + 1 }, (_, i) => BigInt(i))));
  round.assumptions.push(terms.ule(chosen, terms.constant(BigInt(dead.length), 8)));
  const begun: Begun[] = [];
  // The last place first, its own place otherwise: conditions that resolving the address splits it into, so that one lifetime is not ended twice.
  let rest = terms.true;
  for (const [i, place] of [...[object, ...dead].entries()].reverse()) {
    const isThis = terms.eq(chosen, terms.constant(BigInt(i), 8));
    const isChosen = i === 0 ? rest : terms.and(rest, isThis);
    rest = terms.and(rest, terms.not(isThis));
    if (i > 0) {
      round.assumptions.push(terms.implies(terms.and(here, isChosen), memory.hasEnded(path, place, isChosen)));
      // The end of the first happens before the beginning of the second (C11 7.22.3).
      if (place.kind === "heap") steps.eventOf(path).acquires.push(edge(steps, place, terms.and(path.guard.term, isChosen)));
    }
    memory.beginLifetime(path, place, isChosen, i === 0 ? "" : `${object.id}`);
    begun.unshift({ object: place, isThis, when: terms.and(here, isChosen) });
  }
  return begun;
}

/** The places of other objects that may be dead, for pairs of positions whose objects are compared. */
function placesFor({ knowledge, round, name }: Steps, object: SharedObject, made: ReadonlySet<SharedObject>): SharedObject[] {
  const { reuse } = round.options;
  if (reuse === undefined || reuse.size === 0) return [];
  return knowledge.objects.filter((dead) => {
    const pair = pairOf(dead, object);
    if (pair === undefined || !reuse.has(pair) || (dead.made?.thread === name && !made.has(dead))) return false;
    knowledge.noteFollower(dead, object);
    // Null: no thread has noted its lifetime yet; the next round does.
    return knowledge.mayBeDead(name, dead) === true;
  });
}

/** A heap object ends: what the thread has done so far happens before what follows in its place. */
export function publishEnd(steps: Steps, path: Path, object: SharedObject, when: Term): void {
  if (object.kind !== "heap" || !steps.knowledge.isReused(object)) return;
  steps.eventOf(path).releases.push(edge(steps, object, steps.terms.and(path.guard.term, when)));
}

const edge = ({ terms, round }: Steps, { address }: SharedObject, when: Term): Synchronisation => ({
  object: pointerTo(round, address),
  index: terms.constant(endOfLife, 32),
  when,
});
