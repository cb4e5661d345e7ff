// Searches all continuations of a path for states or moves that answer a question. In: a path and how much of it is fixed, a watcher that says what an answer is, limits. Out: a path for each
// answer, and whether everything was covered.
//
// Depth first over states, none visited twice (execution/canonical-state.ts). Threads pass lines at once, except those that the watcher stops at: local moves touch nothing that another thread can
// observe, so they commute with everything, and every state in which some thread stands at a stop is visited. No other reduction is made: a condition may ask for any memory, so no two visible moves
// commute for it. What a watcher keeps of the past is part of a state.

import { findLiveRegisters } from "../../analysis/liveness.ts";
import { findIrrelevantObjects } from "../../analysis/reachable-functions.ts";
import { type EarlyEnds, endsOf, noteEnd } from "../../engines/early-ends.ts";
import { successor } from "../../engines/search/decisions.ts";
import { WorkMeter } from "../../engines/search/work-meter.ts";
import { CanonicalState } from "../../execution/canonical-state.ts";
import { assumptionsOf, isAboutAddresses } from "../../execution/freedoms.ts";
import { Machine, type MachineOptions } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { FunctionBody, Program } from "../../program/program.ts";
import type { Decision } from "../../reduction/search.ts";
import type { EarlyEnd } from "../../reports/report.ts";
import { causeOfStop, type Unknown, unknownBecause } from "../../reports/unknown.ts";
import type { Budget } from "../../support/budget.ts";
import { LimitReached } from "../../support/limits.ts";
import { TableFull } from "../../support/vector-table.ts";
import { startOf } from "../../witness/schedule.ts";
import type { OpenReads } from "../expressions/open-reads.ts";
import { isAtLine, type Move, type Path } from "../moves.ts";
import { type InputPolicy, QuestionOracle } from "./oracle.ts";

/** Keeps a number of the past of a run: states in which it differs are different. */
export interface Tracker {
  readonly initial: number;
  /** The thread is about to be moved. */
  before?(t: Thread): void;
  /** After a move of the thread. Null: runs that begin so do not count. */
  after(kept: number, t: Thread): number | null;
}

/** Says what is looked for. */
export interface Watcher extends Tracker {
  /** Does a thread that stands before this line stop there? */
  isStop(t: Thread): boolean;
  /** Whether an answer is a matter of the state alone. Otherwise moves to states that are known are also looked at. */
  readonly isOfStates: boolean;
  /** `reads`: is told for which inputs the answer is the same; absent: for those at hand. Only what an answer reads of memory and registers may depend on inputs. */
  isAnswer(kept: number, reads?: OpenReads): boolean;
  /** What makes the present state an answer, in words. */
  describe(): string;
  /** Is the state an answer because a thread in it has to wait? */
  isAnswerIfBlocked?(kept: number): boolean;
}

export interface SearchLimits {
  readonly maxStates: number;
  readonly maxMoves: number;
  /** For the states. */
  readonly megabytes: number;
}

export interface SearchTask {
  readonly program: Program;
  readonly options: Omit<MachineOptions, "undo" | "stopsAtLines">;
  readonly path: Path;
  /** Moves that are fixed. */
  readonly at: number;
  readonly inputs: InputPolicy;
  /** Functions whose locals an answer may depend on; null: it depends on no data. */
  readonly asksAbout: ReadonlySet<number> | null;
  /** What else is kept of the past. */
  readonly trackers?: (machine: Machine) => readonly Tracker[];
  /** Trackers need the blocks that moves enter. */
  readonly notesBlocks?: boolean;
  readonly limits: SearchLimits;
  /** Only runs with at most so many switches; absent: all. */
  readonly maxSwitches?: number;
  readonly budget: Budget;
  readonly progress: (text: string) => void;
}

export interface SearchEnd {
  /** Why not everything was covered; null: it was. */
  readonly open: Unknown | null;
  /** Not all values of an input were tried, or there are too many states with them. */
  readonly hasOpenInputs: boolean;
  readonly states: number;
  readonly moves: number;
  /** What the environment is assumed not to do. */
  readonly assumptions: readonly string[];
  /** Undefined behaviour that ended runs. */
  readonly ends: readonly EarlyEnd[];
}

interface Node {
  /** Slots of the threads to move, in this order. */
  order: readonly number[];
  /** Only the thread that decides something at a line is moved. */
  isNarrow: boolean;
  next: number;
  decisions: readonly Decision[];
  /** Some thread could move. */
  moved: boolean;
  /** Moves up to here. */
  readonly depth: number;
  readonly mark: number;
  readonly kept: readonly number[];
  /** The thread that led here, and the switches so far. */
  readonly last: number;
  readonly switches: number;
}

/** Local moves that threads may make in a row; more are taken for a loop that does not end. */
const maxLocalMoves = 100_000;

