// Resolves addresses. In: the address as a term, and the pointer from which it was computed. Out: the objects into which it may point, each
// with its offset and condition, and the conditions under which it points into none.
//
// A pointer is split into the few addresses from which it may come, which the value sets of earlier rounds contain, and what was added to
// them: only the latter remains a term.

import type { ErrorKind } from "../../program/operations.ts";
import type { Tick } from "../../support/limits.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Knowledge } from "../knowledge.ts";
import { findPlaces } from "../places.ts";
import type { SharedObject, Target } from "../skeleton.ts";
import type { Spread } from "../spread.ts";
import { conjunctsOf, type PossibleValues } from "../value-set.ts";
import type { Path } from "./path.ts";

/** An unsupported address is not an error, but where it is reachable nothing is proved. */
export type FaultKind = ErrorKind | "unsupported";

export interface ResolvedAddress {
  readonly targets: readonly Target[];
  /** Errors of the access: their kinds and conditions. */
  readonly faults: readonly Fault[];
}

interface Fault {
  readonly kind: FaultKind;
  readonly when: Term;
  /** What is unsupported. */
  readonly what?: string;
}

/** Unsupported while indices are taken not to reach bytes that the library uses (`Knowledge.keepsApart`): the engine then tries without. */
export const reachesKept = "an index that may reach a lock next to its array";
const overwritesKept = "an index that reaches a lock";
const leadsAnywhere = "a pointer that may point anywhere";

/** What is known of addresses and objects while a thread is unrolled. */
export interface AddressHost {
  readonly terms: Terms;
  readonly knowledge: Knowledge;
  readonly possible: PossibleValues;
  readonly tick: Tick;
  /** Whether this is a value of memory that was never written. */
  readonly isUndefined: (value: Term) => boolean;
  /** Some reads of memory that was never written continue. */
  readonly opensReads: boolean;
  /** The thread has not stopped before this point. */
  readonly active: Term;
  /** The number of bytes of the object; null: its fixed size. */
  extentOf(object: SharedObject): Term | null;
}

/** An address from which a pointer may come, and what was added to it. */
interface Root {
  readonly when: Term;
  readonly address: bigint;
  readonly delta: Term;
}

/**
 * `base`: the pointer from which the address was computed; the access must stay in its object. Liveness is not checked here. Throws `Unsupported` for a pointer
 * that may lead anywhere; with `failsPartly` only if it always does, otherwise that is a fault.
 */
export function locate(
  host: AddressHost,
  path: Path,
  address: Term,
  base: Term | null,
  size: number,
  failsPartly: boolean,
): ResolvedAddress {
  const { terms } = host;
  const targets: Target[] = [];
  const faults: Fault[] = [];
  const fault = (kind: FaultKind, when: Term): void => {
    if (when !== terms.false) faults.push({ kind, when });
  };
  const { roots, astray, elsewhere, anywhere } = findRoots(host, path, base ?? address, address);
  if (anywhere !== terms.false) {
    if (!failsPartly || roots.length === 0) throw new Unsupported(leadsAnywhere);
    faults.push({ kind: "unsupported", when: anywhere, what: leadsAnywhere });
  }
  if (host.opensReads) {
    // A pointer that was never written: an error if its value is not an address; otherwise its use is unsupported.
    const isNone = terms.ult(base ?? address, terms.constant(4096n, address.width));
    fault("invalid-pointer", terms.and(astray, isNone));
    fault("unsupported", terms.and(astray, terms.not(isNone)));
  } else fault("uninitialised-read", astray);
  if (elsewhere !== terms.false) {
    const isNone = terms.ult(base ?? address, terms.constant(4096n, address.width));
    fault("null-dereference", terms.and(elsewhere, isNone));
    faults.push({ kind: "unsupported", when: terms.and(elsewhere, terms.not(isNone)), what: leadsAnywhere });
  }
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
    // A lock that the program overwrites by an index would not be recognised as a lock.
    const isKept = isLibrarys(path) ? terms.false : meetsKept(terms, host.knowledge, object, offset, size);
    if (isKept !== terms.false) faults.push({ kind: "unsupported", when: terms.and(when, isKept), what: overwritesKept });
    const few = host.possible.of(offset);
    const places = few === null ? null : [...few].filter((v) => v <= BigInt(last));
    if (places !== null && places.length <= 4)
      for (const v of places)
        targets.push({ object, when: terms.and(when, terms.eq(offset, terms.constant(v, address.width))), offset: Number(v) });
    else if (when !== terms.false) {
      // Paths of a section share reads: a condition of one path may not hold on another.
      const conditions = path.section === null ? [path.guard.term, host.active] : [];
      const spread = findPlaces(terms, host.possible, offset, size, object.size, conditions);
      const places = host.knowledge.keepsApart && !isLibrarys(path) ? within(host.knowledge, object, offset, size, spread) : spread;
      const isApart = places === spread ? terms.true : isBetween(terms, offset, places);
      if (isApart !== terms.true) faults.push({ kind: "unsupported", when: terms.and(when, terms.not(isApart)), what: reachesKept });
      const here = terms.and(when, isApart);
      targets.push(places.low === places.high ? { object, when: here, offset: places.low } : { object, when: here, offset, places });
    }
  }
  return { targets, faults };
}

