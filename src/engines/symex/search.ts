// Depth-first search over the states of the machine, with formulas on the way back (AGSE's Algorithm 2, PDPOR's Fig. 4). In: a task. Out: findings.
//
// Of every state that is left, a formula is kept under its control: in whatever state of the same control it holds, no violation is reachable. It is made backwards from
// those of the states after it (symbolic/precondition.ts): for every thread, and for every choice in its step, the way that was explored must be possible and lead to a state whose formula
// holds; a thread that waited must wait. A state in which a formula of its control holds is not explored again.
//
// The papers' leaves are corrected. An error is false; so is a run that was cut at a bound, and a state in which a thread spins, since nothing is known of what it would do.

import { collectLoopFacts } from "../../analysis/spin-loops.ts";
import { addressFreedoms } from "../../execution/freedoms.ts";
import { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Decision } from "../../reduction/search.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { LimitReached } from "../../support/limits.ts";
import { observe } from "../../symbolic/observe.ts";
import { Precondition } from "../../symbolic/precondition.ts";
import { StateAtHand, StateVariables } from "../../symbolic/state-variables.ts";
import { controlPoint, StepFormulas } from "../../symbolic/step-formulas.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Way } from "../../symbolic/way.ts";
import { Evaluator } from "../../terms/evaluate.ts";
import type { Term } from "../../terms/term.ts";
import { Terms } from "../../terms/terms.ts";
import { noteEnd } from "../early-ends.ts";
import { defaultSteps, type EngineResult } from "../engine.ts";
import { Enumerator, successor } from "../search/decisions.ts";
import { WorkMeter } from "../search/work-meter.ts";
import { newTally, noteViolations, resultOf, spentAfter } from "../tally.ts";
import { describeObjects } from "./objects.ts";
import type { Pruning, SymexTask } from "./options.ts";
import { OwnSteps } from "./own-steps.ts";

/** A state on the stack. */
interface Node {
  /** Its control; null: nothing is kept of it. */
  readonly key: string | null;
  /** Threads that are yet to be tried. */
  readonly threads: string[];
  /** A single thread runs, and a state of it was kept. */
  readonly isLast: boolean;
  /** Nothing may be concluded from it. */
  readonly isOpen: boolean;
  /** What the threads that were tried demand. */
  formula: Term;
  /** The thread that is tried. */
  thread: string;
  /** Its next decisions; null: all were tried. */
  decisions: Decision[] | null;
  /** The way of the step that leads to the next state on the stack; null: it is not known. */
  way: Way | null;
}

export class SymbolicSearch {
  readonly machine: Machine;
  readonly terms = new Terms();
  readonly variables = new StateVariables(this.terms);
  readonly formulas: StepFormulas;
  readonly #prune: Pruning;
  /** Per control: formulas, each of which excludes violations. */
  readonly #table = new Map<string, Term[]>();
  readonly #preconditions = new Map<Way, Precondition>();
  readonly #oracle: Enumerator;
  readonly #stack: Node[] = [];
  readonly #path: number[] = [];
  readonly #tally = newTally();
  readonly #meter: WorkMeter;
  readonly #maxSteps: number;
  readonly #own: OwnSteps | null;
  #states = 0;
  #subsumed = 0;
  #startChoices = 0;

