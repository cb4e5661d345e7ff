// Walks through a function's body. In: a path, and arguments in registers. Out: one path and the results, merged from all returns; or null.
//
// Blocks are visited in the order of the loop structure (analysis/loops.ts): all paths to a block arrive before it is left, so every block is
// passed once per iteration, with one merged state. Loops are unrolled up to their bounds, and then cut.

import { type BlockNesting, enterBlock, type LoopStructure, orderOf } from "../../analysis/loops.ts";
import type { Operation } from "../../program/operations.ts";
import type { FunctionBody } from "../../program/program.ts";
import type { Registers } from "../../symbolic/host.ts";
import { OperationInstance } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import { blockKey, operationKey } from "../route.ts";
import { leaveBlock } from "./branches.ts";
import { type Frame, type Instance, type Landing, mergeReturns, type Returned, userPosition } from "./frame.ts";
import { findBefore, iteratesIdly, type LoopHeadState, makesOneAccess } from "./idle-iterations.ts";
import type { Path } from "./path.ts";
import type { PhantomEdges } from "./phantom-edges.ts";
import { maxSketchIterations, requireSketchable } from "./region-sketch.ts";
import { performAsSeen } from "./seen-values.ts";
import { cutSide, isBounded, isUnseen } from "./sides.ts";
import { endsSpuriously } from "./spurious-iterations.ts";
import { mergeStates, type State } from "./states.ts";
import type { Steps } from "./steps.ts";

/** Performs an operation. Returns null if no path continues. */
export type Perform = (o: Operation, instance: Instance) => Path | null;

/** The merged paths that have arrived at a block, in one iteration of the loops around it. */
interface Pending extends LoopIterations {
  readonly block: number;
  readonly order: readonly number[];
  /** Length of the chain when the innermost loop was entered. */
  readonly events: number;
  /** The first operation to perform; a jump leads into the middle of a block. */
  readonly next: number;
  path: Path;
  registers: Registers;
}

/** The iterations of the loops around a block, the outermost loop first. */
interface LoopIterations {
  readonly iterations: readonly number[];
  /** Of these, the number in which the path condition changed: only they count towards the bound. */
  readonly conditional: readonly number[];
  /** The states at the heads of the loops, in this iteration. */
  heads: readonly (LoopHeadState | undefined)[];
}

/** A loop whose conditions are known is unrolled this often if its body makes events: what is known may change from round to round. */
const maxKnownIterations = 40;
/** The same, if its body makes no events. */
const maxSilentIterations = 20_000;
/** From here on, only every such iteration is compared with those before. */
const manyIterations = 64;

export class Walk {
  readonly #pending = new Map<string, Pending>();

  constructor(
    readonly steps: Steps,
    readonly perform: Perform,
    readonly frame: Frame,
    readonly loops: LoopStructure,
    readonly edges: PhantomEdges,
  ) {}

  run(path: Path, registers: Registers): Returned | null {
    this.#arrive(null, 0, path, registers);
    return this.#passAll(null).returned;
  }

  /** Continues where paths have jumped to: in the first iteration of the loops there, as far as names go. */
  runFrom({ block, next, path, registers }: Landing): Returned | null {
    const { loops } = this.loops.nesting[block] as BlockNesting;
    const iterations = enterBlock(this.loops, null, block);
    const order = orderOf(this.loops, block, iterations);
    const events = this.steps.thread.events.length;
    // No state at the head of a loop is known: the iteration began elsewhere.
    const heads = loops.map(() => undefined);
    this.#pending.set(order.join(), { block, order, iterations, conditional: iterations, heads, events, next, path, registers });
    return this.#passAll(null).returned;
  }

  /** Passes blocks until no path is left; a path that comes to the block `end` stops there. */
  #passAll(end: number | null): { readonly returned: Returned | null; readonly ended: State | null } {
    const { round } = this.steps;
    let returned: Returned | null = null;
    let { site, key } = this.steps;
    let ended: State | null = null;
    while (this.#pending.size > 0) {
      const here = this.#takeFirst();
      round.countWork(1);
      if (here.block === end) {
        if (ended !== null) throw new Unsupported("a region that ends in several iterations");
        ended = here;
        continue;
      }
      const isHead = here.next === 0 && here.iterations.length > 0 && this.loops.nesting[here.block]?.loops.at(-1) === here.block;
      if (isHead) {
        if (this.#cutAtBound(here)) continue;
        here.heads = [...here.heads.slice(0, here.iterations.length - 1), this.#stateAt(here)];
      }
      const result = this.#passBlock(here);
      if (result === null) continue;
      returned = returned === null ? result : mergeReturns(round, returned, result);
      ({ site, key } = this.steps);
    }
    // What ends with the frame ends at its return, also if another block was passed after it.
    this.steps.site = site;
    this.steps.key = key;
    return { returned, ended };
  }

  /** The state in which the code of an unseen side comes to the block `end`: all sides of it are followed. Null: it does not come there. */
  #followTo(end: number, here: Pending, target: number, path: Path, registers: Registers): State | null {
    const walk = new Walk(this.steps, this.perform, this.frame, this.loops, this.edges);
    walk.#arrive(here, target, path.fork(this.steps.terms.true), registers.slice());
    const { returned, ended } = walk.#passAll(end);
    if (returned !== null) throw new Unsupported("a region that returns");
    return ended;
  }

