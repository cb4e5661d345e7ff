// Questions about the present run (why, without switch, least change) about generated programs, against every interleaving. In: seeds. Out: how many were compared, and the disagreements.
//
// The reference tries every order of visible moves and recognises no state. Threads pass lines at once: nothing here depends on where a thread stands between visible moves.

import type { AskResult } from "../../../src/debugger/ask/answer.ts";
import { AccessLog, type Bytes, historyOf, overlap, type SeenAccess, type SeenMove, walkTo } from "../../../src/debugger/ask/history.ts";
import { QuestionOracle } from "../../../src/debugger/ask/oracle.ts";
import { studyRun } from "../../../src/debugger/ask/run-facts.ts";
import { switchesOf } from "../../../src/debugger/ask/switches.ts";
import { isAtLine, type Path } from "../../../src/debugger/moves.ts";
import { successor } from "../../../src/engines/search/decisions.ts";
import { findLost } from "../../../src/execution/deadlocks.ts";
import type { Property, Violation } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import type { Decision } from "../../../src/reduction/search.ts";
import { RandomScheduler } from "../../../src/scheduling/random.ts";
import { Budget } from "../../../src/support/budget.ts";
import { Rng } from "../../../src/support/rng.ts";
import { startOf } from "../../../src/witness/schedule.ts";
import { compileText, machineOptions } from "../../run.ts";
import { askText, globalsOnly, machineAt, options, recordPath } from "../../unit/debugger/asking.ts";
import { generate, type Sizes } from "../concurrent/generate.ts";
import { render } from "../concurrent/render.ts";

class TooMany extends Error {}

/** Moves of one run: the recursion is as deep. */
const maxDepth = 1200;
const brief = { limits: { maxStates: 1, maxMoves: 1, megabytes: 8 }, budget: new Budget(null, 8) };

/** What is kept of a run, and what is looked for. */
interface Watch<P> {
  readonly initial: P;
  /** After a visible move of a thread that stood at this position; null: runs that begin so do not count. */
  after(past: P, t: Thread, accesses: readonly SeenAccess[], position: number): P | null;
  /** Sees every state after a visible move. Returns whether that is enough. */
  look(machine: Machine, past: P): boolean;
}

/** Goes through every run after the first `at` moves. Throws TooMany. */
class EveryRun<P> {
  readonly machine: Machine;
  readonly #oracle: QuestionOracle;
  readonly #log: AccessLog;
  #moves = 0;
  isFound = false;

  constructor(
    program: Program,
    readonly path: Path,
    properties: Iterable<Property>,
    readonly watch: Watch<P>,
    readonly maxMoves: number,
  ) {
    this.machine = new Machine(program, { ...machineOptions([...properties]), undo: true, stopsAtLines: true });
    this.#oracle = new QuestionOracle(this.machine, path.start, { known: null, isExact: true });
    this.#log = new AccessLog(this.machine);
  }

