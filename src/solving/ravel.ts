// Ravel's own solver: terms to clauses (bitblast/), clauses to the CDCL core (cdcl/), events and reads to the order theory (order/). In:
// formulas over terms, events, reads. Out: answers with values, positions and cores; on request a proof. It is incremental: learnt clauses
// are kept.
//
// With `order: "plain"` the order is encoded as ordinary clauses instead of the theory: a baseline to measure against.

import type { Budget } from "../support/budget.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { BitBlaster } from "./bitblast/bitblaster.ts";
import { Core } from "./cdcl/core.ts";
import type { ProofLog } from "./certificate/proof.ts";
import { type Literal, positive, variableOf } from "./literal.ts";
import { PlainOrder } from "./order/plain.ts";
import { OrderTheory } from "./order/theory.ts";
import type { Answer, EventId, ReadGroup, Solver, SolverStatistics } from "./solver.ts";

export interface RavelOptions {
  readonly proof?: ProofLog | null;
  readonly order?: "theory" | "plain";
  /** Maximum number of conflicts in all. Work is counted: with a clock, answers would depend on the machine. */
  readonly conflicts?: number | null;
  /** Initial activity of the literals that say what a read sees, in conflicts. */
  readonly readsPriority?: number;
  /** See `CoreOptions`. */
  readonly theoryTurn?: number;
}

/** In conflicts: enough that reads are decided first, until the search has learnt where it is hard. */
const defaultReadsPriority = 10;

/** The core polls its limits every millisecond or two. After this many polls it yields to the event loop. */
const pollsPerSlice = 20;
/** What a poll counts for, in steps of a search (`Budget.yieldToEventLoop`). */
const stepsPerPoll = 250;

export class RavelSolver implements Solver {
  readonly name = "ravel";
  readonly #core: Core;
  readonly #blaster: BitBlaster;
  readonly #theory: OrderTheory | null;
  readonly #plain: PlainOrder | null;
  readonly #pairs = new Map<string, Literal>();
  readonly #readsPriority: number;
  readonly #maxConflicts: number;
  /** Assertions and reads since the last check; the first `#translated` of them are clauses already. */
  readonly #waiting: (ReadGroup | { readonly formula: Term; readonly origin: string })[] = [];
  #translated = 0;
  #origin = "";
  #positions: (event: EventId) => number = () => 0;
  #failed: readonly Term[] = [];
  #hasModel = false;
  #calls = 0;
  #milliseconds = 0;

