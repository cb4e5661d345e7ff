#!/usr/bin/env node
// Starts the bundled command line, also in its worker threads, from V8's code cache: compiling the bundle would take longer than a cached
// check. The build runs checks that write the caches (RAVEL_WRITE_CODE_CACHE=1). If one is missing or belongs to another Node, V8 compiles
// the bundle. Threads have a cache of their own: it has the engines that are not tried on the main thread, whose cache stays small.

const fs = require("node:fs");
const path = require("node:path");
const { Module } = require("node:module");
const vm = require("node:vm");
const { isMainThread, parentPort } = require("node:worker_threads");

// An installed command is a symbolic link. Threads are started from this name, and Ravel's own files are recognised by it.
if (isMainThread) process.argv[1] = __filename;

const filename = path.join(__dirname, "ravel.js");
const cacheFile = path.join(__dirname, `ravel.cache-${isMainThread ? "" : "threads-"}${process.version}-${process.arch}`);

let cachedData;
try {
  cachedData = fs.readFileSync(cacheFile);
} catch {
  cachedData = undefined;
}
// The bundle is ASCII: read as Latin-1 it need not be decoded.
const script = new vm.Script(Module.wrap(fs.readFileSync(filename, "latin1")), { filename, cachedData });

function writeCache() {
  try {
    const temporary = `${cacheFile}.${process.pid}`;
    fs.writeFileSync(temporary, script.createCachedData());
    fs.renameSync(temporary, cacheFile);
  } catch {
    // The cache only saves time.
  }
}

if (process.env.RAVEL_WRITE_CODE_CACHE === "1") {
  if (isMainThread) process.on("exit", writeCache);
  else {
    // A thread is ended as soon as it has reported.
    const post = parentPort.postMessage.bind(parentPort);
    parentPort.postMessage = (message) => {
      if (message?.kind === "report") writeCache();
      post(message);
    };
  }
}
script.runInThisContext()(exports, require, module, filename, __dirname);
