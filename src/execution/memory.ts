// Byte-accurate memory: objects with bounds and lifetimes at fixed addresses, in regions that grow (program/address-space.ts).
//
// Addresses are plain integers, given as two 32-bit halves. Every access is checked against the object that owns its granule
// (16 bytes); the unowned bytes after an object belong to it, so that an access there is "out of bounds of x", not wild.
// Every change can be journalled word by word and undone in reverse (journal.ts).

import { redzone } from "../program/address-space.ts";
import type { DataModel } from "../program/program.ts";
import { failTooLarge } from "../support/diagnostics.ts";
import { toNumber } from "./address.ts";
import { CarriedBytes } from "./carried-bytes.ts";
import { Fault, faultOf } from "./fault.ts";
import { allocation, Journal } from "./journal.ts";
import { describeObject, emptyObject, type MemoryObject, type NewObject, objectIn } from "./memory-object.ts";
import { carriedMark, isOpenMark, type MarkedBytes, partMark, type Region } from "./region.ts";
import type { Watch } from "./watch.ts";

/** Bytes one region may have, whatever the limits: indices are 32-bit numbers. */
const maxRegionBytes = 2 ** 30;

/** Larger blocks are saved for undo as a whole: word by word, the journal would take four times their size. */
const maxBytesByWord = 256;

export class Memory extends Journal {
  /** High half of the last 64-bit load. */
  high = 0;
  /** Set when a load met a byte that was never written. */
  sawUnwritten = false;
  /** Pattern of unwritten bytes. */
  fill = 0;
  /** How the gaps between objects grow; 0: objects lie one after the other. */
  gaps = 0;
  /** Every other object of a thread lies in another region, above all that come after it. */
  alternates = false;
  #generations = 0;
  readonly carried = new CarriedBytes(this);
  /** Told of every shared byte that is accessed. */
  watching: Watch | null = null;
  /** Of the access that was checked last. */
  region: Region;
  object: MemoryObject;

  constructor(
    dataModel: DataModel,
    readonly limit: number,
  ) {
    super(dataModel);
    this.region = this.globals;
    this.object = emptyObject(this.globals);
  }

  /** Back to the state before anything was allocated, but for the globals, whose objects stay. */
  reset(): void {
    for (const r of this.opened) {
      if (r === this.globals) {
        r.written?.fill(1);
        continue;
      }
      r.bytes.fill(0, 0, r.next);
      r.written?.fill(0, 0, r.next);
      r.objects.length = 0;
      r.next = 0;
    }
    this.bytesInUse = 0;
    this.sawUnwritten = false;
    this.carried.reset();
    this.journalling = false;
    this.forget();
  }

  /** Checks an access and returns its offset; `region` and `object` are set. Throws a Fault. */
  check(low: number, high: number, size: number): number {
    const r = this.regionOf(low, high);
    if (r !== null) {
      const offset = (low - r.baseLow) >>> 0;
      if (offset < r.next) {
        const o = r.objects[(r.owner[offset >>> 4] as number) - 1];
        if (o?.live && offset >= o.start && offset + size <= o.start + o.size) {
          this.region = r;
          this.object = o;
          if (this.watching !== null && !o.isPrivate) this.watching.add(r, offset, size);
          return offset;
        }
      }
    }
    throw this.explain(low, high, size);
  }

  /** The access must stay in the object its address arithmetic started from. */
  checkBase(baseLow: number, baseHigh: number, low: number, high: number, size: number): void {
    // Nearly always both lie in one object, which one look-up shows.
    const r = this.regionOf(baseLow, baseHigh);
    if (r !== null && r === this.regionOf(low, high)) {
      const offset = (baseLow - r.baseLow) >>> 0;
      const o = offset < r.next ? r.objects[(r.owner[offset >>> 4] as number) - 1] : undefined;
      const at = (low - r.baseLow) >>> 0;
      if (o !== undefined && offset >= o.start && offset <= o.start + o.size && at >= o.start && at < o.start + o.size) return;
    }
    const from = this.#origin(baseLow, baseHigh);
    if (from === null || from === this.objectAt(low, high)) return;
    if (!from.live) throw this.explain(baseLow, baseHigh, 1);
    const distance = toNumber(low, high) - from.address;
    const what = `access of ${size} byte${size === 1 ? "" : "s"} at offset ${distance} of ${describeObject(from)}`;
    throw new Fault("out-of-bounds", what, null, from, distance);
  }

