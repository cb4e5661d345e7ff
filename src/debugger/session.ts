// A debugging session: a machine that stands somewhere on a path of moves, and can go on, go back, or leave the path. In: a program and, perhaps, a schedule. Out: an implementation of contract.ts.
//
// The machine undoes moves, so that going back costs what was done since. Moves that were made once are made again with their decisions. Moving another thread than the recorded
// one forks the path.

import type { MachineOptions } from "../execution/machine.ts";
import { ObjectNames } from "../execution/object-names.ts";
import type { Program } from "../program/program.ts";
import { counted, shortName } from "../reports/report.ts";
import type { SourceText } from "../reports/source-text.ts";
import { fail } from "../support/diagnostics.ts";
import { append } from "../support/lists.ts";
import { decode } from "../witness/replay.ts";
import type { Schedule } from "../witness/schedule.ts";
import { type Arrival, Breakpoints } from "./breakpoints.ts";
import { CodeLines } from "./code-lines.ts";
import type {
  BreakpointSpec,
  BreakpointView,
  FrameReference,
  InputView,
  Place,
  SessionState,
  StepKind,
  Stop,
  ViolationView,
} from "./contract.ts";
import { type Fork, Forks, type SeenMove, sharedMoves } from "./forks.ts";
import { type Inspector, inspectorOf } from "./inspector.ts";
import { describeOutcome, type Judgement, judge } from "./judgement.ts";
import { canMoveLocally, type Decisions, hasSameDecisions, isSameMove, type Move, type Path, type Start } from "./moves.ts";
import { PassageWatcher, standingOf } from "./passage.ts";
import { isStepDone, placeBefore } from "./stepping.ts";
import { locksOf, threadsOf } from "./views.ts";
import { Walker } from "./walker.ts";

export interface SessionOptions {
  readonly program: Program;
  readonly machine: Omit<MachineOptions, "undo" | "stopsAtLines">;
  /** The session stands at the end of this schedule; null: at the beginning of the program. */
  readonly schedule: Schedule | null;
  readonly source: SourceText;
}

/** Moves that one command makes at most: a busy wait would never end. */
const maxMovesOfStep = 20_000;
const maxMovesOfRun = 200_000;
/** Moves after which another thread's turn comes, if the run goes on by itself. */
const movesPerTurn = 2_000;

export class Session {
  readonly lines: CodeLines;
  readonly inspector: Inspector;
  readonly names: ObjectNames;
  readonly #walker: Walker;
  readonly #watcher: PassageWatcher;
  readonly #forks = new Forks();
  readonly #breakpoints: Breakpoints;
  #fork: Fork;
  /** Moves of the fork that were made. */
  #at = 0;
  #stop: Stop;
  #judgement: Judgement | null = null;

