// npm run bench -- jobs: the same search with one thread and with two; wall time and CPU time of the whole command. Start-up and compilation are
// included, which take little time compared with the search.
//
// The speed-up is meaningful only on two idle cores. The additional CPU time of two threads, for replaying donated states and for messages, can
// also be measured on a busy machine. Needs bash, whose `time` reports the CPU time of a child.

import { spawnSync } from "node:child_process";
import type { Row } from "./results.ts";

const file = "bench/programs/short-run.c";
const subjects = [
  { name: "2 threads × 14 steps, dpor", reduction: "dpor", flags: ["-DN=7"] },
  { name: "2 threads × 14 steps, optimal", reduction: "optimal", flags: ["-DN=7"] },
  { name: "2 threads × 12 steps, none", reduction: "none", flags: ["-DN=6"] },
] as const;

interface Measured {
  readonly wall: number;
  readonly cpu: number;
  readonly runs: number;
}

function measure(reduction: string, flags: readonly string[], jobs: number): Measured {
  const command = [
    "dist/cli.js",
    "check",
    file,
    "--engine",
    "explore",
    "--reduction",
    reduction,
    "--jobs",
    String(jobs),
    "--format",
    "json",
  ];
  const script = 'TIMEFORMAT="took %R %U %S"; time "$@"';
  const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", process.execPath, ...command, "--", ...flags], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, LC_ALL: "C" },
  });
  const took = /took (\S+) (\S+) (\S+)/.exec(stderr);
  if (took === null) throw new Error(`no times: ${stderr}`);
  const [wall, user, system] = took.slice(1).map(Number) as [number, number, number];
  const report = JSON.parse(stdout) as { readonly stats: { readonly runs: number } };
  return { wall, cpu: user + system, runs: report.stats.runs };
}

export async function jobs(): Promise<Row[]> {
  return subjects.flatMap(({ name, reduction, flags }) => {
    const [one, two] = [measure(reduction, flags, 1), measure(reduction, flags, 2)];
    if (one.runs !== two.runs) throw new Error(`${name}: ${one.runs} runs with one thread, ${two.runs} with two`);
    const row = (what: string, value: number, unit: string, aim = "", met: boolean | null = null): Row => ({
      what: `${name}: ${what}`,
      value,
      unit,
      aim,
      met,
    });
    return [
      row("runs", one.runs, "runs"),
      row("--jobs 1, wall", one.wall, "s"),
      row("--jobs 2, wall", two.wall, "s"),
      row("times as fast", one.wall / two.wall, "", "at least 1.6, on two idle cores", one.wall / two.wall >= 1.6),
      row("CPU time of two, of one's", (100 * two.cpu) / one.cpu, "%"),
    ];
  });
}
