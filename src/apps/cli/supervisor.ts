// A check runs in a thread of its own, so that this one can always answer: Ctrl-C, the time limit and the memory limit end the check
// within a second, whatever it is doing. Normally the check sees the flag, stops by itself and reports what it reached; a check that
// does not (it is inside the compiler, or one step takes for ever) is ended, and the report says what its last progress was.

import { version } from "../../../package.json";
import { remarks } from "../../check.ts";
import { nothingCovered } from "../../engines/engine.ts";
import type { Property } from "../../execution/errors.ts";
import { noStats, type PropertyReport, type Report, type Scope, type Unknown, worstOf } from "../../reports/report.ts";
import { type Diagnostic, diagnostic, RavelError } from "../../support/diagnostics.ts";
import { type ParsedArguments, properties } from "./options.ts";
import { megabytesOf, secondsOf } from "./request.ts";
import { type Cause, Stop } from "./stop.ts";
import { isOutOfMemory, startThread, type ThreadData } from "./thread.ts";

/** What the check's thread says. */
export type CheckMessage =
  | { readonly kind: "progress"; readonly text: string }
  | { readonly kind: "candidate" }
  | { readonly kind: "covered"; readonly property: Property; readonly scope: Scope }
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "failed"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "out-of-memory" }
  | { readonly kind: "broken"; readonly name: string; readonly message: string; readonly stack: string };

export type CheckerData = ThreadData;

/** How long a check that is told to stop may take to say what it has reached. */
const patience = 800;
/** How much longer if it has a violation to show, on a machine so busy that it does not come to it. */
const morePatience = 4000;
const memoryInterval = 200;
const longestTimer = 2 ** 31 - 1;

export async function supervise(args: ParsedArguments, words: readonly string[], showProgress: (text: string) => void): Promise<Report> {
  const stop = new Stop();
  const started = performance.now();
  const megabytes = megabytesOf(args);
  const worker = startThread({ words, stop: stop.buffer } satisfies CheckerData, megabytes);
  let last = "";
  let hasCandidate = false;
  const covered = new Map<Property, Scope>();
  const timers: NodeJS.Timeout[] = [];
  const interrupt = (): void => ask("interrupted");
  let ask: (cause: Cause) => void = () => undefined;
  try {
    return await new Promise<Report>((resolve, reject) => {
      const giveUp = (cause: Cause): void => resolve(unfinished(args, cause, last, covered, performance.now() - started));
      const loseHope = (cause: Cause): void => {
        if (hasCandidate) timers.push(setTimeout(() => giveUp(cause), morePatience));
        else giveUp(cause);
      };
      ask = (cause) => {
        if (stop.asked !== null) return;
        stop.ask(cause);
        timers.push(setTimeout(() => loseHope(cause), patience));
      };
      worker.on("message", (m: CheckMessage) => {
        if (m.kind === "progress") {
          last = m.text;
          showProgress(m.text);
        } else if (m.kind === "candidate") hasCandidate = true;
        else if (m.kind === "covered") covered.set(m.property, m.scope);
        else if (m.kind === "report") resolve(m.report);
        else if (m.kind === "failed") reject(new RavelError(m.diagnostics));
        else if (m.kind === "out-of-memory") giveUp("memory");
        else reject(Object.assign(new Error(m.message), { name: m.name, stack: m.stack }));
      });
      worker.on("error", (error: NodeJS.ErrnoException) => {
        if (isOutOfMemory(error)) giveUp("memory");
        // The check itself tells what goes wrong with it: what cannot be read is its own program.
        else if (error.code === "ENOENT")
          reject(new RavelError([diagnostic("RVL901", "the installation is incomplete", { hint: "run `npm run build`" })]));
        else reject(error);
      });
      worker.on("exit", () => reject(new Error("the check ended without an answer")));
      // The check watches the clock itself; this is for when it cannot.
      timers.push(setTimeout(() => loseHope("time"), Math.min(secondsOf(args) * 1000 + patience, longestTimer)));
      const before = process.memoryUsage.rss();
      timers.push(
        setInterval(() => {
          if (!stop.asked && process.memoryUsage.rss() - before > megabytes * 2 ** 20) ask("memory");
        }, memoryInterval),
      );
      // Every one of them: wrappers (timeout, npm) pass a signal on that the whole group gets anyway, and the second must not cost the report.
      process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
    });
  } finally {
    for (const t of timers) clearTimeout(t);
    if (stop.asked !== "interrupted") process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    // The answer is there: what still goes wrong with the thread (out of memory while it is being ended) is nobody's error.
    worker.removeAllListeners().on("error", () => undefined);
    void worker.terminate();
  }
}

/** The report of a check that could not make its own: what it had covered, and what it was doing. */
function unfinished(args: ParsedArguments, cause: Cause, progress: string, covered: ReadonlyMap<Property, Scope>, ms: number): Report {
  const { code, text, hint } = Stop.reason(cause, { seconds: secondsOf(args), megabytes: megabytesOf(args) });
  const unknown: Unknown = { code, reason: progress === "" ? `${text} before the check had begun` : `${text} after ${progress}`, hint };
  const all = properties(args).map((property): PropertyReport => {
    const scope = covered.get(property);
    return {
      property,
      verdict: scope === undefined ? "unknown" : scope.complete ? "safe" : "safe-bounded",
      evidence: null,
      scope: scope ?? nothingCovered,
      engine: { name: args.text("engine") ?? "auto", options: {} },
      unknown: scope === undefined ? unknown : null,
    };
  });
  const worst = worstOf(all);
  return {
    version,
    files: args.positionals,
    verdict: worst.verdict,
    properties: all,
    worst,
    stats: {
      ...noStats,
      timeMs: { ...noStats.timeMs, total: Math.round(ms) },
      peakMemoryMB: Math.round(process.resourceUsage().maxRSS / 1024),
    },
    weakOrder: null,
    diagnostics: [
      ...(covered.size === 0 ? [] : [diagnostic("RVL311", `the check was ended: ${unknown.reason}`, { severity: "note" })]),
      ...remarks(all, null),
    ],
  };
}
