// Rules for if-then-else. In: condition and branches. Out: a simpler term, or null. Boolean ones become and/or; nested ones with a common
// condition or branch are merged; with branches 1 and 0 it is the condition, extended.

import type { TermBuilder } from "../builder.ts";
import { mask } from "../fold.ts";
import type { Term } from "../term.ts";
import { areComplements, first, isAllOnes, isConstant, isOne, isZero, second } from "./facts.ts";

export function simplifyIte(t: TermBuilder, c: Term, a: Term, b: Term): Term | null {
  if (a === b || isOne(c)) return a;
  if (isZero(c)) return b;
  if (c.op === "not") return t.ite(first(c), b, a);
  return (a.width === 1 ? simplifyBooleans(t, c, a, b) : simplifyWords(t, c, a, b)) ?? mergeNested(t, c, a, b);
}

function simplifyBooleans(t: TermBuilder, c: Term, a: Term, b: Term): Term | null {
  if (isOne(a) || a === c) return t.or(c, b);
  if (isZero(b) || b === c) return t.and(c, a);
  if (isZero(a) || areComplements(a, c)) return t.and(t.not(c), b);
  if (isOne(b) || areComplements(b, c)) return t.or(t.not(c), a);
  if (areComplements(a, b)) return t.not(t.xor(c, a));
  return null;
}

function simplifyWords(t: TermBuilder, c: Term, a: Term, b: Term): Term | null {
  if (isConstant(a) && isConstant(b)) {
    if (isZero(b)) {
      if (isOne(a)) return t.zext(c, a.width);
      if (isAllOnes(a)) return t.sext(c, a.width);
    }
    if (isZero(a)) {
      if (isOne(b)) return t.zext(t.not(c), a.width);
      if (isAllOnes(b)) return t.sext(t.not(c), a.width);
    }
    return null;
  }
  // The condition says that both branches are equal: b is the value in either case.
  if (c.op === "eq" && ((first(c) === a && second(c) === b) || (first(c) === b && second(c) === a))) return b;
  if (a.op === "zext" || b.op === "zext") {
    const inner = a.op === "zext" ? first(a).width : first(b).width;
    const x = stripZext(t, a, inner);
    const y = stripZext(t, b, inner);
    if (x !== null && y !== null) return t.zext(t.ite(c, x, y), a.width);
  }
  if (a.op === "sext" && b.op === "sext" && first(a).width === first(b).width) return t.sext(t.ite(c, first(a), first(b)), a.width);
  return null;
}

/** The term of `width` bits whose zero extension `a` is; null if there is none. */
function stripZext(t: TermBuilder, a: Term, width: number): Term | null {
  if (a.op === "zext") return first(a).width === width ? first(a) : null;
  return isConstant(a) && a.value <= mask(width) ? t.constant(a.value, width) : null;
}

function mergeNested(t: TermBuilder, c: Term, a: Term, b: Term): Term | null {
  if (a.op === "ite") {
    const [d, x, y] = a.args as readonly [Term, Term, Term];
    if (d === c) return t.ite(c, x, b);
    if (areComplements(d, c)) return t.ite(c, y, b);
    if (y === b) return t.ite(t.and(c, d), x, b);
    if (x === b) return t.ite(t.and(c, t.not(d)), y, b);
  }
  if (b.op === "ite") {
    const [d, x, y] = b.args as readonly [Term, Term, Term];
    if (d === c) return t.ite(c, a, y);
    if (areComplements(d, c)) return t.ite(c, a, x);
    if (x === a) return t.ite(t.or(c, d), a, y);
    if (y === a) return t.ite(t.or(c, t.not(d)), a, x);
  }
  return null;
}
