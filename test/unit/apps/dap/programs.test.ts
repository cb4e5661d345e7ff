// Editors debug ten programs by the protocol: a race, a deadlock, a use after free, a lock-free stack, a program of two files and others. A failure means that a person who does the same in an
// editor sees something else.

import { fileURLToPath } from "node:url";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { Editor, programOf } from "./editor.ts";
import { refusal } from "./stub.ts";

test("a lost update: step every way and back, fork by stepping another thread, return to the first fork", async () => {
  const e = await Editor.debug(programOf("unsafe/lost-update"));
  expect(await e.where()).toBe("entry main main:17");
  for (const line of [19, 20, 21]) expect(await e.go("next")).toBe(`step main main:${line}`);
  expect(await e.threads()).toEqual(["main", "T1 serve", "T2 serve"]);
  expect(await e.step(1, "line")).toBe("step T1 serve:13");
  expect(await e.step(1, "visible")).toBe("step T1 serve:13"); // has read hits
  expect(await e.step(2, "line")).toBe("step T2 serve:13");
  expect(await e.step(2, "visible")).toBe("step T2 serve:13");
  expect(await e.step(1, "over")).toBe("exception T1 serve:14");
  expect((await e.client.exceptionInfoRequest({ threadId: 2 })).body.exceptionId).toBe("race: data race");
  expect(await e.go("continue")).toBe("exception main main:23");
  expect(e.text).toBe("assertion: hits == 2");
  expect(await e.type(":forks")).toMatch(/^\* 0 .*hits == 2$/);
  const writes = await e.type(":writes hits");
  expect(writes.split("\n").map((w) => w.replace(/ at .*/, ""))).toEqual(["0 → 1 by T1", "1 → 1 by T2"]);
  const [first = ""] = /:jump \d+ \d+/.exec(writes) ?? [];
  expect(await e.jump(first)).toBe("goto T1 serve:13"); // before its write
  expect(await e.step(2, "out")).toContain("T2 ");
  const { forks } = (await e.client.customRequest("ravel/forks")).body as { forks: { id: number; parent: { fork: number } | null }[] };
  expect(forks.map((f) => f.parent?.fork ?? null)).toEqual([null, 0]);
  expect(await e.go("ravel/jump", { fork: 0 })).toBe("goto main main:23");
  expect(await e.go("reverseContinue")).toBe("entry main main:17");
});

test("a deadlock: threads say what they wait for, locks who holds them, the stop is an exception", async () => {
  const e = await Editor.debug(programOf("unsafe/lock-order-two"));
  expect(await e.breakAt(35)).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint main main:35");
  await e.go("next", { threadId: 2 });
  expect(await e.go("next", { threadId: 2 })).toBe("step T1 do_rename:15");
  await e.go("next", { threadId: 3 });
  expect(await e.go("next", { threadId: 3 })).toBe("step T2 do_unlink:24");
  expect((await e.scope(1, "Locks")).values).toEqual({ directory: "held by T1", inode: "held by T2" });
  expect(await e.go("next", { threadId: 2 })).toBe("pause T1 do_rename:15");
  expect(e.text).toContain("T1 waits for the mutex inode, held by T2");
  expect(await e.go("continue")).toMatch(/^exception /);
  expect(e.text).toBe("deadlock: 3 threads wait forever");
  expect(await e.threads()).toContain("T2 do_unlink (waits for the mutex directory, held by T1)");
  expect(await e.go("stepBack", { threadId: 3 })).toContain("T2 do_unlink:2");
});

test("a use after free: stop in a function, let the other thread run alone, step into the fault", async () => {
  const e = await Editor.debug(programOf("unsafe/refcount-late-get"));
  expect(await e.breakAtFunctions("get", "nowhere")).toEqual([true, false]);
  // The first run closes the session before the user looks: the schedule is chosen by hand.
  expect(await e.go("continue")).toMatch(/^pause main/);
  expect(await e.go("reverseContinue")).toBe("entry main main:54");
  expect(await e.breakAt(60)).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint main main:60");
  expect(await e.go("continue", { threadId: 3, singleThread: true })).toMatch(/^function breakpoint T2 get:/);
  expect(await e.go("continue", { threadId: 2, singleThread: true })).toMatch(/^step T1 ended/);
  expect(await e.go("continue")).toBe("exception T2 get:21");
  const info = (await e.client.exceptionInfoRequest({ threadId: 3 })).body;
  expect(info.exceptionId).toBe("memory: use after free");
});

