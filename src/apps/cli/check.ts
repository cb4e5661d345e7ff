// ravel check FILE.c … : the main job.

import { reportToJson } from "../../reports/json.ts";
import type { Report } from "../../reports/report.ts";
import { renderText, type StatsPart } from "../../reports/text.ts";
import { fail } from "../../support/diagnostics.ts";
import { attemptCheck } from "./attempt.ts";
import { type Format, formats, type ParsedArguments } from "./options.ts";
import { checkWritable, plainFile, terminal, writeOut } from "./output.ts";
import { startProgress } from "./progress.ts";
import { givenInputs, loadRequest, machineOptions } from "./request.ts";
import { fileSources } from "./sources.ts";
import { Stop } from "./stop.ts";
import { supervise } from "./supervisor.ts";
import { writeWitness } from "./witness-file.ts";

const exitStatus = { safe: 0, unsafe: 1, unknown: 3, "safe-bounded": 4 } as const;

export async function checkCommand(args: ParsedArguments, words: readonly string[]): Promise<number> {
  if (args.positionals.length === 0) fail("RVL001", "no file given", { hint: "ravel check FILE.c" });
  const further = args.texts("report").map(readFurther);
  const output = args.text("output");
  const witnessFile = args.text("witness");
  for (const path of [...further.map((f) => f.file), output, witnessFile, args.text("certificate")]) if (path !== null) checkWritable(path);
  const request = loadRequest(args, args.positionals); // what is wrong with files is said before anything is compiled
  givenInputs(args);
  const progress = startProgress(args.text("progress") ?? "auto");
  const stop = new Stop();
  stop.heedSignals();
  const check = async (): Promise<Report> => (await attemptCheck(args, stop, progress.show)) ?? supervise(args, words, stop, progress.show);
  const report = await check().finally(progress.end);

  const { evidence } = report.worst;
  if (witnessFile !== null && evidence !== null) writeWitness(witnessFile, request, machineOptions(args), evidence);
  const stats = (args.list("stats") ?? []) as readonly StatsPart[];
  const render = (format: Format, to: { readonly width: number; readonly color: boolean }): string =>
    format === "json"
      ? `${JSON.stringify(reportToJson(report), null, 2)}\n`
      : renderText(report, { source: fileSources, ...to, witnessFile: evidence === null ? null : witnessFile, stats });
  for (const { format, file } of further) writeOut(file, render(format, plainFile));
  const main = (args.text("format") ?? "text") as Format;
  if (output !== null) writeOut(output, render(main, plainFile));
  else process.stdout.write(render(main, terminal()));
  return statusFor(report, args.list("fail-on"));
}

function statusFor(report: Report, failOn: readonly string[] | null): number {
  if (failOn === null) return exitStatus[report.verdict];
  const name = report.verdict === "safe-bounded" ? "bounded" : report.verdict;
  return failOn.includes(name) ? exitStatus[report.verdict] : 0;
}

function readFurther(text: string): { format: Format; file: string } {
  const at = text.indexOf("=");
  const format = text.slice(0, Math.max(at, 0));
  const file = text.slice(at + 1);
  if (at < 0 || file === "" || !formats.includes(format as Format))
    return fail("RVL001", `--report does not take ${text}`, { hint: `FORMAT=FILE with FORMAT one of ${formats.join(", ")}` });
  return { format: format as Format, file };
}
