// Whether nothing can go wrong any more (PDPOR, section 6, third pattern and more). In: the control points of all threads, the memory at hand. Out: a formula that holds now, that
// every step that may still run preserves, and that excludes every error of a property that is checked; null: none was found.
//
// Candidates are conditions on cells: that a conjunct of an error's guard is false; that one of its cells is not zero, or is what it is. Those that hold now and that some step does not preserve,
// given the others, go; what remains is preserved (Flanagan and Leino's Houdini, FME 2001). If no step can fail, the formula is true.
//
// All candidates hold in the state at hand. So one that a way would make false in this very state is not preserved, and goes before the solver is asked: what cells hold now changes with every
// state, and what remains is asked for the same in most of them. Where candidates fix all that a question speaks of, this state is the answer.

import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode } from "../symbolic/step-graph.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { cellsOf, leavesOf, type Range } from "./cells.ts";
import type { Proofs } from "./proofs.ts";
import { overlaps, type Steps, type StepWay } from "./steps.ts";

/** More candidates are not tried. */
const maxCandidates = 24;

interface Candidate {
  readonly term: Term;
  readonly cells: readonly Range[];
  /** The cell that is said to hold what it holds now; null: that is not what it says. */
  readonly fixes: Term | null;
}

/** Candidates that may be assumed, and a state in which all of them hold. */
interface Assumed {
  readonly all: Term;
  readonly fixed: ReadonlySet<Term>;
  readonly state: Evaluator;
}

function touches(ranges: readonly Range[], candidates: readonly Pick<Candidate, "cells">[]): boolean {
  for (const { cells } of candidates) for (const c of cells) for (const r of ranges) if (overlaps(c, r)) return true;
  return false;
}

export class Settled {
  /** By errors, steps and candidates. */
  readonly #found = new Map<string, Term | null>();

  constructor(
    readonly variables: StateVariables,
    readonly steps: Steps,
    readonly proofs: Proofs,
  ) {}

  /** `nodes`: all control points that the threads may still reach. */
  find(nodes: readonly GraphNode[], now: Evaluator): Term | null {
    const { terms } = this.variables;
    const steps = [...new Set(nodes.map((n) => this.steps.of(n, 0)))];
    // Of ways with one guard, and one effect on what is asked for, one suffices.
    const errors = new Map<string, StepWay>();
    for (const s of steps) for (const [i, w] of s.ways.entries()) if (w.outcome === "fails") errors.set(`${s.core}.${i}`, w);
    if (errors.size === 0) return terms.true;
    const candidates = this.#candidatesOf([...errors.values()], now);
    if (candidates.length === 0) return null;
    const ways = new Map<string, StepWay>();
    for (const s of steps)
      for (const [i, w] of s.ways.entries())
        if (w.outcome === "goes" && touches(w.writes, candidates))
          ways.set(touches(w.lifetimes, candidates) ? `=${s.id}.${i}` : `${s.core}.${i}`, w);
    const key = [[...errors.keys()], [...ways.keys()], candidates.map((c) => c.term.id)].map((list) => list.join()).join("|");
    let known = this.#found.get(key);
    if (known === undefined) {
      known = this.#shrink(candidates, [...ways.values()], [...errors.values()], this.#stateOf(now));
      this.#found.set(key, known);
    }
    return known;
  }

