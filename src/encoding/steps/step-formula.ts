// A formula over steps (TRACE, section 2), under construction: the scheduler variable T[i], a position pc per thread, and the copies of shared cells.
// The three kinds of constraints are in delta.ts, tau.ts and rho.ts.
//
// T[i] is the thread that executes step i, or *idle*: from there on nothing is executed. pc is the number of the unit that the thread comes to
// next; after its last one it is ⊥, the number of its units. Whether a unit occurs is a term over what the thread has read before, so pc
// passes over the units on sides that are not taken: both outcomes of a branch are covered.

import type { HappensBefore } from "../../skeleton/happens-before.ts";
import { endsAt, type Skeleton, type SkeletonEvent } from "../../skeleton/skeleton.ts";
import type { Solver } from "../../solving/solver.ts";
import type { Tick } from "../../support/limits.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { ComposedFormula, type Timeline } from "../composed-formula.ts";
import type { Question } from "../questions.ts";
import type { Flow } from "../unordered-races.ts";
import type { Cell, CellUse, CopiedCells } from "./copied-cells.ts";
import { occursAt, type Unit } from "./transactions.ts";
import type { Windows } from "./windows.ts";

/** Which optimisations are made. Each can be left out, to measure what it is worth. */
export interface StepTechniques {
  readonly transactions: boolean;
  readonly ssa: boolean;
  readonly scope: boolean;
  readonly peephole: boolean;
  readonly symmetry: boolean;
  /** Not an optimisation that is made by default: symmetries of the formula are looked for. */
  readonly formulaSymmetry: boolean;
}

/** A cell before a step: its content, which of its bytes are as if never written (a bit each), and the number of the write that left it (0: none). */
export interface Copy {
  readonly content: Term;
  readonly undefined: Term;
  readonly source: Term;
}

export class StepFormula extends ComposedFormula {
  /** The value of T at which nothing is executed. */
  readonly idle: number;
  readonly steps: number;
  readonly #copies = new Map<Cell, Copy[]>();
  readonly #scheduled: Term[] = [];
  /** By thread and step: pc before the step. */
  readonly #positions: Term[][];
  /** By thread and unit: the first unit from there on that occurs. */
  readonly #next: Term[][];
  readonly #unitOf: Unit[] = []; // by event
  readonly #undefinedReads = new Map<CellUse, Term>();
  readonly #sources = new Map<CellUse, Term>();
  readonly #times = new Map<Unit, Term>();
  /** What atomic reads may see (races.ts). */
  readonly flows: Flow[] = [];
  /** The assumption of the peephole reduction. */
  readonly reduced: Term;
  /** The assumption of the symmetry of the formula; null: none was found. */
  rearranged: Term | null = null;
  readonly #asserted: Term[] = [];

  constructor(
    terms: Terms,
    solver: Solver,
    skeleton: Skeleton,
    tick: Tick,
    readonly order: HappensBefore,
    readonly cells: CopiedCells,
    readonly units: readonly (readonly Unit[])[],
    readonly windows: Windows,
    readonly techniques: StepTechniques,
  ) {
    super(terms, solver, skeleton, tick);
    this.idle = skeleton.threads.length;
    this.steps = windows.steps;
    this.reduced = terms.variable("reduced", 1);
    for (const own of units) for (const u of own) for (const e of u.events) this.#unitOf[e.id] = u;
    const width = bitsFor(this.idle);
    for (let i = 0; i < this.steps; i++) this.#scheduled.push(terms.variable(`T[${i}]`, width));
    this.#next = units.map((own) => nextUnits(terms, own));
    this.#positions = this.#next.map((next) => [next[0] as Term]);
    for (const c of cells.cells)
      this.#copies.set(c, [{ content: c.initial, undefined: terms.constant(0n, c.size), source: this.numberOf(0) }]);
  }

  unitOf(e: SkeletonEvent): Unit {
    return this.#unitOf[e.id] as Unit;
  }

  // ---- T

  scheduler(step: number): Term {
    return this.#scheduled[step] as Term;
  }

  /** T[i] = t. */
  isScheduled(thread: number, step: number): Term {
    const t = this.scheduler(step);
    return this.terms.eq(t, this.terms.constant(BigInt(thread), t.width));
  }