  // ---- arriving at a block

  #arrive(from: Pending | null, block: number, path: Path, registers: Registers): void {
    const { steps } = this;
    if (path.guard.term === steps.terms.false) return;
    const nesting = this.loops.nesting[block];
    if (nesting === undefined) throw new Error("control reaches a block that no edge leads to");
    const around = from === null ? [] : (this.loops.nesting[from.block]?.loops ?? []);
    const level = around.indexOf(block);
    const state = from?.heads[level];
    const before = isCompared(from?.iterations[level] ?? 0) ? findBefore(steps, this.frame, block, state, path, registers) : null;
    const isIdle = before !== null;
    if (isIdle && (state?.idle !== 0 || !steps.knowledge.byOrder || makesOneAccess(steps, before, path)))
      return steps.stop(path, steps.terms.true);
    const isFutile = endsSpuriously(steps, this.frame, block, state, path, registers);
    if (isFutile !== steps.terms.false) steps.stop(path, isFutile);
    if (isFutile === steps.terms.true) return;
    const reached = iterationsAt(this.loops, from, block, path.guard.term);
    const { iterations, conditional, heads } = isIdle ? afterIdle(from as Pending, reached, level, before) : reached;
    const order = orderOf(this.loops, block, iterations);
    const key = order.join();
    const there = this.#pending.get(key);
    if (there === undefined) {
      const events = from !== null && iterations.some((n) => n > 0) ? from.events : steps.thread.events.length;
      // Field by field: spreading `reached` into it made all unrolling a quarter slower.
      this.#pending.set(key, { block, order, iterations, conditional, heads, events, next: 0, path, registers });
    } else {
      // If only some of the merged paths have been idle, all may be idle again.
      if ((heads.at(-1)?.idle ?? 0) < (there.heads.at(-1)?.idle ?? 0)) there.heads = heads;
      ({ path: there.path, registers: there.registers } = mergeStates(steps.round, there, { path, registers }));
    }
  }

  // ---- passing a block

  #takeFirst(): Pending {
    let first: Pending | null = null;
    for (const p of this.#pending.values()) if (first === null || precedes(p.order, first.order)) first = p;
    const here = first as Pending;
    this.#pending.delete(here.order.join());
    return here;
  }

  /** At the head of a loop: cuts the path if the loop has reached its bound. Returns whether it did. */
  #cutAtBound(here: Pending): boolean {
    const { steps, frame } = this;
    if (!isBounded(steps, frame, here.path)) return false;
    const name = `${steps.round.program.functions[frame.function]?.name}:${here.block}`;
    const bound = steps.isSketching ? maxSketchIterations : steps.round.boundOf(name);
    const limit = steps.thread.events.length > here.events ? Math.max(bound, maxKnownIterations) : maxSilentIterations;
    if ((here.conditional.at(-1) as number) <= bound && (here.iterations.at(-1) as number) <= limit) return false;
    const block = frame.body.blocks[here.block];
    const at = block?.terminator.at || (block?.operations[0]?.at ?? 0);
    steps.cut(here.path, steps.terms.true, { what: "iterations", name, at: userPosition(frame, at) });
    return true;
  }

  #stateAt(here: Pending): LoopHeadState {
    const { thread } = this.steps;
    const previous = here.heads[here.iterations.length - 1];
    return {
      registers: here.registers.slice(),
      guard: here.path.guard.term,
      previous,
      idle: previous?.idle ?? 0,
      memory: here.path.snapshotMemory(),
      events: thread.events.length,
      open: thread.open.length,
    };
  }

  /** Performs the operations of a block and leaves it. Returns what the function returns, if it does here. */
  #passBlock(here: Pending): Returned | null {
    const { steps, frame } = this;
    const { registers } = here;
    const block = frame.body.blocks[here.block] as FunctionBody["blocks"][number];
    const base = frame.first[here.block] as number;
    const key = blockKey(frame.key, here.order);
    let { path } = here;
    steps.round.countWork(block.operations.length);
    for (let i = here.next; i < block.operations.length; i++) {
      const o = block.operations[i] as Operation;
      steps.tick();
      steps.site = { function: frame.function, operation: base + i, at: userPosition(frame, o.at) };
      if (steps.cutAtLimit(path)) return null;
      const instance = new OperationInstance(steps.round, frame, path, registers, operationKey(key, i));
      steps.key = instance.key;
      const next = steps.attempt(path, () => this.#perform(o, instance));
      if (next === null) return null;
      path = next;
    }
    const { terminator } = block;
    steps.site = { function: frame.function, operation: base + block.operations.length, at: userPosition(frame, terminator.at) };
    steps.key = operationKey(key, block.operations.length);
    return steps.attempt(path, () =>
      leaveBlock(steps, frame, terminator, path, registers, (target, p, values) => {
        const next = this.#isUnseen(here, key, target, p) ? this.#leaveRoute(here, key, target, p, values) : target;
        if (next !== null) this.#arrive(here, next, p, values);
      }),
    );
  }

  /** Performs an operation; along a route, with the values that were seen if terms cannot express it. */
  #perform(o: Operation, instance: Instance): Path | null {
    const { events } = this.steps.thread;
    const before = events.length;
    if (this.steps.isSketching) {
      if (this.edges.endsProcess(o, instance.frame)) return null; // the thread stays on the edge
      requireSketchable(this.steps, o);
      return this.perform(o, instance);
    }
    try {
      return this.perform(o, instance);
    } catch (error) {
      // What a call has done is not done again.
      if (!(error instanceof Unsupported) || (o.op === "call" && events.length > before)) throw error;
      return performAsSeen(this.steps, o, instance, error, this.perform);
    }
  }

  /** Along a route: whether the path takes an unseen side, other than a jump that iterates nothing or a side that fails for certain. */
  #isUnseen(here: Pending, key: string, target: number, path: Path): boolean {
    const { steps, frame } = this;
    if (steps.round.options.route === undefined) return false;
    const isBack = this.loops.nesting[here.block]?.loops.includes(target) ?? false;
    if (frame.body.blocks[here.block]?.terminator.op === "jump" && !isBack) return false;
    return !steps.round.failingBlocks.of(frame.body)[target] && isUnseen(steps, frame, path, key, target);
  }

  /** Skips an unseen side, or cuts it off. Returns the block where the path continues; null: nowhere. */
  #leaveRoute(here: Pending, key: string, target: number, path: Path, registers: Registers): number | null {
    const { steps, frame } = this;
    const followTo = (end: number): State | null => this.#followTo(end, here, target, path, registers);
    const level = this.loops.nesting[here.block]?.loops.indexOf(target) ?? -1;
    const isIdle = iteratesIdly(steps, frame, target, here.heads[level], path, registers);
    const next = this.edges.skip({ frame, block: here.block, target, key, path, registers, followTo, isIdle });
    if (next === null) cutSide(steps, frame, path, key, target);
    return next;
  }
}

