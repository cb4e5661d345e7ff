// fusion: FUSION (Wang, Chaudhuri, Gupta and Yang), Figure 3. Runs are enumerated depth first. At the end of each, all its reorderings are checked by a formula
// (check); then prefixes of the run are sought from which every run is safe, and what is yet to be explored below them is cleared (prune).
//
// Where we depart: the paper clears the state before the last step of the prefix, which misses violations; Theorem 3 is about the state after it. The empty
// prefix is asked as well: if nothing is violated after it, the program is proved. The search may be reduced (missed-races.ts says what that needs).
// A program in which many sides depend on the order is not pruned by what one run has seen: then the sides of all runs so far make one trace program. Each state of which
// all sides were seen is cleared by it, and so the number of runs grows with the number of sides, no longer with their combinations.
// Unseen sides are phantom edges where that is possible; the others count as violations when it is asked what can be pruned.

import type { FixedDecision } from "../../encoding/prefix.ts";
import { decides } from "../../encoding/questions.ts";
import type { Property } from "../../execution/errors.ts";
import { type Freedom, isAboutAddresses } from "../../execution/freedoms.ts";
import type { SearchNode } from "../../reduction/search.ts";
import { Route } from "../../skeleton/route.ts";
import { isStackOverflow, LimitReached } from "../../support/limits.ts";
import type { Trace } from "../../witness/trace.ts";
import type { EngineResult, Finding } from "../engine.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { searchRaisingSteps } from "../search/raised-steps.ts";
import { reductionFor } from "../search/reductions.ts";
import { TraceProgram } from "../traces/trace-program.ts";
import { RunTracer } from "../traces/traced-run.ts";
import { FusionAccount } from "./account.ts";
import { Checker } from "./checker.ts";
import type { FormulaWork } from "./formula-work.ts";
import { addMissedRaces } from "./missed-races.ts";
import type { FusionPart, FusionTask } from "./options.ts";
import { RemainingCode } from "./remaining.ts";

/** `work`: of all searches of this check. */
export const runFusion = (task: FusionTask, work: FormulaWork): Promise<EngineResult> =>
  searchRaisingSteps(task, "fusion", (t) => new Fusion(t, work).run());

/** After so many formulas in a row that decided nothing, they are made for one in so many runs only: runs take far less time. */
const maxVainFormulas = 50;
const runsPerFormula = 20;

/** After so many formulas in a row that decided nothing, all runs so far make one trace program. */
const maxVainAlone = 8;

/** How often a trace program is built again with higher bounds on loops inside the library. */
const maxRebuilds = 8;

class Fusion {
  readonly #search: DepthFirst;
  readonly #tracer: RunTracer;
  readonly #checker: Checker;
  readonly #account: FusionAccount;
  /** Texts of the routes that were checked. */
  readonly #checked = new Set<string>();
  /** Properties with a model that the executor does not follow: unless they are violated, they stay unknown. */
  readonly #undriven = new Map<Property, Finding>();
  /** The sides of all runs that formulas were made for. */
  readonly #sides = new Route();
  /** Whether trace programs are those of all these runs: not yet, or no more because that decided nothing either. */
  #isShared: boolean | "no more" = false;
  #programs = 0;
  #cleared = 0;
  /** Runs in a row whose formulas have decided nothing. */
  #vain = 0;
  /** Steps of the search that are counted as work. */
  #steps = 0;

