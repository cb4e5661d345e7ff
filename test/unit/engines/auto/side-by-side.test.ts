// Two engines at once: what one decides is no longer asked of the other, an unconfirmed finding stops no engine, an engine that crashes leaves the other
// running, and the report says what each covered. The threads are simulated: by scripts, and by the engines themselves in turns.

import { expect, test } from "vitest";
import { runSide } from "../../../../src/engines/auto/auto.ts";
import { type EngineJob, type EngineMessage, type EngineThread, runSideBySide } from "../../../../src/engines/auto/side-by-side.ts";
import { type EngineResult, type Finding, nothingCovered } from "../../../../src/engines/engine.ts";
import { engines } from "../../../../src/engines/table.ts";
import { defaultProperties, type Property } from "../../../../src/execution/errors.ts";
import type { Program } from "../../../../src/program/program.ts";
import { unknownBecause } from "../../../../src/reports/unknown.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { decidedElsewhere } from "../../../../src/support/limits.ts";
import { taskFor } from "../../../differential/concurrent/compare.ts";
import { type AnyTask, changed, compileText } from "../../../run.ts";

const includes = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\nint __VERIFIER_nondet_int(void);\n";
const threads = (count: number, work: string, main: string): string =>
  `${includes}${work}\nint main(void) {\n  pthread_t t[${count}];\n  for (int i = 0; i < ${count}; i++) pthread_create(&t[i], 0, work, 0);\n  for (int i = 0; i < ${count}; i++) pthread_join(t[i], 0);\n  ${main}\n  return 0;\n}\n`;

const taskOf = (program: Program, properties: readonly Property[] = defaultProperties): AnyTask =>
  changed(taskFor(program, 0, [...properties]), { strategy: null, maxSteps: null, maxRuns: null });

const covered = (complete: boolean): Finding => ({
  kind: "covered",
  scope: { ...nothingCovered, complete, unwind: complete ? null : 4, inputs: "all" },
});
const unknown: Finding = { kind: "unknown", unknown: unknownBecause({ kind: "formula-too-large" }), scope: nothingCovered };
const over = (findings: Readonly<Record<string, Finding>>): EngineMessage => ({
  kind: "over",
  result: { findings: new Map(Object.entries(findings)) as EngineResult["findings"], stats: { runs: 7 }, options: {} },
});

/** Sends the scripted messages; continues when the test lets it. */
class Script {
  readonly closed: string[] = [];
  readonly decided: number[][] = [];
  readonly #pending: { readonly turn: number; readonly send: () => void }[] = [];

  constructor(readonly says: Readonly<Record<EngineJob["engine"], readonly EngineMessage[]>>) {}

  /** One message at a time, the engines in turns: messages arrive in the same order on every machine. */
  #sendNext(): void {
    this.#pending.sort((a, b) => a.turn - b.turn);
    this.#pending.shift()?.send();
    if (this.#pending.length > 0) setImmediate(() => this.#sendNext());
  }

  readonly start = (part: EngineJob): EngineThread => ({
    listen: (hear) => {
      for (const [i, said] of this.says[part.engine].entries())
        this.#pending.push({
          turn: 2 * i + (part.engine === "staged" ? 1 : 0),
          send: () => {
            hear(structuredClone(said));
            this.decided.push([...part.decided]);
          },
        });
      setImmediate(() => this.#sendNext());
    },
    close: () => this.closed.push(part.engine),
  });
}

const small = threads(2, "atomic_int x;\nvoid *work(void *p) { x++; return p; }", "assert(x == 2);");
const nonsense: Finding = {
  kind: "candidate",
  foundBy: "running",
  schedule: { steps: [{ thread: 0, choices: [] }], inputs: [], prelude: [], fill: 0, freedoms: [] },
};

test("an engine skips what the other has decided, and both end when all is decided", async () => {
  const script = new Script({
    explore: [over({ assert: covered(false), race: covered(true) })],
    staged: [{ kind: "progress", text: "…" }, over({ assert: covered(true), race: unknown })],
  });
  const { decisions, sides } = await runSideBySide(taskOf(await compileText(small), ["assert", "race"]), script.start, 1);
  expect([...decisions].map(([p, d]) => `${p} ${d.by}`)).toEqual(["race explore", "assert staged"]);
  expect(script.decided[0]).toEqual([0, 1]);
  expect(sides.map((s) => s.result?.stats.runs)).toEqual([7, 7]);
  expect(script.closed).toEqual(["explore", "staged"]);
});

test("a violation that does not replay decides nothing; one that is broken breaks the check", async () => {
  const program = await compileText(small);
  const found: EngineMessage = { kind: "found", property: "assert", finding: nonsense };
  const script = new Script({ explore: [found, over({ assert: nonsense })], staged: [over({ assert: covered(true) })] });
  const { decisions } = await runSideBySide(taskOf(program, ["assert"]), script.start, 1);
  expect([...decisions].map(([p, d]) => `${p} ${d.by}`)).toEqual(["assert staged"]);
  const broken = new Script({ explore: [{ kind: "broken", error: new Error("a fault of ours") }], staged: [] });
  await expect(runSideBySide(taskOf(program, ["assert"]), broken.start, 1)).rejects.toThrow("a fault of ours");
  expect(broken.closed).toEqual(["explore", "staged"]);
});

const large = threads(3, "atomic_int x, y;\nvoid *work(void *p) { for (int i = 0; i < 25; i++) { x++; y = x; } return p; }", "");
const lost: EngineMessage = {
  kind: "lost",
  unknown: unknownBecause({ kind: "thread-out-of-memory", thread: "its thread", megabytes: 500 }),
};
const run = (task: AnyTask): Promise<EngineResult> => (engines.find((e) => e.name === "auto") as (typeof engines)[number]).run(task);
const notesOf = (r: EngineResult): string[] => (r.notes ?? []).filter((n) => n.kind === "coverage").map((n) => n.diagnostic.message);

