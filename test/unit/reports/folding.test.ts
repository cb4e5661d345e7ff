// Folding: what a person need not read becomes one line, and nothing that takes part in the failure does.

import { expect, test } from "vitest";
import { renderColumns } from "../../../src/reports/columns.ts";
import { painter } from "../../../src/reports/terminal.ts";
import type { Replay } from "../../../src/witness/replay.ts";
import type { StepEvent, WitnessStep } from "../../../src/witness/steps.ts";
import { at, fails, read, source, step, story, write } from "./stories.ts";

const render = (replay: Replay, more: { isFull?: boolean; above?: Replay[]; width?: number } = {}): string[] =>
  renderColumns(replay, { ...fails, step: replay.steps.length - 1 }, { source, width: 120, paint: painter(false), ...more });

/** The same step inside calls: from the thread's function to the innermost. */
const inside = (s: WitnessStep, ...calls: string[]): WitnessStep => ({
  ...s,
  stack: calls.toReversed().map((name) => ({ function: name, location: at(3) })),
});

const start = (thread: number): WitnessStep => step(0, 9, { kind: "start", started: thread });
/** Lines in no order that repeats soon. */
const lines = (n: number): number => 3 + (((n * n * n + 5 * n) % 29) % 5);

test("what main does before it starts threads is one line; --full shows it", () => {
  const run = story([
    ...Array.from({ length: 9 }, (_, i) => step(0, lines(i), write(`a${i}`, "1"))),
    start(1),
    step(1, 3),
    step(0, 12, read("x", "0")),
  ]);
  expect(render(run)[1]).toMatch(/^ {3}9 ▸ +\(set-up: 9 steps\)/);
  expect(render(run).join("\n")).not.toContain("a3 = 1");
  expect(render(run, { isFull: true }).join("\n")).toContain("a3 = 1");
});

test("if there is no other thread, nothing is set-up", () => {
  const run = story([step(0, 9, write("a", "1")), step(0, 11, write("b", "1")), step(0, 12, read("x", "0"))]);
  expect(render(run).join("\n")).toMatch(/a = 1[\s\S]*b = 1[\s\S]*x is 0/);
});

test("a loop shows its first and its last iteration, if the run is long", () => {
  const body = (i: number): WitnessStep[] => [step(1, 3, write("i", String(i))), step(1, 4, write("own", String(i)))];
  const run = story([start(1), ...Array.from({ length: 40 }, (_, i) => body(i)).flat(), step(0, 12, read("x", "0"))]);
  const text = render(run).join("\n");
  expect(text).toMatch(/i = 0[\s\S]*own = 0[\s\S]*\(these 2 lines 3[78] more times\)[\s\S]*own = 39/);
});

test("a thread's own work is folded before steps at which threads meet", () => {
  const own = Array.from({ length: 60 }, (_, i) => inside(step(1, lines(i), write(`own${i}`, "1")), "add", i < 30 ? "fill" : "sort"));
  const written = step(1, 3, write("shared", "7"));
  const seen = { ...step(2, 4, { ...read("shared", "7"), from: 31 } as never), thread: 2 };
  const run = story([
    start(1),
    start(2),
    ...own.slice(0, 29),
    written,
    ...own.slice(29),
    step(2, 3, write("z", "1")),
    seen,
    step(0, 12, read("x", "0")),
  ]);
  const text = render(run).join("\n");
  expect(text).toContain("shared = 7");
  expect(text).toContain("shared is 7");
  expect(text).toMatch(/\(2\d steps in fill\)/);
  expect(text).not.toContain("own40 = 1");
  expect(text.split("\n").length).toBeLessThanOrEqual(44);
});

test("calls are shown where they change, from the thread's function to the innermost", () => {
  const run = story([
    start(1),
    step(1, 3),
    inside(step(1, 4), "add", "push", "grow"),
    inside(step(1, 5), "add", "push", "grow"),
    step(1, 6),
    step(0, 12),
  ]);
  const heads = render(run).flatMap((l) => /([\w› ]+):$/.exec(l.replaceAll("│", "").trim())?.[1]?.trim() ?? []);
  expect(heads).toEqual(["push › grow", "add"]);
});

test("what a run has in common with one above is one line, but for the failure", () => {
  const begin = [start(1), step(1, 3, write("a", "1")), step(1, 4, write("b", "2")), step(0, 11), step(1, 5, write("c", "3"))];
  const first = story([...begin, step(0, 11), step(0, 12, read("x", "0"))]);
  const second = story([...begin, step(1, 6, write("d", "4")), step(0, 12, read("x", "0"))]);
  const text = render(second, { above: [first] });
  expect(text[1]).toMatch(/^ {3}4 ▸ +\(4 steps as above\)/);
  expect(text.join("\n")).not.toContain("a = 1");
  expect(text.join("\n")).toMatch(/c = 3[\s\S]*d = 4/); // from the last context switch on
});

test("a spin is counted, and consecutive elements are one fact", () => {
  const spin = story([start(1), ...Array.from({ length: 90 }, () => step(1, 4, read("ready", "0"))), step(0, 12)]);
  expect(render(spin).join("\n")).toContain("ready is 0 (×90)");
  const text = [..."motd\0\0"].map((c, i) => ({
    kind: "write",
    object: `name[${i}]`,
    value: { text: c === "\0" ? "'\\0'" : `'${c}'`, json: 0 },
    from: -1,
  }));
  const copied = { ...step(1, 4), events: text.map((e) => ({ ...e, thread: 1, location: at(4) }) as StepEvent) };
  expect(render(story([start(1), copied, step(0, 12)])).join("\n")).toContain('name = "motd"');
});
