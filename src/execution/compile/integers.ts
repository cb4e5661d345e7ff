// Generates integer arithmetic: inline for 1 to 32 and for 64 bits, with bigints for other widths.

import type { IntegerPredicate, Operand, Operation } from "../../program/operations.ts";
import type { Emitter } from "./emitter.ts";

type IntegerOperation = Operation & { op: "integer" };

/** Sign-extends a value of `bits` < 32 that is kept zero-extended. */
const signed = (expression: string, bits: number): string => (bits === 32 ? expression : `(${expression} << ${32 - bits} >> ${32 - bits})`);
/** Brings a result into the range of its type. */
const normal = (expression: string, bits: number): string => (bits === 32 ? `(${expression}) | 0` : `(${expression}) & ${2 ** bits - 1}`);

export function emitInteger(e: Emitter, o: IntegerOperation, k: number): void {
  if (o.bits <= 32) emitNarrow(e, o, k);
  else if (o.bits === 64) emitWide(e, o, k);
  else emitBig(e, o, k);
}

const overflow = (k: number): string => `W.noteOverflow(T, ${k}, "signed-overflow");`;
const badShift = (k: number): string => `W.fault(T, ${k}, "bad-shift");`;

/** Whether the shift amount may be too large: a constant below the width is not. */
const mayShiftTooFar = (o: IntegerOperation): boolean => o.right.kind !== "integer" || o.right.value >= BigInt(o.bits);

function emitNarrow(e: Emitter, o: IntegerOperation, k: number): void {
  const { bits } = o;
  const a = e.low(o.left);
  const c = e.low(o.right);
  const sa = signed(a, bits);
  const sc = signed(c, bits);
  const limit = 2 ** (bits - 1);
  const checked = o.signed && e.reportsOverflow;
  switch (o.operator) {
    case "add":
    case "sub": {
      const sign = o.operator === "add" ? "+" : "-";
      if (checked) e.line(`if (X.outside(${sa} ${sign} ${sc}, ${limit})) ${overflow(k)}`);
      return e.setLow(o.to, normal(`${a} ${sign} ${c}`, bits));
    }
    case "mul":
      if (checked) e.line(`if (X.outside(${sa} * ${sc}, ${limit})) ${overflow(k)}`);
      return e.setLow(o.to, normal(`Math.imul(${a}, ${c})`, bits));
    case "udiv":
    case "urem":
      e.line(`if (${c} === 0) W.fault(T, ${k}, "division-by-zero");`);
      return e.setLow(o.to, normal(`(${a} >>> 0) ${o.operator === "udiv" ? "/" : "%"} (${c} >>> 0)`, bits));
    case "sdiv":
    case "srem":
      e.line(`if (${c} === 0) W.fault(T, ${k}, "division-by-zero");`);
      if (e.reportsOverflow) e.line(`if (${sc} === -1 && ${sa} === ${-limit}) ${overflow(k)}`);
      return e.setLow(o.to, normal(`${sa} ${o.operator === "sdiv" ? "/" : "%"} ${sc}`, bits));
    case "shl":
    case "lshr":
    case "ashr": {
      if (mayShiftTooFar(o)) e.line(`if ((${c} >>> 0) >= ${bits}) ${badShift(k)}`);
      if (o.operator === "shl") {
        if (checked) e.line(`if (((${a}) >>> (${bits - 1} - ${c})) !== 0) ${overflow(k)}`);
        return e.setLow(o.to, normal(`${a} << ${c}`, bits));
      }
      if (o.operator === "ashr") return e.setLow(o.to, normal(`${sa} >> ${c}`, bits));
      return e.setLow(o.to, normal(`${a} >>> ${c}`, bits));
    }
    case "and":
      return e.setLow(o.to, `${a} & ${c}`);
    case "or":
      return e.setLow(o.to, `${a} | ${c}`);
    case "xor":
      return e.setLow(o.to, `${a} ^ ${c}`);
  }
}

