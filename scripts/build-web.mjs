// Bundles what runs in a browser: the script and the style of the HTML report, the page of the debugger, and the search of the site. In: nothing. Out: their texts, as one file each without imports.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

export const webTarget = ["chrome111", "firefox113", "safari16.4"];

/** Paths of all files that were bundled so far, for the notices of their packages (notices.mjs). */
export const bundledFiles = [];

/** Bundles for browsers. Returns the text of an output by the end of its name. */
export async function bundle(entryPoints, options = {}) {
  const { outputFiles, metafile } = await build({
    metafile: true,
    entryPoints,
    outdir: "out",
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: webTarget,
    minify: true,
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
    ...options,
  });
  bundledFiles.push(...Object.keys(metafile.inputs));
  return (end) => outputFiles.find((f) => f.path.endsWith(end)).text;
}

/** The HTML report's. */
export async function buildWeb() {
  const textOf = await bundle({ "report-page": "web/report.ts", "report-style": "web/report.css" });
  return { script: textOf(".js"), style: textOf(".css") };
}

/** The debugger's: a page, its script and its style, by name. */
export async function buildDebugger() {
  const textOf = await bundle({ debugger: "web/debugger/served.ts", "debugger-style": "web/debugger/debugger.css" });
  return {
    "index.html": readFileSync(join(root, "web/debugger/served.html"), "utf8"),
    "debugger.js": textOf(".js"),
    "debugger.css": textOf(".css"),
  };
}

/** The site's (site/browser). */
export async function buildSearch() {
  const textOf = await bundle({ site: "site/browser/search.ts", "site-style": "site/browser/site.css" });
  return { script: textOf(".js"), style: textOf(".css") };
}
