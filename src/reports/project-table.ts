// The targets of a project as a table. In: the report of a project. Out: text: a line per target, the worst thing about it, and counts.

import { maxOf } from "../support/lists.ts";
import type { ProjectReport, TargetReport } from "./project.ts";
import { counted } from "./report.ts";
import { printable, shellWord } from "./terminal.ts";
import { mainLocation } from "./violation-text.ts";

export const verdictWord = ({ report }: TargetReport): string => report?.verdict ?? "error";

/** `assertion at t7.c:3`, `RVL301: …`, or nothing for a target that is safe. */
export function worstDetail({ report, diagnostics }: TargetReport): string {
  if (report === null) {
    const [first] = diagnostics;
    const at = first?.location ? `${first.location.file}:${first.location.line}: ` : "";
    return first === undefined ? "" : `${at}${first.code}: ${first.message}`;
  }
  const { evidence, unknown } = report.worst;
  if (evidence !== null) {
    const at = mainLocation(evidence.violation, evidence.replay);
    return `${evidence.violation.kind.replaceAll("-", " ")}${at === null ? "" : ` at ${at.file}:${at.line}`}`;
  }
  return unknown === null ? "" : `${unknown.code}: ${unknown.reason}`;
}

export const timeText = ({ report, reused, seconds }: TargetReport): string =>
  reused ? "unchanged" : report === null ? "" : `${seconds.toFixed(1)} s`;

/** `2 targets: 1 unsafe, 1 safe; 2 checked, 0 unchanged`. */
export function countsText({ targets }: ProjectReport): string {
  const counts = ["error", "unsafe", "unknown", "safe-bounded", "safe"].flatMap((v) => {
    const n = targets.filter((t) => verdictWord(t) === v).length;
    return n === 0 ? [] : [`${n} ${v}`];
  });
  const checked = targets.filter((t) => !t.reused).length;
  return `${counted(targets.length, "target")}: ${counts.join(", ")}; ${checked} checked, ${targets.length - checked} unchanged`;
}

export function projectTable(project: ProjectReport): string {
  const { targets } = project;
  const cells = targets.map((t) => [t.name, verdictWord(t).toUpperCase(), timeText(t), worstDetail(t)].map(printable));
  const header = ["target", "verdict", "time", ""];
  const width = (i: number): number =>
    maxOf(
      [header, ...cells].map((c) => (c[i] ?? "").length),
      0,
    );
  const line = (c: readonly string[]): string =>
    c
      .map((text, i) => (i === 3 ? text : text.padEnd(width(i))))
      .join("  ")
      .trimEnd();
  const worst = targets.find((t) => verdictWord(t) === "unsafe") ?? targets.find((t) => verdictWord(t) === "unknown");
  const hint = worst === undefined ? [] : [`For its report: ravel check ${shellWord(worst.name)}`];
  return `${[line(header), ...cells.map(line), "", countsText(project), ...hint].join("\n")}\n`;
}
