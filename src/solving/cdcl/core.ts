// The CDCL core. In: clauses and assumptions. Out: a model, a refutation (with the assumptions that suffice) or "unknown". It is
// incremental: clauses and variables may be added between calls. A theory may be attached (theory.ts). The same calls give the same search.
//
// `#search` is the loop: propagate clauses and theory, resolve conflicts, in-process, restart, reduce, decide. Each has its own file.

import type { ProofLog } from "../certificate/proof.ts";
import type { Literal } from "../literal.ts";
import { Analysis, tier2Glue } from "./analyze.ts";
import { headerSize, redundantMark } from "./arena.ts";
import { Inprocessing, type Outcome } from "./inprocess.ts";
import { Phases } from "./phases.ts";
import { propagate } from "./propagate.ts";
import { collect, reduce } from "./reduce.ts";
import { Restarts } from "./restarts.ts";
import { byBinary, noReason, State } from "./state.ts";
import type { Theory, TheoryHost } from "./theory.ts";
import { TheoryLink } from "./theory-link.ts";
import { Turns } from "./turns.ts";

export type CoreAnswer = "sat" | "unsat" | "unknown";

export interface CoreLimits {
  /** Called every few milliseconds. */
  interrupted(): boolean;
  readonly memoryBytes?: number;
  readonly conflicts?: number;
  /** "unknown" suspends the search: `solve` with the same array of assumptions continues it, `abandon` ends it. */
  readonly resumable?: boolean;
}

export interface CoreOptions {
  readonly proof?: ProofLog;
  readonly theory?: Theory;
  /** Divides all intervals that are counted in conflicts, so that tests on small formulas reach them. Default 1. */
  readonly intervalScale?: number;
  /** Length of the theory's first turn to decide, in conflicts; 0: the theory never decides. */
  readonly theoryTurn?: number;
}

export interface CoreStatistics {
  readonly variables: number;
  readonly clauses: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
  readonly restarts: number;
  readonly learnt: number;
  readonly theoryPropagations: number;
  readonly theoryConflicts: number;
  readonly bytes: number;
}

/** A millisecond or two. */
const ticksBetweenPolls = 250_000;
/** Conflicts before the first reduction; later intervals grow by as many each. */
const reduceIntervalConflicts = 300;
const defaultTurnConflicts = 12_000;
/** Less garbage than this is not worth a collection. */
const minWastedWords = 1 << 20;
const empty: readonly Literal[] = [];

/** Returns a sorted copy. Most clauses have two or three literals: for these, `sort` with its calls would be most of the work of adding them. */
function sortCopy(literals: readonly Literal[]): Literal[] {
  const sorted = literals.slice();
  if (sorted.length > 12) return sorted.sort((a, b) => a - b);
  for (let i = 1; i < sorted.length; i++) {
    const literal = sorted[i];
    let k = i;
    for (; k > 0 && sorted[k - 1] > literal; k--) sorted[k] = sorted[k - 1];
    sorted[k] = literal;
  }
  return sorted;
}

export class Core implements TheoryHost {
  readonly #state = new State();
  readonly #proof: ProofLog | null;
  readonly #analysis: Analysis;
  readonly #phases: Phases;
  readonly #restarts: Restarts;
  readonly #turns: Turns;
  readonly #intervalScale: number;
  #link: TheoryLink | null = null;
  /** The number of literals of the trail that are units of the proof. */
  #proven = 0;
  #assumptions: readonly Literal[] = empty;
  /** The assumptions of a suspended search. */
  #paused: readonly Literal[] | null = null;
  #failed: readonly Literal[] = empty;
  /** The last level that the theory decided. */
  #theoryLevel = 0;
  #model = new Int8Array(0);
  #nextPoll = 0;
  #spent = false;
  #reductions = 0;
  #nextReduce: number;
  readonly #inprocessing: Inprocessing;
  #conflicts = 0;
  #decisions = 0;
  #restartCount = 0;
  #learnt = 0;

