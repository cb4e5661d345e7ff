// How a thread's unrolled code reads and writes memory. In: address terms; out: value terms, accesses noted at events, and the
// conditions under which an access is an error. Where a pointer may lead is known from the value sets of earlier rounds; an object
// that only this thread touches is a map from offsets to terms (bytes.ts), all others are events (section.ts).

import type { ErrorKind } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Heed } from "../limits.ts";
import { placeKey, type SharedObject, type Target } from "../skeleton.ts";
import { conjunctsOf, type PossibleValues, type ValueSet } from "../value-set.ts";
import { Bytes } from "./bytes.ts";
import type { Path } from "./path.ts";
import { type Content, isAligned, type Section } from "./section.ts";

export interface Place {
  readonly targets: readonly Target[];
  /** The access is an error, of which kind, and when. */
  readonly faults: readonly { readonly kind: ErrorKind; readonly when: Term }[];
}

/** Memory is used in a way that cannot be followed: says what. */
export class Beyond {
  constructor(readonly what: string) {}
}

interface Root {
  readonly when: Term;
  readonly address: bigint;
  readonly delta: Term;
}

/** The unroller, as memory sees it. */
export interface MemoryHost {
  readonly terms: Terms;
  readonly knowledge: Knowledge;
  readonly possible: PossibleValues;
  readonly name: string; // the thread's
  readonly heed: Heed;
  /** The step that the operation being unrolled belongs to; made when first asked for. */
  sectionOf(path: Path): Section;
  /** What fresh memory holds: one unknown value per place. */
  undefinedBytes(object: SharedObject, offset: number, size: number): Term;
  /** Is this a value of memory that nobody has written? */
  readonly isUndefined: (value: Term) => boolean;
  /** A value was read from local memory; parts of it may be undefined. */
  noteUndefined(path: Path, value: Term, when: Term): void;
  readVariable(size: number, values: ValueSet): Term;
  /** How many bytes the object really has; null: all. */
  extentOf(object: SharedObject): Term | null;
}

export class ThreadMemory {
  readonly terms: Terms;

  constructor(readonly host: MemoryHost) {
    this.terms = host.terms;
  }

  /** The thread's own bytes of an object, or undefined if others see it. */
  localBytes(path: Path, object: SharedObject): Bytes | undefined {
    if (object.constant || !this.host.knowledge.isShared(object, this.host.name)) {
      const known = path.bytesOf(object.id);
      if (known !== undefined) return known;
      if (object.kind !== "global" && object.kind !== "thread-local") return undefined; // made on another path
      const bytes = new Bytes(this.terms, object.size, this.initialOf(object), this.terms.true);
      return path.found(object.id, bytes);
    }
    return undefined;
  }

  isLocal(object: SharedObject): boolean {
    return object.constant || !this.host.knowledge.isShared(object, this.host.name);
  }

  initialOf(object: SharedObject): (offset: number, size: number) => Term {
    return (offset, size) => {
      if (object.image === undefined) return this.host.undefinedBytes(object, offset, size);
      let value = 0n;
      for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(object.image?.[offset + i] ?? 0);
      return this.terms.constant(value, 8 * size);
    };
  }

  // ---- where an address leads

