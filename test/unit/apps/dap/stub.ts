// A session for tests of the protocol alone: it records what it is asked to do, and moves along ten places. And an editor that talks to an adapter over a socket.

import type { Server } from "node:net";
import { DebugClient } from "@vscode/debugadapter-testsupport";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { onTestFinished } from "vitest";
import { servePort } from "../../../../src/apps/dap/serve.ts";
import type { OpenTarget, Target } from "../../../../src/apps/dap/target.ts";
import type { AskAnswer, DebugSession, SessionState, Stop, StopReason, ValueView } from "../../../../src/debugger/contract.ts";
import { fail } from "../../../../src/support/diagnostics.ts";

export const file = "f.c";

const value = (name: string, text: string, rest: Partial<ValueView> = {}): ValueView => ({
  name,
  text,
  type: "int",
  expression: name,
  children: 0,
  isObject: true,
  ...rest,
});

export interface Stub {
  readonly session: DebugSession;
  readonly calls: string[];
  /** What the next state adds. */
  readonly shown: { output: string; log: readonly string[]; breakpoints: readonly number[] };
}

export function stubSession(): Stub {
  const calls: string[] = [];
  const shown: Stub["shown"] = { output: "", log: [], breakpoints: [] };
  let move = 0;
  let reason: StopReason = "entry";
  let input = "7";
  const go = (to: number, why: StopReason, call: string): Stop => {
    calls.push(call);
    move = Math.max(0, Math.min(10, to));
    reason = why;
    return state().stop;
  };
  const state = (): SessionState => ({
    place: { fork: 0, move },
    stop: { reason, thread: move % 2, text: reason === "failure" ? "x == 1" : "", breakpoints: shown.breakpoints, log: shown.log },
    threads: [0, 1].map((index) => ({
      index,
      name: index === 0 ? "main" : `T${index}`,
      label: index === 0 ? "main" : "work",
      status: index === 1 ? "blocked" : "ready",
      waitsFor: index === 1 ? "waits for the mutex m" : "",
      stack: [
        { level: 1, function: "inner", location: { file, line: move + 1, column: 3 } },
        { level: 0, function: "outer", location: null },
      ],
      atVisible: true,
      holds: [],
    })),
    locks: [{ name: "m", holders: [0], waiters: [1] }],
    violations:
      reason === "failure"
        ? [{ property: "assert", kind: "assertion", message: "x == 1", location: { file, line: 9 }, thread: 0, move }]
        : [],
    outcome: "",
    output: shown.output,
    inputs: [{ number: 1, thread: 0, move: 2, what: "__VERIFIER_nondet_int", bits: 32, value: input }],
    forks: [{ id: 0, name: "first", parent: null, length: 10, end: "" }],
    next: 0,
  });
  const session: DebugSession = {
    state,
    step: (thread, kind) => go(move + 1, "step", `step ${thread} ${kind}`),
    back: (thread, kind) => go(move - 1, "step", `back ${thread} ${kind}`),
    continue: () => go(10, "failure", "continue"),
    reverseContinue: () => go(0, "start", "reverseContinue"),
    runTo: (name, line, thread) => go(5, "step", `runTo ${name}:${line} ${thread}`),
    goTo: (place) => go(place.move, "jump", `goTo ${place.fork} ${place.move}`),
    setBreakpoints: (specs) => {
      calls.push(`breakpoints ${JSON.stringify(specs)}`);
      return specs.map((spec, i) => ({
        number: i + 1,
        spec,
        location: spec.kind === "line" ? { file, line: spec.line + 1 } : null,
        problem: spec.kind === "function" && spec.name === "nowhere" ? "there is no function nowhere" : "",
      }));
    },
    setInput: (number, text) => {
      input = /^-?\d+$/.test(text) ? text : fail("RVL106", `${text} is not an integer`);
      return go(2, "jump", `input ${number} ${text}`);
    },
    renameFork: (id, name) => void calls.push(`rename ${id} ${name}`),
    removeFork: (id) => void calls.push(`remove ${id}`),
    compareForks: () => ["x is 1 in one and 2 in the other"],
    variables: () => [value("a", "{0, 1, …}", { children: 250, type: "int[250]" }), value("i", String(move), { isObject: false })],
    globals: () => [value("x", "1")],
    children: (_, expression) => Array.from({ length: 250 }, (_, i) => value(`[${i}]`, String(i), { expression: `${expression}[${i}]` })),
    evaluate: (_, expression) => (expression === "x" ? value("x", "1") : fail("RVL001", `${expression} has no meaning here`)),
    completions: () => ["count", "cursor"],
    writesOf: () => [{ place: { fork: 0, move: 3 }, thread: 1, location: { file, line: 4 }, before: "0", after: "1" }],
    timeline: () => ({ timeline: { lanes: [], steps: [], arrows: [] }, files: [file], moveOf: [] }),
    ask: (request, isCancelled, progress) => answer(request.text, JSON.stringify(request), isCancelled, progress),
    files: () => [file],
    sourceText: () => null,
    witness: () => ({ kind: "witness" }),
  };
  return { session, calls, shown };
}

/** `forever` is asked until it is cancelled. */
async function answer(
  text: string,
  request: string,
  isCancelled: () => boolean,
  progress: (p: { text: string }) => void,
): Promise<AskAnswer> {
  if (text === "nonsense") fail("RVL001", "the question is not one of the known forms");
  for (let run = 1; text === "forever" && !isCancelled(); run++) {
    progress({ text: `${run} runs` });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { answer: "yes", text: request, code: "", place: { fork: 0, move: 4 }, lines: [{ text: "because", place: null }] };
}

export const stubTarget = (session: DebugSession, rest: Partial<Target> = {}): Target => ({
  session,
  folder: "/w",
  startsAtFailure: false,
  remarks: [],
  hasChanged: () => false,
  saveWitness: () => undefined,
  ...rest,
});

/** An editor that is connected to an adapter in this process; closed when the test ends. */
export async function connect(open: OpenTarget): Promise<DebugClient> {
  const server: Server = await servePort(0, open);
  const { port } = server.address() as { port: number };
  const client = new DebugClient("node", "", "ravel");
  onTestFinished(async () => {
    await client.stop();
    server.close();
  });
  await client.start(port);
  return client;
}

/** Initialize, launch, breakpoints, and the first stop. */
export async function launch(
  client: DebugClient,
  args: Record<string, unknown>,
  configure: () => Promise<unknown> = async () => undefined,
): Promise<DebugProtocol.StoppedEvent["body"]> {
  const ready = client.waitForEvent("initialized");
  const stopped = client.waitForEvent("stopped");
  await client.initializeRequest({ adapterID: "ravel", pathFormat: "path", supportsProgressReporting: true });
  await client.launchRequest(args as DebugProtocol.LaunchRequestArguments);
  await ready;
  await configure();
  await client.configurationDoneRequest();
  return ((await stopped) as DebugProtocol.StoppedEvent).body;
}

/** Sends a request that moves the session. Returns the stop. */
export async function move(client: DebugClient, command: string, args: object = {}): Promise<DebugProtocol.StoppedEvent["body"]> {
  const stopped = client.waitForEvent("stopped");
  await client.send(command, args);
  return ((await stopped) as DebugProtocol.StoppedEvent).body;
}

/** The message of a request that must fail. */
export const refusal = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => "it was served",
    (error: Error) => error.message,
  );
