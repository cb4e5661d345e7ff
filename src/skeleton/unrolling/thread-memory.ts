// Memory as a thread's unrolled code reads and writes it. In: address terms. Out: value terms, accesses at events, and the conditions under
// which an access is an error. addresses.ts resolves addresses; objects that only this thread accesses are its own memory (own-memory.ts),
// accesses to all others are events (section.ts).

import { acquires, type ErrorKind, releases } from "../../program/operations.ts";
import type { AccessMode, Content } from "../../symbolic/host.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { OpenRead } from "../round.ts";
import { type Access, placeKey, type SharedObject, type Target } from "../skeleton.ts";
import { placesOf, single } from "../spread.ts";
import type { ValueSet } from "../value-set.ts";
import { type AddressHost, isLibrarys, locate, type ResolvedAddress } from "./addresses.ts";
import { OwnMemory, type OwnMemoryHost } from "./own-memory.ts";
import type { Path } from "./path.ts";
import type { Section } from "./section.ts";

/** The unroller, as used by memory. */
export interface MemoryHost extends AddressHost, OwnMemoryHost {
  /** The step of the operation being unrolled; made on first use. */
  sectionOf(path: Path): Section;
  /** The value with which a thread continues that has read this from its own memory; some of its bytes may be undefined. Where it is stored, memory is written. */
  useUndefined(path: Path, value: Term, when: Term): Term;
  /** The same, where that is not an error: returns the value with which the thread continues. */
  carry(path: Path, value: Term, when: Term, padding: number): Term;
  readVariable(size: number, values: ValueSet, likely: ReadonlySet<bigint>): Term;
  /** Whether memory that was never written is an input here. */
  isOpenRead(path: Path): boolean;
  openRead(path: Path, size: number, values: ValueSet, likely: ReadonlySet<bigint>): OpenRead;
  /** The same for a read that copies: what it returns remains unwritten where it is. */
  copyRead(size: number, likely: ReadonlySet<bigint>): Omit<OpenRead, "value">;
  /** The value of such a read, as what a copy takes along. */
  copied(read: Term, seen: readonly Term[]): Term;
  /** Whether a copy takes along this variable itself. */
  isCopied(read: Term): boolean;
  noteUnwritten(path: Path, value: Term, when: Term): void;
  /** An atomic access of the program orders less than it could. */
  noteWeak(): void;
  /** Accesses are noted, but not kept in the skeleton. */
  readonly isSketching: boolean;
}

const none: ReadonlySet<bigint> = new Set();

/** How an access counts in the step it belongs to. */
type Kind = Pick<Access, "atomic" | "orders" | "synchronises" | "continues">;

export class ThreadMemory {
  readonly terms: Terms;
  readonly #own: OwnMemory;

  constructor(readonly host: MemoryHost) {
    this.terms = host.terms;
    this.#own = new OwnMemory(host);
  }

  isLocal(object: SharedObject): boolean {
    return this.#own.isLocal(object);
  }

  /** Resolves an address (addresses.ts), which leads to something known. With `alive`, a dead object is an error. */
  locate(path: Path, address: Term, base: Term | null, size: number, alive = true): ResolvedAddress {
    const resolved = locate(this.host, path, address, base, size, false);
    return alive ? this.#withEnds(path, resolved) : resolved;
  }

  /** The same for an access, which fails where the address leads anywhere. */
  locateAccess(path: Path, address: Term, base: Term | null, size: number): ResolvedAddress {
    return this.#withEnds(path, locate(this.host, path, address, base, size, true));
  }

