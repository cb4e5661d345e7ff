// Prepares `npm test` in a fresh clone: installs the packages if they are missing or out of date, then builds.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the versions of the lock file. If the registry lacks a package for another platform, npm ci fails and npm install does not. */
function install() {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: root, stdio: ["ignore", "inherit", "ignore"], shell: process.platform === "win32" };
  if (spawnSync("npm", ["ci", ...quiet], options).status !== 0) run("npm", ["install", "--no-save", ...quiet]);
}

/** npm writes this file after an installation, with the installed versions. */
const installed = join(root, "node_modules/.package-lock.json");

function isInstalled() {
  if (!existsSync(installed)) return false;
  const there = JSON.parse(readFileSync(installed, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(([name, { version, optional }]) => name === "" || optional || there[name]?.version === version);
}

if (!isInstalled()) {
  console.log("installing packages …");
  install();
}
run(process.execPath, ["scripts/build.mjs"]);
