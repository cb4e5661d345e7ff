// What CI installs and what tests ask for are the same tools: a failure names the one that is missing, or that no test needs.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Debian's package of a tool. Tools that every machine has are not installed. */
const packages: Readonly<Record<string, string | null>> = {
  gcc: "gcc",
  "gcc -m32": "gcc-multilib",
  "gcc -fsanitize=address,undefined": "gcc",
  "clang-19 -fsanitize=memory": "clang-19",
  clang: "clang-19",
  z3: "z3",
  chromium: "chromium",
  xmllint: "libxml2-utils",
  sh: null,
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
