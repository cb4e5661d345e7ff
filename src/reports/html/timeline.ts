// The time line of a violation. In: its evidence. Out: lanes, steps and arrows (model.ts). A pure function.
//
// Arrows follow what the replay has observed: who wrote what is read, who released a lock, whose effect on the library's state a call has seen.
// Of the last kind only pairs of calls that people know as synchronisation are shown.

import type { CallFrame, Violation } from "../../execution/errors.ts";
import type { SourceLocation } from "../../support/diagnostics.ts";
import type { Replay } from "../../witness/replay.ts";
import type { StepEvent, WitnessStep } from "../../witness/steps.ts";
import { describeWait } from "../../witness/waits.ts";
import { factsOf } from "../facts.ts";
import { type Evidence, shortName } from "../report.ts";
import { statementAt } from "../source-text.ts";
import type { Arrow, ArrowKind, Mark, Timeline, TimelineStep } from "./model.ts";
import type { SourceExcerpts } from "./source-excerpts.ts";

/** Calls that synchronise: what the other thread did, what this one does. The end of a thread has no name. */
const synchronisation: readonly { readonly kind: ArrowKind; readonly from: RegExp; readonly to: RegExp }[] = [
  { kind: "join", from: /^$/, to: /join/ },
  { kind: "signal", from: /(cond|cnd)_(signal|broadcast)/, to: /(cond|cnd)_\w*wait/ },
  { kind: "signal", from: /^sem_post$/, to: /^sem_\w*wait$/ },
  { kind: "signal", from: /barrier_wait/, to: /barrier_wait/ },
  { kind: "signal", from: /once/, to: /once/ },
];

/** A run as far as its time line needs it. */
export type ShownRun = Pick<Replay, "prelude" | "steps" | "waits" | "threads">;

export const timelineOf = ({ violation, replay }: Evidence, excerpts: SourceExcerpts): Timeline =>
  timelineOfRun(replay, violation, excerpts).timeline;

/** The time line of any run, with the steps that are shown. `stepOf`: for each row, the index of its step; -1: it is none. */
export function timelineOfRun(
  run: ShownRun,
  violation: Violation | null,
  excerpts: SourceExcerpts,
  isShown: (step: WitnessStep) => boolean = () => true,
): { readonly timeline: Timeline; readonly stepOf: readonly number[] } {
  const steps = new StepList(run, violation, excerpts, isShown);
  const timeline = {
    lanes: run.threads.map((t) => ({ name: shortName(t.index), label: t.index === 0 ? "" : t.label })),
    steps: steps.all,
    arrows: arrowsOf(run, violation, steps),
  };
  return { timeline, stepOf: steps.all.map((s) => s.number - 1) };
}

interface Place {
  readonly thread: number;
  readonly location: SourceLocation | null;
  readonly stack: readonly CallFrame[];
}

/** The steps of the model, and at which index each step of the run is. */
class StepList {
  readonly all: TimelineStep[] = [];
  readonly #indices: number[] = [];
  readonly #holds = new Map<number, readonly string[]>();
  readonly #failures: ReadonlyMap<number, string>;

  constructor(
    replay: ShownRun,
    violation: Violation | null,
    readonly excerpts: SourceExcerpts,
    isShown: (step: WitnessStep) => boolean,
  ) {
    this.#failures = violation === null ? new Map() : failuresOf(replay, violation);
    for (const e of replay.prelude) this.#add({ ...e, stack: [] }, 0, "local", "", [e], "");
    // The beginning of a thread is part of the step that creates it: what it does is shown with its own first step.
    const waiting = new Map<number, StepEvent[]>();
    replay.steps.forEach((s, i) => {
      const own = [...(waiting.get(s.thread) ?? []), ...s.events.filter((e) => e.thread === s.thread)];
      waiting.delete(s.thread);
      for (const e of s.events) if (e.thread !== s.thread) waiting.set(e.thread, [...(waiting.get(e.thread) ?? []), e]);
      if (!isShown(s) && own.length === 0) {
        this.#indices.push(-1);
        return;
      }
      this.#indices.push(this.all.length);
      this.#add(s, i + 1, markOf(s), silentText(s), own, this.#failures.get(i) ?? "");
    });
    if (violation?.kind === "deadlock") for (const w of replay.waits) this.#add(w, 0, "wait", "(waits)", [], describeWait(w, shortName));
  }

  /** The index of a step of the run. */
  indexOf(step: number): number {
    return this.#indices[step] ?? -1;
  }

  #add(
    { thread, location, stack }: Place,
    number: number,
    mark: Mark,
    silent: string,
    events: readonly StepEvent[],
    failure: string,
  ): void {
    const column = location?.column;
    const columns = column === undefined || column === 0 ? null : { first: column, last: column };
    const statement = location === null ? null : statementAt(this.excerpts.source, location.file, location.line, columns);
    const text = location === null ? silent : (statement ?? `${location.file}:${location.line}`);
    let holds = this.#holds.get(thread) ?? [];
    for (const e of events)
      if (e.kind === "unlock") holds = holds.filter((name) => name !== e.object);
      else if (e.kind === "lock") holds = [...holds, e.object];
    this.#holds.set(thread, holds);
    this.all.push({
      number,
      lane: thread,
      mark,
      file: location === null ? -1 : this.excerpts.add(location.file, location.line),
      line: location?.line ?? 0,
      calls: stack.length > 0 ? stack.map((f) => f.function) : location?.function === undefined ? [] : [location.function],
      text,
      facts: factsOf(events, text, false),
      failure,
      holds,
    });
  }
}

