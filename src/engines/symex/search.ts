// Depth-first search over the states of the machine, with formulas on the way back (AGSE's Algorithm 2, PDPOR's Fig. 4). In: a task. Out: findings.
//
// Forwards the machine runs with undo; beside it a shadow holds what depends on inputs, and the path condition says for which inputs the run at hand stands. A step is tried
// for all choices and for all inputs of the path: where it goes another way for other inputs, the prefix is run again with those.
//
// Of every state that is left, a formula is kept under its control: in whatever state of the same control it holds, no violation is reachable. It is made backwards from
// those of the states after it (symbolic/precondition.ts). A state of whose control a formula holds, for all inputs of the path, is not explored again.
//
// The papers' leaves are corrected. An error is false; so is a run that was cut at a bound. After an idle iteration of a busy wait a run is left (idle.ts).

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { ErrorKind } from "../../program/operations.ts";
import type { EarlyEnd } from "../../reports/report.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { LimitReached } from "../../support/limits.ts";
import { split } from "../../support/lists.ts";
import type { Conjunction } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import { StateAtHand, StateVariables } from "../../symbolic/state-variables.ts";
import { StepFormulas } from "../../symbolic/step-formulas.ts";
import { Terms } from "../../terms/terms.ts";
import { defaultSteps, type EngineResult } from "../engine.ts";
import { WorkMeter } from "../search/work-meter.ts";
import { newTally, spentAfter } from "../tally.ts";
import type { Attempt } from "./attempts.ts";
import { controlOf } from "./control.ts";
import { Dpor } from "./dpor.ts";
import { RunEnds } from "./ends.ts";
import { chooseFirst, type Entered, type EnteredState } from "./entered-state.ts";
import { FirstRun } from "./first-run.ts";
import { Gig, type LeafKind } from "./gig.ts";
import { IdleIterations } from "./idle.ts";
import { Inputs } from "./inputs.ts";
import { LoopSteps } from "./loop-steps.ts";
import { addAllBefore, type NodeSpec, noSleep, ownSpec, SearchNode, type Sleep, startSpec } from "./node.ts";
import { defaultSummarySize, defaultTable, type Pruning, requireSupported, type SymexTask } from "./options.ts";
import { OtherInputs } from "./other-inputs.ts";
import { OwnSteps } from "./own-steps.ts";
import { RunPath } from "./path.ts";
import { noChoices, nothingToUndo, PlainSteps } from "./plain-steps.ts";
import { Questions } from "./questions.ts";
import type { Choice, Reduction } from "./reduction.ts";
import { reductionFor } from "./reductions.ts";
import { Shadow } from "./shadow.ts";
import { followStart } from "./start.ts";
import { type OpenInputs, Subsumption } from "./subsumption.ts";
import { withoutExchanged } from "./symmetry.ts";
import { FormulaTable } from "./table.ts";
import { nothingTouched, touchedBy } from "./touched.ts";
import { findUnseenFreedoms } from "./unseen-freedoms.ts";
import { requireSame, Ways } from "./ways.ts";

/** A state takes as long as so many steps of a search without formulas. */
const workPerState = 16;

