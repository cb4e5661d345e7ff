// A run in lanes or in one column.

import { expect, test } from "vitest";
import type { Violation } from "../../../src/execution/errors.ts";
import { renderColumns } from "../../../src/reports/columns.ts";
import type { SourceText } from "../../../src/reports/source-text.ts";
import { painter, widthOf } from "../../../src/reports/terminal.ts";
import type { Replay } from "../../../src/witness/replay.ts";
import { at, fails, lostUpdate, race, read, source, step, story, write } from "./stories.ts";

const render = (replay: Replay, violation: Violation | null, width: number): string =>
  renderColumns(replay, violation, { source, width, paint: painter(false) }).join("\n");

test("one lane per thread; a statement that was interrupted continues; the failing row says so", () => {
  expect(render(lostUpdate, fails, 130)).toBe(
    `
step  main                                                            │ T1 add                   │ T2 add
   1 ▸ 9 pthread_create(&t, NULL, add, NULL)   [starts T1; starts T2] │                          │
   2                                                                  │▸ 3 x++   [x is 0]        │
   4                                                                  │                          │▸ 3 x++   [x: 0 → 1]
   5                                                                  │                          │    (ends)
   6                                                                  │▸ 3 … x++   [x = 1]       │
   7                                                                  │    (ends)                │
   8 ▸11 pthread_join(t, NULL)                                        │                          │
   9  12 assert(x == 2)   [x is 1; ✗ the assertion fails]             │                          │
`.trim(),
  );
});

test("if lanes would be too narrow there is one column, with the thread's name at each switch", () => {
  expect(render(lostUpdate, null, 60)).toBe(
    `
step  thread
   1 ▸main     9 pthread_create(&t, NULL, add, NULL)
                   starts T1; starts T2
   2 ▸T1 add   3 x++   [x is 0]
   4 ▸T2 add   3 x++   [x: 0 → 1]
   5             (ends)
   6 ▸T1 add   3 … x++   [x = 1]
   7             (ends)
   8 ▸main    11 pthread_join(t, NULL)
   9          12 assert(x == 2)   [x is 1]
`.trim(),
  );
});

test("both accesses of a race are marked", () => {
  const rows = render({ ...lostUpdate, steps: lostUpdate.steps.slice(0, 3) }, race, 120);
  expect(rows).toMatch(/▸3 x\+\+ {3}\[x is 0; ✗ races with T2\]/);
  expect(rows).toMatch(/▸3 x\+\+ {3}\[x is 0; ✗ races with T1\]/);
});

test("a deadlock ends with where each thread waits", () => {
  const waits = [
    { thread: 0, location: at(11), why: "thread", object: "T1", on: [1], holds: [], stack: [], since: 0 },
    { thread: 1, location: at(6), why: "mutex", object: "b", on: [2], holds: ["a"], stack: [], since: 1 },
  ];
  const v: Violation = { ...fails, property: "deadlock", kind: "deadlock" };
  const rows = render(
    story([step(0, 9, { kind: "start", started: 1 }), step(1, 5, { kind: "lock", object: "a", shared: false, from: -1 })], { waits }),
    v,
    140,
  ).split("\n");
  expect(rows.at(-2)).toMatch(/✗ {2}11 pthread_join\(t, NULL\) {3}\[waits for T1 to end\]/);
  expect(rows.at(-1)).toMatch(/✗ .*│ {2}6 pthread_mutex_lock\(&b\) {3}\[waits for the mutex b, held by T2\]/);
  expect(rows[2]).toMatch(/▸ 5 pthread_mutex_lock\(&a\)$/); // the text names the lock: it is not repeated
});

