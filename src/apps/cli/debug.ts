// ravel debug FILE.c | WITNESS.json : the debugger, as a page for a browser, or for editors (--dap, --port).

import type { AddressInfo } from "node:net";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { fail } from "../../support/diagnostics.ts";
import { servePort, serveStreams } from "../dap/serve.ts";
import { type OpenTarget, wordsOf } from "../dap/target.ts";
import { servePage } from "./debug-page.ts";
import { openDebugTarget } from "./debug-target.ts";
import { type ParsedArguments, parseArguments } from "./options.ts";
import { fileSources } from "./sources.ts";

/** When the first page has been shown. */
const keepAfterMs = 2000;

export async function debugCommand(args: ParsedArguments): Promise<number> {
  if (args.flag("dap") || args.number("port") !== null) return serveEditors(args);
  const { session, remarks, keep } = await openDebugTarget(args);
  for (const remark of remarks) process.stderr.write(`${renderDiagnostic(remark, fileSources).join("\n")}\n`);
  setTimeout(keep, keepAfterMs).unref();
  return servePage(session, args.positionals.join(" "), args.flag("open"));
}

/** Serves an editor on standard input and output until it is gone, or editors at a port of this machine until the process ends. */
async function serveEditors(args: ParsedArguments): Promise<number> {
  const open: OpenTarget = async (launch) => {
    if (launch.cwd !== undefined) changeFolder(launch.cwd);
    const given = launch.program === undefined ? { ...launch, program: args.positionals } : launch;
    return openDebugTarget(parseArguments("debug", wordsOf(given)), launch.at ?? null);
  };
  const port = args.number("port");
  if (port === null) {
    await serveStreams(process.stdin, process.stdout, open);
    return 0;
  }
  const server = await servePort(port, open).catch((error: Error) => fail("RVL001", `cannot listen at port ${port}: ${error.message}`));
  process.stderr.write(`ravel debug: editors can connect to 127.0.0.1:${(server.address() as AddressInfo).port}; Ctrl-C ends it\n`);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  server.close();
  return 0;
}

function changeFolder(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    fail("RVL002", `cannot enter the directory ${folder}: ${(error as Error).message}`);
  }
}
