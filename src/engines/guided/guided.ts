// guided: TRACE (Yang and Sakallah), section 3, made complete. The program is run once; then a formula decides all runs that take only sides that were seen (the
// paper's φ). If it has no violation, the solver is asked for a run that reaches an unseen side (ψ): that run is made, finished, and its sides are added.
// If no unseen side can be reached, no execution leaves what was seen, and what holds of it holds of the program, without a bound on loops.
//
// The paper keeps one formula per run; here one route is the union of all runs, so that sides of different runs combine. All sides that one formula can
// reach are collected before the next is built.

import type { Formula } from "../../encoding/formula.ts";
import { type ModelRun, readRun } from "../../encoding/model-run.ts";
import { firstEdge } from "../../encoding/phantom-edges.ts";
import type { Question } from "../../encoding/questions.ts";
import type { EngineStats } from "../../reports/report.ts";
import type { Cause } from "../../reports/unknown.ts";
import { Route } from "../../skeleton/route.ts";
import type { Cut } from "../../skeleton/skeleton.ts";
import type { Term } from "../../terms/term.ts";
import type { EngineResult, Note } from "../engine.ts";
import type { Ask } from "../formula/asking.ts";
import { Bounds } from "../formula/bounds.ts";
import { FormulaSearch } from "../formula/formula-search.ts";
import type { Refinement } from "../formula/refinement.ts";
import { RunTracer, type TracedRun } from "../traces/traced-run.ts";
import { type Answer, GuidedAccount } from "./account.ts";
import type { GuidedTask } from "./options.ts";
import { sideNote } from "./side-note.ts";

export const runGuided = (task: GuidedTask): Promise<EngineResult> => new FormulaSearch("guided", task, new VisitSides(task)).run();

/**
 * After this many formulas whose edges did not keep runs from leaving, every unseen side counts: what may be written on an edge can hide that an
 * iteration is idle, and then there is always one more.
 */
const maxCutWithEdges = 3;

/** Where a run is to go. */
type UnseenSide = Omit<Cut, "failure">;

export class VisitSides implements Refinement {
  readonly #route = new Route();
  /** Of loops inside the library's sections, which are followed on all sides. */
  readonly #bounds = new Bounds(null);
  /** Whose bounds were raised for the next formula. */
  readonly #raised = new Set<string>();
  /** Formulas with phantom edges that runs could leave otherwise. */
  #cutWithEdges = 0;
  /** The side that was asked for last. */
  #last: UnseenSide | null = null;
  #runs = 0;
  #steps = 0;

  readonly #tracer: RunTracer;
  readonly #account: GuidedAccount;

  constructor(readonly task: GuidedTask) {
    this.#tracer = new RunTracer(task);
    this.#account = new GuidedAccount(task);
  }