function emitWide(e: Emitter, o: IntegerOperation, k: number): void {
  const al = e.low(o.left);
  const ah = e.high(o.left);
  const cl = e.low(o.right);
  const ch = e.high(o.right);
  const checked = o.signed && e.reportsOverflow;
  switch (o.operator) {
    case "add":
    case "sub": {
      const l = e.temporary();
      const h = e.temporary();
      if (o.operator === "add") e.line(`${l} = (${al} + ${cl}) | 0; ${h} = (${ah} + ${ch} + ((${l} >>> 0) < (${al} >>> 0) ? 1 : 0)) | 0;`);
      else e.line(`${l} = (${al} - ${cl}) | 0; ${h} = (${ah} - ${ch} - ((${al} >>> 0) < (${cl} >>> 0) ? 1 : 0)) | 0;`);
      if (checked) e.line(`if (((${ah} ^ ${h}) & (${o.operator === "add" ? `${ch} ^ ${h}` : `${ah} ^ ${ch}`})) < 0) ${overflow(k)}`);
      return e.setPair(o.to, l, h);
    }
    case "mul": {
      if (checked) e.line(`if (X.mulOverflows(${al}, ${ah}, ${cl}, ${ch})) ${overflow(k)}`);
      const shift = o.right.kind === "integer" ? powerOfTwo(o.right.value) : -1;
      if (shift === 0) return e.setPair(o.to, al, ah);
      if (shift > 0 && shift < 32) return e.setPair(o.to, `${al} << ${shift}`, `(${ah} << ${shift}) | (${al} >>> ${32 - shift})`);
      return e.setPair(o.to, `X.mul(${al}, ${ah}, ${cl}, ${ch})`, "X.high");
    }
    case "udiv":
    case "urem":
    case "sdiv":
    case "srem":
      e.line(`if ((${cl} | ${ch}) === 0) W.fault(T, ${k}, "division-by-zero");`);
      if (o.operator[0] === "s" && e.reportsOverflow)
        e.line(`if ((${cl} & ${ch}) === -1 && ${al} === 0 && ${ah} === -2147483648) ${overflow(k)}`);
      return e.setPair(o.to, `X.${o.operator}(${al}, ${ah}, ${cl}, ${ch})`, "X.high");
    case "shl":
    case "lshr":
    case "ashr": {
      if (mayShiftTooFar(o)) e.line(`if (${ch} !== 0 || (${cl} >>> 0) >= 64) ${badShift(k)}`);
      if (checked) e.line(`if (X.shiftOverflows(${al}, ${ah}, ${cl})) ${overflow(k)}`);
      if (o.right.kind === "integer") {
        const n = Number(o.right.value & 63n);
        if (n === 0) return e.setPair(o.to, al, ah);
        if (o.operator === "shl")
          return n >= 32
            ? e.setPair(o.to, "0", `${al} << ${n - 32}`)
            : e.setPair(o.to, `${al} << ${n}`, `(${ah} << ${n}) | (${al} >>> ${32 - n})`);
        const sign = o.operator === "ashr" ? ">>" : ">>>";
        if (n >= 32) return e.setPair(o.to, `(${ah} ${sign} ${n - 32}) | 0`, o.operator === "ashr" ? `${ah} >> 31` : "0");
        return e.setPair(o.to, `(${al} >>> ${n}) | (${ah} << ${32 - n})`, `(${ah} ${sign} ${n}) | 0`);
      }
      return e.setPair(o.to, `X.${o.operator}(${al}, ${ah}, ${cl})`, "X.high");
    }
    case "and":
      return e.setPair(o.to, `${al} & ${cl}`, `${ah} & ${ch}`);
    case "or":
      return e.setPair(o.to, `${al} | ${cl}`, `${ah} | ${ch}`);
    case "xor":
      return e.setPair(o.to, `${al} ^ ${cl}`, `${ah} ^ ${ch}`);
  }
}

