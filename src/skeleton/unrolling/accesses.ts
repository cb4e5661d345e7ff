// Operations that read and write one value: loads, stores and atomic updates. In: an operation on a path. Out: the value read, accesses at
// the step's event with their ordering (C11's acquire and release), and failures for invalid addresses.

import { acquires, type MemoryOrder, type Operand, type Operation, releases, storeSize } from "../../program/operations.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { moves, type ObjectFilter, stays } from "../layout.ts";
import type { ResolvedAddress } from "./addresses.ts";
import { computeUpdate } from "./arithmetic.ts";
import { noteNumber, noteStale } from "./computations.ts";
import type { Instance } from "./instance.ts";
import { chooseSuccess } from "./open-values.ts";
import type { Path } from "./path.ts";
import type { Content } from "./section.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";
import { Unsupported } from "./unsupported.ts";

export type ValueAccess = Operation & { op: "load" | "store" | "update" | "compare-exchange" };

export function access(steps: Steps, memory: ThreadMemory, o: ValueAccess, instance: Instance): void {
  const { terms, round } = steps;
  const { path, registers } = instance;
  const size = storeSize(o.type);
  const resolved = locateAccess(steps, memory, o, instance, size, o.op !== "load");
  const { order } = o;
  const atomic = order !== null;
  if (!o.private && path.section === null && isWeak(o)) round.weak = true;
  const acquire = (x: MemoryOrder | null): Term => terms.boolean(x !== null && acquires(x));
  const release = terms.boolean(order !== null && releases(order));
  const given = (x: Operand): Term => widenTo(terms, instance.operand(x), 8 * size);
  switch (o.op) {
    case "load": {
      if (!o.coercion && !(instance.frame.library && 8 * size > round.program.pointerBits))
        notePartOfAddress(steps, memory, instance.path, resolved, size);
      const { padding } = o;
      const tolerant = o.coercion && padding === null;
      const value = memory.read(path, resolved, size, { atomic, tolerant, padding, orders: acquire(order) });
      registers[o.to] = round.nameValue(narrowTo(terms, value, o.type.bits));
      if (typeof o.field?.open === "number") registers[o.field.open] = terms.constant(0n, o.type.bits); // what is carried is asked for here
      return;
    }
    case "store":
      memory.write(path, resolved, size, bytesOf(terms, given(o.value)), { atomic, orders: release });
      return;
    case "update": {
      const old = memory.read(path, resolved, size, { atomic, tolerant: false, orders: acquire(order) });
      const operand = given(o.value);
      noteNumber(steps, instance, (asked) => round.layout.integer({ operator: o.operator }, old, operand, asked));
      const value = computeUpdate(terms, o.operator, old, operand);
      if (value === null) throw new Unsupported("floating-point arithmetic on values that are not constant");
      memory.write(path, resolved, size, bytesOf(terms, value), { atomic, orders: release, continues: true });
      registers[o.to] = narrowTo(terms, old, o.type.bits);
      return;
    }
    case "compare-exchange": {
      const old = memory.read(path, resolved, size, { atomic, tolerant: false, orders: terms.true });
      let equal = terms.eq(old, given(o.expected));
      noteStale(steps, memory, instance, old, given(o.expected));
      if (o.weak && round.meetFreedom("spurious")) equal = terms.and(equal, chooseSuccess(steps, path, equal));
      if (path.section === null)
        for (const a of steps.single?.event.accesses ?? [])
          if (a.kind === "read" && a.orders === terms.true) a.orders = terms.ite(equal, acquire(order), acquire(o.failure));
      const value = given(o.replacement);
      const targets = resolved.targets.map((t) => ({ ...t, when: terms.and(t.when, equal) })).filter((t) => t.when !== terms.false);
      memory.write(path, { targets, faults: [] }, size, bytesOf(terms, value), { atomic, orders: release, continues: true });
      registers[o.to] = narrowTo(terms, old, o.type.bits);
      registers[o.success] = equal;
      return;
    }
  }
}

/** Resolves the address of an operation. Adds failures for invalid addresses, and for writes to constants. */
export function locateAccess(
  steps: Steps,
  memory: ThreadMemory,
  o: { readonly address: Operand; readonly base: Operand | null },
  instance: Instance,
  size: number,
  writes: boolean,
): ResolvedAddress {
  const { terms } = steps;
  const { path } = instance;
  const resolved = memory.locateAccess(path, instance.operand(o.address), o.base === null ? null : instance.operand(o.base), size);
  steps.failWhere(path, resolved);
  if (writes)
    steps.fail(path, "memory", "write-to-constant", terms.any(resolved.targets.filter((t) => t.object.constant).map((t) => t.when)), "");
  return resolved;
}

/**
 * Notes that some bytes of a pointer are read as a number, or with others as a longer one: the number depends on placement. What a thread
 * reads of its own memory is a term that shows this (layout.ts).
 */
export function notePartOfAddress(steps: Steps, memory: ThreadMemory, path: Path, resolved: ResolvedAddress, size: number): void {
  const { round, terms } = steps;
  if (8 * size === round.program.pointerBits) return;
  for (const t of resolved.targets) {
    if (8 * size > round.program.pointerBits && memory.isLocal(t.object)) continue;
    const isPart = (asked: ObjectFilter): Term =>
      terms.and(
        t.when,
        memory.isPartOf(path, t, size, (value) => round.layout.isAddress(value, asked)),
      );
    steps.failForLayout(path, isPart(moves));
    steps.meet(path, "placement", isPart(stays));
  }
}

/** Whether an atomic access orders less than it could: a read without acquire, a write without release. */
function isWeak(o: ValueAccess): boolean {
  switch (o.op) {
    case "load":
    case "store":
      return o.order === "relaxed" || o.order === (o.op === "load" ? "release" : "acquire");
    case "update":
      return o.order !== "acq_rel" && o.order !== "seq_cst";
    case "compare-exchange":
      return (o.order !== "acq_rel" && o.order !== "seq_cst") || o.failure === "relaxed";
  }
}

const bytesOf =
  (terms: Terms, value: Term): Content =>
  (from, length) =>
    terms.extract(value, 8 * (from + length) - 1, 8 * from);

const narrowTo = (terms: Terms, value: Term, bits: number): Term => (value.width === bits ? value : terms.extract(value, bits - 1, 0));
const widenTo = (terms: Terms, value: Term, bits: number): Term => (value.width === bits ? value : terms.zext(value, bits));
