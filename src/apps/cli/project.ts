// ravel check without files: checks the targets of ravel.json, several at a time (`--jobs`), and shows one table. An answer of an earlier check is used again if
// the program (its compiled units and source texts), the options and Ravel itself are the same. Unknown is tried again, and so is what rests on an
// accepted violation: the comment that accepts it may be in a header.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { version } from "../../../package.json";
import { reportToJson } from "../../reports/json.ts";
import type { Verdict } from "../../reports/report.ts";
import { withoutAccepted } from "../../reports/suppression.ts";
import { Budget } from "../../support/budget.ts";
import { fail, RavelError } from "../../support/diagnostics.ts";
import { maxOf } from "../../support/lists.ts";
import { sha256 } from "../clang/dependencies.ts";
import { acceptanceBy, lookingFurther } from "./acceptance.ts";
import { readText } from "./file-errors.ts";
import { declarations, type ParsedArguments, parseArguments } from "./options.ts";
import { type Project, parseProject, projectFile, type Target } from "./project-file.ts";
import { type CheckSettings, checkRequest, checkSettings, openCache } from "./request.ts";
import { clockMs, StopRequest } from "./stop.ts";
import { type CheckListener, supervise } from "./supervisor.ts";
import { exitStatus, statusFor } from "./verdict-status.ts";
import { hashFile } from "./witness-file.ts";

const maxJobs = 4;
/** What a check of a project takes from the command line; the rest is in ravel.json. */
const taken: readonly string[] = ["jobs", "format", "fail-on", "no-cache", "timeout", "memory", "property", "progress", "clang"];
const usageStatus = 2;

const silent: CheckListener = { show: () => undefined, confirmed: () => undefined };

interface Answer {
  readonly verdict: Verdict;
  /** As the JSON report. */
  readonly report: Record<string, unknown>;
  readonly seconds: number;
}

type Row = { readonly target: string; readonly reused: boolean } & ({ readonly answer: Answer } | { readonly error: RavelError });

export function readProject(): Project {
  return parseProject(readText(projectFile), projectFile);
}

/** The arguments of a check of one target. */
export function targetArguments(
  { inputs, build, entry, properties, timeout, memory, steps, flags }: Target,
  more: readonly string[] = [],
): ParsedArguments {
  const option = (name: string, value: string | number | null | undefined): string[] =>
    value === null || value === undefined ? [] : [`--${name}=${value}`];
  const own = [...option("build-dir", build), ...option("entry", entry), ...option("property", properties?.join(","))];
  const limits = [...option("timeout", timeout), ...option("memory", memory), ...option("max-steps", steps)];
  return parseArguments("check", [...inputs, ...own, ...limits, ...more, "--", ...flags]);
}

export async function checkProject(args: ParsedArguments, chosen: readonly string[]): Promise<number> {
  const project = readProject();
  const other = Object.keys(declarations.check).find((name) => args.text(name) !== null && !taken.includes(name));
  if (other !== undefined)
    fail("RVL003", `--${other} cannot be used for all targets of ${projectFile}`, {
      hint: `name one target, or files; for all: --${taken.join(", --")}`,
    });
  const format = args.text("format") ?? "text";
  if (format !== "text" && format !== "json")
    fail("RVL003", `--format ${format} cannot be used for all targets of ${projectFile}`, { hint: "use text or json, or name one target" });
  const targets = chosen.length === 0 ? project.targets : project.targets.filter((t) => chosen.includes(t.name));
  const jobs = args.number("jobs") ?? Math.min(availableParallelism(), maxJobs);
  const more = ["timeout", "memory", "property", "clang"].flatMap((name) =>
    args.text(name) === null ? [] : [`--${name}=${args.text(name)}`],
  );
  more.push("--jobs=1");
  if (args.flag("no-cache")) more.push("--no-cache");
  const stop = new StopRequest();
  stop.requestOnSignals();
  const rows: Row[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < targets.length) {
      const i = next++;
      rows[i] = await checkTarget(targets[i] as Target, more, project, stop);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, targets.length) }, lane));
  process.stdout.write(format === "json" ? `${JSON.stringify(toJson(rows), null, 2)}\n` : table(rows));
  return statusOf(rows, args.list("fail-on") ?? project.failOn);
}

async function checkTarget(target: Target, more: readonly string[], project: Project, stop: StopRequest): Promise<Row> {
  const began = clockMs();
  try {
    const args = targetArguments(target, more);
    const asked = checkSettings(args);
    const acceptance = acceptanceBy(asked.files, null, project.suppressions);
    const settings = lookingFurther(asked, acceptance);
    const cache = openCache(args);
    const key = await answerKey(settings, project);
    const kept = key === null ? null : (cache?.load(key) ?? null);
    if (kept !== null) return { target: target.name, reused: true, answer: JSON.parse(kept.ir) as Answer };
    const own = new StopRequest();
    stop.onRequest((cause) => own.request(cause));
    const { report: found } = await supervise(settings, own, silent, began);
    const report = withoutAccepted(found, acceptance.accepts);
    const answer: Answer = { verdict: report.verdict, report: reportToJson(report), seconds: Math.round(clockMs() - began) / 1000 };
    const isFinal = report.verdict !== "unknown" && report === found;
    if (isFinal && key !== null) cache?.store(key, { ir: asciiJson(answer), compiler: "", read: [], absent: [] });
    return { target: target.name, reused: false, answer };
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    return { target: target.name, reused: false, error };
  }
}

