// Generates floating-point arithmetic, conversions and builtins.

import type { FloatPredicate, Operation } from "../../program/operations.ts";
import type { Emitter } from "./emitter.ts";

const round = (expression: string, bits: number): string => (bits === 32 ? `Math.fround(${expression})` : expression);

export function emitFloat(e: Emitter, o: Operation & { op: "float" | "float-negate" }): void {
  if (o.op === "float-negate") return e.setFloat(o.to, `-(${e.float(o.from)})`);
  const symbol = { add: "+", sub: "-", mul: "*", div: "/", rem: "%" }[o.operator];
  e.setFloat(o.to, round(`${e.float(o.left)} ${symbol} ${e.float(o.right)}`, o.bits));
}

export function emitFloatCompare(e: Emitter, o: Operation & { op: "float-compare" }): void {
  const a = e.float(o.left);
  const c = e.float(o.right);
  const unordered = `(${a} !== ${a} || ${c} !== ${c})`;
  const conditions: Record<FloatPredicate, string> = {
    false: "false",
    true: "true",
    ord: `!${unordered}`,
    uno: unordered,
    oeq: `${a} === ${c}`,
    ogt: `${a} > ${c}`,
    oge: `${a} >= ${c}`,
    olt: `${a} < ${c}`,
    ole: `${a} <= ${c}`,
    one: `${a} < ${c} || ${a} > ${c}`,
    ueq: `!(${a} < ${c} || ${a} > ${c})`,
    ugt: `!(${a} <= ${c})`,
    uge: `!(${a} < ${c})`,
    ult: `!(${a} >= ${c})`,
    ule: `!(${a} > ${c})`,
    une: `${a} !== ${c}`,
  };
  e.setLow(o.to, `(${conditions[o.predicate]}) ? 1 : 0`);
}

export function emitConvert(e: Emitter, o: Operation & { op: "convert" }): void {
  const { source, target } = o;
  switch (o.conversion) {
    case "trunc":
      if (source.bits > 64) return e.setBig(o.to, e.big(o.from, source.bits));
      if (target.bits <= 32) return e.setLow(o.to, target.bits === 32 ? `${e.low(o.from)}` : `${e.low(o.from)} & ${2 ** target.bits - 1}`);
      return e.setPair(o.to, e.low(o.from), target.bits === 64 ? e.high(o.from) : `${e.high(o.from)} & ${2 ** (target.bits - 32) - 1}`);
    case "zext":
      if (target.bits > 64) return e.setBig(o.to, e.big(o.from, source.bits));
      if (target.bits <= 32) return e.setLow(o.to, e.low(o.from));
      return e.setPair(o.to, e.low(o.from), source.bits > 32 ? e.high(o.from) : "0");
    case "sext": {
      if (target.bits > 64 || (target.bits > 32 && target.bits < 64) || (source.bits > 32 && source.bits < 64)) {
        return e.setBig(o.to, `BigInt.asIntN(${source.bits}, ${e.big(o.from, source.bits)})`);
      }
      const wide = source.bits === 32 ? e.low(o.from) : `${e.low(o.from)} << ${32 - source.bits} >> ${32 - source.bits}`;
      if (target.bits <= 32) return e.setLow(o.to, target.bits === 32 ? wide : `(${wide}) & ${2 ** target.bits - 1}`);
      return e.setPair(o.to, wide, `${e.low(o.from)} << ${32 - source.bits} >> 31`);
    }
    case "image":
      if (target.kind === "float")
        return e.setFloat(o.to, target.bits === 32 ? `X.toFloat(${e.low(o.from)})` : `X.toDouble(${e.low(o.from)}, ${e.high(o.from)})`);
      if (source.kind !== "float") return e.move(o.to, target, o.from);
      if (target.bits === 32) return e.setLow(o.to, `X.floatImage(${e.float(o.from)})`);
      e.line(`X.splitDouble(${e.float(o.from)});`);
      return e.setPair(o.to, "X.low", "X.high");
    case "fptrunc":
      return e.setFloat(o.to, `Math.fround(${e.float(o.from)})`);
    case "fpext":
      return e.setFloat(o.to, e.float(o.from));
    case "fptosi":
    case "fptoui":
      if (target.bits <= 32)
        return e.setLow(o.to, `X.toInt${o.conversion === "fptosi" ? "" : "Unsigned"}(${e.float(o.from)}, ${target.bits})`);
      return e.setBig(o.to, `X.toBig(${e.float(o.from)}, ${target.bits}, ${o.conversion === "fptosi"})`);
    case "sitofp":
    case "uitofp": {
      const isSigned = o.conversion === "sitofp";
      if (source.bits <= 32) {
        const v = isSigned
          ? source.bits === 32
            ? e.low(o.from)
            : `(${e.low(o.from)} << ${32 - source.bits} >> ${32 - source.bits})`
          : `(${e.low(o.from)} >>> 0)`;
        return e.setFloat(o.to, round(v, target.bits));
      }
      const big = isSigned ? `BigInt.asIntN(${source.bits}, ${e.big(o.from, source.bits)})` : e.big(o.from, source.bits);
      return e.setFloat(o.to, target.bits === 32 ? `X.bigToFloat(${big})` : `Number(${big})`);
    }
  }
}

export function emitBuiltin(e: Emitter, o: Operation & { op: "builtin" }): void {
  if (o.builtin === "is.fpclass")
    return e.setLow(o.to, `X.fpClass(${e.float(o.args[0] as never)}, ${e.low(o.args[1] as never)}, ${o.type.bits})`);
  if (o.type.kind === "float") {
    const args = o.args.map((a, i) => (o.builtin === "powi" && i === 1 ? e.low(a) : e.float(a)));
    if (o.builtin === "fma" || o.builtin === "fmuladd") {
      const compute = o.builtin === "fma" ? "fusedMultiplyAdd" : "multiplyAdd";
      return e.setFloat(o.to, round(`X.${compute}(${args.join(", ")}, ${o.type.bits})`, o.type.bits));
    }
    return e.setFloat(o.to, round(`X.floatBuiltin("${o.builtin}", ${args.join(", ")})`, o.type.bits));
  }
  const { bits } = o.type;
  if (bits === 32 && o.builtin === "ctlz") return e.setLow(o.to, `Math.clz32(${e.low(o.args[0] as never)})`);
  const flag = o.builtin === "ctlz" || o.builtin === "cttz" || o.builtin === "abs";
  const args = (flag ? o.args.slice(0, 1) : o.args).map((a) => e.big(a, bits));
  e.setBig(o.to, `X.integerBuiltin("${o.builtin}", ${bits}, [${args.join(", ")}])`);
}

export function emitChecked(e: Emitter, o: Operation & { op: "checked" }): void {
  const wrap = (x: string): string => (o.signed ? `BigInt.asIntN(${o.bits}, ${x})` : x);
  const symbol = { add: "+", sub: "-", mul: "*" }[o.operator];
  e.line(`X.exact = ${wrap(e.big(o.left, o.bits))} ${symbol} ${wrap(e.big(o.right, o.bits))};`);
  e.setBig(o.to, "X.exact");
  e.setLow(o.overflow, `${o.signed ? `BigInt.asIntN(${o.bits}, X.exact)` : `BigInt.asUintN(${o.bits}, X.exact)`} !== X.exact ? 1 : 0`);
}
