// Checks a violation witness by guided runs. In: a program, the witness's places, a property. Out: the evidence that it is right, or null if no run
// along the witness shows the violation.

import { defaultFreedoms, noFreedoms } from "../execution/freedoms.ts";
import { Machine, type MachineOptions } from "../execution/machine.ts";
import type { Program } from "../program/program.ts";
import type { Evidence } from "../reports/report.ts";
import type { SourceText } from "../reports/source-text.ts";
import { Rng } from "../support/rng.ts";
import { confirmUnchanged } from "../witness/confirm.ts";
import { violates } from "./answer.ts";
import { followWitness } from "./follow.ts";
import type { GuidePoint, WitnessGuide } from "./guide.ts";
import { violationPath } from "./path.ts";
import { propertyOf, type SvcompTask } from "./property-file.ts";

/** Runs along the witness, before it is given up. */
const maxAttempts = 200;
/** Replays per run: violations at other places than the witness says. */
const maxReplays = 8;

export function confirmWitness(
  program: Program,
  options: Omit<MachineOptions, "undo">,
  guide: WitnessGuide,
  task: SvcompTask,
  source: SourceText,
  hasTime: () => boolean,
): Evidence | null {
  const properties = new Set(task.subproperties.map((s) => propertyOf[s]));
  let found: Evidence | null = null;
  for (let attempt = 0; attempt < maxAttempts && found === null && hasTime(); attempt++) {
    const freedoms = attempt >= 2 && attempt % 2 === 1 ? defaultFreedoms : noFreedoms;
    const machine = new Machine(program, { ...options, freedoms, undo: true });
    let left = maxReplays;
    followWitness(machine, guide, { rng: attempt < 2 ? null : new Rng(attempt), bySteps: attempt === 1 }, (violation, schedule) => {
      if (!properties.has(violation.property) || left-- <= 0) return false;
      const confirmed = confirmUnchanged(new Machine(program, { ...options, undo: false }), schedule, violation.property);
      if (confirmed === null || !task.subproperties.some((s) => violates(s, confirmed, task, source))) return false;
      if (!isWhereSaid(confirmed, guide.targets, source)) return false;
      found = confirmed;
      return true;
    });
  }
  return found;
}

/** Whether the violation is at the lines that the witness names as its targets. */
function isWhereSaid(evidence: Evidence, targets: readonly GuidePoint[], source: SourceText): boolean {
  const lines = violationPath(evidence, source).targets.map((t) => t.place.line);
  const { violation: v } = evidence;
  const others = [v.location, ...v.participants.map((p) => p.location), ...(v.stack ?? []).map((f) => f.location)];
  const all = new Set([...lines, ...others.flatMap((l) => (l === null ? [] : [l.line]))]);
  return targets.every((t) => t.line === null || all.has(t.line));
}
