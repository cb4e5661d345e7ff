// Fewer context switches, the same failure. After Jalbert and Sen, "A Trace Simplification Technique for Effective Debugging of
// Concurrent Programs" (FSE 2010): blocks of one thread's steps are dropped, or moved to the next or previous block of that thread;
// the changed order is only a guide — steps that cannot be taken are passed over, and when the guide ends the running thread goes
// on — and a run that fails in the same way with fewer switches, or as many and fewer steps, becomes the new guide.
//
// A long run is first made coarser, as in Zeller's delta debugging: half of its blocks at once, a quarter, and so on, are gathered by
// thread or dropped. Block by block alone, a run with hundreds of switches would use up the work before anybody can read it.
//
// Threads are named by their paths, and choices and inputs belong to the thread that asks: both survive reordering.
// Counted work, not time, bounds the search, so the result is the same everywhere; unless the check is out of time.

import type { Violation } from "../execution/errors.ts";
import type { Machine, Oracle } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { type Schedule, type ScheduledStep, startAs } from "./schedule.ts";

/** Steps that all attempts together may take. */
const work = 50_000;

/** Of so many blocks or fewer each is tried by itself. */
const smallestPart = 4;

type ThreadName = string;

/** What a run decided: who moved, and what each thread was told. */
interface Guide {
  readonly order: readonly ThreadName[];
  readonly choices: ReadonlyMap<ThreadName, readonly number[]>;
  readonly inputs: ReadonlyMap<ThreadName, readonly bigint[]>;
  readonly fill: number;
  readonly freedoms: Schedule["freedoms"];
}

interface Attempt {
  readonly guide: Guide;
  readonly schedule: Schedule;
  readonly switches: number;
}

/** The schedule must lead to the violation; so does the result. */
export function minimise(machine: Machine, schedule: Schedule, violation: Violation, hasTime: () => boolean = () => true): Schedule {
  const original = guideFrom(machine, schedule, hasTime);
  if (original === null) return schedule;
  let left = work;
  const limit = original.order.length + 100;
  const isPartial = (violation.beside?.length ?? 0) > 0;
  const attempt = (order: readonly ThreadName[], switches: number): Attempt | null => {
    if (left < limit || !hasTime()) return null;
    const result = follow(machine, { ...original, order }, limit, switches, (v) => isSame(v, violation), hasTime, isPartial);
    left -= machine.stepCount;
    return result;
  };
  const first = attempt(original.order, limit);
  if (first === null) return schedule;
  let best: Attempt = first;
  const improve = (order: readonly ThreadName[] | null): boolean => {
    const result = order === null ? null : attempt(order, best.switches);
    if (result === null || !isBetter(result, best)) return false;
    best = result;
    return true;
  };
  for (let size = blocksOf(best.guide.order).length >> 1; size > smallestPart; size >>= 1)
    for (let at = blocksOf(best.guide.order).length - size; at > -size; at -= size)
      for (const change of [gathered, withoutPart]) improve(change(blocksOf(best.guide.order), Math.max(at, 0), at + size));
  for (let improved = true; improved; ) {
    improved = false;
    for (let at = blocksOf(best.guide.order).length - 1; at >= 0; at--) {
      for (const change of [dropped, movedDown, movedUp]) {
        if (!improve(change(blocksOf(best.guide.order), at))) continue;
        improved = true;
        break;
      }
    }
  }
  return best.schedule;
}

/** Steps after which threads that go on beside a deadlock are taken to go on for good. */
const furthestStandstill = 200;

/** The run of a schedule, and on until nobody can go on; null: somebody can, or something else happens. */
export function standstillBehind(
  machine: Machine,
  schedule: Schedule,
  hasTime: () => boolean,
): { schedule: Schedule; violation: Violation } | null {
  const guide = guideFrom(machine, schedule, hasTime);
  if (guide === null) return null;
  const limit = guide.order.length + furthestStandstill;
  const result = follow(machine, guide, limit, Number.POSITIVE_INFINITY, (v) => v.kind === "deadlock", hasTime);
  const violation = machine.violations.find((v) => v.kind === "deadlock");
  return result === null || violation === undefined ? null : { schedule: result.schedule, violation };
}

