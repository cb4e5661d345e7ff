// The package as a user gets it: packed, installed globally in an empty home, then used without network and without writing a single file, by its
// command and by the README's script. It uses dist/ as it was built.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ravel-package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [home, prefix, work, empty] = ["home", "prefix", "work", "empty"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];
for (const path of [home, prefix, work, empty]) mkdirSync(path);
const megabytes = 2 ** 20;

/** npm with nothing but what is in the test's folder: no settings, no cache, no registry. */
function npm(args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: home, npm_config_cache: join(home, "cache"), npm_config_offline: "true" };
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stdout, stderr } = spawnSync("npm", [...args, ...quiet], { cwd: root, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** Node that may read but not write, without network, other programs and a home directory. */
function restrictedNode(args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const permission = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  const options = [permission, "--allow-fs-read=*", "--allow-worker", "--no-warnings", "--require", join(folder, "no-network.cjs")];
  const env = { HOME: "/nonexistent", PATH: empty };
  return spawnSync(process.execPath, [...options, ...args], { cwd: work, env, encoding: "utf8" });
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}

test("the package installs, and works read-only and offline: the command, the script of the README, its types", () => {
  // --ignore-scripts: packing would build dist/, which other tests are using.
  const [packed] = JSON.parse(npm(["pack", "--ignore-scripts", "--json", "--pack-destination", folder])) as {
    filename: string;
    size: number;
  }[];
  const tarball = join(folder, packed?.filename ?? "");
  expect(packed?.size).toBeLessThan(45 * megabytes);
  npm(["install", "--global", "--prefix", prefix, tarball]);
  rmSync(tarball);
  const installed = join(prefix, "lib/node_modules/ravel");
  expect(sizeOf(installed)).toBeLessThan(180 * megabytes);
  expect(readdirSync(join(installed, "dist")).filter((name) => name.includes("cache"))).toEqual([]); // of this machine's Node

  writeFileSync(
    join(folder, "no-network.cjs"),
    'const refuse = () => { throw new Error("network"); };\nrequire("node:net").Socket.prototype.connect = refuse;\nrequire("node:dns").lookup = refuse;\n',
  );
  cpSync(join(root, "examples/lost-update.c"), join(work, "queue.c"));
  const check = restrictedNode([join(prefix, "bin/ravel"), "check", "queue.c", "--format", "json"]);
  expect(check.stderr).toBe("");
  expect(check.status).toBe(1);
  const { verdict, violation, diagnostics } = JSON.parse(check.stdout) as {
    verdict: string;
    violation: object;
    diagnostics: { code: string }[];
  };
  expect({ verdict, violation }).toMatchObject({ verdict: "unsafe", violation: { location: { file: "queue.c", line: 24 } } });
  expect(diagnostics.map((d) => d.code)).toContain("RVL005"); // the cache cannot be written

  const [, script = ""] = /```js[^\n]*\n([\s\S]*?)```\n\nIt prints/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  const [, shown] = /It prints\n\n```text[^\n]*\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  writeFileSync(join(work, "check-queue.mjs"), script);
  mkdirSync(join(work, "node_modules"));
  symlinkSync(installed, join(work, "node_modules/ravel"));
  expect(restrictedNode(["check-queue.mjs"])).toMatchObject({ status: 0, stdout: shown, stderr: "" });

  writeFileSync(
    join(work, "types.mts"),
    `${script}\nexport const verdict: "safe" | "unsafe" | "unknown" | "safe-bounded" = report.verdict;\n// @ts-expect-error\nvoid check(7);\n`,
  );
  const compiler = [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types"), join(work, "types.mts")];
  expect(spawnSync(process.execPath, [...compiler, ...types], { cwd: work, encoding: "utf8" }).stdout).toBe("");
});
