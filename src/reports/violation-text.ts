// Describes a violation: a headline and details — both accesses of a race with the locks held, or which thread waits for which in a
// deadlock.

import type { Violation } from "../execution/errors.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { inputText, joinInputs } from "../witness/input-text.ts";
import type { Replay } from "../witness/replay.ts";
import { describeWait, findCycle, type Wait } from "../witness/waits.ts";
import { shortName } from "./report.ts";
import { quote, type SourceText } from "./source-text.ts";
import { printable } from "./terminal.ts";

export function formatLocation(l: SourceLocation): string {
  return `${l.file}:${l.line}${l.column === undefined ? "" : `:${l.column}`}${l.function === undefined ? "" : ` in ${l.function}`}`;
}

const at = (l: SourceLocation | null): string => (l === null ? "" : ` at ${formatLocation(l)}`);

export function headline(v: Violation, replay: Replay): string {
  switch (v.kind) {
    case "assertion":
      return `assertion fails${v.message === "" ? "" : `: ${printable(v.message)}`}${at(v.location)}`;
    case "data-race": {
      const access = replay.steps[v.step]?.events.find(
        (e) => e.kind === "read" || e.kind === "write" || e.kind === "update" || e.kind === "free",
      );
      return `data race${access !== undefined && "object" in access ? ` on ${access.object}` : ""}${at(v.location)}`;
    }
    case "deadlock":
      return `deadlock: ${deadlockText(replay.waits)}${besideText(v)}`;
    default:
      return `${v.kind.replaceAll("-", " ")}${at(v.location)}: ${printable(v.message)}`;
  }
}

/** Where to look first: of a deadlock, a thread that others wait for, not one that waits for its end. */
export function mainLocation(v: Violation, { waits }: Replay): SourceLocation | null {
  const [first] = v.kind === "deadlock" ? [...findCycle(waits), ...rootsOf(waits)] : [];
  return first?.location ?? v.location;
}

/** The threads that continue while the others wait. */
function besideText({ beside = [] }: Violation): string {
  const names = beside.map(shortName);
  if (names.length === 0) return "";
  return `, while ${names.length <= 3 ? names.join(" and ") : `${names.length} others`} ${names.length === 1 ? "continues" : "continue"}`;
}

function deadlockText(waits: readonly Wait[]): string {
  const cycle = findCycle(waits).map((w) => shortName(w.thread));
  if (cycle.length === 1) return `${cycle[0]} waits for itself`;
  if (cycle.length === 2) return `${cycle[0]} and ${cycle[1]} wait for each other`;
  if (cycle.length > 2) return `${[...cycle, cycle[0]].join(" waits for ")}`;
  const roots = rootsOf(waits);
  const root = roots.length === 1 ? roots[0] : undefined;
  if (root !== undefined && root.why !== "")
    return `${shortName(root.thread)} ${describeWait(root, shortName).replace("waits", "waits forever")}`;
  return waits.length === 1 ? "the last running thread waits forever" : `${waits.length} threads wait forever`;
}

/** The threads that do not wait for another waiting thread. */
function rootsOf(waits: readonly Wait[]): Wait[] {
  return waits.filter((w) => !w.on.some((n) => waits.some((o) => o.thread === n)));
}

/** Indented lines below the headline. */
export function details(v: Violation, replay: Replay, source: SourceText): string[] {
  const label = (thread: number): string => {
    const { label: name } = replay.threads.find((t) => t.index === thread) ?? { label: "" };
    return thread === 0 || name === "" ? shortName(thread) : `${shortName(thread)} (${name})`;
  };
  if (v.kind === "deadlock") {
    const cycle = findCycle(replay.waits);
    const causes = cycle.length > 0 ? cycle : rootsOf(replay.waits);
    const inOrder = [...causes, ...replay.waits.filter((w) => !causes.includes(w))];
    return inOrder.flatMap((w) => {
      const ended = w.on
        .filter((n) => !replay.waits.some((o) => o.thread === n))
        .map((n) => `${shortName(n)} has ended without releasing it`);
      const holding = w.holds.length === 0 ? "" : `holds ${w.holds.join(", ")} and `;
      return [
        `  ${label(w.thread)} ${holding}${describeWait(w, shortName)}${ended.length > 0 && w.why !== "thread" ? ` (${ended.join(", ")})` : ""}`,
        ...(w.location === null ? [] : [`    at ${formatLocation(w.location)}`]),
        ...quote(source, w.location, false),
      ];
    });
  }
  if (v.participants.length === 0) return quote(source, v.location, false);
  return v.participants.flatMap((p) => {
    const locks = p.locks.length === 0 ? "holding no lock" : `holding ${p.locks.join(", ")}`;
    return [
      `  ${label(p.thread)}: ${p.what}, ${locks}`,
      ...(p.location === null ? [] : [`    at ${formatLocation(p.location)}`]),
      ...quote(source, p.location, false),
    ];
  });
}

export function inputLines(replay: Replay): string[] {
  if (replay.inputs.length === 0) return [];
  const all = joinInputs(
    replay.inputs.map((i) => ({ what: i.what, text: inputText({ ...i, value: BigInt.asUintN(i.bits, BigInt(i.value)) }) })),
  );
  const shown = all.slice(0, 12).map((i) => `${i.what} = ${printable(i.text)}`);
  const more = all.length > shown.length ? `, … (${all.length} in total)` : "";
  return [`  with ${all.length === 1 ? "the input" : "the inputs"} ${shown.join(", ")}${more}`];
}

export function outputLines(replay: Replay): string[] {
  if (replay.output === "") return [];
  const lines = replay.output.replace(/\n$/, "").split("\n");
  const shown = lines.length <= 40 ? lines : [...lines.slice(0, 20), `… ${lines.length - 39} lines …`, ...lines.slice(-19)];
  return ["", "The program printed:", ...shown.map((l) => `  | ${printable(l)}`)];
}
