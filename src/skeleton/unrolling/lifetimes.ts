// Lifetimes of objects: on the stack, on the heap, and thread-local. In: an operation on a path. Out: the object, named by where it is made in
// the unrolled code, so that it has the same address in every round; and accesses that begin and end its lifetime.

import { isHeapKind, mayReuse, type Operation } from "../../program/operations.ts";
import { maxObjectBytes } from "../../symbolic/blocks.ts";
import type { LifetimeHost } from "../../symbolic/host.ts";
import { pointerTo } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import { bytesPerUnit } from "../extents.ts";
import type { SharedObject } from "../skeleton.ts";
import { type Frame, type Instance, userPosition } from "./frame.ts";
import type { Path } from "./path.ts";
import { type Begun, beginSomewhere, publishEnd } from "./reused-places.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** An object with more possible sizes than this gets one address for all of them (`varies`), not one per size. */
const maxSizes = 4;
const largeObject = "an object of more than a megabyte";

export interface ObjectSpec {
  readonly size: Term;
  readonly align: number;
  readonly name: string;
  readonly kind: SharedObject["kind"];
  /** Position in the program's own code, if other threads may see the object and the executor offers it the places of dead ones; null: not. */
  readonly placedAt: number | null;
}

export class Lifetimes implements LifetimeHost<Instance> {
  /** The thread's instances of thread-local variables. */
  readonly #locals = new Set<SharedObject>();
  /** The objects that the thread has made. */
  readonly #made = new Set<SharedObject>();

  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
  ) {}

  allocateOnStack(at: Instance, o: Operation & { op: "stack-allocate" | "stack-renew" }): Term {
    const name = this.steps.round.program.variables[o.variable]?.name ?? "";
    const size = at.operand(o.size);
    const placedAt = o.op === "stack-allocate" && !o.private ? o.at : null;
    return this.#allocate(at.path, at.key, { size, align: o.align, name, kind: "stack", placedAt }, at.frame);
  }

  allocateOnHeap(at: Instance, o: Operation & { op: "heap-allocate" }): Term {
    const which = at.fixed(o.internal, "the kind of an allocation");
    const kind = isHeapKind(which) ? "heap" : "internal";
    const align = at.fixed(o.align, "an alignment");
    const placedAt = mayReuse(which) ? userPosition(at.frame, o.at) : null;
    return this.#allocate(at.path, at.key, { size: at.operand(o.size), align, name: "", kind, placedAt }, null);
  }

  /** Makes a fresh object; one per possible size, if these are few. Its lifetime ends with `frame`, unless that is null. Returns its address. */
  #allocate(path: Path, key: string, made: ObjectSpec, frame: Frame | null): Term {
    const { terms, possible } = this.steps;
    const { size } = made;
    const sizes = possible.under(path.guard.term, size);
    if (sizes === null || sizes.size === 0 || sizes.size > maxSizes) return this.#allocateVarying(path, key, made, frame);
    let address: Term | null = null;
    const isFixed = sizes.size === 1;
    for (const bytes of sizes) {
      if (bytes > BigInt(maxObjectBytes)) throw new Unsupported(largeObject);
      const here = this.#make(path, key, made, Number(bytes), isFixed ? "fixed" : "one of several", frame).address;
      address = address === null ? here : terms.ite(terms.eq(size, terms.constant(bytes, size.width)), here, address);
    }
    this.#close(path, made, address as Term);
    return address as Term;
  }

  /** Ends the step. An allocation of the program is one where addresses are reused. */
  #close(path: Path, { kind, placedAt }: ObjectSpec, address: Term): void {
    const { steps } = this;
    const { terms, round, thread } = steps;
    if (placedAt !== null && round.choosesAddresses)
      thread.births.push({ kind, at: placedAt, when: terms.and(path.guard.term, steps.active), address });
    steps.closeSingle(kind === "heap" && placedAt !== null && round.machine.freedoms.has("reuse"));
  }

  /** Makes one object for all sizes up to a bound. */
  #allocateVarying(path: Path, key: string, made: ObjectSpec, frame: Frame | null): Term {
    const { steps } = this;
    const { terms, round, site } = steps;
    const { size } = made;
    if (steps.isSketching) throw new Unsupported("an object of unknown size in code that is skipped");
    const name = `object ${site.at}`;
    const isAbove = (bytes: number): Term => {
      const limit = BigInt(bytes);
      return limit >> BigInt(size.width) > 0n ? terms.false : terms.ugt(size, terms.constant(limit, size.width));
    };
    const bound = round.boundOf(name) * bytesPerUnit;
    steps.cut(path, isAbove(bound), { what: "bytes", name, at: site.at });
    const maxBytes = Math.min(bound, maxObjectBytes);
    // The user's bound may be larger than what is supported.
    if (maxBytes < bound) steps.fail(path, "unsupported", "unsupported", isAbove(maxBytes), largeObject);
    const { object, address } = this.#make(path, key, made, maxBytes, "varying", frame);
    round.extents.fix(object, size, terms.and(path.guard.term, steps.active));
    this.#close(path, made, address);
    return address;
  }

  #make(
    path: Path,
    key: string,
    made: ObjectSpec,
    size: number,
    extent: "fixed" | "one of several" | "varying",
    frame: Frame | null,
  ): { object: SharedObject; address: Term } {
    const { knowledge, round, terms, name: thread } = this.steps;
    const { name, kind, placedAt } = made;
    const varies = extent === "varying";
    const place = placedAt !== null && extent === "fixed" ? { at: placedAt, thread } : undefined;
    const rest = { name, kind, varies, races: kind !== "internal", constant: false, image: undefined, made: place };
    const object = knowledge.object(`${thread} ${key}${varies ? " varying" : ""}`, size, made.align, rest);
    const begun = beginSomewhere(this.steps, this.memory, path, object, this.#made);
    for (const b of begun) frame?.stack.push(b);
    this.#made.add(object);
    if (this.steps.isSketching) this.steps.sketched.add(object);
    const addressOf = (b: Begun): Term => pointerTo(round, b.object.address);
    return { object, address: begun.map(addressOf).reduce((rest, at, i) => terms.ite(begun[i]?.isThis as Term, at, rest)) };
  }

  free(path: Path, address: Term): void {
    const { memory, steps } = this;
    const { terms } = steps;
    for (const { object, when } of this.#heapObjects(path, address)) {
      memory.endLifetime(path, object, when);
      publishEnd(steps, path, object, when);
      steps.knowledge.noteEnd(object, steps.site.at);
      if (memory.isLocal(object)) continue;
      const section = steps.sectionOf(path);
      const made = terms.and(path.guard.term, when);
      section.event.accesses.push({
        kind: "write",
        when: made,
        made: section.beforeFailure(made),
        targets: [{ object, when: terms.true, offset: 0 }],
        size: object.size,
        content: () => terms.false,
        value: null,
        settled: true,
        atomic: false,
        orders: terms.false,
        synchronises: false,
        continues: false,
        undefined: false,
        tolerant: false,
        raceOnly: true,
      });
    }
    steps.closeSingle();
  }

  /** Ends the lifetime of a local whose scope is left. If paths from several iterations have met, it is one of several objects. */
  endScope(path: Path, address: Term): void {
    for (const { object, when } of this.memory.locate(path, address, null, 0, false).targets) this.memory.endLifetime(path, object, when);
    this.steps.closeSingle();
  }

  sizeOf(path: Path, address: Term): Term {
    const { terms, round } = this.steps;
    let size: Term = pointerTo(round, 0n);
    for (const { object, when } of this.#heapObjects(path, address))
      size = terms.ite(when, round.extents.of(object) ?? pointerTo(round, BigInt(object.size)), size);
    this.steps.closeSingle();
    return size;
  }

  /** The heap objects that start at an address. Adds failures for anything else there. */
  #heapObjects(path: Path, address: Term): { readonly object: SharedObject; readonly when: Term }[] {
    const { steps } = this;
    const { terms } = steps;
    const resolved = this.memory.locateAccess(path, address, null, 0);
    steps.eventOf(path);
    for (const f of resolved.faults)
      if (f.kind === "uninitialised-read") steps.fail(path, "uninit", f.kind, f.when, "");
      else if (f.kind === "unsupported") steps.failWhere(path, { targets: [], faults: [f] });
      else steps.fail(path, "memory", f.kind === "use-after-free" ? "double-free" : "invalid-free", f.when, "");
    return resolved.targets.flatMap(({ object, when, offset }) => {
      const heap = object.kind === "heap" || object.kind === "internal";
      const atStart = typeof offset === "number" ? terms.boolean(offset === 0) : terms.eq(offset, terms.constant(0n, offset.width));
      const valid = heap ? atStart : terms.false;
      steps.fail(path, "memory", "invalid-free", terms.and(when, terms.not(valid)), "");
      return heap ? [{ object, when: terms.and(when, valid) }] : [];
    });
  }

  mark({ frame }: Instance): Term {
    return pointerTo(this.steps.round, BigInt(frame.stack.length));
  }

  /** They stay listed: other paths end them on their own. */
  release({ frame, path }: { readonly frame: Frame; readonly path: Path }, mark: number): void {
    this.#endFrom(frame, path, mark);
    this.steps.closeSingle();
  }

  #endFrom({ stack }: Frame, path: Path, mark: number): void {
    for (const { object, when } of stack.slice(mark).reverse()) this.memory.endLifetime(path, object, when);
  }

  /** Ends the lifetimes of the objects of frames that are left by a jump, in one step. */
  leave(frame: Frame, to: Frame, path: Path): void {
    for (let f = frame; f !== to; f = f.parent as Frame) this.#endFrom(f, path, 0);
    this.steps.closeSingle();
  }

  releaseFrames({ frame, path }: Instance): void {
    for (let f: Frame | null = frame; f !== null; f = f.parent) this.release({ frame: f, path }, 0);
  }

  /** Ends the lifetimes of all stack and thread-local objects of the thread. */
  releaseAll(at: Instance): void {
    this.releaseFrames(at);
    for (const object of this.#locals) this.memory.endLifetime(at.path, object, this.steps.terms.true);
    this.steps.closeSingle();
  }

  /** The address of the thread's own instance of a variable. */
  threadLocal(id: number): Term {
    const { round, knowledge, name } = this.steps;
    const g = round.program.objects[id] as (typeof round.program.objects)[number];
    const object = knowledge.object(`${name} thread-local ${id}`, g.size, g.align, {
      name: g.name,
      kind: "thread-local",
      varies: false,
      races: !g.library,
      constant: false,
      image: g.image,
    });
    this.#locals.add(object);
    return pointerTo(round, object.address);
  }
}