  constructor(readonly options: SessionOptions) {
    const { program, machine, schedule } = options;
    const start: Start =
      schedule === null
        ? { fill: 0, freedoms: [...machine.freedoms], prelude: { choices: [], inputs: [] } }
        : { ...environmentOf(schedule), prelude: { choices: schedule.prelude, inputs: schedule.inputs } };
    this.#walker = new Walker(program, machine, start, true);
    this.names = new ObjectNames(this.#walker.machine);
    this.#watcher = new PassageWatcher(this.#walker.machine);
    this.lines = new CodeLines(program);
    this.inspector = inspectorOf(this.#walker.machine);
    this.#breakpoints = new Breakpoints(this.lines, this.inspector);
    this.#fork = this.#forks.add(null, this.#walker.start, []);
    this.#stop = stopOf("entry", 0, "main stands at its beginning");
    if (schedule !== null) this.#followSchedule(schedule);
  }

  get machine(): Walker["machine"] {
    return this.#walker.machine;
  }

  get place(): Place {
    return { fork: this.#fork.id, move: this.#at };
  }

  /** The moves made so far, and how the run began. */
  get path(): { readonly start: Start; readonly moves: readonly SeenMove[]; readonly length: number } {
    return { start: this.#fork.start, moves: this.#fork.moves, length: this.#at };
  }

  state(): SessionState {
    const { machine, names } = this;
    const { outcome, violations } = this.#judge();
    const threads = threadsOf(machine, names, outcome !== null);
    return {
      place: this.place,
      stop: this.#stop,
      threads,
      locks: locksOf(machine, names, threads),
      violations: violations.map((v): ViolationView => {
        const { property, kind, message, location, thread } = v;
        return { property, kind, message: names.rename(message), location, thread, move: v.step < machine.stepCount ? v.step : -1 };
      }),
      outcome: names.rename(describeOutcome(outcome)),
      output: decode(machine.outputs.map((o) => o.bytes)),
      inputs: this.#inputs(),
      forks: this.#forks.views(),
      next: this.#nextThread(),
    };
  }

  // ---- moving

  step(thread: number, kind: StepKind): Stop {
    const { machine } = this;
    const t = this.#threadNamed(thread);
    const from = standingOf(machine, t);
    const log: string[] = [];
    for (let i = 0; i < maxMovesOfStep; i++) {
      const made = this.#move(thread);
      if (made === null) return this.#arrive(this.#cannotMove(thread, i));
      const stopped = this.#stopAfter(made, log);
      if (stopped !== null) return this.#arrive(stopped);
      if (t.status === "finished") return this.#arrive(stopOf("step", thread, `${shortName(thread)} has ended`, [], log));
      if (isStepDone(kind, from, made)) return this.#arrive(stopOf("step", thread, this.#whereIs(thread), [], log));
    }
    return this.#arrive(stopOf("step", thread, `${shortName(thread)} has made ${maxMovesOfStep} moves and is still at it`, [], log));
  }

  back(thread: number, kind: StepKind): Stop {
    const { machine } = this;
    const t = this.#threadNamed(thread);
    const target = placeBefore(kind, this.#fork.moves, this.#at, thread, standingOf(machine, t));
    if (target < 0) return this.#arrive(stopOf("start", thread, `${shortName(thread)} stands at its beginning`));
    this.#undoTo(target);
    return this.#arrive(stopOf("step", thread, this.#whereIs(thread)));
  }

  continue(maxMoves: number = maxMovesOfRun): Stop {
    return this.#run(-1, maxMoves);
  }

  /** `preferred`: the thread that moves whenever it can, where no move is recorded; -1: none. */
  #run(preferred: number, maxMoves: number = maxMovesOfRun): Stop {
    const log: string[] = [];
    for (let i = 0; i < maxMoves; i++) {
      const next = this.#nextThread(preferred);
      if (next < 0) return this.#arrive(this.#ended(log));
      const made = this.#move(next);
      if (made === null) return this.#arrive(this.#cannotMove(next, i));
      const stopped = this.#stopAfter(made, log);
      if (stopped !== null) return this.#arrive(stopped);
    }
    return this.#arrive(stopOf("cancelled", this.#lastThread(), "stopped on the way; continue goes on", [], log));
  }

  reverseContinue(): Stop {
    while (this.#at > 0) {
      const undone = this.#fork.moves[this.#at - 1] as SeenMove;
      const hits = this.#accessHits(undone);
      this.#undoTo(this.#at - 1);
      if (hits.length > 0)
        return this.#arrive(stopOf("breakpoint", undone.thread, `before the access: ${this.#whereIs(undone.thread)}`, hits));
      const last = this.#fork.moves[this.#at - 1];
      if (last === undefined) break;
      const found = this.#breakpoints.hitsOf(this.#fork.moves, this.#at, this.#arrivals(last), "places");
      if (found.breakpoints.length > 0)
        return this.#arrive(
          stopOf("breakpoint", found.thread, [this.#whereIs(found.thread), ...found.problems].join("; "), found.breakpoints),
        );
    }
    return this.#arrive(stopOf("start", 0, "the beginning of the run"));
  }

  runTo(file: string, line: number, thread?: number): Stop {
    const at = this.lines.at(file, line);
    if (at === null) fail("RVL601", `${file} has no code at line ${line} or after it`);
    const stop = this.#breakpoints.with(file, line, thread, () => this.#run(thread ?? -1));
    return stop.breakpoints.includes(0)
      ? this.#arrive({ ...stop, reason: "step", breakpoints: stop.breakpoints.filter((b) => b !== 0) })
      : stop;
  }

  goTo({ fork, move }: Place): Stop {
    const target = this.#forks.get(fork);
    if (!Number.isInteger(move) || move < 0 || move > target.moves.length)
      fail("RVL601", `fork ${fork} has ${counted(target.moves.length, "move")}; there is no move ${move}`);
    this.#walkTo(target, move);
    const last = target.moves[move - 1];
    return this.#arrive(stopOf("jump", last?.thread ?? 0, last === undefined ? "the beginning of the run" : this.#whereIs(last.thread)));
  }

  setBreakpoints(specs: readonly BreakpointSpec[]): BreakpointView[] {
    return this.#breakpoints.set(specs, this.#presentFrame());
  }

  /** Another value for an input: a fork that keeps the recorded moves after it as far as the program follows them. */
  setInput(number: number, value: string): Stop {
    const wanted = this.#inputs()[number];
    if (wanted === undefined) fail("RVL601", `there is no input ${number}`);
    const bits = BigInt.asUintN(wanted.bits, parseInput(value));
    const from = this.#fork;
    const { start, moves } = from;
    if (wanted.move < 0) {
      const inputs = start.prelude.inputs.map((v, i) => (i === number ? bits : v));
      const began = this.#restart({ ...start, prelude: { ...start.prelude, inputs } });
      this.#fork = this.#forks.add({ fork: from.id, move: 0 }, began, []);
      return this.#arrive(this.#remake(moves, 0, null));
    }
    const at = wanted.move;
    const asking = moves[at] as SeenMove;
    const first = this.#inputs().findIndex((i) => i.move === at);
    this.#walkTo(from, at);
    this.#fork = this.#forks.add({ fork: from.id, move: at }, start, moves.slice(0, at));
    return this.#arrive(this.#remake(moves, at, { ...asking, inputs: asking.inputs.map((v, i) => (i === number - first ? bits : v)) }));
  }

  // ---- forks

  renameFork(id: number, name: string): void {
    this.#forks.rename(id, name);
  }

  removeFork(id: number): void {
    if (id === this.#fork.id) fail("RVL601", "the session stands on this fork: jump to another one first");
    this.#forks.remove(id);
  }

  forkNamed(id: number): Fork {
    return this.#forks.get(id);
  }

  /** Adds a fork with this path, sharing what it can with the present one. Null: the program does not follow it. The session stays where it is. */
  addFork({ start, moves }: Path, name: string): Place | null {
    const here = this.place;
    const from = this.#fork;
    const isSameStart = hasSameDecisions(start.prelude, from.start.prelude);
    const shared = isSameStart ? moves.findIndex((m, i) => !isSameMove(m, from.moves[i])) : 0;
    const kept = shared < 0 ? moves.length : shared;
    if (isSameStart) {
      this.#walkTo(from, kept);
      this.#fork = this.#forks.add({ fork: from.id, move: kept }, from.start, from.moves.slice(0, kept), name);
    } else {
      this.#fork = this.#forks.add({ fork: from.id, move: 0 }, this.#restart(start), [], name);
    }
    const made = this.#fork;
    const isFollowed = moves.slice(kept).every((m) => this.machine.threads[m.thread] !== undefined && this.#append(m.thread, m) !== null);
    if (isFollowed) made.end = describeOutcome(this.#judge().outcome);
    this.#walkTo(from, here.move);
    if (!isFollowed) this.#forks.remove(made.id);
    return isFollowed ? { fork: made.id, move: made.moves.length } : null;
  }

  // ---- the machine along the path

  /** Moves a thread: as recorded, along another fork that has this move, or along a new one. Null: it cannot move. */
  #move(thread: number): SeenMove | null {
    const recorded = this.#fork.moves[this.#at];
    if (recorded === undefined) return this.#append(thread);
    if (recorded.thread !== thread) {
      const { start, moves } = this.#fork;
      const known = this.#forks.continuing(start, moves, this.#at, thread);
      if (known === null) {
        const from = this.#fork;
        this.#fork = this.#forks.add(this.place, start, moves.slice(0, this.#at));
        const made = this.#append(thread);
        if (made !== null) return made;
        this.#forks.remove(this.#fork.id);
        this.#fork = from;
        return null;
      }
      this.#fork = known;
    }
    return this.#again();
  }

  /** A new move at the end of the path. */
  #append(thread: number, decisions?: Decisions): SeenMove | null {
    const t = this.#walker.thread(thread);
    this.#watcher.begin(t);
    const made = this.#walker.move(thread, decisions);
    if (made === null) return null;
    this.names.learn(t, this.#watcher.events);
    const seen = { ...made, passage: this.#watcher.end(t) };
    this.#fork.moves.push(seen);
    this.#at++;
    this.#judgement = null;
    return seen;
  }

  /** The next recorded move. */
  #again(): SeenMove {
    const move = this.#fork.moves[this.#at] as SeenMove;
    if (this.#walker.move(move.thread, move) === null) throw new Error("a recorded move cannot be made again");
    this.#at++;
    this.#judgement = null;
    return move;
  }

  #undoTo(length: number): void {
    for (; this.#at > length; this.#at--) this.#walker.undo();
    this.#judgement = null;
  }

  #restart(start: Start): Start {
    this.#at = 0;
    this.#judgement = null;
    return this.#walker.restart(start);
  }

  #walkTo(fork: Fork, length: number): void {
    if (fork.start !== this.#fork.start) {
      this.#restart(fork.start);
      this.#fork = fork;
    } else {
      this.#undoTo(Math.min(sharedMoves(fork.moves, this.#fork.moves), this.#at, length));
      this.#fork = fork;
    }
    while (this.#at < length) this.#again();
  }

  /** Makes recorded moves again in a new fork, `first` instead of the first of them, as far as the threads can. */
  #remake(moves: readonly SeenMove[], from: number, first: Move | null): Stop {
    for (let i = from; i < moves.length; i++) {
      const m = i === from && first !== null ? first : (moves[i] as SeenMove);
      if (this.machine.threads[m.thread] === undefined || this.#append(m.thread, m) === null)
        return stopOf("jump", m.thread, `with this input the run leaves the recorded one after ${counted(i, "move")}`);
    }
    const last = this.#lastThread();
    return stopOf("jump", last, this.#whereIs(last));
  }

  #followSchedule(schedule: Schedule): void {
    const { path, divergedAt } = new Walker(this.options.program, this.options.machine, this.#fork.start, false).follow(schedule);
    for (const m of path.moves) if (this.#append(m.thread, m) === null) break;
    const last = this.#lastThread();
    const text = divergedAt < 0 ? this.#whereIs(last) : `the program leaves the schedule after ${counted(divergedAt, "step")}`;
    this.#arrive(divergedAt < 0 && this.#judge().violations.length > 0 ? this.#ended([]) : stopOf("jump", last, text));
  }

  // ---- why it stops

  /** After a move that a command has made: null if nothing asks to stop. */
  #stopAfter(move: SeenMove, log: string[]): Stop | null {
    const { machine } = this;
    const hits = this.#breakpoints.hitsOf(this.#fork.moves, this.#at, this.#arrivals(move), "all");
    append(log, hits.log);
    if (machine.outcome !== null) return this.#ended(log);
    const shown = machine.violations.slice(machine.violations.length - move.passage.violations);
    const failures = this.#breakpoints.failures;
    const failed = shown.find((v) => failures === null || failures.has(v.property));
    if (failed !== undefined)
      return stopOf(
        "failure",
        move.thread,
        `${failed.kind.replaceAll("-", " ")}: ${this.names.rename(failed.message)}`,
        hits.breakpoints,
        log,
      );
    if (hits.breakpoints.length === 0) return null;
    return stopOf("breakpoint", hits.thread, [this.#whereIs(hits.thread), ...hits.problems].join("; "), hits.breakpoints, log);
  }

  /** The threads that a move has brought to a new place. */
  #arrivals(move: SeenMove): Arrival[] {
    const { machine } = this;
    const started = move.started.flatMap((index): Arrival[] => {
      const t = machine.threads[index];
      return t === undefined ? [] : [{ thread: index, from: null, to: standingOf(machine, t) }];
    });
    return [{ thread: move.thread, from: move.passage.from, to: move.passage.to }, ...started];
  }

  /** Breakpoints on data and locks that a move, just about to be undone, has hit. */
  #accessHits(move: SeenMove): readonly number[] {
    return this.#breakpoints.hitsOf(this.#fork.moves, this.#at, this.#arrivals(move), "accesses").breakpoints;
  }

  #ended(log: readonly string[]): Stop {
    const { outcome, violations } = this.#judge();
    const isFailure = outcome?.kind === "error" || (outcome === null && violations.length > 0);
    const thread = outcome?.kind === "error" ? outcome.violation.thread : this.#lastThread();
    const text = outcome === null ? (violations[0]?.message ?? this.#whereIs(thread)) : describeOutcome(outcome);
    return stopOf(isFailure ? "failure" : "end", thread, this.names.rename(text), [], log);
  }

  #cannotMove(thread: number, made: number): Stop {
    const { machine } = this;
    const t = this.#threadNamed(thread);
    const { outcome } = this.#judge();
    if (outcome !== null) return this.#ended([]);
    if (t.status === "finished") return stopOf("end", thread, `${shortName(thread)} has ended`);
    if (t.status !== "running") return stopOf("end", thread, `${shortName(thread)} was stopped by a false assumption`);
    const view = threadsOf(machine, this.names, false)[thread];
    const what = view?.waitsFor === "" || view === undefined ? "waits" : view.waitsFor;
    return stopOf("blocked", thread, `${shortName(thread)} ${what}${made > 0 ? ` after ${counted(made, "move")}` : ""}`);
  }

  #arrive(stop: Stop): Stop {
    this.#stop = stop;
    const { outcome } = this.#judge();
    if (outcome !== null && this.#at === this.#fork.moves.length) this.#fork.end = describeOutcome(outcome);
    return stop;
  }

  /** The thread that a continued run moves next: as recorded, else the last one while it can and its turn lasts, else the next. */
  #nextThread(preferred = -1): number {
    const { machine } = this;
    if (machine.outcome !== null) return -1;
    const { moves } = this.#fork;
    const recorded = moves[this.#at];
    if (recorded !== undefined) return recorded.thread;
    const last = this.#lastThread();
    const canMove = (i: number): boolean => {
      const t = machine.threads[i];
      return t !== undefined && (canMoveLocally(machine, t) || machine.isEnabled(t));
    };
    if (canMove(preferred)) return preferred;
    const from = this.#at - movesPerTurn;
    if (moves[from]?.thread !== last && canMove(last)) return last;
    const others = machine.threads.map((_, i) => (last + i) % machine.threads.length).slice(1);
    const next = others.find(canMove);
    const isTurnOver = (): boolean => moves.slice(from, this.#at).every((m) => m.thread === last);
    return canMove(last) && (next === undefined || !isTurnOver()) ? last : (next ?? -1);
  }

  #lastThread(): number {
    return this.#fork.moves[this.#at - 1]?.thread ?? 0;
  }

  #presentFrame(): FrameReference {
    const thread = this.#stop.thread < this.machine.threads.length ? this.#stop.thread : 0;
    return { thread, level: standingOf(this.machine, this.#walker.thread(thread)).level };
  }

  #threadNamed(index: number): Walker["machine"]["threads"][number] {
    const t = this.machine.threads[index];
    if (t === undefined) fail("RVL601", `there is no thread ${index}`);
    return t;
  }

  #whereIs(thread: number): string {
    const t = this.machine.threads[thread];
    if (t === undefined) return "";
    if (t.status === "finished") return `${shortName(thread)} has ended`;
    const { file, line, function: name } = standingOf(this.machine, t);
    return file === null ? `${shortName(thread)} is ending` : `${shortName(thread)} at ${file}:${line} in ${name}`;
  }

  #inputs(): InputView[] {
    const { start, moves } = this.#fork;
    const owner = [...start.prelude.inputs.map(() => -1), ...moves.slice(0, this.#at).flatMap((m, i) => m.inputs.map(() => i))];
    return this.machine.inputs.map(({ thread, what, bits, value }, number) => ({
      number,
      thread,
      move: owner[number] ?? -1,
      what: this.names.rename(what),
      bits,
      value: String(bits > 1 ? BigInt.asIntN(bits, value) : value),
    }));
  }

  #judge(): Judgement {
    this.#judgement ??= judge(this.machine);
    return this.#judgement;
  }
}

const stopOf = (
  reason: Stop["reason"],
  thread: number,
  text: string,
  breakpoints: readonly number[] = [],
  log: readonly string[] = [],
): Stop => ({ reason, thread, text, breakpoints, log });

const environmentOf = ({ steps: _, inputs: __, prelude: ___, ...environment }: Schedule): Omit<Start, "prelude"> => environment;

function parseInput(text: string): bigint {
  const plain = text.trim();
  if (!/^-?(0x[0-9a-f]+|\d+)$/i.test(plain))
    fail("RVL601", `${JSON.stringify(text)} is not a number`, { hint: "write a decimal number, or 0x and hexadecimal digits" });
  return plain.startsWith("-") ? -BigInt(plain.slice(1)) : BigInt(plain);
}
