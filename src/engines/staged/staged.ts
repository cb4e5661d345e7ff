// staged: STAGED (Sinha and Wang, FSE 2010). Each thread is summarised once, as a skeleton of accesses; the summaries are composed
// by axioms of sequential consistency and given to the solver. Loops are unrolled as far as is needed: a bound is raised only where
// the cut can be reached, and `safe` means that none can.

import type { Composition } from "../../encoding/composition.ts";
import { buildFormula, type Formula, type FormulaOptions } from "../../encoding/formula.ts";
import { type ModelRun, readRun } from "../../encoding/model-run.ts";
import type { Question } from "../../encoding/questions.ts";
import { isUndefined, type Property, type Violation } from "../../execution/errors.ts";
import { addressFreedoms, assumptionsOf, type Freedom, isAboutAddresses, noFreedoms } from "../../execution/freedoms.ts";
import { Machine } from "../../execution/machine.ts";
import type { Scope, Stats, Unknown } from "../../reports/report.ts";
import { bytesPerUnit, maxObjectBound } from "../../skeleton/extents.ts";
import { TooMuch } from "../../skeleton/limits.ts";
import { type Cut, type SkeletonEvent, siteKey } from "../../skeleton/skeleton.ts";
import { reachesKept } from "../../skeleton/unrolling/addresses.ts";
import { createSolver } from "../../solving/back-ends.ts";
import { type Budget, OutOfTime } from "../../support/budget.ts";
import { type Diagnostic, diagnostic } from "../../support/diagnostics.ts";
import { maxOf, minOf } from "../../support/lists.ts";
import { PartBudget } from "../../support/part-budget.ts";
import { followGuidance, type GuidedStep } from "../../witness/guide.ts";
import type { Schedule } from "../../witness/schedule.ts";
import { addEnd, type EarlyEnds, endsOf, upTo } from "../early-ends.ts";
import { type EngineResult, type EngineTask, type Finding, nothingCovered } from "../engine.ts";
import { writeCertificate } from "./certificate.ts";

/** What the encoding can decide. */
const decides: ReadonlySet<Property> = new Set<Property>(["assert", "memory", "overflow", "race", "deadlock"]);
const firstBound = 2;
const mostCuts = 3;
const lengths = "how much text is printed of numbers that are not known";
const guesses = "an atomic section asks for an input of very many values, and may wait with some of them";
const reportIt = "this is a fault of ravel's: please report it with the program";
/** Kinds of undefined behaviour that end runs belong to these. */
const endingProperties: readonly Property[] = ["memory", "overflow", "deadlock"];
type Ask = (question: Question) => Promise<"sat" | "unsat" | "unknown">;
/** By half, so that the formulas before the last one take little of the time, and the last is not much larger than it must be. */
const raised = (bound: number): number => bound + Math.max(2, bound >> 1);

export const runStaged = (task: EngineTask): Promise<EngineResult> => new Staged(task).run();

/** What the work between two looks stands for in steps of a search (`Budget.breathe`). */
const workPerLook = 10;

class Staged {
  readonly #findings = new Map<Property, Finding>();
  readonly #bounds = new Map<string, number>();
  readonly #stats: { -readonly [K in keyof Stats]?: Stats[K] } = { solverCalls: 0, conflicts: 0 };
  #solveMs = 0;
  /** Every loop has gone round so often, and nothing was found. */
  #covered = 0;
  /** Where memory that nobody has written was seen to be read: there it is an input. */
  readonly #openReads = new Set<string>();
  /** An index was seen to reach what the library keeps beside its array. */
  #reachesKept = false;
  /** Loops that were seen to go on behind their bound, by then. */
  #cuts: readonly Diagnostic[] = [];
  #met: ReadonlySet<Freedom> = noFreedoms;
  readonly #early: EarlyEnds = new Map();
  #pairs = "";
  #variables = 0;
  /** Looks at the budget on the way to a formula, since others were last let in. */
  #looks = 0;
  /** What takes the time, for when there is no more. */
  #doing = "";

  constructor(readonly task: EngineTask) {}