  #withEnds(path: Path, resolved: ResolvedAddress): ResolvedAddress {
    const { terms } = this;
    const ends = resolved.targets.map((t) => ({ kind: deadKind(t.object), when: terms.and(t.when, terms.not(this.#live(path, t))) }));
    return { targets: resolved.targets, faults: [...resolved.faults, ...ends.filter((f) => f.when !== terms.false)] };
  }

  /** When the target is alive at the access. */
  #live(path: Path, t: Target): Term {
    const { terms } = this;
    const { object } = t;
    if (object.kind === "global") return terms.true;
    if (this.isLocal(object)) return this.#own.localBytes(path, object)?.live ?? terms.false;
    const values = this.host.knowledge.mayRead(this.host.name, object, single(object.size), 1);
    if (values !== null && values.size === 1 && values.has(1n)) return terms.true;
    return this.#readLife(path, object, t.when);
  }

  /** When an object is dead, for a comparison of its address: that is not an access to the object. */
  isDead(path: Path, object: SharedObject, when: Term): Term {
    const { terms, host } = this;
    const known = host.knowledge.mayBeDead(host.name, object);
    // The end of a thread-local that only its own thread accesses is not noted.
    if (known === false) return terms.boolean(object.kind === "thread-local");
    if (known === null) return terms.not(path.bytesOf(object.id)?.live ?? terms.false);
    return terms.not(this.#readLife(path, object, when));
  }

  /** That the object has lived, and is dead: read where `when` holds, and only runs in which it has lived have a value there. */
  hasEnded(path: Path, object: SharedObject, when: Term): Term {
    return this.terms.not(this.#readLife(path, object, when));
  }

  #readLife(path: Path, object: SharedObject, guard: Term): Term {
    const value = this.readShared(path, { object, when: this.terms.true, offset: object.size }, 1, {
      atomic: true,
      tolerant: false,
      guard,
    });
    return this.terms.eq(value, this.terms.constant(1n, 8));
  }

  // ---- reading

  read(path: Path, resolved: ResolvedAddress, size: number, mode: AccessMode & { tolerant: boolean }): Term {
    const { terms } = this;
    let value: Term | null = null;
    for (const t of resolved.targets) {
      const part = this.isLocal(t.object)
        ? this.#readLocal(path, t, size, mode)
        : this.readShared(path, t, size, { ...mode, guard: t.when });
      value = value === null ? part : terms.ite(t.when, part, value);
    }
    return value ?? terms.constant(0n, 8 * size); // no valid target: the process has ended
  }

  #readLocal(path: Path, t: Target, size: number, mode: AccessMode & { tolerant: boolean }): Term {
    const { terms } = this;
    const bytes = this.#own.localBytes(path, t.object);
    if (bytes === undefined) return terms.constant(0n, 8 * size);
    const value = this.#own.read(bytes, t.offset, size);
    return this.#settle(path, value, t.when, mode);
  }

  /** The value with which a thread continues after a read, some bytes of which may be undefined. */
  #settle(path: Path, value: Term, when: Term, { tolerant, padding = null }: AccessMode & { tolerant: boolean }): Term {
    if (padding !== null) return this.host.carry(path, value, when, padding);
    return tolerant ? value : this.host.useUndefined(path, value, when);
  }

  /** When the bytes are a part of a value of this kind. */
  isPartOf(path: Path, t: Target, size: number, isKind: (value: Term) => boolean): Term {
    const { object, offset } = t;
    const { terms, host } = this;
    const isIn = (low: number, high: number): Term => {
      if (typeof offset === "number") return terms.boolean(low <= offset && offset <= high);
      const number = (n: number): Term => terms.constant(BigInt(Math.max(n, 0)), offset.width);
      return terms.and(terms.ule(number(low), offset), terms.ule(offset, number(high)));
    };
    if (!this.isLocal(object)) {
      const whole = host.knowledge.program.pointerBits / 8;
      const around = host.knowledge.wholesAround(object, placesOf(t, size), size);
      const parts = around.filter(({ values }) => values.some((v) => isKind(terms.constant(v, 8 * whole))));
      return terms.any(parts.map(({ at }) => isIn(at.low - size + 1, at.high + whole - 1)));
    }
    const bytes = this.#own.localBytes(path, object);
    const places = typeof offset === "number" ? [offset] : this.#own.placesOf(offset, size, object.size);
    const isPart = (at: number): boolean => {
      const whole = bytes?.wholeAround(at, size) ?? null;
      return whole !== null && isKind(whole);
    };
    return terms.any(places.filter(isPart).map((at) => isIn(at, at)));
  }

  readShared(path: Path, t: Target, size: number, mode: AccessMode & { tolerant: boolean; guard: Term }): Term {
    return this.#settle(path, this.#readAsIs(path, t, size, mode), mode.guard, mode);
  }

  /** The content of shared memory. Where it was never written, it may be as it is in memory; or the thread has asked for it. */
  #readAsIs(path: Path, t: Target, size: number, mode: AccessMode & { tolerant: boolean; guard: Term }): Term {
    const section = this.host.sectionOf(path);
    this.#noteKept(path, t, size);
    const kind = { ...this.#kindOf(path, section, "read", mode), tolerant: mode.tolerant };
    const carries = (mode.padding ?? null) !== null;
    const facts = this.host.knowledge.locks;
    // What a lock guards is known of accesses in the skeleton only.
    const view = this.host.isSketching ? null : path.views.read(facts, t, size);
    if (view !== null) {
      this.#noteKnown(path, section, t, size, mode.guard, kind, view);
      return view;
    }
    const mirror = t.offset === t.object.size ? undefined : this.#own.mirror(path, t.object);
    if (mirror !== undefined) {
      const value = this.#own.read(mirror, t.offset, size);
      // A value computed from other reads is read again: a variable gets a range (ranges.ts), a term would grow from read to read.
      if (value.op === "constant") {
        this.#noteKnown(path, section, t, size, mode.guard, kind, value);
        return value;
      }
    }
    const when = this.terms.and(path.guard.term, mode.guard);
    const value = section.read(when, t, size, (open) => this.#readOutside(path, section, t, size, open, kind, carries));
    if (value !== null) {
      // A value that was taken from unwritten memory is asked for again when it is read again.
      const isInput = section.reads.get(placeKey(t, size))?.seesUnwritten !== undefined;
      if (mode.guard === this.terms.true && !mode.tolerant && !isInput) path.views.noteValue(facts, t, size, value);
      return value;
    }
    if (typeof t.offset !== "number" || size === 1)
      throw new Unsupported("accesses of different sizes to the same bytes in one atomic section");
    let bytes: Term | null = null;
    for (let i = 0; i < size; i++) {
      const byte = this.#readAsIs(path, { ...t, offset: t.offset + i }, 1, { ...mode, tolerant: true, padding: null });
      bytes = bytes === null ? byte : this.terms.concat(byte, bytes);
    }
    return bytes as Term;
  }

  /** Notes a read whose value is known. Its source may matter, unless the step has written the bytes itself. */
  #noteKnown(path: Path, section: Section, t: Target, size: number, guard: Term, kind: Kind & { tolerant: boolean }, value: Term): void {
    const when = this.terms.and(path.guard.term, guard);
    const outside = section.seesOutside(when, t, size);
    // Whether the value is as if never written, the value says.
    if (outside !== this.terms.false)
      this.#noteRead(section, t, size, outside ?? when, { ...kind, tolerant: true }, value, outside === null || !this.#mayOrder(kind));
  }

  #readOutside(
    path: Path,
    section: Section,
    t: Target,
    size: number,
    when: Term,
    kind: Kind & { tolerant: boolean },
    carries: boolean,
  ): Term {
    const { terms } = this;
    const known = section.reads.get(placeKey(t, size));
    if (known !== undefined) {
      known.when = terms.or(known.when, when);
      known.made = terms.or(known.made, section.beforeFailure(when));
      known.orders = terms.or(known.orders, terms.and(when, kind.orders));
      known.synchronises ||= kind.synchronises;
      return this.#readAgain(path, known, when, kind.tolerant);
    }
    const at = placesOf(t, size);
    const values: ValueSet = this.host.knowledge.mayRead(this.host.name, t.object, at, size);
    const likely = this.host.knowledge.likelyRead(t.object, at, size);
    const definite = !this.host.knowledge.mayBeUndefined(t.object, at, size);
    if (!definite && kind.tolerant) {
      const { read, seen } = this.host.copyRead(size, likely);
      this.#noteRead(section, t, size, when, kind, read, false, seen);
      return read;
    }
    if (!definite && (carries || this.host.isOpenRead(path))) {
      if (carries) this.host.knowledge.noteCarried();
      const { read, seen, value } = this.host.openRead(path, size, carries ? null : values, carries ? none : likely);
      this.#noteRead(section, t, size, when, kind, read, false, seen);
      this.host.noteUnwritten(path, read, terms.and(when, terms.any(seen)));
      return value;
    }
    if (!definite) section.readsUnwritten = true;
    const isKnown = definite && values !== null && values.size === 1;
    const value = isKnown
      ? terms.constant([...(values as ReadonlySet<bigint>)][0] as bigint, 8 * size)
      : this.host.readVariable(size, values, likely);
    this.#noteRead(section, t, size, when, kind, value, isKnown && kind.orders === terms.false && !this.#mayOrder(kind));
    return value;
  }

  /** The step has read these bytes before. If it copies what it has asked for, or asks for what it has copied: memory is unwritten still. */
  #readAgain(path: Path, { value, seesUnwritten }: Access, when: Term, tolerant: boolean): Term {
    const { host, terms } = this;
    const read = value as Term;
    if (seesUnwritten === undefined) return read;
    if (tolerant) return host.copied(read, seesUnwritten);
    if (!host.isCopied(read)) host.noteUnwritten(path, read, terms.and(when, terms.any(seesUnwritten)));
    return read;
  }