  /** The object a pointer belongs to: one that it points into, or just past. Farther past, the owner is not known. */
  #origin(low: number, high: number): MemoryObject | null {
    const o = this.objectAt(low, high);
    return o === null || toNumber(low, high) > o.address + o.size ? null : o;
  }

  /** A pointer that leaves its object must not be used; if it arrives in another object, a use would go unnoticed. */
  checkProvenance(baseLow: number, baseHigh: number, low: number, high: number): void {
    const from = this.#origin(baseLow, baseHigh);
    const to = this.objectAt(low, high);
    if (from === null || to === null || from === to || toNumber(low, high) >= to.address + to.size) return; // the gap after an object is unowned
    throw new Fault("out-of-bounds", `pointer arithmetic from ${describeObject(from)} ends in ${describeObject(to)}`, null, from);
  }

  /** Why an access is a fault. */
  explain(low: number, high: number, size: number): Fault {
    return faultOf(this.objectAt(low, high), low, high, size, this.describePosition);
  }

  // ---- objects

  /** A new point in time of the run, later than all before. */
  now(): number {
    return ++this.#generations;
  }

  /** `again`: a private object made from the same description before, and undone; it is reused if it lies in the same place. */
  allocate(r: Region, n: NewObject, again: MemoryObject | null = null): MemoryObject {
    const align = Math.max(n.align, 16);
    // Another layout: gaps that grow with every object of the thread, so that the distances between objects differ.
    const gap = n.private ? 0 : align * ((this.gaps * n.count) & 63);
    const start = Math.ceil((r.base + r.next) / align) * align - r.base + gap;
    const end = Math.ceil((start + n.size + redzone(n.size)) / 16) * 16;
    if (end > Math.min(r.limit, maxRegionBytes) || this.bytesInUse + n.size > this.limit) {
      const megabytes = Math.floor(Math.min(this.limit, maxRegionBytes) / 2 ** 20);
      failTooLarge(
        "memory",
        `the program needs more than ${megabytes} MB of memory`,
        this.limit < maxRegionBytes ? "raise --memory" : null,
      );
    }
    r.ensure(end);
    const object = again !== null && again.region === r && again.start === start ? again : objectIn(r, start, end, n);
    const before = r.next;
    const generation = this.generation;
    if (this.journalling) {
      const isReused = n.private && n.kind === "stack"; // the private stack reuses its bytes
      const isLarge = end - start > maxBytesByWord;
      if (isReused && isLarge) this.#keepBytes(r, start, end);
      else if (isReused) for (let w = start >> 2; w < end >> 2; w++) this.save(r, w);
      this.push(allocation, r.index, before, generation);
    }
    if (start > before) r.owner.fill(0, before >> 4, start >> 4);
    r.next = end;
    this.#settle(object);
    return object;
  }

  /** A new object in the place of a dead one, with all of its room. */
  allocateInPlaceOf(dead: MemoryObject, n: NewObject): MemoryObject {
    const { region: r, start, end } = dead;
    const object = objectIn(r, start, end, n);
    if (this.journalling) {
      for (let w = start >> 2; w < end >> 2; w++) this.save(r, w);
      this.onUndo(this.#putBack, r, { owner: r.owner[start >> 4] as number, generation: this.generation, object }, r.index, start, end);
    }
    this.#settle(object);
    return object;
  }

  /** Undoes the beginning of an object in place of a dead one. */
  readonly #putBack = (r: Region, { owner, generation, object }: { owner: number; generation: number; object: MemoryObject }): void => {
    r.objects.pop();
    r.owner.fill(owner, object.start >> 4, object.end >> 4);
    this.bytesInUse -= object.size;
    this.generation = generation;
  };

  /** Makes the object the owner of its room, unwritten. */
  #settle(object: MemoryObject): void {
    const { region: r, start, end } = object;
    r.objects.push(object);
    this.observer?.(object);
    if (!object.isPrivate) {
      this.generation = ++this.#generations;
      object.born = this.generation;
      this.onBegin?.(object);
    }
    const index = r.objects.length;
    for (let g = start >> 4; g < end >> 4; g++) r.owner[g] = index;
    this.bytesInUse += object.size;
    if (r.writtenWords === null) return;
    const pattern = Math.imul(this.fill, 0x01010101);
    for (let w = start >> 2; w < end >> 2; w++) {
      r.words[w] = pattern;
      r.writtenWords[w] = 0;
    }
  }

  #keepBytes(r: Region, start: number, end: number): void {
    const kept = { start, bytes: r.bytes.slice(start, end), written: r.written?.slice(start, end) ?? null };
    this.onUndo(putBytes, r, kept, r.index, start, end);
  }

  /** Formats a source position, for messages. */
  describePosition: (at: number) => string = String;

  /** Resets an object to how it was when its lifetime began. */
  renew(o: MemoryObject): void {
    const { region: r, start, size } = o;
    if (size === 0) return;
    this.#saveRange(r, start, size);
    r.bytes.fill(this.fill, start, start + size);
    r.written?.fill(0, start, start + size);
  }

  /** Called at the beginning and the end of every shared object. */
  onBegin: ((o: MemoryObject) => void) | null = null;
  /** Told of every object that begins, also of private ones. */
  observer: ((o: MemoryObject) => void) | null = null;
  onEnd: ((o: MemoryObject) => void) | null = null;

  /**
   * Ends the lifetime of an object. A private local must be the last of its region: its bytes are reused. So are those of a private object of the
   * library if it is the last, so that a loop that prints returns to the states of its previous iteration.
   */
  end(o: MemoryObject, at: number, thread: number): void {
    const r = o.region;
    this.bytesInUse -= o.size;
    o.live = false;
    o.endedAt = at;
    o.endedBy = thread;
    const generation = this.generation;
    if (!o.isPrivate) {
      this.generation = ++this.#generations;
      o.died = this.generation;
      this.onEnd?.(o);
    }
    if (o.isPrivate && (o.kind === "stack" || r.objects[r.objects.length - 1] === o)) {
      const next = r.next;
      // The next object in this place does not save these bytes; on the private stack it does.
      if (o.kind !== "stack" && this.journalling) this.#keepBytes(r, o.start, o.end);
      r.objects.pop();
      r.next = o.start;
      this.onUndo(this.#putOnTop, o, next, r.index, o.start, next);
    } else this.onUndo(this.#revive, o, generation, r.index, o.start, o.start + Math.max(o.size, 1));
  }

  /** Undoes the end of a private local. */
  readonly #putOnTop = (o: MemoryObject, next: number): void => {
    const r = o.region;
    o.live = true;
    this.bytesInUse += o.size;
    r.objects.push(o);
    r.owner.fill(r.objects.length, o.start >> 4, next >> 4);
    r.next = next;
  };

  /** Undoes the end of any other object. */
  readonly #revive = (o: MemoryObject, generation: number): void => {
    o.live = true;
    this.bytesInUse += o.size;
    this.generation = generation;
  };

  // ---- plain reads and writes at a checked offset of `region`

  read(size: number, offset: number): number {
    const r = this.region;
    if (r.written !== null) this.#checkWritten(r, offset, size);
    switch (size) {
      case 1:
        return r.bytes[offset] as number;
      case 4:
        if ((offset & 3) === 0) return r.words[offset >> 2] as number;
        return this.#bytes(r, offset, 4);
      case 2:
        return (r.bytes[offset] as number) | ((r.bytes[offset + 1] as number) << 8);
      case 8:
        if ((offset & 3) === 0) {
          this.high = r.words[(offset >> 2) + 1] as number;
          return r.words[offset >> 2] as number;
        }
        this.high = this.#bytes(r, offset + 4, 4);
        return this.#bytes(r, offset, 4);
      default: // 3, 5, 6, 7: bit-fields
        this.high = size > 4 ? this.#bytes(r, offset + 4, size - 4) : 0;
        return this.#bytes(r, offset, Math.min(size, 4));
    }
  }

  write(size: number, offset: number, low: number, high: number): void {
    const r = this.region;
    switch (size) {
      case 1: {
        if (this.journalling) this.save(r, offset >> 2);
        r.bytes[offset] = low;
        if (r.written !== null) r.written[offset] = 1;
        return;
      }
      case 4:
        if ((offset & 3) === 0) return this.#word(r, offset >> 2, low);
        return this.#scatter(r, offset, 4, low);
      case 8:
        if ((offset & 3) === 0) {
          this.#word(r, offset >> 2, low);
          return this.#word(r, (offset >> 2) + 1, high);
        }
        this.#scatter(r, offset, 4, low);
        return this.#scatter(r, offset + 4, 4, high);
      default:
        this.#scatter(r, offset, Math.min(size, 4), low);
        if (size > 4) this.#scatter(r, offset + 4, size - 4, high);
    }
  }

  #word(r: Region, w: number, value: number): void {
    if (this.journalling) this.save(r, w);
    r.words[w] = value;
    if (r.writtenWords !== null) r.writtenWords[w] = 0x01010101;
  }

  #bytes(r: Region, offset: number, size: number): number {
    let v = 0;
    for (let i = 0; i < size; i++) v |= (r.bytes[offset + i] as number) << (8 * i);
    return v;
  }

  #scatter(r: Region, offset: number, size: number, value: number): void {
    for (let i = 0; i < size; i++) {
      if (this.journalling && (i === 0 || ((offset + i) & 3) === 0)) this.save(r, (offset + i) >> 2);
      r.bytes[offset + i] = value >>> (8 * i);
      if (r.written !== null) r.written[offset + i] = 1;
    }
  }

  #checkWritten(r: Region, offset: number, size: number): void {
    const w = r.written as Uint8Array;
    if (size === 4 && (offset & 3) === 0) {
      if ((r.writtenWords as Int32Array)[offset >> 2] !== 0x01010101) this.sawUnwritten = true;
      return;
    }
    for (let i = 0; i < size; i++) if (w[offset + i] !== 1) this.sawUnwritten = true;
  }

  /** Is any of these bytes unwritten? */
  isUnwritten(offset: number, size: number): boolean {
    return this.region.written?.subarray(offset, offset + size).some((mark) => mark !== 1) ?? false;
  }

  /** Which bits of these bytes are unwritten. */
  openBits(offset: number, size: number): bigint {
    const { written, holes } = this.region;
    let open = 0n;
    for (let i = size - 1; i >= 0; i--) {
      const mark = written === null ? 1 : (written[offset + i] as number);
      open = (open << 8n) | BigInt(mark === 1 ? 0 : mark === partMark ? (holes?.[offset + i] as number) : 0xff);
    }
    return open;
  }

  /** Marks these bits of what was just written as unwritten. */
  reopen(low: number, high: number, size: number, open: bigint): void {
    const offset = this.check(low, high, size);
    for (let i = 0; i < size; i++) {
      const bits = Number((open >> BigInt(8 * i)) & 0xffn);
      if (bits !== 0) this.#markPart(this.region, offset + i, bits);
    }
  }

  /** The journal has the word it lies in, which was just written. */
  #markPart(r: Region, at: number, bits: number): void {
    r.holes ??= new Uint8Array(r.bytes.length);
    (r.written ?? r.track())[at] = partMark;
    const before = r.holes[at] as number;
    if (before === bits) return;
    this.onUndo(putHole, r, { at, bits: before }, r.index, at, at + 1);
    r.holes[at] = bits;
  }

  /** Gives unwritten bytes the value that the oracle says they hold; they stay unwritten, but are settled. */
  settle(offset: number, size: number, value: bigint, mark: number): void {
    const r = this.region;
    const written = r.written as Uint8Array;
    for (let i = 0; i < size; i++) {
      if (!isOpenMark(written[offset + i] as number)) continue;
      if (this.journalling) this.save(r, (offset + i) >> 2);
      const byte = Number((value >> BigInt(8 * i)) & 0xffn);
      if (written[offset + i] === carriedMark) this.carried.say(r, offset + i, byte);
      r.bytes[offset + i] = byte;
      written[offset + i] = mark;
    }
  }

  /** The bytes are copied: unwritten ones that are not settled are marked as carried. */
  carry(offset: number, size: number): void {
    const r = this.region;
    const { written } = r;
    for (let i = written?.indexOf(0, offset) ?? -1; written !== null && i >= 0 && i < offset + size; i = written.indexOf(0, i)) {
      if (this.journalling) this.save(r, i >> 2);
      written[i] = carriedMark;
      this.carried.begin(r, i);
    }
  }

  /** Range access for copies, fills and the runtime: bytes and their marks. */
  readRange(offset: number, size: number): MarkedBytes {
    const r = this.region;
    const written = r.written === null ? null : r.written.slice(offset, offset + size);
    const holes = r.holes !== null && written?.includes(partMark) ? r.holes.slice(offset, offset + size) : null;
    const origins = r.origins !== null && written?.includes(carriedMark) ? r.origins.slice(offset, offset + size) : null;
    return { bytes: r.bytes.slice(offset, offset + size), written, holes, origins };
  }

  writeRange(offset: number, { bytes, written, holes, origins }: MarkedBytes): void {
    const r = this.region;
    if (bytes.length === 0) return;
    this.#saveRange(r, offset, bytes.length);
    r.bytes.set(bytes, offset);
    r.mark(offset, bytes.length, written);
    for (const [i, mark] of holes === null && origins === null ? [] : (written?.entries() ?? []))
      if (mark === partMark) this.#markPart(r, offset + i, holes?.[i] as number);
      else if (mark === carriedMark) this.carried.put(r, offset + i, origins?.[i] as number);
  }

  fillRange(offset: number, size: number, value: number): void {
    const r = this.region;
    if (size === 0) return;
    this.#saveRange(r, offset, size);
    r.bytes.fill(value, offset, offset + size);
    r.written?.fill(1, offset, offset + size);
  }

  #saveRange(r: Region, offset: number, size: number): void {
    if (!this.journalling) return;
    if (size > maxBytesByWord) this.#keepBytes(r, offset, offset + size);
    else for (let w = offset >> 2; w <= (offset + size - 1) >> 2; w++) this.save(r, w);
  }
}

interface KeptBytes {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly written: Uint8Array | null;
}

function putBytes(r: Region, { start, bytes, written }: KeptBytes): void {
  r.bytes.set(bytes, start);
  if (written !== null) r.written?.set(written, start);
  else r.written?.fill(1, start, start + bytes.length); // all of it was written when it was saved
}

const putHole = (r: Region, { at, bits }: { readonly at: number; readonly bits: number }): void => {
  (r.holes as Uint8Array)[at] = bits;
};
