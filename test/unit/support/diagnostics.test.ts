// Every code has its section in docs/diagnostics.md, under its one-line meaning, and the page has no others.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnosticCodes } from "../../../src/support/diagnostics.ts";

const page = readFileSync(new URL("../../../docs/diagnostics.md", import.meta.url), "utf8");
const sections = page.split(/^## /m).slice(1);

test("docs/diagnostics.md has a heading for each code, in order, and no other", () => {
  const headings = sections.map((section) => section.split("\n", 1)[0]);
  expect(headings).toEqual(Object.entries(diagnosticCodes).map(([code, meaning]) => `${code} ${meaning}`));
});

test.each(sections)("%#: the section says something, and names only codes that exist", (section) => {
  const [heading = "", ...body] = section.split("\n");
  expect(body.join(" ").trim().length, heading).toBeGreaterThan(10);
  const mentioned = section.match(/RVL\d{3}/g) ?? [];
  expect(mentioned.filter((code) => !Object.hasOwn(diagnosticCodes, code))).toEqual([]);
});
