// Builds the playground: a folder of static files in which compiler, engines and debugger run in a browser. Needs dist/ (npm run build).
//
// Large files are compressed here, so that every server of static files serves them small. The compiler's file is written only if the compiler has changed.
//
// usage: node scripts/build-playground.mjs [--out FOLDER]     (default: dist/playground)

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { buildWeb, bundle } from "./build-web.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** Headers of the compiler that most programs include, directly or not; the rest, above all intrinsics of processors, is loaded if a program needs it. */
const isCommon = /^include\/(__std\w+|std\w+|float|limits|inttypes|iso646|tgmath)\.h$/;

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

function textsBelow(folder, wanted = () => true) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** The compiler's own headers: the files directly in `include/` of the tar file. */
function resourceHeaders(tar) {
  const blockSize = 512;
  const headers = {};
  for (let at = 0; at + blockSize <= tar.length && tar[at] !== 0; ) {
    const name = tar.toString("latin1", at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString("latin1", at + 124, at + 135), 8);
    if (/^include\/[^/]+$/.test(name)) headers[name] = tar.toString("utf8", at + blockSize, at + blockSize + size);
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
  }
  return headers;
}

/** `level`: how hard the compiler's file is compressed. */
export async function buildPlayground(out = join(dist, "playground"), level = 9) {
  mkdirSync(out, { recursive: true });
  const { version } = readJson(join(root, "package.json"));
  const package_ = dirname(createRequire(import.meta.url).resolve("@yowasp/clang"));
  const clang = readJson(join(package_, "../package.json")).version;
  const report = await buildWeb();
  const asset = (text) => ({ text, hash: createHash("sha256").update(text).digest("base64") });
  const [script, style] = [asset(report.script), asset(report.style)];
  const page = await bundle({ playground: "web/playground/playground.ts", "playground-style": "web/playground/playground.css" });
  // z3 is another solver for those who ask for it; nothing in the playground does.
  const worker = await bundle({ worker: "src/apps/browser/worker.ts" }, { external: ["z3-solver"], supported: { "dynamic-import": true } });
  const resources = resourceHeaders(readFileSync(join(package_, "llvm-resources.tar")));
  const files = {
    version,
    compiler: `clang ${clang} (embedded)`,
    headers: textsBelow(join(dist, "headers")),
    common: Object.fromEntries(Object.entries(resources).filter(([name]) => isCommon.test(name))),
    library: textsBelow(join(dist, "compiled-library/lp64")),
    script,
    style,
  };
  const written = {
    "index.html": readFileSync(join(root, "web/playground/index.html"), "utf8").replace("REPORT-SCRIPT", `sha256-${script.hash}`),
    "playground.js": page(".js"),
    "playground.css": page(".css"),
    "worker.js": worker(".js"),
    "examples.json": JSON.stringify(textsBelow(join(root, "examples"), (name) => name.endsWith(".c"))),
    "files.json.gz": gzipSync(JSON.stringify(files), { level: 9 }),
  };
  const hash = createHash("sha256").update(clang);
  for (const content of Object.values(written)) hash.update(content);
  const known = { version: hash.digest("hex").slice(0, 16), names: Object.keys(written).filter((name) => name !== "index.html") };
  const keeper = await bundle(
    { "service-worker": "web/playground/service-worker.ts" },
    { define: { __ravelFiles: JSON.stringify(known) } },
  );
  written["service-worker.js"] = keeper(".js");
  for (const [name, content] of Object.entries(written)) writeFileSync(join(out, name), content);
  const stamp = join(out, "compiler.version");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== clang) {
    rmSync(stamp, { force: true });
    writeFileSync(join(out, "compiler.wasm.gz"), gzipSync(readFileSync(join(package_, "llvm.core.wasm")), { level }));
    writeFileSync(join(out, "resources.json.gz"), gzipSync(JSON.stringify(resources), { level: 9 }));
    writeFileSync(stamp, clang);
  }
  return out;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const out = await buildPlayground(values.out === undefined ? undefined : resolve(values.out));
  const sizes = readdirSync(out).map((name) => [name, statSync(join(out, name)).size]);
  const first = sizes
    .filter(([name]) => !["resources.json.gz", "compiler.version"].includes(name))
    .reduce((sum, [, size]) => sum + size, 0);
  for (const [name, size] of sizes) console.log(`${name.padEnd(22)} ${(size / 1e6).toFixed(2).padStart(7)} MB`);
  console.log(`${"first visit".padEnd(22)} ${(first / 1e6).toFixed(2).padStart(7)} MB`);
  console.log(`\nServe ${relative(process.cwd(), out) || "."} with any server of static files, over https or from localhost.`);
}
