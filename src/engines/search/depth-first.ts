// Walks the tree of interleavings by undo, under a reduction (reduction/): a node is a state, a branch is a thread's step with
// the decisions inside it (choices, inputs of few bits). No step is executed twice on a path: backtracking undoes only the suffix.

import type { Property } from "../../execution/errors.ts";
import { Footprint } from "../../execution/footprint.ts";
import type { Machine } from "../../execution/machine.ts";
import { EventIndex } from "../../reduction/event-index.ts";
import { nextStepsAt } from "../../reduction/happens-before.ts";
import { Observation } from "../../reduction/observation.ts";
import { roleOf } from "../../reduction/own-steps.ts";
import {
  type Branch,
  type Decision,
  type Event,
  type NextSteps,
  newNode,
  type Reduction,
  type Search,
  type SearchNode,
  type Step,
  sameDecisions,
  type ThreadName,
} from "../../reduction/search.ts";
import { isAsleep, stillAsleep } from "../../reduction/sleep.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { LimitReached } from "../../support/limits.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { noteEnd } from "../early-ends.ts";
import { defaultSteps, type EngineResult, type Finding } from "../engine.ts";
import { type Assignment, type Move, reviveBranch, reviveStep, type WorkerMessage } from "../parallel/pool.ts";
import type { SearchTask } from "../parallel/search-task.ts";
import { WorkerLink } from "../parallel/worker-link.ts";
import { newTally, noteLost, noteViolations, resultOf, scheduleOf, spentAfter, type Tally } from "../tally.ts";
import { CountedSearch } from "./counted-search.ts";
import { Enumerator, successor } from "./decisions.ts";
import { countRunning, enabledThreads, exitsLast, noThreads } from "./enabled-threads.ts";
import { LeftOut } from "./left-out.ts";
import { reasonToStop } from "./sampling.ts";
import { searchMachine } from "./search-machine.ts";
import { SpinNotes } from "./spin-notes.ts";
import { attemptOf, EventPool, noRaces, plainAccess, unknownClock } from "./step-events.ts";
import { findOptions, foresees } from "./step-options.ts";
import { WorkMeter } from "./work-meter.ts";

const nothingAsleep: readonly Step[] = [];

export class DepthFirst extends CountedSearch implements Search {
  readonly machine: Machine;
  readonly nodes: SearchNode[] = [];
  readonly index = new EventIndex();
  readonly conflict: (a: Footprint, b: Footprint) => boolean;
  readonly #observation: Observation | null;
  /** A step reads what was assumed to be unread: the search must restart. */
  #misled = false;
  #rebuilding = false;
  readonly #oracle: Enumerator;
  readonly #maxSteps: number;
  #startChoices = 0;
  readonly #meter: WorkMeter;
  #spins = new SpinNotes();
  /** The states on the path that another worker owns, from the top: what is found about them is sent to it. */
  #link: WorkerLink | null = null;
  readonly #events: EventPool;
  /** The process ends only when no other thread can continue: runs in which it ends earlier are prefixes of those (docs/adr/0033). */
  readonly exitsLast: boolean;
  /** `atEnd` is to be asked. */
  #asks = false;
  /** Continue after every property was violated. */
  exhaustive = false;
  /** Called at the end of every complete run. */
  onEnd: ((machine: Machine) => void) | null = null;
  /**
   * Asked at the end of every run that is not asleep; the search waits for the answer: from which depth on the branches of the stack are cleared, because no
   * run from those states needs to be made. "everything": no other run at all.
   */
  atEnd: (() => Promise<number | "everything">) | null = null;
  readonly leftOut: LeftOut;

