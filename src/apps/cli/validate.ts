// ravel validate WITNESS FILE.c … : checks a violation witness of SV-COMP. The program is run along it; a violation that replays accepts the
// witness. It is rejected only if it is about another program, names a line that does not exist, or no run violates the property, by a complete
// search. Otherwise it is undecided.

import { basename } from "node:path";
import { load } from "../../frontend/load.ts";
import { printable } from "../../reports/terminal.ts";
import { formatLocation } from "../../reports/violation-text.ts";
import { fail } from "../../support/diagnostics.ts";
import { answerOf } from "../../svcomp/answer.ts";
import { readWitnessGuide, type WitnessGuide } from "../../svcomp/guide.ts";
import { parsePropertyFile, type SvcompTask } from "../../svcomp/property-file.ts";
import { confirmWitness } from "../../svcomp/validate.ts";
import { readText } from "./file-errors.ts";
import type { ParsedArguments } from "./options.ts";
import { type CheckSettings, checkSettings, loadRequest } from "./request.ts";
import { fileSources } from "./sources.ts";
import { StopRequest } from "./stop.ts";
import { supervise } from "./supervisor.ts";
import { hashFile } from "./witness-file.ts";

const status = { accepted: 0, rejected: 1, undecided: 3 } as const;

interface Judgement {
  readonly verdict: keyof typeof status;
  readonly text: string;
}

/** Part of the time for runs along the witness; the rest is for a search that may reject it. */
const guidedShare = 0.5;

export async function validateCommand(args: ParsedArguments): Promise<number> {
  const [path, ...files] = args.positionals;
  if (path === undefined || files.length === 0)
    return fail("RVL001", "expected a witness and a program", { hint: "run ravel validate WITNESS FILE.c" });
  const guide = readWitnessGuide(readText(path), path);
  const propertyFile = args.text("svcomp");
  const task = propertyFile === null ? taskOf(guide, path) : parsePropertyFile(readText(propertyFile), propertyFile);
  const own = checkSettings({ ...args, positionals: files }, null, task);
  const dataModel = args.text("data-model") === null ? (guide.dataModel ?? own.dataModel) : own.dataModel;
  const settings: CheckSettings = { ...own, dataModel };
  const { verdict, text } = mistakeIn(guide, files) ?? (await decide(args, guide, task, settings));
  process.stdout.write(
    args.text("format") === "json" ? `${JSON.stringify({ verdict, text })}\n` : `${verdict.toUpperCase()}: ${printable(text)}\n`,
  );
  return status[verdict];
}

/** The property that the witness names, as a property file or as a formula alone. */
function taskOf({ specification }: WitnessGuide, path: string): SvcompTask {
  if (specification.trim() === "") fail("RVL401", `${path} names no property`, { hint: "add --svcomp FILE.prp" });
  const text = /CHECK\s*\(/.test(specification) ? specification : `CHECK( init(main()), LTL(${specification}) )`;
  return parsePropertyFile(text, path);
}

/** What is wrong with the witness without running anything. */
function mistakeIn(guide: WitnessGuide, files: readonly string[]): Judgement | null {
  const known = new Set(files.map(hashFile));
  if (guide.hashes.length > 0 && !guide.hashes.some((h) => known.has(h)))
    return { verdict: "rejected", text: `the witness is about another program: no hash in it is that of ${files.join(", ")}` };
  for (const { file, line } of [...guide.points, ...guide.targets]) {
    const about = files.find((f) => file === null || basename(f) === basename(file));
    if (line === null || about === undefined || (file === null && files.length > 1)) continue;
    if (line === 0 || fileSources.line(about, line) === null) return { verdict: "rejected", text: `${about} has no line ${line}` };
  }
  return guide.kind === "violation"
    ? null
    : { verdict: "undecided", text: "this is a correctness witness, and Ravel validates violations only" };
}

async function decide(args: ParsedArguments, guide: WitnessGuide, task: SvcompTask, settings: CheckSettings): Promise<Judgement> {
  const started = performance.now();
  const { program } = await load({
    ...loadRequest(args, settings.files),
    dataModel: settings.dataModel,
    errorFunction: settings.errorFunction ?? null,
  });
  const seconds = (): number => (performance.now() - started) / 1000;
  const evidence = confirmWitness(program, settings.machine, guide, task, fileSources, () => seconds() < settings.seconds * guidedShare);
  if (evidence !== null) {
    const { violation: v } = evidence;
    const place = v.location === null ? "" : ` at ${formatLocation(v.location)}`;
    return { verdict: "accepted", text: `a run along the witness violates the property: ${v.kind.replaceAll("-", " ")}${place}` };
  }
  const stop = new StopRequest();
  stop.requestOnSignals();
  // The time counts from the start of the process.
  const { report } = await supervise(settings, stop, { show: () => undefined, confirmed: () => undefined });
  const { answer } = answerOf(report, task, fileSources);
  if (answer === "TRUE") return { verdict: "rejected", text: "no run of the program violates the property" };
  return {
    verdict: "undecided",
    text:
      answer === "FALSE"
        ? "no run along the witness violates the property, although other runs do"
        : "no run along the witness violates the property; whether another does is not known",
  };
}
