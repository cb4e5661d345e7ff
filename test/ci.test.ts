// What CI installs and what tests ask for are the same tools: a failure names the one that is missing, or that no test needs. And the action for GitHub: its
// step is run here, with the environment that GitHub gives it.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { needs } from "./tools.ts";
import { example, Folder } from "./unit/apps/cli/command-line.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Debian's package of a tool. Tools that every machine has are not installed. */
const packages: Readonly<Record<string, string | null>> = {
  gcc: "gcc",
  "gcc -m32": "gcc-multilib",
  "gcc -fsanitize=address,undefined": "gcc",
  "clang-19 -fsanitize=memory": "clang-19",
  clang: "clang-19",
  z3: "z3",
  gdb: "gdb",
  chromium: "chromium",
  xmllint: "libxml2-utils",
  sh: null,
  bash: null,
  taskset: null,
};

test("CI installs what tests ask for, and nothing else", () => {
  const asked = readdirSync(here, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && file !== "ci.test.ts")
    .flatMap((file) => [...readFileSync(join(here, file), "utf8").matchAll(/\bneeds\("([^"/]+)"/g)].map((m) => m[1] as string));
  const installed = [...readFileSync(join(here, "../.ci/run"), "utf8").matchAll(/missing\+=\(([^)]+)\)/g)].map((m) => m[1]);
  expect([...new Set(asked)].filter((tool) => packages[tool] === undefined)).toEqual([]);
  expect(installed.sort()).toEqual([...new Set(asked.map((tool) => packages[tool]))].filter((name) => name !== null).sort());
});

describe("action.yml", () => {
  const root = join(here, "..");
  const action = readFileSync(join(root, "action.yml"), "utf8");
  const folder = new Folder();
  afterAll(() => folder.remove());

  /** The last step, whose texts are indented by eight. */
  const [, step = "", script = ""] = /\n {4}- shell: bash\n([\s\S]*?) {6}run: \|\n((?: {8}.*\n)+)$/.exec(action) ?? [];
  const environment = Object.fromEntries(
    [...step.matchAll(/^ {8}(\w+): \$\{\{ ([\w.]+) \}\}(.*)$/gm)].map(([, name = "", ...value]) => [name, value]),
  );

  /** As GitHub runs a step with `shell: bash`. */
  function runStep(inputs: string): { readonly status: number | null; readonly stdout: string } {
    const values: Readonly<Record<string, string>> = { "runner.temp": folder.path, "inputs.arguments": inputs };
    const own = Object.entries(environment).map(([name, [context = "", rest = ""]]) => [name, `${values[context]}${rest}`]);
    folder.file("step.sh", script.replaceAll(/^ {8}/gm, ""));
    const { status, stdout } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", join(folder.path, "step.sh")], {
      cwd: folder.path,
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: folder.path, GITHUB_ACTIONS: "true", GITHUB_ACTION_PATH: root, ...Object.fromEntries(own) },
    });
    return { status, stdout };
  }

  test("has a step with the environment that it needs, and names inputs that it declares", () => {
    expect(environment).toEqual({ RAVEL_CACHE_DIR: ["runner.temp", "/ravel-cache"], RAVEL_ARGUMENTS: ["inputs.arguments", ""] });
    const declared = [...(/\ninputs:\n((?: {2}.*\n)+)/.exec(action)?.[1] ?? "").matchAll(/^ {2}(\w+):$/gm)].map((m) => m[1]);
    const used = [...action.matchAll(/\$\{\{ inputs\.(\w+) \}\}/g)].map((m) => m[1]);
    expect(declared.sort()).toEqual([...new Set(used)].sort());
  });

  if (needs("bash"))
    test("checks files with arguments, and the targets of ravel.json without", () => {
      folder.file("visits.c", readFileSync(example("lost-update.c")));
      const one = runStep("visits.c --property race\n  --format github --jobs 1");
      expect(one.status).toBe(1);
      expect(one.stdout).toMatch(/^::error file=visits\.c,line=14,col=11,title=ravel race%3A data race::/m);
      folder.file("ravel.json", JSON.stringify({ targets: [{ name: "visits", files: ["visits.c"] }], failOn: ["unknown"] }));
      const all = runStep("");
      expect(all.stdout).toContain("1 target: 1 unsafe; 1 checked, 0 unchanged");
      expect(all.status).toBe(0);
    });
});