  constructor(
    readonly terms: Terms,
    options: RavelOptions = {},
  ) {
    const proof = options.proof ?? null;
    this.#maxConflicts = options.conflicts ?? Number.POSITIVE_INFINITY;
    const turn = options.theoryTurn === undefined ? {} : { theoryTurn: options.theoryTurn };
    this.#core = new Core(proof === null ? turn : { proof, ...turn });
    this.#readsPriority = options.readsPriority ?? defaultReadsPriority;
    const isPlain = options.order === "plain";
    this.#theory = isPlain ? null : new OrderTheory(this.#core, { proof });
    if (this.#theory !== null) this.#core.attach(this.#theory);
    const sink = {
      newVariable: (): number => this.#core.newVariable(),
      addClause: (literals: readonly Literal[]): void => void this.#core.addClause(literals, this.#origin),
    };
    this.#blaster = new BitBlaster(terms, sink, (a, b) => this.#before(a, b));
    this.#plain = isPlain ? new PlainOrder(terms, (literals) => sink.addClause(literals.map((l) => this.#blaster.literal(l)))) : null;
  }

  event(chain: number): EventId {
    return this.#theory?.event(chain) ?? (this.#plain as PlainOrder).event(chain);
  }

  read(group: ReadGroup): void {
    if (this.#plain !== null) this.#plain.read(group);
    else this.#waiting.push(group);
  }

  assert(formula: Term, origin = ""): void {
    this.#plain?.mention(formula);
    this.#waiting.push({ formula, origin });
  }

  /** Translates what waits into clauses. Returns false if stopped; the next call continues there. */
  #translate(isSpent: () => boolean): boolean {
    const blaster = this.#blaster;
    for (; this.#translated < this.#waiting.length; this.#translated++) {
      const next = this.#waiting[this.#translated];
      const isRead = "event" in next;
      this.#origin = isRead ? "read" : next.origin;
      const parts = isRead ? [...next.visibleWrites.map((c) => c.reads), ...next.rivals.map((r) => r.overwrites)] : [next.formula];
      if (isSpent() || !parts.every((part) => blaster.prepare(part, isSpent))) return false;
      if (isRead) this.#addRead(next, this.#theory as OrderTheory);
      else blaster.assert(next.formula);
    }
    this.#waiting.length = this.#translated = 0;
    return true;
  }

  #addRead(group: ReadGroup, theory: OrderTheory): void {
    const never = this.#blaster.gates.false;
    const visibleWrites = group.visibleWrites.map((c) => ({ write: c.write, literal: this.#blaster.literal(c.reads) }));
    const rivals = group.rivals.map((r) => ({ write: r.write, literal: this.#blaster.literal(r.overwrites) }));
    theory.read(
      group.event,
      visibleWrites.filter((c) => c.literal !== never),
      rivals.filter((r) => r.literal !== never),
      group.derived,
    );
    if (group.derived) return;
    for (const { literal } of visibleWrites) this.#core.bumpPriority(variableOf(literal), this.#readsPriority);
  }

  #before(a: EventId, b: EventId): Literal {
    if (this.#theory === null) {
      const key = `${a} ${b}`;
      const literal = this.#pairs.get(key) ?? positive(this.#core.newVariable());
      this.#pairs.set(key, literal);
      return literal;
    }
    const known = this.#theory.fixed(a, b);
    return known === null ? this.#theory.literal(a, b) : this.#blaster.gates.constant(known);
  }

  /** The literal of a term, as a proof names it. */
  literal(term: Term): Literal {
    const unlimited = (): boolean => false;
    this.#translate(unlimited);
    return this.#literalWithin(term, unlimited) as Literal;
  }

  /** Makes the literal as `check` does, so that variables get the same numbers. Null if stopped. */
  #literalWithin(term: Term, isSpent: () => boolean): Literal | null {
    this.#origin = "assumption";
    return this.#blaster.prepare(term, isSpent) ? this.#blaster.literal(term) : null;
  }

  /** `conflicts`: after so many the answer is unknown. */
  async check(assumptions: readonly Term[], budget: Budget, conflicts = Number.POSITIVE_INFINITY): Promise<Answer> {
    const start = performance.now();
    this.#calls++;
    this.#failed = [];
    this.#hasModel = false;
    for (const assumption of assumptions) this.#plain?.mention(assumption);
    const isSpent = (): boolean => budget.isSpent || this.#core.statistics.bytes > this.#memory(budget);
    if (!this.#translate(isSpent)) return this.#countTime("unknown", start);
    this.#origin = "order";
    this.#plain?.close();
    const literals: Literal[] = [];
    for (const assumption of assumptions) {
      const literal = this.#literalWithin(assumption, isSpent);
      if (literal === null) return this.#countTime("unknown", start);
      literals.push(literal);
    }
    this.#theory?.searchStarted();
    const answer = await this.#search(literals, budget, Math.min(this.#maxConflicts, this.#core.statistics.conflicts + conflicts));
    if (answer === "sat") this.#keepModel();
    if (answer === "unsat") {
      const failed = new Set(this.#core.failed());
      // Of several assumptions with the same literal, one suffices.
      this.#failed = assumptions.filter((_, i) => failed.delete(literals[i]));
    }
    return this.#countTime(answer, start);
  }

  /** The same at once, for small questions: without order and events, and given up after so many conflicts. */
  checkAtOnce(assumptions: readonly Term[], conflicts: number, megabytes = 256): Answer {
    const start = performance.now();
    this.#calls++;
    this.#failed = [];
    this.#hasModel = false;
    const never = (): boolean => false;
    this.#translate(never);
    const literals = assumptions.map((a) => this.#literalWithin(a, never) as Literal);
    this.#theory?.searchStarted();
    const answer = this.#core.solve(literals, { interrupted: never, conflicts, memoryBytes: megabytes * 2 ** 20 });
    if (answer === "sat") this.#keepModel();
    if (answer === "unsat") {
      const failed = new Set(this.#core.failed());
      this.#failed = assumptions.filter((_, i) => failed.delete(literals[i] as Literal));
    }
    return this.#countTime(answer, start);
  }

  #countTime(answer: Answer, start: number): Answer {
    this.#milliseconds += performance.now() - start;
    return answer;
  }

  /** The memory that the core may use, in bytes. */
  #memory(budget: Budget): number {
    return budget.megabytes * 2 ** 20 - (this.#theory?.bytes ?? 0);
  }

  async #search(literals: readonly Literal[], budget: Budget, maxConflicts: number): Promise<Answer> {
    for (;;) {
      if (budget.isSpent) {
        this.#core.abandon();
        return "unknown";
      }
      let polls = 0;
      let isSliceOver = false;
      const answer = this.#core.solve(literals, {
        interrupted: () => {
          if (this.#core.statistics.conflicts >= maxConflicts) return true;
          isSliceOver = ++polls >= pollsPerSlice;
          return isSliceOver || budget.isSpent;
        },
        memoryBytes: this.#memory(budget),
        resumable: true,
      });
      if (answer !== "unknown" || !isSliceOver) {
        this.#core.abandon();
        return answer;
      }
      const yielded = performance.now();
      await budget.yieldToEventLoop(() => {}, polls * stepsPerPoll);
      this.#milliseconds -= performance.now() - yielded; // other work on this thread
    }
  }

  #keepModel(): void {
    this.#hasModel = true;
    const theory = this.#theory;
    if (theory !== null) this.#positions = (event) => theory.position(event);
    else {
      const isBefore = (a: EventId, b: EventId): boolean =>
        a < b ? this.#core.modelValue(this.#pairs.get(`${a} ${b}`) as Literal) : !isBefore(b, a);
      const positions = (this.#plain as PlainOrder).positions(isBefore);
      this.#positions = (event) => positions[event];
    }
  }

  value(term: Term): bigint {
    if (!this.#hasModel) throw new Error("no model: the last answer was not sat");
    return this.#blaster.value(
      term,
      (literal) => this.#core.modelValue(literal),
      (a, b) => this.position(a) < this.position(b),
    );
  }

  position(event: EventId): number {
    return this.#positions(event);
  }

  core(): readonly Term[] {
    return this.#failed;
  }

  get statistics(): SolverStatistics {
    const { variables, clauses, conflicts, decisions, propagations, theoryPropagations, theoryConflicts } = this.#core.statistics;
    return {
      calls: this.#calls,
      variables,
      clauses,
      conflicts,
      decisions,
      propagations,
      theoryPropagations,
      theoryConflicts,
      milliseconds: this.#milliseconds,
    };
  }

  dispose(): void {}
}
