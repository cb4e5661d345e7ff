// ravel check FILE.c … : the main job.

import { writeFileSync } from "node:fs";
import { check } from "../../check.ts";
import { reportToJson } from "../../reports/json.ts";
import type { Report } from "../../reports/report.ts";
import { renderText } from "../../reports/text.ts";
import { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import { witnessToJson } from "../../witness/file.ts";
import { givenInputs, loadRequest, machineOptions } from "./common-request.ts";
import { type Format, type ParsedArguments, formats, properties } from "./options.ts";
import { startProgress } from "./progress.ts";
import { fileSources } from "./sources.ts";

const defaultSeconds = 300;
const exitStatus = { safe: 0, unsafe: 1, unknown: 3, "safe-bounded": 4 } as const;

export async function checkCommand(args: ParsedArguments): Promise<number> {
  if (args.positionals.length === 0) fail("RVL001", "no file given", { hint: "ravel check FILE.c" });
  const further = args.texts("report").map(readFurther);
  const machine = machineOptions(args);
  const budget = new Budget(args.number("timeout") ?? defaultSeconds, machine.memory / 2 ** 20);
  const progress = startProgress(args.text("progress") ?? "auto");
  const stop = (): void => budget.cancel();
  process.once("SIGINT", stop);
  const load = loadRequest(args, args.positionals);
  let report: Report;
  try {
    report = await check({
      ...load,
      engine: args.text("engine") ?? "auto",
      properties: properties(args),
      machine,
      budget,
      seed: args.number("seed") ?? 1,
      maxSteps: args.number("max-steps"),
      maxRuns: args.number("max-runs"),
      strategy: args.text("strategy") as "random" | "pct" | null,
      inputs: givenInputs(args),
      progress: progress.show,
    });
  } finally {
    progress.end();
    process.off("SIGINT", stop);
  }

  const witnessFile = args.text("witness");
  const evidence = report.worst.evidence;
  if (witnessFile !== null && evidence !== null) {
    const { files, flags, dataModel, systemHeaders } = load;
    const json = witnessToJson(report.version, { files, flags, dataModel, systemHeaders }, pickOptions(machine), evidence.violation, evidence.schedule, evidence.replay);
    writeOut(witnessFile, `${JSON.stringify(json, null, 2)}\n`);
  }
  const render = (format: Format, toFile: boolean): string =>
    format === "json"
      ? `${JSON.stringify(reportToJson(report), null, 2)}\n`
      : renderText(report, {
          source: fileSources,
          width: toFile ? 120 : Math.max(60, process.stdout.columns ?? 120),
          color: !toFile && process.stdout.isTTY === true && !process.env.NO_COLOR,
          witnessFile: evidence === null ? null : witnessFile,
          stats: args.flag("stats"),
        });
  for (const { format, file } of further) writeOut(file, render(format, true));
  const main = (args.text("format") ?? "text") as Format;
  const output = args.text("output");
  if (output !== null) writeOut(output, render(main, true));
  else process.stdout.write(render(main, false));
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
  if (at < 0 || file === "" || !formats.includes(format as Format)) return fail("RVL001", `--report does not take ${text}`, { hint: `FORMAT=FILE with FORMAT one of ${formats.join(", ")}` });
  return { format: format as Format, file };
}

export function pickOptions(m: ReturnType<typeof machineOptions>) {
  const { spuriousWakeups, spuriousFailures, allocationMayFail, unknownCalls } = m;
  return { spuriousWakeups, spuriousFailures, allocationMayFail, unknownCalls };
}

export function writeOut(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    fail("RVL007", `${path} cannot be written: ${(error as NodeJS.ErrnoException).code ?? error}`);
  }
}