  run(at: number): boolean {
    const { machine, path } = this;
    const { fill, freedoms } = startOf(path.start);
    this.#oracle.follow(path.start.prelude);
    machine.start(this.#oracle, fill, freedoms);
    for (const m of path.moves.slice(0, at)) {
      this.#oracle.follow(m);
      if (machine.step(machine.threads[m.thread] as Thread, this.#oracle) === null) throw new Error("the path is blocked");
    }
    if (machine.outcome === null) this.#settle(() => this.#explore(this.watch.initial));
    return this.isFound;
  }

  #settle(then: () => void): void {
    const { machine } = this;
    const t = machine.outcome === null ? machine.threads.find(isAtLine) : undefined;
    if (t === undefined) return then();
    this.#eachVector(t, () => this.#settle(then));
  }

  #eachVector(t: Thread, then: () => void): boolean {
    const { machine } = this;
    let hasMoved = false;
    for (let prefix: readonly Decision[] | null = []; prefix !== null && !this.isFound; ) {
      this.#oracle.begin(prefix);
      this.#log.begin(t);
      const step = machine.step(t, this.#oracle);
      prefix = successor(this.#oracle.taken);
      if (++this.#moves > this.maxMoves || machine.depth > maxDepth) throw new TooMany();
      if (step === null) continue;
      hasMoved = true;
      then();
      machine.undo();
    }
    return hasMoved;
  }

  #explore(past: P): void {
    const { machine, watch } = this;
    this.isFound ||= watch.look(machine, past);
    if (machine.outcome !== null || this.isFound) return;
    let hasMoved = false;
    for (const t of machine.threads.slice()) {
      if (t.status !== "running") continue;
      const moved = this.#eachVector(t, () => {
        const { accesses, standing } = this.#log;
        const next = watch.after(past, t, accesses, standing.position);
        if (next !== null) this.#settle(() => this.#explore(next));
      });
      hasMoved ||= moved;
    }
    if (hasMoved || this.isFound) return;
    const { length } = machine.violations;
    machine.concludeStuck();
    this.isFound ||= watch.look(machine, past);
    machine.outcome = null;
    machine.violations.length = length;
  }
}

interface RunQuestion {
  readonly program: Program;
  readonly path: Path;
  readonly maxMoves: number;
}

const historyIn = ({ program, path }: RunQuestion): SeenMove[] => [...historyOf({ program, options, path, ...brief })];

/** What is wrong with an answer; null: nothing. */
type Judgement = string | null;

const disagreement = (answer: AskResult, isYes: boolean): Judgement =>
  answer.answer === "unknown" || (answer.answer === "yes") === isYes ? null : `all interleavings: ${isYes ? "yes" : "no"} (${answer.text})`;

async function judgeWithoutSwitch(q: RunQuestion, number: number): Promise<readonly [AskResult, Judgement]> {
  const { program, path } = q;
  const answer = await askText(program, `without switch ${number}`, { path, at: 0 });
  const { left, to } = switchesOf(historyIn(q))[number - 1] as ReturnType<typeof switchesOf>[number];
  const before = walkTo({ program, options, path, ...brief }, to.index);
  const facts = studyRun({ program, options, path, ...brief });
  const violation = facts.violations.find((v) => v.property !== "race") ?? facts.violations[0] ?? null;
  const isSame = (v: Violation): boolean =>
    violation !== null &&
    v.step >= to.index &&
    v.kind === violation.kind &&
    (v.kind === "deadlock" || v.location?.line === violation.location?.line);
  const watch: Watch<boolean> = {
    initial: false,
    after: (past, t) => (past || t.index === left.thread ? true : null),
    look: (machine, past) => {
      if (!past) return false;
      if (violation === null) return facts.outcome === null || machine.outcome?.kind === facts.outcome.kind;
      return machine.violations.some(isSame) || (violation.kind === "deadlock" && machine.outcome === null && findLost(machine).length > 0);
    },
  };
  const isEnabled = before.isEnabled(before.threads[left.thread] as Thread);
  const properties = violation === null ? [] : [violation.property];
  const isYes = isEnabled && new EveryRun(program, path, properties, watch, q.maxMoves).run(to.index);
  return [answer, disagreement(answer, isYes)];
}

async function judgeLeastChange(q: RunQuestion): Promise<readonly [AskResult, Judgement]> {
  const { program, path } = q;
  const answer = await askText(program, "least change", { path, at: 0 });
  const violated = new Set(studyRun({ program, options, path, ...brief }).violations.map((v) => v.property));
  if (violated.size === 0) return [answer, disagreement(answer, true)];
  if (violated.size > 1) violated.delete("race");
  const hasPassed = ({ violations, outcome }: Machine): boolean => violations.length === 0 && outcome?.kind === "exit";
  const watch: Watch<boolean> = { initial: true, after: () => true, look: (machine) => hasPassed(machine) };
  const isYes = new EveryRun(program, path, violated, watch, q.maxMoves).run(0);
  const problem = disagreement(answer, isYes);
  if (problem !== null || answer.path === null) return [answer, problem];
  return [answer, hasPassed(machineAt(program, answer.path, { properties: violated })) ? null : "its path does not pass"];
}

interface Reads {
  readonly made: number;
  readonly source: string;
}

async function judgeWhy(q: RunQuestion, thread: number, name: string): Promise<readonly [AskResult, Judgement]> {
  const { program, path } = q;
  const history = historyIn(q);
  const bytes: Bytes = globalsOnly.objectOf(new Machine(program, { ...options, undo: false }), null as never, 0, name);
  const touches = (m: SeenMove, kind: "reads" | "writes"): boolean => m.accesses.some((a) => a[kind] && overlap(a, bytes));
  const reads = history.filter((m) => m.thread === thread && touches(m, "reads"));
  const read = reads.at(-1) as SeenMove;
  const sourceOf = (index: number, position: number): string => `${index}@${position}`;
  const write = history.findLast((m) => m.index < read.index && touches(m, "writes"));
  const seen = write === undefined ? "" : sourceOf(write.thread, write.position);
  const sources = new Set<string>();
  const watch: Watch<Reads> = {
    initial: { made: 0, source: "" },
    after: (past, t, accesses, position) => {
      let { made, source } = past;
      for (const a of accesses.filter((x) => overlap(x, bytes))) {
        if (a.reads && t.index === thread) {
          if (made === reads.length - 1) {
            if (position === read.position) sources.add(source);
            return null;
          }
          made++;
        }
        if (a.writes) source = sourceOf(t.index, position);
      }
      return { made, source };
    },
    look: () => false,
  };
  new EveryRun(program, path, ["memory"], watch, q.maxMoves).run(0);
  const answer = await askText(program, `why ${name}`, { path, at: path.moves.length, thread });
  const others = [...sources].filter((s) => s !== seen);
  const shown = answer.lines.filter((l) => l.path !== null).length;
  const problem = disagreement(answer, others.length > 0);
  if (problem !== null || answer.answer === "unknown" || shown === others.length) return [answer, problem];
  return [answer, `all interleavings: ${others.length} other writes; shown: ${shown}`];
}

export interface RunCampaign {
  readonly answers: ReadonlyMap<string, number>;
  readonly tooLarge: number;
  readonly disagreements: readonly string[];
}

export async function runRunCampaign(
  seed: number,
  count: number,
  sizes: Sizes,
  maxMoves: number,
  progress: (done: number, found: number) => void = () => undefined,
): Promise<RunCampaign> {
  const answers = new Map<string, number>();
  const disagreements: string[] = [];
  let tooLarge = 0;
  for (let s = seed; s < seed + count; s++) {
    const text = render(generate(s, sizes));
    const program = await compileText(text);
    const rng = new Rng(s);
    const q: RunQuestion = { program, path: recordPath(program, new RandomScheduler(rng.fork()), 400), maxMoves };
    const history = historyIn(q);
    const switches = switchesOf(history).length;
    const reads = history.flatMap((m) =>
      m.accesses.filter((a) => a.reads && /^[a-z]$/.test(a.name)).map((a) => [m.thread, a.name] as const),
    );
    const [thread, name] = reads.length === 0 ? [0, null] : rng.pick(reads);
    const number = switches === 0 ? 0 : 1 + rng.below(switches);
    const asked: (readonly [string, () => Promise<readonly [AskResult, Judgement]>])[] = [
      ["least change", () => judgeLeastChange(q)],
      ...(number === 0 ? [] : [[`without switch ${number}`, () => judgeWithoutSwitch(q, number)] as const]),
      ...(name === null ? [] : [[`why ${name}`, () => judgeWhy(q, thread, name)] as const]),
    ];
    for (const [what, judge] of asked) {
      try {
        const [{ answer }, problem] = await judge();
        const key = `${what.replace(/ \S$/, "").replace(/ \d+$/, "")} ${answer}`;
        answers.set(key, (answers.get(key) ?? 0) + 1);
        if (problem !== null) disagreements.push(`seed ${s}, thread ${thread}: ${what}: ${problem}\n${text}`);
      } catch (error) {
        if (!(error instanceof TooMany)) throw error;
        tooLarge++;
      }
    }
    progress(s - seed + 1, disagreements.length);
  }
  return { answers, tooLarge, disagreements };
}
