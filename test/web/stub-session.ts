// A session for tests of the server and of the page's speed: it walks along a given time line, a row per move, and knows nothing of programs.

import type { AskAnswer, DebugSession, SessionState, Stop, ThreadView, ValueView } from "../../src/debugger/contract.ts";
import type { Timeline } from "../../src/reports/html/model.ts";
import { fail } from "../../src/support/diagnostics.ts";

const file = "f.c";

const value = (name: string, text: string): ValueView => ({ name, text, type: "int", expression: name, children: 0, isObject: true });

export function stubSession(timeline: Timeline): DebugSession & { readonly asked: string[] } {
  let move = 0;
  let stop: Stop = { reason: "entry", thread: 0, text: "at the start", breakpoints: [], log: [] };
  const asked: string[] = [];
  const go = (to: number, text: string): Stop => {
    move = Math.max(0, Math.min(to, timeline.steps.length));
    const thread = timeline.steps[Math.max(move - 1, 0)]?.lane ?? 0;
    stop = { reason: "step", thread, text: `${text}: after move ${move}`, breakpoints: [], log: [] };
    return stop;
  };
  const threads = (): ThreadView[] =>
    timeline.lanes.map((lane, index) => {
      const at = timeline.steps.findIndex((s, i) => i >= move && s.lane === index);
      const location = { file, line: timeline.steps[at]?.line ?? 1 };
      const stack = at < 0 ? [] : [{ level: 0, function: "f", location }];
      return {
        index,
        name: lane.name,
        label: lane.label,
        status: at < 0 ? "finished" : "ready",
        waitsFor: "",
        stack,
        atVisible: true,
        holds: [],
      };
    });
  const state = (): SessionState => ({
    place: { fork: 0, move },
    stop,
    threads: threads(),
    locks: [],
    violations: [],
    outcome: "",
    output: "",
    inputs: [],
    forks: [{ id: 0, name: "first", parent: null, length: timeline.steps.length, end: "" }],
    next: timeline.steps[move]?.lane ?? -1,
  });
  return {
    asked,
    state,
    step: () => go(move + 1, "step"),
    back: () => go(move - 1, "back"),
    continue: () => go(timeline.steps.length, "end"),
    reverseContinue: () => go(0, "start"),
    runTo: () => go(timeline.steps.length, "end"),
    goTo: (place) => go(place.move, "jump"),
    setBreakpoints: (specs) => specs.map((spec, i) => ({ number: i + 1, spec, location: null, problem: "" })),
    setInput: () => stop,
    renameFork: () => undefined,
    removeFork: () => undefined,
    compareForks: () => [],
    variables: () => [value("i", String(move))],
    globals: () => [value("x", String(move))],
    children: () => [],
    evaluate: (_, expression) => (expression === "x" ? value("x", String(move)) : fail("RVL001", `${expression} has no meaning here`)),
    completions: () => [],
    writesOf: () => [],
    timeline: () => ({ timeline, files: [file], moveOf: timeline.steps.map((_, i) => i + 1) }),
    files: () => [file],
    sourceText: () => null,
    async ask({ text }, isCancelled, progress): Promise<AskAnswer> {
      asked.push(text);
      for (let round = 0; !isCancelled(); round++) {
        progress({ text: `${round} runs` });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return { answer: "unknown", text: "cancelled", code: "RVL305", place: null, lines: [] };
    },
    witness: () => ({ kind: "witness" }),
  };
}
