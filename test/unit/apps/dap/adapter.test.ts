// The protocol over a session that only records: which call a request becomes, and what the editor is told. A failure means that editors see something else than the session does.

import { connect as connectSocket } from "node:net";
import { PassThrough } from "node:stream";
import type { DebugClient } from "@vscode/debugadapter-testsupport";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { describe, expect, test } from "vitest";
import { servePort, serveStreams } from "../../../../src/apps/dap/serve.ts";
import type { Target } from "../../../../src/apps/dap/target.ts";
import { fail } from "../../../../src/support/diagnostics.ts";
import { connect, launch, move, refusal, type Stub, stubSession, stubTarget } from "./stub.ts";

async function start(
  rest: Partial<Target> = {},
  configure?: (client: DebugClient) => Promise<unknown>,
): Promise<Stub & { client: DebugClient }> {
  const stub = stubSession();
  const client = await connect(async () => stubTarget(stub.session, rest));
  await launch(client, { program: "f.c" }, () => configure?.(client) ?? Promise.resolve());
  stub.calls.length = 0;
  return { ...stub, client };
}

const specs = (calls: readonly string[]): unknown => JSON.parse(calls.at(-1)?.replace("breakpoints ", "") ?? "");

describe("moving", () => {
  const main = { threadId: 1 };
  test.each([
    ["next", { ...main }, "step 0 over"],
    ["stepIn", { ...main }, "step 0 line"],
    ["stepOut", { threadId: 2 }, "step 1 out"],
    ["stepBack", { ...main }, "back 0 over"],
    ["next", { ...main, granularity: "instruction" }, "step 0 visible"],
    ["stepBack", { threadId: 2, granularity: "instruction" }, "back 1 visible"],
    ["continue", { ...main }, "continue"],
    ["continue", { threadId: 2, singleThread: true }, "step 1 out"],
    ["reverseContinue", { ...main }, "reverseContinue"],
    ["reverseContinue", { threadId: 2, singleThread: true }, "back 1 out"],
    ["ravel/step", { ...main, kind: "visible" }, "step 0 visible"],
    ["ravel/step", { ...main, kind: "line", back: true }, "back 0 line"],
    ["ravel/jump", { fork: 0, move: 6 }, "goTo 0 6"],
    ["ravel/jump", { fork: 0 }, "goTo 0 10"],
    ["ravel/setInput", { number: 1, value: "-3" }, "input 1 -3"],
    ["restart", {}, "goTo 0 0"],
    ["evaluate", { expression: ":jump 0 4", context: "repl" }, "goTo 0 4"],
    ["evaluate", { expression: ":step visible T1", context: "repl" }, "step 1 visible"],
    ["evaluate", { expression: ":back", context: "repl" }, "back 0 over"],
    ["evaluate", { expression: ":input 1 5", context: "repl" }, "input 1 5"],
  ])("%s %j becomes: %s", async (command, args, call) => {
    const { client, calls } = await start();
    const stop = await move(client, command, args);
    expect(calls).toEqual([call]);
    expect(stop.allThreadsStopped).toBe(true);
  });

  test("a run that continues is interrupted by pause, and refuses other moves meanwhile", async () => {
    const { client, session, calls } = await start();
    const run = session.continue;
    Object.assign(session, {
      continue: () => {
        const stop = run();
        return calls.length > 1000 ? stop : { ...stop, reason: "cancelled" };
      },
    });
    const stopped = client.waitForEvent("stopped");
    await client.continueRequest({ threadId: 1 });
    expect(await refusal(client.nextRequest({ threadId: 1 }))).toBe("the program is running: pause it first");
    expect((await client.threadsRequest()).body.threads.length).toBeGreaterThan(0);
    await client.pauseRequest({ threadId: 1 });
    await stopped;
    expect(calls.length).toBeLessThan(200);
    await move(client, "next", { threadId: 1 });
    expect(calls.at(-1)).toBe("step 0 over");
  });

  test("runs to a line by goto targets", async () => {
    const { client, calls } = await start();
    const { body } = await client.gotoTargetsRequest({ source: { path: "/w/f.c" }, line: 12 });
    await move(client, "goto", { threadId: 2, targetId: body.targets[0]?.id });
    expect(calls).toEqual(["runTo f.c:12 1"]);
  });

  test("a restarted program that has changed is compiled again, and gets its breakpoints", async () => {
    const second = stubSession();
    let opened = 0;
    const client = await connect(async () =>
      stubTarget(opened++ === 0 ? stubSession().session : second.session, { hasChanged: () => true }),
    );
    await launch(client, {}, () => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: "work" }] }));
    expect((await move(client, "restart")).reason).toBe("entry");
    expect(second.calls).toEqual(['breakpoints [{"kind":"function","name":"work"}]']);
  });

  test("a violation is an exception with property, kind and place; the run's end can be left backwards", async () => {
    const { client } = await start();
    const stop = await move(client, "continue", { threadId: 1 });
    expect(stop).toMatchObject({ reason: "exception", description: "Violation: x == 1", threadId: 1 });
    const { body } = await client.exceptionInfoRequest({ threadId: 1 });
    expect(body).toMatchObject({ exceptionId: "assert: assertion", description: "x == 1 at f.c:9" });
    expect((await move(client, "stepBack", { threadId: 1 })).reason).toBe("step");
    expect(await refusal(client.exceptionInfoRequest({ threadId: 1 }))).toBe("no property is violated here");
  });

  test("output comes once, log messages as they are, and another run's output is marked", async () => {
    const { client, shown } = await start();
    const lines: string[] = [];
    client.on("output", (event: DebugProtocol.OutputEvent) => lines.push(`${event.body.category}: ${event.body.output}`));
    shown.output = "one\n";
    shown.log = ["x is 1"];
    await move(client, "next", { threadId: 1 });
    shown.log = [];
    shown.output = "";
    await move(client, "stepBack", { threadId: 1 });
    shown.output = "one\ntwo\n";
    await move(client, "next", { threadId: 1 });
    shown.output = "two\n";
    await move(client, "next", { threadId: 1 });
    expect(lines).toEqual(["stdout: one\n", "console: x is 1\n", "stdout: two\n", "console: — output of another run —\n", "stdout: two\n"]);
  });
});

