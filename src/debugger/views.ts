// Threads and locks as front ends show them. In: a machine between two moves. Out: plain data (contract.ts).

import { toNumber } from "../execution/address.ts";
import type { CompiledFunction } from "../execution/compiled-function.ts";
import type { Machine } from "../execution/machine.ts";
import type { ObjectNames } from "../execution/object-names.ts";
import type { Thread } from "../execution/thread.ts";
import { shortName } from "../reports/report.ts";
import { lockName } from "../witness/steps.ts";
import { describeWait, waitOf } from "../witness/waits.ts";
import type { FrameView, LockView, ThreadView } from "./contract.ts";
import { isAtLine } from "./moves.ts";

/** The frames of the program's own functions, the innermost first. */
export function framesOf(machine: Machine, t: Thread): FrameView[] {
  const frames: FrameView[] = [];
  if (t.status === "finished") return frames;
  for (let level = t.depth; level >= 0; level--) {
    const { function: number, pc } = t.frameAt(level);
    const f = machine.code[number] as CompiledFunction;
    if (f.library) continue;
    const k = (level === t.depth ? t.pendingFault?.at : undefined) ?? f.operationAt[pc] ?? -1;
    const p = machine.program.positions[f.positions[k] ?? 0];
    const location = p === undefined || k < 0 || p.line === 0 ? null : { file: p.file, line: p.line, column: p.column, function: f.name };
    frames.push({ level, function: f.name, location });
  }
  return frames;
}

export function threadsOf(machine: Machine, names: ObjectNames, isOver: boolean): ThreadView[] {
  return machine.threads.map((t) => {
    const isBlocked = t.status === "running" && t.pendingFault === null && machine.isHeldUp(t) && !machine.isEnabled(t);
    if (isBlocked) machine.probes.findCompletions(t, 1); // finds out why it waits now
    return {
      index: t.index,
      name: shortName(t.index),
      label: t.label,
      status: t.status === "finished" ? "finished" : isBlocked ? "blocked" : isOver || t.status !== "running" ? "stopped" : "ready",
      waitsFor: isBlocked && t.waiting !== null ? describeWait(waitOf(machine, names, t, -1), shortName) : "",
      stack: framesOf(machine, t),
      atVisible: t.status === "running" && !isAtLine(t),
      holds: t.locks.map((l) => lockName(names, l.object)),
    };
  });
}

/** The locks that are held or waited for. */
export function locksOf(machine: Machine, names: ObjectNames, threads: readonly ThreadView[]): LockView[] {
  const locks = new Map<number, { name: string; holders: number[]; waiters: number[] }>();
  const at = (address: number): { holders: number[]; waiters: number[] } => {
    const known = locks.get(address) ?? { name: lockName(names, address), holders: [], waiters: [] };
    locks.set(address, known);
    return known;
  };
  for (const t of machine.threads) for (const l of t.locks) at(l.object).holders.push(t.index);
  for (const { index, status } of threads) {
    const waiting = status === "blocked" ? machine.threads[index]?.waiting : null;
    if (waiting && /lock|mutex|semaphore|condition|barrier/.test(waiting.why)) at(toNumber(waiting.low, waiting.high)).waiters.push(index);
  }
  return [...locks.values()];
}