test("if one engine is lost the other continues, and the notes say what each covered", async () => {
  const task = taskOf(await compileText(large), ["assert", "race"]);
  const decided = await run(
    changed(task, { startEngine: new Script({ explore: [lost], staged: [over({ assert: covered(true), race: covered(true) })] }).start }),
  );
  expect([...decided.findings.values()]).toEqual([covered(true), covered(true)]);
  expect([decided.by?.get("race"), notesOf(decided)]).toEqual(["staged", []]);

  const bounded = await run(
    changed(task, { startEngine: new Script({ explore: [lost], staged: [over({ assert: covered(true), race: covered(false) })] }).start }),
  );
  expect(bounded.findings.get("race")).toEqual(covered(false));
  expect(notesOf(bounded)).toEqual([
    "explore: its thread reached its memory limit, 500 MB (a share of --memory)",
    "staged (7 runs): all interleavings, loops up to 4 iterations",
  ]);

  const open = await run(changed(task, { startEngine: new Script({ explore: [lost], staged: [lost] }).start }));
  expect([...open.findings.values()].map((f) => f.kind === "unknown" && f.unknown.code)).toEqual(["RVL302", "RVL302"]);
});

test("when the budget is spent, an engine that does not answer is ended, and what it had covered counts", async () => {
  const program = await compileText(large);
  const budget = new Budget(null, 1000);
  const progress = (text: string): void => {
    if (text.includes("unrolling")) budget.cancel();
  };
  const task = { ...taskOf(program, ["race"]), budget, progress };
  const found: EngineMessage = { kind: "found", property: "race", finding: covered(false) };
  const script = new Script({ explore: [over({ race: unknown })], staged: [found, { kind: "progress", text: "unrolling" }] });
  const result = await run(changed(task, { startEngine: script.start }));
  expect(result.findings.get("race")).toEqual(covered(false));
  expect(notesOf(result)[1]).toBe("staged: all interleavings, loops up to 4 iterations; stopped after unrolling");
});

/** Lets the other side continue whenever it is asked. */
class Yielding extends Budget {
  override yieldToEventLoop(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

function sidesInThread(task: AnyTask): { readonly start: (part: EngineJob) => EngineThread; readonly started: string[] } {
  const started: string[] = [];
  const start = (part: EngineJob): EngineThread => {
    started.push(part.engine);
    let hear: (said: EngineMessage) => void = () => undefined;
    const say = (said: EngineMessage): void => {
      const copy = structuredClone(said);
      setImmediate(() => hear(copy));
    };
    const { engine, properties, seed, maxRuns, decided } = part;
    const side: AnyTask = {
      ...task,
      properties,
      seed,
      maxRuns,
      budget: new Yielding(60, 1000).within(decidedElsewhere(() => decided.every((d) => d !== 0))),
      found: (property, finding) => say({ kind: "found", property, finding }),
      isDecided: (property) => decided[properties.indexOf(property)] !== 0,
    };
    setImmediate(() =>
      runSide(side, { engine, isEndless: false })
        .then((result) => say({ kind: "over", result }))
        .catch((error) => say({ kind: "broken", error: error as Error })),
    );
    return {
      listen: (h) => {
        hear = h;
      },
      close: () => {
        hear = () => undefined;
        decided.fill(1);
      },
    };
  };
  return { start, started };
}

const programs: Readonly<Record<string, string>> = {
  // Too many interleavings to explore: the solver decides.
  counters: threads(4, "atomic_int x;\nvoid *work(void *p) { for (int i = 0; i < 4; i++) x++; return p; }", "assert(x == 16);"),
  // Wrong only if three threads take turns: rare in samples.
  rare: threads(
    3,
    "int turn; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic atomic_int next;\nvoid *work(void *p) { int me = next++; for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); if (turn == 3 * i + me) turn++; pthread_mutex_unlock(&m); } return p; }",
    "assert(turn < 9);",
  ),
  // One value of billions, seen by two threads.
  input: threads(
    2,
    "atomic_int x, hits;\nvoid *work(void *p) { for (int i = 0; i < 40; i++) x = x + 1; if (x == 77) hits++; return p; }",
    "int n = __VERIFIER_nondet_int(); assert(n * 7 != 123456789 || hits == 5);",
  ),
  // A race after many steps without one.
  race: threads(
    3,
    "atomic_int x; int plain;\nvoid *work(void *p) { for (int i = 0; i < 9; i++) x++; if (x == 27) plain++; if (x == 26) plain++; return p; }",
    "",
  ),
};

test.each(Object.entries(programs))("side by side as in turns: %s", async (_, text) => {
  const task = taskOf(await compileText(text));
  const sides = sidesInThread(task);
  const verdicts = (r: EngineResult): string[] =>
    [...r.findings].map(([p, f]) => `${p} ${f.kind}${f.kind === "covered" && !f.scope.complete ? " bounded" : ""}`);
  const [turns, together] = [await run(task), await run(changed(task, { startEngine: sides.start }))];
  expect(verdicts(together)).toEqual(verdicts(turns));
  expect(verdicts(turns).filter((v) => !/candidate|covered$/.test(v))).toEqual([]);
  expect(sides.started).toEqual(["explore", "staged"]);
});

test("a program that the first turns decide starts no threads", async () => {
  const task = taskOf(await compileText(small));
  const sides = sidesInThread(task);
  expect([...(await run(changed(task, { startEngine: sides.start }))).findings.values()].every((f) => f.kind === "covered")).toBe(true);
  expect(sides.started).toEqual([]);
});
