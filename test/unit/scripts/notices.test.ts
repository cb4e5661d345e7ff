// The notices of packages that bundles contain: licences ask that they come with the code.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { noticesOf, packageFolderOf } from "../../../scripts/notices.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

test.each([
  ["src/check.ts", null],
  ["node_modules/fflate/esm/index.mjs", "node_modules/fflate"],
  ["node_modules/@vscode/debugadapter/lib/main.js", "node_modules/@vscode/debugadapter"],
  ["node_modules/a/node_modules/@b/c/d.js", "node_modules/a/node_modules/@b/c"],
])("%s is of the package in %s", (path, folder) => {
  expect(packageFolderOf(path)).toBe(folder);
});

test("each package is named once, with the text of its licence", () => {
  const paths = ["node_modules/fflate/esm/index.mjs", "src/check.ts", "node_modules/fflate/esm/browser.js"];
  const text = noticesOf(root, paths);
  expect(text.match(/^fflate \d/gm)).toHaveLength(1);
  expect(text).toContain(readFileSync(join(root, "node_modules/fflate/LICENSE"), "utf8").trim());
});

test("the build has those of the protocol and of the page's source view", () => {
  const text = readFileSync(join(root, "dist/THIRD-PARTY.txt"), "utf8");
  expect(text).toMatch(/^@vscode\/debugadapter 1\.68\.0 \(MIT\)$/m);
  expect(text).toMatch(/^@codemirror\/view /m);
});
