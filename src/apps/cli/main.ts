// The command line: words in, text and an exit status out. The only place that catches broken invariants.

import { version } from "../../../package.json";
import { failureToJson } from "../../reports/json.ts";
import { renderDiagnostic } from "../../reports/text.ts";
import { type Diagnostic, RavelError, diagnostic, fail } from "../../support/diagnostics.ts";
import { checkCommand } from "./check.ts";
import { enginesCommand } from "./engines.ts";
import { helpText } from "./help.ts";
import { fileSources } from "./sources.ts";
import { type Command, declarations, parseArguments } from "./options.ts";
import { replayCommand } from "./replay.ts";
import { runCommand } from "./run.ts";

const usageStatus = 2;
const internalStatus = 5;

const commands: Readonly<Record<Command, (args: ReturnType<typeof parseArguments>) => Promise<number>>> = {
  check: checkCommand,
  run: runCommand,
  replay: replayCommand,
  engines: enginesCommand,
};

async function main(words: readonly string[]): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    process.stdout.write(helpText(rest[0] ?? null));
    return first === undefined ? usageStatus : 0;
  }
  if (first === "--version" || first === "-V") {
    process.stdout.write(`ravel ${version}\n`);
    return 0;
  }
  if (!Object.hasOwn(declarations, first)) {
    fail("RVL001", `unknown command ${first}`, { hint: first.endsWith(".c") ? `ravel check ${first}` : `commands: ${Object.keys(declarations).join(", ")}` });
  }
  const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (own.includes("--help") || own.includes("-h")) {
    process.stdout.write(helpText(first));
    return 0;
  }
  return commands[first as Command](parseArguments(first as Command, rest));
}

/** Whatever goes wrong is said once, in the format asked for. */
function explain(error: unknown, words: readonly string[]): number {
  const faults: readonly Diagnostic[] =
    error instanceof RavelError
      ? error.diagnostics
      : [diagnostic("RVL901", error instanceof Error ? `${error.name}: ${error.message}` : String(error), { hint: "this is a fault of ravel's: please report it with the program and the command; RAVEL_DEBUG=1 shows where" })];
  const json = words.some((w, i) => w === "--format=json" || (w === "--format" && words[i + 1] === "json"));
  if (json) process.stdout.write(`${JSON.stringify(failureToJson(version, [], faults), null, 2)}\n`);
  else for (const d of faults) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  if (process.env.RAVEL_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  const ours = faults.some((d) => d.code.startsWith("RVL9"));
  return ours ? internalStatus : usageStatus;
}

const words = process.argv.slice(2);
process.stdout.on("error", (e: NodeJS.ErrnoException) => {
  if (e.code === "EPIPE") process.exit(process.exitCode ?? 0);
});
void main(words)
  .catch((error: unknown) => explain(error, words))
  .then((status) => {
    process.exitCode = status;
  });
