// Where Ravel's own files lie: the headers it ships and the compiled library, beside the bundle or in the source tree. And which build
// this is.

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

declare const __ravelBuild: string | undefined;

/** Changes with the library and with whatever turns C into a program. Null when run from sources, which may change at any time. */
export const build: string | null = typeof __ravelBuild === "string" ? __ravelBuild : null;
