// The generated pages are what the generator writes today.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "./collection.ts";
import { corpusPage, libraryPage } from "./pages.ts";

test.each([
  ["docs/library.md", libraryPage],
  ["docs/corpus.md", corpusPage],
])("%s is up to date (npm run docs)", (path, page) => {
  expect(readFileSync(join(projectFolder, path), "utf8") === page()).toBe(true);
});
