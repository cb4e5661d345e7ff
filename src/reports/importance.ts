// How much each step of a run matters to its failure. In: a replay and its violation. Out: a rank per step, by which the text report folds.
//
// Steps that take part in the failure matter most: the accesses, the free, the locks held, and the writes that the failing step reads. Then the frame of the
// interleaving: context switches and starts of threads. Then values that one thread takes from another, and what the environment chose; then
// steps on objects that several threads use. The rest is a thread's own work, and what main does before it starts threads is set-up. All of this is about what is
// shown: the schedule in the witness is whole.

import type { Violation } from "../execution/errors.ts";
import type { Replay } from "../witness/replay.ts";
import type { StepEvent, WitnessStep } from "../witness/steps.ts";

export const ranks = { setUp: 0, own: 1, shared: 2, exchange: 3, switch: 4, failure: 5 } as const;

export function rankSteps({ steps, waits }: Replay, violation: Violation | null): number[] {
  const firstStart = steps.findIndex((s) => s.events.some((e) => e.kind === "start"));
  const out = steps.map((_, i): number => (i < firstStart ? ranks.setUp : ranks.own));
  const raise = (i: number | undefined, rank: number): void => {
    if (i !== undefined && i >= 0 && i < out.length) out[i] = Math.max(out[i] as number, rank);
  };
  const shared = sharedObjects(steps, firstStart);
  steps.forEach((s, i) => {
    if (i < firstStart) return;
    const isSwitch = (j: number): boolean => steps[j] !== undefined && steps[j]?.thread !== s.thread;
    if (isSwitch(i - 1) || isSwitch(i + 1)) raise(i, ranks.switch);
    if (s.observes.length > 0) raise(i, ranks.shared);
    for (const seen of s.observes) if (isSignal(steps[seen])) raise(seen, ranks.exchange);
    for (const e of s.events) {
      if (e.kind === "start") raise(i, ranks.switch);
      if (isChosen(e)) raise(i, ranks.exchange);
      if (e.kind === "lock" || e.kind === "unlock" || e.kind === "refused" || ("object" in e && shared.has(e.object)))
        raise(i, ranks.shared);
      if ((e.kind === "read" || e.kind === "update") && e.from >= firstStart && steps[e.from]?.thread !== s.thread) {
        raise(i, ranks.exchange);
        raise(e.from, ranks.exchange);
      }
    }
  });
  if (violation === null) return out;
  // What was written before threads start is shown where it is read.
  for (const i of takingPart(steps, violation)) if (i >= firstStart) raise(i, ranks.failure);
  // Of a thread that waits for a signal, the last signal says why it did not get one.
  if (waits.some((w) => w.why === "condition variable")) raise(steps.findLastIndex(isSignal), ranks.failure);
  for (const w of waits) {
    raise(w.since, ranks.failure);
    for (const held of w.holds)
      raise(
        steps.findLastIndex((s) => s.thread === w.thread && s.events.some((e) => e.kind === "lock" && e.object === held)),
        ranks.failure,
      );
  }
  return out;
}

/** Whether the step wakes threads that wait for a condition variable. */
export const isSignal = (s: WitnessStep | undefined): boolean => /^(pthread_cond|cnd)_(signal|broadcast)$/.test(s?.call ?? "");

/** The threads whose waits end by the signal in this step, in this run. */
export function wokenBy(steps: readonly WitnessStep[], signal: number): number[] {
  if (!isSignal(steps[signal])) return [];
  return [...new Set(steps.flatMap((s) => (/wait/.test(s.call ?? "") && s.observes.includes(signal) ? [s.thread] : [])))];
}

/** The step that fails, and the steps of its thread on the same line just before: a failing assertion reads there. */
export function failingSteps(steps: readonly WitnessStep[], v: Violation): number[] {
  const own = v.kind === "deadlock" || v.step >= steps.length ? [] : [v.step];
  const place = steps[v.step]?.location;
  for (let i = v.step - 1; i >= 0 && own.length > 0; i--) {
    const s = steps[i] as WitnessStep;
    if (s.thread !== v.thread || s.location?.line !== place?.line) break;
    own.push(i);
  }
  return own;
}

/** The steps that take part in the failure: its own, those of its participants, the free, and the writes that the failing step reads. */
function takingPart(steps: readonly WitnessStep[], v: Violation): number[] {
  const own = failingSteps(steps, v);
  return [
    ...own,
    ...v.participants.flatMap((p) => p.step ?? []),
    v.object?.freed?.step ?? -1,
    ...pointerReads(steps, v),
    ...own.flatMap((i) => (steps[i] as WitnessStep).events.flatMap((e) => (e.kind === "read" ? [e.from] : []))),
  ];
}

/** Where the thread got the pointer that it must not use: the last read of one that is null, or points to the dead object, and the write that it sees. */
export function pointerReads(steps: readonly WitnessStep[], v: Violation): number[] {
  const name = v.object?.name;
  const isIt = (text: string): boolean =>
    v.kind === "null-dereference" ? text === "NULL" : name !== undefined && v.object?.freed != null && text.includes(name);
  const reads = (s: WitnessStep | undefined): number[] =>
    s?.thread !== v.thread ? [] : s.events.flatMap((e) => (e.kind === "read" && e.value !== null && isIt(e.value.text) ? [e.from] : []));
  for (let i = Math.min(v.step, steps.length - 1); v.property === "memory" && i >= 0; i--) {
    const [from] = reads(steps[i]);
    if (from !== undefined) return [i, from];
  }
  return [];
}

/** Objects that one thread writes and another accesses after threads were started. */
function sharedObjects(steps: readonly WitnessStep[], from: number): ReadonlySet<string> {
  const users = new Map<string, { readonly thread: number; isWritten: boolean; isShared: boolean }>();
  for (const s of steps.slice(Math.max(from, 0)))
    for (const e of s.events) {
      if (e.kind !== "read" && e.kind !== "write" && e.kind !== "update" && e.kind !== "free") continue;
      const use = users.get(e.object) ?? { thread: s.thread, isWritten: false, isShared: false };
      users.set(e.object, use);
      use.isWritten ||= e.kind !== "read";
      use.isShared ||= use.thread !== s.thread;
    }
  return new Set([...users].flatMap(([name, use]) => (use.isShared && use.isWritten ? [name] : [])));
}

/** A choice of the environment that is not the usual one. */
const isChosen = (e: StepEvent): boolean => e.kind === "input" || e.kind === "refused" || (e.kind === "choice" && e.chosen !== 0);