  constructor(options: CoreOptions = {}) {
    this.#proof = options.proof ?? null;
    this.#analysis = new Analysis(this.#state, (literal) => this.#explain(literal));
    this.#intervalScale = options.intervalScale ?? 1;
    this.#phases = new Phases(this.#state, this.#intervalScale);
    this.#restarts = new Restarts(this.#intervalScale);
    this.#turns = new Turns(Math.ceil((options.theoryTurn ?? defaultTurnConflicts) / this.#intervalScale));
    this.#nextReduce = reduceIntervalConflicts / this.#intervalScale;
    this.#inprocessing = new Inprocessing(this.#state, this.#intervalScale, this.#proof, () => this.#proveLevel0());
    if (options.theory !== undefined) this.attach(options.theory);
  }

  attach(theory: Theory): void {
    if (this.#link !== null) throw new Error("the core has a theory already");
    this.#link = new TheoryLink(theory, this.#state, this.#proof, (level) => this.#backtrack(level));
  }

  get statistics(): CoreStatistics {
    const s = this.#state;
    return {
      variables: s.variables,
      clauses: s.irredundant.length + s.binaryClauses,
      conflicts: this.#conflicts,
      decisions: this.#decisions,
      propagations: s.propagations,
      restarts: this.#restartCount,
      learnt: this.#learnt,
      theoryPropagations: this.#link?.propagations ?? 0,
      theoryConflicts: this.#link?.conflicts ?? 0,
      bytes: s.bytes,
    };
  }

  newVariable(): number {
    return this.#state.newVariable();
  }

  observe(variable: number): void {
    const s = this.#state;
    if (s.observed[variable] === 1) return;
    s.observed[variable] = 1;
    this.#link?.observe(variable);
  }

  value(literal: Literal): number {
    return this.#state.values[literal];
  }

  level(literal: Literal): number {
    return this.#state.levels[literal >> 1];
  }

  imply(literal: Literal): void {
    this.#link?.imply(literal);
  }

  /** Sets the value that a decision tries first, until the search has saved another. */
  setPhase(variable: number, value: boolean): void {
    const phase = value ? 1 : -1;
    this.#state.phases[variable] = phase;
    this.#state.initialPhases[variable] = phase;
  }

  /** Makes the variable be decided earlier: an amount of 1 counts like a conflict it took part in. */
  bumpPriority(variable: number, amount: number): void {
    this.#state.heap.bump(variable, amount);
  }

  /** Adds a clause, at level 0. Returns false if the clauses are now known to be contradictory. */
  addClause(literals: readonly Literal[], origin = ""): boolean {
    this.#checkLiterals(literals);
    this.#proof?.add({ step: "input", clause: literals, origin });
    this.abandon();
    return this.#addPermanent(literals);
  }

  modelValue(literal: Literal): boolean {
    return (literal & 1) === 0 ? this.#model[literal >> 1] > 0 : this.#model[literal >> 1] < 0;
  }

  /** After "unsat": assumptions that cannot hold together. Empty if the clauses alone are contradictory. */
  failed(): readonly Literal[] {
    return this.#failed;
  }

  /** Searches for a model in which the assumptions hold. */
  solve(assumptions: readonly Literal[], limits: CoreLimits): CoreAnswer {
    this.#checkLiterals(assumptions);
    if (this.#paused !== assumptions) {
      this.abandon();
      this.#phases.forgetSizes();
    }
    this.#paused = null;
    this.#failed = empty;
    this.#assumptions = assumptions;
    this.#nextPoll = 0;
    this.#spent = false;
    const answer = this.#state.refuted ? "unsat" : this.#search(limits);
    if (answer === "unknown" && limits.resumable === true) {
      this.#paused = assumptions;
      return answer;
    }
    this.#backtrack(0);
    if (answer === "unsat") this.#proof?.add({ step: "refuted", assumptions: this.#failed });
    return answer;
  }

  #checkLiterals(literals: readonly Literal[]): void {
    for (const literal of literals)
      if (!(literal >= 0 && literal >> 1 < this.#state.variables)) throw new Error(`literal ${literal} has no variable`);
  }

  /** Ends a suspended search: returns to level 0. */
  abandon(): void {
    this.#paused = null;
    this.#inprocessing.abandon();
    this.#backtrack(0);
  }

  #search(limits: CoreLimits): CoreAnswer {
    const s = this.#state;
    const lastConflict = limits.conflicts === undefined ? Number.POSITIVE_INFINITY : this.#conflicts + limits.conflicts;
    for (;;) {
      const conflict = this.#propagateAll();
      if (conflict !== 0) {
        if (!this.#resolve(conflict)) return "unsat";
        if (this.#conflicts >= lastConflict) return "unknown";
        continue;
      }
      if (s.refuted) return "unsat";
      if (s.head < s.assigned) continue;
      if (this.#isSpent(limits)) return "unknown";
      if (this.#inprocessing.isDue(this.#conflicts)) {
        const outcome = this.#inprocess(limits);
        if (outcome === "refuted") return "unsat";
        if (outcome === "stopped") return "unknown";
        continue;
      }
      if (this.#restarts.switchMode(this.#conflicts, s.ticks)) this.#phases.forgetSizes();
      if (s.level > this.#restartLevel && this.#restarts.tryRestart()) {
        this.#restart();
        continue;
      }
      if (this.#conflicts >= this.#nextReduce) this.#reduce();
      else if (s.arena.wasted > minWastedWords && 2 * s.arena.wasted > s.arena.top) collect(s, this.#proof);
      const next = this.#decide();
      if (next === "unsat") return "unsat";
      if (next !== "complete") continue;
      const lemmas = this.#link?.theory.complete() ?? [];
      if (lemmas.length === 0 && !this.#hasOpenVariable()) {
        this.#model = this.#copyModel();
        return "sat";
      }
      for (const lemma of lemmas) if (!this.#addLemma(lemma)) return "unsat";
    }
  }

  /** Propagates clauses and theory until neither finds anything new. Returns the conflict, or 0. */
  #propagateAll(): number {
    for (;;) {
      const conflict = propagate(this.#state);
      if (conflict !== 0 || this.#link === null) return conflict;
      const theoryConflict = this.#link.propagate();
      if (theoryConflict !== 0 || this.#link.isUpToDate) return theoryConflict;
    }
  }

  /** Learns a clause from the conflict and returns to the level where it becomes unit. Returns false if the clauses are refuted. */
  #resolve(conflict: number): boolean {
    const s = this.#state;
    this.#conflicts++;
    const highest = this.#highestLevel(conflict);
    if (s.level > 0) this.#phases.note(s.limits[s.level - 1]);
    this.#backtrack(highest);
    if (highest === 0) return this.#refute();
    const analysis = this.#analysis;
    analysis.conflict(conflict);
    const { learnt, size, glue } = analysis;
    this.#proof?.add({ step: "learnt", clause: Array.from(learnt.subarray(0, size)) });
    this.#learnt++;
    this.#restarts.learnt(glue);
    this.#backtrack(analysis.backjump);
    if (size === 1) s.assign(learnt[0], noReason);
    else if (size === 2) {
      s.addBinary(learnt[0], learnt[1]);
      s.assign(learnt[0], byBinary(learnt[1]));
    } else {
      const reference = s.arena.allocate(learnt, size, redundantMark, glue);
      s.arena.setUsed(reference, glue <= tier2Glue ? 2 : 1);
      s.redundant.push(reference);
      s.attach(reference);
      s.assign(learnt[0], reference);
    }
    s.heap.age();
    return true;
  }

  /** The highest level of a conflict's literals: a theory may find a conflict below the current level. */
  #highestLevel(conflict: number): number {
    const s = this.#state;
    if (conflict < 0) return Math.max(s.levels[s.binaryConflict[0] >> 1], s.levels[s.binaryConflict[1] >> 1]);
    let highest = 0;
    const end = conflict + headerSize + s.arena.size(conflict);
    for (let i = conflict + headerSize; i < end; i++) highest = Math.max(highest, s.levels[s.arena.data[i] >> 1]);
    return highest;
  }

  #refute(): false {
    if (!this.#state.refuted) this.#proof?.add({ step: "learnt", clause: [] });
    this.#state.refuted = true;
    return false;
  }

  #refuted(): "refuted" {
    this.#refute();
    return "refuted";
  }

  #backtrack(level: number): void {
    const s = this.#state;
    if (level >= s.level) return;
    s.backtrack(level);
    this.#theoryLevel = Math.min(this.#theoryLevel, level);
    this.#link?.backtracked(level);
  }

  #openLevel(): void {
    this.#state.openLevel();
    this.#link?.theory.levelOpened();
  }

  /** Opens a level with the next assumption or decision. */
  #decide(): "decided" | "complete" | "unsat" {
    const s = this.#state;
    while (s.level < this.#assumptions.length) {
      const assumption = this.#assumptions[s.level];
      if (s.values[assumption] < 0) {
        this.#failed = this.#analysis.failed(assumption);
        return "unsat";
      }
      this.#openLevel();
      if (s.values[assumption] === 0) {
        s.assign(assumption, noReason);
        return "decided";
      }
    }
    this.#turns.advance(this.#conflicts);
    let literal = this.#turns.isTheoryTurn ? (this.#link?.theory.decide() ?? -1) : -1;
    if (literal >= 0 && s.values[literal] !== 0) throw new Error("the theory decides a literal that has a value");
    const isTheoryTurn = literal >= 0;
    if (!isTheoryTurn) {
      while (!s.heap.isEmpty && s.values[s.heap.top << 1] !== 0) s.heap.pop();
      if (s.heap.isEmpty) return "complete";
      literal = this.#phases.literal(s.heap.pop(), this.#restarts.stable);
    }
    this.#decisions++;
    this.#openLevel();
    if (isTheoryTurn) this.#theoryLevel = s.level;
    s.assign(literal, noReason);
    return "decided";
  }

  /** The level to which a restart returns. Assumptions stay; in the theory's turn its decisions stay as well: it would repeat them. */
  get #restartLevel(): number {
    return Math.max(this.#assumptions.length, this.#turns.isTheoryTurn ? this.#theoryLevel : 0);
  }

  #hasOpenVariable(): boolean {
    const s = this.#state;
    return s.assigned < s.variables;
  }

  #copyModel(): Int8Array<ArrayBuffer> {
    const s = this.#state;
    const model = new Int8Array(s.variables);
    for (let v = 0; v < s.variables; v++) model[v] = s.values[v << 1];
    return model;
  }

  /** Keeps the levels whose decisions would be repeated (van der Tak, Ramos and Heule 2011). */
  #restart(): void {
    const s = this.#state;
    this.#restartCount++;
    while (!s.heap.isEmpty && s.values[s.heap.top << 1] !== 0) s.heap.pop();
    let level = this.#restartLevel;
    if (!s.heap.isEmpty) {
      const next = s.heap.activity[s.heap.top];
      while (level < s.level && s.heap.activity[s.trail[s.limits[level]] >> 1] > next) level++;
    }
    if (this.#phases.isDue(this.#conflicts)) {
      level = this.#assumptions.length;
      this.#backtrack(level);
      this.#phases.rephase(this.#conflicts);
    }
    this.#backtrack(level);
  }

  #reduce(): void {
    this.#reductions++;
    this.#nextReduce = this.#conflicts + (reduceIntervalConflicts * (this.#reductions + 1)) / this.#intervalScale;
    this.#proveLevel0();
    reduce(this.#state, this.#proof);
  }

  #inprocess(limits: CoreLimits): Outcome {
    this.#backtrack(0);
    if (this.#propagateAll() !== 0) return this.#refuted();
    const outcome = this.#inprocessing.run(this.#conflicts, () => this.#isSpent(limits));
    return outcome === "refuted" ? this.#refuted() : outcome;
  }

  #isSpent(limits: CoreLimits): boolean {
    const s = this.#state;
    const work = s.ticks + 2000 * (this.#link?.calls ?? 0) + 1000 * this.#conflicts + 50 * this.#decisions;
    if (this.#spent || work < this.#nextPoll) return this.#spent;
    this.#nextPoll = work + ticksBetweenPolls;
    this.#spent = limits.interrupted() || (limits.memoryBytes !== undefined && s.bytes > limits.memoryBytes);
    return this.#spent;
  }

  /** Adds a clause, at level 0. Returns false if the clauses are refuted. */
  #addPermanent(literals: readonly Literal[]): boolean {
    const s = this.#state;
    if (s.refuted) return false;
    const kept: Literal[] = [];
    for (const literal of sortCopy(literals)) {
      if (s.values[literal] > 0 || kept[kept.length - 1] === (literal ^ 1)) return true;
      if (s.values[literal] < 0 || kept[kept.length - 1] === literal) continue;
      kept.push(literal);
    }
    if (kept.length === 0) return this.#refute();
    if (this.#proof !== null && kept.length < literals.length) this.#proof.add({ step: "learnt", clause: kept });
    if (kept.length === 1) {
      s.assign(kept[0], noReason);
      if (propagate(s) !== 0) return this.#refute();
    } else if (kept.length === 2) s.addBinary(kept[0], kept[1]);
    else {
      const reference = s.arena.allocate(kept, kept.length, 0, 0);
      s.irredundant.push(reference);
      s.attach(reference);
    }
    return true;
  }

  /** Adds a lemma of the theory during the search: returns to a level where not all its literals are false. Returns false if refuted. */
  #addLemma(lemma: readonly Literal[]): boolean {
    const s = this.#state;
    const rank = (literal: Literal): number => (s.values[literal] < 0 ? s.levels[literal >> 1] : Number.MAX_SAFE_INTEGER);
    const sorted = [...new Set(lemma)].sort((a, b) => rank(b) - rank(a));
    const [first, second] = sorted;
    if (first === undefined || (s.values[first] < 0 && s.levels[first >> 1] === 0)) return this.#refute();
    if (second === undefined || (s.values[second] < 0 && s.levels[second >> 1] === 0)) {
      this.#backtrack(0);
      return this.#addPermanent(sorted);
    }
    if (s.values[first] < 0 && s.levels[first >> 1] === s.levels[second >> 1]) this.#backtrack(s.levels[first >> 1] - 1);
    else if (s.values[second] < 0 && s.values[first] <= 0) this.#backtrack(s.levels[second >> 1]);
    let reason: number;
    if (sorted.length === 2) {
      s.addBinary(first, second);
      reason = byBinary(second);
    } else {
      reason = s.arena.allocate(sorted, sorted.length, 0, 0);
      s.irredundant.push(reason);
      s.attach(reason);
    }
    if (s.values[first] === 0 && s.values[second] < 0) s.assign(first, reason);
    return true;
  }

  #explain(literal: Literal): number {
    if (this.#link === null) throw new Error("a reason of a theory without a theory");
    return this.#link.explain(literal);
  }

  /** Adds the units found so far to the proof. Must be called before clauses from which they follow are deleted. */
  #proveLevel0(): void {
    const s = this.#state;
    if (this.#proof === null) return;
    const end = s.level === 0 ? s.assigned : s.limits[0];
    for (; this.#proven < end; this.#proven++) this.#proof.add({ step: "learnt", clause: [s.trail[this.#proven]] });
  }
}
