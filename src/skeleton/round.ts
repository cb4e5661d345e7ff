// One round of unrolling: all threads of the program, beginning with main. In: a program, the knowledge of earlier rounds, and a function
// that unrolls a thread (unroll.ts). Out: a skeleton.

import { effectsOf, type ProgramEffects } from "../analysis/effects/effects.ts";
import { FailingBlocks } from "../analysis/failing-blocks.ts";
import { findLiveRegisters, type Liveness } from "../analysis/liveness.ts";
import { findLoops, type LoopStructure } from "../analysis/loops.ts";
import type { Property } from "../execution/errors.ts";
import { addressFreedoms, type Freedom } from "../execution/freedoms.ts";
import type { MachineOptions } from "../execution/machine.ts";
import type { FunctionBody, Program } from "../program/program.ts";
import { LimitReached, type Tick } from "../support/limits.ts";
import { evaluate } from "../terms/evaluate.ts";
import { substitute } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import { Extents } from "./extents.ts";
import type { Knowledge } from "./knowledge.ts";
import { Layout } from "./layout.ts";
import { Route } from "./route.ts";
import {
  type Cut,
  type PhantomEdge,
  type SharedObject,
  type Site,
  type Skeleton,
  type SkeletonEvent,
  type SkeletonThread,
  siteKey,
} from "./skeleton.ts";
import { Summaries } from "./summaries.ts";
import { Unwritten } from "./unwritten.ts";
import { conjunctsOf, PossibleValues, type ValueSet } from "./value-set.ts";

/** More threads than this would make formulas that cannot be solved. */
const maxThreads = 64;

export interface UnrollOptions {
  readonly machine: Pick<MachineOptions, "freedoms" | "allocationMayFail" | "unknownCalls">;
  /** The bound of a loop or recursion: how often it is unrolled if its condition is not known. */
  readonly boundOf: (loop: string) => number;
  readonly interrupted: () => boolean;
  /** Signed overflow is checked. */
  readonly overflow: boolean;
  /** Only these sides are followed (route.ts), as far as the loops on them go; bounds apply inside the sections of the library only. */
  readonly route?: Route | undefined;
  /** Values of the first inputs, in the order of asking; absent: all are open. */
  readonly inputs?: readonly bigint[] | undefined;
  /** A thread is cut where it has certainly taken more steps than this; absent: nowhere. */
  readonly maxSteps?: number | undefined;
  /** The first steps of a run may be fixed. */
  readonly fixesPrefix?: boolean | undefined;
  /** Unseen sides are skipped where that is possible (unrolling/phantom-edges.ts), not cut off; the effects of all code say where. */
  readonly phantom?: { readonly properties: readonly Property[] } | undefined;
  /** Maximum number of operations in one round. */
  readonly maxOperations: number;
  /** Find locks, and what they guard. */
  readonly locks?: boolean;
  /** Sites (siteKey) whose reads of memory that was never written are inputs; elsewhere such a read is an error. */
  readonly openReads?: ReadonlySet<string> | undefined;
  /** Pairs of positions (`Knowledge.pairOf`): an object made at the second may begin in place of a dead one made at the first. */
  readonly reuse?: ReadonlySet<string> | undefined;
  /** Keep every local assignment as an equation (FUSION's CSSA) instead of substituting values: STAGED's baseline `Old`. */
  readonly equations?: boolean;
}

export interface FunctionInfo {
  readonly body: FunctionBody;
  readonly loops: LoopStructure;
  readonly first: readonly number[];
  readonly live: Liveness;
}

/** A thread whose wake-ups were left out, because it holds this lock from a wake-up to its next wait. */
export interface SkippedWakeUp {
  readonly thread: SkeletonThread;
  readonly lock: number;
}

/** A read that takes what was never written as an input (`Round.openRead`). */
export interface OpenRead {
  readonly read: Term;
  readonly seen: readonly Term[];
  readonly value: Term;
}

/** Unrolls a thread, beginning with its entry function. */
export type UnrollThread = (round: Round, thread: SkeletonThread, started: Term, self: Term, entry: number) => void;

