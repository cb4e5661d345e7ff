// The text report: the verdict in words first, then everything else a person needs, once.

import { expect, test } from "vitest";
import type { Property, Violation } from "../../../src/execution/errors.ts";
import type { Evidence, PropertyReport, Report } from "../../../src/reports/report.ts";
import { renderRun } from "../../../src/reports/run-text.ts";
import { renderText, type TextOptions, violationText } from "../../../src/reports/text.ts";
import { unknownBecause } from "../../../src/reports/unknown.ts";
import { diagnostic } from "../../../src/support/diagnostics.ts";
import type { Wait } from "../../../src/witness/waits.ts";
import { at, evidence, fails, lostUpdate, nothing, property, race, report, source, step, story, withFinalStates } from "./stories.ts";

const render = (r: Report, more: Partial<TextOptions> = {}): string =>
  renderText(r, { source, width: 120, color: false, isFull: false, witnessFile: null, stats: [], ...more });
const unsafe = (v: Violation, replay = lostUpdate): PropertyReport =>
  property(v.property, { verdict: "unsafe", evidence: evidence(v, replay), scope: nothing });

test("safe, up to a bound, unknown", () => {
  const safe = property("assert");
  expect(render(report([safe], safe))).toBe(
    "SAFE: assert holds in all interleavings and for all inputs\n  every run was searched (auto)\n",
  );
  expect(render(report([safe, property("race")], safe))).toBe(
    "SAFE: assert and race hold in all interleavings and for all inputs\n  every run was searched (auto)\n",
  );
  const byLane = (name: Property, by: string): PropertyReport => property(name, { engine: { name: "auto", options: { by } } });
  expect(
    render(report([byLane("assert", "staged"), byLane("race", "guided"), byLane("memory", "staged")], byLane("assert", "staged"))),
  ).toBe(
    "SAFE: assert, race and memory hold in all interleavings and for all inputs\n  assert and memory: loops were unrolled to their end (staged)\n  race: no run leaves the branches that were seen (guided)\n",
  );
  const bounded = property("assert", { verdict: "safe-bounded", scope: { ...nothing, unwind: 3, contextBound: 2, inputs: "given" } });
  expect(render(report([bounded], bounded))).toBe(
    "SAFE UP TO A BOUND: assert holds within these bounds: loops up to 3 iterations, up to 2 preemptions and the given inputs\n",
  );
  // Only what is bounded is in the first line.
  expect(render(report([bounded, property("race")], bounded))).toMatch(/^SAFE UP TO A BOUND: assert holds within .*\n\nrace: safe\n$/);
  const unknown = property("race", {
    verdict: "unknown",
    scope: nothing,
    unknown: unknownBecause({ kind: "stopped", stop: { kind: "time", seconds: 5 }, when: "" }),
  });
  expect(render(report([property("assert"), unknown], unknown))).toBe(
    "UNKNOWN: the time limit of 5 s was reached (RVL301)\n  hint: raise --timeout, or try a smaller program: fewer threads or iterations\n\nassert: safe\n",
  );
});

test("unsafe: what and where, the source line, inputs, the run, the other properties by reason, how to replay it", () => {
  const unknown = unknownBecause({ kind: "run-limit", runs: 5, isSampled: true });
  const first = unsafe(fails, { ...lostUpdate, inputs: [{ thread: 0, what: "rand", bits: 32, value: 7 }], output: "hello\nworld\u0007\n" });
  const text = render(
    report(
      [first, property("deadlock", { verdict: "unknown", unknown }), property("memory", { verdict: "unknown", unknown }), property("leak")],
      first,
      { diagnostics: [diagnostic("RVL501", "weak", { severity: "note", location: at(3), about: "memory-model" })] },
    ),
  );
  expect(text).toMatch(
    /^UNSAFE: assertion fails: x == 2 at p\.c:12:3 in main\n {6}12 \| assert\(x == 2\);\n {2}with the input rand = 7\n\nstep /,
  );
  expect(text).toContain("\n\nThe program printed:\n  | hello\n  | world\\x07\n");
  expect(text).toContain("\ndeadlock and memory: unknown (RVL304): no violation in 5 runs; other runs may fail\nleak: safe\nTo save");
  expect(text).toContain("\n\np.c:3:3: note RVL501: weak\n\nResult: UNSAFE (assert)\n  under sequential consistency (RVL501, above)\n");
  expect(text).toMatch(/\nTo save this run, add --witness w\.json; to step through it: ravel debug w\.json\n$/);
  expect(render(report([first], first), { witnessFile: "my w.json" })).toMatch(/\nTo print it again: ravel replay 'my w\.json'\n$/);
  expect(render(report([first], first), { offersGdb: true })).toMatch(
    /\nTo follow it in your own executable, under gdb: ravel replay w\.json --gdb -o run\.gdb\n$/,
  );
});

