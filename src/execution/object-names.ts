// Names for the objects of one run, heap objects included. Debug information says nothing about a heap object, but the pointers to it do:
// a typed pointer seen to hold its address gives it that type. So `dev->ring` of a malloc'd device is `device.ring` in reports, and
// a pointer to it is `&device`; several objects of one type are numbered in the order of their allocation. A block without such a type is named by the first
// pointer to it: `ring.slots[2]`, `*counter`.
//
// Watch a run with `learn` and ask for names when it is over, so that what was learnt late also serves the early steps.

import { functionAt } from "../program/program.ts";
import type { SourceType } from "../program/source-types.ts";
import type { AccessEvent } from "./access-event.ts";
import { toNumber } from "./address.ts";
import type { Machine } from "./machine.ts";
import type { MemoryObject } from "./memory-object.ts";
import { nameInObject, sizeOf, strip } from "./names.ts";
import type { Thread } from "./thread.ts";
import { scalarAt } from "./values.ts";

/** Frames searched per step: what a step has just assigned is near the top. */
const nearFrames = 6;
/** Pointers that a name follows: `*list.first`. */
const maxHolders = 2;
const maxTextLength = 24;

/** What an address pointed to when it was seen; `live` may have changed since. */
export interface Target {
  readonly object: MemoryObject;
  readonly offset: number;
  readonly live: boolean;
}

/** A pointer that holds the address of an object: a local, or the bytes of another object. */
type Holder = { readonly local: string } | { readonly object: MemoryObject; readonly offset: number };

export class ObjectNames {
  readonly #types = new Map<MemoryObject, { readonly type: SourceType; readonly rank: number; readonly tag: string | null }>();
  readonly #holders = new Map<MemoryObject, Holder>();
  /** Numbered within their kind, or as one of all heap objects. */
  #numbers: Map<MemoryObject, { readonly name: string; readonly id: string }> | null = null;

  constructor(readonly machine: Machine) {}

  /** Learns from the pointers in the thread's locals, and from those that a step has stored. */
  learn(thread: Thread, events: readonly AccessEvent[]): void {
    const { machine } = this;
    this.#numbers = null;
    for (let level = thread.depth; level >= 0 && level > thread.depth - nearFrames; level--) {
      const frame = thread.frameAt(level);
      const f = machine.code[frame.function];
      if (f === undefined || f.library) continue;
      for (const { register, variable } of f.body.locals) {
        const { type = null, name = "" } = machine.program.variables[variable] ?? {};
        const t = strip(type);
        if (t?.kind !== "pointer") continue;
        const at = frame.base + (f.slots[register] as number);
        const high = machine.memory.wide ? (thread.registers[at + 1] as number) : 0;
        this.#consider(thread.registers[at] as number, high, t.to, name === "" ? null : { local: name });
      }
    }
    for (const e of events) {
      if ((e.kind !== "write" && e.kind !== "update") || e.size * 8 !== machine.program.pointerBits) continue;
      const t = strip(scalarAt(this.typeOf(e.object), e.offset * 8, e.size * 8));
      if (t?.kind === "pointer") this.#consider(e.low, e.high, t.to, { object: e.object, offset: e.offset });
    }
  }

