// The time line of a violation. In: its evidence. Out: lanes, steps and arrows (model.ts). A pure function.
//
// Arrows follow what the replay has observed: who wrote what is read, who released a lock, whose effect on the library's state a call has seen.
// Of the last kind only pairs of calls that people know as synchronisation are shown.

import type { CallFrame, Violation } from "../../execution/errors.ts";
import type { SourceLocation } from "../../support/diagnostics.ts";
import { append } from "../../support/lists.ts";
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

export function timelineOf({ violation, replay }: Evidence, excerpts: SourceExcerpts): Timeline {
  const builder = new TimelineBuilder(replay.prelude, excerpts);
  for (const s of replay.steps) builder.add(s, true);
  return builder.build(replay.threads, violation, replay.waits);
}

interface Place {
  readonly thread: number;
  readonly location: SourceLocation | null;
  readonly stack: readonly CallFrame[];
}

/** Builds the time line of a run step by step, so that a run which grows is drawn at the cost of what is new. */
export class TimelineBuilder {
  readonly #rows: TimelineStep[] = [];
  readonly #arrows: Arrow[] = [];
  readonly #steps: WitnessStep[] = [];
  /** Per step: its row, or -1. */
  readonly #indices: number[] = [];
  readonly #holds = new Map<number, readonly string[]>();
  /** The beginning of a thread is part of the step that creates it: what it does is shown with its own first step. */
  readonly #waiting = new Map<number, StepEvent[]>();
  /** By thread that was started and has no row yet: the step that started it. */
  readonly #creators = new Map<number, number>();
  /** What was done before threads start comes first in any case. */
  #firstStart = -1;
  readonly #known = new Set<string>();
  readonly #read = new Set<string>();

  constructor(
    prelude: readonly StepEvent[],
    readonly excerpts: SourceExcerpts,
  ) {
    for (const e of prelude) this.#add({ ...e, stack: [] }, 0, "local", "", [e]);
  }

