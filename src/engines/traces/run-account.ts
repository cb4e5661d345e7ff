// A run in words, for `--explain`. In: runs of a check, one after the other. Out: per run a sentence or two: how many steps, which sides it took that
// no run before it took, how it ended. Fit to be read aloud; the words are those of FUSION and TRACE.

import type { Violation } from "../../execution/errors.ts";
import type { Program } from "../../program/program.ts";
import { counted, listOf } from "../../reports/report.ts";
import type { ThreadEnd, Trace } from "../../witness/trace.ts";
import { type TakenSide, takenSides } from "./taken-sides.ts";

/** Sides that are named; more would not be listened to. */
const maxSides = 8;

export class RunAccount {
  readonly #told = new Set<string>();

  constructor(readonly program: Program) {}

  /** Also notes what the run took. */
  of(trace: Trace, violations: readonly Violation[]): string {
    const { threads, schedule } = trace;
    const size = `${counted(schedule.steps.length, "step")} of ${counted(threads.length, "thread")}`;
    return [`${size}.`, this.#sides(takenSides(this.program, trace)), endOf(trace), ...violations.map(violationText)].join(" ");
  }

  #sides(sides: readonly TakenSide[]): string {
    const isFirst = this.#told.size === 0;
    // Sides within one line (an assertion, a short `if`) cannot be told apart by lines.
    const fresh = sides.filter((s) => s.from !== s.to && !this.#told.has(keyOf(s)));
    for (const s of fresh) this.#told.add(keyOf(s));
    if (fresh.length === 0) return isFirst ? "No side leads to another line." : "No new side leads to another line.";
    const named = fresh.slice(0, maxSides).map((s) => `thread ${s.thread} goes from line ${s.from} to line ${s.to}`);
    const more = fresh.length - named.length;
    return `Its ${isFirst ? "sides" : "new sides"}: ${listOf(more === 0 ? named : [...named, `${more} more`])}.`;
  }
}

const keyOf = (s: TakenSide): string => `${s.thread} ${s.from} ${s.to}`;

const endTexts: Readonly<Record<Exclude<ThreadEnd, "finished" | "process-ended">, string>> = {
  waiting: "waits",
  assumption: "has met a false assumption",
  fault: "has failed",
  "ended-process": "ends the process",
  unsupported: "has met what cannot be executed",
  "step-limit": "is stopped after many steps",
};

/** How the threads stand at the end. */
function endOf({ threads }: Trace): string {
  const others = threads.flatMap((t) =>
    t.end === "finished" || t.end === "process-ended" ? [] : [`thread ${t.index} ${endTexts[t.end]}`],
  );
  return others.length === 0 ? "All threads end." : `At the end ${listOf(others)}.`;
}

function violationText({ property, kind, location }: Violation): string {
  const where = location === null ? "" : ` at line ${location.line}`;
  return `It violates ${property} (${kind.replaceAll("-", " ")}${where}): found by running.`;
}