export class TooManyStates extends Error {}

export class PathSearch {
  readonly machine: Machine;
  readonly #oracle: QuestionOracle;
  protected readonly trackers: readonly Tracker[];
  protected readonly watcher: Watcher;
  /** Null: states cannot be compared, because they would have to record the order in which objects began and ended. */
  protected readonly state: CanonicalState | null;
  readonly #seen = new Set<number | string>();
  readonly #nodes: Node[] = [];
  readonly #made: Move[] = [];
  protected readonly meter: WorkMeter;
  protected readonly ends: EarlyEnds = new Map();
  protected cut: Unknown | null = null;
  protected unwritten = 0;
  protected moves = 0;
  protected states = 0;
  protected isDone = false;

  constructor(
    readonly task: SearchTask,
    watcher: (machine: Machine) => Watcher,
  ) {
    const { program, options, path } = task;
    this.machine = new Machine(program, { ...options, undo: true, stopsAtLines: true, notesBlocks: task.notesBlocks ?? false });
    this.#oracle = new QuestionOracle(this.machine, path.start, task.inputs);
    this.trackers = task.trackers?.(this.machine) ?? [];
    this.watcher = watcher(this.machine);
    this.state = path.start.freedoms.some(isAboutAddresses) ? null : this.#newState();
    this.meter = new WorkMeter(this.machine, task.budget);
  }

  /** Registers that an answer may depend on; null: all. */
  get findLiveRegisters(): ((body: FunctionBody) => ReturnType<typeof findLiveRegisters>) | null {
    const { program, options, asksAbout } = this.task;
    const overflow = options.properties.has("overflow");
    const asked = new Set([...(asksAbout ?? [])].map((id) => program.functions[id]?.body()));
    return options.properties.has("leak") ? null : (body: FunctionBody) => liveIn(body, overflow, asked.has(body));
  }