  constructor(
    readonly task: FusionTask,
    readonly work: FormulaWork,
  ) {
    this.#search = new DepthFirst(task, reductionFor(task));
    this.#tracer = new RunTracer(task);
    this.#tracer.exercise(task.machine.freedoms);
    this.#account = new FusionAccount(task);
    this.#checker = new Checker(task, this.#account, work);
    if (this.#has("check") || this.#has("prune")) this.#search.atEnd = () => this.#atEnd();
  }

  async run(): Promise<EngineResult> {
    const result = await this.#search.run();
    this.#checker.dispose();
    const { questions: pruningQuestions, solverCalls, conflicts, solveMs } = this.#checker;
    const { stats, findings, options } = result;
    return {
      ...result,
      findings: new Map([...findings].map(([p, f]) => [p, f.kind === "candidate" ? f : (this.#undriven.get(p) ?? f)])),
      stats: {
        ...stats,
        tracePrograms: this.#programs,
        distinctTracePrograms: this.#checked.size,
        clearedBranches: this.#cleared,
        pruningQuestions,
        solverCalls,
        conflicts,
        solveMs,
      },
      options: { ...options, ...(this.task.options.omitted?.length ? { without: this.task.options.omitted.join() } : {}) },
    };
  }

  /** With freedoms about addresses on, trace programs are those that were checked without them. */
  #has(part: FusionPart): boolean {
    const { options } = this.task;
    if (part === "check" && this.#freedoms.some(isAboutAddresses)) return false;
    return !options.omitted?.includes(part);
  }

  get #freedoms(): Freedom[] {
    return [...this.task.machine.freedoms];
  }

  /**
   * The depths from which it is of use to clear states, ascending. Formulas leave out spurious events that lead back to where they began, and all choices about addresses: a prefix
   * with an event of that kind is not theirs. Before the first step there are only choices about addresses, and no run from a cleared state observes any.
   */
  #depths({ decided }: Trace): number[] {
    const { nodes, leftOut } = this.#search;
    const isFree = this.#freedoms.length > 0;
    const unusual = decided.findIndex((d) => d.unusual === "event");
    const most = unusual < 0 ? nodes.length : unusual;
    const depths = new Set(nodes.flatMap(({ branches }, depth) => (branches.length > 0 ? [depth] : [])));
    // A state that is cleared before an input is asked for covers all its values.
    if (leftOut.first !== null) depths.add(0).add(leftOut.first);
    if (isFree && depths.size > 0) depths.add(0);
    return [...depths].filter((d) => d <= most).sort((m, n) => m - n);
  }

  /** With these freedoms on, a run is offered other choices than the formula has. */
  get #fixed(): ReadonlySet<FixedDecision["kind"]> {
    return new Set(this.#freedoms.every((f) => f === "short-io") ? ["input", "choice"] : ["input"]);
  }

  get #open(): Property[] {
    return this.task.properties.filter((p) => !this.#search.isFound(p) && !this.task.isDecided?.(p));
  }

  /** Whether formulas are made for this run. Counted, so that the same input gives the same runs. */
  get #isDue(): boolean {
    return this.work.isLeft && (this.#vain < maxVainFormulas || this.#search.runs % runsPerFormula === 0);
  }

  /** At the end of a run: check and prune. Returns the depth from which on the stack is cleared. */
  async #atEnd(): Promise<number | "everything"> {
    const { nodes, steps } = this.#search;
    const { length } = nodes;
    this.work.addSteps(steps - this.#steps);
    this.#steps = steps;
    if ((this.#open.length === 0 || !this.#isDue) && !this.#account.isWanted) return length;
    const run = this.#tracer.again(this.#search.schedule);
    if (run === null) return length;
    this.#account.run(run, this.#search.machine.violations);
    if (!this.work.isLeft) this.#account.spent();
    if (!this.#isDue) return length;
    this.#vain++;
    this.work.beginFormula(length);
    this.#sides.addAll(run.route);
    this.#share();
    const { trace } = run;
    const route = this.#isShared === true ? this.#sides : run.route;
    try {
      await this.#check(route);
      return this.#has("prune") ? await this.#prune(trace, route) : length;
    } catch (error) {
      if (isStackOverflow(error)) this.work.end();
      else if (!(error instanceof LimitReached) || error.limit === "stopped") throw error;
      return length; // the trace program is too large
    }
  }

  /** Decides whether runs are taken together: once, and at most until that has been vain for long. Their formulas are larger. */
  #share(): void {
    if (this.#isShared === false ? this.#vain <= maxVainAlone : this.#isShared === "no more" || this.#vain <= maxVainFormulas) return;
    this.#isShared = this.#isShared ? "no more" : true;
    this.#account.shared(this.#isShared === true);
  }

  async #check(route: Route): Promise<void> {
    this.#programs++;
    const { text } = route;
    if (this.#checked.has(text)) return;
    this.#checked.add(text);
    if (!this.#has("check")) return;
    const open = this.#open.filter((p) => decides.has(p));
    if (open.length === 0) return;
    const formula = this.#checker.formulaOf(route, text, open);
    for (const property of open) {
      const finding = await this.#checker.check(formula, property, this.#isShared === true);
      if (finding?.kind === "unknown") this.#undriven.set(property, finding);
      if (finding?.kind !== "candidate") continue;
      this.#vain = 0;
      this.#search.conclude(property, finding);
      this.task.found?.(property, finding);
    }
  }

  async #prune(trace: Trace, route: Route): Promise<number | "everything"> {
    const search = this.#search;
    const { nodes } = search;
    const open = this.#open;
    const depths = this.#depths(trace);
    // What a formula does not decide, runs do: all of them are needed.
    if (depths.length === 0 || open.length === 0 || !open.every((p) => decides.has(p))) return nodes.length;
    for (let build = 0; build < maxRebuilds; build++) {
      const formula = this.#checker.formulaOf(route, route.text, open);
      const program = new TraceProgram(formula, this.task.program, trace);
      const prefix = program.assumptions(this.#fixed, this.task.inputs?.length ?? 0);
      const least = await this.#checker.leastSafePrefix(formula, prefix, open, depths);
      if (least === null) break;
      if (least === "again") {
        this.#checker.dispose();
        continue;
      }
      const depth = least === "everything" ? 0 : least;
      const cleared = countBranches(nodes.slice(depth));
      const before = countBranches(nodes.slice(0, depth));
      addMissedRaces(search, depth, new RemainingCode(program, depth));
      this.#cleared += cleared;
      this.#vain = 0;
      this.#account.cleared(least, cleared, countBranches(nodes.slice(0, depth)) - before);
      for (const freedom of formula.skeleton.met) search.machine.met.add(freedom);
      return least;
    }
    return nodes.length;
  }
}

const countBranches = (nodes: readonly SearchNode[]): number => nodes.reduce((n, { branches }) => n + branches.length, 0);