export class SymbolicSearch {
  readonly machine: Machine;
  readonly terms = new Terms();
  readonly variables = new StateVariables(this.terms);
  readonly conjuncts: Conjuncts = this.variables.conjuncts;
  readonly formulas: StepFormulas;
  readonly inputs: Inputs;
  readonly shadow: Shadow;
  readonly questions: Questions;
  /** Null: the search is neither explained nor drawn. */
  readonly gig: Gig | null;
  readonly #prune: Pruning;
  readonly #table: FormulaTable;
  readonly #subsumption: Subsumption;
  readonly #ways: Ways;
  readonly #stack: SearchNode[] = [];
  readonly #path: RunPath;
  readonly #otherInputs: OtherInputs;
  readonly #tally = newTally();
  readonly #ends: RunEnds;
  readonly #meter: WorkMeter;
  readonly #maxSteps: number;
  readonly #own: OwnSteps | null;
  readonly #idle: IdleIterations;
  readonly #loops: LoopSteps;
  readonly #dpor: Dpor | null;
  readonly #reduction: Reduction | null;
  /** Null: steps are followed. */
  readonly #plain: PlainSteps | null;
  readonly #sleeps: boolean;
  readonly #checksDeadlock: boolean;
  readonly #first: FirstRun | null;
  /** Some step takes an input. */
  #isSymbolic = false;
  /** Steps were left out that no run may execute. */
  #leavesOutSteps = false;
  #states = 0;
  #subsumed = 0;
  /** `takesOwn`: steps that begin and end threads are taken at once. */
  constructor(
    readonly task: SymexTask,
    takesOwn: boolean,
  ) {
    const { options } = task;
    this.#maxSteps = task.maxSteps ?? defaultSteps;
    const loops = collectLoopFacts(task.program, task.properties.includes("overflow"));
    const spins = {
      mode: "park",
      ...loops,
      isIdle: (t: Thread, steps: number) => !this.#isSymbolic || this.#loops.isIdle(t, steps),
    } as const;
    this.machine = new Machine(task.program, { ...task.machine, undo: true, spins, stepsPerThread: this.#maxSteps });
    this.#idle = new IdleIterations(this.machine, this.variables, loops);
    this.#checksDeadlock = task.properties.includes("deadlock");
    this.formulas = new StepFormulas(
      this.machine,
      this.variables,
      task.properties.includes("overflow"),
      this.#checksDeadlock,
      options.branches !== "fork",
    );
    this.inputs = new Inputs(this.terms, this.machine, task.inputs ?? [], undefined, true);
    this.#path = new RunPath(this.machine, this.inputs, this.terms);
    this.#ends = new RunEnds(this.machine, task, this.#tally, this.#path, this.conjuncts, this.#maxSteps);
    this.shadow = new Shadow(this.machine, this.variables, this.inputs);
    this.#loops = new LoopSteps(this.machine, this.#path, this.shadow, this.#idle);
    this.questions = new Questions(this.terms, this.inputs, task.budget);
    this.#otherInputs = new OtherInputs(this, this.#path);
    this.gig = task.explain !== undefined || options.maxNodes !== undefined ? new Gig(this, options.maxNodes ?? null) : null;
    this.#prune = options.prune ?? "interpolants";
    this.#table = new FormulaTable(this.conjuncts, this.#prune, {
      entries: options.table ?? defaultTable,
      operators: options.summarySize ?? defaultSummarySize,
    });
    const state = new StateAtHand(this.machine, this.variables, this.inputs.next);
    this.#subsumption = new Subsumption(this.#table, this.conjuncts, state, this.questions);
    this.#meter = new WorkMeter(this.machine, task.budget);
    this.#own = takesOwn ? new OwnSteps() : null;
    this.#sleeps = options.reduce === "dpor" && this.#prune === "none" && options.sleeps !== false;
    this.#dpor = options.reduce === "dpor" ? new Dpor(this.#stack, this.#sleeps, () => this.#isSymbolic) : null;
    this.#ways = new Ways(this, this.#own, this.#idle, state);
    this.#reduction = reductionFor(this);
    const isPlain = this.#prune === "none" && this.#dpor === null && this.gig === null;
    this.#plain = isPlain ? new PlainSteps(this.machine, this.inputs, this.#own, this.terms) : null;
    this.#first = options.schedule == null ? null : new FirstRun(task, options.schedule);
    this.#first?.give(this.inputs);
  }

  /** Steps that were taken at once concern other threads: what was found is not all. */
  get isMisled(): boolean {
    return this.#own?.isMisled ?? false;
  }

