// npm run bench -- defaults, defaults-large: `ravel check` with default options on the collection, small or large programs, against the best engine for each program. In: --limit N
// (seconds, default 60), --alone N (seconds an engine alone may take where `auto` leaves a verdict open, default --limit), --only PART. Out: sums of times, programs far above their best,
// verdicts, what each engine alone has taken; for `defaults` also when the first line appears.
//
// Engines run in this process, `auto` as with `--jobs 1`; times are CPU times, so that other work on the machine does not count. An engine is stopped when it has taken longer than the best
// so far: it can no longer be the best.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AnyEngine, engines } from "../src/engines/table.ts";
import { defaultProperties } from "../src/execution/errors.ts";
import { load } from "../src/frontend/load.ts";
import { type CorpusProgram, readCollection } from "../test/corpus/collection.ts";
import { type EngineRun, runOn } from "../test/corpus/engine-run.ts";
import { engineTask, loadRequest } from "../test/run.ts";
import type { Measured, Row } from "./results.ts";
import { aloneLimit, budgetClock, limit, only } from "./subjects.ts";

/** The aims: of the sum, of each program, and the part of the verdicts that must be decided. */
const maxSumRatio = 2;
const maxRatio = 5;
const maxMoreSeconds = 2;
const minDecided = { small: 0.99, large: 0.6 } as const;

interface ProgramTimes {
  readonly name: string;
  readonly auto: number;
  readonly best: number;
  /** The engine that decides as much as any, in the least time. */
  readonly engine: string;
  readonly open: readonly string[];
  readonly wrong: readonly string[];
  /** Engines whose answers `auto` gave. */
  readonly by: readonly string[];
  /** What each engine alone has taken, in seconds, and how many verdicts it left open; `>` where it was stopped. */
  readonly alone: readonly string[];
}

const named = (name: string): AnyEngine => engines.find((e) => e.name === name) as AnyEngine;
const alone = ["explore", "staged", "guided", "symex", "fusion"].map(named);

async function measureProgram(program: CorpusProgram): Promise<ProgramTimes> {
  // Each engine has a program of its own: what one has lowered and compiled would save time for the next.
  const run = async (engine: AnyEngine, seconds: number): Promise<EngineRun> =>
    runOn(program, engineTask((await load(loadRequest(program.file))).program, defaultProperties), engine, seconds, {}, budgetClock);
  const auto = await run(named("auto"), limit);
  let best: EngineRun = auto;
  let engine = "auto";
  const taken: string[] = [];
  for (const e of alone) {
    const bound = Math.min(limit, best.open.length === 0 ? best.seconds : aloneLimit);
    const other = await run(e, bound);
    const seconds = other.seconds.toFixed(1);
    taken.push(
      `${e.name} ${other.seconds < bound ? seconds : `>${seconds}`}${other.open.length === 0 ? "" : ` (${other.open.length} open)`}`,
    );
    if (other.wrong.length > 0) throw new Error(`${program.name}: ${e.name} is wrong about ${other.wrong.join()}`);
    // One that decides nothing, or was stopped before it had decided all, is not faster.
    const hasEnded = other.open.length === 0 || other.seconds < 0.98 * bound;
    const isAsGood = other.right.length > 0 && hasEnded && other.right.length === best.right.length && other.seconds < best.seconds;
    if (other.right.length > best.right.length || isAsGood) [best, engine] = [other, e.name];
  }
  const by = [...new Set([...(auto.result.by?.values() ?? [])])];
  return { name: program.name, auto: auto.seconds, best: best.seconds, engine, open: auto.open, wrong: auto.wrong, by, alone: taken };
}

