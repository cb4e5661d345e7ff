// Busy waiting. A thread in a loop that returns to the same position, with the same live registers and the same private
// memory, and has neither changed anything shared nor asked the oracle, has made an idle iteration: one that can be left out. An
// atomic update that writes what it has read (a test-and-set of a lock that is held) changes nothing; a store counts as a change.
//
// park: the thread is stopped for the rest of the run, as by a false assumption of the loop's exit condition. That loses nothing: an
// execution with idle iterations reaches the same states and the same errors as the one without them, which is also
// explored; and an iteration that fails is not idle. With races one idle iteration must stay possible before the exit, since what it reads
// may race with what others do only because the thread has continued: then it is stopped after the second. Except if the iteration is a
// single access: the iteration that leaves the loop makes the same one, which races with whatever the idle one does. All this depends
// on the thread's own steps only, so that reductions see an ordinary program.
//
// note: the thread continues if it is picked, but it is known that it iterates idly: for runs whose scheduler decides.
//
// wait: the thread is not scheduled until shared memory changes: for sampling, where runs should make progress.

import { IntVector } from "../support/vector-table.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import { isInstanceOf } from "./memory-object.ts";
import type { OracleQueries } from "./oracle-queries.ts";
import { imageOf, type Region } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { SpinPolicy, Trail } from "./spin-policy.ts";
import type { Thread } from "./thread.ts";
import { ThreadStates } from "./thread-state.ts";

/** A longer iteration is not recognised. */
const maxTrail = 64;
/** Maximum number of a thread's own objects: comparing more private ones would cost too much. */
const maxObjects = 64;

export class Spinning {
  readonly #states: ThreadStates;
  readonly #findLoops: SpinPolicy["findLoops"];
  readonly #irrelevant: SpinPolicy["irrelevant"];
  /** By the function's id. */
  readonly #loops: (Int32Array | undefined)[] = [];
  readonly #vector = new IntVector();
  /** Where the thread stands that is about to take a step: a trail begins there if the step has no effect, which few steps in loops have. */
  readonly #start = new IntVector();
  #hasStart = false;
  #startVersion = 0;
  /** By how many steps the last step has brought its thread back to an earlier state: an idle iteration; 0: it has not. */
  idleSteps = 0;
  #effects = 0;
  #accesses = 0;

  constructor(
    readonly run: RunState,
    readonly queries: OracleQueries,
    readonly checksRaces: boolean,
    readonly policy: SpinPolicy,
  ) {
    this.#states = new ThreadStates(run, policy.findLive);
    this.#findLoops = policy.findLoops;
    this.#irrelevant = policy.irrelevant;
  }

