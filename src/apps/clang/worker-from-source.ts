// For development only: bundles `clang-worker.ts` for tests and scripts that run from the sources. A build has the worker as a file of its own.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "./dependencies.ts";

export async function buildWorkerFromSource(source: string): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    write: false,
  });
  const { contents } = outputFiles[0];
  // Named by a hash of its contents and renamed into place, so that parallel test processes share it safely.
  const folder = fileURLToPath(new URL("../../../node_modules/.cache/ravel", import.meta.url));
  const file = join(folder, `clang-worker-${sha256(contents).slice(0, 16)}.mjs`);
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(temporary, contents);
  renameSync(temporary, file);
  return file;
}
