// Answers questions about a program, from a place in a run. In: the run as a path of moves, the place, a question. Out: yes with a path to jump to, which has been followed again before; no, with
// what was covered; or unknown, with a code and a hint.

import { unknownBecause } from "../../reports/unknown.ts";
import { Budget } from "../../support/budget.ts";
import { LimitReached } from "../../support/limits.ts";
import type { AskProgress } from "../contract.ts";
import { type AskContext, type Asking, type AskResult, unknown } from "./answer.ts";
import { canBefore, canFail, canHold } from "./can.ts";
import { leastChange } from "./least-change.ts";
import type { Question } from "./question.ts";
import type { SearchLimits } from "./search.ts";
import { withoutSwitch } from "./switches.ts";
import { whyRead } from "./why.ts";
import { whichWrites } from "./writes.ts";

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
  const budget = new Budget(null, limits.megabytes, () => performance.now(), [cancelled]);
  const asking: Asking = {
    ...context,
    options: { ...context.options, tick: () => budget.tick() },
    limits,
    budget,
    progress: (text) => progress({ text }),
  };
  try {
    return await answer(asking, question);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return unknown(unknownBecause({ kind: "stopped", stop: budget.cause, when: "" }));
  }
}

function answer(asking: Asking, question: Question): Promise<AskResult> {
  switch (question.kind) {
    case "fail":
      return canFail(asking, question);
    case "hold":
      return canHold(asking, question);
    case "before":
      return canBefore(asking, question);
    case "writes":
      return whichWrites(asking, question.expression);
    case "why":
      return whyRead(asking, question.expression);
    case "without-switch":
      return withoutSwitch(asking, question.number);
    case "least-change":
      return leastChange(asking);
  }
}
