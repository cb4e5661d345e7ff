// Runs with few preemptions, as a thread control constraint. In: the maximum number of preemptions. Out: clauses.
//
// There is a preemption after step i if step i+1 is another thread's and the thread of step i could continue: it stands before a unit that does not
// wait. One that may have to wait counts as waiting, as in ../context-bound.ts: some runs with more preemptions are covered as well, and none
// with fewer is left out.

import type { Term } from "../../terms/term.ts";
import { atMost } from "../context-bound.ts";
import type { ThreadControl } from "./tau.ts";

export const boundPreemptionsOf =
  (maxPreemptions: number): ThreadControl =>
  (f) => {
    const { terms } = f;
    const costs: Term[] = [];
    for (let i = 0; i + 1 < f.steps; i++) {
      const preempted = f.fresh("preempted");
      for (const [thread, own] of f.units.entries()) {
        const canContinue = own.filter((u) => u.events[0]?.blocked === terms.false).map((u) => f.isAt(u, i + 1));
        const stays = [f.isScheduled(thread, i + 1), f.isScheduled(f.idle, i + 1), terms.not(terms.any(canContinue))];
        f.assert(terms.any([terms.not(f.isScheduled(thread, i)), ...stays, preempted]), "preemption");
      }
      costs.push(preempted);
    }
    f.assert(atMost(terms, costs, maxPreemptions), "context bound");
  };
