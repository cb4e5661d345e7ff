// Where Ravel's own files lie: the headers it ships and the compiled library, beside the bundle or in the source tree.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fail } from "../support/diagnostics.ts";

function find(...candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const path = fileURLToPath(new URL(candidate, import.meta.url));
    if (existsSync(path)) return path;
  }
  return fail("RVL901", "the installation is incomplete", { hint: "run `npm run build`" });
}

export const headerFolder = (): string => find("./headers", "../../dist/headers");
export const libraryFolder = (): string => find("./compiled-library", "../../dist/compiled-library");
