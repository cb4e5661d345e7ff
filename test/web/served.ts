// Sessions and servers for the tests of the debugger's page. In: a program, or a time line. Out: the address of a page that debugs it.

import { readFileSync } from "node:fs";
import { buildDebugger } from "../../scripts/build-web.mjs";
import { fileSources } from "../../src/apps/cli/sources.ts";
import { type DebugServer, type ServedFile, serve } from "../../src/apps/server/server.ts";
import type { DebugSession } from "../../src/debugger/contract.ts";
import { openSession } from "../../src/debugger/open-session.ts";
import { SessionDesk } from "../../src/debugger/requests.ts";
import { defaultProperties } from "../../src/execution/errors.ts";
import { checkText, compile, machineOptions } from "../run.ts";

export async function sessionOf(file: string, isAtFailure: boolean): Promise<DebugSession> {
  const program = await compile(file);
  const report = isAtFailure ? await checkText(readFileSync(file, "utf8"), "explore", ["assert", "deadlock"]) : null;
  const schedule = report?.properties.flatMap((p) => p.violations)[0]?.schedule ?? null;
  return openSession({
    program,
    machine: machineOptions(defaultProperties),
    schedule,
    source: fileSources,
    version: "0",
    built: { files: [file], flags: [], dataModel: "lp64", systemHeaders: false },
  });
}

const types: Readonly<Record<string, string>> = { html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css" };

/** Serves sessions with the page as it is in web/ now. */
export class PageServers {
  readonly #servers: DebugServer[] = [];

  private constructor(readonly files: ReadonlyMap<string, ServedFile>) {}

  static async start(): Promise<PageServers> {
    const built = Object.entries(await buildDebugger()).map(([name, text]): [string, ServedFile] => [
      name === "index.html" ? "" : name,
      { type: types[name.slice(name.lastIndexOf(".") + 1)] ?? "", body: Buffer.from(text) },
    ]);
    return new PageServers(new Map(built));
  }

  async serve(session: DebugSession, title: string): Promise<string> {
    const server = await serve(new SessionDesk(session, title), { files: this.files, graceMs: 60_000 });
    this.#servers.push(server);
    return server.address;
  }

  stop(): void {
    for (const server of this.#servers) server.stop();
  }
}
