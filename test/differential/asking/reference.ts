// Answers to questions by trying every interleaving: no state is recognised, no order of visible moves is left out. In: a program, a place in a run, a question. Out: whether the answer is yes (for writes: what can be
// seen); null: the interleavings are too many.
//
// Every thread is taken to its next visible operation at once, and the lines at which it could have stopped meanwhile are kept: until its next visible move it may stand at any of them. So the reference does not rely
// on what the search does with lines.

import { QuestionOracle } from "../../../src/debugger/ask/oracle.ts";
import type { Question } from "../../../src/debugger/ask/question.ts";
import type { Tracker } from "../../../src/debugger/ask/search.ts";
import { isAtLine, type Path } from "../../../src/debugger/moves.ts";
import { standingOf } from "../../../src/debugger/passage.ts";
import { successor } from "../../../src/engines/search/decisions.ts";
import { findLost } from "../../../src/execution/deadlocks.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import type { Decision } from "../../../src/reduction/search.ts";
import { startOf } from "../../../src/witness/schedule.ts";
import { machineOptions } from "../../run.ts";
import { globalsOnly } from "../../unit/debugger/asking.ts";

/** Of each thread: the lines at which it may stand since its last visible move. */
type Stops = readonly (readonly number[])[];

/** The last write to the object: its thread and line; the empty text: none. */
type Source = string;

export interface Reference {
  readonly isYes: boolean;
  /** For `writes`: the line and the thread of each write that can be seen; the empty text: none. */
  readonly sources: ReadonlySet<string>;
  readonly moves: number;
}

class TooMany extends Error {}
class Enough extends Error {}

/** Moves of one run: the recursion is as deep. */
const maxDepth = 1200;

export interface ReferenceTask {
  readonly program: Program;
  readonly path: Path;
  /** Moves that are fixed. */
  readonly at: number;
  readonly question: Question;
  readonly property: Property | null;
  /** The thread whose next read is meant. */
  readonly thread: number;
  /** Keeps runs within the branches of another one; null: all runs count. */
  readonly withinSides: ((machine: Machine) => Tracker) | null;
  readonly maxMoves: number;
  /** Values that are tried of inputs with too many. */
  readonly hints?: readonly bigint[];
}

export function answerByAllRuns(task: ReferenceTask): Reference | null {
  const r = new AllRuns(task);
  try {
    r.run();
  } catch (error) {
    if (error instanceof TooMany) return null;
    if (!(error instanceof Enough)) throw error;
  }
  return { isYes: r.isYes || r.sources.size > 0, sources: r.sources, moves: r.moves };
}

class AllRuns {
  readonly machine: Machine;
  readonly #oracle: QuestionOracle;
  isYes = false;
  readonly sources = new Set<string>();
  moves = 0;
  #accesses: { reads: boolean; writes: boolean }[] = [];

  readonly #sides: Tracker | null;
  /** What `#sides` keeps of the run so far. */
  #kept = 0;

  constructor(readonly task: ReferenceTask) {
    const { program, property, path, question, withinSides, hints = [] } = task;
    const properties: readonly Property[] = property === null ? ["memory"] : [property];
    const notesBlocks = withinSides !== null;
    this.machine = new Machine(program, { ...machineOptions(properties), undo: true, stopsAtLines: true, notesBlocks });
    this.#oracle = new QuestionOracle(this.machine, path.start, { known: null, isExact: true, hints });
    this.#sides = withinSides?.(this.machine) ?? null;
    this.#kept = this.#sides?.initial ?? 0;
    if (question.kind !== "writes") return;
    const { address, size } = globalsOnly.objectOf(this.machine, null as never, 0, question.expression);
    this.machine.recorder = {
      note: () => undefined,
      access: ({ kind, object, offset, size: n }) => {
        const start = object.address + offset;
        if (start < address + size && address < start + n)
          this.#accesses.push({ reads: kind === "read" || kind === "update", writes: kind !== "read" });
      },
    };
  }