/** Whether it is asked if this iteration was idle: of many, few are, because terms grow from one to the next, and the question with them. */
const isCompared = (iteration: number): boolean => iteration < manyIterations || iteration % manyIterations === 0;

/** The iterations in which a path arrives at a block, and the states at the heads of the loops it stays in. */
function iterationsAt(loops: LoopStructure, from: Pending | null, block: number, guard: Term): LoopIterations {
  const around = from === null ? [] : (loops.nesting[from.block]?.loops ?? []);
  const conditional: number[] = [];
  const heads: (LoopHeadState | undefined)[] = [];
  let isInside = true;
  for (const [level, head] of (loops.nesting[block]?.loops ?? []).entries()) {
    isInside &&= around[level] === head;
    const state = isInside ? from?.heads[level] : undefined;
    const isCounted = isInside && block === head && guard !== state?.guard; // the loop's own conditions decide
    heads.push(state);
    conditional.push(isInside ? (from?.conditional[level] ?? 0) + (isCounted ? 1 : 0) : 0);
  }
  return { iterations: enterBlock(loops, from, block), conditional, heads };
}

/** The iterations after an idle one: half an iteration on, so that paths that were not idle stay separate. Bounds do not count it. */
function afterIdle(
  from: Pending,
  { iterations, conditional, heads }: LoopIterations,
  level: number,
  before: LoopHeadState,
): LoopIterations {
  const put = <T>(list: readonly T[], value: T): T[] => list.map((x, i) => (i === level ? value : x));
  return {
    iterations: put(iterations, (from.iterations[level] as number) + 0.5),
    conditional: put(conditional, from.conditional[level] as number),
    // Earlier states are forgotten: to come back to one of them is not a second idle iteration.
    heads: put(heads, { ...before, previous: undefined, idle: 1 }),
  };
}

function precedes(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number);
  return a.length < b.length;
}
