// The formulas of fusion. In: runs. Out: their trace programs, violations in any of their reorderings, and the shortest prefix from which all runs are safe.
//
// Formulas of the last runs are kept: runs that take the same sides have the same trace program, and differ only in their order of steps.

import { buildFormula, type Formula } from "../../encoding/formula.ts";
import { readRun } from "../../encoding/model-run.ts";
import type { Question } from "../../encoding/questions.ts";
import type { Property } from "../../execution/errors.ts";
import { withoutAddressFreedoms } from "../../execution/freedoms.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import type { Route } from "../../skeleton/route.ts";
import { createSolver } from "../../solving/back-ends.ts";
import type { Answer } from "../../solving/solver.ts";
import { LimitReached } from "../../support/limits.ts";
import type { Term } from "../../terms/term.ts";
import { type Finding, nothingCovered } from "../engine.ts";
import { Bounds } from "../formula/bounds.ts";
import { questionsFor } from "../formula/certificate.ts";
import { followRun } from "../formula/follow.ts";
import type { Prefix } from "../traces/trace-program.ts";
import type { FusionAccount } from "./account.ts";
import { FormulaWork } from "./formula-work.ts";
import type { FusionTask } from "./options.ts";

const defaultPruneEffort = 20_000;
/** Formulas that are kept. */
const maxKept = 4;

export class Checker {
  readonly #bounds = new Bounds(null);
  /** By the text of the route. */
  readonly #kept = new Map<string, Formula>();
  questions = 0;
  solverCalls = 0;
  conflicts = 0;
  solveMs = 0;

  constructor(
    readonly task: FusionTask,
    readonly account: FusionAccount,
    readonly work = new FormulaWork(),
  ) {}

