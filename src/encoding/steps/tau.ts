// τ, the thread control constraints (TRACE, section 2 and Figure 1). In: a formula. Out: which thread may be scheduled at a step, and that the others
// stay where they are.
//
// As printed, τ_done leaves no value for T once all threads have ended: every run shorter than k would be impossible. Here T has the value *idle*,
// which stays. T is only a thread that can continue: one that exists, has a unit before it and does not wait there (the last is part of δ).
// Questions are about prefixes of runs, so T may be idle while threads can still continue; `addEndOfRun` (final-state.ts) excludes that.

import type { StepFormula } from "./step-formula.ts";

/** A scheduling policy: constraints on T. */
export type ThreadControl = (f: StepFormula) => void;

/** What holds under every policy. Another policy is a further entry of the list that `addControl` is given; the context bound is one. */
const always: readonly ThreadControl[] = [onlyThreadsThatCanContinue, othersStay, idleStays];

export function addControl(f: StepFormula, policies: readonly ThreadControl[]): void {
  for (const control of [...always, ...policies]) control(f);
}

function onlyThreadsThatCanContinue(f: StepFormula): void {
  const { terms } = f;
  for (let i = 0; i < f.steps; i++) {
    const t = f.scheduler(i);
    f.assert(terms.ule(t, terms.constant(BigInt(f.idle), t.width)), "scheduler");
    for (const [thread] of f.units.entries()) {
      const stands = terms.any(f.candidates(thread, i).map((u) => f.isAt(u, i)));
      f.assert(terms.implies(f.isScheduled(thread, i), terms.and(f.isCreated(thread, i), stands)), "scheduler");
    }
  }
}

/** τ_idle: T[i] ≠ t → pc_t[i+1] = pc_t[i]. (With SSA, locals are terms and need no copies.) */
function othersStay(f: StepFormula): void {
  const { terms } = f;
  for (let i = 0; i < f.steps; i++)
    for (const [thread] of f.units.entries()) {
      const [before, after] = [f.position(thread, i), f.position(thread, i + 1)];
      if (before !== after) f.assert(terms.or(f.isScheduled(thread, i), terms.eq(after, before)), "stays");
    }
}

function idleStays(f: StepFormula): void {
  for (let i = 0; i + 1 < f.steps; i++) f.assert(f.terms.implies(f.isScheduled(f.idle, i), f.isScheduled(f.idle, i + 1)), "idle");
}
