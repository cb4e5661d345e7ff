// Two engines at once, each on a thread of its own: `explore`, which runs the program, and `staged`, which solves for a run. In: the
// properties that are open. Out: what was decided, and what each engine had to say when it was over.
//
// A property is decided by a violation that replays here, or by a cover without bounds. What one decides is taken from the other
// through shared numbers that both look at; when all is decided, or both are through, the rest is ended. An engine that is lost (it ran
// out of memory) is no reason to stop the other.

import type { Property } from "../../execution/errors.ts";
import { Machine } from "../../execution/machine.ts";
import { coversAll } from "../../reports/report.ts";
import type { Unknown } from "../../reports/unknown.ts";
import { replay } from "../../witness/replay.ts";
import type { EngineResult, EngineTask, Finding } from "../engine.ts";
import type { Coverage } from "./coverage.ts";

export const sideNames = ["explore", "staged"] as const;
export type SideName = (typeof sideNames)[number];

/** What a thread is to do, as data. */
export interface EngineJob {
  readonly engine: SideName;
  readonly properties: readonly Property[];
  readonly seed: number;
  readonly maxRuns: number | null;
  /** Samples did not end. */
  readonly isEndless: boolean;
  /** Shared: not 0 where the property in this place is decided. */
  readonly decided: Int32Array;
}

export type EngineMessage =
  | { readonly kind: "progress"; readonly text: string }
  | { readonly kind: "found"; readonly property: Property; readonly finding: Finding }
  | { readonly kind: "over"; readonly result: EngineResult }
  /** It could not go on, and says no more. */
  | { readonly kind: "lost"; readonly unknown: Unknown }
  | { readonly kind: "broken"; readonly error: Error };

/** A thread as seen from here. */
export interface EngineThread {
  listen(hear: (said: EngineMessage) => void): void;
  close(): void;
}

/** What became of an engine, as far as it is known. */
export type EngineStatus = { -readonly [K in keyof Coverage]: Coverage[K] } & {
  readonly engine: SideName;
  /** What it has found so far. */
  readonly found: Map<Property, Finding>;
};

export interface SideBySideResult {
  readonly sides: readonly EngineStatus[];
  readonly decisions: ReadonlyMap<Property, { readonly by: SideName; readonly finding: Finding }>;
}

/** How often the budget is looked at, and how long an engine may take to say what it reached when it is spent (milliseconds). */
const pollIntervalMs = 20;
const stopGraceMs = 300;
/** How long to wait for its counts when everything is decided. */
const statsGraceMs = 100;

export async function runSideBySide(
  task: EngineTask,
  start: (part: EngineJob) => EngineThread,
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
      const hear = (side: EngineStatus, said: EngineMessage): void => {
        switch (said.kind) {
          case "progress":
            side.progress = said.text;
            task.progress(sides.flatMap((s) => (s.progress === "" ? [] : [`${s.engine}: ${s.progress}`])).join("; "));
            break;
          case "found":
            side.found.set(said.property, said.finding);
            decide(side.engine, said.property, said.finding);
            break;
          case "over":
            side.result = said.result;
            for (const p of properties) decide(side.engine, p, said.result.findings.get(p));
            break;
          case "lost":
            side.lost ??= said.unknown;
            break;
          case "broken":
            throw said.error;
        }
        if (sides.every((s) => s.result !== null || s.lost !== null)) resolve();
        else if (decisions.size === properties.length) grace ??= setTimeout(resolve, statsGraceMs);
      };
      for (const [i, thread] of threads.entries())
        thread.listen((said) => {
          try {
            hear(sides[i] as EngineStatus, said);
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

/** Nothing that others are stopped for is taken on trust: a violation is replayed. */
function isDecision(task: EngineTask, property: Property, finding: Finding): boolean {
  if (finding.kind !== "candidate") return finding.kind === "covered" && coversAll(finding.scope);
  if (task.confirm !== undefined) return task.confirm(property, finding.schedule);
  const machine = new Machine(task.program, { ...task.machine, undo: false });
  return replay(machine, finding.schedule, (v) => v.property === property).violations.some((v) => v.property === property);
}
