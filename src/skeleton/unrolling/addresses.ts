// Where an address leads. In: the address as a term, and the pointer it was computed from. Out: the objects it may lie in, each with its offset
// and condition, and the conditions under which it lies in none. A pointer is taken apart into the few addresses it may have come from,
// which the value sets of earlier rounds know, and what has been added to them: only the latter is left as a term.

import type { ErrorKind } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Heed } from "../limits.ts";
import type { SharedObject, Target } from "../skeleton.ts";
import { conjunctsOf, type PossibleValues } from "../value-set.ts";
import { Beyond } from "./beyond.ts";
import type { Path } from "./path.ts";

/** Where an address cannot be followed it is no error, but nothing is said either. */
export type FaultKind = ErrorKind | "unsupported";

export interface Place {
  readonly targets: readonly Target[];
  /** The access is an error, of which kind, and when. */
  readonly faults: readonly { readonly kind: FaultKind; readonly when: Term }[];
}

/** What is known of addresses and objects while a thread is unrolled. */
export interface AddressHost {
  readonly terms: Terms;
  readonly knowledge: Knowledge;
  readonly possible: PossibleValues;
  readonly heed: Heed;
  /** Is this a value of memory that nobody has written? */
  readonly isUndefined: (value: Term) => boolean;
  /** Reads of memory that nobody has written go on somewhere. */
  readonly opensReads: boolean;
  /** How many bytes the object really has; null: all. */
  extentOf(object: SharedObject): Term | null;
}

/** One address that a pointer may have come from, and what was added to it. */
interface Root {
  readonly when: Term;
  readonly address: bigint;
  readonly delta: Term;
}

/** `base`: where the address computation started; the access must stay in that object. Whether that is alive is not asked here. */
export function locate(host: AddressHost, path: Path, address: Term, base: Term | null, size: number): Place {
  const { terms } = host;
  const targets: Target[] = [];
  const faults: { kind: FaultKind; when: Term }[] = [];
  const fault = (kind: FaultKind, when: Term): void => {
    if (when !== terms.false) faults.push({ kind, when });
  };
  const { roots, astray } = findRoots(host, path, base ?? address, address);
  if (host.opensReads) {
    // A pointer that nobody has written: an error if it is a number that is no address; what it does otherwise is not followed.
    const isNone = terms.ult(base ?? address, terms.constant(4096n, address.width));
    fault("invalid-pointer", terms.and(astray, isNone));
    fault("unsupported", terms.and(astray, terms.not(isNone)));
  } else fault("uninitialised-read", astray);
  for (const root of roots) {
    const object = host.knowledge.at(root.address);
    if (object === null) {
      fault(root.address < 4096n ? "null-dereference" : "invalid-pointer", root.when);
      continue;
    }
    const start = terms.constant(BigInt.asUintN(address.width, root.address - object.address), address.width);
    const offset = terms.add(start, root.delta);
    const last = object.size - size;
    if (last < 0) {
      fault("out-of-bounds", root.when);
      continue;
    }
    const extent = host.extentOf(object);
    const end = terms.add(offset, terms.constant(BigInt(size), address.width));
    const inside = terms.and(
      terms.ule(offset, terms.constant(BigInt(last), address.width)),
      extent === null ? terms.true : terms.ule(end, extent),
    );
    fault("out-of-bounds", terms.and(root.when, terms.not(inside)));
    const when = terms.and(root.when, inside);
    if (offset.op === "constant") {
      if (when !== terms.false) targets.push({ object, when, offset: Number(offset.value) });
      continue;
    }
    const few = host.possible.of(offset);
    const places = few === null ? null : [...few].filter((v) => v <= BigInt(last));
    if (places !== null && places.length <= 4)
      for (const v of places)
        targets.push({ object, when: terms.and(when, terms.eq(offset, terms.constant(v, address.width))), offset: Number(v) });
    else if (when !== terms.false) targets.push({ object, when, offset });
  }
  return { targets, faults };
}