  async run(): Promise<EngineResult> {
    const { task } = this;
    for (const p of task.properties)
      if (!decides.has(p)) this.#unknown([p], "RVL310", `the staged engine does not check ${p}`, "use --engine explore");
    if (task.inputs !== null)
      this.#unknown(this.#open(), "RVL310", "the staged engine takes all inputs, not given ones", "use --engine explore");
    try {
      for (let again = this.#open().length > 0; again; ) again = await this.#attempt();
    } catch (error) {
      if (!(error instanceof TooMuch || error instanceof OutOfTime)) throw error;
      if (error instanceof OutOfTime || error.what === "interrupted") this.#spent();
      else this.#unknown(this.#open(), "RVL302", "the unrolled program is too large", "use --engine explore, or lower --unwind");
    }
    const isBounded = [...this.#findings.values()].some((f) => f.kind === "covered" && f.scope.unwind !== null);
    return {
      findings: this.#findings,
      stats: this.#stats,
      met: this.#met,
      ends: endsOf(this.#early.values()),
      notes: isBounded ? this.#cuts : [],
      options: {
        encoding: this.#options().encoding,
        unwind: maxOf(this.#bounds.values(), firstBound),
        candidates: this.#pairs,
        variables: this.#variables,
        solveMs: Math.round(this.#solveMs),
      },
    };
  }

  #options(): FormulaOptions {
    const { machine, properties, encoding, unwind, contextBound = null, without } = this.task;
    return {
      machine,
      properties,
      encoding: encoding ?? "staged",
      bounds: this.#bounds,
      defaultBound: unwind ?? firstBound,
      contextBound,
      openReads: this.#openReads,
      reachesKept: this.#reachesKept,
      without,
    };
  }

  #open(): Property[] {
    return this.task.properties.filter((p) => !this.#findings.has(p) && !this.task.isDecided?.(p));
  }

  /** Somebody else has decided the property that the question is about. */
  #isTaken(question: string): boolean {
    return this.task.properties.some((p) => p === question && this.task.isDecided?.(p));
  }

  /** One set of bounds. True: they were raised, try again. */
  async #attempt(): Promise<boolean> {
    const { task } = this;
    const { program, budget } = task;
    this.#does(`unrolling, loops up to ${maxOf(this.#bounds.values(), task.unwind ?? firstBound)} iterations`);
    const formula = buildFormula(
      program,
      this.#options(),
      (terms) =>
        createSolver(task.solver ?? "ravel", terms, {
          conflicts: task.effort ?? null,
          ...(task.without?.includes("order theory") ? { order: "plain" as const } : {}),
          ...(task.without?.includes("reads first") ? { theoryTurn: 0, readsPriority: 0 } : {}),
        }),
      () => {
        this.#looks++;
        return budget.spent;
      },
      ({ events }) => this.#does(`composing, ${events.length} events`),
    );
    const { skeleton, copies, composition, solver } = formula;
    this.#met = skeleton.met;
    this.#stats.events = skeleton.events.length;
    this.#stats.reads = copies.reads.length;
    this.#stats.writes = skeleton.events.reduce((n, e) => n + e.accesses.filter((a) => a.kind === "write").length, 0);
    this.#pairs = `${copies.before} -> ${copies.after}`;
    let hasRun = false;
    const ask: Ask = async (question) => {
      if (!composition.mayHappen(question)) return "unsat";
      this.#does(`asking for ${question}, ${skeleton.events.length} events`);
      await budget.breathe(() => {}, this.#looks * workPerLook);
      this.#looks = 0;
      const answer = await solver.check(composition.ask(question), new WhileOpen(budget, () => this.#isTaken(question)));
      const { calls, conflicts, milliseconds, variables } = solver.statistics;
      this.#variables = variables;
      this.#stats.solverCalls = calls;
      this.#stats.conflicts = conflicts;
      this.#solveMs = milliseconds;
      if (answer === "sat") hasRun = true;
      return answer;
    };
    for (const property of this.#open()) {
      const answer = await ask(property);
      if (answer === "unknown" && this.#isTaken(property)) continue;
      if (answer === "unknown") return this.#spent();
      if (answer !== "sat" || this.#replays(property, readRun(composition, property))) continue;
      if (property === "deadlock" && composition.guessesWaits)
        this.#unknown([property], "RVL310", guesses, "use --engine explore, or bound the input");
      else if (await this.#unconfirmed([property], property, formula, ask)) return true;
    }
    if (this.#open().length === 0) return false;
    // What is open now is safe, unless something was left out.
    const unsupported = await ask("unsupported");
    if (unsupported === "unknown") return this.#spent();
    if (unsupported === "sat") {
      const event = composition.reached("unsupported")[0];
      const what = event?.failures.find((f) => f.property === "unsupported")?.message ?? "something";
      if (what === reachesKept && !this.#reachesKept) {
        this.#reachesKept = true;
        return true;
      }
      this.#unknown(this.#open(), "RVL205", `${what} cannot be followed symbolically${this.#place(event)}`, "use --engine explore");
      return false;
    }
    for (const freedom of addressFreedoms) {
      const answer = await ask(freedom);
      if (answer === "unknown") return this.#spent();
      if (answer === "sat") this.#met = new Set([...this.#met, freedom]);
    }
    const uninit = await ask("uninit");
    if (uninit === "unknown") return this.#spent();
    if (uninit === "sat") {
      if (this.#opensMore(composition)) return true;
      this.#arbitrary(this.#open());
      return false;
    }
    for (const property of endingProperties) {
      if (!this.#mayEnd(property)) continue;
      const question = `undefined ${property}` as const;
      const answer = await ask(question);
      if (answer === "unknown") return this.#spent();
      if (answer !== "sat" || this.#ends(property, readRun(composition, question))) continue;
      return this.#unconfirmed(this.#open(), property, formula, ask);
    }
    const unwind = await ask("unwind");
    if (unwind === "unknown") return this.#spent();
    if (unwind === "unsat") {
      // Whatever is asked of a formula that contradicts itself is unsatisfiable: that says nothing about the program.
      const runs = hasRun ? "sat" : await solver.check([], budget);
      if (runs === "unknown") return this.#spent();
      if (runs === "unsat") {
        this.#unknown(this.#open(), "RVL902", "the formula of the program has no run at all", reportIt);
        return false;
      }
      await this.#certify();
      if (!task.properties.includes("assert") && (await ask("assert")) === "sat") this.#ends("assert", readRun(composition, "assert"));
      for (const p of this.#open()) this.#findings.set(p, { kind: "covered", scope: this.#scope(null) });
      return false;
    }
    const reached = new Set(composition.reached("unwind"));
    const cuts = skeleton.cuts.filter((cut) => reached.has(cut.event));
    this.#cuts = this.#tellCuts(cuts);
    if (task.unwind !== null && task.unwind !== undefined) {
      for (const p of this.#open()) this.#findings.set(p, { kind: "covered", scope: this.#scope(task.unwind) });
      return false;
    }
    this.#covered = minOf(this.#bounds.values(), firstBound); // loops that are not named have the first bound, or need no more
    for (const p of this.#open()) task.found?.(p, this.#coveredSoFar());
    const isRaised = this.#raise(cuts);
    solver.dispose();
    return (isRaised && !budget.spent) || this.#spent();
  }

  /** Returns false if every bound that is in the way is as high as it can be. */
  #raise(cuts: readonly Cut[]): boolean {
    let isRaised = false;
    for (const { name, what } of cuts) {
      const bound = this.#bounds.get(name) ?? firstBound;
      const next = what === "bytes" ? Math.min(raised(bound), maxObjectBound) : raised(bound);
      this.#bounds.set(name, next);
      isRaised ||= next > bound;
    }
    return isRaised;
  }

  /** Where the program goes on behind a bound, for people: some of the places. */
  #tellCuts(cuts: readonly Cut[]): Diagnostic[] {
    const { program, unwind } = this.task;
    const places = new Map(cuts.map((cut) => [program.positions[cut.at], cut]));
    return [...places].slice(0, mostCuts).map(([p, { name, what }]) => {
      const bound = unwind ?? this.#bounds.get(name) ?? firstBound;
      const where = p === undefined ? {} : { location: { file: p.file, line: p.line, column: p.column } };
      const text =
        what === "rounds"
          ? `followed up to ${bound} times; the program may go on here`
          : `followed for objects of up to ${bound * bytesPerUnit} bytes; larger ones may be made here`;
      return diagnostic("RVL303", text, {
        severity: "note",
        ...where,
        hint:
          what === "bytes" && bound >= maxObjectBound
            ? "larger ones are not followed symbolically: use --engine explore with --input"
            : unwind === null || unwind === undefined
              ? "raise --timeout"
              : "raise --unwind, or leave it out",
      });
    });
  }

  /** What is open at this point is safe, and that is written down. */
  async #certify(): Promise<void> {
    const { program, budget, certificate } = this.task;
    if (certificate == null || !this.#scope(null).complete) return;
    const options = { ...this.#options(), properties: this.#open() };
    if (!(await writeCertificate(program, options, budget, certificate))) this.#spent();
  }

  /** Could undefined behaviour of this kind end runs, as far as is known? Not if it was just asked for, nor if it is known that it does. */
  #mayEnd(property: Property): boolean {
    const { properties, isDecided } = this.task;
    const isExcluded = properties.includes(property) && !this.#findings.has(property) && !isDecided?.(property);
    return !isExcluded && ![...this.#early.values()].some((e) => e.property === property && e.kind !== "abort" && isUndefined(e.kind));
  }

  /** A run of the solver's that the executor does not take: why, and what stays open. True: there is another way to ask. */
  async #unconfirmed(open: readonly Property[], property: Property, { skeleton, composition }: Formula, ask: Ask): Promise<boolean> {
    if (skeleton.invents) this.#unknown(open, "RVL205", `${lengths} cannot be followed symbolically`, "use --engine explore");
    else if ((await ask("uninit")) === "sat") {
      if (this.#opensMore(composition)) return true;
      this.#arbitrary(open);
    } else this.#unknown(open, "RVL902", `a candidate for ${property} did not replay`, reportIt);
    return false;
  }

  #replays(property: Property, run: ModelRun): boolean {
    const followed = this.#follow(run, (v) => v.property === property, property === "deadlock");
    if (followed === null) return false;
    const { schedule, violation } = followed;
    if (isUndefined(violation.kind)) this.#noteEnd(violation);
    const finding = { kind: "candidate", schedule } as const;
    this.#findings.set(property, finding);
    this.task.found?.(property, finding);
    return true;
  }

  /** A run that ends early. True: it is so. */
  #ends(property: Property, run: ModelRun): boolean {
    const followed = this.#follow(run, (v) => v.property === property && (property === "assert" || isUndefined(v.kind)));
    if (followed !== null) this.#noteEnd(followed.violation);
    return followed !== null;
  }

  #noteEnd({ property, kind, message, location }: Violation): void {
    addEnd(this.#early, { property, kind, message, location });
  }

  /** Follows what the solver found on the reference executor. Null: the violation does not occur. */
  #follow(
    run: ModelRun,
    isIt: (v: Violation) => boolean,
    exhaust = false,
  ): { readonly schedule: Schedule; readonly violation: Violation } | null {
    const { task } = this;
    const step = (e: SkeletonEvent): GuidedStep => ({
      thread: e.thread.index,
      function: e.site.function,
      operation: e.site.operation,
      starts: e.starts.filter((t) => run.threads.has(t)).map((t) => t.index),
    });
    const byIndex = new Map([...run.open].map(([t, list]) => [t.index, list]));
    // What the solver found holds where objects lie as usual: nothing of that is open.
    const freedoms = new Set([...task.machine.freedoms].filter((f) => !isAboutAddresses(f)));
    const machine = new Machine(task.program, { ...task.machine, freedoms, undo: false });
    const schedule = followGuidance(
      machine,
      {
        steps: run.events.filter((e) => e.isStep).map(step),
        last: run.last.map(step),
        open: (thread) => byIndex.get(thread) ?? [],
        exhaust,
      },
      (m) => m.violations.some(isIt),
    );
    const violation = machine.violations.find(isIt);
    return schedule === null || violation === undefined ? null : { schedule, violation };
  }

  /** Memory is read that nobody has written: from now on its value is an input there. False: it is one already. */
  #opensMore(composition: Composition): boolean {
    const before = this.#openReads.size;
    for (const { site } of composition.events("uninit")) this.#openReads.add(siteKey(site));
    return this.#openReads.size > before;
  }

  #arbitrary(properties: readonly Property[]): void {
    const reason = "memory may be read that was never written: its value is arbitrary";
    this.#unknown(properties, "RVL308", reason, "check with --property uninit");
  }

  #unknown(properties: readonly Property[], code: Unknown["code"], reason: string, hint: string): void {
    for (const p of properties) this.#findings.set(p, { kind: "unknown", unknown: { code, reason, hint }, scope: nothingCovered });
  }

  /** Out of time: what an earlier set of bounds has shown stands. */
  #spent(): false {
    const { budget, effort } = this.task;
    if (this.#covered > 0) for (const p of this.#open()) this.#findings.set(p, this.#coveredSoFar());
    const { code, text, hint } = budget.reason;
    if (budget.spent) this.#unknown(this.#open(), code, `${text} while ${this.#doing}`, hint);
    else this.#unknown(this.#open(), "RVL302", `the solver gave up after ${effort} conflicts`, "use --engine staged");
    return false;
  }

  /** Everything, up to a bound of loops (null: none was reached) and of preemptions. */
  #scope(unwind: number | null): Scope {
    const { contextBound = null } = this.task;
    const assumptions = assumptionsOf(this.#met);
    const complete = unwind === null && contextBound === null && assumptions.length === 0;
    return upTo({ ...nothingCovered, complete, unwind, contextBound, inputs: "all", assumptions }, this.#early.values());
  }

  #coveredSoFar(): Finding {
    return { kind: "covered", scope: this.#scope(this.#covered) };
  }

  #does(what: string): void {
    this.#doing = what;
    this.task.progress(what);
  }

  #place(event: SkeletonEvent | undefined): string {
    const p = event === undefined ? undefined : this.task.program.positions[event.site.at];
    return p === undefined ? "" : ` (${p.file}:${p.line})`;
  }
}

/** A budget that is also spent when a question need not be answered any more. */
class WhileOpen extends PartBudget {
  constructor(
    whole: Budget,
    readonly isTaken: () => boolean,
  ) {
    super(whole);
  }

  override get spent(): boolean {
    return super.spent || this.isTaken();
  }
}