  #noteRead(
    section: Section,
    t: Target,
    size: number,
    when: Term,
    kind: Kind & { tolerant: boolean },
    value: Term,
    settled: boolean,
    seesUnwritten?: readonly Term[],
  ): void {
    const { terms } = this;
    const key = settled ? `${section.reads.size}` : placeKey(t, size);
    const access = {
      kind: "read" as const,
      when,
      made: section.beforeFailure(when),
      targets: [{ ...t, when: terms.true }],
      size,
      value,
      content: (from: number, length: number) => terms.extract(value, 8 * (from + length) - 1, 8 * from),
      settled,
      ...kind,
      undefined: false,
      raceOnly: false,
      seesUnwritten,
    };
    section.reads.set(key, access);
    section.event.accesses.push(access);
  }

  /** Notes bytes of the program's objects that the library uses in its own sections: no other access should reach them. */
  #noteKept(path: Path, { object, offset }: Target, size: number): void {
    const isKept = object.races && isLibrarys(path) && path.accessAs === null;
    if (isKept && typeof offset === "number" && offset < object.size) this.host.knowledge.keep(object, offset, size);
  }

  /** Whether the source of a read matters even if all writes have the same value: the read orders, and races are judged by happens-before. */
  #mayOrder(kind: Kind): boolean {
    return kind.synchronises && this.host.knowledge.byOrder;
  }

  /** A section of the program orders like sequentially consistent atomics; one of the library does not order, except for accesses that it makes for its caller. */
  #kindOf(path: Path, section: Section, access: "read" | "write", mode: AccessMode): Kind {
    const { terms } = this;
    const { accessAs } = path;
    const continues = mode.continues ?? false;
    if (!section.event.section) return { atomic: mode.atomic, orders: mode.orders ?? terms.false, synchronises: mode.atomic, continues };
    if (section.user) return { atomic: true, orders: terms.true, synchronises: true, continues };
    if (accessAs === null) return { atomic: true, orders: terms.false, synchronises: false, continues };
    if (accessAs.order === null) return { atomic: mode.atomic, orders: terms.false, synchronises: false, continues };
    const orders = access === "read" ? acquires(accessAs.order) : releases(accessAs.order);
    if (!orders) this.host.noteWeak();
    else if (access === "read") section.acquired = terms.or(section.acquired, path.guard.term);
    return { atomic: true, orders: terms.boolean(orders), synchronises: true, continues: access === "write" && accessAs.continues };
  }

  // ---- writing

  write(path: Path, resolved: ResolvedAddress, size: number, content: Content, mode: AccessMode & { undefined?: boolean }): void {
    const shared: Target[] = [];
    for (const t of resolved.targets) {
      if (t.object.constant) continue; // an error that `locateAccess` has noted
      const isOwn = this.isLocal(t.object);
      path.section?.kept.push({ object: t.object, isOwn, when: this.terms.and(path.guard.term, t.when), size, content });
      if (!isOwn) {
        shared.push(t);
        this.#noteKept(path, t, size);
        const alone = t.offset !== t.object.size && this.host.knowledge.noteWriter(t.object, this.host.name);
        if (!alone || this.#own.mirror(path, t.object) === undefined) continue;
      } else if (this.#own.localBytes(path, t.object) === undefined) continue;
      const bytes = path.ownBytes(t.object.id);
      const step = size > 16 ? 8 : size;
      for (let from = 0; from < size; from += step) {
        this.host.tick();
        const length = Math.min(step, size - from);
        this.#own.write(bytes, t, from, length, content(from, length));
      }
    }
    if (shared.length === 0) return;
    path.views.noteWrite(this.terms, this.host.knowledge.locks, shared, size, content);
    const section = this.host.sectionOf(path);
    section.write(path.guard.term, shared, size, content, {
      value: null,
      ...this.#kindOf(path, section, "write", mode),
      undefined: mode.undefined ?? false,
      tolerant: false,
      raceOnly: false,
    });
  }

  /** Ends an object's lifetime, unless the path has ended it already. */
  endLifetime(path: Path, object: SharedObject, when: Term): void {
    const { terms } = this;
    const bytes = path.bytesOf(object.id);
    if (bytes === undefined && object.kind === "stack") return; // made on another path
    // In a place of the heap that is used again, the path may have ended an earlier lifetime, and another thread may have begun the present one.
    const isOthers = object.kind === "heap" && this.host.knowledge.isReused(object);
    const ends = isOthers ? when : terms.and(when, bytes?.live ?? terms.true);
    if (ends === terms.false) return;
    if (bytes !== undefined) path.ownBytes(object.id).live = terms.and(bytes.live, terms.not(when));
    if (this.isLocal(object)) return;
    const dead = terms.constant(0n, 8);
    this.write(path, { targets: [{ object, when: ends, offset: object.size }], faults: [] }, 1, () => dead, { atomic: true });
  }

  /** Begins the lifetime of a fresh object where `when` holds; `life` names it, if it is not the first one in its place. */
  beginLifetime(path: Path, object: SharedObject, when = this.terms.true, life = ""): void {
    const { terms } = this;
    const earlier = life === "" ? undefined : path.bytesOf(object.id);
    path.put(object.id, this.#own.initialBytes(object));
    if (when !== terms.true) path.ownBytes(object.id).live = terms.or(when, earlier?.live ?? terms.false);
    if (this.isLocal(object)) return;
    this.host.knowledge.noteWriter(object, this.host.name);
    const alive = terms.constant(1n, 8);
    const whole = { object, when, offset: 0 };
    if (object.size > 0)
      this.write(path, { targets: [whole], faults: [] }, object.size, (from, size) => this.host.undefinedBytes(object, from, size, life), {
        atomic: true,
        undefined: true,
      });
    this.write(path, { targets: [{ ...whole, offset: object.size }], faults: [] }, 1, () => alive, { atomic: true });
  }
}

const deadKind = (o: SharedObject): ErrorKind => (o.kind === "stack" || o.kind === "thread-local" ? "use-after-return" : "use-after-free");
