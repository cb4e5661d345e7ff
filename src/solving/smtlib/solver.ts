// The solver contract over any SMT-LIB session. In: terms, events, reads. Out: answers. A model is read back at once, because `value` is
// synchronous. The order is encoded as plain clauses (order/plain.ts).

import type { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import { Evaluator } from "../../terms/evaluate.ts";
import { SmtLibPrinter } from "../../terms/print-smtlib.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { PlainOrder } from "../order/plain.ts";
import type { Answer, EventId, ReadGroup, Solver, SolverStatistics } from "../solver.ts";
import { parseValues } from "./values.ts";

/** One conversation with a solver. */
export interface SmtLibSession {
  /** Sends commands and returns what the solver prints. Null: the budget is spent, and the session has forgotten everything. */
  run(commands: string, budget: Budget): Promise<string | null>;
  dispose(): void;
}

const preamble =
  "(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n(set-logic QF_BV)";

const variableName = (variable: Term): string => `v${variable.id}`;
const pairName = (a: EventId, b: EventId): string => `b${a}_${b}`;

export class SmtLibSolver implements Solver {
  readonly #printer: SmtLibPrinter;
  /** Pairs of events whose order occurs in a command; each is a Bool. */
  readonly #pairs: (readonly [number, number])[] = [];
  readonly #order: PlainOrder;
  /** All permanent commands; the first `#sent` of them have been sent to the current session. */
  readonly #commands: string[] = [preamble];
  #sent = 0;
  readonly #assumptionNames = new Map<Term, string>();
  readonly #bounded = new Set<Term>();
  #evaluator: Evaluator | null = null;
  #positions: Int32Array = new Int32Array(0);
  #core: readonly Term[] = [];
  #calls = 0;
  #milliseconds = 0;
  #asserted = 0;

  constructor(
    readonly name: string,
    readonly terms: Terms,
    readonly session: SmtLibSession,
  ) {
    this.#printer = new SmtLibPrinter((command) => this.#commands.push(command), {
      symbol: variableName,
      before: (a, b) => {
        this.#pairs.push([a, b]);
        this.#commands.push(`(declare-fun ${pairName(a, b)} () Bool)`);
        return pairName(a, b);
      },
    });
    this.#order = new PlainOrder(terms, (literals) => this.#clause(literals));
  }

  event(chain: number): EventId {
    return this.#order.event(chain);
  }

  read(group: ReadGroup): void {
    this.#order.read(group);
  }

  assert(formula: Term): void {
    this.#order.mention(formula);
    this.#clause([formula]);
  }

  #clause(literals: readonly Term[]): void {
    const names = literals.map((l) => this.#printer.expression(l));
    this.#asserted++;
    this.#commands.push(names.length === 1 ? `(assert ${names[0]})` : `(assert (or false ${names.join(" ")}))`);
  }

  async check(assumptions: readonly Term[], budget: Budget): Promise<Answer> {
    const start = performance.now();
    this.#calls++;
    this.#evaluator = null;
    this.#core = [];
    for (const assumption of assumptions) this.#order.mention(assumption);
    this.#order.close();
    const names = assumptions.map((a) => this.#assume(a));
    this.#assertBounds();
    const answer = budget.isSpent ? "unknown" : await this.#solve(assumptions, names, budget);
    this.#milliseconds += performance.now() - start;
    return answer;
  }

  async #solve(assumptions: readonly Term[], names: readonly string[], budget: Budget): Promise<Answer> {
    const answer = await this.#run([...this.#commands.slice(this.#sent), `(check-sat-assuming (${names.join(" ")}))`], budget);
    if (answer === null) return "unknown";
    this.#sent = this.#commands.length;
    if (answer === "unsat") {
      const used = names.length === 0 ? "" : await this.#run(["(get-unsat-assumptions)"], budget);
      // If there is no time for a smaller set, all assumptions suffice.
      const words = used === null ? null : new Set(used.split(/[\s()]+/));
      this.#core = words === null ? assumptions : assumptions.filter((_, i) => words.has(names[i]));
      return "unsat";
    }
    if (answer !== "sat") return answer === "unknown" || answer === "timeout" ? "unknown" : this.#failed(answer);
    const symbols = [...this.#printer.declared.map(variableName), ...this.#pairs.map(([a, b]) => pairName(a, b))];
    const model = symbols.length === 0 ? "" : await this.#run([`(get-value (${symbols.join(" ")}))`], budget);
    if (model === null) return "unknown";
    this.#readModel(parseValues(model));
    return "sat";
  }

  async #run(commands: readonly string[], budget: Budget): Promise<string | null> {
    const output = await this.session.run(`${commands.join("\n")}\n`, budget);
    if (output === null) this.#sent = 0;
    else if (output.includes("(error")) this.#failed(output);
    return output?.trim() ?? null;
  }

  #failed(output: string): never {
    fail("RVL901", `${this.name} answers ${output.trim().slice(0, 200)}`, { hint: "try another --solver" });
  }

  #readModel(values: ReadonlyMap<string, bigint>): void {
    const variables = new Map(this.#printer.declared.map((v) => [v.name, values.get(variableName(v)) ?? 0n]));
    const isBefore = (a: EventId, b: EventId): boolean => (a < b ? values.get(pairName(a, b)) === 1n : !isBefore(b, a));
    this.#positions = this.#order.positions(isBefore);
    this.#evaluator = new Evaluator({
      variable: (name, width) => variables.get(name) ?? this.terms.boundsOf(this.terms.variable(name, width))?.low ?? 0n,
      before: (a, b) => this.#positions[a] < this.#positions[b],
    });
  }

  /** Returns a Bool that equals the assumption: some solvers assume literals only. */
  #assume(term: Term): string {
    let name = this.#assumptionNames.get(term);
    if (name === undefined) {
      const value = this.#printer.expression(term);
      name = `a${this.#assumptionNames.size}`;
      this.#assumptionNames.set(term, name);
      this.#commands.push(`(declare-fun ${name} () Bool)`, `(assert (= ${name} ${value}))`);
    }
    return name;
  }

  /** Asserts the bounds that variables were created with. */
  #assertBounds(): void {
    const { terms } = this;
    for (let i = this.#bounded.size; i < this.#printer.declared.length; i++) {
      const variable = this.#printer.declared[i];
      this.#bounded.add(variable);
      const bounds = terms.boundsOf(variable);
      if (bounds === null) continue;
      const name = variableName(variable);
      const signed = (value: bigint): string => `(_ bv${BigInt.asUintN(variable.width, value)} ${variable.width})`;
      const vector = variable.width === 1 ? `(ite ${name} #b1 #b0)` : name;
      this.#commands.push(`(assert (and (bvsle ${signed(bounds.low)} ${vector}) (bvsle ${vector} ${signed(bounds.high)})))`);
    }
  }

  value(term: Term): bigint {
    if (this.#evaluator === null) throw new Error("no model: the last answer was not sat");
    return this.#evaluator.value(term);
  }

  position(event: EventId): number {
    return this.#positions[event];
  }

  core(): readonly Term[] {
    return this.#core;
  }

  get statistics(): SolverStatistics {
    return {
      calls: this.#calls,
      variables: this.#printer.declared.length + this.#pairs.length,
      clauses: this.#asserted,
      conflicts: 0,
      decisions: 0,
      propagations: 0,
      theoryPropagations: 0,
      theoryConflicts: 0,
      milliseconds: this.#milliseconds,
    };
  }

  dispose(): void {
    this.session.dispose();
  }
}
