// Answers questions about a program, from a place in a run. In: the run as a path of moves, the place, a question. Out: yes with a path to jump to, which has been followed again before; no, with
// what was covered; or unknown, with a code and a hint.

import { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import type { AskProgress } from "../contract.ts";
import type { AskContext, Asking, AskResult } from "./answer.ts";
import { canBefore, canFail, canHold } from "./can.ts";
import type { Question } from "./question.ts";
import type { SearchLimits } from "./search.ts";

/** What a question may use: chosen so that it is answered within about a minute. */
const defaultLimits: SearchLimits = { maxStates: 400_000, maxMoves: 4_000_000, megabytes: 512 };

export async function ask(
  context: AskContext,
  question: Question,
  isCancelled: () => boolean,
  progress: (p: AskProgress) => void,
): Promise<AskResult> {
  const limits = context.limits ?? defaultLimits;
  const cancelled = { reached: () => (isCancelled() ? ({ kind: "interrupted" } as const) : null) };
  const asking: Asking = {
    ...context,
    limits,
    budget: new Budget(null, limits.megabytes, () => performance.now(), [cancelled]),
    progress: (text) => progress({ text }),
  };
  switch (question.kind) {
    case "fail":
      return canFail(asking, question);
    case "hold":
      return canHold(asking, question);
    case "before":
      return canBefore(asking, question);
    case "writes":
    case "why":
    case "without-switch":
    case "least-change":
      return fail("RVL013", "this question is not answered yet", { hint: "ask what can happen" });
  }
}