export class Round {
  readonly events: SkeletonEvent[] = [];
  readonly threads: SkeletonThread[] = [];
  readonly cuts: Cut[] = [];
  readonly phantoms: PhantomEdge[] = [];
  /** The sides of the route that paths take. */
  readonly followed = new Route();
  /** Constraints on inputs, choices and names. */
  readonly assumptions: Term[] = [];
  readonly possible: PossibleValues;
  readonly summaries: Summaries;
  readonly layout: Layout;
  readonly extents: Extents;
  readonly failingBlocks: FailingBlocks;
  readonly unwritten: Unwritten;
  readonly machine: UnrollOptions["machine"];
  /** Some atomic access is weaker than acquire or release. */
  weak = false;
  unordered = false;
  /** Wake-ups that were left out. This is valid if no other thread can observe them (`hasObserver`). */
  readonly skippedWakeUps: SkippedWakeUp[] = [];
  invents = false;
  /** Excluded freedoms of the environment that the program met. */
  readonly met = new Set<Freedom>();
  work = 0;
  readonly #variables = new Map<Term, ValueSet>();
  readonly #likely = new Map<Term, ReadonlySet<bigint>>();
  readonly #names = new Map<Term, Term>();
  readonly #definitions = new Map<Term, Term>();
  readonly #ranks = new Map<bigint, Term>();
  #counter = 0;

  constructor(
    readonly program: Program,
    readonly terms: Terms,
    readonly knowledge: Knowledge,
    readonly options: UnrollOptions,
    readonly functions: Map<number, FunctionInfo>,
    readonly tick: Tick,
    readonly unrollThread: UnrollThread,
  ) {
    this.machine = options.machine;
    this.failingBlocks = new FailingBlocks(program);
    this.summaries = new Summaries(program);
    this.possible = new PossibleValues(
      this.#variables,
      (term, values) => evaluate(term, { variable: (name) => values.get(name) ?? 0n, before: () => false }),
      this.#likely,
    );
    this.layout = new Layout(terms, knowledge, this.possible, (t) => this.expand(t));
    this.unwritten = new Unwritten(terms, {
      variable: (what, width) => this.variable(what, width, null),
      name: (what, value) => this.nameFor(what, value),
    });
    this.extents = new Extents(terms, program.pointerBits, this.assumptions);
  }

  run(): Skeleton {
    const main = this.newThread("main", null, null);
    this.startThread(main, this.terms.true, this.program.entry, this.terms.constant(0n, this.program.pointerBits));
    return {
      threads: this.threads,
      events: this.events,
      objects: this.knowledge.objects,
      cuts: this.cuts,
      phantoms: this.phantoms,
      followed: this.followed,
      invents: this.invents,
      met: this.met,
      opensReads: this.opensReads,
      unordered: this.unordered || this.weak,
      assumptions: this.assumptions,
      expand: (t) => this.expand(t),
      undefinedWhen: (value, from, size) => this.unwritten.when(value, from, size),
      operations: this.work,
      ranks: this.#ranks,
      locks: this.knowledge.locks.cells,
    };
  }

  /** What code may do (analysis/effects). */
  get effects(): ProgramEffects {
    return effectsOf(this.program, this.tick);
  }

  /** Returns whether the environment has this freedom. If not, notes that the program met it. */
  meetFreedom(freedom: Freedom): boolean {
    if (this.machine.freedoms.has(freedom)) return true;
    this.met.add(freedom);
    return false;
  }

  boundOf(loop: string): number {
    return this.options.boundOf(loop);
  }

  countWork(n: number): void {
    this.work += n;
    if (this.work > this.options.maxOperations) throw new LimitReached("size");
    this.tick();
  }

  functionInfo(id: number): FunctionInfo {
    let info = this.functions.get(id);
    if (info === undefined) {
      const body = (this.program.functions[id] as Program["functions"][number]).body();
      const first: number[] = [];
      let count = 0;
      for (const b of body.blocks) {
        first.push(count);
        count += b.operations.length + 1;
      }
      info = { body, loops: findLoops(body), first, live: findLiveRegisters(body, this.options.overflow) };
      this.functions.set(id, info);
    }
    return info;
  }

  newThread(name: string, parent: SkeletonThread | null, start: SkeletonEvent | null): SkeletonThread {
    const thread: SkeletonThread = {
      index: this.knowledge.threadIndex(name),
      name,
      parent,
      start,
      started: this.terms.false,
      events: [],
      open: [],
      births: [],
      finished: this.terms.false,
      entry: null,
    };
    this.threads.push(thread);
    return thread;
  }

