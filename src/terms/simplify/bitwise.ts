// Rules for and, or, xor, not. In: arguments in canonical order, a constant second. Out: a simpler term, or null.

import type { TermBuilder } from "../builder.ts";
import { mask } from "../fold.ts";
import { onesCovering } from "../ranges.ts";
import type { Term } from "../term.ts";
import { areComplements, first, hasConstant, isAllOnes, isConstant, isZero, powerOfTwo, second } from "./facts.ts";

/** A chain of one operator is searched to this depth for a member or its complement: building stays linear. */
const maxChainDepth = 8;

export function simplifyNot(t: TermBuilder, a: Term): Term | null {
  switch (a.op) {
    case "not":
      return first(a);
    case "ult":
      return t.ule(second(a), first(a));
    case "ule":
      return t.ult(second(a), first(a));
    case "slt":
      return t.sle(second(a), first(a));
    case "sle":
      return t.slt(second(a), first(a));
    case "xor":
      return isConstant(second(a)) ? t.xor(first(a), t.not(second(a))) : null;
    case "ite":
      return isConstant(second(a)) && isConstant(a.args[2] as Term) ? t.ite(first(a), t.not(second(a)), t.not(a.args[2] as Term)) : null;
    case "sext":
      return t.sext(t.not(first(a)), a.width);
    default:
      return null;
  }
}

export function simplifyAnd(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a === b) return a;
  if (isConstant(b)) {
    if (isZero(b)) return b;
    if (isAllOnes(b)) return a;
    const possible = possibleOnes(t, a);
    if ((possible & ~b.value) === 0n) return a;
    if ((possible & b.value) === 0n) return t.constant(0, a.width);
    if (hasConstant(a, "and")) return t.and(first(a), t.constant(second(a).value & b.value, a.width));
    const kept = powerOfTwo(b.value + 1n);
    if (kept > 0) return t.zext(t.extract(a, kept - 1, 0), a.width);
    return narrowZext("and", t, a, b);
  }
  if (areComplements(a, b)) return t.constant(0, a.width);
  return (
    absorbInChain(t, "and", a, b) ??
    absorbInChain(t, "and", b, a) ??
    (a.width === 1 ? mergeEqualities(t, a, b) : narrowZext("and", t, a, b))
  );
}

export function simplifyOr(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a === b) return a;
  if (isConstant(b)) {
    if (isZero(b)) return a;
    if (isAllOnes(b)) return b;
    if ((possibleOnes(t, a) & ~b.value) === 0n) return b;
    if (hasConstant(a, "or")) return t.or(first(a), t.constant(second(a).value | b.value, a.width));
    return narrowZext("or", t, a, b);
  }
  if (areComplements(a, b)) return t.constant(-1, a.width);
  return (
    absorbInChain(t, "or", a, b) ?? absorbInChain(t, "or", b, a) ?? (a.width === 1 ? mergeInequalities(t, a, b) : narrowZext("or", t, a, b))
  );
}

export function simplifyXor(t: TermBuilder, a: Term, b: Term): Term | null {
  if (a === b) return t.constant(0, a.width);
  if (isConstant(b)) {
    if (isZero(b)) return a;
    if (isAllOnes(b)) return t.not(a);
    if (a.op === "not") return t.xor(first(a), t.not(b));
    if (hasConstant(a, "xor")) return t.xor(first(a), t.constant(second(a).value ^ b.value, a.width));
    return narrowZext("xor", t, a, b);
  }
  if (areComplements(a, b)) return t.constant(-1, a.width);
  if (a.op === "not") return b.op === "not" ? t.xor(first(a), first(b)) : t.not(t.xor(first(a), b));
  if (b.op === "not") return t.not(t.xor(a, first(b)));
  if (hasConstant(a, "xor")) return t.xor(t.xor(first(a), b), second(a));
  if (hasConstant(b, "xor")) return t.xor(t.xor(a, first(b)), second(b));
  if (a.op === "xor") {
    if (first(a) === b) return second(a);
    if (second(a) === b) return first(a);
  }
  if (b.op === "xor") {
    if (first(b) === a) return second(b);
    if (second(b) === a) return first(b);
  }
  return narrowZext("xor", t, a, b);
}