  get fragment(): Refinement["fragment"] {
    const { maxSteps } = this.task;
    const { certificate, without } = this.task.options;
    // A certificate shows that no run leaves the route: it has no edges.
    const phantom = certificate == null && !without?.includes("phantom") && this.#cutWithEdges < maxCutWithEdges;
    const { byName: bounds, default: defaultBound } = this.#bounds;
    return { bounds, defaultBound, route: this.#route, maxSteps: maxSteps ?? undefined, phantom };
  }

  get extent(): string {
    return `${this.#runs} runs, ${this.#route.size} sides`;
  }

  report(stats: { -readonly [K in keyof EngineStats]: EngineStats[K] }): EngineResult["options"] {
    stats.runs = this.#runs;
    stats.steps = this.#steps;
    stats.sides = this.#route.size;
    return {};
  }

  begin(search: FormulaSearch): void {
    const { schedule } = this.task.options;
    this.#add(schedule == null ? this.#tracer.first() : this.#tracer.along(schedule), search);
  }

  answered(question: Question, answer: Answer, formula: Formula): void {
    this.#account.answered(question, answer, formula);
  }

  notes(): readonly Note[] {
    return this.#last === null ? [] : [sideNote(this.task.program, this.#last)];
  }

  async refine(formula: Formula, ask: Ask, search: FormulaSearch): Promise<"again" | "spent" | "done"> {
    this.#raised.clear();
    if (formula.skeleton.phantoms.length > 0) this.#cutWithEdges++;
    const before = this.#route.size;
    let isLimited = false;
    for (let answer: "sat" | "unsat" | "unknown" = "sat"; answer !== "unsat"; ) {
      const model = readRun(formula.composition, "unwind");
      const cuts = this.#reached(formula);
      const first = cuts.find((c) => model.last.includes(c.event));
      if (first?.what === "steps") isLimited = true;
      else if (first?.what === "side" || first?.what === "value") {
        const next = this.#visit(first, model, search);
        if (next !== null) return next;
      } else {
        const bounds = cuts.filter((c) => c.what === "iterations" || c.what === "bytes");
        if (!this.#bounds.raise(bounds)) return "spent";
        for (const c of bounds) this.#raised.add(c.name);
      }
      answer = await ask("unwind", this.#visited(formula));
      if (answer === "unknown") return "spent";
    }
    if (!isLimited || this.#route.size > before || this.#raised.size > 0) return "again";
    // Only threads that have taken all the steps they may take leave the route.
    search.coverUpTo({ steps: this.task.maxSteps }, []);
    search.settle();
    return "done";
  }

  /** In a model that passes phantom edges, a run of the program leads to the first of them: there the next run goes. */
  async passEdges(formula: Formula, check: () => Promise<Answer>, search: FormulaSearch): Promise<"covered" | "again" | "spent" | "done"> {
    const answer = await check();
    const first = answer === "sat" ? firstEdge(formula.composition) : null;
    this.#account.passed(answer, formula, first?.edge ?? null);
    if (answer === "unsat") return "covered";
    if (answer === "unknown") return "spent";
    if (first === null) return search.giveUp({ kind: "contradiction" });
    return this.#visit({ ...first.edge, event: first.edge.begin }, first.run, search) ?? "again";
  }

  /** Makes the model's run, which ends at this cut, and adds its sides. Null: others may be visited. */
  #visit(cut: UnseenSide, model: ModelRun, search: FormulaSearch): "spent" | "done" | null {
    const { maxRuns, maxSteps } = this.task;
    this.#last = cut;
    for (;;) {
      if (maxRuns !== null && this.#runs >= maxRuns) return search.giveUp({ kind: "run-limit", runs: this.#runs, isSampled: false });
      this.#tracer.exercise(search.machine.freedoms);
      const run = this.#tracer.to(model);
      if (run?.end === "interrupted") return "spent";
      if (run !== null) this.#add(run, search);
      const [open] = search.open;
      if (open === undefined) return "done";
      // The side may lie in a section, before a wait that is not over: then no run takes it, but the thread has tried to.
      if (run !== null && !this.#isSeen(cut)) this.#route.addAll(run.attempted());
      if (this.#isSeen(cut)) return null;
      const steps = run?.stoppedAfter ?? null;
      if (steps === null) return search.giveUp(this.#whyNotSeen(cut, search) ?? { kind: "not-replayed", property: open });
      if (maxSteps !== null) return search.giveUp({ kind: "step-bound", steps });
      this.#tracer.raiseLimit();
    }
  }

  /** A value that the run does not note. */
  #whyNotSeen({ what, why, event }: UnseenSide, search: FormulaSearch): Cause | null {
    return what === "value" ? { kind: "not-symbolic", engine: "guided", what: why ?? "a value", where: search.placeOf(event) } : null;
  }

  /** The cuts that the solver's model reaches. */
  #reached({ composition, skeleton, solver }: Formula): readonly Cut[] {
    const reached = new Set(composition.violations.filter((w) => solver.value(w.when) === 1n).map((w) => w.failure));
    return skeleton.cuts.filter((c) => reached.has(c.failure));
  }

  /** That the run does not end at a cut which needs no visit any more: its side is seen by now, or its bound is raised. */
  #visited({ terms, composition, skeleton }: Formula): Term[] {
    const visited = new Set(skeleton.cuts.filter((c) => this.#isSeen(c)).map((c) => c.failure));
    return composition.violations.filter((w) => w.failure !== undefined && visited.has(w.failure)).map((w) => terms.not(w.when));
  }

  #isSeen({ what, name, side = 0 }: UnseenSide): boolean {
    switch (what) {
      case "side":
        return this.#route.has(name, side);
      case "value":
        return this.#route.valuesAt(name).length > side;
      case "steps":
        return true;
      default:
        return this.#raised.has(name);
    }
  }

  #add(run: TracedRun, search: FormulaSearch): void {
    const { trace, route, violations } = run;
    this.#account.run(run, this.#last);
    this.#runs++;
    this.#steps += trace.schedule.steps.length;
    this.#route.addAll(route);
    for (const v of violations) search.propose(trace.schedule, v);
  }
}
