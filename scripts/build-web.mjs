// Bundles the script and the style of the HTML report (web/). In: nothing. Out: their texts, as one file each without imports.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function buildWeb() {
  const { outputFiles } = await build({
    entryPoints: { "report-page": "web/report.ts", "report-style": "web/report.css" },
    outdir: "out",
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    target: ["chrome110", "firefox110", "safari16"],
    minify: true,
    charset: "ascii",
    legalComments: "none",
    logLevel: "warning",
  });
  const textOf = (end) => outputFiles.find((f) => f.path.endsWith(end)).text;
  return { script: textOf(".js"), style: textOf(".css") };
}
