// Lowers casts and vector instructions, scalar by scalar. Clang makes vectors of small structs of floats that are passed in registers, and for
// the vector extension. A bit cast between types with different scalars goes through one wide integer.

import { int, integer, type Operand, register, type Scalar } from "../../program/operations.ts";
import { failUnsupported } from "../../support/diagnostics.ts";
import type { CastOp, Instruction } from "../llvm/module.ts";
import type { Lowering } from "./lowering.ts";

/** The scalars of the result. */
export function castPieces(
  f: Lowering,
  cast: CastOp,
  from: readonly Operand[],
  source: readonly Scalar[],
  target: readonly Scalar[],
): Operand[] {
  if (cast === "bitcast" && from.length !== target.length) return repack(f, from, source, target);
  return from.map((operand, k) => castOne(f, cast, operand, source[k] as Scalar, target[k] as Scalar));
}

function castOne(f: Lowering, cast: CastOp, from: Operand, source: Scalar, target: Scalar): Operand {
  switch (cast) {
    case "bitcast":
      return source.kind === target.kind ? from : f.convert("image", from, source, target);
    case "ptrtoint":
    case "ptrtoaddr":
    case "inttoptr":
    case "addrspacecast":
      return f.convert(source.bits > target.bits ? "trunc" : "zext", from, source, target);
    case "trunc":
    case "zext":
    case "sext":
      return f.convert(cast, from, source, target);
    default: {
      const to = f.newRegister(target);
      f.emit({ op: "convert", to, conversion: cast, from, source, target, at: f.at });
      return register(to);
    }
  }
}

/** A bit cast between types with different numbers of scalars. */
function repack(f: Lowering, from: readonly Operand[], source: readonly Scalar[], target: readonly Scalar[]): Operand[] {
  const total = source.reduce((n, s) => n + s.bits, 0);
  if (total > 128 || total !== target.reduce((n, s) => n + s.bits, 0)) return failUnsupported("a cast between large vectors");
  const wide = int(total);
  let all: Operand = integer(0n, total);
  let shift = 0;
  from.forEach((operand, k) => {
    const s = source[k] as Scalar;
    const bits = f.convert("zext", f.convert("image", operand, s, int(s.bits)), int(s.bits), wide);
    all = f.compute("or", total, all, shift === 0 ? bits : f.compute("shl", total, bits, integer(BigInt(shift), total)));
    shift += s.bits;
  });
  shift = 0;
  return target.map((t) => {
    const shifted = shift === 0 ? all : f.compute("lshr", total, all, integer(BigInt(shift), total));
    shift += t.bits;
    return f.convert("image", f.convert("trunc", shifted, wide, int(t.bits)), int(t.bits), t);
  });
}

export function lowerVector(f: Lowering, i: Instruction & { op: "extractelement" | "insertelement" | "shufflevector" }): void {
  if (i.op === "shufflevector") {
    const lanes = [...f.operands(i.left), ...f.operands(i.right)];
    const type = (f.layout.pieces(i.left.type)[0] as { scalar: Scalar }).scalar;
    return f.define(
      i.result,
      i.mask.map((m) => lanes[Math.max(m, 0)] as Operand),
      i.mask.map(() => type),
    );
  }
  const vector = i.op === "extractelement" ? i.from : i.into;
  const lanes = f.operands(vector);
  const types = f.layout.scalarsOf(vector.type);
  const bits = (i.index.type as { bits: number }).bits;
  const index = f.operand(i.index);
  if (index.kind === "integer" && index.value >= BigInt(lanes.length)) {
    f.unsupported(`element ${index.value} of a vector of ${lanes.length}`);
    return f.defineUnused(i.result, i.op === "extractelement" && vector.type.kind === "vector" ? vector.type.element : vector.type);
  }
  if (index.kind !== "integer") checkIndex(f, index, bits, lanes.length);
  /** The first operand if the index is that of the lane, otherwise the second. */
  const selectAt = (lane: number, then: Operand, otherwise: Operand): Operand => {
    if (index.kind === "integer") return index.value === BigInt(lane) ? then : otherwise;
    if (lane >= 2 ** bits) return otherwise; // the index cannot be so large
    const type = types[lane] as Scalar;
    const to = f.newRegister(type);
    const condition = f.compare("eq", bits, index, integer(BigInt(lane), bits));
    f.emit({ op: "select", to, type, condition, then, otherwise, at: f.at });
    return register(to);
  };
  if (i.op === "extractelement") {
    const result = lanes.reduce((otherwise, lane, k) => selectAt(k, lane, otherwise));
    return f.define(i.result, [result], [types[0] as Scalar]);
  }
  const element = f.operand(i.element);
  f.define(
    i.result,
    lanes.map((lane, k) => selectAt(k, element, lane)),
    types,
  );
}

/** A variable index outside the vector is an error. */
function checkIndex(f: Lowering, index: Operand, bits: number, lanes: number): void {
  if (lanes >= 2 ** bits) return;
  const isInside = f.compare("ult", bits, index, integer(BigInt(lanes), bits));
  f.failUnless(isInside, "out-of-bounds", `subscript outside a vector of ${lanes} elements`);
}