  startThread(thread: SkeletonThread, started: Term, entry: number, self: Term): void {
    if (this.threads.length > maxThreads) throw new LimitReached("size");
    thread.started = started;
    this.knowledge.beginThread(thread.name);
    this.unrollThread(this, thread, started, self, entry);
  }

  variable(what: string, width: number, values: ValueSet, likely?: ReadonlySet<bigint>): Term {
    const name = `${what}${this.#counter++}`;
    let v: Term;
    if (values !== null && values.size > 0) {
      const numbers = [...values].map((x) => BigInt.asIntN(width, x));
      const low = numbers.reduce((a, b) => (b < a ? b : a));
      const high = numbers.reduce((a, b) => (b > a ? b : a));
      v = this.terms.variable(name, width, { low, high });
    } else v = this.terms.variable(name, width);
    this.#variables.set(v, values);
    if (values === null && likely !== undefined && likely.size > 0) this.#likely.set(v, likely);
    return v;
  }

  get opensReads(): boolean {
    return this.knowledge.carriesUnwritten || (this.options.openReads?.size ?? 0) > 0;
  }

  isOpenRead(site: Site): boolean {
    return this.options.openReads?.has(siteKey(site)) ?? false;
  }

  /**
   * A read that may see memory that was never written, which is then an input. Returns the variable of what it reads, per byte whether it sees
   * such memory, and the value with which the program continues; that value uses what is known of other writes.
   */
  openRead(size: number, values: ValueSet, likely: ReadonlySet<bigint>, isFlat: boolean): OpenRead {
    const { terms, unwritten } = this;
    const read = this.variable("read", 8 * size, null, likely);
    const seen = unwritten.seenBy(size);
    if ((values === null && likely.size === 0) || isFlat) return { read, seen, value: read };
    const known = this.variable("known", 8 * size, values, likely);
    const isSeen = terms.any(seen);
    unwritten.noteTaken(read);
    this.assumptions.push(terms.or(isSeen, terms.eq(read, known)));
    return { read, seen, value: terms.ite(isSeen, read, known) };
  }

  /** Whether the two cannot both hold, as far as their conjuncts show. */
  excludes(a: Term, b: Term): boolean {
    if (this.terms.and(a, b) === this.terms.false) return true;
    const conjuncts = new Set(conjunctsOf(this.expand(a)));
    return conjunctsOf(this.expand(b)).some((c) => conjuncts.has(this.terms.not(c)));
  }

  addressOfGlobal(object: number): bigint {
    return this.knowledge.global(object).address;
  }

  fixedValue(t: Term): bigint | null {
    const values = this.possible.of(t);
    return values?.size === 1 ? ([...values][0] as bigint) : null;
  }

  /** Returns the value for a register, or with `equations` a name for it. */
  nameValue(value: Term): Term {
    if (!this.options.equations || value.op === "constant" || value.op === "variable") return value;
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = this.nameFor("local", value, this.possible.of(value), this.possible.likelyOf(value));
    this.#names.set(value, name);
    return name;
  }

  /** Returns a variable that equals the value. `expand` replaces it. */
  nameFor(what: string, value: Term, values: ValueSet = null, likely?: ReadonlySet<bigint>): Term {
    const name = this.variable(what, value.width, values, likely);
    this.assumptions.push(this.terms.eq(name, value));
    this.#definitions.set(name, this.expand(value));
    return name;
  }

  /** Replaces names of values by their terms. */
  expand(term: Term): Term {
    return this.#definitions.size === 0 ? term : substitute(this.terms, term, (leaf) => this.#definitions.get(leaf) ?? null);
  }

  /** Choices about addresses are part of the formula. */
  get choosesAddresses(): boolean {
    const { freedoms } = this.machine;
    return addressFreedoms.some((f) => freedoms.has(f));
  }

  /** A number that says where the object lies among those it is compared with by order. */
  rankOf({ address }: SharedObject): Term {
    let rank = this.#ranks.get(address);
    if (rank === undefined) {
      rank = this.variable("rank", 16, null);
      this.#ranks.set(address, rank);
    }
    return rank;
  }
}
