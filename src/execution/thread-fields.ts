// Every field of a thread: how undo restores it, how states compare it, what a fingerprint hashes. Saving and undo (thread-record.ts), the
// canonical form (thread-state.ts), the state of races (race-state.ts) and the fingerprint (fingerprint.ts) share this list.
//
// A field that states do not compare must not decide what the thread does next, nor what a check may claim: states that differ in nothing else
// count as one, and only the first is explored. A field without a row does not compile; a test changes each field and checks its row.

import type { IntVector } from "../support/vector-table.ts";
import { imageOf } from "./region.ts";
import type { Trail } from "./spin-policy.ts";
import type { Thread } from "./thread.ts";
import { nothingCopied } from "./thread-record.ts";

/** What follows from fields. */
type Derived = "isLibraryAccess" | "pendingOperation";
type Method = { [K in keyof Thread]: Thread[K] extends (...args: never[]) => unknown ? K : never }[keyof Thread];
export type ThreadField = Exclude<keyof Thread, Derived | Method>;

/**
 * How undoing a step restores it. copied: `ThreadRecord.copy`; frames: from the arena, the frames that the step has touched; journal: by a
 * function in memory's journal; constant: no step changes it; none: it has no meaning between steps, or its reader checks whether it still holds.
 */
type Undo = "copied" | "frames" | "journal" | "constant" | "none";

/** A number for a text: the same text, the same number. */
export interface TextNumbers {
  numberOf(text: string): number;
}

/**
 * How states compare it. identity: `writeIdentity`, also of a thread that has finished; progress: `writeProgress`, as long as it can continue; frames: with
 * the frames (thread-state.ts); races: only what it means for races (race-state.ts). Otherwise the reason why no state depends on it.
 */
type Comparison = "identity" | "progress" | "frames" | "races" | { readonly because: string };

/** What a fingerprint hashes; null: undo need not restore it, or another field holds the same. */
type Hashed = ((t: Thread) => number | string | Iterable<number>) | null;

export interface FieldRule {
  readonly undo: Undo;
  readonly compare: Comparison;
  readonly hash: Hashed;
}

const rule = (undo: Undo, compare: Comparison, hash: Hashed): FieldRule => ({ undo, compare, hash });
const not = (because: string): Comparison => ({ because });
const onlyReported = not("only reports show it");
const withinStep = not("it has no meaning between steps");
const cached = not("it is found again where it is missing");
const otherSearch = not("a search by states does without: CanonicalState insists on it");

export const threadFields: { readonly [F in ThreadField]: FieldRule } = {
  // ---- who it is
  name: rule("constant", "identity", (t) => t.name),
  path: rule("constant", not("the name says it"), null),
  index: rule("constant", "identity", (t) => t.index), // programs see it: the library's locks hold it
  selfLow: rule("constant", "progress", (t) => t.selfLow),
  selfHigh: rule("constant", "progress", (t) => t.selfHigh),
  startedAt: rule("constant", onlyReported, (t) => t.startedAt),
  label: rule("constant", onlyReported, (t) => t.label),
  born: rule("constant", not("a search by states takes any order of ends and beginnings for possible (forgetsOrder)"), null),
  memory: rule("constant", not("all threads have the same"), null),

  // ---- where it stands
  status: rule("copied", "identity", (t) => t.status),
  fn: rule("copied", "frames", (t) => t.fn.id),
  pc: rule("copied", "frames", (t) => t.pc),
  depth: rule("copied", "progress", (t) => t.depth),
  base: rule("copied", not("the frames below have the sizes of their functions"), (t) => t.base),
  stackMark: rule("copied", "frames", (t) => t.stackMark),
  variadicLow: rule("copied", "frames", (t) => t.variadicLow),
  variadicHigh: rule("copied", "frames", (t) => t.variadicHigh),
  serial: rule("copied", "frames", (t) => t.serial),
  nextSerial: rule("copied", not("no buffer of setjmp holds a number that was not yet given"), (t) => t.nextSerial),
  registers: rule("frames", "frames", (t) => t.registers.subarray(0, t.base + t.fn.frameSize)),
  floats: rule("frames", not("the same bytes as the registers"), null),
  doubles: rule("frames", not("the same bytes as the registers"), null),
  frames: rule("frames", "frames", (t) => t.frameInts()),
  result: rule("none", withinStep, null),
  resultFloats: rule("none", withinStep, null),
  resultDoubles: rule("none", withinStep, null),
  sectionDepth: rule("copied", "progress", (t) => t.sectionDepth),
  userSection: rule("copied", "progress", (t) => Number(t.userSection)),
  accessAs: rule("none", withinStep, null), // the beginning of a section resets it
  jumpValue: rule("copied", "progress", (t) => t.jumpValue),
  pendingFault: rule("copied", "progress", (t) => (t.pendingFault === null ? "" : faultText(t.pendingFault))),
  transfer: rule("copied", "progress", (t) => Array.from(t.transfer.bytes, (_, i) => imageOf(t.transfer, i))),

  // ---- what it has
  stack: rule("journal", "progress", (t) => t.stack.flatMap((o) => [o.region.index, o.start])),
  locals: rule("journal", "progress", (t) => t.locals),
  instances: rule("none", cached, null),
  shared: rule("journal", "progress", (t) => t.shared.index),
  otherRegions: rule("journal", not("memory is compared as a whole; new objects begin elsewhere"), (t) =>
    t.otherRegions.map((r) => r.index),
  ),
  hidden: rule("constant", not("it follows from the name"), (t) => t.hidden.index),
  locks: rule("copied", "identity", (t) => t.locks.flatMap((l) => [l.object, l.mode, l.at])), // it may end without releasing them
  children: rule("copied", "progress", (t) => t.children),
  objectCount: rule("copied", not("reports show it; gaps depend on it, and no layout is claimed to be the only one"), (t) => t.objectCount),
  clock: rule("copied", "races", (t) => t.clock),
  acquirePending: rule("copied", "races", (t) => t.acquirePending),
  releaseFence: rule("copied", "races", (t) => t.releaseFence),

  // ---- what is known about it
  steps: rule("copied", otherSearch, (t) => t.steps),
  trail: rule("copied", otherSearch, (t) => trailNumbers(t.trail)),
  excursions: rule("copied", otherSearch, (t) => t.excursions),
  judged: rule("copied", cached, null),
  probed: rule("copied", cached, null),
  waiting: rule("none", cached, null),
  blockedAt: rule("none", cached, null), // a version of the shared state
  spinningSince: rule("none", cached, null), // a version of the shared state
  saved: rule("none", withinStep, null),
};

