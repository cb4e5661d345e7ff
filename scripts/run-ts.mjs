// Runs a TypeScript file with Node: bundles it with esbuild into node_modules/.cache and executes the bundle. The program has its own arguments in
// process.argv.slice(2), and the working directory of the caller.
//
// usage: node scripts/run-ts.mjs ENTRY.ts [arguments…]

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error("usage: node scripts/run-ts.mjs ENTRY.ts [arguments…]");
  process.exit(2);
}

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(root, "node_modules", ".cache", "run-ts");
mkdirSync(cache, { recursive: true });
// Removes bundles of runs that were killed.
for (const name of readdirSync(cache)) {
  const left = join(cache, name);
  if (Date.now() - (statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 86_400_000) rmSync(left, { recursive: true, force: true });
}
// One directory per run, so that concurrent runs of one entry do not overwrite each other's bundle.
const folder = mkdtempSync(join(cache, "bundle-"));
const bundle = join(folder, `${basename(entry).replace(/\.tsx?$/, "")}.mjs`);

// Modules find their data files relative to themselves: in the bundle, import.meta.url must still be that of the source file.
const keepModuleUrls = {
  name: "keep-module-urls",
  setup(setup) {
    setup.onLoad({ filter: /\.(?:tsx?|mjs)$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: path.endsWith("x") ? "tsx" : path.endsWith(".mjs") ? "js" : "ts",
    }));
  },
};

let status = 1;
try {
  await build({
    entryPoints: [resolve(entry)],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "warning",
    plugins: [keepModuleUrls],
  });
  const run = spawnSync(process.execPath, ["--enable-source-maps", bundle, ...rest], { stdio: "inherit" });
  status = run.status ?? 1;
} catch (error) {
  // esbuild has already printed the errors in the sources.
  if (!(error instanceof Error && "errors" in error)) throw error;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