test("two properties that fail in one run are shown with one run; in two runs, with two", () => {
  const first = unsafe(fails);
  const together = render(report([first, unsafe(race)], first));
  expect(together.match(/^step/gm)).toHaveLength(1);
  expect(together).toContain("  (also occurs in the run above)\n");
  const elsewhere: Violation = { ...race, location: at(4), participants: race.participants.map((p) => ({ ...p, location: at(4) })) };
  expect(render(report([first, unsafe(elsewhere)], first)).match(/^step/gm)).toHaveLength(2);
});

test("violations that were printed when they were confirmed are not printed again, and the whole is the same text", () => {
  const first = unsafe(fails);
  const elsewhere: Violation = { ...race, location: at(4), participants: race.participants.map((p) => ({ ...p, location: at(4) })) };
  const whole = report([first, unsafe(elsewhere)], first);
  const options = { source, width: 120, color: false, isFull: false, witnessFile: null, stats: [] };
  const [a, b] = whole.confirmed as [Evidence, Evidence];
  const one = violationText(a, [], options);
  const two = violationText(b, [one.evidence], options);
  const rest = renderText(whole, options, [one.evidence, two.evidence]);
  expect(one.text + two.text + rest).toBe(render(whole));
  expect(one.text + renderText(whole, options, [one.evidence])).toBe(render(whole));
});

test("further violations of a property have no run, unless everything is asked for", () => {
  const elsewhere: Violation = { ...fails, location: at(11), message: "y" };
  const both = property("assert", {
    verdict: "unsafe",
    evidence: evidence(fails, lostUpdate),
    violations: [evidence(fails, lostUpdate), evidence(elsewhere, lostUpdate)],
  });
  const all = report([both], both, { listsAll: true });
  expect(render(all).match(/^step/gm)).toHaveLength(1);
  expect(render(all)).toContain(
    "UNSAFE: assertion fails: y at p.c:11:3 in main\n      11 | pthread_join(t, NULL);\n  (--full shows its run)\n",
  );
  expect(render(all)).toContain("Result: UNSAFE (assert at 2 places)\n");
  expect(render(all, { isFull: true }).match(/^step/gm)).toHaveLength(2);
});

test("a race: both accesses, where they are, the locks held", () => {
  const first = unsafe(race, { ...lostUpdate, steps: lostUpdate.steps.slice(0, 3) });
  expect(render(report([first], first))).toMatch(
    /^UNSAFE: data race on x at p\.c:3:3 in add\n {2}T2 \(add\): read of x, holding a and b\n {4}at p\.c:3:3 in add\n {7}3 \| x\+\+; \/\* the race \*\/\n {2}T1 \(add\): write of x, holding no lock\n/,
  );
});

