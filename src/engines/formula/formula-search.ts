// Decides properties by formulas. In: a task, and how a formula that covers a fragment of the program is refined. Out: findings from a solver.
//
// A fragment is the program with its loops up to bounds, or the sides that runs have taken. Its formula is asked for a violation of each property, for
// what it cannot express or what ends runs early, and finally whether the program can leave the fragment. If it can, the refinement adds to the
// fragment, and the next formula is built. `safe` means that it cannot.

import type { ComposedFormula } from "../../encoding/composed-formula.ts";
import { buildFormula, type Formula, type FormulaOptions } from "../../encoding/formula.ts";
import { type ModelRun, readRun } from "../../encoding/model-run.ts";
import { decides, type Question } from "../../encoding/questions.ts";
import { isUndefined, type Property, type Violation } from "../../execution/errors.ts";
import { addressFreedoms, assumptionsOf, type Freedom, noFreedoms, withoutAddressFreedoms } from "../../execution/freedoms.ts";
import type { EngineStats, FoundBy, Scope } from "../../reports/report.ts";
import { type Cause, isLimit, unknownBecause } from "../../reports/unknown.ts";
import { type SkeletonEvent, siteKey } from "../../skeleton/skeleton.ts";
import { reachesKept } from "../../skeleton/unrolling/addresses.ts";
import { orderOfAddresses } from "../../skeleton/unrolling/placement.ts";
import { createSolver } from "../../solving/back-ends.ts";
import { isStackOverflow, LimitReached } from "../../support/limits.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { addEnd, type EarlyEnds, endsOf, upTo } from "../early-ends.ts";
import { type EngineResult, type Finding, type Note, nothingCovered } from "../engine.ts";
import { AddressChoices } from "./address-choices.ts";
import { type Ask, Asking, briefConflicts } from "./asking.ts";
import { writeCertificate } from "./certificate.ts";
import { hasAllRuns } from "./easy-properties.ts";
import { followRun } from "./follow.ts";
import type { FormulaTask } from "./options.ts";
import type { Refinement } from "./refinement.ts";

const lengths = "the length of printed numbers that are not constant";
/** Kinds of undefined behaviour that end runs belong to these. */
const endingProperties: readonly Property[] = ["memory", "overflow", "deadlock"];
/** What follows a stage of an attempt: another attempt, or the end; null: the next stage. */
export type Outcome = "again" | "done";

/** The work between two checks of the budget, in steps of a search (`Budget.yieldToEventLoop`): about a fifth of a millisecond. */
const workPerCheck = 50;
/** Building yields only between attempts. Where engines share a thread, the first one may take so many checks, and each further one a multiple of those. */
const firstBuildChecks = 250;
const buildGrowth = 4;

/** How far loops were unrolled and threads followed. */
type Bound = Pick<Scope, "unwind" | "steps">;
const unbounded: Bound = { unwind: null, steps: null };

export class FormulaSearch {
  readonly #findings = new Map<Property, Finding>();
  readonly #stats: { -readonly [K in keyof EngineStats]: EngineStats[K] } = { solverCalls: 0, conflicts: 0 };
  /** No violation was found up to this bound; null: nothing is covered yet. */
  #covered: Bound | null = null;
  readonly #asking = new Asking(this, this.#stats);
  /** Positions where uninitialised memory is read: there it is an input. */
  readonly #openReads = new Set<string>();
  readonly #addresses: AddressChoices;
  /** An index reaches what the library keeps beside its array. */
  #reachesKept = false;
  /** Notes on the loops that continue beyond their present bound. */
  #cuts: readonly Note[] = [];
  #met: ReadonlySet<Freedom> = noFreedoms;
  readonly #early: EarlyEnds = new Map();
  /** Checks of the budget since the last yield, while building a formula. */
  #checks = 0;
  /** Checks that an attempt at building a formula may take. */
  #maxBuildChecks = firstBuildChecks;
  /** The current activity, for the reason if the time runs out. */
  #doing = "";

  /** `engine`: its name, for reasons. */
  constructor(
    readonly engine: string,
    readonly task: FormulaTask,
    readonly refinement: Refinement,
  ) {
    this.#addresses = new AddressChoices(task.freedoms ?? noFreedoms);
  }

