// Downloads a project: the command that puts it into a root directory, and running that command.

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "./manifest.ts";

/** For a shell in the root folder. `apt-get source` needs deb-src lines, of the release that has this version. */
export function fetchCommand({ source, folder }: Project): string {
  if ("git" in source)
    return `git init -q ${folder} && git -C ${folder} fetch -q --depth 1 ${source.git} ${source.commit} && git -C ${folder} checkout -q FETCH_HEAD`;
  return `apt-get source -q ${source.debian}=${source.version}`;
}

/** Null on success, otherwise the command's output. After a failure an incomplete project is removed. */
export function fetchProject(root: string, project: Project): string | null {
  mkdirSync(root, { recursive: true });
  const { status, stderr } = spawnSync("sh", ["-c", fetchCommand(project)], { cwd: root, encoding: "utf8" });
  if (status === 0) return null;
  rmSync(join(root, project.folder), { recursive: true, force: true });
  return stderr.trim();
}
