// Builds dist/: the bundled command line and its workers, the types of the public API, the headers, and the library compiled for both data
// models, with an index of its symbols. The library is rebuilt only if its sources, the headers or the compiler have changed.
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
import { buildTypes } from "./build-types.mjs";
import { buildDebugger, buildWeb, bundledFiles } from "./build-web.mjs";
import { noticesOf } from "./notices.mjs";

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

/** The exported symbols of an IR file: functions with external linkage, and variables with an initialiser. */
function exportedSymbols(ir) {
  const functions = [...ir.matchAll(/^define (?!internal |private )[^@\n]*@"?([^"(\s]+)"?\(/gm)];
  const variables = [...ir.matchAll(/^@"?([^"\s]+)"? = (?!internal |private |external |extern_weak )[^\n]*\b(?:global|constant|alias) /gm)];
  return [...functions, ...variables].map((m) => m[1]);
}

/** A hash of everything that turns C into a program: cached programs are valid for this build only. */
function hashBuild() {
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
  // Built in another directory and renamed, so that running checks keep finding their files.
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

/** The launcher reads the bundle as Latin-1. esbuild escapes other characters in texts, but not in regular expressions and tagged templates; comments do not matter. */
function requireAscii(path) {
  const line = readFileSync(path, "utf8")
    .split("\n")
    .find((text) => /\P{ASCII}/u.test(text) && !/^\s*(\/\/|\/?\*)/.test(text));
  if (line !== undefined) throw new Error(`${path} is not ASCII; write \\u escapes in: ${line.trim()}`);
}

/** Loads modules of Node on first use that not every check needs and that take milliseconds to load. */
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
rmSync(join(dist, "native-runtime"), { recursive: true, force: true });
cpSync(join(root, "src/apps/native/runtime"), join(dist, "native-runtime"), { recursive: true });
rmSync(join(dist, "gdb-python"), { recursive: true, force: true });
cpSync(join(root, "src/apps/native/gdb"), join(dist, "gdb-python"), { recursive: true });
await buildLibraryIfNeeded();
const web = await buildWeb();
writeFileSync(join(dist, "report-page.js"), web.script);
writeFileSync(join(dist, "report-page.css"), web.style);
mkdirSync(join(dist, "debugger"), { recursive: true });
for (const [name, text] of Object.entries(await buildDebugger())) writeFileSync(join(dist, "debugger", name), text);

// CommonJS: it starts faster than ES modules, and the command line can be run from V8's code cache (see scripts/launcher.cjs).
writeFileSync(join(dist, "package.json"), '{ "type": "commonjs" }\n');
const { metafile } = await build({
  metafile: true,
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
  // For packages that are loaded on demand (z3): the launcher runs the bundle as a script, in which only require works.
  supported: { "dynamic-import": false },
  target: "node20",
  external: ["@yowasp/clang", "esbuild", "z3-solver"],
  define: { "import.meta.url": "__moduleUrl", __ravelBuild: JSON.stringify(hashBuild()) },
  banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  plugins: [lateBuiltins],
  minifySyntax: true,
  charset: "ascii", // the launcher relies on it
  legalComments: "none",
  logLevel: "warning",
});
requireAscii(join(dist, "ravel.js"));
writeFileSync(join(dist, "THIRD-PARTY.txt"), noticesOf(root, [...bundledFiles, ...Object.keys(metafile.inputs)]));
buildTypes(join(dist, "types"));
cpSync(join(root, "scripts/launcher.cjs"), join(dist, "cli.js"));
const { stdout: manual } = spawnSync(process.execPath, [join(dist, "cli.js"), "completion", "man"]);
mkdirSync(join(dist, "man"), { recursive: true });
writeFileSync(join(dist, "man/ravel.1"), manual);
for (const file of readdirSync(dist)) if (file.startsWith("ravel.cache-")) rmSync(join(dist, file));
// A code cache contains the functions that have run when it is written (launcher.cjs). That of threads is written by checks that run there (the first is of a program that is not in the cache). That of the
// main thread is written by a second check, which finds its program in the cache, as most checks do.
const scratch = mkdtempSync(join(tmpdir(), "ravel-build-"));
const check = (write, ...args) =>
  spawnSync(process.execPath, [join(dist, "cli.js"), "check", ...args], {
    env: { ...process.env, RAVEL_WRITE_CODE_CACHE: write, RAVEL_CACHE_DIR: scratch },
  });
for (const engine of ["auto", "staged", "guided", "fusion"]) check("1", join(root, "examples/overdraft.c"), "--engine", engine);
for (const write of ["0", "1"]) check(write, join(root, "examples/lost-update.c"), "--max-runs", "20");
rmSync(scratch, { recursive: true, force: true });
process.exit(0); // the compiler's worker thread may still be running