  /** `base`: where the address computation started; the access must stay in that object, which must be alive if it is to be used. */
  locate(path: Path, address: Term, base: Term | null, size: number, alive = true): Place {
    const { terms } = this;
    const targets: Target[] = [];
    const faults: { kind: ErrorKind; when: Term }[] = [];
    const fault = (kind: ErrorKind, when: Term): void => {
      if (when !== terms.false) faults.push({ kind, when });
    };
    const { roots, astray } = this.#roots(path, base ?? address, address);
    fault("uninitialised-read", astray);
    for (const root of roots) {
      const object = this.host.knowledge.at(root.address);
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
      const extent = this.host.extentOf(object);
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
      const few = this.host.possible.of(offset);
      const places = few === null ? null : [...few].filter((v) => v <= BigInt(last));
      if (places !== null && places.length <= 4)
        for (const v of places)
          targets.push({ object, when: terms.and(when, terms.eq(offset, terms.constant(v, address.width))), offset: Number(v) });
      else if (when !== terms.false) targets.push({ object, when, offset });
    }
    if (alive) for (const t of targets) fault(deadKind(t.object), terms.and(t.when, terms.not(this.#live(path, t))));
    return { targets, faults };
  }

  /**
   * The address as constant roots of the pointer it comes from, plus what is added to them; each once, whichever ways lead to it. And when
   * the pointer was never written.
   */
  #roots(path: Path, pointer: Term, address: Term): { readonly roots: readonly Root[]; readonly astray: Term } {
    const { terms } = this;
    const known = new Set(conjunctsOf(path.guard.term));
    const isExcluded = (c: Term): boolean => conjunctsOf(c).some((x) => known.has(terms.not(x)));
    const { possible, knowledge, heed, isUndefined } = this.host;
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

  /** Whether the target is alive when it is accessed. */
  #live(path: Path, t: Target): Term {
    const { terms } = this;
    const { object } = t;
    if (object.kind === "global") return terms.true;
    if (this.isLocal(object)) return this.localBytes(path, object)?.live ?? terms.false;
    const values = this.host.knowledge.mayRead(this.host.name, object, object.size, 1);
    if (values !== null && values.size === 1 && values.has(1n)) return terms.true;
    const value = this.readShared(path, { object, when: terms.true, offset: object.size }, 1, {
      atomic: true,
      tolerant: false,
      guard: t.when,
    });
    return terms.eq(value, terms.constant(1n, 8));
  }

  // ---- reading

  read(path: Path, place: Place, size: number, how: { atomic: boolean; tolerant: boolean; orders?: Term }): Term {
    const { terms } = this;
    let value: Term | null = null;
    for (const t of place.targets) {
      const part = this.isLocal(t.object)
        ? this.#readLocal(path, t, size, how.tolerant)
        : this.readShared(path, t, size, { ...how, guard: t.when });
      value = value === null ? part : terms.ite(t.when, part, value);
    }
    return value ?? terms.constant(0n, 8 * size); // every target is an error: the process has ended
  }

  #readLocal(path: Path, t: Target, size: number, tolerant: boolean): Term {
    const { terms } = this;
    const bytes = this.localBytes(path, t.object);
    if (bytes === undefined) return terms.constant(0n, 8 * size);
    const value = typeof t.offset === "number" ? bytes.read(t.offset, size) : this.#pick(bytes, t.offset, size);
    if (!tolerant) this.host.noteUndefined(path, value, t.when);
    return value;
  }

  /** One of the places a symbolic offset may mean. */
  #pick(bytes: Bytes, offset: Term, size: number): Term {
    const { terms } = this;
    let value: Term | null = null;
    for (const at of this.#placesOf(offset, size, bytes.size)) {
      this.host.heed();
      const here = bytes.read(at, size);
      value = value === null ? here : terms.ite(terms.eq(offset, terms.constant(BigInt(at), offset.width)), here, value);
    }
    return value ?? terms.constant(0n, 8 * size);
  }

