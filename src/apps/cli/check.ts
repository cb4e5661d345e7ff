// ravel check FILE.c … : checks a program, writes its reports and its witness.

import { existsSync } from "node:fs";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { renderReport } from "../../reports/formats.ts";
import type { Evidence } from "../../reports/report.ts";
import { withoutAccepted } from "../../reports/suppression.ts";
import { type StatsPart, type TextOptions, violationText } from "../../reports/text.ts";
import { type Diagnostic, diagnostic, fail, RavelError } from "../../support/diagnostics.ts";
import { append } from "../../support/lists.ts";
import { answerOf, answerText } from "../../svcomp/answer.ts";
import { parsePropertyFile } from "../../svcomp/property-file.ts";
import { acceptanceBy, lookingFurther } from "./acceptance.ts";
import { tryFastCheck } from "./fast-path.ts";
import { readText } from "./file-errors.ts";
import { type Format, readFurther } from "./further-reports.ts";
import { nativeObstacle } from "./native-replay.ts";
import { nearest } from "./nearest.ts";
import { type Declaration, declarations, type ParsedArguments } from "./options.ts";
import { showingOriginals } from "./original-lines.ts";
import { checkOutputs, fileAt, plainFile, removeLeftOver, type TerminalStyle, terminal, writeOut } from "./output.ts";
import { loadPage } from "./page-assets.ts";
import { startProgress } from "./progress.ts";
import { checkProject, readProject, targetArguments } from "./project.ts";
import { type Project, projectFile } from "./project-file.ts";
import { type CheckSettings, checkSettings, loadRequest } from "./request.ts";
import { fileSources } from "./sources.ts";
import { StopRequest } from "./stop.ts";
import { type CheckResult, supervise } from "./supervisor.ts";
import { svcompReport } from "./svcomp-report.ts";
import { statusFor } from "./verdict-status.ts";
import { readScheduleOf, writeWitness } from "./witness-file.ts";

/** The check succeeded, but a requested file was not written: the same status as for a file found unwritable at the start. */
const unwrittenStatus = 2;

/** Files; or targets of ravel.json, of which one is checked like files. */
export async function checkCommand(args: ParsedArguments): Promise<number> {
  const { positionals } = args;
  const areFiles = positionals.length > 0 && (positionals.some(isSource) || !existsSync(projectFile));
  if (args.text("build-dir") !== null || areFiles) return checkFiles(args, null);
  if (!existsSync(projectFile))
    fail("RVL001", "no input file", { hint: `run ravel check FILE.c; or ravel init BUILD_DIR, which writes ${projectFile}` });
  const project = readProject();
  const { targets } = project;
  const unknown = positionals.find((p) => !targets.some((t) => t.name === p));
  if (unknown !== undefined)
    fail("RVL002", `${unknown} is neither a file nor a target of ${projectFile}`, {
      hint:
        nearest(
          unknown,
          targets.map((t) => t.name),
          "",
        ) ?? `targets: ${targets.map((t) => t.name).join(", ")}`,
    });
  const one = targets.find((t) => t.name === positionals[0]);
  return one !== undefined && positionals.length === 1
    ? checkFiles(targetArguments(one, givenOptions(args), args.clangFlags), project)
    : checkProject(args, positionals);
}

/** A directory or an executable may have the name of a target. */
const isSource = (path: string): boolean => existsSync(path) && /\.[a-z]$/i.test(path);

/** The options that were given, as words. */
function givenOptions(args: ParsedArguments): string[] {
  return Object.entries(declarations.check as Record<string, Declaration>).flatMap(([name, { kind }]) =>
    kind === "flag"
      ? args.flag(name)
        ? [`--${name}`]
        : []
      : kind === "texts"
        ? args.texts(name).map((v) => `--${name}=${v}`)
        : args.text(name) === null
          ? []
          : [`--${name}=${args.text(name)}`],
  );
}

