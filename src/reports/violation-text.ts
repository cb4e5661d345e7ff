// Describes a violation: a headline, and details — the calls that its thread is in, where the object was allocated and freed, both accesses of a race with
// their calls and locks, or which thread waits for which in a deadlock, and since when.

import type { CallFrame, Occurrence, Participant, Violation } from "../execution/errors.ts";
import { freedoms } from "../execution/freedoms.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import { inputText, joinInputs } from "../witness/input-text.ts";
import type { Replay } from "../witness/replay.ts";
import { describeWait, findCycle, type Wait } from "../witness/waits.ts";
import { listOf, shortName } from "./report.ts";
import { quote, type SourceText } from "./source-text.ts";
import { printable } from "./terminal.ts";

/** How a person gets from a report to the debugger, where the report does not know of a witness file. */
export const howToDebug = "To step through this run, add --witness w.json to the check; then: ravel debug w.json";

export function formatLocation(l: SourceLocation): string {
  return `${printable(l.file)}:${l.line}${l.column === undefined ? "" : `:${l.column}`}${l.function === undefined ? "" : ` in ${l.function}`}`;
}

const at = (l: SourceLocation | null): string => (l === null ? "" : ` at ${formatLocation(l)}`);

export function headline(v: Violation, replay: Replay): string {
  switch (v.kind) {
    case "assertion":
      return `assertion fails${v.message === "" ? "" : `: ${printable(v.message)}`}${at(v.location)}`;
    case "data-race":
      return `data race${raceObject(v)}${at(v.location)}`;
    case "deadlock":
      return `deadlock: ${deadlockText(replay.waits)}${besideText(v)}`;
    default:
      return `${v.kind.replaceAll("-", " ")}${at(v.location)}: ${messageOf(v)}`;
  }
}

/** Where to look first: of a deadlock, a thread that others wait for, not one that waits for its end. */
export function mainLocation(v: Violation, { waits }: Replay): SourceLocation | null {
  const [first] = v.kind === "deadlock" ? [...findCycle(waits), ...rootsOf(waits)] : [];
  return first?.location ?? v.location;
}

/** ` on x`: what both accesses are to. */
function raceObject({ participants: [first] }: Violation): string {
  const name = /^(?:atomic )?(?:read|write) of (.+)$/.exec(first?.what ?? "")?.[1];
  return name === undefined ? "" : ` on ${name}`;
}

