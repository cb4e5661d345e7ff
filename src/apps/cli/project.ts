// ravel check without files: checks the targets of ravel.json, several at a time (`--jobs`), and shows one table. An answer of an earlier check is used again if
// the program (its compiled units and source texts), the options and Ravel itself are the same. Unknown is tried again, and so is what rests on an
// accepted violation: the comment that accepts it may be in a header.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { version } from "../../../package.json";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import type { ReportFormat } from "../../reports/formats.ts";
import { type ProjectReport, type TargetReport, verdictsOf } from "../../reports/project.ts";
import { renderProject } from "../../reports/project-formats.ts";
import type { Report } from "../../reports/report.ts";
import { withoutAccepted } from "../../reports/suppression.ts";
import { Budget } from "../../support/budget.ts";
import { type Diagnostic, fail, RavelError } from "../../support/diagnostics.ts";
import { append } from "../../support/lists.ts";
import { sha256 } from "../clang/dependencies.ts";
import { acceptanceBy, lookingFurther } from "./acceptance.ts";
import { readText } from "./file-errors.ts";
import { readFurther } from "./further-reports.ts";
import { declarations, type ParsedArguments, parseArguments } from "./options.ts";
import { showingOriginals } from "./original-lines.ts";
import { checkOutputs, plainFile, writeOut } from "./output.ts";
import { loadPage } from "./page-assets.ts";
import { type Project, parseProject, projectFile, type Target } from "./project-file.ts";
import { type CheckSettings, checkRequest, checkSettings, openCache } from "./request.ts";
import { fileSources } from "./sources.ts";
import { clockMs, StopRequest } from "./stop.ts";
import { type CheckListener, supervise } from "./supervisor.ts";
import { exitStatus, statusFor } from "./verdict-status.ts";
import { hashFile } from "./witness-file.ts";

const maxJobs = 4;
/** What a check of a project takes from the command line; the rest is in ravel.json. */
const taken: readonly string[] = [
  "jobs",
  "format",
  "fail-on",
  "no-cache",
  "timeout",
  "memory",
  "property",
  "progress",
  "clang",
  "report",
  "output",
];
const usageStatus = 2;

const silent: CheckListener = { show: () => undefined, confirmed: () => undefined };

/** What is kept of a check. */
interface Answer {
  readonly report: Report;
  readonly seconds: number;
}

export function readProject(): Project {
  return parseProject(readText(projectFile), projectFile);
}

/** The arguments of a check of one target, with options and flags of the command line, which come last. */
export function targetArguments(
  { inputs, build, entry, properties, timeout, memory, steps, flags }: Target,
  more: readonly string[],
  moreFlags: readonly string[],
): ParsedArguments {
  const option = (name: string, value: string | number | null | undefined): string[] =>
    value === null || value === undefined ? [] : [`--${name}=${value}`];
  const own = [...option("build-dir", build), ...option("entry", entry), ...option("property", properties?.join(","))];
  const limits = [...option("timeout", timeout), ...option("memory", memory), ...option("max-steps", steps)];
  const names = inputs.map((name) => (name.startsWith("-") ? `./${name}` : name)); // never an option
  return parseArguments("check", [...names, ...own, ...limits, ...more, "--", ...flags, ...moreFlags]);
}

