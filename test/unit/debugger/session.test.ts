// Sessions: stepping every way, back, breakpoints of each kind, forks, inputs, histories, time lines.

import { describe, expect, test } from "vitest";
import { at, sessionOfText } from "./sessions.ts";

const lostUpdate = `#include <assert.h>
#include <pthread.h>
static int count;
static int plus_one(int n) {
  int m = n + 1;
  return m;
}
static void *worker(void *p) {
  int seen = count;
  int next = plus_one(seen);
  count = next;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
}
`;

/** Other failures do not stop the run. */
const assertions = { kind: "failure", property: "assert" } as const;

describe("stepping", () => {
  test("by line, into a call, over it, and out", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    expect(at(session, 0)).toBe("main:14");
    session.runTo(file, 17);
    expect([at(session, 0), at(session, 1)]).toEqual(["main:17", "worker:8"]);
    const lines: string[] = [];
    for (let i = 0; i < 4; i++) {
      session.step(1, "line");
      lines.push(at(session, 1));
    }
    expect(lines).toEqual(["worker:9", "worker:10", "plus_one:4", "plus_one:5"]);
    session.step(1, "out");
    expect(at(session, 1)).toBe("worker:11");
    session.back(1, "over");
    expect(at(session, 1)).toBe("worker:10");
    session.step(1, "over");
    expect(at(session, 1)).toBe("worker:11");
  });

  test("back by line into a call, and out of it", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    session.runTo(file, 11, 1);
    expect(at(session, 1)).toBe("worker:11");
    session.back(1, "line");
    expect(at(session, 1)).toBe("plus_one:6");
    session.back(1, "line");
    expect(at(session, 1)).toBe("plus_one:5");
    session.back(1, "out");
    expect(at(session, 1)).toBe("worker:10");
    for (let i = 0; i < 9; i++) session.back(1, "line");
    expect(at(session, 1)).toBe("worker:8");
    expect(session.back(1, "line").reason).toBe("start");
  });

  test("one visible operation", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    session.runTo(file, 9, 1);
    session.step(1, "visible");
    expect(at(session, 1)).toBe("worker:10");
    session.back(1, "visible");
    expect([at(session, 1), session.state().threads[1]?.atVisible]).toEqual(["worker:9", true]);
  });

  test("a thread that waits does not move, and says for what", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    session.runTo(file, 18);
    const before = session.state().place;
    const stop = session.step(0, "over");
    expect([stop.reason, stop.text]).toEqual(["blocked", "main waits for T1 to end after 2 moves"]);
    expect(session.state().place.move).toBe(before.move + 2);
    expect(session.state().threads[0]).toMatchObject({ status: "blocked", waitsFor: "waits for T1 to end" });
  });
});

describe("running", () => {
  test("to the end, and back to the start", async () => {
    const { session } = await sessionOfText(lostUpdate);
    const race = session.continue();
    expect([race.reason, race.text]).toEqual(["failure", expect.stringMatching(/^data race: .* of count by thread 2/)]);
    session.setBreakpoints([assertions]);
    const stop = session.continue();
    expect([stop.reason, stop.text]).toEqual(["end", "the program has ended"]);
    expect(session.state().violations).toMatchObject([{ property: "race" }, { property: "race" }]);
    expect(session.reverseContinue().reason).toBe("start");
    expect([at(session, 0), session.state().place.move]).toEqual(["main:14", 0]);
    expect(session.continue().text).toBe("the program has ended");
    expect(session.state().forks).toHaveLength(1);
  });

  test("another thread than the recorded one forks the run, and the same choice finds the fork again", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    session.setBreakpoints([assertions]);
    session.continue();
    const whole = session.state().place;
    session.goTo({ fork: 0, move: 0 });
    session.setBreakpoints([{ kind: "line", file, line: 10 }]);
    session.continue();
    expect(at(session, 1)).toBe("worker:10");
    session.setBreakpoints([assertions]);
    session.step(2, "out");
    const fork = session.state().place.fork;
    expect(fork).toBe(1);
    const stop = session.continue();
    expect([stop.reason, stop.text]).toEqual(["failure", "assertion: count == 2"]);
    expect(session.state().forks.map((f) => [f.name, f.parent?.fork ?? null, f.end])).toEqual([
      ["run", null, "the program has ended"],
      ["fork 1", 0, "assertion: count == 2"],
    ]);
    session.goTo({ fork: 0, move: session.state().forks[1]?.parent?.move ?? -1 });
    session.step(2, "visible");
    expect([session.state().place.fork, session.state().forks.length]).toEqual([1, 2]);
    session.goTo(whole);
    expect(session.state().outcome).toBe("the program has ended");
    expect(session.compareForks(0, 1)).toHaveLength(5);
    session.renameFork(1, "both read 0");
    expect(session.state().forks[1]?.name).toBe("both read 0");
    session.removeFork(1);
    expect(session.state().forks).toHaveLength(1);
    expect(() => session.removeFork(0)).toThrow(/stands on this fork/);
    expect(() => session.goTo({ fork: 1, move: 0 })).toThrow(
      expect.objectContaining({ diagnostics: [expect.objectContaining({ code: "RVL601", message: "there is no fork 1" })] }),
    );
    expect(() => session.goTo({ fork: 0, move: 1e6 })).toThrow(/no move/);
  });
});