  #newState(): CanonicalState {
    const { program, asksAbout, limits } = this.task;
    const irrelevant = asksAbout === null ? findIrrelevantObjects(program) : new Set<number>();
    return new CanonicalState(
      this.machine,
      limits.megabytes * 2 ** 20,
      this.findLiveRegisters,
      this.task.path.start.asksInSteps ?? false,
      irrelevant,
    );
  }

  /** The path to the state that is looked at. */
  get path(): Path {
    return { start: this.task.path.start, moves: this.#made.slice() };
  }

  /** What makes the state that is looked at an answer, in words. */
  get description(): string {
    return this.watcher.describe();
  }

  /** `onAnswer` returns whether the search is over. */
  async run(onAnswer: () => boolean): Promise<SearchEnd> {
    let hasTooMany = false;
    try {
      if (!this.followPrefix()) throw new Error("the path of a question cannot be followed");
      if (this.machine.outcome === null) await this.explore(onAnswer);
    } catch (error) {
      if (error instanceof LimitReached) this.cut = unknownBecause({ kind: "stopped", stop: this.task.budget.cause, when: this.#work() });
      else if (error instanceof TableFull || error instanceof TooManyStates) {
        this.cut = this.#tooMany();
        hasTooMany = true;
      } else throw error;
    }
    return {
      open: this.cut ?? this.#whyUncovered(),
      hasOpenInputs: this.#oracle.uncovered?.kind === "inputs-not-covered" || (hasTooMany && this.#oracle.hasTriedInputs),
      states: Math.max(1, this.states), // a run that is over has one state: its end
      moves: this.moves,
      assumptions: assumptionsOf(this.machine.met),
      ends: endsOf(this.ends.values()),
    };
  }

  /** Puts the machine where the path fixes it. Returns false if the program does not follow. `onMove` is called after each move, `onStart` before the first. */
  followPrefix(onMove: (t: Thread) => void = () => undefined, onStart: () => void = () => undefined): boolean {
    const { machine, task } = this;
    const { start, moves } = task.path;
    const { fill, freedoms } = startOf(start);
    this.#oracle.follow(start.prelude);
    machine.start(this.#oracle, fill, freedoms);
    onStart();
    for (const m of moves.slice(0, task.at)) {
      if (!this.#follow(m)) return false;
      onMove(machine.threads[m.thread] as Thread);
    }
    machine.unwrittenRead = 0; // what was read so far is fixed
    machine.hasReadUnwritten = false;
    return true;
  }

  #follow(m: Move): boolean {
    const { machine } = this;
    const t = machine.threads[m.thread];
    this.#oracle.follow(m);
    return t !== undefined && machine.outcome === null && t.status === "running" && this.#move(t);
  }

  /** Follows a path that this search, or another one for the same task, has found. Returns whether it is an answer. */
  confirms({ moves }: Path): boolean {
    const { machine, task } = this;
    if (!this.followPrefix()) return false;
    let kept: readonly number[] | null = this.initial;
    for (const m of moves.slice(task.at)) {
      if (kept === null || !this.#follow(m)) return false;
      kept = this.after(kept, machine.threads[m.thread] as Thread);
    }
    if (kept === null) return false;
    if (this.isAnswer(kept) || this.watcher.isAnswerIfBlocked?.(kept[0] as number)) return true;
    if (machine.outcome !== null || machine.threads.some((t) => machine.isEnabled(t))) return false;
    machine.concludeStuck();
    return this.isAnswer(kept);
  }

  protected get initial(): readonly number[] {
    return [this.watcher.initial, ...this.trackers.map((t) => t.initial)];
  }

  #whyUncovered(): Unknown | null {
    const { uncovered } = this.#oracle;
    if (uncovered !== null) return unknownBecause(uncovered);
    if (this.unwritten === 0) return null;
    const p = this.task.program.positions[this.unwritten];
    return unknownBecause({ kind: "uninitialised-memory", at: p === undefined ? "?" : `${p.file}:${p.line}` });
  }

  #tooMany(): Unknown {
    const text = `the limit of a question was reached after ${this.#work()}`;
    return unknownBecause({ kind: "diagnosed", code: "RVL302", text, hint: "ask from a later place, or with the inputs of this run" });
  }

  #work(): string {
    return `${this.states} states and ${this.moves} moves`;
  }

  /** Moves a thread; the oracle has been told how. Returns false if it is blocked. */
  #move(t: Thread): boolean {
    const { machine } = this;
    const { choices, inputs, threads } = machine;
    const before = { choices: choices.length, inputs: inputs.length, threads: threads.length };
    this.watcher.before?.(t);
    for (const tracker of this.trackers) tracker.before?.(t);
    const step = machine.step(t, this.#oracle);
    if (step === null) return false;
    this.#made.push({
      thread: t.index,
      isLocal: step.isLocal,
      choices: choices.length === before.choices ? noNumbers : choices.slice(before.choices),
      inputs: inputs.length === before.inputs ? noNumbers : inputs.slice(before.inputs).map((i) => i.value),
      started: threads.length === before.threads ? noNumbers : threads.slice(before.threads).map((u) => u.index),
    });
    return true;
  }

  #undoTo(depth: number): void {
    while (this.#made.length > depth) {
      this.machine.undo();
      this.#made.pop();
    }
  }

  protected async explore(onAnswer: () => boolean): Promise<void> {
    const { machine } = this;
    const answer = (): void => {
      this.isDone ||= onAnswer();
    };
    const initial = this.#passLines(this.initial);
    if (initial === null) return;
    if (this.isAnswer(initial)) answer();
    if (machine.outcome !== null) this.noteEnd();
    if (this.isDone || machine.outcome !== null) return;
    const last = this.#made.at(-1)?.thread ?? 0;
    this.#isNew(this.state?.capture() ?? 0, initial, last, 0);
    this.#push(initial, this.state?.mark() ?? 0, last, 0);
    for (let node = this.#nodes.at(-1); node !== undefined && !this.isDone; node = this.#nodes.at(-1)) {
      const slot = node.order[node.next];
      if (slot === undefined) {
        if (!node.moved) this.#concludeStuck(node, answer);
        this.#pop();
        continue;
      }
      const t = machine.threads[slot] as Thread;
      const isTooFar = slot !== node.last && node.switches >= (this.task.maxSwitches ?? Number.POSITIVE_INFINITY);
      if (t.status !== "running" || isTooFar) {
        node.moved ||= isTooFar;
        node.next++;
        continue;
      }
      this.#advance(node, t, answer);
      if (this.meter.countStep()) await this.yieldAndTick();
    }
  }

  /** Moves the thread with the node's decisions, and enters the state after it if it is new. */
  #advance(node: Node, t: Thread, answer: () => void): void {
    const { machine } = this;
    const threads = machine.threads.length;
    const journal = machine.memory.mark();
    this.#oracle.begin(node.decisions);
    const hasMoved = (t.waiting === null || machine.isEnabled(t)) && this.#move(t);
    const next = successor(this.#oracle.taken);
    node.decisions = next ?? [];
    if (next === null) node.next++;
    if (!hasMoved) {
      if (this.watcher.isAnswerIfBlocked?.(node.kept[0] as number)) answer();
      return;
    }
    node.moved = true;
    if (++this.moves > this.task.limits.maxMoves) throw new TooManyStates();
    const kept = this.#passLines(this.after(node.kept, t));
    if (machine.unwrittenRead !== 0) this.unwritten = machine.unwrittenRead;
    const isEnd = machine.outcome !== null;
    if (kept !== null && (isEnd || !this.watcher.isOfStates) && this.isAnswer(kept)) answer();
    if (isEnd) this.noteEnd();
    const switches = node.switches + (t.index === node.last ? 0 : 1);
    if (kept !== null && !isEnd) {
      const mark = this.state?.mark() ?? 0;
      const slots = this.#made.slice(node.depth).map((m) => m.thread);
      if (this.#isNew(this.state?.update(slots, journal, threads) ?? 0, kept, t.index, switches)) {
        this.#push(kept, mark, t.index, switches);
        if (this.watcher.isOfStates && this.isAnswer(kept)) answer();
        return;
      }
      this.state?.undoTo(mark);
    }
    this.#undoTo(node.depth);
    if (node.isNarrow) this.#widen(node);
  }

  /** A thread that comes back to a known state, or leaves the runs that count, would keep the others from moving: they are moved here as well. */
  #widen(node: Node): void {
    node.isNarrow = false;
    node.order = [...node.order, ...this.machine.threads.flatMap((t) => (node.order.includes(t.index) ? [] : [t.index]))];
  }

  protected isAnswer(kept: readonly number[]): boolean {
    return this.watcher.isAnswer(kept[0] as number);
  }

  protected after(kept: readonly number[], t: Thread): readonly number[] | null {
    const all = [this.watcher, ...this.trackers].map((k, i) => k.after(kept[i] as number, t));
    return all.includes(null) ? null : (all as readonly number[]);
  }

  /** Threads that stand at lines pass them, up to a stop of the watcher, a line where something is to be decided, or one from which the run would no longer count. */
  #passLines(from: readonly number[] | null): readonly number[] | null {
    const { machine } = this;
    let kept = from;
    let count = 0;
    for (let i = 0; i < machine.threads.length; i++) {
      const t = machine.threads[i] as Thread;
      while (kept !== null && machine.outcome === null && isAtLine(t) && !this.watcher.isStop(t)) {
        this.#oracle.begin([]);
        if (!this.#move(t)) break;
        const next = this.#oracle.taken.length > 0 ? null : this.after(kept, t);
        if (next === null) {
          this.#undoTo(this.#made.length - 1);
          break;
        }
        if (++count > maxLocalMoves) {
          const text = `${t.index === 0 ? "main" : `T${t.index}`} ran for more than ${maxLocalMoves} lines without a visible operation`;
          this.cut ??= unknownBecause({ kind: "long-step", text });
          return null;
        }
        kept = next;
      }
    }
    this.meter.add(count >> 2);
    this.moves += count;
    return kept;
  }

  #push(kept: readonly number[], mark: number, last: number, switches: number): void {
    const { threads } = this.machine;
    // What is decided at a line concerns no other thread, so that they can wait, if the thread comes to new states.
    const open = threads.find((t) => isAtLine(t) && !this.watcher.isStop(t));
    const others = threads.flatMap((t) => (t.index === last ? [] : [t.index]));
    const order = open === undefined ? [last, ...others] : [open.index];
    this.#nodes.push({
      order,
      isNarrow: open !== undefined,
      next: 0,
      decisions: [],
      moved: false,
      depth: this.#made.length,
      mark,
      kept,
      last,
      switches,
    });
  }

  #pop(): void {
    const node = this.#nodes.pop() as Node;
    const before = this.#nodes.at(-1);
    if (before === undefined) return;
    this.state?.undoTo(node.mark);
    this.#undoTo(before.depth);
  }

  /** Whether the state is to be explored. */
  #isNew(id: number, kept: readonly number[], last: number, switches: number): boolean {
    if (++this.states > this.task.limits.maxStates) throw new TooManyStates();
    if (this.state === null) return true;
    const bound = this.task.maxSwitches === undefined ? "" : ` ${last} ${switches}`;
    const key = bound === "" && kept.every((k) => k === 0) ? id : `${id} ${kept.join()}${bound}`;
    if (this.#seen.has(key)) {
      this.states--;
      return false;
    }
    this.#seen.add(key);
    return true;
  }

  #concludeStuck(node: Node, answer: () => void): void {
    this.machine.concludeStuck();
    if (this.isAnswer(node.kept)) answer();
    this.noteEnd();
  }

  protected noteEnd(): void {
    const { outcome } = this.machine;
    noteEnd(this.ends, this.machine);
    if (outcome?.kind === "stopped") this.cut ??= unknownBecause(causeOfStop(outcome));
  }

  protected async yieldAndTick(): Promise<void> {
    const { budget, progress } = this.task;
    await this.meter.yieldToEventLoop(() => progress(this.#work()));
    budget.tick();
  }
}

const noNumbers: readonly never[] = [];

/** Live registers; with `asked` all of them: a condition may name a local that no code reads again. */
function liveIn(body: FunctionBody, overflowMatters: boolean, asked: boolean): ReturnType<typeof findLiveRegisters> {
  if (!asked) return findLiveRegisters(body, overflowMatters);
  const all = body.registers.map((_, r) => r);
  return { before: () => all, after: () => all };
}