test("repeated rows are counted: on one line, and over several", () => {
  const spin = story([step(0, 9), ...Array.from({ length: 40 }, () => step(1, 4, read("ready", "0")))]);
  expect(render(spin, null, 120)).toMatch(/^ {2}41 .*▸4 while \(!ready\) {3}\[ready is 0 \(×40\)\]$/m);
  const turns = story(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? step(0, 11, read("x", "1")) : step(0, 12, read("y", "0")))));
  const rows = render(turns, null, 120).split("\n");
  expect(rows).toHaveLength(4);
  expect(rows[3]).toMatch(/^ {2}20 .*\(these 2 lines 9 more times\)$/);
  const many = render(story([step(0, 11, ...Array.from({ length: 30 }, (_, i) => write(`a[${i}]`, "0")))]), null, 240);
  expect(many).toContain("[a[0..29] = all 0]");
});

test("a new thread's first accesses are shown when it first runs; files are named if there are two", () => {
  const created = step(0, 9, { kind: "start", started: 1 });
  const early = {
    ...created,
    events: [...created.events, { kind: "input" as const, what: "rand", value: "7", thread: 1, location: at(3) }],
  };
  const elsewhere = { ...step(1, 5), location: at(5, "q.c") };
  const rows = render(story([early, step(0, 11), elsewhere]), null, 120).split("\n");
  expect(rows[1]).toMatch(/p\.c:9 pthread_create/);
  expect(rows[3]).toMatch(/^ +│▸ p\.c:3 x\+\+ {3}\[input rand: 7\]$/);
  expect(rows[4]).toMatch(/^ {3}3 .*q\.c:5 pthread_mutex_lock\(&a\)$/);
});

test("no line is wider than the terminal, whatever the run", () => {
  const wide = story(
    Array.from({ length: 40 }, (_, i) =>
      step(
        i % 5,
        1 + (i % 12),
        read(`a_rather_long_name_of_a_structure[${i}].member.日本`, "12345678"),
        { kind: "output", text: "some text\u001b[1m\n" },
        write("y", "2"),
        { kind: "choice", what: "waiter to wake", chosen: 1, count: 3 },
      ),
    ),
    { threads: Array.from({ length: 5 }, (_, index) => ({ index, label: `a_function_with_a_long_name_${index}` })) },
  );
  for (let width = 40; width <= 200; width += 7)
    for (const line of render(wide, fails, width).split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(width);
  expect(render(wide, fails, 120)).not.toContain("\u001b");
});

test("of a line with several statements a row shows those it is about", () => {
  const line = "static void *add(void *p) { x++; y++; return p; }";
  const on = (column: number, what: string) => ({ ...step(1, 1, write(what, "1")), location: { ...at(1), column } });
  const other: SourceText = { line: (_, n) => (n === 1 ? line : null) };
  const rows = renderColumns(story([on(30, "x"), step(0, 0), on(35, "y"), on(40, "z")]), null, {
    source: other,
    width: 120,
    paint: painter(false),
  }).filter((r) => r.includes("▸1 "));
  expect(rows.map((r) => r.replace(/.*▸1 /, ""))).toEqual(["x++   [x = 1]", "y++; return p   [y = 1; z = 1]"]);
});

test("of a very long run the end and what takes part in the failure are shown", () => {
  const steps = Array.from({ length: 200_000 }, (_, i) => step(i % 2, 3 + (i % 7), i === 90_001 ? read("x", "1") : write("y", String(i))));
  const far = {
    ...race,
    participants: [
      { ...race.participants[0], thread: 1 },
      { ...race.participants[1], thread: 1 },
    ],
  } as Violation;
  const lines = render(
    story(steps),
    { ...far, participants: far.participants.map((p) => ({ ...p, location: at(3 + (90_001 % 7)) })) },
    120,
  ).split("\n");
  expect(lines.length).toBeLessThan(50);
  const folded = lines.flatMap((l) => /\((\d+) steps? of [^)]*\)/.exec(l)?.[1] ?? []).map(Number);
  const shown = lines.filter((l) => /^ *\d+ /.test(l)).length - folded.length;
  expect(folded.reduce((a, b) => a + b, 0) + shown).toBe(200_000);
  expect(lines.some((l) => /races with/.test(l))).toBe(true);
  expect(lines.at(-1)).toMatch(/y = 199999/);
});