describe("breakpoints", () => {
  test("conditions, counts, messages, threads and locks become parts of the session's breakpoints", async () => {
    const { client, calls } = await start();
    const { body } = await client.setBreakpointsRequest({
      source: { path: "/w/f.c" },
      breakpoints: [
        { line: 3, condition: "x > 1", hitCondition: "2" },
        { line: 4, condition: "@T1 x", hitCondition: "> 2", logMessage: "x={x}" },
        { line: 5, hitCondition: "often" },
      ],
    });
    expect(body.breakpoints.map(({ verified, line }) => [verified, line])).toEqual([
      [true, 4],
      [true, 5],
      [false, undefined],
    ]);
    expect(body.breakpoints[2]?.message).toContain("the hit count is not a number: often");
    await client.setFunctionBreakpointsRequest({
      breakpoints: [{ name: "work" }, { name: "lock:&m", condition: "@main" }, { name: "nowhere" }],
    });
    await client.setExceptionBreakpointsRequest({ filters: ["race"] });
    expect(specs(calls)).toEqual([
      { kind: "line", file: "f.c", line: 3, condition: "x > 1", hits: 2 },
      { kind: "line", file: "f.c", line: 4, thread: 1, condition: "x", hits: 3, log: "x={x}" },
      { kind: "function", name: "work" },
      { kind: "lock", expression: "&m", in: { thread: 0, level: 1 }, thread: 0 },
      { kind: "function", name: "nowhere" },
      { kind: "failure", property: "race" },
    ]);
  });

  test("an identifier stays while its breakpoint stays, and a hit names it", async () => {
    const { client, shown } = await start();
    const lines = async (...numbers: readonly number[]): Promise<(number | undefined)[]> =>
      (
        await client.setBreakpointsRequest({ source: { path: "/w/f.c" }, breakpoints: numbers.map((line) => ({ line })) })
      ).body.breakpoints.map((b) => b.id);
    const [first, second] = await lines(3, 4);
    expect(await lines(4)).toEqual([second]);
    expect((await lines(3, 4))[0]).not.toBe(first);
    shown.breakpoints = [2];
    expect((await move(client, "next", { threadId: 1 })).hitBreakpointIds).toEqual([second]);
  });

  test("data breakpoints take what a scope shows, or an expression", async () => {
    const { client, calls } = await start();
    const frame = (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0] as DebugProtocol.StackFrame;
    const { scopes } = (await client.scopesRequest({ frameId: frame.id })).body;
    const info = (args: DebugProtocol.DataBreakpointInfoArguments): Promise<DebugProtocol.DataBreakpointInfoResponse> =>
      client.dataBreakpointInfoRequest(args);
    const x = await info({ variablesReference: scopes[1]?.variablesReference ?? 0, name: "x" });
    const typed = await info({ name: "x", frameId: frame.id });
    expect(typed.body.dataId).toBe(x.body.dataId);
    expect((await info({ variablesReference: scopes[0]?.variablesReference ?? 0, name: "i" })).body).toEqual({
      dataId: null,
      description: "i is not an object in memory",
    });
    await client.setDataBreakpointsRequest({
      breakpoints: (["read", "write", "readWrite"] as const).map((accessType) => ({ dataId: x.body.dataId ?? "", accessType })),
    });
    const about = { kind: "data", expression: "x", in: { thread: 0, level: 1 } };
    expect(specs(calls)).toEqual(["read", "write", "both"].map((access) => ({ ...about, access })));
  });
});