/**
 * The address as constant roots of the pointer it comes from, plus what is added to them; each once, whichever ways lead to it. And when
 * the pointer was never written.
 */
function findRoots(
  host: AddressHost,
  path: Path,
  pointer: Term,
  address: Term,
): { readonly roots: readonly Root[]; readonly astray: Term } {
  const { terms, possible, knowledge, heed, isUndefined } = host;
  const known = new Set(conjunctsOf(path.guard.term));
  const isExcluded = (c: Term): boolean => conjunctsOf(c).some((x) => known.has(terms.not(x)));
  const roots = new Map<string, Root>();
  let astray = terms.false;
  const isRoot = (x: Term): boolean => {
    const values = possible.of(x);
    return values !== null && [...values].some((v) => knowledge.at(v) !== null);
  };
  // `at` is the address where the conditions met so far hold; `t` the part of the pointer still to be taken apart.
  const open = new Map<string, { t: Term; when: Term; at: Term }>();
  const reach = (t: Term, when: Term, at: Term): void => {
    const key = `${t.id} ${at.id}`;
    const there = open.get(key);
    if (there !== undefined) there.when = terms.or(there.when, when);
    else if (when !== terms.false) open.set(key, { t, when, at });
  };
  const take = (t: Term, when: Term, at: Term): void => {
    if (t.op === "ite") {
      const [c, a, b] = t.args as [Term, Term, Term];
      const not = terms.not(c);
      const [never, always] = [isExcluded(c), isExcluded(not)];
      if (!never) reach(a, always ? when : terms.and(when, c), restrict(terms, at, c, true));
      if (!always) reach(b, never ? when : terms.and(when, not), restrict(terms, at, c, false));
      return;
    }
    if (isUndefined(t)) {
      astray = terms.or(astray, when);
      return;
    }
    const values = possible.of(t);
    if (values !== null) {
      for (const v of values) {
        const here = terms.and(when, values.size === 1 ? terms.true : terms.eq(t, terms.constant(v, t.width)));
        const delta = terms.sub(at, t);
        const key = `${v} ${delta.id}`;
        const same = roots.get(key);
        roots.set(key, { when: same === undefined ? here : terms.or(same.when, here), address: v, delta });
      }
      return;
    }
    if (t.op === "sub") return reach(t.args[0] as Term, when, at);
    if (t.op === "add") {
      const [a, b] = t.args as [Term, Term];
      const next = [a, b].find(isRoot) ?? [a, b].find((x) => x.op === "ite" || x.op === "add" || x.op === "sub");
      if (next !== undefined) return reach(next, when, at);
    }
    throw new Beyond("a pointer that may lead anywhere");
  };
  reach(pointer, terms.true, address);
  // A term is younger than its parts: when the youngest is taken, all ways to it are known.
  while (open.size > 0) {
    heed();
    let youngest: [string, { t: Term; when: Term; at: Term }] | null = null;
    for (const entry of open) if (youngest === null || entry[1].t.id > youngest[1].t.id) youngest = entry;
    const [key, { t, when, at }] = youngest as NonNullable<typeof youngest>;
    open.delete(key);
    take(t, when, at);
  }
  return { roots: [...roots.values()], astray };
}

/** A term where a condition is known to hold, or not to: choices by that condition are made. */
function restrict(terms: Terms, t: Term, condition: Term, holds: boolean): Term {
  if (t.op === "ite") {
    const [c, a, b] = t.args as [Term, Term, Term];
    if (c === condition) return holds ? a : b;
    if (c === terms.not(condition)) return holds ? b : a;
    return t;
  }
  if (t.op !== "add" && t.op !== "sub") return t;
  const [a, b] = t.args.map((x) => restrict(terms, x, condition, holds)) as [Term, Term];
  return t.op === "add" ? terms.add(a, b) : terms.sub(a, b);
}
