// Builds dist/: the bundled command line and its workers, the headers, and the library compiled for both data models with
// an index of its symbols. The library is rebuilt only when its sources, the headers or the compiler changed.
//
// usage: node scripts/build.mjs [--force]

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildLibrary } from "./build-library.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const library = join(dist, "compiled-library");

function hashTree(hash, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) hashTree(hash, path);
    else hash.update(`${entry.name}\0`).update(readFileSync(path));
  }
}

/** Exported symbols of an IR file: definitions without internal linkage, and variables with an initialiser. */
function exportedSymbols(ir) {
  const functions = [...ir.matchAll(/^define (?!internal |private )[^@\n]*@"?([^"(\s]+)"?\(/gm)];
  const variables = [...ir.matchAll(/^@"?([^"\s]+)"? = (?!internal |private |external |extern_weak )[^\n]*\b(?:global|constant|alias) /gm)];
  return [...functions, ...variables].map((m) => m[1]);
}

async function buildLibraryIfNeeded() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  for (const folder of ["src/frontend/library", "src/frontend/headers", "src/frontend/clang"]) hashTree(hash, join(root, folder));
  for (const file of ["scripts/build-library.mjs", "scripts/build.mjs"]) hash.update(readFileSync(join(root, file)));
  const key = hash.digest("hex");
  const stamp = join(library, "stamp");
  if (!process.argv.includes("--force") && existsSync(stamp) && readFileSync(stamp, "utf8") === key) return;
  // Built beside and renamed into place, so that a run in progress keeps finding its files.
  const fresh = `${library}.${process.pid}`;
  await buildLibrary({ out: fresh });
  for (const model of ["lp64", "ilp32"]) {
    const index = {};
    for (const file of readdirSync(join(fresh, model))
      .filter((f) => f.endsWith(".ll"))
      .sort()) {
      for (const symbol of exportedSymbols(readFileSync(join(fresh, model, file), "utf8"))) index[symbol] = file.slice(0, -3);
    }
    writeFileSync(join(fresh, model, "index.json"), JSON.stringify(index));
  }
  writeFileSync(join(fresh, "stamp"), key);
  const old = `${library}.old.${process.pid}`;
  if (existsSync(library)) renameSync(library, old);
  renameSync(fresh, library);
  rmSync(old, { recursive: true, force: true });
}

mkdirSync(dist, { recursive: true });
rmSync(join(dist, "headers"), { recursive: true, force: true });
cpSync(join(root, "src/frontend/headers"), join(dist, "headers"), { recursive: true });
await buildLibraryIfNeeded();

// CommonJS: it starts faster than ES modules, and the command line can be run from V8's code cache (see scripts/launcher.cjs).
writeFileSync(join(dist, "package.json"), '{ "type": "commonjs" }\n');
await build({
  entryPoints: { ravel: "src/apps/cli/main.ts", index: "src/index.ts", "clang-worker": "src/frontend/clang/clang-worker.ts" },
  outdir: dist,
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["@yowasp/clang", "esbuild"],
  define: { "import.meta.url": "__moduleUrl" },
  banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
});
cpSync(join(root, "scripts/launcher.cjs"), join(dist, "cli.js"));
for (const file of readdirSync(dist)) if (file.startsWith("ravel.cache-")) rmSync(join(dist, file));
// A first check leaves the code cache behind.
spawnSync(process.execPath, [join(dist, "cli.js"), "check", join(root, "examples/lost-update.c"), "--max-runs", "20", "--no-cache"], {
  env: { ...process.env, RAVEL_WRITE_CODE_CACHE: "1" },
});
process.exit(0); // the compiler's worker thread may still be warm