describe("looking", () => {
  test("threads say what they wait for; frames have lines; scopes have pages, locks and inputs", async () => {
    const { client } = await start();
    const { threads } = (await client.threadsRequest()).body;
    expect(threads).toEqual([
      { id: 1, name: "main" },
      { id: 2, name: "T1 work (waits for the mutex m)" },
    ]);
    const { stackFrames, totalFrames } = (await client.stackTraceRequest({ threadId: 1, levels: 1 })).body;
    expect([totalFrames, stackFrames.map((f) => [f.name, f.line, f.column])]).toEqual([2, [["inner", 1, 3]]]);
    const { scopes } = (await client.scopesRequest({ frameId: stackFrames[0]?.id ?? 0 })).body;
    expect(scopes.map((s) => s.name)).toEqual(["Locals", "Globals", "Locks", "Inputs"]);
    const inside = async (scope: number, rest: object = {}): Promise<DebugProtocol.Variable[]> =>
      (await client.variablesRequest({ variablesReference: scope, ...rest })).body.variables;
    const [locals, globals, locks, inputs] = scopes.map((s) => s.variablesReference) as [number, number, number, number];
    const [array] = await inside(locals);
    expect(array).toMatchObject({ name: "a", indexedVariables: 250 });
    expect((await inside(array?.variablesReference ?? 0, { start: 100, count: 3 })).map((v) => v.evaluateName)).toEqual([
      "a[100]",
      "a[101]",
      "a[102]",
    ]);
    expect((await inside(locks)).map((v) => v.value)).toEqual(["held by main; T1 waits"]);
    expect((await inside(inputs)).map((v) => [v.name, v.value])).toEqual([["input 1", "7"]]);
    expect(await refusal(client.setVariableRequest({ variablesReference: globals, name: "x", value: "2" }))).toBe(
      "x cannot be set: its value follows from schedule and inputs; set an input instead",
    );
    expect(await refusal(client.setVariableRequest({ variablesReference: inputs, name: "input 1", value: "two" }))).toContain(
      "two is not an integer",
    );
    expect((await client.setVariableRequest({ variablesReference: inputs, name: "input 1", value: "9" })).body.value).toBe("9");
    expect(await refusal(client.variablesRequest({ variablesReference: locals }))).toContain("of an earlier stop");
  });

  test("only files of the program are sources", async () => {
    const { client } = await start();
    expect((await client.send("loadedSources")).body).toEqual({ sources: [{ name: "f.c", path: "/w/f.c" }] });
    expect(await refusal(client.sourceRequest({ sourceReference: 0, source: { path: "/etc/hostname" } }))).toContain(
      "is not a file of the program",
    );
  });

  test("the console knows expressions, commands and their completions", async () => {
    const { client, calls } = await start();
    const typed = async (expression: string): Promise<string> =>
      (await client.evaluateRequest({ expression, context: "repl" })).body.result;
    expect(await typed("x")).toBe("1");
    expect(await typed(":forks")).toBe("* 0 first: 10 moves");
    expect(await typed(":writes x")).toBe("0 → 1 by T1 at f.c:4  [:jump 0 3]");
    expect(await typed(":inputs")).toBe("1 __VERIFIER_nondet_int = 7");
    expect(await typed(":compare 0 0")).toBe("x is 1 in one and 2 in the other");
    await typed(":name 0 the good one");
    await typed(":remove 3");
    expect(calls).toEqual(["rename 0 the good one", "remove 3"]);
    expect(await typed(":help")).toContain(":jump FORK [MOVE]");
    for (const context of ["watch", "hover"])
      expect(await refusal(client.evaluateRequest({ expression: ":jump 0 4", context }))).toBe(
        "questions and commands are for the debug console",
      );
    expect(await refusal(typed(":fly"))).toBe("there is no command :fly; :help lists them");
    expect(await refusal(typed(":jump 7"))).toBe("there is no fork 7");
    expect(await refusal(typed("y"))).toContain("y has no meaning here");
    const completions = async (text: string): Promise<string[]> =>
      (await client.completionsRequest({ text, column: text.length + 1 })).body.targets.map((t) => t.label);
    expect(await completions("1 + c")).toEqual(["count", "cursor"]);
    expect(await completions(":j")).toEqual(["jump"]);
    expect(await completions("? can COND")).toEqual(["can COND at LINE"]);
  });
});