async function measureTier(tier: "small" | "large"): Promise<Measured> {
  const programs = readCollection().programs.filter((p) => p.tier === tier && p.name.includes(only));
  const [first] = programs;
  if (first !== undefined) await measureProgram(first); // code is compiled when it is first used
  const times: ProgramTimes[] = [];
  for (const program of programs) {
    const t = await measureProgram(program);
    times.push(t);
    const open = [...t.wrong.map((p) => `WRONG ${p}`), ...t.open.map((p) => `open ${p}`)].join(", ");
    console.log(
      `${t.name}: ${t.auto.toFixed(2)} s, best ${t.best.toFixed(2)} s (${t.engine}); ${open}; by ${t.by.join()}; alone ${t.alone.join(", ")}`,
    );
  }
  const sum = (of: (t: ProgramTimes) => number): number => times.reduce((n, t) => n + of(t), 0);
  const [auto, best] = [sum((t) => t.auto), sum((t) => t.best)];
  const slow = times.filter((t) => t.auto > maxRatio * t.best + maxMoreSeconds);
  const verdicts = times.length * defaultProperties.length;
  const [wrong, open] = [sum((t) => t.wrong.length), sum((t) => t.open.length)];
  const decided = (verdicts - open) / verdicts;
  const row = (what: string, value: number, unit: string, aim = "", met: boolean | null = null): Row => ({ what, value, unit, aim, met });
  const isDecided = decided >= minDecided[tier];
  return {
    rows: [
      row("check with defaults, all programs", auto, "s", `at most ${maxSumRatio} × the best engines`, auto <= maxSumRatio * best),
      row("the best engine for each program", best, "s"),
      row(
        `more than ${maxRatio} × the best and ${maxMoreSeconds} s`,
        slow.length,
        "programs",
        slow.map((t) => t.name).join(),
        slow.length === 0,
      ),
      row("verdicts right", verdicts - open - wrong, `of ${verdicts}`, `decided at least ${minDecided[tier] * 100} %`, isDecided),
      row("verdicts wrong", wrong, "", "0", wrong === 0),
      row("verdicts unknown", open, ""),
    ],
    // As texts: short lists would be formatted otherwise than the file is written.
    details: {
      limit,
      programs: times.map((t) => ({ ...t, open: t.open.join(), wrong: t.wrong.join(), by: t.by.join(), alone: t.alone.join() })),
    },
    isPartial: only !== "",
  };
}

export async function defaults(): Promise<Measured> {
  const measured = await measureTier("small");
  return { ...measured, rows: [...measured.rows, ...(await startRows())] };
}

export const defaultsLarge = (): Promise<Measured> => measureTier("large");

// ---- the command line

const repetitions = 10;
const maxFirstLineMs = 300;
const maxShallowBugMs = 1000;

/** With a cached file, the best of several starts: until the first line, and until the check of a program with a shallow bug has ended. */
async function startRows(): Promise<Row[]> {
  const args = ["dist/cli.js", "check", "examples/lost-update.c"];
  await timeOf(args);
  const times: CommandTimes[] = [];
  for (let i = 0; i < repetitions; i++) times.push(await timeOf(args));
  const least = (of: (t: CommandTimes) => number): number => Math.min(...times.map(of));
  const firstLine = least((t) => t.firstLineMs);
  const end = least((t) => t.endMs);
  const cpuMs = least((t) => t.firstLineCpuMs);
  return [
    { what: "first line, cached file", value: firstLine, unit: "ms", aim: `at most ${maxFirstLineMs}`, met: firstLine <= maxFirstLineMs },
    { what: "first line, cached file, CPU time", value: cpuMs, unit: "ms", aim: "", met: null },
    { what: "a shallow bug, to the end", value: end, unit: "ms", aim: `at most ${maxShallowBugMs}`, met: end <= maxShallowBugMs },
  ];
}

interface CommandTimes {
  readonly firstLineMs: number;
  /** NaN where the system does not say. */
  readonly firstLineCpuMs: number;
  readonly endMs: number;
}

function timeOf(args: readonly string[]): Promise<CommandTimes> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  let [firstLineMs, firstLineCpuMs] = [Number.NaN, Number.NaN];
  return new Promise((resolve, reject) => {
    child.stdout.on("data", () => {
      if (Number.isNaN(firstLineMs)) [firstLineMs, firstLineCpuMs] = [performance.now() - start, cpuMsOf(child.pid ?? 0)];
    });
    child.on("error", reject);
    child.on("close", () => resolve({ firstLineMs, firstLineCpuMs, endMs: performance.now() - start }));
  });
}

/** User and system time of another process, on Linux in units of 10 ms. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
}
