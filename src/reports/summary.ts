// The last lines of a report: the verdict again, and for each violation its cause in a few lines, so that a reader of a long log need not scroll up.
// In: the report. Out: lines.
//
// The cause of a failed assertion or a bad pointer is what the failing statement read: the value, who wrote it and when, and whether that write rests on a
// value that another thread had changed since (a lost update). The cause of a race is its two accesses, of a deadlock its waits.

import type { Violation } from "../execution/errors.ts";
import type { SourceLocation } from "../support/diagnostics.ts";
import type { Replay } from "../witness/replay.ts";
import type { StepEvent, WitnessStep } from "../witness/steps.ts";
import { failingSteps, isSignal, pointerReads, wokenBy } from "./importance.ts";
import { type Evidence, listOf, shortName } from "./report.ts";
import { printable } from "./terminal.ts";
import { accessText, headline, holdsText, locksText, needsTexts, orderedWaits, waitText } from "./violation-text.ts";

const maxReads = 3;
const maxWaits = 5;

/** The headline of a violation, and at most so many lines of its cause below it. */
export function causeLines({ violation: v, replay }: Evidence, most: number): string[] {
  const causes = [...causesOf(v, replay).slice(0, most), ...needsTexts(replay)];
  return [`  ${headline(v, replay)}`, ...causes.map((c) => `    ${c}`)];
}

function causesOf(v: Violation, replay: Replay): string[] {
  const place = placer(v.kind === "deadlock" ? (replay.waits[0]?.location ?? null) : v.location);
  if (v.kind === "deadlock")
    return [
      ...orderedWaits(replay.waits)
        .slice(0, maxWaits)
        .map((w) => `${waitText(w, replay)}${w.location === null ? "" : `,${place(w.location)}`}`),
      ...signalCause(replay, replay.waits[0]?.location ?? null),
    ];
  if (v.participants.length > 0) {
    const locks = locksText(v.participants);
    const accesses = v.participants.map(
      (p) => `${shortName(p.thread)}: ${accessText(p, replay)}${place(p.location)}, ${holdsText(p)}${stepText(p.step)}`,
    );
    return locks === null ? accesses : [...accesses, locks];
  }
  return [...objectCauses(v, place), ...readCauses(v, replay, place)];
}

/** Why a thread that waits for a signal does not get one: which was the last signal. A step does not know its condition variable, so this is about all of them. */
export function signalCause({ waits, steps }: Replay, main: SourceLocation | null): string[] {
  const wait = orderedWaits(waits).find((w) => w.why === "condition variable");
  if (wait === undefined) return [];
  const last = steps.findLastIndex(isSignal);
  const signal = steps[last];
  if (signal === undefined) return ["no thread signals a condition variable in this run"];
  const woken = wokenBy(steps, last);
  const wakes = woken.length === 0 ? "" : `, and wakes ${listOf(woken.map(shortName))}`;
  const name = shortName(wait.thread);
  const order = last > wait.since ? "" : woken.includes(wait.thread) ? `, before ${name} waits again` : `, before ${name} waits`;
  return [`the last signal is by ${shortName(signal.thread)} in step ${last + 1}${placer(main)(signal.location)}${wakes}${order}`];
}

/** Where a thread was interrupted by another one that wrote what it had read before or uses after: `T1 was interrupted between …`. Null if it was not. */
function interruption(steps: readonly WitnessStep[], thread: number, place: Placer): string | null {
  const own = steps.flatMap((s, i) => (s.thread === thread ? [i] : []));
  const objects = (s: WitnessStep | undefined, kinds: readonly StepEvent["kind"][]): string[] =>
    (s?.events ?? []).flatMap((e) => (kinds.includes(e.kind) && "object" in e ? [e.object] : []));
  const used = new Set(own.flatMap((i) => objects(steps[i], ["read", "write", "update"])));
  for (let n = own.length - 1; n > 0; n--) {
    const [from, to] = [own[n - 1] as number, own[n] as number];
    const others = steps
      .slice(from + 1, to)
      .flatMap((s) => objects(s, ["write", "update"]).map((object) => ({ thread: s.thread, object })));
    const met = others.filter((o) => used.has(o.object));
    const [first] = met;
    // A thread that waited for the end of another one, or for a signal, was not interrupted.
    if (first === undefined || /join|wait/.test((steps[to] as WitnessStep).call ?? "")) continue;
    const names = [...new Set(met.filter((o) => o.thread === first.thread).map((o) => o.object))].slice(0, maxReads);
    const before = steps[from] as WitnessStep;
    return `${shortName(thread)} was interrupted between step ${from + 1}${place(before.location)} and step ${to + 1}; meanwhile ${shortName(first.thread)} wrote ${listOf(names)}`;
  }
  return null;
}

type Placer = (l: SourceLocation | null) => string;