describe("questions", () => {
  test("endings say what is covered; places in the answer are commands", async () => {
    const { client } = await start();
    const { result } = (await client.evaluateRequest({ expression: "? can x == 0 at 12 in this run with these inputs", context: "repl" }))
      .body;
    const [head, reason] = result.split("\n");
    expect(JSON.parse(/^yes: (.*) {2}\[:jump 0 4\]$/.exec(head ?? "")?.[1] ?? "")).toEqual({
      text: "can x == 0 at 12",
      over: "reorderings",
      fixedInputs: true,
      thread: 0,
      level: 1,
    });
    expect(reason).toBe("  because");
    const { body } = await client.customRequest("ravel/ask", { text: "can x at 3", over: "reorderings" });
    expect(body.place).toEqual({ fork: 0, move: 4 });
  });

  test("a question shows progress, leaves the session usable, and can be cancelled", async () => {
    const { client, calls } = await start();
    const begun = client.waitForEvent("progressStart");
    const working = client.waitForEvent("progressUpdate");
    const ended = client.waitForEvent("progressEnd");
    const question = refusal(client.evaluateRequest({ expression: "? forever", context: "repl" }));
    const { progressId, cancellable } = ((await begun) as DebugProtocol.ProgressStartEvent).body;
    expect(cancellable).toBe(true);
    expect(((await working) as DebugProtocol.ProgressUpdateEvent).body.message).toMatch(/^\d+ runs$/);
    await move(client, "next", { threadId: 1 });
    await client.send("cancel", { progressId });
    expect(await question).toBe("cancelled");
    expect(((await ended) as DebugProtocol.ProgressEndEvent).body.progressId).toBe(progressId);
    await move(client, "next", { threadId: 1 });
    expect(calls).toEqual(["step 0 over", "step 0 over"]);
  });

  test("a question that is not understood gets a message", async () => {
    const { client } = await start();
    expect(await refusal(client.evaluateRequest({ expression: "? nonsense", context: "repl" }))).toBe(
      "error RVL001: the question is not one of the known forms",
    );
    expect((await client.evaluateRequest({ expression: "x", context: "repl" })).body.result).toBe("1");
  });
});

