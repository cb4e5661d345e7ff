// Disturbs checks by short time and memory limits, signals, and dying threads, at random moments. In: how many, and a seed. Out: what
// was wrong. In all cases, a violation that a progress line has named is in the report, the exit status matches the report, no verdict
// is wrong, Node itself does not crash; and (`late`) the check ends within a second of its limit or signal.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rng } from "../../src/support/rng.ts";
import { type Ended, Folder, schemaFaults } from "../unit/apps/cli/command-line.ts";

const here = dirname(fileURLToPath(import.meta.url));
const corpus = join(here, "../programs/unsafe");

/** A program with its violated properties: exactly these may be called unsafe, and none of them safe. */
interface Subject {
  readonly file: string;
  readonly unsafe: readonly string[];
}

const own: readonly Subject[] = [
  { file: join(here, "programs/lock-free.c"), unsafe: ["race", "assert", "memory"] },
  { file: join(here, "programs/blocks.c"), unsafe: ["race"] },
  { file: join(here, "programs/long-run.c"), unsafe: ["race", "assert"] },
];

/** Of several sizes, and with violations of each property. */
const fromCorpus: readonly string[] = [
  "aba-stack",
  "app-conn-reaper",
  "app-journal-relock",
  "bakery-no-choosing",
  "check-then-act",
  "cv-if-not-while",
  "lib-kv-server",
  "lib-lru-striped",
  "lib-mp-ring",
  "join-cycle",
];

function subjectOf(name: string): Subject {
  const { properties } = JSON.parse(readFileSync(join(corpus, name, "expect.json"), "utf8")) as {
    properties: Readonly<Record<string, string>>;
  };
  return { file: join(corpus, name, "program.c"), unsafe: Object.keys(properties).filter((p) => properties[p] === "unsafe") };
}

export interface Disturbed {
  readonly subject: Subject;
  readonly args: readonly string[];
  readonly seconds: number;
  /** Sent this many milliseconds after the start. */
  readonly signal: { readonly name: "SIGINT" | "SIGTERM"; readonly after: number } | null;
  readonly mishap: { readonly depth: number; readonly what: string; readonly after: number | "violation" } | null;
}

const pick = <T>(rng: Rng, list: readonly T[]): T => list[rng.below(list.length)] as T;

/**
 * The numbers are chosen so that limits, signals and crashes come before, during and after the check's findings; `scale`: how many times slower the
 * machine is.
 */
export function disturbedCheck(rng: Rng, scale = 1): Disturbed {
  const subject = rng.below(2) === 0 ? pick(rng, own) : subjectOf(pick(rng, fromCorpus));
  const engine = pick(rng, [
    ["--jobs", "1"],
    ["--jobs", "2"],
    ["--jobs", "4"],
    ["--engine", "explore"],
    ["--engine", "explore", "--jobs", "2"],
    ["--engine", "explore", "--reduction", "rf"],
    ["--engine", "explore", "--reduction", "states"],
    ["--engine", "explore", "--strategy", "random"],
    ["--engine", "staged"],
  ]);
  const seconds = (scale * (3 + rng.below(40))) / 10;
  const memory = rng.below(3) === 0 ? ["--memory", String(48 + rng.below(500))] : [];
  const cache = rng.below(4) === 0 ? ["--no-cache"] : [];
  const what = rng.below(4);
  const after = scale * (200 + rng.below(3000));
  return {
    subject,
    args: [subject.file, ...engine, "--timeout", String(seconds), "--seed", String(1 + rng.below(100)), ...memory, ...cache],
    seconds,
    signal: what === 0 ? { name: pick(rng, ["SIGINT", "SIGTERM"] as const), after } : null,
    mishap: what === 1 || what === 2 ? mishapAfter(rng, after) : null,
  };
}

function mishapAfter(rng: Rng, after: number): Disturbed["mishap"] {
  const depth = 1 + rng.below(3);
  if (rng.below(3) === 0) return { depth, what: "terminate", after: "violation" };
  return { depth, what: pick(rng, ["terminate", "terminate", "throw", "exit", "hog"]), after };
}

