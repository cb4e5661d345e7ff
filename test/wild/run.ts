// Runs all drivers of a manifest, one after the other. In: the manifest's directory, the root with the projects, what to leave out. Out: a line per
// driver when it ends, and the outcome of each. A project whose directory is missing is listed as not run, with the command that downloads it.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fetchCommand, fetchProject } from "./fetch.ts";
import { type Outcome, runDriver } from "./harness.ts";
import { type Driver, type Project, readManifest } from "./manifest.ts";

export interface WildRun {
  /** With projects/ and drivers/. */
  readonly folder: string;
  readonly root: string;
  /** A part of a project's name. */
  readonly only: string | null;
  readonly fetch: boolean;
  readonly print: (line: string) => void;
}

export interface DriverRun extends Outcome {
  readonly project: Project;
  readonly driver: Driver;
}

export interface WildResult {
  readonly runs: readonly DriverRun[];
  readonly notRun: readonly Project[];
  readonly faults: readonly string[];
}

export async function runWild({ folder, root: given, only, fetch, print }: WildRun): Promise<WildResult> {
  const root = resolve(given);
  const { projects, faults } = readManifest(folder);
  for (const fault of faults) print(`manifest: ${fault}`);
  const runs: DriverRun[] = [];
  const notRun: Project[] = [];
  for (const project of projects) {
    if (only !== null && !project.name.includes(only)) continue;
    const isThere = (): boolean => existsSync(join(root, project.folder));
    const trouble = fetch && !isThere() ? fetchProject(root, project) : null;
    if (!isThere()) {
      notRun.push(project);
      print(`${project.name}: not run: needs ${project.folder} (${fetchCommand(project)})${trouble === null ? "" : `: ${trouble}`}`);
      continue;
    }
    for (const driver of project.drivers) {
      const outcome = await runDriver(folder, root, project, driver);
      runs.push({ ...outcome, project, driver });
      for (const line of linesOf(project, driver, outcome)) print(line);
    }
  }
  const differing = runs.filter((run) => run.differences.length > 0).length;
  print(`${runs.length} drivers: ${runs.length - differing} as expected, ${differing} not; ${notRun.length} projects not run`);
  return { runs, notRun, faults };
}

function linesOf(project: Project, driver: Driver, { verdict, engine, seconds, details, differences }: Outcome): string[] {
  const agreement = differences.length === 0 ? "as expected" : `DIFFERS: ${differences.join("; ")}`;
  const name = `${project.name} ${project.version} ${driver.file}`;
  return [`${name}: ${verdict}, ${seconds.toFixed(1)} s, ${engine}; ${agreement}`, ...details.map((line) => `    ${line}`)];
}