describe("the connection", () => {
  test("requests before a launch, unknown ones, and launches that fail get a message; a second launch works", async () => {
    let opened = 0;
    const client = await connect(async () =>
      opened++ === 0 ? fail("RVL101", "expected ';'", { location: { file: "f.c", line: 3 } }) : stubTarget(stubSession().session),
    );
    expect(await refusal(client.threadsRequest())).toBe("no program is being debugged: send launch first");
    expect(await refusal(client.send("readMemory", {}))).toBe("Ravel has no request readMemory");
    await client.initializeRequest();
    expect(await refusal(client.launchRequest({ program: 3 } as DebugProtocol.LaunchRequestArguments))).toContain(
      '"program" is not a file name',
    );
    expect(await refusal(client.launchRequest({}))).toBe("f.c:3: error RVL101: expected ';'");
    await launch(client, {});
    expect((await client.threadsRequest()).body.threads.length).toBe(2);
  });

  test("every request is answered, whatever its arguments are, and the session stays", async () => {
    const { client } = await start();
    const commands = [
      ..."threads stackTrace scopes variables setVariable exceptionInfo loadedSources source setBreakpoints setFunctionBreakpoints".split(
        " ",
      ),
      ..."setDataBreakpoints setExceptionBreakpoints dataBreakpointInfo gotoTargets goto restartFrame evaluate completions cancel".split(
        " ",
      ),
      ..."forks jump step timeline writes ask setInput renameFork removeFork compareForks".split(" ").map((name) => `ravel/${name}`),
    ];
    const arguments_ = [
      undefined,
      null,
      3,
      "text",
      [],
      {},
      { threadId: "one", frameId: -1, variablesReference: 99, breakpoints: 7, expression: {} },
    ];
    for (const command of commands)
      for (const args of arguments_) expect(await refusal(client.send(command, args))).toEqual(expect.any(String));
    expect((await move(client, "next", { threadId: 1 })).reason).toBe("step");
  });

  test.each([
    ["evaluate", {}, "expression is not a text"],
    ["setBreakpoints", {}, "source is not an object"],
    ["setBreakpoints", { source: {}, breakpoints: "x" }, "breakpoints is not a list"],
    ["setFunctionBreakpoints", { breakpoints: [5] }, "breakpoints is not a list of objects or texts"],
    ["completions", { text: 5, column: 1 }, "text is not a text"],
    ["ravel/ask", { text: 5 }, "text is not a text"],
  ])("%s %j is refused: %s", async (command, args, text) => {
    const { client, calls } = await start();
    expect(await refusal(client.customRequest(command, args))).toBe(`error RVL001: ${text}`);
    expect(calls).toEqual([]);
  });

  test("a restart begins as the launch did", async () => {
    const stub = stubSession();
    const client = await connect(async () => stubTarget(stub.session));
    expect((await launch(client, { stopOnEntry: false })).reason).toBe("exception");
    stub.calls.length = 0;
    await move(client, "restart", { arguments: { stopOnEntry: false, __sessionId: "an editor's own" } });
    expect(stub.calls).toEqual(["goTo 0 0", "continue"]);
  });

  test("numbers of lines begin at 0 where the editor counts so", async () => {
    const { client } = await start();
    await client.initializeRequest({ adapterID: "ravel", linesStartAt1: false, columnsStartAt1: false });
    const { stackFrames } = (await client.stackTraceRequest({ threadId: 1 })).body;
    expect(stackFrames.map((f) => [f.line, f.column])[0]).toEqual([0, 2]);
  });

  test("ends when the editor's end of the stream closes, also in the middle of a question", async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { session } = stubSession();
    const served = serveStreams(input, output, async () => stubTarget(session));
    const send = (seq: number, command: string, args: object): void => {
      const text = JSON.stringify({ seq, type: "request", command, arguments: args });
      input.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
    };
    send(1, "launch", {});
    send(2, "evaluate", { expression: "? forever" });
    input.write("Content-Length: 5\r\n\r\n{not}");
    input.end();
    await served;
  });

  test.each([
    ["Content-Length 5\r\n\r\n{}", "the head of a message has no Content-Length"],
    ["Content-Length: five\r\n\r\n{}", "the head of a message has no Content-Length"],
    [`Content-Length: ${2 ** 40}\r\n\r\n{}`, "a message of 1099511627776 bytes is too long"],
    ["x".repeat(5000), "no end of the head of a message within 4096 bytes"],
  ])("ends with a message if a message is not framed: %s", async (text, message) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStreams(input, output, async () => stubTarget(stubSession().session));
    const request = JSON.stringify({ seq: 1, type: "request", command: "threads" });
    input.write(`Content-Length: ${request.length}\r\n\r`);
    input.write(`\n${request}${text.slice(0, 7)}`);
    input.write(text.slice(7));
    await served; // although the stream stays open
    expect(String(output.read())).toContain(`${message}: the connection is closed`);
  });

  test("closes connections of browsers: only messages of the protocol are read", async () => {
    const server = await servePort(0, async () => stubTarget(stubSession().session));
    const { port, address } = server.address() as { port: number; address: string };
    expect(address).toBe("127.0.0.1");
    const body = JSON.stringify({ seq: 1, type: "request", command: "initialize", arguments: {} });
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connectSocket(port, "127.0.0.1", () => {
        socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      });
      socket.on("data", (data) => {
        text += data.toString();
      });
      socket.on("close", () => resolve(text));
      socket.on("error", () => undefined);
    });
    expect(answer).toBe("");
    server.close();
  });
});