  run(): void {
    const { machine } = this;
    const { path, at } = this.task;
    const { fill, freedoms } = startOf(path.start);
    let source = "";
    this.#oracle.follow(path.start.prelude);
    machine.start(this.#oracle, fill, freedoms);
    for (const m of path.moves.slice(0, at)) {
      const t = machine.threads[m.thread] as Thread;
      const from = this.#line(t);
      this.#accesses = [];
      this.#oracle.follow(m);
      if (machine.step(t, this.#oracle) === null) throw new Error("the path is blocked");
      if (this.#accesses.some((a) => a.writes)) source = `${t.index} ${from}`;
    }
    if (machine.outcome !== null) return;
    const stops = machine.threads.map((t) => [this.#line(t)]);
    this.#settle(stops, (all) => this.#explore(all, source));
  }

  #line(t: Thread): number {
    return t.status === "running" ? standingOf(this.machine, t).line : 0;
  }

  /** Takes threads to their next visible operations, in every way that decisions allow. */
  #settle(stops: Stops, then: (stops: Stops) => void): void {
    const { machine } = this;
    const t = machine.outcome === null ? machine.threads.find(isAtLine) : undefined;
    if (t === undefined) return then(stops);
    this.#eachVector(t, () => this.#settle(added(stops, t.index, this.#line(t)), then));
  }

  /** Moves the thread with each vector of decisions. Returns whether it could be moved. */
  #eachVector(t: Thread, then: () => void): boolean {
    const { machine } = this;
    let hasMoved = false;
    for (let prefix: readonly Decision[] | null = []; prefix !== null; ) {
      this.#oracle.begin(prefix);
      this.#accesses = [];
      const step = machine.step(t, this.#oracle);
      prefix = successor(this.#oracle.taken);
      if (++this.moves > this.task.maxMoves || machine.depth > maxDepth) throw new TooMany();
      if (step === null) continue;
      hasMoved = true;
      const before = this.#kept;
      const kept = this.#sides === null ? 0 : this.#sides.after(before, t);
      if (kept !== null) {
        this.#kept = kept;
        then();
        this.#kept = before;
      }
      machine.undo();
    }
    return hasMoved;
  }

  #explore(stops: Stops, past: Source): void {
    const { machine } = this;
    this.#look(stops);
    if (machine.outcome !== null) return;
    let hasMoved = false;
    for (const t of machine.threads.slice()) {
      if (t.status !== "running") continue;
      const from = this.#line(t);
      const threads = machine.threads.length;
      const isCut = this.#runsSecond(stops[t.index] as readonly number[]);
      hasMoved =
        this.#eachVector(t, () => {
          if (isCut) return;
          const next = this.#seen(t, from, past);
          if (next === null) return;
          const moved = stops.map((s, i) => (i === t.index ? [this.#line(t)] : s));
          for (const u of machine.threads.slice(threads)) moved.push([this.#line(u)]);
          this.#settle(moved, (all) => this.#explore(all, next));
        }) || hasMoved;
    }
    if (hasMoved) return;
    machine.concludeStuck();
    this.#look(stops);
    machine.outcome = null;
    machine.violations.length = machine.violations.filter((v) => v.kind !== "deadlock").length;
  }

  /** Whether a visible move of a thread with these stops runs the second line. */
  #runsSecond(stops: readonly number[]): boolean {
    const { question } = this.task;
    return question.kind === "before" && stops.includes(question.second.line);
  }

  /** The last write after a visible move; null: it has made the read that is meant. */
  #seen(t: Thread, from: number, past: Source): Source | null {
    let source = past;
    for (const a of this.#accesses) {
      if (a.reads && t.index === this.task.thread) {
        this.sources.add(source);
        return null;
      }
      if (a.writes) source = `${t.index} ${from}`;
    }
    return source;
  }

  #look(stops: Stops): void {
    const { question, at, property } = this.task;
    const found = (): never => {
      this.isYes = true;
      throw new Enough();
    };
    switch (question.kind) {
      case "fail":
        if (this.machine.violations.some((v) => v.step >= at && v.property === property)) found();
        if (property === "deadlock" && this.machine.outcome === null && findLost(this.machine).length > 0) found();
        return;
      case "hold": {
        if (this.machine.outcome !== null) return;
        const stands = stops.some((lines) => lines.includes(question.at.line));
        if (stands && (question.condition === null || globalsOnly.isTrue(this.machine, null as never, 0, question.condition))) found();
        return;
      }
      case "before":
        if (this.machine.outcome !== null) return;
        for (const lines of stops) {
          const first = lines.indexOf(question.first.line);
          const second = lines.indexOf(question.second.line);
          if (first >= 0 && (second < 0 || second > first)) found();
        }
        return;
      default:
    }
  }
}

const added = (stops: Stops, thread: number, line: number): Stops => stops.map((s, i) => (i === thread ? [...s, line] : s));