  #consider(low: number, high: number, pointee: SourceType | null, holder: Holder | null): void {
    const o = this.machine.memory.objectAt(low, high);
    if (o === null || o.kind !== "heap" || o.address !== toNumber(low, high)) return;
    const known = this.#holders.get(o);
    // A local of the function that allocates it is often called `p`: a variable that stays says more.
    if (holder !== null && (known === undefined || ("local" in known && !("local" in holder)))) this.#holders.set(o, holder);
    const size = sizeOf(pointee) / 8;
    const t = strip(pointee);
    const whole = t?.kind === "struct" || t?.kind === "union";
    const flexible = whole && o.size >= size && sizeOf(t.fields.at(-1)?.type ?? null) <= 0;
    const fits = o.size === size || flexible;
    // Of a structure and its first member, which have the same address, the one that is the whole object.
    const rank = whole ? (fits ? 4 : 3) : size > 1 ? 2 : 1;
    if (size === 0 || rank <= (this.#types.get(o)?.rank ?? 0)) return;
    if (o.size % size !== 0 && !flexible) return;
    const type: SourceType | null = fits ? pointee : { kind: "array", element: pointee, counts: [o.size / size] };
    this.#types.set(o, { type: type as SourceType, rank, tag: whole ? tagOf(pointee) : null });
  }

  /** Gives heap objects whose type no pointer tells the type of others of the same size that were allocated in the same place. */
  learnSites(): void {
    this.#numbers = null;
    const key = (o: MemoryObject): string => `${o.allocatedAt} ${o.size}`;
    const sites = new Map(this.machine.heap.flatMap((o) => (this.#types.has(o) ? [[key(o), this.#types.get(o)] as const] : [])));
    for (const o of this.machine.heap) {
      const type = sites.get(key(o));
      if (type !== undefined && o.allocatedAt !== 0 && !this.#types.has(o)) this.#types.set(o, type);
    }
  }

  typeOf(o: MemoryObject): SourceType | null {
    return o.type ?? this.#types.get(o)?.type ?? null;
  }

  /** The bytes as a programmer would write them: `x`, `rows[2].lock`, `device.ring`, `heap#3 + 8`. */
  name(o: MemoryObject, offset: number, size: number): string {
    return withoutReserved(nameInObject(this.#view(o), offset, size));
  }

  #view(o: MemoryObject): Parameters<typeof nameInObject>[0] {
    return o.kind === "heap"
      ? { kind: "heap" as const, name: this.#heapName(o), type: this.typeOf(o), size: o.size, thread: o.thread, count: o.count }
      : o;
  }

  /** The same, but a block that has no name of its own by its number: `ring.slots is ring.slots` says nothing. */
  #nameAs(o: MemoryObject, offset: number, size: number): string {
    if (o.kind !== "heap" || o.isUnknown) return this.name(o, offset, size);
    this.#numbers ??= this.#number();
    return withoutReserved(nameInObject({ ...this.#view(o), name: this.#numbers.get(o)?.id ?? "heap object" }, offset, size));
  }

  /** Are these bytes the inside of a mutex, a semaphore …? C reserves the names of such members for the library. */
  isReserved(o: MemoryObject, offset: number, size: number): boolean {
    return o.kind !== "heap" || this.typeOf(o) !== null ? reserved.test(nameInObject(this.#view(o), offset, size)) : false;
  }

  /** The same for an access: a scalar that is all of a struct is its member, not the struct. */
  nameAccess(o: MemoryObject, offset: number, size: number): string {
    const name = this.name(o, offset, size);
    return size === o.size && scalarAt(this.typeOf(o), 0, size * 8) !== null ? name + onlyMember(this.typeOf(o)) : name;
  }

  #heapName(o: MemoryObject, depth = 0): string {
    if (o.isUnknown) return o.name;
    this.#numbers ??= this.#number();
    const numbered = this.#numbers.get(o);
    if (numbered === undefined) return "heap object";
    if (numbered.name !== "" || depth > maxHolders) return numbered.name || numbered.id;
    const holder = this.#holders.get(o) as Holder;
    const pointer = "local" in holder ? holder.local : this.#holderName(holder.object, holder.offset, depth);
    return strip(this.typeOf(o))?.kind === "array" ? pointer : `*${pointer}`;
  }

  #holderName(o: MemoryObject, offset: number, depth: number): string {
    const view = o.kind === "heap" ? { ...this.#view(o), name: this.#heapName(o, depth + 1) } : o;
    return withoutReserved(nameInObject(view, offset, this.machine.program.pointerBits / 8));
  }

  /** The objects of a type are counted, and all of them. The name of a block that only has a holder is made when it is needed. */
  #number(): Map<MemoryObject, { readonly name: string; readonly id: string }> {
    const tagged = this.machine.heap.map((o) => [o, this.#types.get(o)?.tag ?? (this.#isOnlyOfItsHolder(o) ? "" : "heap")] as const);
    const total = new Map<string, number>();
    for (const [, tag] of tagged) total.set(tag, (total.get(tag) ?? 0) + 1);
    const next = new Map<string, number>();
    let blocks = 0;
    return new Map(
      tagged.map(([o, tag]) => {
        const n = (next.get(tag) ?? 0) + 1;
        next.set(tag, n);
        if (tag === "heap" || tag === "") blocks++;
        const id = `heap#${blocks}`;
        if (tag === "heap" || tag === "") return [o, { name: tag === "" ? "" : id, id }];
        const name = total.get(tag) === 1 ? tag : `${tag}#${n}`;
        return [o, { name, id: name }];
      }),
    );
  }

  /** Whether the pointer that names it names no other object. */
  #isOnlyOfItsHolder(o: MemoryObject): boolean {
    const key = (h: Holder | undefined): string | null =>
      h === undefined ? null : "local" in h ? h.local : `${h.object.address} ${h.offset}`;
    const own = key(this.#holders.get(o));
    return own !== null && [...this.#holders].every(([other, h]) => other === o || key(h) !== own);
  }

  /** Replaces the machine's names for heap objects, which are a thread and a count, in descriptions of races. */
  rename(text: string): string {
    const renamed = text.replace(
      /heap object (\d+)\.(\d+)(?: \+ (\d+))?/g,
      (all, thread: string, count: string, offset: string | undefined) => {
        const o = this.machine.heap.find((h) => h.thread === Number(thread) && h.count === Number(count));
        if (o === undefined) return all;
        const at = Number(offset ?? 0);
        return this.nameAccess(o, at, this.#scalarSize(o, at));
      },
    );
    return withoutReserved(renamed);
  }

  #scalarSize(o: MemoryObject, offset: number): number {
    return [8, 4, 2, 1].find((size) => scalarAt(this.typeOf(o), offset * 8, size * 8) !== null) ?? (offset === 0 ? o.size : 1);
  }

  target(low: number, high: number): Target | null {
    const object = this.machine.memory.objectAt(low, high);
    return object === null ? null : { object, offset: toNumber(low, high) - object.address, live: object.live };
  }

  /** A pointer in words: `&x`, `"text"`, `worker` for a function, `T2` for a thread; null if it is none. */
  pointer(target: Target | null, low: number, high: number, pointee: SourceType | null): string | null {
    const { machine } = this;
    if (target === null) return functionAt(machine.program, toNumber(low, high))?.name ?? null;
    const { object, offset, live } = target;
    const owner = machine.threads.find((t) => t.index > 0 && t.selfLow === low && t.selfHigh === high);
    if (owner !== undefined) return `T${owner.index}`;
    if (object.kind === "global" && object.constant && (object.name === "" || object.name.startsWith(".str")))
      return literal(machine.environment.readText(low, high));
    if (object.library || object.kind === "internal")
      return object.name === "__rvl_main_thread"
        ? "main"
        : object.kind === "global" && object.name !== "" && !object.name.startsWith("__")
          ? `&${object.name}`
          : "(library object)";
    const size = sizeOf(pointee) / 8;
    const name = this.#nameAs(object, offset, size > 0 ? size : offset === 0 ? object.size : 1);
    const spelled = name.endsWith("[0]") ? name.slice(0, -3) : `&${name}`;
    return live ? spelled : `${spelled} (${object.kind === "heap" ? "freed" : "gone"})`;
  }
}

const reserved = /\.__\w+(?:\.\w+|\[\d+\])*(?: \+ \d+)?/;

/** Members whose names C reserves for the library are the inside of a mutex, a semaphore …: the whole is meant. */
function withoutReserved(name: string): string {
  return name.replaceAll(new RegExp(reserved, "g"), "");
}

function onlyMember(type: SourceType | null): string {
  const t = strip(type);
  if (t?.kind === "array") return `[0]${onlyMember(t.element)}`;
  const first = t?.kind === "struct" || t?.kind === "union" ? t.fields[0] : undefined;
  return first === undefined || first.name === "" ? "" : `.${first.name}${onlyMember(first.type)}`;
}

function tagOf(type: SourceType | null): string | null {
  for (let t = type; t !== null; t = t.kind === "qualified" ? t.of : null) {
    if (t.kind === "named") return t.name;
    if (t.kind === "struct" || t.kind === "union") return t.name;
  }
  return null;
}

function literal(text: string): string {
  return JSON.stringify(text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);
}
