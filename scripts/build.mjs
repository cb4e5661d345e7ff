// Builds dist/: the bundled command line and its workers, the headers, and the library compiled for both data models with
// an index of its symbols. The library is rebuilt only when its sources, the headers or the compiler changed.
//
// usage: node scripts/build.mjs [--force]

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

/** What turns C into a program: cached programs are good for this build only. */
function buildNumber() {
  const hash = createHash("sha256").update(readFileSync(join(library, "stamp")));
  for (const folder of ["src/apps/clang", "src/frontend", "src/program"]) hashTree(hash, join(root, folder));
  return hash.digest("hex").slice(0, 32);
}

async function buildLibraryIfNeeded() {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  for (const folder of ["src/frontend/library", "src/frontend/headers", "src/apps/clang"]) hashTree(hash, join(root, folder));
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

/** Modules of Node's that not every check needs, and that take milliseconds to load: loaded when something of theirs is first used. */
const lateBuiltins = {
  name: "late-builtins",
  setup(setup) {
    setup.onResolve({ filter: /^node:(child_process|crypto|module|os|v8)$/ }, ({ path, namespace }) =>
      namespace === "late" ? { path, external: true } : { path, namespace: "late" },
    );
    setup.onLoad({ filter: /.*/, namespace: "late" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== "default");
      return {
        contents: `module.exports = { ${names.map((name) => `get ${name}() { return require("${path}").${name}; }`).join(", ")} };`,
      };
    });
  },
};

mkdirSync(dist, { recursive: true });
rmSync(join(dist, "headers"), { recursive: true, force: true });
cpSync(join(root, "src/frontend/headers"), join(dist, "headers"), { recursive: true });
await buildLibraryIfNeeded();

// CommonJS: it starts faster than ES modules, and the command line can be run from V8's code cache (see scripts/launcher.cjs).
writeFileSync(join(dist, "package.json"), '{ "type": "commonjs" }\n');
await build({
  entryPoints: {
    ravel: "src/apps/cli/main.ts",
    index: "src/apps/node/index.ts",
    "clang-worker": "src/apps/clang/clang-worker.ts",
  },
  outdir: dist,
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  format: "cjs",
  // Packages loaded on demand (z3): the launcher runs the bundle as a script, where only require works.
  supported: { "dynamic-import": false },
  target: "node20",
  external: ["@yowasp/clang", "esbuild", "z3-solver"],
  define: { "import.meta.url": "__moduleUrl", __ravelBuild: JSON.stringify(buildNumber()) },
  banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  plugins: [lateBuiltins],
  minifySyntax: true,
  charset: "ascii", // the launcher relies on it
  legalComments: "none",
  logLevel: "warning",
});
cpSync(join(root, "scripts/launcher.cjs"), join(dist, "cli.js"));
for (const file of readdirSync(dist)) if (/^(ravel\.cache-|checker\.)/.test(file)) rmSync(join(dist, file));
// The code cache holds what has run when it is written: a second check, which compiles nothing and is the one that should be quick.
const scratch = mkdtempSync(join(tmpdir(), "ravel-build-"));
for (const write of ["0", "1"]) {
  spawnSync(process.execPath, [join(dist, "cli.js"), "check", join(root, "examples/lost-update.c"), "--max-runs", "20"], {
    env: { ...process.env, RAVEL_WRITE_CODE_CACHE: write, RAVEL_CACHE_DIR: scratch },
  });
}
rmSync(scratch, { recursive: true, force: true });
process.exit(0); // the compiler's worker thread may still be warm
