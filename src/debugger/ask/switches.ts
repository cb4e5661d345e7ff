// Is there a run without a context switch? In: a switch of the present run. Out: a run that begins with the same moves, goes on with the thread that was left, and ends in the same way; or that there is none:
// then the switch is needed.

import type { Violation } from "../../execution/errors.ts";
import type { Machine } from "../../execution/machine.ts";
import { shortName } from "../../reports/report.ts";
import { fail } from "../../support/diagnostics.ts";
import { type Asking, type AskResult, no, noOrUnknown, notConfirmed, yes } from "./answer.ts";
import { find } from "./find.ts";
import { historyOf, type SeenMove, walkTo } from "./history.ts";
import { studyRun } from "./run-facts.ts";
import type { Watcher } from "./search.ts";
import { lostIn } from "./watchers.ts";

/** A switch: the visible move that another thread makes than the one before. */
export interface Switch {
  readonly number: number;
  readonly left: SeenMove;
  readonly to: SeenMove;
}

export function switchesOf(history: readonly SeenMove[]): Switch[] {
  const visible = history.filter((m) => !m.isLocal);
  const pairs = visible.slice(1).map((to, i) => ({ left: visible[i] as SeenMove, to }));
  return pairs.filter(({ left, to }) => left.thread !== to.thread).map((s, i) => ({ ...s, number: i + 1 }));
}

export async function withoutSwitch(asking: Asking, number: number | null): Promise<AskResult> {
  const switches = switchesOf(historyOf(asking));
  const chosen = number === null ? switches.find((s) => s.to.index >= asking.at) : switches[number - 1];
  if (chosen === undefined) {
    const hint = switches.length === 0 ? "the run has no switches" : `the run has switches 1 to ${switches.length}`;
    return fail("RVL013", number === null ? "the run has no switch from here on" : `there is no switch ${number}`, { hint });
  }
  const { left, to } = chosen;
  const line = ({ position }: SeenMove): number => (position === 0 ? 0 : (asking.program.positions[position]?.line ?? 0));
  const from = `from ${shortName(left.thread)} ${line(left) === 0 ? "at its end" : `after line ${line(left)}`}`;
  const text = `switch ${chosen.number}, ${from} to ${shortName(to.thread)}${line(to) === 0 ? "" : ` at line ${line(to)}`}`;
  const before = walkTo(asking, to.index);
  const thread = before.threads[left.thread];
  if (thread === undefined || !before.isEnabled(thread)) return no(`${shortName(left.thread)} cannot continue there (${text})`);
  const facts = studyRun(asking);
  // A race shows in many orders; another failure is what a run is mostly about.
  const main = facts.violations.find((v) => v.property !== "race") ?? facts.violations[0];
  const end = main === undefined ? "ends in the same way" : `fails in the same way (${main.kind.replaceAll("-", " ")})`;
  const properties = new Set(main === undefined ? [] : [main.property]);
  const fixed = { ...asking, at: to.index, over: "continuations" } as const;
  const watcher = staysThere(left.thread, to.index, main ?? null, facts.outcome);
  const found = await find(fixed, { watcher, asksAbout: null, properties });
  if (found === null) return notConfirmed;
  if (found.path !== null) return yes(`the run ${end} without ${text}`, found.path);
  const what = `no run that begins like this one, and in which ${shortName(left.thread)} continues there, ${end} (${text}),`;
  return noOrUnknown(fixed, what, [found.end]);
}

/** The first visible move is the thread's; the run then ends as the present one does. */
function staysThere(thread: number, at: number, violation: Violation | null, outcome: Machine["outcome"]): (machine: Machine) => Watcher {
  return (machine) => {
    const isSame = (v: Violation): boolean => violation !== null && v.step >= at && isSameFailure(v, violation);
    const isEnd = (): boolean => outcome === null || machine.outcome?.kind === outcome.kind;
    return {
      initial: 0,
      isOfStates: false,
      after: (kept, t) => (kept === 1 || machine.lastStep.isLocal ? kept : t.index === thread ? 1 : null),
      isStop: () => false,
      isAnswer: (kept) => kept === 1 && (violation === null ? isEnd() : machine.violations.some(isSame)),
      isAnswerIfBlocked: (kept) => kept === 1 && violation?.kind === "deadlock" && lostIn(machine, isSame) !== null,
      describe: () => "",
    };
  };
}

/** Deadlocks are the same whichever thread is named first. */
const isSameFailure = (a: Violation, b: Violation): boolean =>
  a.kind === b.kind && (a.kind === "deadlock" || (a.location?.line === b.location?.line && a.location?.file === b.location?.file));