  async run(): Promise<EngineResult> {
    const { task } = this;
    for (const p of task.properties)
      if (!decides.has(p)) this.#unknown([p], { kind: "property-not-decided", engine: this.engine, property: p });
    try {
      if (this.#open().length > 0) this.refinement.begin?.(this);
      for (let next: Outcome = this.#open().length > 0 ? "again" : "done"; next === "again"; ) next = await this.#attempt();
    } catch (error) {
      if (!(error instanceof LimitReached) && !isStackOverflow(error)) throw error;
      if (error instanceof LimitReached && error.limit === "stopped") this.#spent();
      else this.#unknown(this.#open(), { kind: "formula-too-large" });
    }
    const isBounded = [...this.#findings.values()].some((f) => f.kind === "covered" && (f.scope.unwind ?? f.scope.steps) !== null);
    const isStopped = [...this.#findings.values()].some((f) => f.kind === "unknown" && isLimit(f.unknown.cause));
    return {
      findings: this.#findings,
      stats: this.#stats,
      met: this.#met,
      ends: endsOf(this.#early.values()),
      notes: [...(isBounded ? this.#cuts : []), ...(isStopped ? (this.refinement.notes?.() ?? []) : [])],
      options: {
        encoding: this.#formulaOptions().encoding,
        ...this.refinement.report(this.#stats),
      },
    };
  }

  #formulaOptions(): FormulaOptions {
    const { properties, contextBound = null, inputs } = this.task;
    const { encoding, without, symmetry } = this.task.options;
    return {
      machine: this.machine,
      properties,
      encoding: encoding ?? "staged",
      ...this.refinement.fragment,
      contextBound,
      inputs: inputs ?? undefined,
      openReads: this.#openReads,
      reuse: this.#addresses.pairs,
      reachesKept: this.#reachesKept,
      without,
      formulaSymmetry: symmetry === "formula",
    };
  }

  #open(): Property[] {
    return this.task.properties.filter((p) => !this.#findings.has(p) && !this.task.isDecided?.(p));
  }

  /** Whether another engine has decided the property that the question is about. */
  isTaken(question: string): boolean {
    return this.task.properties.some((p) => p === question && this.task.isDecided?.(p));
  }

  /** One fragment: builds the formula, solves its questions, and refines the fragment if runs can leave it. */
  async #attempt(): Promise<Outcome> {
    const formula = await this.#build();
    const ask = this.#asking.of(formula);
    return (
      (await this.#findViolations(formula, ask)) ??
      (await this.#findUnsupported(formula, ask)) ??
      (await this.#chooseAddresses(formula, ask)) ??
      (await this.#openUnwritten(formula, ask)) ??
      (await this.#noteEarlyEnds(formula, ask)) ??
      (await this.#coverOrRefine(formula, ask))
    );
  }

  /** A formula may take so long to build that engines on the same thread would wait: then building stops, and begins again with more work when it is its turn. */
  async #build(): Promise<Formula> {
    const { budget } = this.task;
    for (;;) {
      const limit = budget.sharesThread ? this.#checks + this.#maxBuildChecks : Number.POSITIVE_INFINITY;
      try {
        return this.#buildWithin(limit);
      } catch (error) {
        if (!(error instanceof LimitReached) || error.limit !== "stopped" || budget.isSpent) throw error;
      }
      this.#maxBuildChecks *= buildGrowth;
      // Paid in advance: an attempt that is not over when the time is up must not have taken that of others.
      this.#checks += this.#maxBuildChecks;
      await this.#yield();
      this.#checks = -this.#maxBuildChecks;
    }
  }

  yieldBefore(question: Question, { skeleton }: Formula): Promise<void> {
    this.#does(`asking for ${question}, ${skeleton.events.length} events`);
    return this.#yield();
  }

  async #yield(): Promise<void> {
    await this.task.budget.yieldToEventLoop(() => {}, Math.max(this.#checks, 0) * workPerCheck);
    this.#checks = Math.min(this.#checks, 0);
  }

  /** Throws `LimitReached` if more checks were made, or the budget is spent. */
  #buildWithin(maxChecks: number): Formula {
    const { task } = this;
    const { solver, effort, without, startProcess } = task.options;
    this.#does(`unrolling, ${this.refinement.extent}`);
    const formula = buildFormula(
      task.program,
      this.#formulaOptions(),
      (terms) =>
        createSolver(solver ?? "ravel", terms, {
          startProcess: startProcess ?? null,
          conflicts: effort ?? null,
          ...(without?.includes("order-theory") ? { order: "plain" as const } : {}),
          ...(without?.includes("reads-first") ? { theoryTurn: 0, readsPriority: 0 } : {}),
        }),
      () => ++this.#checks > maxChecks || task.budget.isSpent,
      ({ events }) => this.#does(`composing, ${events.length} events`),
    );
    const { skeleton, copies } = formula;
    this.#met = skeleton.met;
    this.#stats.events = skeleton.events.length;
    this.#stats.reads = copies.reads.length;
    this.#stats.writes = skeleton.events.reduce((n, e) => n + e.accesses.filter((a) => a.kind === "write").length, 0);
    this.#stats.readsFromPairs = copies.after;
    this.#stats.prunedPairs = copies.before - copies.after;
    this.#asking.begin();
    return formula;
  }

  /** Looks for a violation of each property within the fragment: briefly, then with all effort for those that need it. */
  async #findViolations(formula: Formula, ask: Ask): Promise<Outcome | null> {
    const brief = this.#asking.of(formula, briefConflicts);
    const hard: Property[] = [];
    for (const property of this.#open()) {
      const outcome = await this.#findViolation(property, formula, brief, ask);
      if (outcome === "again") return "again";
      if (outcome === "unknown") hard.push(property);
    }
    if (hard.length > 0) await this.#coverEasy(hard, formula, brief);
    for (const property of hard) {
      const outcome = await this.#findViolation(property, formula, ask, ask);
      if (outcome === "again") return "again";
      if (outcome === "unknown") return this.#spent();
    }
    return this.#open().length === 0 ? "done" : null;
  }

  /** Null: there is none within the fragment, or the property is settled. `unknown`: the solver was stopped. */
  async #findViolation(property: Property, formula: Formula, ask: Ask, askFurther: Ask): Promise<"again" | "unknown" | null> {
    const { composition } = formula;
    const answer = await ask(property);
    if (answer === "unknown") return this.isTaken(property) ? null : "unknown";
    if (answer !== "sat" || this.#replays(property, readRun(composition, property))) return null;
    if (property === "deadlock" && composition.guessesWaits) this.#unknown([property], { kind: "waits-guessed" });
    else if ((await this.#unconfirmed([property], property, formula, askFurther)) === "again") return "again";
    return null;
  }

  /** Covers the properties that the formula has just refuted before a hard one takes the time that is left. A certificate is one for all properties. */
  async #coverEasy(hard: readonly Property[], formula: Formula, brief: Ask): Promise<void> {
    const easy = this.#open().filter((p) => !hard.includes(p));
    if (easy.length === 0 || this.task.options.certificate != null) return;
    const ending = endingProperties.filter((p) => hard.includes(p) || this.#mayEnd(p));
    if (!(await hasAllRuns(formula, brief, ending)) || (await this.#asking.findRun(formula, briefConflicts)) !== "sat") return;
    const finding: Finding = { kind: "covered", scope: this.#scope(unbounded) };
    for (const p of easy) {
      this.#findings.set(p, finding);
      this.task.found?.(p, finding);
    }
  }

  /** From here on, open properties are safe unless something was left out. First: what the formula cannot express. */
  async #findUnsupported({ composition }: Formula, ask: Ask): Promise<Outcome | null> {
    const answer = await ask("unsupported");
    if (answer === "unknown") return this.#spent();
    if (answer === "unsat") return null;
    const event = composition.reached("unsupported")[0];
    const what = event?.failures.find((f) => f.property === "unsupported")?.message ?? "something";
    if (what === reachesKept && !this.#reachesKept) {
      this.#reachesKept = true;
      return "again";
    }
    if (what === orderOfAddresses && this.#addresses.choose("placement")) return "again";
    this.#unknown(this.#open(), { kind: "not-symbolic", engine: this.engine, what, where: this.placeOf(event) });
    return "done";
  }

  /** Makes what the program observes of addresses a choice of the next formula. What cannot be one stays an assumption. */
  async #chooseAddresses(formula: Formula, ask: Ask): Promise<Outcome | null> {
    const found = await this.#addresses.observe(formula, ask);
    if (found === null) return this.#spent();
    this.#met = new Set([...this.#met, ...found.assumed]);
    return found.isNew ? "again" : null;
  }

  /** The machine whose runs the formula has. */
  get machine(): FormulaTask["machine"] {
    const { machine } = this.task;
    return { ...machine, freedoms: new Set([...withoutAddressFreedoms(machine.freedoms), ...this.#addresses.chosen]) };
  }

  /** Uninitialised memory is an input where it is read. */
  async #openUnwritten({ composition }: Formula, ask: Ask): Promise<Outcome | null> {
    const answer = await ask("uninit");
    if (answer === "unknown") return this.#spent();
    if (answer === "unsat") return null;
    // Where inputs are given, the executor does not take unwritten memory for one.
    if (!this.task.inputs?.length && this.#opensMore(composition)) return "again";
    this.#unknown(this.#open(), { kind: "uninitialised-memory", at: null });
    return "done";
  }

  /** Undefined behaviour also ends runs if its property is not checked. */
  async #noteEarlyEnds(formula: Formula, ask: Ask): Promise<Outcome | null> {
    for (const property of endingProperties) {
      if (!this.#mayEnd(property)) continue;
      const question = `undefined ${property}` as const;
      const answer = await ask(question);
      if (answer === "unknown") return this.#spent();
      if (answer !== "sat" || this.#ends(property, readRun(formula.composition, question))) continue;
      return this.#unconfirmed(this.#open(), property, formula, ask);
    }
    return null;
  }

  /** If runs cannot leave the fragment, everything is covered. Otherwise the refinement says what comes next. */
  async #coverOrRefine(formula: Formula, ask: Ask): Promise<Outcome> {
    const answer = await ask("unwind");
    if (answer === "unknown") return this.#spent();
    if (answer === "unsat") {
      const next = await this.#passEdges(formula, ask);
      return next === "covered" ? this.#cover(formula) : this.#continueWith(next, formula);
    }
    return this.#continueWith(await this.refinement.refine(formula, ask, this), formula);
  }

  /** Runs may leave the fragment by phantom edges only: whether one that does can do anything that was asked for. */
  async #passEdges(formula: Formula, ask: Ask): Promise<"covered" | "again" | "spent" | "done"> {
    const { composition, skeleton, solver } = formula;
    if (skeleton.phantoms.length === 0) return "covered";
    if (this.refinement.passEdges === undefined) throw new Error("nothing follows the runs that leave by phantom edges");
    const ends = this.task.properties.includes("assert") ? "sat" : await ask("assert");
    if (ends === "unknown") return "spent";
    const ending = endingProperties.filter((p) => this.#mayEnd(p)).map((p): Question => `undefined ${p}`);
    const freedoms = addressFreedoms.filter((f) => !this.#met.has(f));
    // Everything that a run off the edges cannot do.
    const questions: Question[] = [...this.#open(), "unsupported", "uninit", "unwind", ...ending, ...freedoms];
    if (ends === "unsat") questions.push("assert");
    this.#does(`asking for anything beyond phantom edges, ${skeleton.events.length} events`);
    const check = async (): Promise<"sat" | "unsat" | "unknown"> => {
      const answer = await solver.check(composition.askAny(questions), this.task.budget);
      this.#asking.noteStatistics(solver);
      return answer;
    };
    return this.refinement.passEdges(formula, check, this);
  }

  #continueWith(next: "again" | "spent" | "done", formula: Formula): Outcome {
    if (next === "spent") return this.#spent();
    if (next === "done") return "done";
    formula.solver.dispose();
    if (this.#open().length === 0) return "done";
    return this.task.budget.isSpent ? this.#spent() : "again";
  }

  async #cover(formula: Formula): Promise<Outcome> {
    const { task } = this;
    const { composition } = formula;
    const runs = await this.#asking.findRun(formula);
    if (runs === "unknown") return this.#spent();
    if (runs === "unsat") {
      this.#unknown(this.#open(), { kind: "contradiction" });
      return "done";
    }
    await this.#certify();
    const brief = this.#asking.of(formula, briefConflicts);
    if (!task.properties.includes("assert") && (await brief("assert")) === "sat") this.#ends("assert", readRun(composition, "assert"));
    for (const p of this.#open()) this.#findings.set(p, { kind: "covered", scope: this.#scope(unbounded) });
    return "done";
  }

  /** The open properties are safe: writes the certificate. */
  async #certify(): Promise<void> {
    const { program, budget, options: own } = this.task;
    const { certificate } = own;
    if (certificate == null || !this.#scope(unbounded).complete) return;
    const options = { ...this.#formulaOptions(), properties: this.#open(), without: [], formulaSymmetry: false };
    const { isWritten, solveMs } = await writeCertificate(program, options, budget, certificate);
    this.#asking.addSolveTime(solveMs);
    if (!isWritten) this.#spent();
  }

  /** Whether undefined behaviour of this kind may end runs, as far as is known. Not if the solver has just refuted it, nor if it is already noted. */
  #mayEnd(property: Property): boolean {
    const { properties, isDecided } = this.task;
    const isExcluded = properties.includes(property) && !this.#findings.has(property) && !isDecided?.(property);
    return !isExcluded && ![...this.#early.values()].some((e) => e.property === property && e.kind !== "abort" && isUndefined(e.kind));
  }

  /** The executor does not follow a run of the solver: records why, and what stays open. `again`: a changed formula may decide it. */
  async #unconfirmed(open: readonly Property[], property: Property, { skeleton, composition }: Formula, ask: Ask): Promise<Outcome> {
    if (skeleton.invents) this.#unknown(open, { kind: "not-symbolic", engine: this.engine, what: lengths, where: "" });
    else if ((await ask("uninit")) === "sat") {
      if (!this.task.inputs?.length && this.#opensMore(composition)) return "again";
      this.#unknown(open, { kind: "uninitialised-memory", at: null });
    } else this.#unknown(open, { kind: "not-replayed", property });
    return "done";
  }

  get #driven(): FormulaTask {
    return { ...this.task, machine: this.machine };
  }

  #replays(property: Property, run: ModelRun): boolean {
    const followed = followRun(this.#driven, run, (v) => v.property === property, property === "deadlock");
    if (followed === null) return false;
    this.propose(followed.schedule, followed.violation, "check");
    return true;
  }

  /** Follows a run that ends early. Returns whether the executor confirms it. */
  #ends(property: Property, run: ModelRun): boolean {
    const followed = followRun(this.#driven, run, (v) => v.property === property && (property === "assert" || isUndefined(v.kind)));
    if (followed !== null) this.#noteEnd(followed.violation);
    return followed !== null;
  }

  #noteEnd({ property, kind, message, location }: Violation): void {
    addEnd(this.#early, { property, kind, message, location });
  }

  /** Makes uninitialised memory an input where the model reads it. Returns false if it already is everywhere. */
  #opensMore(composition: ComposedFormula): boolean {
    const before = this.#openReads.size;
    for (const { site } of composition.events("uninit")) this.#openReads.add(siteKey(site));
    return this.#openReads.size > before;
  }

  #unknown(properties: readonly Property[], cause: Cause): void {
    for (const p of properties) this.#findings.set(p, { kind: "unknown", unknown: unknownBecause(cause), scope: nothingCovered });
  }

  /** The budget or the effort is spent: what an earlier set of bounds has covered stands. */
  #spent(): "done" {
    const { budget, options } = this.task;
    this.settle();
    if (budget.isSpent) this.#unknown(this.#open(), { kind: "stopped", stop: budget.cause, when: `while ${this.#doing}` });
    else this.#unknown(this.#open(), { kind: "solver-gave-up", conflicts: options.effort ?? null });
    return "done";
  }

  /** Everything up to a bound on loops or steps (null: none was reached) and on preemptions. */
  #scope({ unwind, steps }: Bound): Scope {
    const { contextBound = null } = this.task;
    const assumptions = assumptionsOf(this.#met);
    const inputs = this.task.inputs === null ? "all" : "given";
    const complete = unwind === null && steps === null && contextBound === null && inputs === "all" && assumptions.length === 0;
    return upTo({ ...nothingCovered, complete, unwind, steps, contextBound, inputs, assumptions }, this.#early.values());
  }

  #coveredSoFar(): Finding {
    return { kind: "covered", scope: this.#scope(this.#covered ?? unbounded) };
  }

  #does(what: string): void {
    this.#doing = what;
    this.task.progress(what);
  }

  placeOf(event: SkeletonEvent | undefined): string {
    const p = event === undefined ? undefined : this.task.program.positions[event.site.at];
    return p === undefined ? "" : ` (${p.file}:${p.line})`;
  }

  // ---- for the refinement

  /** Properties that are yet to be decided. */
  get open(): readonly Property[] {
    return this.#open();
  }

  /** Nothing was found up to this bound. */
  coverUpTo(bound: Partial<Bound>, notes: readonly Note[]): void {
    this.#covered = { ...unbounded, ...bound };
    this.#cuts = notes;
    for (const p of this.#open()) this.task.found?.(p, this.#coveredSoFar());
  }

  /** What has been covered so far is all that will be. */
  settle(): void {
    if (this.#covered !== null) for (const p of this.#open()) this.#findings.set(p, this.#coveredSoFar());
  }

  /** A run violates a property. */
  propose(schedule: Schedule, violation: Violation, foundBy: FoundBy = "running"): void {
    if (isUndefined(violation.kind)) this.#noteEnd(violation);
    const { property } = violation;
    if (!this.#open().includes(property)) return;
    const finding = { kind: "candidate", schedule, foundBy } as const;
    this.#findings.set(property, finding);
    this.task.found?.(property, finding);
  }

  /** Open properties stay unknown. */
  giveUp(cause: Cause): "done" {
    this.#unknown(this.#open(), cause);
    return "done";
  }
}