  /** The thread is about to take a step. */
  before(t: Thread): void {
    this.idleSteps = 0;
    this.#effects = this.#countEffects();
    this.#accesses = this.run.sharedAccesses;
    this.#hasStart = t.trail === null && !this.#writes(t) && this.isInLoop(t);
    if (!this.#hasStart) return;
    this.#writeState(t, this.#start);
    this.#startVersion = this.run.version;
  }

  /** The thread has taken a step with which it, or the run, has ended. */
  end(t: Thread): void {
    if (this.#hasStart) t.trail = this.#trailFromStart();
  }

  #trailFromStart(): Trail {
    return { state: copyOf(this.#start), earlier: null, length: 1, idle: 0, version: this.#startVersion };
  }

  /** The thread has taken a step and can continue. */
  after(t: Thread): void {
    if (t.trail === null && !this.#hasStart) return;
    if (this.#countEffects() !== this.#effects || this.#writes(t) || !this.isInLoop(t)) {
      t.trail = null;
      return;
    }
    const trail = t.trail ?? this.#trailFromStart();
    const here = this.#place(t, trail, trail.idle);
    let steps = 1;
    let same: Trail | null = trail;
    while (same !== null && !equal(same.state, here.state)) {
      same = same.earlier;
      steps++;
    }
    if (same === null) {
      t.trail = here.length > maxTrail ? null : here;
      return;
    }
    this.idleSteps = steps;
    const isIdle = this.policy.isIdle?.(t, steps) !== false;
    if (isIdle && same.version === this.run.version) t.spinningSince = this.run.version;
    if (isIdle && this.#stops(same, steps, trail.idle + 1)) {
      t.status = "spinning";
      t.spinningSince = this.run.version;
      t.trail = null;
    } else t.trail = { ...here, earlier: null, length: 1, idle: isIdle ? trail.idle + 1 : trail.idle };
  }

  #stops(same: Trail, steps: number, idle: number): boolean {
    const { run, policy } = this;
    if (policy.mode === "note") return false;
    if (policy.mode === "wait") return same.version === run.version; // else what it read may have changed meanwhile
    return !this.checksRaces || idle >= 2 || (steps === 1 && run.sharedAccesses - this.#accesses === 1);
  }

  /**
   * Grows with everything a step does besides reading and changing its own thread. A spurious failure is not an effect: a search
   * also explores that there is none; a sampled run continues.
   */
  #countEffects(): number {
    const m = this.run;
    const free = this.policy.mode === "park" ? this.queries.free : 0;
    return m.version + m.choices.length - free + m.inputs.length + m.outputs.length + m.threads.length;
  }

  /** A store counts as an effect, whatever it stores. */
  #writes(t: Thread): boolean {
    return t.pendingOperation === "store";
  }

  isInLoop(t: Thread): boolean {
    if (t.pendingFault !== null || t.shared.objects.length > maxObjects) return false;
    if (t.otherRegions.length > 0 && t.otherRegions.some((r) => r.objects.length > maxObjects)) return false;
    if (this.#isLoop(t.fn, t.pc)) return true;
    for (let level = t.depth - 1; level >= 0; level--)
      if (this.#isLoop(this.run.code[t.functionAt(level)] as CompiledFunction, t.returnPoint(level))) return true;
    return false;
  }

  #isLoop(fn: CompiledFunction, position: number): boolean {
    const k = fn.operationAt[position];
    return k !== undefined && (this.#loopsOf(fn)[k] as number) >= 0;
  }

  #loopsOf(fn: CompiledFunction): Int32Array {
    let loops = this.#loops[fn.id];
    if (loops === undefined) {
      loops = this.#findLoops(fn.body);
      this.#loops[fn.id] = loops;
    }
    return loops;
  }

  #place(t: Thread, earlier: Trail | null, idle: number): Trail {
    return { state: this.stateOf(t), earlier, length: (earlier?.length ?? 0) + 1, idle, version: this.run.version };
  }

  /** What the thread does next depends on this and on shared memory only. */
  stateOf(t: Thread): number[] {
    this.#writeState(t, this.#vector);
    return copyOf(this.#vector);
  }

  #writeState(t: Thread, out: IntVector): void {
    out.length = 0;
    this.#states.writeOwn(t, out);
    this.#writePrivate(t.hidden, out);
    this.#writePrivate(t.shared, out);
    for (const region of t.otherRegions) this.#writePrivate(region, out);
  }

  #writePrivate(region: Region, out: IntVector): void {
    out.push(region.next);
    for (const o of region.objects) {
      if (!o.isPrivate || !o.live || isInstanceOf(o, this.#irrelevant)) continue;
      for (let w = o.start >> 2; w < (o.start + o.size + 3) >> 2; w++) {
        out.push(region.words[w] as number);
        out.push((region.writtenWords as Int32Array)[w] as number);
        if (region.holes !== null) for (let at = 4 * w; at < 4 * w + 4; at++) out.push(imageOf(region, at));
      }
    }
  }

  /** Source position of the loop a thread is in, in the user's code; 0: none. */
  loopPosition(t: Thread): number {
    for (let level = t.depth; level >= 0; level--) {
      const frame = t.frameAt(level);
      const fn = this.run.code[frame.function] as CompiledFunction;
      const k = fn.operationAt[frame.pc];
      const head = k === undefined ? -1 : (this.#loopsOf(fn)[k] as number);
      if (fn.library || head < 0) continue;
      const block = fn.body.blocks[head];
      return block?.operations.find((o) => o.at !== 0)?.at ?? block?.terminator.at ?? 0;
    }
    return 0;
  }
}

/** A plain array of the right size: allocating a typed one costs more than a step. */
function copyOf({ data, length }: IntVector): number[] {
  const copy = new Array<number>(length);
  for (let i = 0; i < length; i++) copy[i] = data[i] as number;
  return copy;
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