function isBetter(a: Attempt, b: Attempt): boolean {
  return a.switches < b.switches || (a.switches === b.switches && a.guide.order.length < b.guide.order.length);
}

/** The same failure: its kind and place; of a deadlock, waits that were all there before. */
function isSame(a: Violation, b: Violation): boolean {
  if (a.property !== b.property || a.kind !== b.kind) return false;
  const place = (l: Violation["location"]): string => `${l?.file}:${l?.line}`;
  const places = (v: Violation): string[] => v.participants.map((p) => place(p.location));
  if (a.kind === "deadlock") return places(a).every((p) => places(b).includes(p));
  return place(a.location) === place(b.location) && places(a).sort().join() === places(b).sort().join();
}

// ---- changes

type Block = { readonly thread: ThreadName; readonly steps: number };

function blocksOf(order: readonly ThreadName[]): Block[] {
  const blocks: { thread: ThreadName; steps: number }[] = [];
  for (const thread of order) {
    const last = blocks.at(-1);
    if (last?.thread === thread) last.steps++;
    else blocks.push({ thread, steps: 1 });
  }
  return blocks;
}

const orderOf = (blocks: readonly Block[]): ThreadName[] => blocks.flatMap((b) => Array<ThreadName>(b.steps).fill(b.thread));

function withoutPart(blocks: readonly Block[], from: number, to: number): ThreadName[] {
  return orderOf([...blocks.slice(0, from), ...blocks.slice(to)]);
}

/** What each thread does in this part, in one go. */
function gathered(blocks: readonly Block[], from: number, to: number): ThreadName[] {
  const part = blocks.slice(from, to);
  const threads = [...new Set(part.map((b) => b.thread))];
  return orderOf([...blocks.slice(0, from), ...threads.flatMap((t) => part.filter((b) => b.thread === t)), ...blocks.slice(to)]);
}

function dropped(blocks: readonly Block[], at: number): ThreadName[] {
  return orderOf(blocks.filter((_, i) => i !== at));
}

function movedDown(blocks: readonly Block[], at: number): ThreadName[] | null {
  const block = blocks[at];
  const next = blocks.findIndex((b, i) => i > at && b.thread === block?.thread);
  return block === undefined || next < 0
    ? null
    : orderOf([...blocks.slice(0, at), ...blocks.slice(at + 1, next), block, ...blocks.slice(next)]);
}

function movedUp(blocks: readonly Block[], at: number): ThreadName[] | null {
  const block = blocks[at];
  const previous = blocks.findLastIndex((b, i) => i < at && b.thread === block?.thread);
  return block === undefined || previous < 0
    ? null
    : orderOf([...blocks.slice(0, previous + 1), block, ...blocks.slice(previous + 1, at), ...blocks.slice(at + 1)]);
}

// ---- running

const nameOf = (t: Thread): ThreadName => t.path.join(".");

function guideFrom(machine: Machine, schedule: Schedule, hasTime: () => boolean): Guide | null {
  const order: ThreadName[] = [];
  const choices = new Map<ThreadName, number[]>([["", [...schedule.prelude]]]);
  let at: readonly number[] = schedule.prelude;
  let next = 0;
  let input = 0;
  const oracle: Oracle = {
    choose: () => at[next++] ?? 0,
    input: () => schedule.inputs[input++] ?? 0n,
    unwritten: (_bits, settled) => settled ?? schedule.inputs[input++] ?? 0n,
  };
  startAs(machine, oracle, schedule);
  for (const step of schedule.steps) {
    const thread = machine.threads[step.thread];
    at = step.choices;
    next = 0;
    if (machine.outcome !== null || thread?.status !== "running" || !machine.step(thread, oracle)) break;
    const name = nameOf(thread);
    order.push(name);
    for (const choice of step.choices) addTo(choices, name, choice);
    if ((order.length & 0x3f) === 0 && !hasTime()) return null;
  }
  if (order.length < schedule.steps.length) return null;
  const inputs = new Map<ThreadName, bigint[]>();
  for (const i of machine.inputs) {
    const name = nameOf(machine.threads[i.thread] as Thread);
    addTo(inputs, name, i.value);
  }
  return { order, choices, inputs, fill: schedule.fill, freedoms: schedule.freedoms };
}