interface Told {
  readonly verdict: string | null;
  readonly properties: readonly { readonly property: string; readonly verdict: string; readonly witness: object | null }[];
  readonly unknown: { readonly code: string } | null;
  readonly diagnostics: readonly { readonly code: string }[];
}

const exitStatus: Readonly<Record<string, number>> = { safe: 0, unsafe: 1, unknown: 3, "safe-bounded": 4 };

export interface Outcome {
  /** The faults; empty if there are none. */
  readonly faults: readonly string[];
  readonly verdict: string;
  /** Seconds after the limit or the signal, whichever came first, at which the process ended. */
  readonly late: number;
}

export async function runDisturbed(folder: Folder, check: Disturbed): Promise<Outcome> {
  const { signal, mishap } = check;
  const started = performance.now();
  let sent = Number.POSITIVE_INFINITY;
  const ended = await folder.ravel(["check", ...check.args, "--format", "json", "--progress", "json"], {
    environment: {
      ...(mishap === null ? {} : { NODE_OPTIONS: `--require ${join(here, "mishap.cjs")}`, RAVEL_MISHAP: JSON.stringify(mishap) }),
    },
    meanwhile: (child) => {
      if (signal === null) return;
      const timer = setTimeout(() => {
        sent = performance.now() - started;
        child.kill(signal.name);
      }, signal.after);
      child.on("close", () => clearTimeout(timer));
    },
  });
  const late = ended.seconds - Math.min(check.seconds, sent / 1000);
  return { ...judge(check, ended, Number.isFinite(sent)), late };
}

/** Properties that progress lines have called unsafe. */
function namedBy(stderr: string): string[] {
  const names = [...stderr.matchAll(/unsafe so far: ([a-z, ]+);/g)].flatMap((m) => (m[1] as string).split(", "));
  return [...new Set(names)];
}

export function judge(check: Pick<Disturbed, "subject" | "mishap">, ended: Ended, isSignalled: boolean): Omit<Outcome, "late"> {
  const named = namedBy(ended.stderr);
  // A signal before the handler is installed ends the process; then there is no report.
  if (ended.status === null)
    return { faults: isSignalled && named.length === 0 && ended.stdout === "" ? [] : ["it was ended by a signal"], verdict: "killed" };
  let report: Told;
  try {
    report = JSON.parse(ended.stdout) as Told;
  } catch {
    return { faults: [`status ${ended.status}, and no report: ${ended.stderr.slice(-300)}`], verdict: "none" };
  }
  const faults = schemaFaults("report", report).map(String);
  const verdictOf = new Map(report.properties.map((p) => [p.property, p.verdict]));
  for (const p of named)
    if (verdictOf.get(p) !== "unsafe") faults.push(`${p} was called unsafe, and is ${verdictOf.get(p) ?? "not in the report"}`);
  for (const { property, verdict, witness } of report.properties) {
    const isUnsafe = check.subject.unsafe.includes(property);
    if (verdict === "unsafe" && (!isUnsafe || witness === null)) faults.push(`${property} is unsafe${isUnsafe ? ", without a run" : ""}`);
    if (verdict === "safe" && isUnsafe) faults.push(`${property} is safe`);
  }
  if (report.verdict === null) {
    // An internal error is allowed only if the test caused it.
    const isPlayed = check.mishap !== null && report.diagnostics[0]?.code === "RVL901";
    if (ended.status !== 5 || !isPlayed) faults.push(`status ${ended.status}: ${JSON.stringify(report.diagnostics).slice(0, 300)}`);
  } else if (exitStatus[report.verdict] !== ended.status) faults.push(`${report.verdict} with status ${ended.status}`);
  if (report.unknown?.code.startsWith("RVL9") && check.mishap === null) faults.push(`unknown by ${report.unknown.code}`);
  return { faults, verdict: report.verdict ?? "error" };
}

export const describe = ({ subject, args, signal, mishap }: Disturbed): string =>
  [
    basename(subject.file) === "program.c" ? basename(dirname(subject.file)) : basename(subject.file),
    ...args.slice(1),
    ...(signal === null ? [] : [`${signal.name} after ${signal.after} ms`]),
    ...(mishap === null ? [] : [JSON.stringify(mishap)]),
  ].join(" ");

export { Folder };
