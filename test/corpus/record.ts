// npm run corpus:record -- --to FOLDER [--against FOLDER] [--ravel PATH] [--seconds N] [--settings NAME,…] [PART OF A NAME…] : records what the command
// line reports for every program of the collection, per engine, with one job. To check that a change keeps behaviour, record
// before and after it. With --against it prints the differences, and the exit status is 1 if there are any.
//
// Work is bounded by counts, not by the clock, so that the same build gives the same report. Times and memory are left out, and sentences
// are not compared. A check that meets the time limit in either recording is counted, not compared.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectFolder, readCollection } from "./collection.ts";

const settings: ReadonlyMap<string, readonly string[]> = new Map([
  ...["dpor", "optimal", "rf", "states"].map((r): [string, readonly string[]] => [
    r,
    ["check", "--engine", "explore", "--reduction", r, "--max-runs", "200"],
  ]),
  ["staged", ["check", "--engine", "staged"]],
  ["auto", ["check", "--max-runs", "500"]],
  ["run", ["run", "--seed", "1"]],
]);

const { values, positionals } = parseArgs({
  options: {
    to: { type: "string" },
    against: { type: "string" },
    ravel: { type: "string", default: join(projectFolder, "ravel") },
    seconds: { type: "string", default: "10" },
    settings: { type: "string", default: [...settings.keys()].join() },
  },
  allowPositionals: true,
});
const { to } = values;
if (to === undefined) throw new Error("--to FOLDER is missing");

/** Times and machine paths: these are not behaviour. */
const varying = new Set(["timeMs", "peakMemoryMB"]);

const withoutTimes = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (key, value: unknown) => (varying.has(key) && typeof value !== "string" ? undefined : value)),
    null,
    1,
  );

function report(file: string, words: readonly string[]): Promise<string> {
  const [command = "", ...options] = words;
  const args = [command, file, ...options, "--format", "json"];
  if (command === "check") args.push("--timeout", values.seconds);
  if (command === "check" && !words.includes("staged")) args.push("--jobs", "1"); // staged has one anyway
  return new Promise((resolve) => {
    execFile(values.ravel, args, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : (error.code ?? -1);
      try {
        resolve(`${withoutTimes(stdout)}\nexit ${status}\n`);
      } catch {
        resolve(`${stdout}${stderr}\nexit ${status}\n`);
      }
    });
  });
}

/** Codes say what a report means; the sentences beside them may change. */
const withoutSentences = (text: string): string => text.replace(/^ *"(message|hint|reason)": .*\n/gm, "");
const isRefused = (text: string): boolean => /^exit 2$/m.test(text);
const isOutOfTime = (text: string): boolean => text.includes('"RVL301"');

const differences: string[] = [];
let [same, late, missing] = [0, 0, 0];
for (const setting of values.settings.split(",")) {
  const words = settings.get(setting);
  if (words === undefined) throw new Error(`no setting ${setting}; settings: ${[...settings.keys()].join(", ")}`);
  for (const program of readCollection().programs) {
    if (positionals.length > 0 && !positionals.some((part) => program.name.includes(part))) continue;
    const name = `${program.name.replaceAll("/", "+")}.json`;
    const text = await report(program.file, words);
    if (isRefused(text)) throw new Error(`the command line refuses ${words.join(" ")}: ${text}`);
    mkdirSync(join(to, setting), { recursive: true });
    writeFileSync(join(to, setting, name), text);
    if (values.against === undefined) continue;
    const before = join(values.against, setting, name);
    const old = existsSync(before) ? readFileSync(before, "utf8") : null;
    if (old === null) missing++;
    else if (isOutOfTime(old) || isOutOfTime(text)) late++;
    else if (withoutSentences(old) === withoutSentences(text)) same++;
    else differences.push(`${setting} ${program.name}`);
  }
}
for (const d of differences) console.log(`differs: ${d}`);
if (values.against !== undefined)
  console.log(`${same} reports the same, ${differences.length} differ, ${late} ended by time, ${missing} not recorded before`);
process.exit(differences.length > 0 ? 1 : 0);
