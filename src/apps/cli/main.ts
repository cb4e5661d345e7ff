// The command line. In: arguments. Out: text and an exit status. The only place that catches broken invariants.

import { isMainThread } from "node:worker_threads";
import { version } from "../../../package.json";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { failureToJson } from "../../reports/json.ts";
import { type Diagnostic, diagnostic, fail, isInternal, RavelError } from "../../support/diagnostics.ts";
import { fileDiagnostic } from "./file-errors.ts";
import { helpText } from "./help.ts";
import { nearest } from "./nearest.ts";
import { type Command, declarations, type ParsedArguments, parseArguments, ravelArguments } from "./options.ts";
import { fileSources } from "./sources.ts";

const usageStatus = 2;
const internalStatus = 5;

/** Loaded when needed: starting takes longer than a small check. */
const commands: Readonly<Record<Command, (args: ParsedArguments) => Promise<number>>> = {
  check: async (args) => (await import("./check.ts")).checkCommand(args),
  run: async (args) => (await import("./run.ts")).runCommand(args),
  replay: async (args) => (await import("./replay.ts")).replayCommand(args),
  validate: async (args) => (await import("./validate.ts")).validateCommand(args),
  certify: async (args) => (await import("./certify.ts")).certifyCommand(args),
  debug: async (args) => (await import("./debug.ts")).debugCommand(args),
  graph: async (args) => (await import("./graph.ts")).graphCommand(args),
  solve: async (args) => (await import("./solve.ts")).solveCommand(args),
  init: async (args) => (await import("./init.ts")).initCommand(args),
  completion: async (args) => (await import("./completion.ts")).completionCommand(args),
  engines: async (args) => (await import("./engines.ts")).enginesCommand(args),
};

async function main(words: readonly string[]): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined) {
    process.stderr.write(helpText(null));
    return usageStatus;
  }
  if (first === "help" || first === "--help" || first === "-h") {
    process.stdout.write(helpText(rest[0] ?? null));
    return 0;
  }
  if (first === "--version" || first === "-V") {
    process.stdout.write(`ravel ${version}\n`);
    return 0;
  }
  if (!Object.hasOwn(declarations, first)) unknownCommand(first);
  if (ravelArguments(rest).some((w) => w === "--help" || w === "-h")) {
    process.stdout.write(helpText(first));
    return 0;
  }
  return commands[first as Command](parseArguments(first as Command, rest));
}

function unknownCommand(word: string): never {
  const known = Object.keys(declarations);
  const hint = /\.[ci]$/.test(word) ? `ravel check ${word}` : (nearest(word, known, "ravel ") ?? `commands: ${known.join(", ")}`);
  return fail("RVL001", `unknown command ${word}`, { hint });
}

/** Reports an error once, in the requested format. Returns the exit status. */
function explain(error: unknown, words: readonly string[]): number {
  const ofFiles = fileDiagnostic(error);
  const faults: readonly Diagnostic[] =
    error instanceof RavelError
      ? error.diagnostics
      : ofFiles !== null
        ? [ofFiles]
        : [
            diagnostic("RVL901", error instanceof Error ? `${error.name}: ${error.message}` : String(error), {
              hint: "please report this bug in Ravel, with the program and the command; RAVEL_DEBUG=1 prints a stack trace",
            }),
          ];
  const own = ravelArguments(words);
  const json = own.some((w, i) => w === "--format=json" || (w === "--format" && own[i + 1] === "json"));
  if (json)
    process.stdout.write(
      `${JSON.stringify(
        failureToJson(
          version,
          own.slice(1).filter((w) => /\.[ci]$/.test(w)),
          faults,
        ),
        null,
        2,
      )}\n`,
    );
  else for (const d of faults) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  if (process.env.RAVEL_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return faults.some(isInternal) ? internalStatus : usageStatus;
}

async function runCommandLine(words: readonly string[]): Promise<void> {
  process.stdout.on("error", (e: NodeJS.ErrnoException) => {
    if (e.code === "EPIPE") process.exit(process.exitCode ?? 0); // the reader closed the pipe
    const d = diagnostic("RVL007", `cannot write standard output: ${e.message}`);
    process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
    process.exit(usageStatus);
  });
  try {
    process.exitCode = await main(words);
  } catch (error) {
    process.exitCode = explain(error, words);
  }
  // When Node's event loop drains, Node removes the signal handlers before it exits; a signal in between would change the exit status of a finished report.
  for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write("", resolve));
  process.exit();
}

// No top-level await: the bundle is CommonJS. The threads that a check starts also load it (checker.ts).
if (isMainThread) void runCommandLine(process.argv.slice(2));
else void import("./checker.ts");
