// The debugger's page: `ravel debug FILE.c` without --dap. In: a session. Out: a server for a browser, until its last page has gone or Ctrl-C.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DebugSession } from "../../debugger/contract.ts";
import { SessionDesk } from "../../debugger/requests.ts";
import { debuggerFolder } from "../clang/assets.ts";
import { type ServedFile, serve } from "../server/server.ts";

const graceMs = 30_000;

const types: Readonly<Record<string, string>> = {
  "index.html": "text/html; charset=utf-8",
  "debugger.js": "text/javascript; charset=utf-8",
  "debugger.css": "text/css; charset=utf-8",
};

export async function servePage(session: DebugSession, title: string, opens: boolean): Promise<number> {
  const folder = debuggerFolder();
  const files = new Map(
    Object.entries(types).map(([name, type]): [string, ServedFile] => [
      name === "index.html" ? "" : name,
      { type, body: readFileSync(join(folder, name)) },
    ]),
  );
  const server = await serve(new SessionDesk(session, title), { files, graceMs });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.stop());
  process.stdout.write(`${server.address}\n`);
  if (process.stdout.isTTY)
    process.stderr.write("Open this address in a browser. Ctrl-C ends the debugger; so does closing its last page, after 30 s.\n");
  if (opens) openBrowser(server.address);
  await server.ended;
  return 0;
}

/** Starts the system's browser. If there is none, the address is still printed. */
function openBrowser(address: string): void {
  const [command, args] =
    process.platform === "darwin" ? ["open", [address]] : process.platform === "win32" ? ["explorer", [address]] : ["xdg-open", [address]];
  spawn(command as string, args as string[], { stdio: "ignore", detached: true })
    .on("error", () => process.stderr.write("no browser could be started: open the address yourself\n"))
    .unref();
}