function emitBig(e: Emitter, o: IntegerOperation, k: number): void {
  const { bits } = o;
  const a = e.big(o.left, bits);
  const c = e.big(o.right, bits);
  const sa = `BigInt.asIntN(${bits}, ${a})`;
  const sc = `BigInt.asIntN(${bits}, ${c})`;
  const checked = o.signed && e.reportsOverflow;
  const symbols: Partial<Record<typeof o.operator, string>> = { add: "+", sub: "-", mul: "*", and: "&", or: "|", xor: "^" };
  const symbol = symbols[o.operator];
  if (symbol !== undefined) {
    if (checked) e.line(`if (X.outsideBig(${sa} ${symbol} ${sc}, ${bits})) ${overflow(k)}`);
    return e.setBig(o.to, `${a} ${symbol} ${c}`);
  }
  if (o.operator === "shl" || o.operator === "lshr" || o.operator === "ashr") {
    if (mayShiftTooFar(o)) e.line(`if (${c} >= ${bits}n) ${badShift(k)}`);
    if (checked) e.line(`if (${a} >> (${bits - 1}n - ${c}) !== 0n) ${overflow(k)}`);
    return e.setBig(o.to, o.operator === "shl" ? `${a} << ${c}` : `${o.operator === "ashr" ? sa : a} >> ${c}`);
  }
  e.line(`if (${c} === 0n) W.fault(T, ${k}, "division-by-zero");`);
  const isSigned = o.operator[0] === "s";
  if (isSigned && e.reportsOverflow) e.line(`if (${sc} === -1n && ${sa} === ${-(1n << BigInt(bits - 1))}n) ${overflow(k)}`);
  e.setBig(o.to, `${isSigned ? sa : a} ${o.operator.endsWith("div") ? "/" : "%"} ${isSigned ? sc : c}`);
}

/** The exponent if the value is a power of two; -1 otherwise. */
function powerOfTwo(value: bigint): number {
  const n = value.toString(2).length - 1;
  return value > 0n && value === 1n << BigInt(n) ? n : -1;
}

/** A comparison as a JavaScript condition. */
export function comparison(e: Emitter, predicate: IntegerPredicate, bits: number, left: Operand, right: Operand): string {
  const symbol = { eq: "===", ne: "!==", gt: ">", ge: ">=", lt: "<", le: "<=" }[
    (predicate.length === 2 ? predicate : predicate.slice(1)) as "eq" | "ne" | "gt" | "ge" | "lt" | "le"
  ];
  const equality = predicate === "eq" || predicate === "ne";
  const isSigned = predicate[0] === "s";
  if (bits <= 32) {
    const a = e.low(left);
    const c = e.low(right);
    if (equality) return `${a} ${symbol} ${c}`;
    if (isSigned) return `${signed(a, bits)} ${symbol} ${signed(c, bits)}`;
    return bits === 32 ? `(${a} >>> 0) ${symbol} (${c} >>> 0)` : `${a} ${symbol} ${c}`;
  }
  if (bits !== 64) {
    const a = e.big(left, bits);
    const c = e.big(right, bits);
    return isSigned ? `BigInt.asIntN(${bits}, ${a}) ${symbol} BigInt.asIntN(${bits}, ${c})` : `${a} ${symbol} ${c}`;
  }
  const [al, ah, cl, ch] = [e.low(left), e.high(left), e.low(right), e.high(right)];
  if (predicate === "eq") return `${al} === ${cl} && ${ah} === ${ch}`;
  if (predicate === "ne") return `${al} !== ${cl} || ${ah} !== ${ch}`;
  const strict = symbol[0] as string;
  const [h1, h2] = isSigned ? [ah, ch] : [`(${ah} >>> 0)`, `(${ch} >>> 0)`];
  return `${h1} ${strict} ${h2} || (${ah} === ${ch} && (${al} >>> 0) ${symbol} (${cl} >>> 0))`;
}
