// Searches all continuations of a path for answers, for all values of inputs. In: what PathSearch takes. Out: the same: a path for each answer, and whether everything was covered.
//
// As PathSearch, but a state stands for all inputs that lead to it: beside the machine, which runs with some of them, a shadow holds what depends on inputs, and the condition of the path says which inputs
// these are (engines/symex). A move is tried for every way that it goes for some inputs; a way fixes the branches, the addresses and the waits, so that what a watcher sees of it holds for all
// its inputs. A condition of a question is decided likewise: evaluated for the inputs at hand, and again for inputs that decide it otherwise (expressions/open-values.ts).
//
// States are the same if the machine and the shadow are, and what the path says of the inputs that can still be read. The machine is compared with the same values of these inputs: those with which
// the shadow was reached first.

import { Attempts } from "../../engines/symex/attempts.ts";
import { type Assignment, environmentOf, Inputs } from "../../engines/symex/inputs.ts";
import { RunPath } from "../../engines/symex/path.ts";
import { Questions } from "../../engines/symex/questions.ts";
import { Shadow } from "../../engines/symex/shadow.ts";
import { nothingTouched } from "../../engines/symex/touched.ts";
import { addressFreedoms } from "../../execution/freedoms.ts";
import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { LimitReached } from "../../support/limits.ts";
import { observe } from "../../symbolic/observe.ts";
import { StateVariables } from "../../symbolic/state-variables.ts";
import { StepFormulas } from "../../symbolic/step-formulas.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Way } from "../../symbolic/way.ts";
import { Evaluator } from "../../terms/evaluate.ts";
import type { Term } from "../../terms/term.ts";
import { Terms } from "../../terms/terms.ts";
import { isAtLine, type Move, type Path } from "../moves.ts";
import { OpenState, ReadsOfState } from "./open-state.ts";
import type { KnownInputs } from "./oracle.ts";
import { PathSearch, type SearchTask, TooManyStates, type Watcher } from "./search.ts";

/** How often a condition is evaluated in one state, with other inputs each time. */
const maxEvaluations = 64;
/** Ways that a move may go for different inputs. */
const maxWays = 256;
/** Local moves in a row; more are taken for a loop that does not end. */
const maxLocalMoves = 10_000;
/** A move by formulas takes as long as so many others. */
const workPerMove = 16;

interface Node {
  /** Names of the threads to try. */
  threads: readonly string[];
  /** Only the thread that decides something at a line is tried. */
  isNarrow: boolean;
  readonly tried: Attempts[];
  readonly kept: readonly number[];
  /** Moves up to here, after those that are fixed. */
  readonly depth: number;
}

/** A move after those that are fixed; its inputs are those of the machine from `inputs` on. */
interface MadeMove extends Omit<Move, "inputs"> {
  readonly inputs: number;
}

export class InputSearch extends PathSearch {
  readonly #terms = new Terms();
  readonly #variables = new StateVariables(this.#terms);
  readonly #formulas: StepFormulas;
  readonly #made: MadeMove[] = [];
  readonly #nodes: Node[] = [];
  readonly #known = new Set<string>();
  /** By what depends on inputs: the inputs with which that was reached first. */
  readonly #representatives = new Map<string, readonly bigint[]>();
  #at: At | null = null;

  constructor(task: SearchTask, watcher: (machine: Machine) => Watcher) {
    super(task, watcher);
    const { properties } = task.options;
    this.#formulas = new StepFormulas(this.machine, this.#variables, properties.has("overflow"), properties.has("deadlock"), false, false);
  }