/** Which steps show the failure, with its text. */
function failuresOf(replay: ShownRun, v: Violation): Map<number, string> {
  const failures = new Map<number, string>();
  if (v.kind === "deadlock") return failures;
  const [second, first] = v.participants;
  if (v.kind === "data-race" && first !== undefined && second !== undefined) {
    failures.set(first.step ?? -1, `races with ${shortName(second.thread)}`);
    failures.set(v.step, `races with ${shortName(first.thread)}`);
  } else
    failures.set(Math.min(v.step, replay.steps.length - 1), v.kind === "assertion" ? "the assertion fails" : v.kind.replaceAll("-", " "));
  return failures;
}

/** The text of a step that belongs to no line of the program. */
function silentText(s: WitnessStep): string {
  if (s.location !== null) return "";
  if (s.thread === 0) return "(main has returned)";
  return s.events.some((e) => e.kind === "end") ? "(ends)" : "(is ending)";
}

function markOf({ op, events, call }: WitnessStep): Mark {
  const has = (kind: StepEvent["kind"]): boolean => events.some((e) => e.kind === kind);
  if (has("start") || op === "end") return "thread";
  if (has("lock")) return "lock";
  if (has("unlock")) return "unlock";
  if (has("free")) return "free";
  if (has("update") || (has("read") && has("write"))) return "update";
  if (has("write")) return "write";
  if (has("read")) return "read";
  return call === null ? "local" : "sync";
}

function arrowsOf(replay: ShownRun, violation: Violation | null, steps: StepList): Arrow[] {
  const arrows: Arrow[] = [];
  const seen = new Set<string>();
  // What was done before threads start comes first in any case.
  const firstStart = replay.steps.findIndex((s) => s.events.some((e) => e.kind === "start"));
  const add = (from: number, to: number, kind: ArrowKind, object: string): void => {
    const [a, b] = [replay.steps[from], replay.steps[to]];
    if (a === undefined || b === undefined || a.thread === b.thread || steps.indexOf(from) < 0 || steps.indexOf(to) < 0) return;
    const key = `${from} ${b.thread} ${kind}`;
    const minor = from < firstStart || (kind === "reads-from" && seen.has(key));
    arrows.push({ from: steps.indexOf(from), to: steps.indexOf(to), kind, object, minor: minor && kind !== "freed" });
    seen.add(key);
  };
  const creators = new Map<number, number>();
  replay.steps.forEach((s, i) => {
    const creator = creators.get(s.thread);
    if (creator !== undefined && steps.indexOf(i) >= 0) {
      add(creator, i, "create", "");
      creators.delete(s.thread);
    }
    for (const e of s.events) {
      if (e.kind === "start") creators.set(e.started, i);
      else if (e.kind === "lock") add(e.from, i, "lock", e.object);
      else if (e.kind === "read" || e.kind === "update") add(e.from, i, "reads-from", e.object);
    }
    for (const from of s.observes) {
      const pair = synchronisation.find((p) => p.from.test(replay.steps[from]?.call ?? "") && p.to.test(s.call ?? ""));
      if (pair !== undefined) add(from, i, pair.kind, "");
    }
  });
  const arrowsInOrder = (): Arrow[] => [...withoutRepeats(arrows), ...heldArrows(replay, violation, steps)].sort((a, b) => a.to - b.to);
  if (violation === null) return arrowsInOrder();
  const [second, first] = violation.participants;
  if (violation.kind === "data-race" && first !== undefined && second !== undefined) add(first.step ?? -1, violation.step, "race", "");
  const { object } = violation;
  if (object?.freed) add(object.freed.step, Math.min(violation.step, replay.steps.length - 1), "freed", object.name);
  return arrowsInOrder();
}

/** A step may read several parts of an object that another step wrote. */
function withoutRepeats(arrows: readonly Arrow[]): Arrow[] {
  const seen = new Set<string>();
  return arrows.filter((a) => {
    const key = `${a.from} ${a.to} ${a.kind}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Of a deadlock: from where a thread took a lock to where another waits for it. */
function heldArrows(replay: ShownRun, violation: Violation | null, steps: StepList): Arrow[] {
  if (violation?.kind !== "deadlock") return [];
  return replay.waits.flatMap((w, i) =>
    w.on.flatMap((holder): Arrow[] => {
      const taken = replay.steps.findLastIndex(
        (s) => s.thread === holder && s.events.some((e) => e.kind === "lock" && e.object === w.object),
      );
      if (taken < 0 || holder === w.thread) return [];
      const to = steps.all.length - replay.waits.length + i;
      return [{ from: steps.indexOf(taken), to, kind: "held", object: w.object, minor: false }];
    }),
  );
}
