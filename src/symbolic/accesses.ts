// Operations that read and write one value: loads, stores and atomic updates. In: an operation on a path. Out: the value read, and accesses
// with their ordering (C11's acquire and release); invalid addresses are failures.

import { acquires, type MemoryOrder, type Operand, type Operation, releases, storeSize } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { computeUpdate } from "./arithmetic.ts";
import type { Content, Host, Occurrence } from "./host.ts";
import { Unsupported } from "./unsupported.ts";

export type ValueAccess = Operation & { op: "load" | "store" | "update" | "compare-exchange" };

export function access<I extends Occurrence, A>(host: Host<I, A>, o: ValueAccess, at: I): void {
  const { terms, memory, accesses, program } = host;
  const { path, registers } = at;
  const size = storeSize(o.type);
  const resolved = memory.locateAccess(at, o, size, o.op !== "load");
  const { order } = o;
  const atomic = order !== null;
  if (!o.private && isWeak(o)) accesses.noteWeak(path);
  const acquire = (x: MemoryOrder | null): Term => terms.boolean(x !== null && acquires(x));
  const release = terms.boolean(order !== null && releases(order));
  const given = (x: Operand): Term => widenTo(terms, at.operand(x), 8 * size);
  switch (o.op) {
    case "load": {
      if (!o.coercion && !(at.frame.library && 8 * size > program.pointerBits)) accesses.notePart(at, o, resolved, size);
      const { padding } = o;
      const tolerant = o.coercion && padding === null;
      const value = memory.read(path, resolved, size, { atomic, tolerant, padding, orders: acquire(order) });
      registers[o.to] = host.nameValue(narrowTo(terms, value, o.type.bits));
      if (typeof o.field?.open === "number") registers[o.field.open] = terms.constant(0n, o.type.bits); // what is carried is asked for here
      return;
    }
    case "store":
      memory.write(path, resolved, size, bytesOf(terms, given(o.value)), { atomic, orders: release });
      return;
    case "update": {
      const old = memory.read(path, resolved, size, { atomic, tolerant: false, orders: acquire(order) });
      const operand = given(o.value);
      host.placement.integer(at, { operator: o.operator }, old, operand);
      const value = computeUpdate(terms, o.operator, old, operand);
      if (value === null) throw new Unsupported("floating-point arithmetic on values that are not constant");
      memory.write(path, resolved, size, bytesOf(terms, value), { atomic, orders: release, continues: true });
      registers[o.to] = narrowTo(terms, old, o.type.bits);
      return;
    }
    case "compare-exchange": {
      const old = memory.read(path, resolved, size, { atomic, tolerant: false, orders: terms.true });
      let equal = terms.eq(old, given(o.expected));
      host.placement.stale(at, old, given(o.expected));
      if (o.weak) equal = accesses.mayFail(path, equal);
      accesses.settleOrder(path, () => terms.ite(equal, acquire(order), acquire(o.failure)));
      const value = given(o.replacement);
      memory.write(path, memory.where(resolved, equal), size, bytesOf(terms, value), { atomic, orders: release, continues: true });
      registers[o.to] = narrowTo(terms, old, o.type.bits);
      registers[o.success] = equal;
      return;
    }
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