test("a deadlock: the cycle in a sentence, or which thread waits for an event that never happens", () => {
  const wait = (thread: number, on: number[], more: Partial<Wait> = {}): Wait => ({
    thread,
    location: at(6),
    why: "mutex",
    object: "b",
    on,
    holds: [],
    stack: [],
    since: -1,
    ...more,
  });
  const deadlock: Violation = { ...fails, property: "deadlock", kind: "deadlock" };
  const say = (...waits: Wait[]): string => {
    const first = unsafe(deadlock, story([step(0, 9), step(1, 5), step(2, 5), step(3, 5)], { waits }));
    return render(report([first], first));
  };
  expect(say(wait(1, [2], { holds: ["a"] }), wait(2, [1]))).toMatch(
    /^UNSAFE: deadlock: T1 and T2 wait for each other\n {2}T1 \(add\) holds a and waits for the mutex b, held by T2\n {4}at p\.c:6:3 in add\n {7}6 \| pthread_mutex_lock\(&b\);\n/,
  );
  expect(say(wait(0, [1], { why: "thread" }), wait(1, [2]), wait(2, [3]), wait(3, [1]))).toMatch(
    /^UNSAFE: deadlock: T1 waits for T2 waits for T3 waits for T1\n[\s\S]*\n {2}main waits for T1 to end\n/,
  );
  expect(say(wait(1, [1]))).toMatch(/^UNSAFE: deadlock: T1 waits for itself\n {2}T1 \(add\) waits for the mutex b, held by itself\n/);
  expect(say(wait(0, [1], { why: "thread" }), wait(1, [], { why: "condition variable", object: "c" }))).toMatch(
    /^UNSAFE: deadlock: T1 waits forever for the condition variable c\n {2}T1 \(add\) waits/,
  );
  expect(say(wait(0, [3]))).toMatch(/held by T3 \(T3 has ended without releasing it\)\n/);
  expect(say(wait(1, []), wait(2, []))).toMatch(/^UNSAFE: deadlock: 2 threads wait forever\n/);
});

test("colours and statistics only when asked for", () => {
  const first = unsafe(fails);
  expect(render(report([first], first), { color: true })).toContain("\u001b[1;31mUNSAFE\u001b[0m: assertion");
  expect(render(report([first], first))).not.toContain("\u001b");
  const all = render(report([first], first), { stats: ["work", "time", "memory"] });
  expect(all).toMatch(
    /\n\nengine auto \(seed 1\)\n {2}work {5}3 runs, 61 steps, 24 events\n {2}time {5}0\.81 s: front end 0\.42 s, engine 0\.39 s \(solver 0\.00 s\)\n {2}memory {3}80 MB \(peak\)\n\nResult: /,
  );
  expect(render(report([first], first), { stats: ["memory"] })).not.toMatch(/work|time/);
});

test("single runs: how it ended comes first", () => {
  const say = (more: Parameters<typeof story>[1]): string =>
    renderRun(story([step(0, 9), step(1, 3), step(0, 11)], more), [], { source, width: 100, color: false, isFull: false }).split(
      "\n",
    )[0] as string;
  expect(say({ outcome: { kind: "exit", status: 3 } })).toBe("The program ends with status 3 after 3 steps and 2 context switches.");
  expect(say({ outcome: { kind: "abort", status: 6, location: null } })).toBe("The program aborts after 3 steps and 2 context switches.");
  expect(say({ outcome: { kind: "stuck" } })).toMatch(/^No thread can continue .* This is not a deadlock\.$/);
  expect(say({ outcome: { kind: "stopped", by: { kind: "unmodelled-call" }, reason: "f is not known", location: at(9) } })).toBe(
    "Execution stopped after 3 steps and 2 context switches: f is not known at p.c:9:3 in main (RVL202).",
  );
  expect(say({ divergedAt: 3 })).toBe("The program diverges from the schedule after 3 steps and 2 context switches (RVL403).");
  expect(say({ outcome: { kind: "error", violation: fails }, violations: [fails] })).toBe(
    "FAILS: assertion fails: x == 2 at p.c:12:3 in main",
  );
});

test("final states, one per line", () => {
  const safe = property("assert");
  expect(
    render(withFinalStates(report([safe], safe)), { stats: ["final-states"] }),
  ).toBe(`SAFE: assert holds in all interleavings and for all inputs
  every run was searched (auto)

engine auto (seed 1)
  final states: 2
     2 ×  deadlock: x = 0, p = &x
    10 ×  x = 1, p = &x
  2 runs ended the process before all threads ended: no final state
`);
});
