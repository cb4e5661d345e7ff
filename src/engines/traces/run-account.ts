// A run in words, for `--explain`. In: runs of a check, one after the other. Out: per run a sentence or two: how many steps, which sides it took that
// no run before it took, how it ended. Fit to be read aloud; the words are those of FUSION and TRACE.

import type { Violation } from "../../execution/errors.ts";
import type { Program } from "../../program/program.ts";
import { counted, listOf, shortName } from "../../reports/report.ts";
import { groupBy } from "../../support/group.ts";
import type { ThreadEnd, Trace } from "../../witness/trace.ts";
import { type TakenSide, takenSides } from "./taken-sides.ts";

/** Sides that are named; more would not be listened to. */
const maxSides = 8;

export class RunAccount {
  /** The sides that were told, and how often a run took them. */
  readonly #told = new Map<string, number>();

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
    const fresh = sides.filter((s) => s.from !== s.to && s.times > (this.#told.get(keyOf(s)) ?? 0));
    for (const s of fresh) this.#told.set(keyOf(s), s.times);
    if (fresh.length === 0) return isFirst ? "It takes no branch to another line." : "It takes no new side to another line.";
    const named = groupBy(fresh.slice(0, maxSides), (s) => s.thread);
    const parts = [...named].map(([thread, own]) => `${shortName(thread)} goes ${listOf(own.map(sideText))}`);
    const more = fresh.length - maxSides;
    return `Its ${isFirst ? "sides" : "new sides"}: ${listOf(more <= 0 ? parts : [...parts, `${more} more`])}.`;
  }
}

const sideText = ({ from, to, times }: TakenSide): string => `from line ${from} to line ${to}${times === 1 ? "" : ` (${times} times)`}`;

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
  // Main's return ends the process: that is not worth a word if it comes last.
  if (threads.every((t) => t.end === (t.index === 0 ? "ended-process" : "finished"))) return "All threads end.";
  const others = threads.flatMap((t) =>
    t.end === "finished" || t.end === "process-ended" ? [] : [`${shortName(t.index)} ${endTexts[t.end]}`],
  );
  return others.length === 0 ? "All threads end." : `At the end ${listOf(others)}.`;
}

function violationText({ property, kind, location }: Violation): string {
  const where = location === null ? "" : ` at line ${location.line}`;
  return `It violates ${property} (${kind.replaceAll("-", " ")}${where}): found by running.`;
}