/** The message, with the name of the heap object that it is about. */
export function messageOf({ message, object }: Violation): string {
  const text = printable(message);
  return object?.kind === "heap" && object.name !== ""
    ? text.replace(/a heap object of \d+ bytes?/, (what) => `${object.name} (${what})`)
    : text;
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

/** Waits in the order in which they explain the deadlock: the cycle, or those that wait for no waiting thread, then the others. */
export function orderedWaits(waits: readonly Wait[]): Wait[] {
  const cycle = findCycle(waits);
  const causes = cycle.length > 0 ? cycle : rootsOf(waits);
  return [...causes, ...waits.filter((w) => !causes.includes(w))];
}

/** A thread with the function that it runs. */
export function threadLabel(replay: Replay, thread: number): string {
  const { label: name } = replay.threads.find((t) => t.index === thread) ?? { label: "" };
  return thread === 0 || name === "" ? shortName(thread) : `${shortName(thread)} (${name})`;
}

/** `T1 (add) holds a and waits for the mutex b, held by T2, since step 4`. */
export function waitText(w: Wait, replay: Replay): string {
  const ended = w.on.filter((n) => !replay.waits.some((o) => o.thread === n)).map((n) => `${shortName(n)} has ended without releasing it`);
  const holding = w.holds.length === 0 ? "" : `holds ${listOf(w.holds)} and `;
  const since = w.since < 0 ? "" : `, since step ${w.since + 1}`;
  return `${threadLabel(replay, w.thread)} ${holding}${describeWait(w, shortName)}${since}${ended.length > 0 && w.why !== "thread" ? ` (${ended.join(", ")})` : ""}`;
}

/** Whether the accesses of a race have a lock in common: `both hold none`, `no lock in common`; null if they do. */
export function locksText([a, b]: readonly Participant[]): string | null {
  if (a === undefined || b === undefined || a.locks.some((l) => b.locks.includes(l))) return null;
  return a.locks.length + b.locks.length === 0 ? "neither holds a lock" : "they hold no lock in common";
}

/** What a party to a race does: `write of x`; the race detector takes a free for a write of the whole block. */
export function accessText({ what, step = -1, thread }: Participant, { steps }: Replay): string {
  const s = steps[step];
  const [freed] = s?.thread === thread ? s.events.flatMap((e) => (e.kind === "free" ? [e.object] : [])) : [];
  return freed === undefined || !what.startsWith("write of ") ? what : `free of ${freed}`;
}

export const holdsText = ({ locks }: Participant): string => (locks.length === 0 ? "holding no lock" : `holding ${listOf(locks)}`);

const maxCalls = 6;

/** The calls that lead to a place: `, called by file_close at 133, called by worker at 167`. */
function callers(stack: readonly CallFrame[] | undefined, from: SourceLocation | null): string[] {
  const outer = (stack ?? []).slice(1);
  const file = from?.file;
  const shown = outer.slice(0, maxCalls).map((f) => {
    const l = f.location;
    return `called by ${f.function}${l === null ? "" : ` at ${l.file === file ? "line " : `${printable(l.file)}:`}${l.line}`}`;
  });
  return [...shown, ...(outer.length > maxCalls ? [`and ${outer.length - maxCalls} more`] : [])];
}

/** An indented place with its calls. */
function placeLines(location: SourceLocation | null, stack: readonly CallFrame[] | undefined): string[] {
  return location === null ? [] : [`    at ${formatLocation(location)}`, ...callers(stack, location).map((c) => `      ${c}`)];
}

/** Indented lines below the headline. */
export function details(v: Violation, replay: Replay, source: SourceText): string[] {
  if (v.kind === "deadlock")
    return orderedWaits(replay.waits).flatMap((w) => [
      `  ${waitText(w, replay)}`,
      ...placeLines(w.location, w.stack),
      ...quote(source, w.location, false),
    ]);
  if (v.participants.length > 0) {
    const locks = locksText(v.participants);
    return [
      ...v.participants.flatMap((p) => [
        `  ${threadLabel(replay, p.thread)}: ${accessText(p, replay)}, ${holdsText(p)}`,
        ...placeLines(p.location, p.stack),
        ...quote(source, p.location, false),
      ]),
      ...(locks === null ? [] : [`  ${locks}`]),
    ];
  }
  return [...quote(source, v.location, false), ...callers(v.stack, v.location).map((c) => `      ${c}`), ...objectLines(v, replay, source)];
}

/** Where the object of a memory error was allocated and freed. */
function objectLines({ object }: Violation, replay: Replay, source: SourceText): string[] {
  if (object === undefined || object.kind === "global") return [];
  const occurrence = (what: string, o: Occurrence | null): string[] =>
    o === null || o.location === null
      ? []
      : [
          `  ${object.name} ${what} by ${threadLabel(replay, o.thread)}${o.step < 0 ? "" : ` in step ${o.step + 1}`}`,
          ...placeLines(o.location, o.stack),
          ...quote(source, o.location, false),
        ];
  if (object.kind === "local") return occurrence("ended", object.freed);
  return [...occurrence("was allocated", object.allocated), ...occurrence("was freed", object.freed)];
}

/** The freedoms of the environment that the violation needs, and what an unknown function is assumed to do. */
export function needsTexts({ needs, assumed }: Replay): string[] {
  return [
    ...freedoms.filter((f) => needs.includes(f.freedom)).map((f) => `needs ${f.text} (--assume ${f.assumption} excludes it)`),
    ...(assumed === null ? [] : [`assumed: ${assumedText(assumed)}`]),
  ];
}

/** The name of an argument of a thread (`argument p of f`, frontend/entries.ts) has spaces, and that of a function has not. */
const assumedText = (name: string): string =>
  name.includes(" ")
    ? `${name} is null or points to an object of its own`
    : `${name}, which has no definition, returns this value and has no effect`;

export function inputLines(replay: Replay): string[] {
  if (replay.inputs.length === 0) return [];
  const all = joinInputs(
    replay.inputs.map((i) => ({ what: i.what, text: inputText({ ...i, value: BigInt.asUintN(i.bits, BigInt(i.value)) }) })),
  );
  const shown = all.slice(0, 12).map((i) => `${i.what} = ${printable(i.text)}`);
  const more = all.length > shown.length ? `, … (${all.length} in total)` : "";
  return [`  with ${all.length === 1 ? "the input" : "the inputs"} ${shown.join(", ")}${more}`];
}

const maxOutput = 12;

export function outputLines(replay: Replay, isFull: boolean): string[] {
  if (replay.output === "") return [];
  const lines = replay.output.replace(/\n$/, "").split("\n");
  const half = maxOutput / 2;
  const shown =
    isFull || lines.length <= maxOutput ? lines : [...lines.slice(0, half), `… ${lines.length - maxOutput} lines …`, ...lines.slice(-half)];
  return ["", "The program printed:", ...shown.map((l) => `  | ${printable(l)}`)];
}