/** The bits that can be set: those up to the highest possible value, without the low bits known to be zero. */
function possibleOnes(t: TermBuilder, a: Term): bigint {
  const high = t.high(a);
  const upper = high > Number.MAX_SAFE_INTEGER ? mask(a.width) : BigInt(onesCovering(high));
  return upper & ~mask(Math.min(t.trailingZeros(a), a.width));
}

/**
 * Simplifies `part op chain`: x & (x & y) = x & y; x & (~x & y) = 0; x & (x | y) = x; x & (~x | y) = x & y; and the same with the
 * operators exchanged.
 */
function absorbInChain(t: TermBuilder, op: "and" | "or", part: Term, chain: Term): Term | null {
  const dual = op === "and" ? "or" : "and";
  if (chain.op === op) {
    let rest = chain;
    for (let i = 0; i < maxChainDepth && rest.op === op; i++) {
      const [x, y] = rest.args as readonly [Term, Term];
      if (x === part || y === part) return chain;
      if (areComplements(x, part) || areComplements(y, part)) return t.constant(op === "and" ? 0 : -1, part.width);
      // A chain built member by member continues on the side that has the operator.
      rest = y.op === op ? y : x;
    }
  } else if (chain.op === dual) {
    const [x, y] = chain.args as readonly [Term, Term];
    if (x === part || y === part) return part;
    if (areComplements(x, part)) return op === "and" ? t.and(part, y) : t.or(part, y);
    if (areComplements(y, part)) return op === "and" ? t.and(part, x) : t.or(part, x);
  } else if (chain.op === "ite" && chain.width === 1) {
    const [c, x, y] = chain.args as readonly [Term, Term, Term];
    if (c === part) return op === "and" ? t.and(part, x) : t.or(part, y);
    if (areComplements(c, part)) return op === "and" ? t.and(part, y) : t.or(part, x);
  }
  return null;
}

/**
 * The conjunctions whose negations `absorbInChain` finds in this one. Two conjunctions simplify to false together only if one of them is in this list of
 * the other.
 */
export function negatedIn(chain: Term): readonly Term[] {
  const out: Term[] = [];
  let rest = chain;
  for (let i = 0; i < maxChainDepth && rest.op === "and"; i++) {
    for (const x of rest.args) if (x.op === "not" && first(x).op === "and") out.push(first(x));
    rest = second(rest).op === "and" ? second(rest) : first(rest);
  }
  return out;
}

/** x == 1 && x == 2 is false; x == 1 && x != 2 is x == 1. */
function mergeEqualities(t: TermBuilder, a: Term, b: Term): Term | null {
  const ea = a.op === "not" ? first(a) : a;
  const eb = b.op === "not" ? first(b) : b;
  if (!hasConstant(ea, "eq") || !hasConstant(eb, "eq") || first(ea) !== first(eb) || ea === eb) return null;
  if (a === ea) return b === eb ? t.false : a;
  return b === eb ? b : null;
}

/** x != 1 || x != 2 is true; x == 1 || x != 2 is x != 2. */
function mergeInequalities(t: TermBuilder, a: Term, b: Term): Term | null {
  const ea = a.op === "not" ? first(a) : a;
  const eb = b.op === "not" ? first(b) : b;
  if (!hasConstant(ea, "eq") || !hasConstant(eb, "eq") || first(ea) !== first(eb) || ea === eb) return null;
  if (a !== ea) return b !== eb ? t.true : a;
  return b !== eb ? b : null;
}

/** Applies the operator below the zero extension if both sides have the same upper zeros. */
function narrowZext(op: "and" | "or" | "xor", t: TermBuilder, a: Term, b: Term): Term | null {
  if (a.op !== "zext") return null;
  const x = first(a);
  if (b.op === "zext" && first(b).width === x.width) return t.zext(t[op](x, first(b)), a.width);
  if (b.op !== "constant") return null;
  if (op !== "and" && b.value > mask(x.width)) return null;
  return t.zext(t[op](x, t.constant(b.value & mask(x.width), x.width)), a.width);
}
