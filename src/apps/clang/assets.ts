// Finds Ravel's own files: the headers and the compiled library, next to the bundle or in the source tree. Also identifies the build.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "../../support/diagnostics.ts";

function find(...candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const path = fileURLToPath(new URL(candidate, import.meta.url));
    if (existsSync(path)) return path;
  }
  return fail("RVL901", "the installation is incomplete", { hint: "run `npm run build`" });
}

export const headerFolder = (): string => find("./headers", "../../../dist/headers");
export const libraryFolder = (): string => find("./compiled-library", "../../../dist/compiled-library");

/** The script and the style of the HTML report. */
export const pageScript = (): string => find("./report-page.js", "../../../dist/report-page.js");
export const pageStyle = (): string => find("./report-page.css", "../../../dist/report-page.css");

/** The page of the debugger, with its script and its style. */
export const debuggerFolder = (): string => find("./debugger", "../../../dist/debugger");

declare const __ravelBuild: string | undefined;

/** A hash of the library and of all code that turns C into a program. Null when run from sources, which may change at any time. */
export const build: string | null = typeof __ravelBuild === "string" ? __ravelBuild : null;