describe("breakpoints", () => {
  test("on lines: without code they move on; per thread; by count", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    const [first] = session.setBreakpoints([{ kind: "line", file, line: 3 }]);
    expect(first?.location?.line).toBe(4);
    const [none] = session.setBreakpoints([{ kind: "line", file, line: 900 }]);
    expect(none?.problem).toMatch(/no code at line 900/);
    session.setBreakpoints([{ kind: "line", file, line: 9, thread: 2 }]);
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 2, breakpoints: [1] });
    expect(at(session, 2)).toBe("worker:9");
    session.goTo({ fork: 0, move: 0 });
    session.setBreakpoints([{ kind: "line", file, line: 9, hits: 2 }]);
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 2 });
    expect(session.reverseContinue().reason).toBe("start");
  });

  test("a new thread that begins at one is the thread that stops; with no property, violations do not stop", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    session.setBreakpoints([{ kind: "function", name: "worker" }]);
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 1 });
    session.setBreakpoints([
      { kind: "failure", property: "none" },
      { kind: "line", file, line: 20 },
    ]);
    session.step(1, "over");
    session.step(1, "over");
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 0 });
    expect(session.state().violations.length).toBeGreaterThan(0);
  });

  test("one that stays keeps its count when others are set", async () => {
    const { session, file } = await sessionOfText(lostUpdate);
    const second = { kind: "line", file, line: 9, hits: 2 } as const;
    session.setBreakpoints([second, { kind: "line", file, line: 10, thread: 1 }]);
    expect(session.continue()).toMatchObject({ thread: 1, breakpoints: [2] });
    session.setBreakpoints([second]);
    expect(session.continue()).toMatchObject({ thread: 2, breakpoints: [1] });
  });

  test("on functions, on data, on locks, forwards and backwards", async () => {
    const { session, file } = await sessionOfText(
      lostUpdate
        .replaceAll("int count", "int count; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER")
        .replace("int seen", "pthread_mutex_lock(&m); int seen")
        .replace("count = next;", "count = next; pthread_mutex_unlock(&m);"),
    );
    session.setBreakpoints([{ kind: "function", name: "plus_one" }]);
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 1 });
    expect(at(session, 1)).toBe("plus_one:4");
    session.setBreakpoints([{ kind: "data", expression: "count", access: "write" }]);
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 1 });
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 2 });
    session.continue();
    expect(session.reverseContinue()).toMatchObject({ reason: "breakpoint", thread: 2 });
    expect(at(session, 2)).toBe("worker:11");
    expect(session.reverseContinue()).toMatchObject({ reason: "breakpoint", thread: 1 });
    expect(session.reverseContinue().reason).toBe("start");
    session.setBreakpoints([{ kind: "lock", expression: "m", thread: 2 }]);
    expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 2 });
    expect(session.state().locks).toEqual([{ name: "m", holders: [2], waiters: [] }]);
    expect(session.writesOf({ thread: 0, level: 0 }, "count")).toMatchObject([
      { thread: 1, before: "0", after: "1", location: { file, line: 11 } },
    ]);
  });
});

test("a deadlock is told of the state, however it is reached", async () => {
  const { session, file } = await sessionOfText(`#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
static void *two(void *p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, one, NULL);
  pthread_create(&t, NULL, two, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
}
`);
  session.runTo(file, 21, 0);
  session.runTo(file, 5, 1);
  session.runTo(file, 12, 2);
  const stop = session.continue();
  expect([stop.reason, stop.text]).toEqual(["failure", expect.stringMatching(/^deadlock: 3 threads wait forever/)]);
  const end = session.state();
  expect(end.violations).toMatchObject([{ property: "deadlock" }]);
  expect(end.threads.map((t) => t.waitsFor)).toEqual([
    "waits for T1 to end",
    "waits for the mutex b, held by T2",
    "waits for the mutex a, held by T1",
  ]);
  expect(end.locks).toEqual([
    { name: "a", holders: [1], waiters: [2] },
    { name: "b", holders: [2], waiters: [1] },
  ]);
  session.goTo({ fork: end.place.fork, move: 0 });
  expect(session.state().violations).toEqual([]);
  session.goTo(end.place);
  expect({ ...session.state(), stop: null }).toEqual({ ...end, stop: null });
  const { timeline } = session.timeline();
  expect(timeline.arrows.filter((x) => x.kind === "held")).toHaveLength(2);
});

