// Starts the bundled command line, also in its worker threads, from V8's code cache: compiling the bundle would take longer than a cached
// check. The build runs a check that writes the cache (RAVEL_WRITE_CODE_CACHE=1). If it is missing or belongs to another Node, V8 compiles
// the bundle.

const fs = require("node:fs");
const path = require("node:path");
const { Module } = require("node:module");
const vm = require("node:vm");
const { isMainThread } = require("node:worker_threads");

const filename = path.join(__dirname, "ravel.js");
const cacheFile = path.join(__dirname, `ravel.cache-${process.version}-${process.arch}`);

let cachedData;
try {
  cachedData = fs.readFileSync(cacheFile);
} catch {
  cachedData = undefined;
}
// The bundle is ASCII: read as Latin-1 it need not be decoded.
const script = new vm.Script(Module.wrap(fs.readFileSync(filename, "latin1")), { filename, cachedData });
script.runInThisContext()(exports, require, module, filename, __dirname);

if (isMainThread && process.env.RAVEL_WRITE_CODE_CACHE === "1") {
  process.on("exit", () => {
    try {
      const temporary = `${cacheFile}.${process.pid}`;
      fs.writeFileSync(temporary, script.createCachedData());
      fs.renameSync(temporary, cacheFile);
    } catch {
      // The cache only saves time.
    }
  });
}