  constructor(
    readonly task: SearchTask,
    readonly reduction: Reduction,
  ) {
    super();
    this.#maxSteps = task.maxSteps ?? defaultSteps;
    this.machine = searchMachine(task, this.#maxSteps);
    this.#oracle = new Enumerator(this.machine, task.inputs);
    this.leftOut = new LeftOut(this.#oracle);
    this.#meter = new WorkMeter(this.machine, task.budget);
    this.#events = new EventPool(!reduction.sleeps); // what sleeps is kept
    this.exitsLast = reduction.sleeps && task.options.finalStates !== true && !task.machine.properties.has("leak");
    this.#observation = reduction.observes ? new Observation() : null;
    this.conflict = this.#observation?.conflict ?? ((a, b) => a.conflicts(b));
  }

  async run(): Promise<EngineResult> {
    try {
      await this.#exhaust();
    } catch (error) {
      this.#noteStop(error);
    }
    return resultOf(this.#finished(), this.task, this.reduction.name, this.#maxSteps);
  }

  async #exhaust(): Promise<void> {
    for (let prelude: Decision[] | null = []; prelude !== null; ) {
      this.#oracle.begin(prelude);
      this.machine.start(this.#oracle);
      this.#startChoices = this.machine.choices.length;
      const begun = this.#oracle.taken;
      this.leftOut.note(-1);
      if (!(await this.#walk()) || !(await this.#mayContinue())) return;
      if (this.leftOut.coversEverything) break;
      if (this.#misled || this.machine.addresses.takeGrown()) {
        this.#restart();
        prelude = [];
      } else prelude = successor(begun);
    }
    this.tally.finished = true;
  }

  /** Explores what a coordinator assigns (coordinator.ts), and sends it what was found. */
  async exploreAssignment(assignment: Assignment, shared: Int32Array, send: (messages: readonly WorkerMessage[]) => void): Promise<void> {
    this.tally = newTally();
    this.#spins = new SpinNotes();
    const link = new WorkerLink(assignment.branch === null ? 0 : assignment.moves.length + 1, shared, send);
    this.#link = link;
    this.#oracle.begin(assignment.prelude);
    this.machine.start(this.#oracle);
    this.#startChoices = this.machine.choices.length;
    this.nodes.length = 0;
    this.index.clear();
    if (assignment.branch === null) {
      link.enqueue({ kind: "prelude", next: successor(this.#oracle.taken) });
      await this.#walk().catch((error) => this.#noteStop(error));
    } else {
      this.#goTo(assignment.moves);
      const node = this.nodes[this.nodes.length - 1] as SearchNode;
      node.own = assignment.own;
      node.branches.push(reviveBranch(assignment.branch));
      node.sleep = [...node.sleep, ...assignment.sleep.map(reviveStep)];
      node.expanded = [...node.expanded, ...assignment.expanded];
      await this.#explore(assignment.moves.length).catch((error) => this.#noteStop(error));
      link.begun(node, null);
    }
    link.enqueue({ kind: "done", tally: this.#finished() });
    link.flush();
    this.#link = null;
  }

  /** Rebuilds the path to a state. The worker that explored it first knows what follows from its steps. */
  #goTo(moves: readonly Move[]): void {
    this.#rebuilding = true;
    this.#push(nothingAsleep, []);
    for (const { thread, decisions, own } of moves) {
      const node = this.nodes[this.nodes.length - 1] as SearchNode;
      node.own = own;
      if (decisions.length > 0) node.expanded = [thread];
      if (!this.#advance(node, { thread, decisions, footprint: null, alternatives: 1, branches: [] }))
        throw new Error("the path to a state cannot be repeated");
    }
    this.#rebuilding = false;
  }

  #restart(): void {
    this.#misled = false;
    if (this.machine.futileWakes?.isMisled) this.machine.futileWakes.giveUp();
    Object.assign(this.tally, { runs: 0, asleep: 0, parked: 0 });
  }

  /** Explores all runs from the current state. Returns false if interrupted, or if every property is decided. */
  async #walk(): Promise<boolean> {
    this.nodes.length = 0;
    this.leftOut.leave(0);
    this.index.clear();
    this.#enter(nothingAsleep, []);
    if (this.#isLeaf()) return this.#finishRun(); // the program ended, or could not be executed, before its first step
    return this.#explore(0);
  }

  /** Explores the branches of the nodes from a depth on. */
  async #explore(depth: number): Promise<boolean> {
    for (;;) {
      const reached = this.#exploreAWhile(depth);
      if (reached === "end") break;
      if (reached === "ended" && !(await this.#clear())) return false;
      if (reached === "enough" || !(await this.#mayContinue())) return false;
    }
    if (this.#misled) while (this.index.pop() !== undefined) this.machine.undo();
    return true;
  }

  /** Clears the branches that need not be explored. Returns false if the search is over. */
  async #clear(): Promise<boolean> {
    this.#asks = false;
    const from = (await this.atEnd?.()) ?? this.nodes.length;
    if (from !== this.nodes.length) this.leftOut.clear(from);
    for (let k = from === "everything" ? 0 : from; k < this.nodes.length; k++) (this.nodes[k] as SearchNode).branches = [];
    return this.#goesOn();
  }

  get #isAtRunLimit(): boolean {
    const { maxRuns, options } = this.task;
    if (maxRuns !== null && (this.#link?.runs ?? this.runs) >= maxRuns) return true;
    const { givesUp } = options;
    return givesUp != null && this.runs === givesUp.runs && this.asleep > givesUp.abandoned * this.runs;
  }

  /** Whether a run may follow: the run limit is not reached, and some property is open. */
  #goesOn(): boolean {
    if (this.#isAtRunLimit) return false;
    const { properties } = this.task;
    return this.exhaustive || this.tally.found.size < properties.length;
  }

  /** Explores until the end, until every property is decided, until `atEnd` is to be asked, or until it is time to check the limits. */
  #exploreAWhile(depth: number): "end" | "enough" | "ended" | "yield" {
    while (this.nodes.length > depth) {
      const node = this.nodes[this.nodes.length - 1] as SearchNode;
      const branch = node.branches.shift();
      if (branch === undefined) {
        this.nodes.pop();
        this.leftOut.leave(this.nodes.length);
        if (this.index.pop() !== undefined) this.machine.undo();
        continue;
      }
      const depth = this.nodes.length - 1;
      const hasMoved = this.#advance(node, branch);
      this.leftOut.note(depth);
      if (!hasMoved && node.enabled.length > 0) continue;
      if (this.#misled) break;
      if (this.#isLeaf()) {
        const goesOn = this.#finishRun();
        if (this.#asks && !this.#misled) return "ended";
        if (!goesOn) return "enough";
      }
      if (this.#misled) break;
      if (this.#meter.countStep()) return "yield";
    }
    return "end";
  }

  /**
   * Executes the branch's step and enters the state after it. Returns false if the step is asleep, if its decisions must be expanded first, or
   * if it is blocked.
   */
  #advance(node: SearchNode, branch: Branch): boolean {
    const { machine, reduction } = this;
    if (node.expanded.includes(branch.thread)) nextStepsAt(this, this.nodes.length - 1, branch.thread); // wanted by #unionOf
    const depth = this.nodes.length - 1;
    const { event, footprint } = this.#events.next(depth);
    const threads = machine.threads.length;
    this.#oracle.begin(branch.decisions);
    const runner = machine.threadNamed(branch.thread);
    const role = roleOf(runner);
    const isExit = this.exitsLast && machine.endsProcess(runner);
    const step = machine.step(runner, this.#oracle, footprint);
    this.leftOut.note(depth);
    const decisions = this.#oracle.taken;
    if (decisions.length > 0 && !node.expanded.includes(branch.thread)) {
      if (step !== null) machine.undo();
      this.#expand(node, branch);
      return false;
    }
    if (step === null) {
      this.#giveUp(node, branch);
      return false;
    }
    footprint.everything = machine.outcome !== null;
    if (reduction.sleeps && (node.sleep.length > 0 || node.done.length > 0) && isAsleep(node, branch.thread, decisions)) {
      machine.undo();
      return false;
    }
    if (!this.#rebuilding) this.tally.steps++;
    const plain = decisions.length === 0 && !step.mayBlock ? plainAccess(step, footprint) : null;
    footprint.blind = plain === "store";
    event.thread = branch.thread;
    event.decisions = decisions;
    event.footprint = this.#unionOf(node, branch.thread, decisions) ?? footprint;
    event.alternatives = decisions.length === 0 ? 1 : (node.options?.get(branch.thread)?.steps.length ?? 1);
    event.created = machine.threads.length === threads ? noThreads : machine.threads.slice(threads).map((t) => t.name);
    event.index = depth;
    event.slot = runner.index;
    event.threads = threads;
    event.hidden = reduction.follows === "nothing" || (reduction.follows === "own steps" && !node.own);
    event.isExit = isExit;
    event.mayBlock = step.mayBlock;
    event.plain = plain !== null;
    event.role = role;
    if (foresees(machine, runner, footprint)) event.plain = false;
    event.clock = unknownClock;
    event.races = noRaces;
    const sleep = node.sleep.length === 0 ? nothingAsleep : stillAsleep(this, node.sleep, event);
    if (reduction.sleeps) node.sleep = node.sleep.length === 0 ? [event] : [...node.sleep, event];
    this.index.push(event);
    if (this.#rebuilding) this.#push(nothingAsleep, []);
    else {
      this.#link?.begun(node, event);
      this.#enter(sleep, branch.branches);
    }
    reduction.executed(this, event);
    this.#watch(event);
    if (machine.addresses.takeGrown()) this.#misled = true;
    if (machine.futileWakes?.isMisled) this.#misled = true;
    return true;
  }

  /** The thread's step contains decisions: puts the branch back with its own, and adds branches for the others. */
  #expand(node: SearchNode, branch: Branch): void {
    const depth = this.nodes.length - 1;
    node.expanded = [...node.expanded, branch.thread];
    const { steps } = nextStepsAt(this, depth, branch.thread);
    const first = steps.find((s) => sameDecisions(s.decisions, branch.decisions));
    if (first === undefined) return this.#giveUp(node, branch);
    node.branches.unshift({ ...branch, decisions: first.decisions, footprint: first.footprint, alternatives: first.alternatives });
    this.reduction.addAlternatives(
      this,
      node,
      steps.filter((s) => s !== first),
    );
  }

  /** The branch's step is blocked. This happens if it is the last running thread, which was not probed, or if not all decisions were tried. */
  #giveUp(node: SearchNode, branch: Branch): void {
    if (countRunning(this.machine) === 1) node.enabled = noThreads;
    else if (this.#oracle.uncovered === null) throw new Error(`a step of thread ${branch.thread} that was to be explored is blocked`);
  }

  /** If some decisions block, the step depends on what any of them reads. */
  #unionOf(node: SearchNode, thread: ThreadName, decisions: readonly Decision[]): Footprint | null {
    if (decisions.length === 0) return null;
    return node.options?.get(thread)?.steps.find((s) => sameDecisions(s.decisions, decisions))?.footprint ?? null;
  }

  nextStepsOf(name: ThreadName): NextSteps {
    const { machine } = this;
    const runner = machine.threads.find((t) => t.name === name);
    if (runner === undefined || runner.status !== "running" || machine.outcome !== null) return { steps: [], touched: new Footprint() };
    const options = findOptions(machine, this.#oracle, runner, () => this.#meter.tick());
    if (options.steps.length === 0) this.#watch(attemptOf(runner, options.touched, this.nodes.length - 1));
    return options;
  }

  askElsewhere<T>(depth: number, events: readonly Event[], ask: () => T): T | null {
    const { machine } = this;
    const left = this.index.events.slice(depth);
    this.leftOut.note(this.index.events.length - 1);
    for (let k = 0; k < left.length; k++) machine.undo();
    let followed = 0;
    while (followed < events.length && this.#redo(events[followed] as Event)) followed++;
    this.leftOut.skip();
    const answer = followed === events.length ? ask() : null;
    this.leftOut.note(depth);
    for (let k = 0; k < followed; k++) machine.undo();
    for (const e of left) if (!this.#redo(e)) throw new Error("a step that was executed is blocked when redone");
    this.leftOut.skip();
    return answer;
  }

  #redo(event: Event): boolean {
    const runner = this.machine.threads.find((t) => t.name === event.thread);
    if (runner === undefined || !this.machine.isEnabled(runner)) return false;
    this.#oracle.begin(event.decisions);
    return this.machine.step(runner, this.#oracle) !== null;
  }

  demand(depth: number, sequence: readonly Step[]): void {
    if (this.#rebuilding) return;
    this.#meter.tick();
    if (this.#link?.owns(depth) === false) this.#link.demand(depth, sequence);
    else this.reduction.insert(this, this.nodes[depth] as SearchNode, sequence);
  }

  /** The schedule of the present path. */
  get schedule(): Schedule {
    return scheduleOf(
      this.machine,
      this.#startChoices,
      this.index.events.map((e) => e.slot),
    );
  }

  /** What was found about a property other than by running. */
  conclude(property: Property, finding: Finding): void {
    this.tally.found.set(property, finding);
  }

  isFound(property: Property): boolean {
    return this.tally.found.has(property);
  }

  #push(sleep: readonly Step[], branches: Branch[]): void {
    const before = this.nodes[this.nodes.length - 1]?.enabled;
    const enabled = enabledThreads(this.machine, before);
    this.nodes.push(newNode(this.exitsLast ? exitsLast(this.machine, enabled) : enabled, sleep, branches));
  }

  #enter(sleep: readonly Step[], branches: Branch[]): void {
    this.#push(sleep, branches);
    this.#noteLost();
    if (branches.length === 0) this.reduction.enter(this);
    this.#collect();
  }

  #isLeaf(): boolean {
    const node = this.nodes[this.nodes.length - 1] as SearchNode;
    return node.branches.length === 0;
  }

  /** The run ends at the last node. Returns false if the search is over: the run limit is reached, or every property is violated. */
  #finishRun(): boolean {
    const { machine } = this;
    const node = this.nodes[this.nodes.length - 1] as SearchNode;
    if (machine.outcome === null && node.enabled.length > 0 && node.branches.length === 0) {
      this.tally.asleep++;
      // Sleeping steps are explored elsewhere, but not runs in which a thread that waits here takes its step earlier.
      this.reduction.ended(this, this.#waiting());
    } else {
      if (machine.outcome === null && node.enabled.length === 0) {
        machine.concludeStuck();
        this.#collect();
      }
      noteEnd(this.tally.ends, machine);
      if (this.#spins.isParked(machine)) this.tally.parked++;
      else this.#countRun();
      const cut = machine.threads.find((t) => t.status === "cut");
      if (cut !== undefined) {
        this.tally.bounded = true;
        this.#spins.noteCut(machine, cut, this.#maxSteps);
      } else this.onEnd?.(machine);
      this.#asks = this.atEnd !== null;
      this.reduction.ended(this, machine.outcome === null ? [] : this.#waiting());
      this.tally.cut ??= reasonToStop(machine, "ended", this.#maxSteps);
    }
    node.branches.length = 0;
    this.#link?.share(this.nodes, this.index.events);
    if (this.#isAtRunLimit) this.tally.cut ??= unknownBecause({ kind: "run-limit", runs: this.runs, isSampled: false });
    this.#meter.add(this.nodes.length >> 3); // the end of a long run is also work
    return this.#goesOn();
  }

  #countRun(): void {
    this.tally.runs++;
    this.#link?.countRun();
  }

  /** Returns false if the other workers have found enough. Throws `LimitReached`. */
  async #mayContinue(): Promise<boolean> {
    const { budget, progress } = this.task;
    await this.#meter.yieldToEventLoop(() => progress(`${this.runs} runs, ${this.steps} steps, depth ${this.nodes.length}`));
    if (this.#link?.stopped) return false;
    budget.tick();
    return true;
  }

  #noteStop(error: unknown): void {
    if (!(error instanceof LimitReached)) throw error;
    this.tally.cut = spentAfter(this.task.budget, `${this.runs} runs`);
  }

  /** The steps that running threads could not take when the run ended. */
  #waiting(): Event[] {
    const { machine } = this;
    if (this.reduction.follows === "nothing") return [];
    const last = this.index.events[this.index.events.length - 1];
    // If a step ended the process, the threads that could have run instead are explored anyway, and so are sleeping ones.
    const explored = (this.nodes[this.nodes.length - (last?.footprint.everything ? 2 : 1)] as SearchNode).enabled;
    const waiting = machine.threads.filter(
      (t) => t.status === "running" && t.pendingFault === null && t.pendingOperation === "atomic-begin" && !explored.includes(t.name),
    );
    const events = waiting.map((t) => attemptOf(t, machine.probes.waitingFootprint(t), this.nodes.length - 1));
    for (const e of events) this.#watch(e);
    return events;
  }

  /** Checks whether a step, executed or blocked, reads what was assumed to be unread. */
  #watch(event: Event): void {
    if (this.#observation?.admits(this, event) === false) this.#misled = true;
  }

  #collect(): void {
    const { machine, task } = this;
    if (machine.unwrittenRead !== 0) this.tally.unwritten = machine.unwrittenRead;
    if (machine.violations.length > 0)
      noteViolations(this.tally.found, task, machine, this.#startChoices, () => this.index.events.map((e) => e.slot));
  }

  /** Checks whether some threads are deadlocked while others continue. They are not if every running thread is enabled. */
  #noteLost(): void {
    const { machine, task } = this;
    const { enabled } = this.nodes[this.nodes.length - 1] as SearchNode;
    if (machine.outcome === null && enabled.length < countRunning(machine))
      noteLost(this.tally.found, task, machine, this.#startChoices, () => this.index.events.map((e) => e.slot));
  }

  #finished(): Tally {
    if (this.machine.futileWakes?.hasLimited) this.tally.cut ??= unknownBecause({ kind: "wake-bound" });
    return { ...this.tally, uncovered: this.leftOut.uncovered, met: this.machine.met, notes: this.#spins.notes };
  }
}