/** Places in the file that the headline names are given by their line. */
const placer =
  (main: SourceLocation | null): Placer =>
  (l) =>
    l === null
      ? ""
      : ` at ${l.file === main?.file ? "line " : `${printable(l.file)}:`}${l.line}${l.function === undefined ? "" : ` in ${l.function}`}`;

const stepText = (step: number | undefined): string => (step === undefined || step < 0 ? "" : ` (step ${step + 1})`);

/** Who allocated and who freed the object. */
function objectCauses({ object }: Violation, place: Placer): string[] {
  if (object === undefined) return [];
  const { allocated, freed, name } = object;
  const parts = [
    ...(object.kind !== "heap" || allocated === null ? [] : [`allocated by ${shortName(allocated.thread)}${place(allocated.location)}`]),
    ...(freed === null
      ? []
      : [`${object.kind === "heap" ? "freed" : "ended"} by ${shortName(freed.thread)}${place(freed.location)}${stepText(freed.step)}`]),
  ];
  return parts.map((p) => `${name}: ${p}`);
}

type Read = StepEvent & { readonly kind: "read" | "update" };

/** What the failing statement read, or else what its thread read last. */
function readCauses(v: Violation, replay: Replay, place: Placer): string[] {
  const { steps } = replay;
  const readsIn = (i: number): { readonly step: number; readonly read: Read }[] =>
    (steps[i]?.events ?? []).flatMap((e) => (e.kind === "read" && e.value !== null ? [{ step: i, read: e as Read }] : []));
  const [pointer] = pointerReads(steps, v);
  const own = pointer === undefined ? failingSteps(steps, v).flatMap(readsIn) : readsIn(pointer);
  const last = steps.findLastIndex((s, i) => i < v.step && s.thread === v.thread && readsIn(i).length > 0);
  const found = own.length > 0 || v.kind !== "assertion" ? own : readsIn(last);
  const distinct = [...new Map(found.map((f) => [f.read.object, f])).values()];
  const causes = distinct.slice(0, maxReads).map(({ step, read }) => readCause(steps, step, read, place));
  // The thread that wrote a value that another one reads, or else the failing one, or else any.
  const writers = distinct.flatMap(({ read }) => steps[read.from]?.thread ?? []).filter((t) => t !== v.thread);
  const interrupted = [...new Set([...writers, v.thread, ...replay.threads.map((t) => t.index)])]
    .map((t) => interruption(steps, t, place))
    .find((text) => text !== null);
  return causes.some((c) => c.includes(lostMark)) || interrupted === undefined ? causes : [...causes, interrupted as string];
}

const lostMark = " had written ";

/** `x is 1 (step 14): T1 wrote it in step 8 at f.c:14; it had read 0 in step 4, before T2 wrote 1 in step 6`. */
function readCause(steps: readonly WitnessStep[], step: number, read: Read, place: Placer): string {
  const value = (e: StepEvent | undefined): string =>
    e !== undefined && "value" in e && typeof e.value === "object" ? (e.value?.text ?? "") : "";
  const fact = `${read.object} is ${value(read)} in step ${step + 1}`;
  const writer = steps[read.from];
  if (writer === undefined) return `${fact}: no step has written it before`;
  const wrote = `${fact}: ${shortName(writer.thread)} wrote it in step ${read.from + 1}${place(writer.location)}`;
  const touching = (i: number, kinds: readonly StepEvent["kind"][]): StepEvent | undefined =>
    steps[i]?.events.find((e) => kinds.includes(e.kind) && "object" in e && e.object === read.object);
  const threadOf = (i: number): string => shortName((steps[i] as WitnessStep).thread);
  // Back along the updates that led to the value, to the first one, seen from the end, that overwrote what another thread had written.
  for (let write = read.from; write >= 0; ) {
    const own = (i: number): boolean => steps[i]?.thread === steps[write]?.thread;
    const readBefore = steps.findLastIndex((_, i) => i < write && own(i) && touching(i, ["read"]) !== undefined);
    const isUpdate = readBefore >= 0 && steps[readBefore]?.location?.line === steps[write]?.location?.line;
    const between = steps.findLastIndex((_, i) => i > readBefore && i < write && !own(i) && touching(i, ["write", "update"]) !== undefined);
    if (readBefore >= 0 && between >= 0 && (isUpdate || write === read.from)) {
      const earlier = write === read.from ? "" : `; ${threadOf(write)} wrote ${value(touching(write, ["write"]))} in step ${write + 1}`;
      const from = `from ${value(touching(readBefore, ["read"]))} read in step ${readBefore + 1}`;
      return `${wrote}${earlier}, ${from}; ${threadOf(between)}${lostMark}${value(touching(between, ["write", "update"]))} in step ${between + 1}`;
    }
    const source = isUpdate ? touching(readBefore, ["read"]) : touching(write, ["update"]);
    write = source !== undefined && "from" in source ? source.from : -1;
  }
  return wrote;
}