function addTo<T>(lists: Map<ThreadName, T[]>, name: ThreadName, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

/**
 * Runs along the guide as far as the program lets it; null if the failure does not occur within so many steps and switches.
 * `notesLost`: threads that wait for ever while others go on are such a failure, too.
 */
function follow(
  machine: Machine,
  guide: Guide,
  limit: number,
  mostSwitches: number,
  fails: (v: Violation) => boolean,
  hasTime: () => boolean,
  notesLost = false,
): Attempt | null {
  const taken = new Map<ThreadName, number>();
  const asked = new Map<ThreadName, number>();
  const draw = <T>(of: ReadonlyMap<ThreadName, readonly T[]>, counts: Map<ThreadName, number>, thread: number, otherwise: T): T => {
    const name = nameOf(machine.threads[thread] as Thread);
    const n = counts.get(name) ?? 0;
    counts.set(name, n + 1);
    return of.get(name)?.[n] ?? otherwise;
  };
  const oracle: Oracle = {
    choose: (count, _what, thread) => {
      const choice = draw(guide.choices, taken, thread, 0);
      return choice < count ? choice : 0;
    },
    input: (_bits, _what, thread) => draw(guide.inputs, asked, thread, 0n),
    unwritten: (_bits, settled, thread) => settled ?? draw(guide.inputs, asked, thread, 0n),
  };
  startAs(machine, oracle, guide);
  const prelude = machine.choices.slice();
  const steps: ScheduledStep[] = [];
  const order: ThreadName[] = [];
  let made = prelude.length;
  let next = 0;
  let current: Thread | null = null;
  let switches = -1;
  const step = (t: Thread): boolean => {
    const drawn = [taken, asked].map((counts) => new Map(counts));
    if (!machine.step(t, oracle)) {
      for (const [i, counts] of [taken, asked].entries()) for (const name of counts.keys()) counts.set(name, drawn[i]?.get(name) ?? 0);
      return false;
    }
    steps.push({ thread: t.index, choices: machine.choices.slice(made) });
    made = machine.choices.length;
    order.push(nameOf(t));
    if (t !== current) switches++;
    current = t;
    return true;
  };
  while (machine.outcome === null && machine.stepCount < limit && switches <= mostSwitches) {
    if (notesLost) machine.noteLost();
    if (machine.violations.some(fails)) break;
    if ((machine.stepCount & 0x3f) === 0 && !hasTime()) return null;
    const running = machine.threads.filter((t) => t.status === "running");
    if (next >= guide.order.length && !running.some((t) => machine.canProceed(t))) machine.concludeStuck();
    else if (next < guide.order.length) {
      const wanted = guide.order[next++];
      const t = running.find((r) => nameOf(r) === wanted);
      if (t !== undefined) step(t);
    } else {
      const goingOn: Thread | null = current;
      if (!(goingOn !== null && running.includes(goingOn) && step(goingOn)) && !running.some((t) => step(t))) machine.concludeStuck();
    }
  }
  if (!machine.violations.some(fails)) return null;
  const schedule: Schedule = { steps, inputs: machine.inputs.map((i) => i.value), prelude, fill: guide.fill, freedoms: guide.freedoms };
  return { guide: { ...guide, order }, schedule, switches };
}