const statusNumbers = { running: 0, finished: 1, "assume-blocked": 2, spinning: 3, cut: 4 } as const;

/** The part of a state that a thread keeps when it has finished; the locks it holds (`writeLocks`) also belong to it. */
export function writeIdentity(t: Thread, out: IntVector, texts: TextNumbers): void {
  out.push(texts.numberOf(t.name));
  out.push(t.index);
  out.push(statusNumbers[t.status]);
}

/** What else decides how it continues, but for the frames and for memory. Every part has a length of its own, so that equal vectors mean equal fields. */
export function writeProgress(t: Thread, out: IntVector, texts: TextNumbers): void {
  out.push(t.selfLow);
  out.push(t.selfHigh);
  out.push(t.depth);
  out.push(t.children);
  out.push(t.shared.index);
  out.push(t.sectionDepth);
  out.push(t.userSection ? 1 : 0);
  out.push(t.jumpValue);
  writeStack(t, out);
  writeLocals(t, out);
  out.push(t.pendingFault === null ? 0 : texts.numberOf(faultText(t.pendingFault)));
  writeTransfer(t, out);
}

export function faultText({ error, at }: NonNullable<Thread["pendingFault"]>): string {
  const { kind, message, code, what } = error as { kind?: string; message?: string; code?: string; what?: string };
  return `${kind ?? code} at ${at}: ${message ?? what}`;
}

function writeTransfer(t: Thread, out: IntVector): void {
  const isOpen = t.pendingFault !== null || t.pendingOperation === "copy-out";
  const transfer = isOpen ? t.transfer : nothingCopied; // else what is there has been written
  out.push(transfer.bytes.length);
  for (let i = 0; i < transfer.bytes.length; i++) out.push(imageOf(transfer, i));
}

function writeStack({ stack }: Thread, out: IntVector): void {
  out.push(stack.length);
  for (const o of stack) {
    out.push(o.region.index);
    out.push(o.start);
  }
}

function writeLocals({ locals }: Thread, out: IntVector): void {
  for (let n = 0; n < locals.length; n++) {
    const address = locals[n] as number;
    if (address === 0) continue;
    out.push(n);
    out.push(address | 0);
    out.push(Math.floor(address / 2 ** 32));
  }
  out.push(-1);
}

export function writeLocks({ locks }: Thread, out: IntVector): void {
  out.push(locks.length);
  for (const { object, mode } of locks) {
    out.push(object | 0);
    out.push(Math.floor(object / 2 ** 32));
    out.push(mode);
  }
}

function trailNumbers(trail: Trail | null): number[] {
  const trails: Trail[] = [];
  for (let at = trail; at !== null; at = at.earlier) trails.push(at);
  return trails.flatMap(({ idle, state }) => [idle, state].flat());
}
