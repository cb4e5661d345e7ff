// Two solvers as one, to find bugs in Ravel's. In: every formula, for both. Out: the first solver's answers. The check ends with RVL901 if
// the answers differ, a model does not satisfy the formulas, or the second solver finds a model of the first one's core.

import type { Budget } from "../support/budget.ts";
import { fail } from "../support/diagnostics.ts";
import { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import type { Answer, EventId, ReadGroup, Solver, SolverStatistics } from "./solver.ts";

export class CrossSolver implements Solver {
  readonly name: string;
  readonly #asserted: Term[] = [];
  readonly #reads: ReadGroup[] = [];

  constructor(
    readonly first: Solver,
    readonly second: Solver,
  ) {
    this.name = `cross: ${first.name} and ${second.name}`;
  }

  event(chain: number): EventId {
    const event = this.first.event(chain);
    if (this.second.event(chain) !== event) this.#differ("they number events differently");
    return event;
  }

  read(group: ReadGroup): void {
    this.#reads.push(group);
    this.first.read(group);
    this.second.read(group);
  }

  assert(formula: Term, origin?: string): void {
    this.#asserted.push(formula);
    this.first.assert(formula, origin);
    this.second.assert(formula, origin);
  }

  async check(assumptions: readonly Term[], budget: Budget): Promise<Answer> {
    const answer = await this.first.check(assumptions, budget);
    const other = await this.second.check(assumptions, budget);
    if (answer !== "unknown" && other !== "unknown" && answer !== other)
      this.#differ(`${this.first.name} says ${answer}, ${this.second.name} says ${other}`);
    if (answer === "sat") this.#checkModel(this.first, assumptions);
    if (other === "sat") this.#checkModel(this.second, assumptions);
    if (answer === "unsat" && (await this.second.check(this.first.core(), budget)) === "sat")
      this.#differ(`${this.second.name} finds a model of ${this.first.name}'s core`);
    return answer;
  }

  /** Evaluates every formula in the model: neither solver uses the evaluator for formulas it was given. */
  #checkModel(solver: Solver, assumptions: readonly Term[]): void {
    const variables = new Map<string, Term>();
    const note = (formula: Term): void => {
      for (const t of leaves(formula)) variables.set(t.name, t);
    };
    for (const formula of [...this.#asserted, ...assumptions]) note(formula);
    for (const { visibleWrites, rivals } of this.#reads) {
      for (const c of visibleWrites) note(c.reads);
      for (const r of rivals) note(r.overwrites);
    }
    const evaluator = new Evaluator({
      variable: (name) => solver.value(variables.get(name) as Term),
      before: (a, b) => solver.position(a) < solver.position(b),
    });
    const holds = (formula: Term): boolean => evaluator.value(formula) === 1n;
    if (![...this.#asserted, ...assumptions].every(holds)) this.#differ(`${solver.name}'s model does not satisfy what was asserted`);
    const at = (event: EventId): number => solver.position(event);
    for (const { event, visibleWrites, rivals } of this.#reads)
      for (const { write, reads } of visibleWrites) {
        if (!holds(reads)) continue;
        const between = rivals.some(
          (r) => r.write !== write && r.write !== event && at(r.write) > at(write) && at(r.write) < at(event) && holds(r.overwrites),
        );
        if (at(write) >= at(event) || between) this.#differ(`${solver.name}'s order does not fit what is read`);
      }
  }

  #differ(how: string): never {
    fail("RVL901", `solvers disagree: ${how}`, { hint: "please report this bug in a solver, with the program and the command" });
  }

  value(term: Term): bigint {
    return this.first.value(term);
  }

  position(event: EventId): number {
    return this.first.position(event);
  }

  core(): readonly Term[] {
    return this.first.core();
  }

  get statistics(): SolverStatistics {
    return this.first.statistics;
  }

  dispose(): void {
    this.first.dispose();
    this.second.dispose();
  }
}

function leaves(formula: Term): Term[] {
  const seen = new Set([formula]);
  for (const t of seen) for (const a of t.args) seen.add(a);
  return [...seen].filter((t) => t.op === "variable");
}