  #placesOf(offset: Term, size: number, objectSize: number): number[] {
    const { terms } = this;
    const few = this.host.possible.of(offset);
    if (few !== null) return [...few].filter((v) => v + BigInt(size) <= BigInt(objectSize)).map(Number);
    const stride = 2 ** Math.min(terms.trailingZeros(offset), 10);
    const { low, high } = terms.range(offset);
    const out: number[] = [];
    for (let at = Math.ceil(low / stride) * stride; at + size <= objectSize && at <= high; at += stride) out.push(at);
    if (out.length > 1024) throw new Beyond("an index into a large array");
    return out;
  }

  /** Some bytes there are a part of a value of that kind. */
  isPartOf(path: Path, { object, offset }: Target, size: number, isKind: (value: Term) => boolean): boolean {
    if (!this.isLocal(object)) {
      const fixed = typeof offset === "number" ? offset : null;
      const values = this.host.knowledge.wholesAround(object, fixed, size);
      return [...values].some((v) => isKind(this.terms.constant(v, this.host.knowledge.program.pointerBits)));
    }
    const bytes = this.localBytes(path, object);
    const places = typeof offset === "number" ? [offset] : this.#placesOf(offset, size, object.size);
    return places.some((at) => {
      const whole = bytes?.wholeAround(at, size) ?? null;
      return whole !== null && isKind(whole);
    });
  }

  readShared(path: Path, t: Target, size: number, how: { atomic: boolean; tolerant: boolean; guard: Term; orders?: Term }): Term {
    const section = this.host.sectionOf(path);
    const facts = this.host.knowledge.locks;
    const view = path.views.read(facts, t, size);
    if (view !== null) {
      this.#noteRead(section, t, size, this.terms.and(path.guard.term, how.guard), how, view, true);
      if (!how.tolerant) this.host.noteUndefined(path, view, how.guard);
      return view;
    }
    const mirror = t.offset === t.object.size ? undefined : this.#mirror(path, t.object);
    if (mirror !== undefined) {
      const value = typeof t.offset === "number" ? mirror.read(t.offset, size) : this.#pick(mirror, t.offset, size);
      // What is computed from other reads is better read anew: as a variable it gets a range, as a term it grows from read to read.
      if (value.op === "constant") {
        this.#noteRead(section, t, size, this.terms.and(path.guard.term, how.guard), how, value, true);
        return value;
      }
    }
    const when = this.terms.and(path.guard.term, how.guard);
    const value = section.read(when, t, size, (open) => this.#readOutside(section, t, size, open, how));
    if (value !== null) {
      if (how.guard === this.terms.true && !how.tolerant) path.views.saw(facts, t, size, value);
      return value;
    }
    if (typeof t.offset !== "number" || size === 1) throw new Beyond("accesses of different sizes to the same bytes in one atomic section");
    let bytes: Term | null = null;
    for (let i = 0; i < size; i++) {
      const byte = this.readShared(path, { ...t, offset: t.offset + i }, 1, how);
      bytes = bytes === null ? byte : this.terms.concat(byte, bytes);
    }
    return bytes as Term;
  }

  /** What a thread knows of an object that others read but it alone writes: as good as its own. */
  #mirror(path: Path, object: SharedObject): Bytes | undefined {
    if (!this.host.knowledge.writesAlone(object, this.host.name)) return undefined;
    const known = path.bytesOf(object.id);
    if (known !== undefined || (object.kind !== "global" && object.kind !== "thread-local")) return known;
    const bytes = new Bytes(this.terms, object.size, this.initialOf(object), this.terms.true);
    return path.found(object.id, bytes);
  }

  #readOutside(section: Section, t: Target, size: number, when: Term, how: { atomic: boolean; tolerant: boolean; orders?: Term }): Term {
    const { terms } = this;
    const known = section.reads.get(placeKey(t, size));
    if (known !== undefined) {
      known.when = terms.or(known.when, when);
      return known.value as Term;
    }
    const fixed = typeof t.offset === "number" ? t.offset : isAligned(terms, t.offset, size) ? null : undefined;
    let values: ValueSet = fixed === undefined ? null : this.host.knowledge.mayRead(this.host.name, t.object, fixed, size);
    const definite = fixed !== undefined && !this.host.knowledge.mayBeUndefined(t.object, fixed, size);
    if (!definite && how.tolerant) values = null;
    const isKnown = definite && values !== null && values.size === 1;
    const value = isKnown
      ? terms.constant([...(values as ReadonlySet<bigint>)][0] as bigint, 8 * size)
      : this.host.readVariable(size, values);
    // Where a read orders, it matters whom it reads from even if all have written the same.
    this.#noteRead(section, t, size, when, how, value, isKnown && this.#orders(section, how) === terms.false);
    return value;
  }

  #noteRead(
    section: Section,
    t: Target,
    size: number,
    when: Term,
    how: { atomic: boolean; tolerant: boolean; orders?: Term },
    value: Term,
    settled: boolean,
  ): void {
    const { terms } = this;
    const key = settled ? `${section.reads.size}` : placeKey(t, size);
    const access = {
      kind: "read" as const,
      when,
      targets: [{ ...t, when: terms.true }],
      size,
      value,
      content: (from: number, length: number) => terms.extract(value, 8 * (from + length) - 1, 8 * from),
      settled,
      atomic: how.atomic || section.event.section,
      orders: this.#orders(section, how),
      continues: false,
      undefined: false,
      tolerant: how.tolerant,
      raceOnly: false,
    };
    section.reads.set(key, access);
    section.event.accesses.push(access);
  }

  #orders(section: Section, how: { readonly orders?: Term }): Term {
    return section.event.section ? this.terms.boolean(section.user) : (how.orders ?? this.terms.false);
  }

  // ---- writing

  write(
    path: Path,
    place: Place,
    size: number,
    content: Content,
    how: { atomic: boolean; undefined?: boolean; orders?: Term; continues?: boolean },
  ): void {
    const shared: Target[] = [];
    for (const t of place.targets) {
      if (t.object.constant) continue; // an error, noted elsewhere
      const isOwn = this.isLocal(t.object);
      path.section?.kept.push({ object: t.object, isOwn, when: this.terms.and(path.guard.term, t.when), size, content });
      if (!isOwn) {
        shared.push(t);
        const alone = t.offset !== t.object.size && this.host.knowledge.isSoleWriter(t.object, this.host.name);
        if (!alone || this.#mirror(path, t.object) === undefined) continue;
      } else if (this.localBytes(path, t.object) === undefined) continue;
      const bytes = path.ownBytes(t.object.id);
      const step = size > 16 ? 8 : size;
      for (let from = 0; from < size; from += step) {
        this.host.heed();
        const length = Math.min(step, size - from);
        this.#writeLocal(bytes, t, from, length, content(from, length));
      }
    }
    if (shared.length === 0) return;
    path.views.wrote(this.terms, this.host.knowledge.locks, shared, size, content);
    const section = this.host.sectionOf(path);
    section.write(path.guard.term, shared, size, content, {
      value: null,
      atomic: how.atomic || section.event.section,
      orders: this.#orders(section, how),
      continues: how.continues ?? false,
      undefined: how.undefined ?? false,
      tolerant: false,
      raceOnly: false,
    });
  }

  #writeLocal(bytes: Bytes, t: Target, from: number, size: number, value: Term): void {
    const { terms } = this;
    if (typeof t.offset === "number") {
      const at = t.offset + from;
      bytes.write(at, size, t.when === terms.true ? value : terms.ite(t.when, value, bytes.read(at, size)));
      return;
    }
    for (const at of this.#placesOf(t.offset, size, bytes.size)) {
      this.host.heed();
      const here = terms.and(t.when, terms.eq(t.offset, terms.constant(BigInt(at), t.offset.width)));
      bytes.write(at + from, size, terms.ite(here, value, bytes.read(at + from, size)));
    }
  }

  /** The end of an object's life, if this thread's path has not ended it already. */
  kill(path: Path, object: SharedObject, when: Term): void {
    const { terms } = this;
    const bytes = path.bytesOf(object.id);
    if (bytes === undefined && object.kind === "stack") return; // made on another path
    const ends = terms.and(when, bytes?.live ?? terms.true);
    if (ends === terms.false) return;
    if (bytes !== undefined) path.ownBytes(object.id).live = terms.and(bytes.live, terms.not(when));
    if (this.isLocal(object)) return;
    const dead = terms.constant(0n, 8);
    this.write(path, { targets: [{ object, when: ends, offset: object.size }], faults: [] }, 1, () => dead, { atomic: true });
  }

  /** A fresh object. */
  birth(path: Path, object: SharedObject): void {
    const { terms } = this;
    if (this.isLocal(object)) {
      path.put(object.id, new Bytes(terms, object.size, this.initialOf(object), terms.true));
      return;
    }
    this.host.knowledge.isSoleWriter(object, this.host.name);
    path.put(object.id, new Bytes(terms, object.size, this.initialOf(object), terms.true));
    const alive = terms.constant(1n, 8);
    const whole = { object, when: terms.true, offset: 0 };
    if (object.size > 0)
      this.write(path, { targets: [whole], faults: [] }, object.size, (from, size) => this.host.undefinedBytes(object, from, size), {
        atomic: true,
        undefined: true,
      });
    this.write(path, { targets: [{ ...whole, offset: object.size }], faults: [] }, 1, () => alive, { atomic: true });
  }
}

const deadKind = (o: SharedObject): ErrorKind => (o.kind === "stack" || o.kind === "thread-local" ? "use-after-return" : "use-after-free");

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
