// Runs written by hand for the tests of reports: what they show depends only on this file.

import type { Violation } from "../../../src/execution/errors.ts";
import type { GlobalValue } from "../../../src/execution/final-state.ts";
import type { Evidence, PropertyReport, Report, Scope } from "../../../src/reports/report.ts";
import type { SourceText } from "../../../src/reports/source-text.ts";
import type { SourceLocation } from "../../../src/support/diagnostics.ts";
import type { Replay } from "../../../src/witness/replay.ts";
import type { StepEvent, WitnessStep } from "../../../src/witness/steps.ts";

export const program = `int x;
static void *add(void *p) {
  x++; /* the race */
  while (!ready) ; // spins
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
}
int main(void) {
  pthread_create(&t, NULL,
                 add, NULL);
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
`;

export const source: SourceText = {
  line: (file, line) => (file === "p.c" || file === "q.c" ? (program.split("\n")[line - 1] ?? null) : null),
};

export const at = (line: number, file = "p.c"): SourceLocation => ({ file, line, column: 3, function: line < 8 ? "add" : "main" });

type Told = StepEvent extends infer E ? (E extends StepEvent ? Omit<E, "thread" | "location"> : never) : never;

export const read = (object: string, text: string): Told => ({ kind: "read", object, value: { text, json: Number(text) }, from: -1 });
export const write = (object: string, text: string): Told => ({ kind: "write", object, value: { text, json: Number(text) }, from: -1 });

/** A step: thread, line (0: nowhere), what happened. */
export function step(thread: number, line: number, ...events: Told[]): WitnessStep {
  const location = line === 0 ? null : at(line);
  return {
    thread,
    op: line === 0 ? "end" : "load",
    location,
    call: null,
    object: null,
    value: null,
    choices: [],
    events: events.map((e) => ({ ...e, thread, location }) as StepEvent),
    observes: [],
    stack: location === null ? [] : [{ function: location.function as string, location }],
  };
}

export function story(steps: readonly WitnessStep[], more: Partial<Replay> = {}): Replay {
  const last = steps.reduce((largest, s) => Math.max(largest, s.thread), 0);
  const threads = Array.from({ length: last + 1 }, (_, index) => ({ index, label: index === 0 ? "main" : "add" }));
  return {
    prelude: [],
    steps,
    inputs: [],
    violations: [],
    waits: [],
    needs: [],
    assumed: null,
    outcome: null,
    divergedAt: -1,
    preemptions: 0,
    threads,
    output: "",
    ...more,
  };
}

export const fails: Violation = {
  property: "assert",
  kind: "assertion",
  message: "x == 2",
  location: at(12),
  thread: 0,
  participants: [],
  step: 8,
};

export const race: Violation = {
  property: "race",
  kind: "data-race",
  message: "not ordered",
  location: at(3),
  thread: 2,
  participants: [
    { thread: 2, location: at(3), what: "read of x", locks: ["a", "b"] },
    { thread: 1, location: at(3), what: "write of x", locks: [] },
  ],
  step: 2,
};

export const lostUpdate = story(
  [
    step(0, 9, { kind: "start", started: 1 }, { kind: "start", started: 2 }),
    step(1, 3, read("x", "0")),
    step(2, 3, read("x", "0")),
    step(2, 3, write("x", "1")),
    step(2, 0, { kind: "end" }),
    step(1, 3, write("x", "1")),
    step(1, 0, { kind: "end" }),
    step(0, 11),
    step(0, 12, read("x", "1")),
  ],
  { violations: [race, fails] },
);

export const complete: Scope = {
  complete: true,
  unwind: null,
  contextBound: null,
  steps: null,
  inputs: "all",
  memoryModel: "sc",
  assumptions: [],
  endedBy: [],
};
export const nothing: Scope = { ...complete, complete: false, inputs: "sampled" };

export const evidence = (violation: Violation, replay: Replay): Evidence => ({
  violation,
  replay,
  schedule: { steps: [], inputs: [], prelude: [], fill: 0, freedoms: [] },
});

export function property(name: PropertyReport["property"], more: Partial<PropertyReport> = {}): PropertyReport {
  return {
    property: name,
    verdict: "safe",
    evidence: null,
    foundBy: null,
    violations: more.evidence ? [more.evidence] : [],
    scope: complete,
    engine: { name: "auto", options: { seed: 1 } },
    unknown: null,
    ...more,
  };
}

/** The report with two final states: an end with x = 1 and p = &x, and a deadlock. */
export function withFinalStates(r: Report): Report {
  const values = (x: number): GlobalValue[] => [
    { name: "x", value: { text: String(x), json: x } },
    { name: "p", value: { text: "&x", json: "&x" } },
  ];
  const states = [
    { end: "deadlock", count: 2, values: values(0) },
    { end: "exit", count: 10, values: values(1) },
  ] as const;
  return { ...r, stats: { ...r.stats, finalStates: { complete: true, cutShort: 2, states } } };
}

export function report(properties: readonly PropertyReport[], worst: PropertyReport, more: Partial<Report> = {}): Report {
  const stats = {
    runs: 3,
    partialRuns: 0,
    parkedRuns: 0,
    states: 0,
    subsumed: 0,
    steps: 61,
    events: 24,
    reads: 0,
    writes: 0,
    readsFromPairs: 0,
    prunedPairs: 0,
    sides: 0,
    tracePrograms: 0,
    distinctTracePrograms: 0,
    clearedBranches: 0,
    pruningQuestions: 0,
    solverCalls: 0,
    conflicts: 0,
    variables: 0,
    timeMs: { total: 812, frontend: 420, execute: 392, solve: 0 },
    finalStates: null,
    peakMemoryMB: 80,
  };
  return {
    version: "0.0.0",
    files: ["p.c"],
    verdict: worst.verdict,
    properties,
    confirmed: properties.flatMap((p) => p.violations),
    listsAll: false,
    worst,
    stats,
    diagnostics: [],
    weakOrder: null,
    explanation: null,
    ...more,
  };
}