test("a program of two files: breakpoints in each, run to a line, sources", async () => {
  const [main, total] = ["main.c", "total.c"].map((name) => fileURLToPath(new URL(`several/${name}`, import.meta.url))) as [string, string];
  const e = await Editor.debug(main, total);
  const sources = (await e.client.send("loadedSources")).body as { sources: { name: string }[] };
  expect(sources.sources.map((s) => s.name).sort()).toEqual(["main.c", "total.c"]);
  expect((await e.client.sourceRequest({ sourceReference: 0, source: { path: total } })).body.content).toContain("int get_total(void)");
  expect(await e.breakAt(8, {}, total)).toBe(true);
  expect(await e.breakAt(8, {}, main)).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint T1 clerk:8");
  expect(await e.go("continue")).toBe("breakpoint T1 add:8");
  const stack = (await e.client.stackTraceRequest({ threadId: 2 })).body.stackFrames;
  expect(stack.map((f) => `${f.source?.name} ${f.name}`)).toEqual(["total.c add", "main.c clerk"]);
  expect(await e.go("restartFrame", { frameId: stack[0]?.id })).toBe("step T1 add:6");
  const again = (await e.client.stackTraceRequest({ threadId: 2 })).body.stackFrames;
  expect(await refusal(e.client.restartFrameRequest({ frameId: again[1]?.id ?? 0 }))).toContain("no call to go back to");
  expect(await e.go("continue")).toBe("breakpoint T1 add:8");
  expect(await e.go("stepOut")).toMatch(/^step T1 clerk:[89]$/);
  const { targets } = (await e.client.gotoTargetsRequest({ source: { path: total }, line: 11 })).body;
  await e.breakAt(1000, {}, total);
  await e.client.setBreakpointsRequest({ source: { path: main }, breakpoints: [] });
  await e.client.setExceptionBreakpointsRequest({ filters: ["assert"] });
  expect(await e.go("goto", { threadId: 1, targetId: targets[0]?.id })).toBe("step main get_total:11");
});

test("inputs: they are shown, another value forks the run, other variables cannot be set", async () => {
  const e = await Editor.debug(programOf("unsafe/transfer-by-input"));
  expect(await e.breakAt(37)).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint main main:37");
  const before = await e.scope(0, "Inputs");
  expect(Object.keys(before.values)).toHaveLength(4);
  const [name = "", value = ""] = Object.entries(before.values)[1] ?? [];
  const other = value === "0" ? "1" : "0";
  expect(await e.go("setVariable", { variablesReference: before.reference, name, value: other })).toMatch(/^goto /);
  expect((await e.scope(0, "Inputs")).values[name]).toBe(other);
  const { forks } = (await e.client.customRequest("ravel/forks")).body as { forks: unknown[] };
  expect(forks).toHaveLength(2);
  const inputs = await e.scope(0, "Inputs");
  expect(await refusal(e.client.setVariableRequest({ variablesReference: inputs.reference, name, value: "many" }))).toContain("RVL");
});

test("values: conditions, locals with what they point to, members, expressions, completions", async () => {
  const e = await Editor.debug(programOf("unsafe/refcount-late-get"));
  expect(await e.breakAt(37, { condition: "s->references == 1" })).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint T1 closer:37");
  const locals = await e.scope(1, "Locals");
  expect(Object.keys(locals.values)).toEqual(expect.arrayContaining(["arg", "s"]));
  const { variables } = (await e.client.variablesRequest({ variablesReference: locals.reference })).body;
  const pointer = variables.find((v) => v.name === "s");
  expect(pointer).toMatchObject({ type: "struct session *", evaluateName: "s" });
  const below = (await e.client.variablesRequest({ variablesReference: pointer?.variablesReference ?? 0 })).body.variables;
  expect(JSON.stringify(below)).toContain("references");
  expect((await e.scope(1, "Globals")).values.table).toBe("NULL");
  expect(await e.type("s->references + 1")).toBe("2");
  const hover = (await e.client.evaluateRequest({ expression: "s->references", context: "hover" })).body;
  expect([hover.result, hover.type]).toEqual(["1", "int"]);
  expect(await refusal(e.type("nothing"))).toContain("nothing is not defined here");
  expect(await refusal(e.type("s->"))).toContain("RVL602");
  const { targets } = (await e.client.completionsRequest({ text: "s->ref", column: 7 })).body;
  expect(targets).toEqual([{ label: "references", start: 3, length: 3 }]);
  const item = { expression: "s->references", context: "watch" } as const;
  await e.go("next");
  expect((await e.client.evaluateRequest(item)).body.result).toBe("0");
  await e.go("stepBack");
  expect((await e.client.evaluateRequest(item)).body.result).toBe("1");
});