  /** Whether the unit can be executed at this step. */
  mayExecute(u: Unit, step: number): boolean {
    const window = this.windows.of.get(u);
    return window !== undefined && window.first <= step && step <= window.last;
  }

  /** The units of a thread that can be executed at this step. */
  candidates(thread: number, step: number): Unit[] {
    return (this.units[thread] ?? []).filter((u) => this.mayExecute(u, step));
  }

  /** T[i] = t, and pc is at the unit. */
  executes(u: Unit, step: number): Term {
    return this.terms.and(this.isScheduled(u.thread, step), this.isAt(u, step));
  }

  // ---- pc

  position(thread: number, step: number): Term {
    return this.#positions[thread]?.[step] as Term;
  }

  /** pc after the last step. */
  lastPosition(thread: number): Term {
    return this.position(thread, this.steps);
  }

  /** The thread stands before this unit. */
  isAt(u: Unit, step: number): Term {
    const pc = this.position(u.thread, step);
    return this.terms.eq(pc, this.terms.constant(BigInt(u.index), pc.width));
  }

  /** The thread has passed the unit: it has executed it, if it occurs. */
  hasPassed(u: Unit, step: number): Term {
    const pc = this.position(u.thread, step);
    return this.terms.ult(this.terms.constant(BigInt(u.index), pc.width), pc);
  }

  /** pc = ⊥. */
  isDone(thread: number, step: number): Term {
    const pc = this.position(thread, step);
    return this.terms.eq(pc, this.terms.constant(BigInt(this.units[thread]?.length ?? 0), pc.width));
  }

  /** The unit that the thread comes to after this one. */
  after(u: Unit): Term {
    return this.#next[u.thread]?.[u.index + 1] as Term;
  }

  /** Makes pc after a step: a new copy if the thread may move in it. */
  advance(thread: number, step: number): { readonly before: Term; readonly after: Term } {
    const copies = this.#positions[thread] as Term[];
    const before = copies[step] as Term;
    const moves = this.candidates(thread, step).length > 0;
    const after = moves ? this.terms.variable(`pc${thread}[${step + 1}]`, before.width) : before;
    copies.push(after);
    return { before, after };
  }

  /** The thread exists: the unit that creates it has been executed. (That its creation occurs is part of `occurs` of its events.) */
  isCreated(thread: number, step: number): Term {
    const { start } = this.skeleton.threads[thread] as Skeleton["threads"][number];
    return start === null ? this.terms.true : this.hasPassed(this.unitOf(start), step);
  }

  // ---- copies of cells

  content(cell: Cell, step: number): Term {
    return this.copyAt(cell, step).content;
  }

  /** A write, by its number. */
  numberOf(write: number): Term {
    return this.terms.constant(BigInt(write), bitsFor(this.cells.writes));
  }

