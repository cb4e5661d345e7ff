// An editor that debugs programs of the collection: launch, places of threads, values, steps. The adapter and the session are in this process; the messages cross a socket.

import { fileURLToPath } from "node:url";
import type { DebugClient } from "@vscode/debugadapter-testsupport";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { readSources } from "../../../../src/apps/cli/sources.ts";
import type { OpenTarget } from "../../../../src/apps/dap/target.ts";
import { openSession } from "../../../../src/debugger/open-session.ts";
import { defaultProperties } from "../../../../src/execution/errors.ts";
import { load } from "../../../../src/frontend/load.ts";
import { loadRequest, machineOptions } from "../../../run.ts";
import { connect, launch, move } from "./stub.ts";

/** A program of the collection, by its place there. */
export const programOf = (name: string): string => fileURLToPath(new URL(`../../../programs/${name}/program.c`, import.meta.url));

const open =
  (files: readonly string[]): OpenTarget =>
  async () => {
    const [first = ""] = files;
    const request = { ...loadRequest(first), files };
    const { program } = await load(request);
    const { toolchain: _, cache: __, ...built } = request;
    const session = openSession({
      program,
      machine: machineOptions(defaultProperties),
      schedule: null,
      source: readSources(),
      version: "test",
      built,
    });
    return {
      session,
      folder: "/",
      startsAtFailure: false,
      remarks: [],
      hasChanged: () => false,
      saveWitness: () => undefined,
    };
  };

type Stop = DebugProtocol.StoppedEvent["body"];

export class Editor {
  #stop: Stop;

  private constructor(
    readonly client: DebugClient,
    readonly files: readonly string[],
    stop: Stop,
  ) {
    this.#stop = stop;
  }

  /** Launches; all default properties are exceptions. */
  static async debug(...files: readonly string[]): Promise<Editor> {
    const client = await connect(open(files));
    const stop = await launch(client, { program: files }, () => client.setExceptionBreakpointsRequest({ filters: [...defaultProperties] }));
    return new Editor(client, files, stop);
  }

  /** Sends a request that moves the session. Returns why and where it stopped: `breakpoint T1 serve:13`. */
  async go(command: string, args: object = {}): Promise<string> {
    this.#stop = await move(this.client, command, { threadId: this.#stop.threadId, ...args });
    return this.where();
  }

  /** Steps a thread by its index: `over`, `line`, `out`, `visible`. */
  step(thread: number, kind: string): Promise<string> {
    return this.go("ravel/step", { threadId: thread + 1, kind });
  }

  async where(): Promise<string> {
    const { reason, threadId = 0 } = this.#stop;
    return `${reason} ${await this.at(threadId - 1)}`;
  }

  get text(): string {
    return this.#stop.text ?? "";
  }

  /** Where a thread stands: `T1 serve:13`. */
  async at(thread: number): Promise<string> {
    const { stackFrames } = (await this.client.stackTraceRequest({ threadId: thread + 1 })).body;
    const [frame] = stackFrames;
    return `${thread === 0 ? "main" : `T${thread}`} ${frame === undefined ? "ended" : `${frame.name}:${frame.line}`}`;
  }

  async threads(): Promise<string[]> {
    return (await this.client.threadsRequest()).body.threads.map((t) => t.name);
  }

  /** What a scope of the thread's innermost frame shows. */
  async scope(thread: number, name: string): Promise<{ readonly reference: number; readonly values: Record<string, string> }> {
    const { stackFrames } = (await this.client.stackTraceRequest({ threadId: thread + 1 })).body;
    const { scopes } = (await this.client.scopesRequest({ frameId: stackFrames[0]?.id ?? 0 })).body;
    const reference = scopes.find((s) => s.name === name)?.variablesReference ?? 0;
    if (reference === 0) return { reference, values: {} };
    const { variables } = (await this.client.variablesRequest({ variablesReference: reference })).body;
    return { reference, values: Object.fromEntries(variables.map((v) => [v.name, v.value])) };
  }

  async type(expression: string): Promise<string> {
    return (await this.client.evaluateRequest({ expression, context: "repl" })).body.result;
  }

  /** Types a command that moves the session. */
  jump(expression: string): Promise<string> {
    return this.go("evaluate", { expression, context: "repl" });
  }

  async breakAt(line: number, rest: Partial<DebugProtocol.SourceBreakpoint> = {}, file = this.files[0] as string): Promise<boolean> {
    const { breakpoints } = (await this.client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line, ...rest }] })).body;
    return breakpoints[0]?.verified ?? false;
  }

  async breakAtFunctions(...names: readonly string[]): Promise<boolean[]> {
    const { breakpoints } = (await this.client.setFunctionBreakpointsRequest({ breakpoints: names.map((name) => ({ name })) })).body;
    return breakpoints.map((b) => b.verified);
  }

  /** Watches an object by an expression. */
  async watch(name: string, accessType: "read" | "write" | "readWrite"): Promise<boolean> {
    const { dataId } = (await this.client.dataBreakpointInfoRequest({ name })).body;
    const { breakpoints } = (await this.client.setDataBreakpointsRequest({ breakpoints: [{ dataId: dataId ?? "", accessType }] })).body;
    return breakpoints[0]?.verified ?? false;
  }
}
