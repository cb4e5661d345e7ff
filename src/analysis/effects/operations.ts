// The effects of single operations. In: an operation in an instance of a function. Out: what it adds to the effects of the code it is in. Calls add
// only what the call itself may do.

import { type ErrorKind, type Operand, type Operation, storeSize, type Terminator } from "../../program/operations.ts";
import type { FunctionInstance } from "../points-to/instances.ts";
import type { Place } from "../points-to/places.ts";
import type { PointsTo } from "../points-to/points-to.ts";
import type { EffectSet } from "./effects.ts";

type Access = Operation & { op: "load" | "store" | "update" | "compare-exchange" | "copy-in" | "copy-out" | "fill" };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one case per kind of operation
export function addEffects(into: EffectSet, pointsTo: PointsTo, f: FunctionInstance, o: Operation | Terminator): void {
  const places = (x: Operand): readonly Place[] | null => pointsTo.placesOf(f, x);
  const mayPoint = (x: Operand): boolean => x.kind !== "integer" && (places(x)?.length ?? 1) > 0;
  switch (o.op) {
    case "load":
    case "copy-in":
      return addAccess(into, pointsTo, f, o, true, false);
    case "store":
    case "copy-out":
    case "fill":
      return addAccess(into, pointsTo, f, o, false, true);
    case "update":
    case "compare-exchange":
      if (o.op === "compare-exchange" && o.weak) into.asks = true;
      return addAccess(into, pointsTo, f, o, true, true);
    case "clear":
      into.fails.add("invalid-pointer");
      return into.writes.add(places(o.address), sizeOf(o.size));
    case "integer":
      if (!o.pointer && o.bits >= pointsTo.program.pointerBits && [o.left, o.right].some(mayPoint)) into.observesAddresses = true;
      return addArithmetic(into, o);
    case "compare":
      if (o.bits >= pointsTo.program.pointerBits && [o.left, o.right].every(mayPoint)) into.observesAddresses = true;
      return;
    case "convert":
      if (o.source.bits !== o.target.bits && o.source.bits >= pointsTo.program.pointerBits && mayPoint(o.from))
        into.observesAddresses = true;
      return;
    case "stack-allocate":
    case "stack-renew":
      if (!o.private) into.allocates = true;
      return;
    case "stack-end":
      return into.frees.add(places(o.address), 1);
    case "heap-allocate":
      into.allocates = true;
      return;
    case "heap-free":
      into.fails.add("invalid-free");
      into.fails.add("double-free");
      return into.frees.add(places(o.address), 1);
    case "heap-size":
      into.fails.add("invalid-free");
      return into.reads.add(places(o.address), 1);
    case "call":
      if (o.callee.kind === "function") return;
      into.fails.add("invalid-call");
      if (places(o.callee) === null) addAnything(into);
      return;
    case "set-jump":
      into.fails.add("invalid-pointer");
      return into.writes.add(places(o.buffer), 16);
    case "long-jump":
      into.fails.add("invalid-argument");
      into.leaves.add("long-jump");
      return;
    case "atomic-end":
      into.fails.add("invalid-sync");
      into.synchronises = true;
      return;
    case "atomic-begin":
    case "acquire":
    case "release":
    case "fence":
    case "lock-note":
    case "access-as":
    case "waits-for":
      into.synchronises = true;
      return;
    case "block-until":
      into.blocks = true;
      return;
    case "assume":
      into.assumes = true;
      return;
    case "choose":
    case "input":
      into.asks = true;
      return;
    case "thread-start":
      into.startsThread = true;
      into.fails.add("invalid-call");
      return;
    case "thread-exit":
    case "process-end":
      into.leaves.add(o.op);
      return;
    case "end-locals":
      return into.frees.add(null, 1);
    case "error":
      into.fails.add(o.error);
      return;
    case "unsupported":
      into.unmodelled = true;
      return;
    case "output":
      return into.reads.add(places(o.address), sizeOf(o.size));
    case "format-number":
      return into.writes.add(places(o.args[0] as Operand), Number.POSITIVE_INFINITY);
    case "parse-double":
      into.reads.add(places(o.text), Number.POSITIVE_INFINITY);
      return into.writes.add(places(o.consumed), 4);
    case "return":
      into.leaves.add("return");
      return;
    case "unreachable":
      into.fails.add("unreachable");
      return;
    case "indirect-jump":
      into.fails.add("invalid-call");
      return;
    default:
      return; // computing
  }
}

/** Code that is not known is executed. */
function addAnything(into: EffectSet): void {
  into.unmodelled = true;
  for (const touched of [into.reads, into.writes, into.frees]) touched.add(null, 1);
}

function addAccess(into: EffectSet, pointsTo: PointsTo, f: FunctionInstance, o: Access, reads: boolean, writes: boolean): void {
  const places = pointsTo.placesOf(f, o.address);
  const size = "type" in o ? storeSize(o.type) : sizeOf(o.size);
  if ("order" in o && o.order !== null) into.atomics = true;
  if (reads) into.reads.add(places, size);
  if (writes) into.writes.add(places, size);
  if (!isValid(pointsTo, o, places, size, writes)) into.fails.add("invalid-pointer");
  const isCarried = o.op === "copy-in" || (o.op === "load" && o.coercion);
  if (reads && !isCarried && !(places?.every((p) => p.object.kind === "global" || p.object.kind === "thread-local") ?? false))
    into.fails.add("uninitialised-read");
}

/** Whether the access certainly lies in an object that never ends: a global that the operation names. */
function isValid(pointsTo: PointsTo, o: Access, places: readonly Place[] | null, size: number, writes: boolean): boolean {
  if (o.address.kind !== "object" || places === null) return false;
  const { object, offset } = o.address;
  const global = pointsTo.program.objects[object];
  return global !== undefined && offset >= 0 && offset + size <= global.size && !(writes && global.constant);
}

function addArithmetic(into: EffectSet, { operator, signed, right, bits }: Operation & { op: "integer" }): void {
  if (signed) into.fails.add("signed-overflow");
  const add = (kind: ErrorKind, isSafe: (value: bigint) => boolean): void => {
    if (right.kind !== "integer" || !isSafe(right.value)) into.fails.add(kind);
  };
  switch (operator) {
    case "shl":
    case "lshr":
    case "ashr":
      return add("bad-shift", (value) => value < BigInt(bits));
    case "udiv":
    case "urem":
      return add("division-by-zero", (value) => value !== 0n);
    case "sdiv":
    case "srem":
      into.fails.add("signed-overflow");
      return add("division-by-zero", (value) => value !== 0n);
    default:
      return;
  }
}

const sizeOf = (size: Operand): number => (size.kind === "integer" ? Number(size.value) : Number.POSITIVE_INFINITY);
