// A check runs in its own thread, so that this one always responds: Ctrl-C, the time limit and the memory limit end the check within a second,
// whatever it is doing. Normally the check sees the flag, stops by itself and reports what it has reached. A check that does not (it is inside the
// compiler, or in an endless step) is terminated, and the report quotes its last progress.
//
// By then the check has reported all that it has decided: violations with their runs, and what it has covered. This thread only listens, and so
// outlives every other. What it has received is in the report, however the check ends.

import { makeReport, remarks } from "../../check.ts";
import { nothingCovered } from "../../engines/engine.ts";
import type { Property } from "../../execution/errors.ts";
import { type Evidence, type Explanation, noStats, type PropertyReport, type Report, type Scope } from "../../reports/report.ts";
import { type Cause, unknownBecause } from "../../reports/unknown.ts";
import { type Diagnostic, diagnostic, RavelError } from "../../support/diagnostics.ts";
import { type CheckSettings, peakMemoryMB } from "./request.ts";
import { clockMs, processBegan, type RequestedStop, type StopRequest, stopCauseOf } from "./stop.ts";
import { endThread, isOutOfMemory, startThread } from "./thread.ts";

/** A report, and which of the check's files could not be written (its certificate). */
export interface CheckResult {
  readonly report: Report;
  readonly unwritten: readonly Diagnostic[];
}

/** The messages of the check's thread. */
export type CheckMessage =
  | { readonly kind: "progress"; readonly text: string }
  /** Confirmed, with the run that shows it, as the last one of its property; again, `isFinal`, when the run is as simple as it gets. */
  | { readonly kind: "violation"; readonly part: PropertyReport; readonly isFinal: boolean }
  | { readonly kind: "explained"; readonly entry: Explanation }
  | { readonly kind: "covered"; readonly property: Property; readonly scope: Scope }
  | ({ readonly kind: "report" } & CheckResult)
  | { readonly kind: "failed"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "out-of-memory" }
  | { readonly kind: "broken"; readonly name: string; readonly message: string; readonly stack: string };

/** How long a check may take to report after it is told to stop; the rest of a second is for writing the report. */
const stopGraceMs = 400;
const memoryIntervalMs = 100;
const maxTimerMs = 2 ** 31 - 1;

/** What is told of a check while it runs. */
export interface CheckListener {
  show(text: string): void;
  confirmed(evidence: Evidence): void;
}

export async function supervise(
  settings: CheckSettings,
  stop: StopRequest,
  listener: CheckListener,
  began = processBegan(),
): Promise<CheckResult> {
  const { megabytes, seconds } = settings;
  const worker = startThread({ kind: "check", settings, stop: stop.buffer, began, megabytes });
  const received = new Received();
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<CheckResult>((resolve, reject) => {
      const giveUp = (cause: RequestedStop): void =>
        resolve(unfinished(settings, (when) => ({ kind: "stopped", stop: stopCauseOf(cause, { seconds, megabytes }), when }), received));
      /** The check failed. That is the answer, unless it has found violations before: then it is the reason why the rest is open. */
      const failed = (error: Error): void => {
        if (received.violations.size === 0) return reject(error);
        resolve(unfinished(settings, (when) => causeOf(error, when), received));
      };
      worker.on("message", (m: CheckMessage) => {
        switch (m.kind) {
          case "progress":
            received.progress = m.text;
            return listener.show(m.text);
          case "violation": {
            const latest = received.note(m.part);
            if (m.isFinal && latest !== undefined) listener.confirmed(latest);
            return;
          }
          case "covered":
            return void received.covered.set(m.property, m.scope);
          case "explained":
            return void received.explanation.push(m.entry);
          case "report":
            return resolve(m);
          case "failed":
            return failed(new RavelError(m.diagnostics));
          case "out-of-memory":
            return giveUp("memory");
          case "broken":
            return failed(Object.assign(new Error(m.message), { name: m.name, stack: m.stack }));
        }
      });
      worker.on("error", (error: NodeJS.ErrnoException) => {
        if (isOutOfMemory(error)) giveUp("memory");
        // The check reports its own errors. This one means that the file of the thread cannot be read.
        else if (error.code === "ENOENT")
          reject(new RavelError([diagnostic("RVL901", "the installation is incomplete", { hint: "run `npm run build`" })]));
        else failed(error);
      });
      worker.on("exit", () => failed(new Error("the check ended without a result")));
      stop.onRequest((cause) => timers.push(setTimeout(() => giveUp(cause), stopGraceMs)));
      // The check reads the clock itself; this timer is for a check that cannot.
      const left = Math.max(seconds * 1000 - (clockMs() - began), 0);
      timers.push(setTimeout(() => giveUp("time"), Math.min(left + stopGraceMs, maxTimerMs)));
      const before = process.memoryUsage.rss();
      timers.push(
        setInterval(() => {
          if (process.memoryUsage.rss() - before > megabytes * 2 ** 20) stop.request("memory");
        }, memoryIntervalMs),
      );
    });
  } finally {
    for (const t of timers) clearTimeout(t);
    endThread(worker);
  }
}

/** What the check has reported so far. */
class Received {
  progress = "";
  readonly violations = new Map<Property, PropertyReport>();
  /** In order; by the property and the number among its violations. */
  readonly confirmed = new Map<string, Evidence>();
  readonly covered = new Map<Property, Scope>();
  readonly explanation: Explanation[] = [];

  /** Returns the new violation, the last one of its property. */
  note(part: PropertyReport): Evidence | undefined {
    const latest = part.violations.at(-1);
    this.violations.set(part.property, part);
    if (latest !== undefined) this.confirmed.set(`${part.property} ${part.violations.length}`, latest);
    return latest;
  }
}

function causeOf(error: Error, when: string): Cause {
  const [first] = error instanceof RavelError ? error.diagnostics : [];
  const d = first ?? diagnostic("RVL901", `${error.name}: ${error.message}`, { hint: "please report this bug in Ravel, with the program" });
  return { kind: "diagnosed", code: d.code, text: `${d.message} ${when}`.trimEnd(), hint: d.hint ?? "see docs/diagnostics.md" };
}

/** The report of a check that could not write its own: what it had found and covered, and what it was doing. */
function unfinished(
  { files, properties, engine, explains, extent }: CheckSettings,
  because: (when: string) => Cause,
  { progress, violations, confirmed, covered, explanation }: Received,
): CheckResult {
  const isDecided = violations.size + covered.size > 0;
  const done = progress !== "" ? `after ${progress}` : isDecided ? "" : "before the check had started";
  const unknown = unknownBecause(because(done));
  const all = properties.map((property): PropertyReport => {
    const scope = covered.get(property);
    return (
      violations.get(property) ?? {
        property,
        verdict: scope === undefined ? "unknown" : scope.complete ? "safe" : "safe-bounded",
        evidence: null,
        foundBy: null,
        violations: [],
        scope: scope ?? nothingCovered,
        engine: { name: engine.name, options: {} },
        unknown: scope === undefined ? unknown : null,
      }
    );
  });
  const stats = { ...noStats, timeMs: { ...noStats.timeMs, total: Math.round(performance.now()) }, peakMemoryMB: peakMemoryMB() };
  const stopped = isDecided ? [diagnostic("RVL311", `the check was stopped: ${unknown.reason}`, { severity: "note" })] : [];
  const found = { confirmed: [...confirmed.values()], listsAll: extent === "all" };
  const report = makeReport(files, all, stats, null, [...stopped, ...remarks(all, null)], explains ? explanation : null, found);
  return { report, unwritten: [] };
}