  /** The next step of the run; one that is not to be shown has no row, unless something happens in it. */
  add(s: WitnessStep, isShown: boolean): void {
    const i = this.#steps.push(s) - 1;
    const own = [...(this.#waiting.get(s.thread) ?? []), ...s.events.filter((e) => e.thread === s.thread)];
    this.#waiting.delete(s.thread);
    for (const e of s.events) if (e.thread !== s.thread) this.#waiting.set(e.thread, [...(this.#waiting.get(e.thread) ?? []), e]);
    if (!isShown && own.length === 0) {
      this.#indices.push(-1);
      return;
    }
    this.#indices.push(this.#rows.length);
    this.#add(s, i + 1, markOf(s), silentText(s), own);
    this.#addArrows(s, i);
  }

  /** The row of a step; -1: none. */
  rowOf(step: number): number {
    return this.#indices[step] ?? -1;
  }

  /** The time line so far, with what fails at its end. */
  build(threads: Replay["threads"], violation: Violation | null, waits: Replay["waits"]): Timeline {
    const steps = this.#rows.slice();
    const arrows = this.#arrows.slice();
    for (const [step, failure] of violation === null ? [] : failuresOf(this.#steps.length, violation)) {
      const row = steps[this.rowOf(step)];
      if (row !== undefined) steps[this.rowOf(step)] = { ...row, failure };
    }
    if (violation?.kind === "deadlock") {
      append(arrows, this.#heldArrows(waits));
      for (const w of waits) steps.push({ ...this.#rowFor(w, 0, "wait", "(waits)", []), failure: describeWait(w, shortName) });
    }
    if (violation !== null) append(arrows, this.#failureArrows(violation));
    return {
      lanes: threads.map((t) => ({ name: shortName(t.index), label: t.index === 0 ? "" : t.label })),
      steps,
      arrows: violation === null ? arrows : arrows.sort((a, b) => a.to - b.to),
    };
  }

  #add(place: Place, number: number, mark: Mark, silent: string, events: readonly StepEvent[]): void {
    this.#rows.push(this.#rowFor(place, number, mark, silent, events));
  }

  #rowFor({ thread, location, stack }: Place, number: number, mark: Mark, silent: string, events: readonly StepEvent[]): TimelineStep {
    const column = location?.column;
    const columns = column === undefined || column === 0 ? null : { first: column, last: column };
    const statement = location === null ? null : statementAt(this.excerpts.source, location.file, location.line, columns);
    const text = location === null ? silent : (statement ?? `${location.file}:${location.line}`);
    let holds = this.#holds.get(thread) ?? [];
    for (const e of events)
      if (e.kind === "unlock") holds = holds.filter((name) => name !== e.object);
      else if (e.kind === "lock") holds = [...holds, e.object];
    this.#holds.set(thread, holds);
    return {
      number,
      lane: thread,
      mark,
      file: location === null ? -1 : this.excerpts.add(location.file, location.line),
      line: location?.line ?? 0,
      calls: stack.length > 0 ? stack.map((f) => f.function) : location?.function === undefined ? [] : [location.function],
      text,
      facts: factsOf(events, text, false),
      failure: "",
      holds,
    };
  }

  #addArrows(s: WitnessStep, i: number): void {
    const creator = this.#creators.get(s.thread);
    if (creator !== undefined) this.#arrow(creator, i, "create", "");
    this.#creators.delete(s.thread);
    for (const e of s.events) {
      if (e.kind === "start") {
        this.#creators.set(e.started, i);
        if (this.#firstStart < 0) this.#firstStart = i;
      } else if (e.kind === "lock") this.#arrow(e.from, i, "lock", e.object);
      else if (e.kind === "read" || e.kind === "update") this.#arrow(e.from, i, "reads-from", e.object);
    }
    for (const from of s.observes) {
      const pair = synchronisation.find((p) => p.from.test(this.#steps[from]?.call ?? "") && p.to.test(s.call ?? ""));
      if (pair !== undefined) this.#arrow(from, i, pair.kind, "");
    }
  }

  #arrow(from: number, to: number, kind: ArrowKind, object: string): void {
    const arrow = this.#arrowBetween(from, to, kind, object);
    // A step may read several parts of an object that another step wrote.
    const key = `${from} ${to} ${kind}`;
    if (arrow === null || this.#known.has(key)) return;
    this.#known.add(key);
    this.#read.add(`${from} ${this.#steps[to]?.thread} ${kind}`);
    this.#arrows.push(arrow);
  }

  #arrowBetween(from: number, to: number, kind: ArrowKind, object: string): Arrow | null {
    const [a, b] = [this.#steps[from], this.#steps[to]];
    if (a === undefined || b === undefined || a.thread === b.thread || this.rowOf(from) < 0 || this.rowOf(to) < 0) return null;
    const isKnown = kind === "reads-from" && this.#read.has(`${from} ${b.thread} ${kind}`);
    const minor = (from < this.#firstStart || isKnown) && kind !== "freed";
    return { from: this.rowOf(from), to: this.rowOf(to), kind, object, minor };
  }

  #failureArrows(violation: Violation): Arrow[] {
    const [second, first] = violation.participants;
    const isRace = violation.kind === "data-race" && first !== undefined && second !== undefined;
    const race = isRace ? this.#arrowBetween(first.step ?? -1, violation.step, "race", "") : null;
    const { object } = violation;
    const last = Math.min(violation.step, this.#steps.length - 1);
    const freed = object?.freed ? this.#arrowBetween(object.freed.step, last, "freed", object.name) : null;
    return [race, freed].filter((a) => a !== null);
  }

  /** Of a deadlock: from where a thread took a lock to where another waits for it. The rows of waits follow those of steps. */
  #heldArrows(waits: Replay["waits"]): Arrow[] {
    return waits.flatMap((w, i) =>
      w.on.flatMap((holder): Arrow[] => {
        const taken = this.#steps.findLastIndex(
          (s) => s.thread === holder && s.events.some((e) => e.kind === "lock" && e.object === w.object),
        );
        if (taken < 0 || holder === w.thread) return [];
        return [{ from: this.rowOf(taken), to: this.#rows.length + i, kind: "held", object: w.object, minor: false }];
      }),
    );
  }
}

/** Which steps show the failure, with its text. */
function failuresOf(steps: number, v: Violation): Map<number, string> {
  const failures = new Map<number, string>();
  if (v.kind === "deadlock") return failures;
  const [second, first] = v.participants;
  if (v.kind === "data-race" && first !== undefined && second !== undefined) {
    failures.set(first.step ?? -1, `races with ${shortName(second.thread)}`);
    failures.set(v.step, `races with ${shortName(first.thread)}`);
  } else failures.set(Math.min(v.step, steps - 1), v.kind === "assertion" ? "the assertion fails" : v.kind.replaceAll("-", " "));
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