/** Whether the path is inside a section of the library. */
export const isLibrarys = ({ section }: Path): boolean => section !== null && !section.user;

function meetsKept(terms: Terms, knowledge: Knowledge, object: SharedObject, offset: Term, size: number): Term {
  return terms.any(
    knowledge.kept(object).map(([from, to]) => isBetween(terms, offset, { low: Math.max(from - size + 1, 0), high: to - 1, stride: 1 })),
  );
}

/** The places of an offset up to the next bytes that the library uses: an array ends where a lock begins. */
function within(knowledge: Knowledge, object: SharedObject, offset: Term, size: number, places: Spread): Spread {
  const start = offset.op === "add" ? offset.args.find((x) => x.op === "constant") : undefined;
  const first = start === undefined || start.value >= BigInt(object.size) ? places.low : Number(start.value);
  const free = knowledge.freeAround(object, first);
  if (free === null || (free.from <= places.low && places.high + size <= free.to)) return places;
  const stride = Math.max(places.stride, 1);
  const low = places.low + stride * Math.ceil(Math.max(free.from - places.low, 0) / stride);
  const high = Math.min(places.high, free.to - size);
  return low > high ? places : { low, high: high - ((high - low) % stride), stride: places.stride };
}

function isBetween(terms: Terms, offset: Term, { low, high }: Spread): Term {
  const number = (n: number): Term => terms.constant(BigInt(n), offset.width);
  return terms.and(terms.ule(number(low), offset), terms.ule(offset, number(high)));
}

/**
 * The address as constant roots of the pointer, plus what is added to them; each root once, however many paths lead to it. `astray`: when
 * the pointer was never written; `elsewhere`: when it is none of its likely values; `anywhere`: when none are known.
 */
function findRoots(
  host: AddressHost,
  path: Path,
  pointer: Term,
  address: Term,
): { readonly roots: readonly Root[]; readonly astray: Term; readonly elsewhere: Term; readonly anywhere: Term } {
  const { terms, possible, knowledge, tick, isUndefined } = host;
  let known: ReadonlySet<Term> | null = null; // most pointers have one root: then the condition of the path is not needed
  const isExcluded = (c: Term): boolean => {
    const holding = known ?? new Set(conjunctsOf(path.guard.term));
    known = holding;
    return conjunctsOf(c).some((x) => holding.has(terms.not(x)));
  };
  const roots = new Map<string, Root>();
  let astray = terms.false;
  let elsewhere = terms.false;
  let anywhere = terms.false;
  const isRoot = (x: Term): boolean => [...possible.likelyOf(x)].some((v) => knowledge.at(v) !== null);
  // `at` is the address under the conditions so far; `t` the part of the pointer still to be split.
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
    if (values !== null) return addRoots(t, values, values.size === 1, when, at);
    if (t.op === "sub") return reach(t.args[0] as Term, when, at);
    if (t.op === "add") {
      const [a, b] = t.args as [Term, Term];
      const next = [a, b].find(isRoot) ?? [a, b].find((x) => x.op === "ite" || x.op === "add" || x.op === "sub");
      if (next !== undefined) return reach(next, when, at);
    }
    const likely = possible.likelyOf(t);
    if (likely.size === 0) {
      anywhere = terms.or(anywhere, when);
      return;
    }
    elsewhere = terms.or(elsewhere, terms.and(when, terms.all([...likely].map((v) => terms.ne(t, terms.constant(v, t.width))))));
    addRoots(t, likely, false, when, at);
  };
  const addRoots = (t: Term, values: ReadonlySet<bigint>, isCertain: boolean, when: Term, at: Term): void => {
    for (const v of values) {
      const here = terms.and(when, isCertain ? terms.true : terms.eq(t, terms.constant(v, t.width)));
      const delta = terms.sub(at, t);
      const key = `${v} ${delta.id}`;
      const same = roots.get(key);
      roots.set(key, { when: same === undefined ? here : terms.or(same.when, here), address: v, delta });
    }
  };
  reach(pointer, terms.true, address);
  // A term is younger than its arguments: when the youngest is taken, all paths to it are known.
  while (open.size > 0) {
    tick();
    let youngest: [string, { t: Term; when: Term; at: Term }] | null = null;
    for (const entry of open) if (youngest === null || entry[1].t.id > youngest[1].t.id) youngest = entry;
    const [key, { t, when, at }] = youngest as NonNullable<typeof youngest>;
    open.delete(key);
    take(t, when, at);
  }
  return { roots: [...roots.values()], astray, elsewhere, anywhere };
}

/** Simplifies a term under a condition that is known to hold, or not to: resolves ites by that condition. */
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
