// Checks one driver with another project's code by the command line, and compares the outcome with what the manifest expects.

import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { projectFolder } from "../corpus/collection.ts";
import { type Driver, driverFile, type ExpectedViolation, type Project } from "./manifest.ts";

interface Place {
  readonly location: { readonly file: string; readonly line: number; readonly function: string | null } | null;
}

/** The parts of a report that are compared. */
export interface Told {
  readonly verdict: string | null;
  readonly properties: readonly {
    readonly property: string;
    readonly verdict: string;
    readonly violation: (Place & { readonly message: string; readonly participants: readonly Place[] }) | null;
    readonly unknown: { readonly code: string; readonly reason: string } | null;
    readonly engine: { readonly name: string; readonly options: Readonly<Record<string, unknown>> };
  }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

export interface Outcome {
  readonly verdict: string;
  /** The engine that decided, or the one that tried last. */
  readonly engine: string;
  readonly seconds: number;
  /** Each violation and each reason for `unknown`, one line each. */
  readonly details: readonly string[];
  /** How it differs from what is expected; empty if it agrees. */
  readonly differences: readonly string[];
}

export async function runDriver(folder: string, root: string, project: Project, driver: Driver): Promise<Outcome> {
  const here = join(root, project.folder);
  const drivers = join(folder, "drivers", project.name);
  const files = [driverFile(folder, project, driver), ...driver.with.map((file) => join(here, file))];
  const flags = driver.flags.map((flag) => flag.replaceAll("{project}", here).replaceAll("{drivers}", drivers));
  const options = ["--timeout", String(driver.seconds), "--format", "json", "--progress", "none", ...(driver.options ?? [])];
  const started = performance.now();
  const output = await ravel(["check", ...files, ...options, "--", ...flags]);
  const seconds = (performance.now() - started) / 1000;
  const outcome = judge(driver, output, seconds);
  // Paths of this machine are removed: the stored results must be the same everywhere.
  const plain = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll(`${root}/`, "").replaceAll(`${drivers}/`, ""));
  return { ...outcome, details: plain(outcome.details), differences: plain(outcome.differences) };
}

function ravel(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(join(projectFolder, "ravel"), args, { maxBuffer: 2 ** 28 }, (_, stdout, stderr) => resolve(stdout || stderr));
  });
}

export function judge(driver: Driver, output: string, seconds: number): Outcome {
  let told: Told;
  try {
    told = JSON.parse(output) as Told;
  } catch {
    return { verdict: "none", engine: "", seconds, details: [], differences: [`no report: ${output.slice(0, 2000)}`] };
  }
  const verdict = told.verdict ?? "none";
  const details = told.properties.flatMap(({ property, violation, unknown }) => [
    ...(violation === null ? [] : [`${property} at ${placeText(violation)}: ${violation.message}`]),
    ...(unknown === null ? [] : [`${property} unknown: ${unknown.code} ${unknown.reason}`]),
  ]);
  if (told.verdict === null) details.push(...told.diagnostics.map(({ code, message }) => `${code} ${message}`));
  const engine = [...new Set(told.properties.map((p) => String(p.engine.options.by ?? p.engine.name)))].join(", ");
  return { verdict, engine, seconds, details, differences: differencesOf(driver, told) };
}

function differencesOf({ expected }: Driver, told: Told): string[] {
  const differences: string[] = [];
  if (told.verdict !== expected.verdict) differences.push(`expected ${expected.verdict}`);
  for (const { property, violation } of told.properties) {
    const wanted = expected.violations.filter((v) => v.property === property);
    if (violation === null) {
      if (wanted.length > 0) differences.push(`expected a violation of ${property}`);
    } else if (wanted.length === 0) differences.push(`expected no violation of ${property}`);
    else if (!wanted.some((v) => [violation, ...violation.participants].some((place) => isAt(v, place))))
      differences.push(`expected ${property} at ${wanted.map((v) => v.where).join(" or ")}`);
  }
  for (const { property } of expected.violations)
    if (!told.properties.some((p) => p.property === property)) differences.push(`${property} was not checked`);
  return differences;
}

const isAt = ({ where }: ExpectedViolation, { location }: Place): boolean =>
  location !== null && (where === location.function || where === `${basename(location.file)}:${location.line}`);

const placeText = ({ location }: Place): string =>
  location === null ? "?" : `${basename(location.file)}:${location.line} (${location.function ?? "?"})`;