test("inputs are edited: the run forks and is made again as far as it goes", async () => {
  const { session } = await sessionOfText(`#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x;
static void *worker(void *p) {
  int n = __VERIFIER_nondet_int();
  if (n > 3)
    x = n;
  return p;
}
int main(void) {
  pthread_t t;
  int first = __VERIFIER_nondet_int();
  x = first;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return x;
}
`);
  session.continue();
  expect(session.state().inputs.map((i) => i.value)).toEqual(["0", "0"]);
  session.setInput(0, "-7");
  session.continue();
  expect(session.state().inputs.map((i) => i.value)).toEqual(["-7", "0"]);
  session.setInput(1, "5");
  const stop = session.continue();
  expect(stop.text).toBe("the program has ended with status 5");
  expect(session.state().inputs.map((i) => i.value)).toEqual(["-7", "5"]);
  expect(session.state().forks).toHaveLength(3);
  expect(() => session.setInput(9, "1")).toThrow(/no input 9/);
  expect(() => session.setInput(1, "x")).toThrow(/not a number/);
  expect(session.state().inputs.map((i) => i.value)).toEqual(["-7", "5"]);
});

test("the time line shows visible moves and what they did", async () => {
  const { session } = await sessionOfText(lostUpdate);
  session.setBreakpoints([assertions]);
  session.continue();
  const { timeline, moveOf, files } = session.timeline();
  expect(timeline.steps.map((s) => `${timeline.lanes[s.lane]?.name} ${s.text}`)).toMatchInlineSnapshot(`
    [
      "main pthread_create(&a, NULL, worker, NULL)",
      "main pthread_create(&b, NULL, worker, NULL)",
      "main pthread_join(a, NULL)",
      "T1 int seen = count",
      "T1 count = next",
      "T1 (ends)",
      "T2 int seen = count",
      "T2 count = next",
      "T2 (ends)",
      "main pthread_join(a, NULL)",
      "main pthread_join(b, NULL)",
      "main pthread_join(b, NULL)",
      "main assert(count == 2)",
      "main (main has returned)",
      "main (main has returned)",
    ]
  `);
  expect(moveOf).toHaveLength(timeline.steps.length);
  expect(files).toHaveLength(1);
  session.goTo({ fork: 0, move: moveOf[4] as number });
  expect(session.timeline().timeline).toBe(timeline);
});

test("a question: the answer is a fork to jump to, and the session stays where it is", async () => {
  const { session, file } = await sessionOfText(lostUpdate);
  session.runTo(file, 17);
  const before = session.state().place;
  const request = { over: "continuations", fixedInputs: false, thread: 0, level: 0 } as const;
  const { answer, place } = await session.ask(
    { ...request, text: "can assert fail" },
    () => false,
    () => undefined,
  );
  expect([answer, session.state().place]).toEqual(["yes", before]);
  session.goTo(place ?? before);
  expect(session.state().violations.map((v) => v.property)).toContain("assert");
  expect(session.state().forks.at(-1)).toMatchObject({ name: "? can assert fail", parent: { fork: 0, move: before.move } });
  session.goTo(before);
  session.runTo(file, 20, 0);
  const { answer: late, text } = await session.ask(
    { ...request, text: "can assert fail" },
    () => false,
    () => undefined,
  );
  expect([late, text]).toEqual(["no", expect.stringMatching(/in all interleavings from here on/)]);
});

test("conditions, log points, conditions of questions and values of a frame", async () => {
  const { session, file } = await sessionOfText(lostUpdate);
  session.setBreakpoints([
    assertions,
    { kind: "line", file, line: 5, condition: "n == 1" },
    { kind: "line", file, line: 11, log: "count is {count}, next is {next}" },
    { kind: "line", file, line: 10, condition: "nonsense > 1", thread: 2 },
  ]);
  const bad = session.continue();
  expect([bad.reason, bad.thread, bad.text]).toEqual(["breakpoint", 2, expect.stringMatching(/nonsense/)]);
  expect(bad.log).toEqual(["count is 0, next is 1"]);
  expect(session.continue()).toMatchObject({ reason: "breakpoint", thread: 2, breakpoints: [2] });
  const frame = { thread: 2, level: session.state().threads[2]?.stack[0]?.level ?? -1 };
  expect(session.variables(frame).map((v) => `${v.type} ${v.name} = ${v.text}`)).toContain("int n = 1");
  expect(session.evaluate(frame, "n + count * 2")).toMatchObject({ text: "3", type: "int" });
  expect(session.globals().map((v) => v.name)).toEqual(["count"]);
  expect(session.completions(frame, "cou")).toContain("count");
  expect(() => session.evaluate(frame, "n +")).toThrow();
  session.goTo({ fork: 0, move: 0 });
  const { answer, place } = await session.ask(
    { text: "can seen == 1 && count == 1 at 11", over: "continuations", fixedInputs: false, thread: 0, level: 0 },
    () => false,
    () => undefined,
  );
  expect(answer).toBe("yes");
  session.goTo(place ?? { fork: 0, move: 0 });
  expect(session.evaluate({ thread: 2, level: session.state().threads[2]?.stack[0]?.level ?? -1 }, "seen").text).toBe("1");
});
