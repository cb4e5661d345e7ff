// Asserts a formula as clauses. In: a formula. Out: clauses in the core. The outer structure needs no variables: conjunctions are split,
// disjunctions become clauses, and one disjunct that is a conjunction, an ite or an equality of words is distributed over them. So
// "reads ⇒ value = value" needs two short clauses per bit.

import type { Term } from "../../terms/term.ts";
import { type Literal, negate } from "../literal.ts";
import type { BitBlaster } from "./bitblaster.ts";

/** With more other disjuncts than this, a variable for the last one is cheaper than repeating them in each of its clauses. */
const maxGuardLiterals = 4;

/** To assert: one of the literals in `guard`, or the term (`negative`: its negation). */
interface Goal {
  readonly guard: readonly Literal[];
  /** Conjunctions already split under this guard: shared ones are visited once. */
  readonly seen: Set<Term>;
  readonly term: Term;
  readonly negative: boolean;
}

export function assertClauses(blaster: BitBlaster, formula: Term): void {
  if (formula.width !== 1) throw new Error(`a formula of ${formula.width} bits`);
  const goals: Goal[] = [{ guard: [], seen: new Set(), term: formula, negative: false }];
  while (goals.length > 0) {
    const goal = goals.pop() as Goal;
    for (const next of split(blaster, goal)) goals.push(next);
  }
}

/** Emits the clauses of a goal, or returns the goals it splits into. */
function split(blaster: BitBlaster, goal: Goal): Goal[] {
  const { guard, seen, term, negative } = goal;
  const [a, b, c] = term.args as readonly [Term, Term, Term];
  const subgoal = (t: Term, sign: boolean): Goal => ({ guard, seen, term: t, negative: sign });
  if (term.op === "not") return [subgoal(a, !negative)];
  if (!blaster.isTranslated(term) && guard.length <= maxGuardLiterals) {
    if (term.op === (negative ? "or" : "and")) {
      if (seen.has(term)) return [];
      seen.add(term);
      return [subgoal(b, negative), subgoal(a, negative)];
    }
    if (term.op === (negative ? "and" : "or")) return splitDisjunction(blaster, goal);
    if (term.op === "ite") {
      const condition = blaster.literal(a);
      return [
        { guard: [...guard, condition], seen: new Set(), term: c, negative },
        { guard: [...guard, negate(condition)], seen: new Set(), term: b, negative },
      ];
    }
    if (term.op === "eq" && !negative) {
      equate(blaster, guard, a, b);
      return [];
    }
    if (term.op === "xor") {
      const x = blaster.literal(a);
      const y = blaster.literal(b);
      emit(blaster, [...guard, x, negative ? negate(y) : y]);
      emit(blaster, [...guard, negate(x), negative ? y : negate(y)]);
      return [];
    }
  }
  const literal = blaster.literal(term);
  emit(blaster, [...guard, negative ? negate(literal) : literal]);
  return [];
}

/** Makes literals of the disjuncts, except for one that is worth splitting. */
function splitDisjunction(blaster: BitBlaster, goal: Goal): Goal[] {
  const disjuncts: { readonly term: Term; readonly negative: boolean }[] = [];
  const stack: { readonly term: Term; readonly negative: boolean }[] = [goal];
  const seen = new Set<Term>();
  while (stack.length > 0) {
    const { term, negative } = stack.pop() as { term: Term; negative: boolean };
    if (term.op === "not") stack.push({ term: term.args[0] as Term, negative: !negative });
    else if (term.op === (negative ? "and" : "or") && !blaster.isTranslated(term)) {
      // Shared parts of a disjunction are visited once.
      if (seen.has(term)) continue;
      seen.add(term);
      for (const a of [...term.args].reverse()) stack.push({ term: a, negative });
    } else disjuncts.push({ term, negative });
  }
  const isWorthSplitting = (p: { readonly term: Term; readonly negative: boolean }): boolean =>
    !blaster.isTranslated(p.term) &&
    (p.term.op === (p.negative ? "or" : "and") || p.term.op === "ite" || (p.term.op === "eq" && !p.negative));
  const chosen = goal.guard.length + disjuncts.length - 1 <= maxGuardLiterals ? disjuncts.find(isWorthSplitting) : undefined;
  const guard = [...goal.guard];
  for (const p of disjuncts) {
    if (p === chosen) continue;
    const literal = blaster.literal(p.term);
    guard.push(p.negative ? negate(literal) : literal);
  }
  if (chosen !== undefined) return [{ guard, seen: new Set(), ...chosen }];
  emit(blaster, guard);
  return [];
}

/** Asserts that the words are equal, bit by bit, unless the guard holds. */
function equate(blaster: BitBlaster, guard: readonly Literal[], a: Term, b: Term): void {
  const x = blaster.bits(a);
  const y = blaster.bits(b);
  for (let i = 0; i < x.length; i++) {
    const p = x[i] as Literal;
    const q = y[i] as Literal;
    if (p === q) continue;
    emit(blaster, [...guard, p, negate(q)]);
    emit(blaster, [...guard, negate(p), q]);
  }
}

/** Adds the clause without false and repeated literals, unless it is a tautology. */
function emit(blaster: BitBlaster, literals: readonly Literal[]): void {
  const { gates } = blaster;
  const clause = new Set<Literal>();
  for (const l of literals) {
    if (l === gates.true || clause.has(negate(l))) return;
    if (l !== gates.false) clause.add(l);
  }
  gates.clause(clause.size === 0 ? [gates.false] : [...clause]);
}