  /** `takesOwn`: steps that begin and end threads are taken at once. */
  constructor(
    readonly task: SymexTask,
    takesOwn: boolean,
  ) {
    this.#maxSteps = task.maxSteps ?? defaultSteps;
    const spins = { mode: "park", ...collectLoopFacts(task.program, false) } as const;
    this.machine = new Machine(task.program, { ...task.machine, undo: true, spins, stepsPerThread: this.#maxSteps });
    this.formulas = new StepFormulas(this.machine, this.variables, false);
    this.#prune = task.options.prune ?? "interpolants";
    this.#oracle = new Enumerator(this.machine, task.inputs);
    this.#meter = new WorkMeter(this.machine, task.budget);
    this.#own = takesOwn ? new OwnSteps() : null;
  }

  /** Steps that were taken at once concern other threads: what was found is not all. */
  get isMisled(): boolean {
    return this.#own?.isMisled ?? false;
  }

  async run(): Promise<EngineResult> {
    const tally = this.#tally;
    try {
      await this.#search();
      tally.finished = true;
    } catch (error) {
      if (error instanceof Unsupported) tally.cut = unknownBecause({ kind: "not-symbolic", engine: "symex", what: error.what, where: "" });
      else if (error instanceof LimitReached) tally.cut = spentAfter(this.task.budget, `${tally.runs} runs`);
      else throw error;
    }
    tally.uncovered ??= this.#oracle.uncovered;
    for (const freedom of this.machine.met) tally.met.add(freedom);
    const result = resultOf(tally, this.task, this.#prune, this.#maxSteps);
    return {
      ...result,
      stats: { ...result.stats, states: this.#states, subsumed: this.#subsumed },
      options: { prune: this.#prune, maxSteps: this.#maxSteps },
    };
  }

  async #search(): Promise<void> {
    const { machine, task } = this;
    if (task.inputs !== null) throw new Unsupported("given inputs");
    if (addressFreedoms.some((f) => task.machine.freedoms.has(f))) throw new Unsupported("choices about addresses");
    this.#oracle.begin([]);
    machine.start(this.#oracle);
    this.#startChoices = machine.choices.length;
    if (this.#startChoices > 0 || machine.inputs.length > 0) throw new Unsupported("an input or a choice before the first step");
    let value = this.#enter(false);
    for (;;) {
      const top = this.#stack.at(-1);
      if (top === undefined) return;
      if (value !== null) this.#return(top, value);
      if (this.#isOver() || this.isMisled) return;
      if (this.#meter.countStep()) {
        await this.#meter.yieldToEventLoop(() => task.progress(`${this.#tally.runs} runs, ${this.#states} states`));
        if (task.budget.isSpent) throw new LimitReached("stopped");
        if (task.maxRuns !== null && this.#tally.runs >= task.maxRuns) break;
      }
      value = this.#continue(top);
    }
    this.#tally.cut = unknownBecause({ kind: "run-limit", runs: this.#tally.runs, isSampled: false });
  }

  #isOver(): boolean {
    return this.task.properties.every((p) => this.#tally.found.has(p) || this.task.isDecided?.(p) === true);
  }

  // ---- states

  /** A state was reached. Returns its formula if it is not explored; null: it is on the stack. */
  #enter(isLast: boolean): Term | null {
    const { machine, terms } = this;
    const { threads, outcome } = machine;
    if (machine.unwrittenRead !== 0) this.#tally.unwritten = machine.unwrittenRead;
    if (outcome !== null) return this.#end(outcome.kind === "error" ? this.#isOpenError() : false, outcome.kind === "stopped");
    const running = threads.filter((t) => t.status === "running");
    const able = running.filter((t) => machine.isEnabled(t));
    const isOpen = threads.some((t) => t.status === "spinning" || t.status === "cut");
    if (able.length === 0) {
      this.#tally.runs++;
      if (threads.some((t) => t.status === "cut")) this.#tally.bounded = true;
      if (isOpen) this.#tally.parked++;
      return isOpen ? terms.false : terms.all(running.map((t) => this.#blockedEnd(t)));
    }
    // The process ends only when no other thread can continue: runs in which it ends earlier are prefixes of those.
    const others = able.filter((t) => !machine.endsProcess(t));
    const enabled = others.length > 0 ? others : able;
    // Where a single thread runs, nothing branches: one state stands for those that follow, until there are more threads.
    const isAlone = running.length === 1;
    const own = isLast && isAlone ? enabled[0] : this.#own?.find(enabled);
    let key: string | null = null;
    if (own === undefined) {
      key = this.#keyOf();
      const known = isOpen ? null : this.#subsumes(key);
      if (known !== null) {
        this.#subsumed++;
        this.#tally.asleep++;
        return known;
      }
      this.#states++;
    }
    // A state that leaves threads out says that the one it takes goes on; otherwise those that wait must wait.
    const waiting = own === undefined ? running.filter((t) => !able.includes(t)) : [];
    this.#stack.push({
      key,
      threads: (own === undefined ? enabled : [own]).map((t) => t.name),
      isLast: isAlone && (isLast || own === undefined),
      isOpen,
      formula: isOpen || this.#prune === "none" ? terms.true : terms.all(waiting.map((t) => this.#blockedEnd(t))),
      thread: "",
      decisions: null,
      way: null,
    });
    return null;
  }

  #isOpenError(): boolean {
    const { machine, task } = this;
    noteViolations(this.#tally.found, task, machine, this.#startChoices, () => this.#path);
    return machine.violations.some((v) => task.properties.includes(v.property));
  }

  #end(isViolation: boolean, isStopped: boolean): Term {
    const { machine, terms } = this;
    this.#tally.runs++;
    noteEnd(this.#tally.ends, machine);
    if (isStopped) throw new Unsupported("an operation that the executor cannot execute");
    return isViolation ? terms.false : terms.true;
  }

  /** Goes on from the state on top: to the next state, or back. Returns the formula of the state that was entered, or left. */
  #continue(node: Node): Term | null {
    if (node.decisions === null) {
      const next = node.threads.shift();
      if (next === undefined) return this.#leave(node);
      node.thread = next;
      node.decisions = [];
    }
    const { machine } = this;
    const { decisions } = node;
    const t = machine.threadNamed(node.thread);
    node.way = this.#wayOf(t, decisions);
    this.#oracle.begin(decisions);
    const hasMoved = machine.step(t, this.#oracle) !== null;
    node.decisions = successor(this.#oracle.taken);
    if (!hasMoved) {
      // With these choices the step waits: so it must, where the formula is used.
      this.#demand(node, node.way === null ? this.terms.false : this.terms.all([...node.way.guard]));
      return null;
    }
    this.#tally.steps++;
    this.#path.push(t.index);
    return this.#enter(node.isLast);
  }

  #return(node: Node, value: Term): void {
    this.machine.undo();
    this.#path.pop();
    const { way } = node;
    // After an error that was raised as a step of its own there is nothing to compute.
    this.#demand(node, way === null ? value : this.#preconditionOf(way).of(value));
  }

  #demand(node: Node, formula: Term): void {
    if (this.#prune !== "none") node.formula = this.terms.and(node.formula, formula);
  }

  #leave(node: Node): Term | null {
    this.#stack.pop();
    const formula = node.isOpen ? this.terms.false : node.formula;
    if (node.key !== null) this.#keep(node.key, formula);
    return formula;
  }

  // ---- steps

  /** Null: an error of the computation before is raised. */
  #wayOf(t: Thread, decisions: readonly Decision[]): Way | null {
    if (this.#prune === "none" && this.#own === null) return null;
    if (t.pendingFault !== null) return null;
    this.#oracle.begin(decisions);
    const observed = observe(this.machine, t, this.#oracle);
    if (observed.inputs.length > 0) throw new Unsupported("an input");
    const way = this.formulas.find(t, observed) ?? this.formulas.learn(t, observed);
    this.#own?.note(t, way);
    return way;
  }

  /** When the thread waits, as it does now. */
  #blockedEnd(t: Thread): Term {
    if (this.#prune === "none") return this.terms.true;
    const way = this.#wayOf(t, []);
    // What it waits for depends on choices: only the first was tried.
    return way === null || way.choices.length > 0 || way.threads[0]?.end.kind !== "blocked"
      ? this.terms.false
      : this.terms.all([...way.guard]);
  }

  #preconditionOf(way: Way): Precondition {
    let known = this.#preconditions.get(way);
    if (known === undefined) {
      known = new Precondition(this.variables, way);
      this.#preconditions.set(way, known);
    }
    return known;
  }

  // ---- the table

  #keyOf(): string {
    const { machine } = this;
    if (this.#prune === "none") return "";
    const threads = machine.threads.map((t) => (t.status === "running" ? controlPoint(machine, t) : t.status));
    return `${threads.join("|")}||${describeObjects(machine)}`;
  }

  #subsumes(key: string): Term | null {
    const formulas = this.#prune === "none" ? undefined : this.#table.get(key);
    if (formulas === undefined) return null;
    const evaluator = new Evaluator(new StateAtHand(this.machine, this.variables, []));
    return formulas.find((f) => evaluator.value(f) === 1n) ?? null;
  }

  #keep(key: string, formula: Term): void {
    if (this.#prune === "none" || formula === this.terms.false) return;
    const before = this.#table.get(key);
    if (before === undefined) this.#table.set(key, [formula]);
    else if (this.#prune === "interpolants") before.push(formula);
    else before[0] = this.terms.or(before[0] as Term, formula);
  }
}
