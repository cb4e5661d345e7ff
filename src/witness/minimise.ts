// Reduces the context switches of a failing run. In: a schedule and its violation. Out: a schedule with the same violation.
//
// After Jalbert and Sen, "A Trace Simplification Technique for Effective Debugging of Concurrent Programs" (FSE 2010): blocks of one
// thread's steps are dropped, or moved to the next or previous block of that thread. The changed order is a plan (plan.ts), which a run
// follows as far as the program allows. A run that fails in the same way with fewer switches, or as many and fewer steps, gives the next
// plan.
//
// A long run is first made coarser, as in delta debugging (Zeller, Hildebrandt, TSE 2002): half of its blocks at once, a quarter, and so on, are
// grouped by thread or dropped. Block by block alone, a run with hundreds of switches would use up the work before a person could read it.
// Counted work, not time, bounds the search, so the result is the same on every machine, unless the check runs out of time.

import type { Violation } from "../execution/errors.ts";
import type { Machine } from "../execution/machine.ts";
import { followPlan, makePlan, type PlannedRun, type ThreadName } from "./plan.ts";
import type { Schedule } from "./schedule.ts";

/** Steps that all attempts together may take. */
const maxSteps = 50_000;

/** Groups of this many blocks or fewer are not tried: single blocks are. */
const maxSingleBlocks = 4;

/** Steps that an attempt may take beyond those of the original run. */
const maxExtraSteps = 100;

/** Threads that continue beside a deadlock for more steps than this are taken to continue forever. */
const maxStepsToStandstill = 200;

/** Requires that the schedule leads to the violation. So does the result. */
export function minimise(machine: Machine, schedule: Schedule, violation: Violation, hasTime: () => boolean = () => true): Schedule {
  const original = makePlan(machine, schedule, hasTime);
  if (original === null) return schedule;
  let left = maxSteps;
  const limit = original.order.length + maxExtraSteps;
  const notesLost = (violation.beside?.length ?? 0) > 0;
  const attempt = (order: readonly ThreadName[], maxSwitches: number): PlannedRun | null => {
    if (left < limit || !hasTime()) return null;
    const goal = { isFailure: (v: Violation) => isSame(v, violation), notesLost };
    const result = followPlan(machine, { ...original, order }, goal, { maxSteps: limit, maxSwitches, hasTime });
    left -= machine.stepCount;
    return result;
  };
  const first = attempt(original.order, limit);
  if (first === null) return schedule;
  let best = first;
  const improve = (order: readonly ThreadName[] | null): boolean => {
    const result = order === null ? null : attempt(order, best.switches);
    if (result === null || !isBetter(result, best)) return false;
    best = result;
    return true;
  };
  for (let size = blocksOf(best.plan.order).length >> 1; size > maxSingleBlocks; size >>= 1)
    for (let at = blocksOf(best.plan.order).length - size; at > -size; at -= size)
      for (const change of [groupByThread, dropRange]) improve(change(blocksOf(best.plan.order), Math.max(at, 0), at + size));
  for (let improved = true; improved; ) {
    improved = false;
    for (let at = blocksOf(best.plan.order).length - 1; at >= 0; at--) {
      for (const change of [dropBlock, moveDown, moveUp]) {
        if (!improve(change(blocksOf(best.plan.order), at))) continue;
        improved = true;
        break;
      }
    }
  }
  return best.schedule;
}

/** Continues the run of a schedule until no thread can continue. Null: one still can, or something else happens. */
export function continueToStandstill(
  machine: Machine,
  schedule: Schedule,
  hasTime: () => boolean,
): { schedule: Schedule; violation: Violation } | null {
  const plan = makePlan(machine, schedule, hasTime);
  if (plan === null) return null;
  const limits = { maxSteps: plan.order.length + maxStepsToStandstill, maxSwitches: Number.POSITIVE_INFINITY, hasTime };
  const result = followPlan(machine, plan, { isFailure: (v) => v.kind === "deadlock", notesLost: false }, limits);
  const violation = machine.violations.find((v) => v.kind === "deadlock");
  return result === null || violation === undefined ? null : { schedule: result.schedule, violation };
}

function isBetter(a: PlannedRun, b: PlannedRun): boolean {
  return a.switches < b.switches || (a.switches === b.switches && a.plan.order.length < b.plan.order.length);
}

/** Whether kind and locations are the same; for a deadlock, whether no wait is new. */
function isSame(a: Violation, b: Violation): boolean {
  if (a.property !== b.property || a.kind !== b.kind) return false;
  const format = (l: Violation["location"]): string => `${l?.file}:${l?.line}`;
  const locations = (v: Violation): string[] => v.participants.map((p) => format(p.location));
  if (a.kind === "deadlock") return locations(a).every((p) => locations(b).includes(p));
  return format(a.location) === format(b.location) && locations(a).sort().join() === locations(b).sort().join();
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

function dropRange(blocks: readonly Block[], from: number, to: number): ThreadName[] {
  return orderOf([...blocks.slice(0, from), ...blocks.slice(to)]);
}

/** Groups the blocks in this range by thread. */
function groupByThread(blocks: readonly Block[], from: number, to: number): ThreadName[] {
  const range = blocks.slice(from, to);
  const threads = [...new Set(range.map((b) => b.thread))];
  return orderOf([...blocks.slice(0, from), ...threads.flatMap((t) => range.filter((b) => b.thread === t)), ...blocks.slice(to)]);
}

function dropBlock(blocks: readonly Block[], at: number): ThreadName[] {
  return orderOf(blocks.filter((_, i) => i !== at));
}

function moveDown(blocks: readonly Block[], at: number): ThreadName[] | null {
  const block = blocks[at];
  const next = blocks.findIndex((b, i) => i > at && b.thread === block?.thread);
  return block === undefined || next < 0
    ? null
    : orderOf([...blocks.slice(0, at), ...blocks.slice(at + 1, next), block, ...blocks.slice(next)]);
}

function moveUp(blocks: readonly Block[], at: number): ThreadName[] | null {
  const block = blocks[at];
  const previous = blocks.findLastIndex((b, i) => i < at && b.thread === block?.thread);
  return block === undefined || previous < 0
    ? null
    : orderOf([...blocks.slice(0, previous + 1), block, ...blocks.slice(previous + 1, at), ...blocks.slice(at + 1)]);
}
