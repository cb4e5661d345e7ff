// Starts the bundled command line, or in a worker thread the bundled check, from V8's code cache: compiling a bundle anew would
// take longer than a cached check. The build has the caches written by a first check (RAVEL_WRITE_CODE_CACHE=1); where they are
// missing or do not fit this Node, all works without them.

const fs = require("node:fs");
const path = require("node:path");
const { Module } = require("node:module");
const vm = require("node:vm");
const { isMainThread } = require("node:worker_threads");

const bundle = isMainThread ? "ravel" : "checker";
const filename = path.join(__dirname, `${bundle}.js`);
const cacheFile = path.join(__dirname, `${bundle}.cache-${process.version}-${process.arch}`);

let cachedData;
try {
  cachedData = fs.readFileSync(cacheFile);
} catch {
  cachedData = undefined;
}
const script = new vm.Script(Module.wrap(fs.readFileSync(filename, "utf8")), { filename, cachedData });
script.runInThisContext()(exports, require, module, filename, __dirname);

if (process.env.RAVEL_WRITE_CODE_CACHE === "1") {
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