/** Null: answers cannot be kept, because Ravel runs from its sources. This file is the whole bundle otherwise. Compiles what has changed. */
async function answerKey(settings: CheckSettings, { suppressions }: Project): Promise<string | null> {
  const request = checkRequest(settings, new Budget(null, settings.megabytes), () => undefined);
  const { toolchain } = request;
  if (toolchain.build === null) return null;
  const units = await toolchain.compile(request);
  const { machine, ...rest } = settings;
  const options = { ...rest, machine: { ...machine, properties: [] }, freedoms: [...(settings.freedoms ?? [])] };
  return sha256(
    JSON.stringify([
      "answer",
      hashFile(fileURLToPath(import.meta.url)),
      options,
      suppressions,
      settings.files.map(hashFile),
      units.map((u) => u.ir),
    ]),
  );
}

/** The cache keeps bytes. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// ---- output

const verdictOf = (row: Row): string => ("answer" in row ? row.answer.verdict : "error");

function detail(row: Row): string {
  if ("error" in row) {
    const [first] = row.error.diagnostics;
    const at = first?.location ? `${first.location.file}:${first.location.line}: ` : "";
    return first === undefined ? "" : `${at}${first.code}: ${first.message}`;
  }
  const { violation, unknown } = row.answer.report as {
    violation: { property: string; kind: string; location: { file: string; line: number } | null } | null;
    unknown: { code: string; reason: string } | null;
  };
  if (violation !== null)
    return `${violation.kind.replaceAll("-", " ")}${violation.location === null ? "" : ` at ${violation.location.file}:${violation.location.line}`}`;
  return unknown === null ? "" : `${unknown.code}: ${unknown.reason}`;
}

function table(rows: readonly Row[]): string {
  const cells = rows.map((r) => [
    r.target,
    verdictOf(r).toUpperCase(),
    r.reused ? "unchanged" : "answer" in r ? `${r.answer.seconds.toFixed(1)} s` : "",
    detail(r),
  ]);
  const header = ["target", "verdict", "time", ""];
  const width = (i: number): number =>
    maxOf(
      [header, ...cells].map((c) => (c[i] ?? "").length),
      0,
    );
  const line = (c: readonly string[]): string =>
    c
      .map((text, i) => (i === 3 ? text : text.padEnd(width(i))))
      .join("  ")
      .trimEnd();
  const counts = ["error", "unsafe", "unknown", "safe-bounded", "safe"].flatMap((v) => {
    const n = rows.filter((r) => verdictOf(r) === v).length;
    return n === 0 ? [] : [`${n} ${v}`];
  });
  const checked = rows.filter((r) => !r.reused).length;
  const worst = rows.find((r) => verdictOf(r) === "unsafe") ?? rows.find((r) => verdictOf(r) === "unknown");
  const hint = worst === undefined ? [] : [`For its report: ravel check ${worst.target}`];
  return `${[line(header), ...cells.map(line), "", `${rows.length} targets: ${counts.join(", ")}; ${checked} checked, ${rows.length - checked} unchanged`, ...hint].join("\n")}\n`;
}

function toJson(rows: readonly Row[]): Record<string, unknown> {
  return {
    ravel: version,
    schema: 1,
    kind: "project",
    verdict: worstVerdict(rows),
    targets: rows.map((r) => ({
      name: r.target,
      verdict: "answer" in r ? r.answer.verdict : null,
      reused: r.reused,
      report: "answer" in r ? r.answer.report : null,
      diagnostics: "error" in r ? r.error.diagnostics : [],
    })),
  };
}

const ranked: readonly Verdict[] = ["unsafe", "unknown", "safe-bounded", "safe"];

/** Null: no target could be checked. */
const worstVerdict = (rows: readonly Row[]): Verdict | null => ranked.find((v) => rows.some((r) => verdictOf(r) === v)) ?? null;

/** A target with an error counts as one, unless another is unsafe. */
function statusOf(rows: readonly Row[], failOn: readonly string[] | null): number {
  const verdicts = ranked.filter((v) => rows.some((r) => verdictOf(r) === v));
  const status = verdicts.map((v) => statusFor(v, failOn)).find((s) => s !== 0) ?? 0;
  return status !== exitStatus.unsafe && rows.some((r) => "error" in r) ? usageStatus : status;
}