  /** The formula of a trace program. Throws `LimitReached`. */
  formulaOf(route: Route, text: string, properties: readonly Property[]): Formula {
    const formula = this.#kept.get(text) ?? this.#build(route, properties);
    this.#kept.delete(text);
    this.#kept.set(text, formula);
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(oldest);
      old.solver.dispose();
    }
    return formula;
  }

  #build(route: Route, properties: readonly Property[]): Formula {
    const { program, machine, budget, options, inputs, contextBound = null } = this.task;
    return buildFormula(
      program,
      {
        // Formulas have no choices about addresses: where a run observes one, they say so.
        machine: { ...machine, freedoms: withoutAddressFreedoms(machine.freedoms) },
        properties,
        encoding: options.encoding ?? "staged",
        without: options.without,
        bounds: this.#bounds.byName,
        defaultBound: this.#bounds.default,
        route,
        contextBound,
        inputs: inputs ?? undefined,
        fixesPrefix: true,
        phantom: !options.omitted?.includes("phantom"),
      },
      (terms) => createSolver(options.solver ?? "ravel", terms, { startProcess: options.startProcess ?? null }),
      () => {
        this.work.addCheck();
        if (this.work.isSpent) throw new LimitReached("size");
        return budget.isSpent;
      },
    );
  }

  /** Forgets the formulas: they were built with lower bounds. */
  dispose(): void {
    for (const f of this.#kept.values()) f.solver.dispose();
    this.#kept.clear();
  }

  /** `effort`: maximum number of conflicts; null: as many as the work that is left for formulas allows; "any": as many as it takes. */
  async #solve({ solver }: Formula, assumptions: readonly Term[], effort: number | null | "any"): Promise<Answer> {
    const { budget } = this.task;
    const { work } = this;
    await budget.yieldToEventLoop(() => {});
    const before = solver.statistics;
    const isSpent = (): boolean => {
      if (effort === "any") return false;
      const now = solver.statistics;
      return now.conflicts - before.conflicts >= (effort ?? Number.POSITIVE_INFINITY) || work.isSpentBy(before, now);
    };
    const answer = await solver.check(assumptions, budget.within({ reached: () => (isSpent() ? { kind: "work" } : null) }));
    const after = solver.statistics;
    this.solverCalls++;
    this.conflicts += after.conflicts - before.conflicts;
    this.solveMs += after.milliseconds - before.milliseconds;
    work.addQuestion(before, after);
    if (budget.isSpent) throw new LimitReached();
    return answer;
  }

  get #pruneEffort(): number {
    return this.task.options.pruneEffort ?? defaultPruneEffort;
  }

  // ---- check

  /** What some reordering of the run does to the property. Null: it holds in all of them, or the formula cannot say. `isBrief`: it gives up as a pruning question does. */
  async check(formula: Formula, property: Property, isBrief = false): Promise<Finding | null> {
    const { composition } = formula;
    const effort = isBrief ? this.#pruneEffort : null;
    if (!composition.mayHappen(property)) {
      this.account.checked(property, "unsat", formula);
      return null;
    }
    const answer = await this.#solve(formula, [...composition.ask(property), ...offEdges(formula)], effort);
    this.account.checked(property, answer, formula);
    if (answer !== "sat") return null;
    const followed = followRun(this.task, readRun(composition, property), (v) => v.property === property, property === "deadlock");
    if (followed !== null) return { kind: "candidate", schedule: followed.schedule, foundBy: "check" };
    const isGuess = (property === "deadlock" && composition.guessesWaits) || formula.skeleton.invents;
    if (isGuess || (await this.#solve(formula, [...composition.ask("uninit"), ...offEdges(formula)], "any")) !== "unsat") return null;
    return { kind: "unknown", unknown: unknownBecause({ kind: "not-replayed", property }), scope: nothingCovered };
  }

  // ---- prune

  /**
   * The least number of steps after which no run violates an open property, leaves the trace program, or does what the formula cannot express. Only the
   * numbers in `depths`, ascending, are of interest. "everything": that holds of all runs, whatever is decided before the first step. Null: not known of any. "again": the formula
   * was built with bounds that are now higher.
   */
  async leastSafePrefix(
    formula: Formula,
    prefix: Prefix,
    open: readonly Property[],
    depths: readonly number[],
  ): Promise<number | "everything" | "again" | null> {
    const { composition } = formula;
    const { steps } = prefix;
    const questions: Question[] = ["assert", ...questionsFor(open)];
    const asked = composition.askAny(questions);
    const before = (depth: number): Term[] => [...new Set([...prefix.before, ...steps.slice(0, depth).flat()])];
    /** By assumption: the number of steps of the shortest prefix that has it. */
    const depthOf = new Map<Term, number>(prefix.before.map((a) => [a, 0]));
    for (const [i, assumptions] of steps.entries()) for (const a of assumptions) if (!depthOf.has(a)) depthOf.set(a, i + 1);
    let isEverything = false;
    const ask = async (depth: number): Promise<number | "sat" | "unknown"> => {
      this.questions++;
      const answer = await this.#solve(formula, [...asked, ...before(depth)], this.#pruneEffort);
      const core = answer === "unsat" ? formula.solver.core().flatMap((a) => depthOf.get(a) ?? []) : [];
      const needed = core.reduce((most, depth) => Math.max(most, depth), 0);
      isEverything = answer === "unsat" && core.length === 0;
      this.account.asked(depth, answer, needed, formula);
      return answer === "unsat" ? needed : answer;
    };
    const longest = depths.at(-1) as number;
    const first = await ask(longest);
    if (first === "sat" && this.#raiseBounds(formula)) return "again";
    if (typeof first !== "number") return null;
    let least = first;
    let low = 0; // of shorter prefixes than this one the answer is not wanted, or known to be no
    for (;;) {
      const left = depths.slice(low).filter((d) => d < least);
      if (left.length === 0) break;
      const middle = (left.length - 1) >> 1;
      const answer = await ask(left[middle] as number);
      if (typeof answer === "number") least = answer;
      else low += middle + 1;
    }
    // The run itself must be among those that the formula admits: otherwise it says nothing.
    if ((await this.#solve(formula, [...before(longest), ...offEdges(formula)], null)) !== "sat") return null;
    return isEverything ? "everything" : least;
  }

  /** If the model reaches a bound of a loop inside the library, raises it. */
  #raiseBounds({ composition, skeleton, solver }: Formula): boolean {
    const reached = new Set(composition.violations.filter((w) => solver.value(w.when) === 1n).map((w) => w.failure));
    const cuts = skeleton.cuts.filter((c) => (c.what === "iterations" || c.what === "bytes") && reached.has(c.failure));
    return cuts.length > 0 && this.#bounds.raise(cuts);
  }
}

/** That a run passes no phantom edge: it is one of the trace program itself, not of its abstraction. */
const offEdges = ({ composition, skeleton, terms }: Formula): Term[] =>
  skeleton.phantoms.length === 0 ? [] : [terms.not(composition.through)];
