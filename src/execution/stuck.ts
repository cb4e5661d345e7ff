// Classifies a state in which no thread can continue. Out: a deadlock; or that the run proves nothing, because a thread
// was stopped by an assumption or a bound; or a thread that spins forever. Some threads may be deadlocked earlier (deadlocks.ts).

import type { Oracle } from "./contract.ts";
import { findLost } from "./deadlocks.ts";
import type { Participant, Violation } from "./errors.ts";
import { noteUntracked } from "./leaks.ts";
import { nameBytes } from "./names.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import { locate, userPosition } from "./positions.ts";
import type { Probes } from "./probes.ts";
import type { Stepper } from "./stepper.ts";
import type { Thread } from "./thread.ts";
import type { ThreadStatus } from "./thread-record.ts";

/** Maximum number of steps of an iteration that is recognised as endless. */
const maxSpinSteps = 200;

/** What classifying such a state needs of a machine. */
export interface StuckMachine extends Stepper {
  readonly probes: Probes;
  readonly queries: OracleQueries;
  isHeldUp(t: Thread): boolean;
}

/** Sets the outcome to a deadlock, or to stuck where a thread was stopped by an assumption (never a deadlock). */
export function concludeStuck(m: StuckMachine): void {
  noteUntracked(m, m.threads[0] as Thread, false);
  const running = m.threads.filter((t) => t.status === "running");
  if (isBounded(m) || running.length === 0 || m.threads.some((t) => t.status === "spinning")) {
    noteLost(m);
    m.outcome = { kind: "stuck" };
    return;
  }
  const violation = deadlockOf(m, running);
  m.violations.push(violation);
  m.outcome = { kind: "error", violation };
}

/** Threads that wait forever while others continue are also a deadlock: it is noted once, and the run continues. */
export function noteLost(m: StuckMachine): void {
  if (!m.options.properties.has("deadlock") || m.violations.some((v) => v.kind === "deadlock")) return;
  const lost = findLost(m);
  for (const t of lost) m.probes.findCompletions(t, 1); // finds out why it waits now
  if (lost.length > 0) m.violations.push({ ...deadlockOf(m, lost), step: m.stepCount - 1 });
}

function deadlockOf(m: StuckMachine, waiting: readonly Thread[]): Violation {
  const participants = waiting.map((t): Participant => {
    const k = t.fn.operationAt[t.pc] ?? -1;
    const w = t.waiting;
    const object = w === null ? "" : nameBytes(m.memory, w.low, w.high, 1);
    return {
      thread: t.index,
      location: locate(m, userPosition(m, t, k), t),
      what: w === null ? "" : `waits for the ${w.why} ${object}`.trim(),
      locks: t.locks.map(
        (l) => `${nameBytes(m.memory, l.object | 0, Math.floor(l.object / 2 ** 32), 1)}${l.mode === 2 ? " (shared)" : ""}`,
      ),
    };
  });
  const first = participants[0] as Participant;
  const beside = m.threads.filter((t) => t.status !== "finished" && !waiting.includes(t)).map((t) => t.index);
  const who =
    participants.length > 1
      ? `${participants.length} threads wait`
      : beside.length > 0
        ? "a thread waits"
        : "the last running thread waits";
  return {
    property: "deadlock",
    kind: "deadlock",
    message: `${who} forever${beside.length > 0 ? ", although others continue" : ""}`,
    location: first.location,
    thread: first.thread,
    participants,
    beside,
    step: m.stepCount,
  };
}

/**
 * Was a thread stopped by an assumption, or at its bound? The recorded reason why a thread waits may be old, so that the thread is
 * probed again.
 */
function isBounded(m: StuckMachine): boolean {
  for (const t of m.threads) if (t.status === "running") m.probes.findCompletions(t, 1);
  return m.threads.some((t) => t.status === "assume-blocked" || t.status === "cut" || (t.status === "running" && t.waiting?.assumption));
}

/**
 * Of threads that spin, one that does so forever, because each of them would return to the same state; null if one could
 * continue, because what it waits for has changed since it was stopped.
 */
export function findHang(m: StuckMachine): Thread | null {
  if (m.options.spins?.mode === "wait") return isBounded(m) ? null : (m.threads.find((t) => t.status === "spinning") ?? null);
  const spinning = m.threads.filter((t) => t.status === "spinning");
  if (isBounded(m)) return null; // then the run does not count
  const outcome = m.outcome;
  let asked = false;
  const oracle: Oracle = {
    ...m.queries.askedFor,
    choose: () => {
      asked = true;
      return 0;
    },
    input: () => {
      asked = true;
      return 0n;
    },
  };
  m.outcome = null;
  const isForEver = (t: Thread): boolean => {
    let steps = 0;
    const { version } = m;
    t.status = "running";
    while (t.status === "running" && steps < maxSpinSteps && m.version === version && !asked && m.outcome === null) {
      if (!m.step(t, oracle)) break;
      steps++;
    }
    const stays = (t.status as ThreadStatus) === "spinning" && m.version === version && !asked;
    for (; steps > 0; steps--) m.undo();
    t.status = "spinning";
    return stays;
  };
  const forEver = spinning.every(isForEver);
  m.outcome = outcome;
  return forEver ? (spinning[0] ?? null) : null;
}