  /** A run reads memory that was never written, and threads were chosen by what describes only runs that do not. */
  get isBeyondGraphs(): boolean {
    return this.machine.hasReadUnwritten && (this.#reduction !== null || this.task.options.exchangeable !== undefined);
  }

  /** Runs that a bound cuts were left out because they lead to the same: other runs that lead there may be longer. */
  get isShortened(): boolean {
    return this.#tally.bounded && this.#reduction?.hasSliced === true;
  }

  /** Undefined behaviour in which steps may end that no run has executed. */
  get unseenFaults(): readonly ErrorKind[] {
    return this.#leavesOutSteps ? [...(this.#reduction?.faults ?? [])] : [];
  }

  /** What ended runs before the program did. */
  get ends(): Iterable<EarlyEnd> {
    return this.#tally.ends.values();
  }

  async run(): Promise<EngineResult> {
    try {
      await this.#search();
      this.#tally.finished = true;
    } catch (error) {
      this.#ends.cutBy(error);
    }
    // Steps that were not executed may meet freedoms of the environment: no run has shown it.
    if (this.#leavesOutSteps) for (const f of findUnseenFreedoms(this.task, this.#reduction)) this.#tally.met.add(f);
    const result = this.#ends.resultOf(this.#prune, this.inputs.hasTooManyChoices);
    const { calls, conflicts, milliseconds: solveMs } = this.questions;
    const stats = { ...result.stats, states: this.#states, subsumed: this.#subsumed, solverCalls: calls, conflicts, solveMs };
    return { ...result, stats, options: { prune: this.#prune, reduction: this.task.options.reduce ?? "none", maxSteps: this.#maxSteps } };
  }

  async #search(): Promise<void> {
    const { task } = this;
    requireSupported(task);
    this.#push(startSpec(this.terms));
    for (let value: Conjunction | null = null; ; ) {
      const top = this.#stack.at(-1);
      if (top === undefined) return;
      if (value !== null) this.#return(top, value);
      const isOver = task.properties.every((p) => this.#tally.found.has(p) || task.isDecided?.(p) === true);
      if (isOver || this.isMisled || this.isBeyondGraphs) {
        // What another engine has decided is not covered here.
        if (this.#stack.length > 0) this.#tally.cut ??= spentAfter(task.budget, `${this.#tally.runs} runs`);
        return;
      }
      this.#meter.add(workPerState - 1);
      if (this.#meter.countStep()) {
        await this.#meter.yieldToEventLoop(() => task.progress(`${this.#tally.runs} runs, ${this.#states} states`));
        if (task.budget.isSpent) throw new LimitReached("stopped");
        if (this.#tally.runs >= (task.maxRuns ?? Infinity) || this.#states >= (task.options.maxStates ?? Infinity)) break;
      }
      const next = this.#continue(top);
      value = next instanceof Promise ? await next : next;
    }
    this.#tally.cut = unknownBecause({ kind: "run-limit", runs: this.#tally.runs, isSampled: false });
  }

  // ---- states

  /** A state was reached. Returns its formula if it is not explored; null: it is on the stack. */
  #enter(wasLast: boolean, sleep: Sleep): Entered {
    const { machine, terms } = this;
    const { threads } = machine;
    const depthBefore = machine.depth - 1;
    const isLast = this.#takeRow(wasLast, depthBefore);
    const { outcome } = machine;
    if (outcome !== null) return this.#leaf(outcome.kind === "error" ? "error" : "end", null, this.#ends.end(outcome.kind));
    this.#reduction?.enter?.(depthBefore);
    const running = threads.filter((t) => t.status === "running");
    const isLost = this.#ends.noteLost(running);
    const isOpen = isLost || threads.some((t) => t.status === "spinning" || t.status === "cut");
    if (running.length === 0) return this.#leaf("stuck", null, this.#ends.endStuck());
    const next = this.#checksDeadlock ? undefined : this.#plain?.findOwn(running, isLast);
    if (next !== undefined) return this.#push({ ...ownSpec(terms, next), isLast: isLast && running.length === 1, isOpen });
    // The process ends only when no other thread can continue: runs in which it ends earlier are prefixes of those.
    const [enders, others] = split(running, (t) => machine.endsProcess(t));
    const possible = others.filter((t) => machine.isEnabled(t));
    const able = this.#first?.order(possible) ?? possible;
    // Where a single thread runs, nothing branches: one state stands for those that follow, until there are more threads.
    const isAlone = running.length === 1;
    const own = isLast && isAlone ? running[0] : this.#own?.find(able);
    const state = { running, enders, others, able, own, isLast: isAlone && (isLast || own === undefined), isOpen, sleep };
    if (own !== undefined) return this.#open(state, null, null);
    return this.#prune === "none" ? this.#choose(state, "") : this.#enterUnlessKnown(state);
  }

  /** Takes steps that are taken at once. Returns whether a state of the last thread was counted. */
  #takeRow(isLast: boolean, depthBefore: number): boolean {
    this.#ends.note();
    if (this.#plain === null || this.#checksDeadlock || this.#first !== null) return isLast;
    if (this.#reduction?.entersEvery?.(depthBefore) === true) return isLast;
    const taken = this.#plain.takeRow(isLast, this.#path, this.#tally, this.#ends);
    (this.#stack.at(-1) as SearchNode).row = taken;
    this.#meter.add(taken);
    return this.#plain.isLast;
  }

  async #enterUnlessKnown(state: EnteredState): Promise<Conjunction | null> {
    const scope = this.#reduction?.scope?.() ?? "";
    const key = `${scope}${controlOf(this.machine, this.variables.points)}`;
    const known = state.isOpen ? null : await this.#subsumption.find(key, this.#openInputs);
    if (known === null) return this.#choose(state, key);
    this.#dpor?.play(known.later);
    this.#subsumed++;
    this.#tally.asleep++;
    return this.#leaf("pruned", key, known.formula);
  }

  #choose(state: EnteredState, key: string): Entered {
    if (this.#prune === "none") this.#reduction?.scope?.();
    // As in the papers' tables: before main creates a thread, nothing is counted.
    if (this.machine.threads.length > 1) this.#states++;
    if (state.able.length === 0) return this.#open(state, key, null);
    const choice = this.#choiceAt(state.able, state.running);
    return choice instanceof Promise ? choice.then((c) => this.#open(state, key, c)) : this.#open(state, key, choice);
  }

  /** Puts a state on the stack, or returns its formula if there is nothing to explore. */
  #open(state: EnteredState, key: string | null, found: Choice | null): Conjunction | null {
    const { terms, conjuncts } = this;
    const { enders, others, able, own, isLast, isOpen, sleep } = state;
    const waiting = others.filter((t) => !able.includes(t));
    // What a thread does that was cut at the bound is not known.
    const choice = found !== null && found.settled !== null && isOpen ? null : found;
    if (choice !== null && choice.settled !== null) {
      this.#dpor?.play(choice.later === undefined ? [] : [choice.later]);
      this.#tally.runs++;
      return this.#leaf("settled", key, conjuncts.of(choice.settled));
    }
    const some = choice?.threads ?? null;
    const all = some === null || choice?.namesWaiting === true ? some : [...some, ...waiting];
    const first = this.#dpor === null ? [...able, ...waiting] : chooseFirst(able, waiting, sleep, this.#isSymbolic);
    const demanded = own !== undefined ? [own] : (all ?? first);
    const chosen = demanded === null ? null : withoutExchanged(demanded, able, this.task.options.exchangeable);
    if (chosen === null) {
      // Steps that sleep are explored elsewhere, but not runs in which a thread that waits here takes its step earlier.
      for (const t of waiting) this.#dpor?.wait(t, this.#ways.of(t, []), this.variables);
      this.#tally.asleep++;
      return this.#leaf("asleep", null, conjuncts.true);
    }
    // With dpor, those that wait come first: that they wait here is known then, while the others are explored.
    const inOrder = this.#dpor === null ? [...able, ...waiting] : [...waiting, ...able];
    const stages = [inOrder.filter((t) => chosen.includes(t)), inOrder.filter((t) => !chosen.includes(t)), enders];
    this.#push({
      key,
      stages: stages.filter((s) => s.length > 0).map((s) => s.map((t) => t.name)),
      isLast,
      isOpen,
      isStart: false,
      isOwn: own !== undefined,
      able,
      sleep,
      interpolant: choice?.interpolant ?? terms.true,
      outside: choice?.outside?.name ?? null,
    });
    this.gig?.enter(this.#stack.at(-1) as SearchNode, key, this.#tally.steps, choice?.threads ?? null);
    return null;
  }

  #push(spec: NodeSpec): null {
    this.#stack.push(new SearchNode(this.conjuncts, spec));
    return null;
  }

  #leaf(kind: LeafKind, key: string | null, formula: Conjunction): Conjunction {
    this.gig?.leaf(kind, key, this.conjuncts.termOf(formula));
    return formula;
  }

  /** What the reduction says of the state; null: nothing that holds for all inputs of the path. */
  #choiceAt(able: readonly Thread[], running: readonly Thread[]): Choice | null | Promise<Choice | null> {
    const choice = this.#reduction?.choose(able, running) ?? null;
    const fact = choice?.settled ?? choice?.interpolant ?? null;
    const leavesOut = choice !== null && (choice.settled !== null || (choice.threads ?? running).length < running.length);
    this.#leavesOutSteps ||= leavesOut && this.#reduction?.leavesOutSteps === true;
    if (fact === null || !this.#isSymbolic) return choice;
    return this.questions.isImplied(this.#path.condition, [this.shadow.reader().apply(fact)]).then((holds) => (holds ? choice : null));
  }

  /** Goes on from the state on top: to the next state, or back. Returns the formula of the state that was entered, or left. */
  #continue(node: SearchNode): Entered {
    for (;;) {
      const tried = node.next();
      if (tried === null && (node.hasSleepers || node.blockedIf === this.terms.false)) return this.#leave(node);
      if (tried === null || this.#isSymbolic || (tried.open !== null && tried.open !== this.terms.false))
        return this.#continueForInputs(node);
      if (tried.open !== null) tried.next();
      else {
        const attempt = this.#attempt(node);
        if (attempt !== null) return this.#enterAfter(node, attempt);
      }
    }
  }

  /** The same where what comes next depends on inputs. */
  async #continueForInputs(node: SearchNode): Promise<Conjunction | null> {
    for (;;) {
      const tried = node.next();
      if (tried === null) {
        if (!(await this.#openStage(node))) return this.#leave(node);
        continue;
      }
      const { open } = tried;
      if (open === this.terms.false || (open !== null && !(await this.#otherInputs.runFor(node.restriction, open)))) {
        tried.next();
        continue;
      }
      if (open === null && this.#isSymbolic && !node.isStart && this.#first?.isOver !== false)
        await this.#otherInputs.preferWeakerSide(
          node.restriction,
          this.#ways.of(this.machine.threadNamed(tried.thread), tried.vector ?? []),
        );
      const attempt = this.#attempt(node);
      if (attempt !== null) return this.#enterAfter(node, attempt);
    }
  }

  #enterAfter(node: SearchNode, attempt: Attempt): Entered {
    if (node.isStart) this.gig?.begin(node);
    node.attempt = attempt;
    node.row = 0;
    return this.#parked(node, attempt) ?? this.#enter(node.isLast, this.#sleeps ? node.sleepAfter(attempt.touched) : noSleep);
  }

  /** The thread has made an idle iteration: the formula of the state, which is not explored. */
  #parked({ tried }: SearchNode, { trail }: Attempt): Conjunction | null {
    const t = this.machine.threads.find(({ name }) => name === tried.thread);
    if (t?.status !== "spinning") return null;
    this.#tally.runs++;
    this.#tally.parked++;
    // What the others do meanwhile is left to the runs without the iteration: they must be explored wherever the thread has gone round.
    addAllBefore(this.#stack, tried.thread, this.machine.spinning?.idleSteps ?? 0);
    return this.#leaf("idle", null, this.#prune === "none" ? this.conjuncts.true : this.#idle.leaf(t, trail?.before ?? 0));
  }

  /** Threads that were left out are tried for the inputs for which all others wait. Returns false if there are none. */
  async #openStage(node: SearchNode): Promise<boolean> {
    if (node.hasSleepers) return false;
    const { blockedIf } = node;
    if (blockedIf === this.terms.false || !(await this.#otherInputs.runFor(node.restriction, blockedIf))) return false;
    if (node.openStage(blockedIf)) return true;
    // Where a thread waits because an assumption is false, there is no deadlock: the inputs at hand may be such.
    for (const condition of this.#checksDeadlock ? [this.terms.and(blockedIf, node.stuckIf), blockedIf] : [blockedIf]) {
      const found = await this.#otherInputs.runForStuck(node.restriction, condition);
      if (found === "unknown") this.#ends.guessWaits();
      if (found === "stuck") return this.#ends.endStuckAt(node);
    }
    return false;
  }

  #return(node: SearchNode, value: Conjunction): void {
    const { machine, conjuncts } = this;
    this.#first?.end();
    for (let n = node.row; n > 0; n--) {
      machine.undo();
      this.#path.pop();
    }
    if (!node.isStart) machine.undo();
    this.#path.pop();
    this.#dpor?.undo();
    if (this.#prune === "none") return;
    const attempt = node.attempt as Attempt;
    const { way } = attempt;
    const isOverflow = way !== null && way.overflows > 0 && this.task.properties.includes("overflow");
    // After an error that was raised as a step of its own there is nothing to compute.
    attempt.formula = isOverflow ? conjuncts.false : way === null ? value : this.#ways.before(attempt, way, value, this.#isSymbolic);
  }

  readonly #openInputs = (): OpenInputs | null => (this.#isSymbolic ? { path: this.#path.condition, shadow: this.shadow } : null);
  #leave(node: SearchNode): Conjunction {
    this.#stack.pop();
    this.#dpor?.leave(node);
    if (this.#prune === "none") {
      this.gig?.leave([], this.#tally.steps);
      return this.conjuncts.true;
    }
    // Which threads wait together depends on inputs: a deadlock is excluded only if each of them always waits, or never.
    const isOpen = node.isOpen || (this.#checksDeadlock && node.mayWait);
    const formula = isOpen ? this.conjuncts.false : node.formula;
    if (node.key !== null) this.#table.keep(node.key, formula, node.later);
    const kept = this.gig === null || node.key === null ? [] : this.#table.of(node.key);
    this.gig?.leave(
      kept.map((f) => this.conjuncts.termOf(f)),
      this.#tally.steps,
    );
    return formula;
  }

  // ---- steps

  /** Tries the next step of the thread at hand. Returns null if it waits, or goes a way that was explored. */
  #attempt(node: SearchNode): Attempt | null {
    const { machine, terms, conjuncts, inputs, shadow } = this;
    const tried = node.tried;
    const vector = tried.vector as readonly number[];
    const before = machine.inputs.length;
    // What is concluded from the state at the beginning must hold for all inputs and choices.
    if (node.isStart && this.#path.begin(vector)) this.#reduction?.begin?.(this.#own);
    const t = node.isStart ? null : machine.threadNamed(tried.thread);
    const plain = t === null ? null : (this.#plain?.attempt(t, tried, this.conjuncts.true) ?? null);
    if (plain !== null) {
      this.#ends.noteUnwritten();
      if (plain.isBlocked) return null;
      this.#took(t, node, plain, before, nothingToUndo);
      return plain;
    }
    const way = t === null ? followStart(this, this.#path.startInputs) : this.#ways.of(t, vector);
    if (way !== null && way.inputs.size > 0) this.#isSymbolic = true;
    const reader = this.#isSymbolic && way !== null ? shadow.reader() : null;
    const condition = reader === null || way === null ? terms.true : terms.all(shadow.applyTo(way.guard, reader));
    if (condition === terms.false) throw new Error("a step goes a way that the path excludes");
    this.#loops.begin(t, way, reader);
    const undoShadow = reader === null || way === null ? () => {} : shadow.apply(way, reader);
    const trailBefore = t?.trail?.length ?? 0;
    const touched = t === null || way === null || t.name === node.outside ? nothingTouched : touchedBy(t, way, this.variables);
    if (t !== null) inputs.begin(vector);
    const hasMoved = t === null || machine.step(t, inputs) !== null;
    const choices = inputs.taken;
    this.#ends.noteUnwritten();
    if (way !== null) requireSame(way, hasMoved, t === null || inputs.given.length > 0 ? null : machine.inputs.length - before);
    const isKnown = tried.isKnown(way, choices);
    tried.cover(condition, choices);
    const trail = t === null || way === null || !hasMoved || this.#prune === "none" ? null : this.#ways.trailAfter(t, way, trailBefore);
    const formula = hasMoved ? conjuncts.true : way === null ? conjuncts.false : this.#ways.preconditionOf(way).guard;
    const attempt: Attempt = { way, choices, touched, isBlocked: !hasMoved, condition, trail, formula };
    if (!isKnown) tried.list.push(attempt);
    if (!isKnown && t !== null) this.#dpor?.note(node, t, attempt);
    if (!hasMoved && t !== null) this.#ends.noteWait(t, node, attempt, this.inputs);
    if (!hasMoved || isKnown) {
      if (hasMoved && t !== null) machine.undo();
      undoShadow();
      return null;
    }
    this.#took(t, node, attempt, t === null ? 0 : before, undoShadow);
    this.#dpor?.execute(t?.index ?? 0, t?.name ?? "", touched, way?.threads.slice(1).map((c) => c.thread) ?? []);
    return attempt;
  }

  #took(t: Thread | null, { tried, restriction }: SearchNode, { choices, condition }: Attempt, inputs: number, undo: () => void): void {
    if (t !== null) this.#tally.steps++;
    this.#first?.took(tried.thread);
    const given = choices.length > 0 ? choices.map((d) => d.value) : noChoices;
    const more = { choices: given, inputs, condition: this.terms.and(restriction, condition), undoShadow: undo, loop: this.#loops.current };
    this.#path.push({ thread: t?.name ?? "", index: t?.index ?? 0, ...more });
  }
}