export async function checkProject(args: ParsedArguments, chosen: readonly string[]): Promise<number> {
  const project = readProject();
  const other = Object.keys(declarations.check).find((name) => args.text(name) !== null && !taken.includes(name));
  if (other !== undefined)
    fail("RVL003", `--${other} cannot be used for all targets of ${projectFile}`, {
      hint: `name one target, or files; for all: --${taken.join(", --")}`,
    });
  const format = args.text("format") ?? "text";
  const further = args.texts("report").map((text) => readFurther(text, false));
  for (const f of [format, ...further.map((r) => r.format)])
    if (f === "svcomp")
      fail("RVL003", `the format svcomp cannot be used for all targets of ${projectFile}`, { hint: "name one target, or files" });
  const output = args.text("output");
  const targets = chosen.length === 0 ? project.targets : project.targets.filter((t) => chosen.includes(t.name));
  const jobs = args.number("jobs") ?? Math.min(availableParallelism(), maxJobs);
  const more = ["timeout", "memory", "property", "clang"].flatMap((name) =>
    args.text(name) === null ? [] : [`--${name}=${args.text(name)}`],
  );
  more.push("--jobs=1");
  if (args.flag("no-cache")) more.push("--no-cache");
  checkOutputs(
    [...further.map((r) => ({ option: "--report", path: r.file })), { option: "-o", path: output }],
    [projectFile, ...targets.flatMap((t) => t.inputs)],
  );
  const failOn = args.list("fail-on") ?? project.failOn;
  const report: ProjectReport = { version, targets: await checkTargets(targets, jobs, { more, flags: args.clangFlags, project, failOn }) };
  const status = statusOf(report, failOn);
  const render = (to: string): string =>
    renderProject(to as ReportFormat, report, {
      ...plainFile,
      source: fileSources,
      witnessFile: null,
      isFull: false,
      stats: [],
      exitStatus: status,
      loadPage,
    });
  const unwritten: Diagnostic[] = [];
  /** A file that cannot be written does not discard the verdict. */
  const attempt = (file: string, to: string): boolean => {
    try {
      writeOut(file, render(to));
      return true;
    } catch (error) {
      if (!(error instanceof RavelError)) throw error;
      append(unwritten, error.diagnostics);
      return false;
    }
  };
  for (const { format: to, file } of further) attempt(file, to);
  if (output === null || !attempt(output, format)) process.stdout.write(render(format));
  for (const d of unwritten) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  return status || (unwritten.length > 0 ? usageStatus : 0);
}

interface Common {
  /** Options of every target. */
  readonly more: readonly string[];
  /** Compiler flags of every target. */
  readonly flags: readonly string[];
  readonly project: Project;
  readonly failOn: readonly string[] | null;
}

async function checkTargets(targets: readonly Target[], jobs: number, common: Common): Promise<TargetReport[]> {
  const stop = new StopRequest();
  stop.requestOnSignals();
  const reports: TargetReport[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < targets.length) {
      const i = next++;
      reports[i] = await checkTarget(targets[i] as Target, common, stop);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, targets.length) }, lane));
  return reports;
}

async function checkTarget(target: Target, { more, flags, project, failOn }: Common, stop: StopRequest): Promise<TargetReport> {
  const began = clockMs();
  const { name } = target;
  const reportOf = ({ report, seconds }: Answer, reused: boolean, diagnostics: readonly Diagnostic[]): TargetReport => ({
    name,
    report: showingOriginals(report.files)({ ...report, diagnostics: [...report.diagnostics, ...diagnostics] }),
    diagnostics: [],
    reused,
    seconds,
    exitStatus: statusFor(report.verdict, failOn),
  });
  try {
    const args = targetArguments(target, more, flags);
    const asked = checkSettings(args);
    const acceptance = acceptanceBy(asked, null, project.suppressions);
    const settings = lookingFurther(asked, acceptance);
    const cache = openCache(args);
    const key = await answerKey(settings, project);
    const kept = key === null ? null : (cache?.load(key) ?? null);
    if (kept !== null) return reportOf(deserialize(Buffer.from(kept.ir, "base64")) as Answer, true, acceptance.problems);
    const own = new StopRequest();
    stop.onRequest((cause) => own.request(cause));
    const { report: found } = await supervise(settings, own, silent, began);
    const showOriginal = showingOriginals(asked.files);
    const report = withoutAccepted(found, (violation, all) => acceptance.accepts(showOriginal(violation), showOriginal(all)));
    const answer: Answer = { report, seconds: Math.round(clockMs() - began) / 1000 };
    const isFinal = report.verdict !== "unknown" && report === found;
    if (isFinal && key !== null) cache?.store(key, { ir: serialize(answer).toString("base64"), compiler: "", read: [], absent: [] });
    return reportOf(answer, false, acceptance.problems);
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    return { name, report: null, diagnostics: error.diagnostics, reused: false, seconds: 0, exitStatus: usageStatus };
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
      process.version, // the form in which answers are kept is Node's
      hashFile(fileURLToPath(import.meta.url)),
      options,
      suppressions,
      settings.files.map(hashFile),
      units.map((u) => u.ir),
    ]),
  );
}

/** A target with an error counts as one, unless another is unsafe. */
function statusOf(project: ProjectReport, failOn: readonly string[] | null): number {
  const status =
    verdictsOf(project)
      .map((v) => statusFor(v, failOn))
      .find((s) => s !== 0) ?? 0;
  return status !== exitStatus.unsafe && project.targets.some((t) => t.report === null) ? usageStatus : status;
}