/** `project`: what ravel.json says, for one of its targets. */
async function checkFiles(args: ParsedArguments, project: Project | null): Promise<number> {
  const further = args.texts("report").map((text) => readFurther(text, args.text("svcomp") !== null));
  const output = args.text("output");
  const witnessFile = args.text("witness");
  const certificateFile = args.text("certificate");
  const input = args.text("input");
  const schedule = args.text("schedule");
  const propertyFile = args.text("svcomp");
  const baseline = args.text("baseline");
  const request = loadRequest(args, args.positionals); // problems with files are reported first
  checkOutputs(
    [
      ...further.map((f) => ({ option: "--report", path: f.file })),
      { option: "-o", path: output },
      { option: "--witness", path: witnessFile },
      { option: "--certificate", path: certificateFile },
    ],
    [...request.files, ...[input, schedule, propertyFile, baseline].filter((path) => path !== null)],
  );
  const svcomp = propertyFile === null ? null : parsePropertyFile(readText(propertyFile), propertyFile);
  const acceptance = acceptanceBy(request, baseline, project?.suppressions ?? []);
  const showOriginal = showingOriginals(request.files);
  const settings = lookingFurther(checkSettings(args, schedule === null ? null : readScheduleOf(schedule, request), svcomp), acceptance);
  const progress = startProgress(args.text("progress") ?? "auto");
  const stop = new StopRequest();
  stop.requestOnSignals();
  const main = (args.text("format") ?? (svcomp === null ? "text" : "svcomp")) as Format;
  const common = textOptions(args, settings);
  const style = terminal(args.text("color"));
  const printed: Evidence[] = [];
  /** A violation is printed when it is confirmed, while the check continues. */
  const confirmed = (found: Evidence): void => {
    const original = showOriginal(found);
    if (main !== "text" || output !== null || acceptance.accepts(original.violation, []) !== null) return;
    const { text, evidence } = violationText(original, printed, { ...common, ...style, witnessFile });
    progress.end();
    process.stdout.write(text);
    printed.push(evidence);
  };
  const check = async (): Promise<CheckResult> => {
    const report = await tryFastCheck(settings, stop, progress.show);
    return report === null ? supervise(settings, stop, { show: progress.show, confirmed }) : { report, unwritten: [] };
  };
  const before = { witness: fileAt(witnessFile), certificate: fileAt(certificateFile) };
  const { report: found, unwritten: early } = await check().finally(progress.end);
  /** Witnesses and SV-COMP name positions in the files that were given, everything else the original ones. */
  const given = withoutAccepted(found, (violation, all) => acceptance.accepts(showOriginal(violation), showOriginal(all)));
  const report = showOriginal(given);
  if (certificateFile !== null) removeLeftOver(certificateFile);

  const { evidence } = given.worst;
  const unwritten = [...early];
  const diagnostics = [...report.diagnostics, ...acceptance.problems, ...early];
  /** A file that cannot be written does not discard the verdict. */
  const attempt = (write: () => void): boolean => {
    try {
      write();
      return true;
    } catch (error) {
      if (!(error instanceof RavelError)) throw error;
      append(diagnostics, error.diagnostics);
      append(unwritten, error.diagnostics);
      return false;
    }
  };
  const hasWitness =
    witnessFile !== null && evidence !== null && attempt(() => writeWitness(witnessFile, settings, settings.machine, evidence));
  if (evidence === null && before.witness !== null) diagnostics.push(olderFile(witnessFile, "no violation was found"));
  if (before.certificate !== null && before.certificate === fileAt(certificateFile))
    diagnostics.push(olderFile(certificateFile, "there is no safe verdict without bounds to certify"));
  const answer = svcomp === null ? null : answerOf(given, svcomp, fileSources);
  const verdictStatus = statusFor(
    answer === null ? report.verdict : verdictOf[answer.answer],
    args.list("fail-on") ?? project?.failOn ?? null,
  );
  const render = (format: Format, to: TerminalStyle, above: readonly Evidence[] = []): string => {
    const exitStatus = verdictStatus || (unwritten.length > 0 ? unwrittenStatus : 0);
    const options = { ...common, ...to, witnessFile: hasWitness ? witnessFile : null, exitStatus, loadPage };
    const told = answer === null ? "" : answerText(answer);
    if (format === "svcomp") return told;
    return `${renderReport(format, { ...report, diagnostics }, options, above)}${format === "text" && answer !== null ? `\nSV-COMP: ${told}` : ""}`;
  };
  for (const { format, file } of further) {
    const isWitness = format === "svcomp" && svcomp !== null && answer !== null;
    const text = isWitness ? svcompReport(file, answer, svcomp, settings, fileSources) : render(format, plainFile);
    if (text !== null) attempt(() => writeOut(file, text));
    else if (fileAt(file) !== null) diagnostics.push(olderFile(file, "the answer is UNKNOWN"));
  }
  const isWritten = output !== null && attempt(() => writeOut(output, render(main, plainFile)));
  if (!isWritten) process.stdout.write(render(main, style, printed));
  if (isWritten) for (const d of unwritten) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  return verdictStatus || (unwritten.length > 0 ? unwrittenStatus : 0);
}

const textOptions = (args: ParsedArguments, settings: CheckSettings): Pick<TextOptions, "source" | "isFull" | "stats" | "offersGdb"> => ({
  source: fileSources,
  isFull: args.flag("full"),
  stats: (args.list("stats") ?? []) as readonly StatsPart[],
  offersGdb: nativeObstacle(settings) === null,
});

const olderFile = (path: string | null, why: string): Diagnostic =>
  diagnostic("RVL008", `${path} is from an earlier check and was not updated: ${why}`, { severity: "note" });

/** What `--fail-on` and the exit status go by. */
const verdictOf = { TRUE: "safe", FALSE: "unsafe", UNKNOWN: "unknown" } as const;