test("data: stop after a write or a read, go in reverse to the last write; log messages show values", async () => {
  const e = await Editor.debug(programOf("unsafe/struct-copy-torn"));
  await e.client.setExceptionBreakpointsRequest({ filters: [] });
  expect(await e.watch("position.y", "write")).toBe(true);
  expect(await e.go("continue")).toBe("data breakpoint T1 move:19");
  expect(await e.type("position")).toBe("{x = 2, y = 2}");
  expect(await e.go("reverseContinue")).toBe("data breakpoint T1 move:18");
  expect(await e.type("position")).toBe("{x = 2, y = 1}");
  expect(await e.watch("position.x", "read")).toBe(true);
  expect(await e.go("continue")).toMatch(/^data breakpoint T2 snapshot:2[34]$/);
  expect(await e.watch("position", "readWrite")).toBe(true);
  expect(await e.go("continue")).toMatch(/^data breakpoint T2 snapshot:2[34]$/);
  const info = (await e.client.dataBreakpointInfoRequest({ name: "1 + 1" })).body;
  expect(info.dataId).toBeNull();
  const lines: string[] = [];
  e.client.on("output", (event: DebugProtocol.OutputEvent) => lines.push(event.body.output));
  await e.client.setDataBreakpointsRequest({ breakpoints: [] });
  await e.go("reverseContinue");
  expect(await e.breakAt(24, { logMessage: "copy is {copy}, x {copy.x}" })).toBe(true);
  expect(await e.go("continue")).toMatch(/^pause main/);
  expect(lines).toEqual(["copy is {x = 2, y = 2}, x 2\n"]);
});

test("a safe program runs to its end, which can be left backwards; a failed assumption stops a thread", async () => {
  const e = await Editor.debug(programOf("safe/peterson"));
  expect(await e.go("continue")).toMatch(/^pause /);
  const { place } = (await e.client.customRequest("ravel/forks")).body as { place: { move: number } };
  expect(await e.go("stepBack", { threadId: 1 })).toMatch(/^step main main:/);
  expect(await e.go("reverseContinue")).toBe("entry main main:42");
  expect(await e.go("continue")).toMatch(/^pause /);
  expect((await e.client.customRequest("ravel/forks")).body.place).toEqual(place);
});

test("a lost wake-up: stop where a lock is taken", async () => {
  const e = await Editor.debug(programOf("unsafe/c11-condition-lost"));
  expect(await e.breakAtFunctions("lock:lock")).toEqual([true]);
  expect(await e.go("continue")).toMatch(/^function breakpoint /);
  expect((await e.scope(0, "Locks")).values.lock).toMatch(/^held by /);
});

test("log messages, hit counts and threads of breakpoints", async () => {
  const e = await Editor.debug(programOf("safe/counter-mutex"));
  const lines: string[] = [];
  e.client.on("output", (event: DebugProtocol.OutputEvent) => lines.push(event.body.output));
  expect(await e.breakAt(16, { logMessage: "one more" })).toBe(true);
  expect(await e.go("continue")).toMatch(/^pause /);
  expect(lines).toEqual(["one more\n", "one more\n", "one more\n"]);
  await e.go("reverseContinue");
  expect(await e.breakAt(16, { hitCondition: "3" })).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint T3 serve:16");
  await e.go("restart");
  expect(await e.where()).toBe("goto main main:21");
  expect(await e.breakAt(16, { condition: "@T2" })).toBe(true);
  expect(await e.go("continue")).toBe("breakpoint T2 serve:16");
});