  override get path(): Path {
    const { start, moves } = this.task.path;
    const { inputs } = this.machine;
    const made = this.#made.map((m, i): Move => {
      const end = this.#made[i + 1]?.inputs ?? inputs.length;
      return { ...m, inputs: inputs.slice(m.inputs, end).map((x) => x.value) };
    });
    return { start, moves: [...moves.slice(0, this.task.at), ...made] };
  }

  protected override async explore(onAnswer: () => boolean): Promise<void> {
    try {
      this.#at = new At(this, this.#variables);
      await this.#search(this.#at, () => {
        this.isDone ||= onAnswer();
      });
      if (this.#at.inputs.hasTooManyChoices) this.cut ??= unknownBecause({ kind: "inputs-not-covered", input: "one step" });
      if (this.#asksForWaits && this.machine.probes.untried !== null) this.cut ??= unknownBecause({ kind: "waits-guessed" });
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      this.cut = unknownBecause({ kind: "not-symbolic", engine: "symex", what: error.what, where: "" });
    }
  }

  get #asksForWaits(): boolean {
    return this.watcher.isAnswerIfBlocked !== undefined;
  }

  async #search(at: At, answer: () => void): Promise<void> {
    if (this.state === null || (this.task.path.start.asksInSteps ?? false))
      throw new Unsupported("choices about addresses or the order of inputs");
    await this.#enter(at, this.#passLines(at, this.initial), answer);
    for (let node = this.#nodes.at(-1); node !== undefined && !this.isDone; node = this.#nodes.at(-1)) {
      const tried = this.#nextIn(node);
      if (tried === null) {
        await this.#concludeStuckIn(at, node, answer);
        this.#pop(at);
        continue;
      }
      const { open } = tried;
      if (tried.list.length > maxWays) {
        this.cut ??= unknownBecause({ kind: "inputs-not-covered", input: "an input that decides an address" });
        tried.next();
      } else if (open !== null && (open === this.#terms.false || !(await at.runFor(open)))) tried.next();
      else await this.#advance(at, node, tried, answer);
      this.meter.add(workPerMove - 1);
      if (this.meter.countStep()) await this.yieldAndTick();
    }
  }

  /** The thread to try; null: all were tried. */
  #nextIn(node: Node): Attempts | null {
    const last = node.tried.at(-1);
    if (last !== undefined && last.vector !== null) return last;
    const name = node.threads[node.tried.length];
    if (name === undefined) return null;
    const next = new Attempts(this.#variables.conjuncts, name);
    node.tried.push(next);
    return next;
  }

  /** Tries the thread's next move for the inputs at hand. */
  async #advance(at: At, node: Node, tried: Attempts, answer: () => void): Promise<void> {
    const { machine } = this;
    const t = machine.threadNamed(tried.thread);
    const vector = tried.vector as readonly number[];
    const way = this.#wayOf(at, t, vector);
    const { condition, hasMoved } = this.#move(at, t, way, vector);
    const choices = at.inputs.taken;
    const isKnown = tried.isKnown(way, choices);
    tried.cover(condition, choices);
    if (!isKnown) {
      const formula = this.#variables.conjuncts.true;
      tried.list.push({ way, choices, touched: nothingTouched, isBlocked: !hasMoved, condition, trail: null, formula });
    }
    if (!hasMoved) {
      if (this.watcher.isAnswerIfBlocked?.(node.kept[0] as number)) answer();
      // Which threads wait together may depend on inputs.
      else if (this.#asksForWaits && condition !== this.#terms.true) this.cut ??= unknownBecause({ kind: "waits-guessed" });
      return;
    }
    if (++this.moves > this.task.limits.maxMoves) throw new TooManyStates();
    const isEntered = !isKnown && (await this.#enter(at, this.#passLines(at, this.after(node.kept, t)), answer));
    if (isEntered || this.isDone) return;
    this.#undoTo(at, node.depth);
    if (node.isNarrow) this.#widen(node);
  }

  /** A state was reached. Returns whether it is to be explored. */
  async #enter(at: At, kept: readonly number[] | null, answer: () => void): Promise<boolean> {
    const { machine, watcher } = this;
    if (machine.unwrittenRead !== 0) this.unwritten = machine.unwrittenRead;
    const isEnd = machine.outcome !== null;
    if (kept !== null && (isEnd || !watcher.isOfStates)) await this.#look(at, kept, answer);
    if (isEnd) this.noteEnd();
    if (kept === null || isEnd || this.isDone || !this.#isNewState(at, kept)) return false;
    this.#push(kept);
    if (watcher.isOfStates) await this.#look(at, kept, answer);
    return true;
  }

  /** Whether the state is an answer, for any of its inputs. */
  async #look(at: At, kept: readonly number[], answer: () => void): Promise<void> {
    const decided: Term[] = [];
    for (let n = 0; n < maxEvaluations; n++) {
      const reads = at.reads();
      const isAnswer = this.watcher.isAnswer(kept[0] as number, reads);
      if (isAnswer !== this.isAnswer(kept)) throw new Error("a condition differs from its terms");
      if (isAnswer) return answer();
      decided.push(reads.condition);
      const open = this.#terms.not(this.#terms.any(decided));
      if (open === this.#terms.false || !(await at.runFor(open))) return;
    }
    this.cut ??= unknownBecause({ kind: "inputs-not-covered", input: "an input that the condition depends on" });
  }

  // ---- moves

  /** Null: an error of the computation before is raised. */
  #wayOf({ inputs }: At, t: Thread, vector: readonly number[]): Way | null {
    if (t.pendingFault !== null) return null;
    const known = this.#formulas.find(t, { choices: vector, inputs: inputs.next });
    if (known !== null) return known;
    inputs.begin(vector);
    const observed = observe(this.machine, t, inputs);
    if (this.machine.hasReadUnwritten) throw new Unsupported("a read of unwritten memory");
    return this.#formulas.learn(t, observed);
  }

  /** Moves the thread on this way, or finds that it waits. */
  #move(at: At, t: Thread, way: Way | null, vector: readonly number[]): { readonly condition: Term; readonly hasMoved: boolean } {
    const { machine } = this;
    const { threads, inputs } = machine;
    const before = { inputs: inputs.length, threads: threads.length };
    const { condition, undoShadow } = at.follow(way);
    for (const k of [this.watcher, ...this.trackers]) k.before?.(t);
    at.inputs.begin(vector);
    const step = machine.step(t, at.inputs);
    if (way !== null && (step === null) !== (way.threads[0]?.end.kind === "blocked")) throw new Error("a move differs from its formula");
    if (step === null) {
      undoShadow();
      return { condition, hasMoved: false };
    }
    const choices = at.inputs.taken.map((d) => d.value);
    at.path.push({ thread: t.name, index: t.index, choices, inputs: before.inputs, condition, undoShadow });
    const started = threads.slice(before.threads).map((u) => u.index);
    this.#made.push({ thread: t.index, isLocal: step.isLocal, choices, inputs: before.inputs, started });
    at.requireAgreement(t, way);
    return { condition, hasMoved: true };
  }

  #undoTo(at: At, depth: number): void {
    while (this.#made.length > depth) {
      this.machine.undo();
      at.path.pop();
      this.#made.pop();
    }
  }

  /** Threads pass lines, up to a stop of the watcher, or one where something is decided (PathSearch). */
  #passLines(at: At, from: readonly number[] | null): readonly number[] | null {
    const { machine } = this;
    let kept = from;
    let count = 0;
    for (let i = 0; i < machine.threads.length; i++) {
      const t = machine.threads[i] as Thread;
      while (kept !== null && machine.outcome === null && isAtLine(t) && !this.watcher.isStop(t)) {
        const { condition, hasMoved } = this.#move(at, t, this.#wayOf(at, t, []), []);
        if (!hasMoved) break;
        const next = condition !== this.#terms.true || at.inputs.taken.length > 0 ? null : this.after(kept, t);
        if (next === null) {
          this.#undoTo(at, this.#made.length - 1);
          break;
        }
        if (++count > maxLocalMoves) {
          this.cut ??= unknownBecause({
            kind: "long-step",
            text: `a thread ran for more than ${maxLocalMoves} lines without a visible operation`,
          });
          return null;
        }
        kept = next;
      }
    }
    this.moves += count;
    return kept;
  }

  // ---- states

  #isNewState(at: At, kept: readonly number[]): boolean {
    if (++this.states > this.task.limits.maxStates) throw new TooManyStates();
    const { text, inputs } = at.open.describe(at.conditions);
    const values = this.#representatives.get(text);
    if (values === undefined)
      this.#representatives.set(
        text,
        inputs.map(({ name }) => at.values.get(name) ?? 0n),
      );
    else if (inputs.some(({ name }, i) => (at.values.get(name) ?? 0n) !== values[i]))
      at.runWith(new Map([...at.values, ...inputs.map(({ name }, i): [string, bigint] => [name, values[i] as bigint])]));
    const key = `${this.state?.capture()} ${kept.join()} ${text}`;
    if (this.#known.has(key)) {
      this.states--;
      return false;
    }
    this.#known.add(key);
    return true;
  }

  #push(kept: readonly number[]): void {
    const threads = this.machine.threads.filter((t) => t.status === "running");
    const open = threads.find((t) => isAtLine(t) && !this.watcher.isStop(t));
    const narrow = open === undefined ? threads : [open];
    this.#nodes.push({
      threads: narrow.map((t) => t.name),
      isNarrow: open !== undefined,
      tried: [],
      kept,
      depth: this.#made.length,
    });
  }

  #widen(node: Node): void {
    node.isNarrow = false;
    const others = this.machine.threads.filter((t) => t.status === "running" && !node.threads.includes(t.name));
    node.threads = [...node.threads, ...others.map((t) => t.name)];
  }

  #pop(at: At): void {
    this.#nodes.pop();
    const before = this.#nodes.at(-1);
    if (before !== undefined) this.#undoTo(at, before.depth);
  }

  /** No thread can move, for some inputs: the run ends. */
  async #concludeStuckIn(at: At, { isNarrow, tried, kept }: Node, answer: () => void): Promise<void> {
    if (isNarrow || !this.#asksForWaits || tried.some((a) => !a.hasWaited)) return;
    if (!(await at.runFor(this.#terms.all(tried.map((a) => a.blockedIf))))) return;
    if (this.machine.threads.some((t) => this.machine.isEnabled(t))) return;
    this.machine.concludeStuck();
    if (this.watcher.isAnswer(kept[0] as number)) answer();
    this.noteEnd();
  }
}

/** The inputs of the state at hand: their values, what depends on them, and what is known of them. */
class At {
  readonly inputs: QuestionInputs;
  readonly path: RunPath;
  readonly shadow: Shadow;
  readonly open: OpenState;
  readonly #questions: Questions;
  readonly #budget: SearchTask["budget"];
  values: Assignment = new Map();
  #evaluator = new Evaluator(environmentOf(this.values));

  constructor(
    {
      machine,
      task,
      findLiveRegisters,
    }: { readonly machine: Machine; readonly task: SearchTask; readonly findLiveRegisters: OpenState["findLive"] },
    readonly variables: StateVariables,
  ) {
    const { terms } = variables;
    this.inputs = new QuestionInputs(terms, machine, task.inputs.known);
    this.path = new RunPath(machine, this.inputs, terms);
    this.shadow = new Shadow(machine, variables, this.inputs);
    this.open = new OpenState(machine, this.shadow, findLiveRegisters);
    this.#budget = task.budget;
    // A conflict of the solver takes about as long as a state.
    const hasGivenUp = (): boolean => this.#questions.conflicts >= task.limits.maxStates;
    this.#questions = new Questions(terms, this.inputs, task.budget.within({ reached: () => (hasGivenUp() ? { kind: "work" } : null) }));
  }

  get machine(): Machine {
    return this.inputs.machine;
  }

  /** The conditions of the path. */
  get conditions(): readonly Term[] {
    return this.path.condition.flatMap(conjunctsOf);
  }

  reads(): ReadsOfState {
    return new ReadsOfState(this.shadow, this.variables, this.#evaluator);
  }

  /** The shadow goes the way that the machine is about to go. */
  follow(way: Way | null): { readonly condition: Term; readonly undoShadow: () => void } {
    const { terms } = this.variables;
    if (way === null) return { condition: terms.true, undoShadow: () => undefined };
    const reader = this.shadow.reader();
    const known = new Set(this.conditions);
    const guards = this.shadow
      .applyTo(way.guard, reader)
      .flatMap(conjunctsOf)
      .filter((c) => !known.has(c));
    const condition = terms.all(guards);
    if (condition === terms.false) throw new Error("a move goes a way that the path excludes");
    // For some inputs, a word may be an address: what is computed then depends on where objects lie.
    if (way.words?.some((w) => this.shadow.isOpen(w))) for (const f of addressFreedoms) this.machine.met.add(f);
    return { condition, undoShadow: this.shadow.apply(way, reader) };
  }

  /** Runs to the same state with other inputs of the path, for which the condition holds. Returns false if there are none. */
  async runFor(condition: Term): Promise<boolean> {
    const found = await this.#questions.findInputs(this.path.condition, condition);
    if (found === "none") return false;
    if (found === "unknown") throw this.#budget.isSpent ? new LimitReached("stopped") : new Unsupported("a formula on inputs");
    this.runWith(found);
    return true;
  }

  runWith(values: Assignment): void {
    if (values === this.values) return;
    this.path.runAgain(values);
    this.values = values;
    this.#evaluator = new Evaluator(environmentOf(values));
  }

  /** A shadow that differs from the machine would give wrong answers. */
  requireAgreement(t: Thread, way: Way | null): void {
    const frames = way?.threads[0]?.end.kind === "step" ? way.threads[0].frames : [];
    const isThere = frames.every(({ function: id }, level) => t.frameAt(level).function === id);
    const difference = this.open.findDifference(this.#evaluator);
    if (!isThere || (frames.length > 0 && frames.length !== t.depth + 1) || difference !== null)
      throw new Error(`the state differs from its formula${difference === null ? "" : ` at ${difference}`}`);
  }
}

/** Inputs after those that are fixed: any, or known ones first. */
class QuestionInputs extends Inputs {
  /** By thread: its inputs among those that are fixed. */
  readonly #before = new Map<number, number>();

  constructor(
    terms: Terms,
    machine: Machine,
    readonly runInputs: KnownInputs | null,
  ) {
    super(terms, machine, [], machine.inputs.length);
    if (runInputs !== null && "inOrder" in runInputs) throw new Unsupported("inputs in the order of asking");
    for (const { thread, isUnwritten } of machine.inputs) if (!isUnwritten) this.#before.set(thread, (this.#before.get(thread) ?? 0) + 1);
  }

  #givenTo(thread: number, n: number): bigint | undefined {
    if (this.runInputs === null || !("byThread" in this.runInputs)) return undefined;
    const t = this.machine.threads[thread];
    if (t === undefined) throw new Unsupported("given inputs of a thread that is just started");
    return this.runInputs.byThread.get(t.name)?.[(this.#before.get(thread) ?? 0) + n];
  }

  override variable(thread: number, n: number, bits: number): Term {
    const value = this.#givenTo(thread, n);
    return value === undefined ? super.variable(thread, n, bits) : this.terms.constant(BigInt.asUintN(bits, value), bits);
  }

  override valueOf(thread: number, n: number, bits: number): bigint {
    return this.#givenTo(thread, n) ?? super.valueOf(thread, n, bits);
  }
}

const conjunctsOf = (t: Term): Term[] => (t.op === "and" && t.width === 1 ? t.args.flatMap(conjunctsOf) : [t]);
