// Two engines at once, each on its own thread: `explore` runs the program, `staged` solves for a run. In: the open properties. Out: the decisions,
// and the status of each engine.
//
// A property is decided by a violation that replays here, or by a cover without bounds. The other engine sees that in shared memory and stops
// working on it. When all properties are decided, or both engines have ended, the threads are ended. If one engine is lost (it ran out of
// memory), the other continues.

import type { Property } from "../../execution/errors.ts";
import { Machine } from "../../execution/machine.ts";
import { coversAll } from "../../reports/report.ts";
import type { Unknown } from "../../reports/unknown.ts";
import { replay } from "../../witness/replay.ts";
import type { EngineResult, EngineTask, Finding } from "../engine.ts";
import type { Coverage } from "./coverage.ts";

export const sideNames = ["explore", "staged"] as const;
export type SideName = (typeof sideNames)[number];

/** The work of a thread, as data. */
export interface EngineJob {
  readonly engine: SideName;
  readonly properties: readonly Property[];
  readonly seed: number;
  readonly maxRuns: number | null;
  /** Sampled runs did not end. */
  readonly isEndless: boolean;
  /** Shared memory: not 0 where the property with this index is decided. */
  readonly decided: Int32Array;
}

export type EngineMessage =
  | { readonly kind: "progress"; readonly text: string }
  | { readonly kind: "found"; readonly property: Property; readonly finding: Finding }
  | { readonly kind: "over"; readonly result: EngineResult }
  /** The thread ended early and sends no more. */
  | { readonly kind: "lost"; readonly unknown: Unknown }
  | { readonly kind: "broken"; readonly error: Error };

/** A thread, as its starter sees it. */
export interface EngineThread {
  listen(receive: (message: EngineMessage) => void): void;
  close(): void;
}

/** What is known of an engine. */
export type EngineStatus = { -readonly [K in keyof Coverage]: Coverage[K] } & {
  readonly engine: SideName;
  /** Its findings so far. */
  readonly found: Map<Property, Finding>;
};

export interface SideBySideResult {
  readonly sides: readonly EngineStatus[];
  readonly decisions: ReadonlyMap<Property, { readonly by: SideName; readonly finding: Finding }>;
}

/** How often the budget is read, and how long an engine may take to report after it is spent. */
const pollIntervalMs = 20;
const stopGraceMs = 300;
/** How long to wait for the statistics of an engine when everything is decided. */
const statsGraceMs = 100;

export async function runSideBySide(
  task: EngineTask,
  start: (job: EngineJob) => EngineThread,
  seed: number,
  isEndless = false,
): Promise<SideBySideResult> {
  const { properties, maxRuns, budget } = task;
  const decided = new Int32Array(new SharedArrayBuffer(properties.length * Int32Array.BYTES_PER_ELEMENT));
  const decisions = new Map<Property, { readonly by: SideName; readonly finding: Finding }>();
  const sides = sideNames.map((engine): EngineStatus => ({ engine, result: null, lost: null, progress: "", found: new Map() }));
  const threads = sides.map(({ engine }) => start({ engine, properties, seed, maxRuns, isEndless, decided }));

  const decide = (by: SideName, property: Property, finding: Finding | undefined): void => {
    if (finding === undefined || decisions.has(property) || !isDecision(task, property, finding)) return;
    decisions.set(property, { by, finding });
    Atomics.store(decided, properties.indexOf(property), 1);
    task.found?.(property, finding);
  };
  let watch: NodeJS.Timeout | undefined;
  let grace: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const receive = (side: EngineStatus, message: EngineMessage): void => {
        switch (message.kind) {
          case "progress":
            side.progress = message.text;
            task.progress(sides.flatMap((s) => (s.progress === "" ? [] : [`${s.engine}: ${s.progress}`])).join("; "));
            break;
          case "found":
            side.found.set(message.property, message.finding);
            decide(side.engine, message.property, message.finding);
            break;
          case "over":
            side.result = message.result;
            for (const p of properties) decide(side.engine, p, message.result.findings.get(p));
            break;
          case "lost":
            side.lost ??= message.unknown;
            break;
          case "broken":
            throw message.error;
        }
        if (sides.every((s) => s.result !== null || s.lost !== null)) resolve();
        else if (decisions.size === properties.length) grace ??= setTimeout(resolve, statsGraceMs);
      };
      for (const [i, thread] of threads.entries())
        thread.listen((message) => {
          try {
            receive(sides[i] as EngineStatus, message);
          } catch (error) {
            reject(error as Error);
          }
        });
      let since: number | null = null;
      watch = setInterval(() => {
        if (!budget.isSpent) return;
        since ??= performance.now();
        if (performance.now() - since > stopGraceMs) resolve();
      }, pollIntervalMs);
    });
  } finally {
    clearInterval(watch);
    clearTimeout(grace);
    for (const thread of threads) thread.close();
  }
  return { sides, decisions };
}

/** Whether the finding decides the property. Other engines stop for it, so a violation is replayed first. */
function isDecision(task: EngineTask, property: Property, finding: Finding): boolean {
  if (finding.kind !== "candidate") return finding.kind === "covered" && coversAll(finding.scope);
  if (task.confirm !== undefined) return task.confirm(property, finding.schedule);
  const machine = new Machine(task.program, { ...task.machine, undo: false });
  return replay(machine, finding.schedule, (v) => v.property === property).violations.some((v) => v.property === property);
}