test("a lock-free stack: breakpoints of one thread in a loop; a question from the start finds the failing schedule, one from later none", async () => {
  const e = await Editor.debug(programOf("unsafe/aba-stack"));
  expect(await e.breakAt(23, { condition: "@T2" })).toBe(true);
  expect((await e.scope(0, "Globals")).values.next).toBe("{1, 2, -1}");
  const answer = await e.type("? can assert fail");
  expect(answer).toMatch(/^yes: .*line 53/);
  expect(await e.go("continue")).toBe("breakpoint T2 pop:23");
  expect(await e.go("continue")).toBe("breakpoint T2 pop:23");
  expect(await e.type("? can assert fail")).toMatch(/^no: .*in all interleavings/);
  const [jump = ""] = /:jump \d+ \d+/.exec(answer) ?? [];
  expect(await e.jump(jump)).toBe("goto main main:53");
  expect((await e.client.exceptionInfoRequest({ threadId: 1 })).body.exceptionId).toBe("assert: assertion");
  expect(await e.type(":forks")).toMatch(/^\* 1 /m);
  expect(await e.type("node == first_owns || node == second_owns")).toBe("1");
});

test("a torn copy: ask in this run, jump to the answer, look at its time line, save it", async () => {
  const e = await Editor.debug(programOf("unsafe/struct-copy-torn"));
  const { body } = await e.client.customRequest("ravel/ask", { text: "can race" });
  expect(body).toMatchObject({ answer: "yes", place: { fork: 1 } });
  expect(await e.go("ravel/jump", body.place)).toMatch(/^goto T/);
  const { timeline, moveOf, place } = (await e.client.customRequest("ravel/timeline")).body;
  expect(timeline.lanes.map((lane: { name: string }) => lane.name)).toEqual(["main", "T1", "T2"]);
  expect([moveOf.length, place]).toEqual([timeline.steps.length, body.place]);
  const whole = (await e.client.customRequest("ravel/timeline", { since: 0 })).body;
  expect([whole.keptSteps, whole.steps.length]).toEqual([0, timeline.steps.length]);
  await e.go("continue");
  const update = (await e.client.customRequest("ravel/timeline", { since: whole.version })).body;
  expect(update.keptSteps + update.steps.length).toBeGreaterThan(update.steps.length);
  await e.go("ravel/jump", body.place);
  expect(await e.type("? can 18 before 17 in this run")).toMatch(/^no/);
  const { witness } = (await e.client.customRequest("ravel/saveWitness")).body;
  expect(witness).toMatchObject({ kind: "witness", violation: { property: "race" } });
});

test("a question about a large program is cancelled; the session is usable meanwhile, and afterwards", async () => {
  const e = await Editor.debug(programOf("safe/lib-thread-pool"));
  const begun = e.client.waitForEvent("progressStart");
  const question = refusal(e.type("? can fail"));
  const { progressId } = ((await begun) as DebugProtocol.ProgressStartEvent).body;
  expect(await e.go("next")).toMatch(/^step main main:/);
  await e.client.send("cancel", { progressId });
  expect(await question).toBe("cancelled");
  expect(await e.go("next")).toMatch(/^step main main:/);
});

/** Most of the above, and two more. */
const programs = [
  "unsafe/lost-update",
  "unsafe/lock-order-two",
  "unsafe/refcount-late-get",
  "unsafe/aba-stack",
  "unsafe/transfer-by-input",
  "safe/peterson",
  "unsafe/c11-condition-lost",
  "safe/counter-mutex",
  "unsafe/struct-copy-torn",
  "safe/threads-from-threads",
  "unsafe/sem-order",
];

test.each(programs)("%s: to the end, back thread by thread, to the start, and the same way again", async (name) => {
  const e = await Editor.debug(programOf(name));
  const start = await e.where();
  const placeOf = async (): Promise<unknown> => (await e.client.customRequest("ravel/forks")).body.place;
  /** Continues until nothing moves. */
  const run = async (): Promise<string[]> => {
    const stops: string[] = [];
    for (let last = ""; ; ) {
      const stop = `${await e.go("continue")} ${e.text}`;
      const place = JSON.stringify(await placeOf());
      if (place === last) return stops;
      stops.push(stop);
      last = place;
    }
  };
  const stops = await run();
  const place = await placeOf();
  for (const kind of ["visible", "line", "over", "out"]) {
    const at = await e.go("ravel/step", { threadId: 1, kind, back: true });
    expect(at).toMatch(/^(step|entry) main/);
  }
  expect(await e.go("reverseContinue")).toBe(start);
  expect(await run()).toEqual(stops);
  expect(await placeOf()).toEqual(place);
});
