// Compiles the library models. In: src/frontend/library/*.c. Out: one file of IR per C file and data model, OUT/<data model>/<name>.ll.
//
// It uses the embedded clang, so that every machine with Node builds the same files, and Ravel's own headers. The debug information has only
// lines and function names, since the variables of the library are never shown. Paths are relative to the project, so that the result does
// not depend on where it was built.
//
// usage: node scripts/build-library.mjs [--out FOLDER] [--sources FOLDER] [NAME …]     (default: dist/library, every model)

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles the compiler driver, with its worker next to it, and imports it. */
async function loadCompiler() {
  const outdir = join(root, "node_modules/.cache/ravel/build-library");
  const entryPoints = ["compile", "clang-worker"].map((name) => join(root, `src/apps/clang/${name}.ts`));
  await build({
    entryPoints,
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
  writeFileSync(join(outdir, "package.json"), '{ "type": "module" }\n');
  return import(pathToFileURL(join(outdir, "compile.js")).href);
}

export async function buildLibrary({
  out = join(root, "dist/library"),
  sources = "src/frontend/library",
  headers = "src/frontend/headers",
  names = [],
} = {}) {
  process.chdir(root);
  const { compileToIr } = await loadCompiler();
  const all = readdirSync(sources)
    .filter((file) => file.endsWith(".c"))
    .sort();
  const files = all.filter((file) => names.length === 0 || names.includes(basename(file, ".c"))).map((file) => `${sources}/${file}`);
  const written = [];
  for (const dataModel of ["lp64", "ilp32"]) {
    const units = await compileToIr({
      files,
      flags: ["-I", sources],
      dataModel,
      clang: "embedded",
      systemHeaders: false,
      headerDir: headers,
      cache: null,
      debug: "lines",
    });
    const folder = join(out, dataModel);
    if (names.length === 0) rmSync(folder, { recursive: true, force: true }); // files of deleted models must not remain
    mkdirSync(folder, { recursive: true });
    for (const unit of units) {
      const path = join(folder, `${basename(unit.file, ".c")}.ll`);
      writeFileSync(path, unit.ir);
      written.push({ path, bytes: unit.ir.length });
    }
  }
  return written;
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { out: { type: "string" }, sources: { type: "string" } }, allowPositionals: true });
  const out = values.out === undefined ? undefined : resolve(values.out);
  const sources = values.sources === undefined ? undefined : resolve(values.sources);
  try {
    const written = await buildLibrary({ out, sources, names: positionals });
    console.log(`${written.length} files, ${Math.round(written.reduce((sum, { bytes }) => sum + bytes, 0) / 1024)} kB`);
  } catch (error) {
    if (error.diagnostics === undefined) throw error;
    for (const { message, location, severity } of error.diagnostics) {
      console.error(`${location === null ? "" : `${location.file}:${location.line}:${location.column ?? 1}: `}${severity}: ${message}`);
    }
    process.exitCode = 1;
  }
}
