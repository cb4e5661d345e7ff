// The manifest of other people's projects: test/wild/projects/<name>.json, read and checked.
//
// In: a directory with `projects/` and `drivers/`. Out: the projects, typed, and their faults. Only Ravel's drivers are kept here;
// the projects are directories on disk. An expectation without a reason, or a violation without a location, could agree with any outcome:
// both are faults.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { allProperties, type Property } from "../../src/execution/errors.ts";

export const wildFolder = fileURLToPath(new URL("./", import.meta.url));

export type Source = { readonly debian: string; readonly version: string } | { readonly git: string; readonly commit: string };

export const verdicts = ["unsafe", "safe", "safe-bounded", "unknown"] as const;
export type Verdict = (typeof verdicts)[number];

export interface ExpectedViolation {
  readonly property: Property;
  /** "file.c:123", or the name of a function: where it is reported, or where another thread takes part. */
  readonly where: string;
}

export interface Driver {
  /** Below drivers/<project>/. */
  readonly file: string;
  /** Files of the project to compile with the driver. */
  readonly with: readonly string[];
  /** Compiler flags; {project} is the project's directory, {drivers} the drivers'. */
  readonly flags: readonly string[];
  /** Further options of `ravel check`. */
  readonly options?: readonly string[];
  readonly expected: { readonly verdict: Verdict; readonly violations: readonly ExpectedViolation[] };
  /** Why this verdict is right, argued from the project's code. */
  readonly reason: string;
  readonly seconds: number;
}

export interface Project {
  readonly name: string;
  readonly version: string;
  readonly source: Source;
  /** The project's directory below the given root. */
  readonly folder: string;
  readonly about: string;
  readonly drivers: readonly Driver[];
}

export interface Manifest {
  readonly projects: readonly Project[];
  /** The faults, one line each, beginning with the project's name. */
  readonly faults: readonly string[];
}

export const driverFile = (folder: string, project: Project, driver: Driver): string => join(folder, "drivers", project.name, driver.file);

export function readManifest(folder: string): Manifest {
  const projects: Project[] = [];
  const faults: string[] = [];
  for (const file of readdirSync(join(folder, "projects")).sort()) {
    const project = JSON.parse(readFileSync(join(folder, "projects", file), "utf8")) as Project;
    projects.push(project);
    if (basename(file) !== `${project.name}.json`) faults.push(`${file}: names itself ${project.name}`);
    faults.push(...faultsOf(folder, project).map((fault) => `${project.name}: ${fault}`));
  }
  return { projects, faults: [...faults, ...strayDrivers(folder, projects)] };
}

function faultsOf(folder: string, project: Project): string[] {
  const faults: string[] = [];
  for (const field of ["name", "version", "folder", "about"] as const) if (!isText(project[field])) faults.push(`no ${field}`);
  if ("git" in project.source) {
    if (!/^[0-9a-f]{40}$/.test(project.source.commit)) faults.push("its commit is not named by 40 digits");
  } else if (!isText(project.source.debian) || !isText(project.source.version)) faults.push("no source");
  if (project.drivers.length === 0) faults.push("no driver");
  for (const driver of project.drivers) {
    if (!existsSync(driverFile(folder, project, driver))) faults.push(`there is no ${driver.file}`);
    faults.push(...driverFaults(driver).map((fault) => `${driver.file}: ${fault}`));
  }
  return faults;
}

function driverFaults({ expected, reason, seconds }: Driver): string[] {
  const faults: string[] = [];
  if (!isText(reason)) faults.push("no reason");
  if (!(seconds > 0)) faults.push("no time");
  if (!verdicts.includes(expected.verdict)) faults.push(`${expected.verdict} is no verdict`);
  if ((expected.verdict === "unsafe") !== expected.violations.length > 0) faults.push("violations belong to unsafe, and to nothing else");
  for (const { property, where } of expected.violations) {
    if (!allProperties.includes(property)) faults.push(`${property} is no property`);
    if (!isText(where)) faults.push(`${property}: nowhere`);
  }
  return faults;
}

/** Drivers that no project names would never be run. Headers beside them are for their flags. */
function strayDrivers(folder: string, projects: readonly Project[]): string[] {
  const named = new Set(projects.flatMap((project) => project.drivers.map((driver) => `${project.name}/${driver.file}`)));
  return readdirSync(join(folder, "drivers"))
    .flatMap((project) => readdirSync(join(folder, "drivers", project)).map((file) => `${project}/${file}`))
    .filter((file) => file.endsWith(".c") && !named.has(file))
    .map((file) => `${file}: no project names it`);
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