  copyAt(cell: Cell, step: number): Copy {
    return (this.#copies.get(cell) as Copy[])[step] as Copy;
  }

  /** Makes the copy of a cell after a step: a new one if the step may change it. */
  copy(cell: Cell, step: number, mayChange: boolean): void {
    const { terms } = this;
    (this.#copies.get(cell) as Copy[]).push(
      mayChange
        ? {
            content: terms.variable(`${cell.name}[${step + 1}]`, 8 * cell.size, cell.bounds),
            undefined: cell.mayBeUndefined
              ? terms.variable(`undefined ${cell.name}[${step + 1}]`, cell.size)
              : this.copyAt(cell, step).undefined,
            source: cell.hasSource ? terms.variable(`source ${cell.name}[${step + 1}]`, this.numberOf(0).width) : this.numberOf(0),
          }
        : this.copyAt(cell, step),
    );
  }

  /** Which bytes that the read sees were never written, if it is executed; null: none. */
  seesUndefined(read: CellUse): Term | null {
    if (!read.places.some(({ cell }) => cell.mayBeUndefined)) return null;
    let seen = this.#undefinedReads.get(read);
    if (seen === undefined) {
      seen = this.terms.variable(`sees unwritten ${read.access.event.id}.${this.#undefinedReads.size}`, read.access.size);
      this.#undefinedReads.set(read, seen);
    }
    return seen;
  }

  /** The number of the write that the read sees, if it is executed; null: it does not matter. */
  sourceOf(read: CellUse): Term | null {
    if (!read.access.access.atomic || !read.places.some(({ cell }) => cell.hasSource)) return null;
    let source = this.#sources.get(read);
    if (source === undefined) {
      source = this.terms.variable(`source of ${read.access.event.id}.${this.#sources.size}`, this.numberOf(0).width);
      this.#sources.set(read, source);
    }
    return source;
  }

  // ---- for races

  override before(a: SkeletonEvent, b: SkeletonEvent): Term {
    const [u, v] = [this.unitOf(a), this.unitOf(b)];
    if (u === v) return this.terms.boolean(u.events.indexOf(a) < u.events.indexOf(b));
    return this.terms.and(this.hasPassed(u, this.steps), this.terms.ult(this.timeOf(u), this.timeOf(v)));
  }

  override isShown(e: SkeletonEvent): Term {
    return this.terms.and(this.hasPassed(this.unitOf(e), this.steps), e.executed);
  }

  /** The number of the step that executes the unit, if it is executed. */
  timeOf(u: Unit): Term {
    const { terms } = this;
    let time = this.#times.get(u);
    if (time === undefined) {
      const width = bitsFor(this.steps + 1);
      time = terms.variable(`time ${u.thread}.${u.index}`, width);
      this.#times.set(u, time);
      for (let i = 0; i < this.steps; i++)
        if (this.mayExecute(u, i))
          this.assert(terms.implies(this.executes(u, i), terms.eq(time, terms.constant(BigInt(i), width))), "time");
    }
    return time;
  }

  // ---- for the symmetry of the formula

  override assert(formula: Term, origin: string): void {
    super.assert(formula, origin);
    if (this.techniques.formulaSymmetry && !reductions.has(origin)) this.#asserted.push(formula);
  }

  /** What was asserted so far, reductions apart: these prefer the lower thread. */
  get asserted(): readonly Term[] {
    return this.#asserted;
  }

  /** The variable is an assumption: it stands for itself. */
  isNamed(variable: Term): boolean {
    return variable === this.reduced || variable === this.symmetric || variable === this.through || this.isGoal(variable);
  }

  // ---- for the engine

  protected override reductionsFor(question: Question): Term[] {
    // Of two accesses that race, either may come first: all runs count.
    const byName = question === "race" ? [] : [...super.reductionsFor(question), this.reduced];
    return this.rearranged === null ? byName : [...byName, this.rearranged];
  }

  override timeline(): Timeline {
    const { solver } = this;
    const steps = new Map<Unit, number>();
    for (let i = 0; i < this.steps; i++) {
      const thread = Number(solver.value(this.scheduler(i)));
      const u = this.units[thread]?.[Number(solver.value(this.position(thread, i)))];
      if (u === undefined) break;
      steps.set(u, i);
    }
    const end = this.steps * unitsPerStep;
    const positionOf = (e: SkeletonEvent): number => {
      const u = this.unitOf(e);
      const step = steps.get(u);
      return step === undefined ? end : step * unitsPerStep + u.events.indexOf(e);
    };
    const isExecuted = (e: SkeletonEvent): boolean =>
      steps.has(this.unitOf(e)) && this.isTrue(this.terms.and(e.executed, this.terms.not(endsAt(this.terms, e))));
    return { positionOf, isExecuted, end };
  }
}

/** Clauses that only leave out runs. */
const reductions: ReadonlySet<string> = new Set(["peephole", "symmetry"]);

/** Positions of events: steps, with room for the events of a unit. */
const unitsPerStep = 2 ** 20;

/** By unit: the number of the first that occurs from there on, or ⊥. */
function nextUnits(terms: Terms, own: readonly Unit[]): Term[] {
  const width = bitsFor(own.length);
  const number = (n: number): Term => terms.constant(BigInt(n), width);
  const next: Term[] = [number(own.length)];
  for (const u of own.slice().reverse()) next.unshift(terms.ite(occursAt(terms, u), number(u.index), next[0] as Term));
  return next;
}

const bitsFor = (highest: number): number => Math.max(1, Math.ceil(Math.log2(highest + 1)));