  /** The state at hand, with one of the values that registers and inputs may have of threads that stand for any: not zero, with which many updates change nothing. */
  #stateOf(now: Evaluator): Evaluator {
    const { variables } = this;
    const variable = (name: string): bigint => {
      const v = variables.meaningOf(name);
      return v.kind === "cell" ? now.value(variables.cell(v.address, v.size)) : 1n;
    };
    return new Evaluator({ variable, before: () => false });
  }

  #assume(candidates: readonly Candidate[], state: Evaluator): Assumed {
    const fixed = new Set(candidates.flatMap((c) => c.fixes ?? []));
    return { all: this.terms.all(candidates.map((c) => c.term)), fixed, state };
  }

  /** The candidates that are preserved, if they exclude the errors. */
  #shrink(candidates: readonly Candidate[], ways: readonly StepWay[], errors: readonly StepWay[], state: Evaluator): Term | null {
    let kept = candidates.filter((c) => !ways.some((w) => this.#isLost(w, c, state)));
    for (;;) {
      const assumed = this.#assume(kept, state);
      const lost = kept.filter((c) => !ways.every((w) => this.#preserves(w, c, assumed)));
      if (lost.length === 0) break;
      kept = kept.filter((c) => !lost.includes(c));
    }
    return this.#fewest(kept, ways, errors, state);
  }

  /** Of a formula that is preserved, what excludes the errors and is still preserved. */
  #fewest(kept: readonly Candidate[], ways: readonly StepWay[], errors: readonly StepWay[], state: Evaluator): Term | null {
    const { terms } = this.variables;
    const excludes = (facts: readonly Candidate[]): boolean => {
      const all = terms.all(facts.map((c) => c.term));
      return errors.every((w) => this.proofs.isValid(terms.not(terms.and(all, w.guard))));
    };
    const isPreserved = (facts: readonly Candidate[]): boolean => {
      const assumed = this.#assume(facts, state);
      return facts.every((c) => ways.every((w) => this.#preserves(w, c, assumed)));
    };
    if (!excludes(kept)) return null;
    let fewest = kept;
    // The strongest candidates come last: they go first.
    for (const c of [...kept].reverse()) {
      const fewer = fewest.filter((d) => d !== c);
      if (excludes(fewer) && isPreserved(fewer)) fewest = fewer;
    }
    return terms.all(fewest.map((c) => c.term));
  }

  /** All candidates hold in the state, and after the way this one does not. */
  #isLost(w: StepWay, { term, cells }: Candidate, state: Evaluator): boolean {
    return touches(w.writes, [{ cells }]) && state.value(w.guard) === 1n && state.value(w.before(term)) === 0n;
  }

  /** What begins is written before it is read (unwritten.ts), so that only writes matter. */
  #preserves(w: StepWay, { term, cells }: Candidate, { all, fixed, state }: Assumed): boolean {
    const { terms } = this.variables;
    if (!touches(w.writes, [{ cells }])) return true;
    const after = w.before(term);
    if (after === terms.true) return true;
    const isFixed = (t: Term): boolean => leavesOf(this.variables, t).every((leaf) => fixed.has(leaf.variable));
    if (isFixed(w.guard) && isFixed(after)) return state.value(w.guard) === 0n || state.value(after) === 1n;
    return this.proofs.isValid(terms.implies(terms.and(w.guard, all), after));
  }

  /** From weak to strong. */
  #candidatesOf(errors: readonly StepWay[], now: Evaluator): Candidate[] {
    const { terms, variables } = this;
    const found = new Map<Term, Candidate>();
    const add = (term: Term, cells: readonly Range[], fixes: Term | null = null): void => {
      if (term.op !== "constant" && found.size < maxCandidates && now.value(term) === 1n) found.set(term, { term, cells, fixes });
    };
    const cells: Range[] = [];
    for (const w of errors) {
      for (const c of w.conjuncts) {
        const of = cellsOf(variables, c, null);
        if (of === null || of.length === 0) continue;
        add(terms.not(c), of);
        for (const cell of of) if (!cells.some((k) => k.address === cell.address && k.size === cell.size)) cells.push(cell);
      }
    }
    const variableOf = ({ address, size }: Range): Term => variables.cell(address, size);
    const zero = (x: Term): Term => terms.constant(0n, x.width);
    for (const c of cells) add(terms.not(terms.eq(variableOf(c), zero(variableOf(c)))), [c]);
    for (const c of cells) add(terms.eq(variableOf(c), terms.constant(now.value(variableOf(c)), variableOf(c).width)), [c], variableOf(c));
    return [...found.values()];
  }

  get terms(): StateVariables["terms"] {
    return this.variables.terms;
  }
}
