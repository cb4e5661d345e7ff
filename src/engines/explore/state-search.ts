// Stateful search: explores every interleaving, but no state twice (execution/canonical-state.ts defines states and when two are equal). It is
// strong where many interleavings lead to the same states. It searches depth first and undoes a step that leads to a known state. It decides
// properties of states and steps. For races, which depend on the past of a run, the states include that past.
//
// Why this is exact: equal states have equal futures, so every possible step is taken once from its state, and an error belongs to the step that
// commits it. Steps that begin and end threads are taken with the step before (eager-steps.ts); if that turns out to be wrong, the search
// restarts. Runs are stopped at `maxSteps` only if the user gives it; a state is then explored again if it is reached in fewer steps.

import { findLiveRegisters } from "../../analysis/liveness.ts";
import { findIrrelevantObjects } from "../../analysis/reachable-functions.ts";
import { CanonicalState } from "../../execution/canonical-state.ts";
import type { Property } from "../../execution/errors.ts";
import { assumptionsOf } from "../../execution/freedoms.ts";
import { Guards } from "../../execution/guards.ts";
import { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { FunctionBody, Program } from "../../program/program.ts";
import type { Decision } from "../../reduction/search.ts";
import type { Scope } from "../../reports/report.ts";
import { type Unknown, unknownBecause } from "../../reports/unknown.ts";
import { LimitReached } from "../../support/limits.ts";
import { TableFull } from "../../support/vector-table.ts";
import { type EarlyEnds, endsOf, noteEnd, upTo } from "../early-ends.ts";
import { type EngineResult, type Finding, nothingCovered } from "../engine.ts";
import type { SearchTask } from "../parallel/search-task.ts";
import { Enumerator, successor } from "../search/decisions.ts";
import { reasonToStop } from "../search/sampling.ts";
import { WorkMeter } from "../search/work-meter.ts";
import { noteLost, noteViolations, spentAfter, whyOpen } from "../tally.ts";
import { EagerSteps, isJoin } from "./eager-steps.ts";

/** A state on the stack, and which of its steps have been taken. */
interface Node {
  /** Slot of the thread to take next, with these decisions. */
  next: number;
  decisions: readonly Decision[];
  /** Some thread could take a step. */
  moved: boolean;
  /** Slots of the threads whose steps led here from the node before. */
  readonly slots: readonly number[];
  /** Where the canonical state stood before them. */
  readonly mark: number;
}

/** Steps have more decisions than were known, or an assumption was wrong: the search must restart. */
class Restart extends Error {}

/** Share of the memory limit for the states; the rest is for the program and for Ravel. */
const stateShare = 0.8;

/** Whether a thread that waits for a lock may be cancelled while it waits, and so only while another thread holds the lock. */
const hasAsynchronousPoints = (program: Program): boolean =>
  program.functions.some((f) => f.library && f.name === "__rvl_asynchronous_point");

export class StateSearch {
  readonly machine: Machine;
  readonly found = new Map<Property, Finding>();
  #state: CanonicalState;
  readonly #oracle: Enumerator;
  readonly #nodes: Node[] = [];
  /** Fewest steps in which a state was reached; kept only if runs are bounded. */
  readonly #depths: Map<number, number> | null;
  #eager: EagerSteps | null;
  readonly #guards: Guards;
  #startChoices = 0;
  states = 0;
  /** Steps that led to a state seen before. */
  subsumed = 0;
  runs = 0;
  steps = 0;
  readonly #meter: WorkMeter;
  #bounded = false;
  #finished = false;
  #unwritten = 0;
  #cut: Unknown | null = null;
  readonly #ends: EarlyEnds = new Map();
  /** Continue after every property was violated. */
  exhaustive = false;
  /** Called at the end of every run. */
  onEnd: ((machine: Machine) => void) | null = null;
  /** Called when the search restarts: all runs will be reported again. */
  onRestart: (() => void) | null = null;

  constructor(readonly task: SearchTask) {
    this.machine = new Machine(task.program, { ...task.machine, undo: true, learnsChoices: true, forgetsOrder: true });
    this.#guards = new Guards(this.machine.threads);
    if (task.machine.freedoms.has("reuse")) this.#guards.isOff = true; // then a lock may be at the address of an earlier one
    this.machine.guards = this.#guards;
    this.#state = this.#newState();
    this.#oracle = new Enumerator(this.machine, task.inputs);
    this.#meter = new WorkMeter(this.machine, task.budget);
    this.#depths = task.maxSteps === null ? null : new Map();
    // Not if steps are counted, because eager steps change the count, nor if it matters which threads still run at the end.
    this.#eager =
      task.maxSteps === null && !task.machine.properties.has("leak")
        ? new EagerSteps(this.machine, !hasAsynchronousPoints(task.program))
        : null;
  }

  #newState(): CanonicalState {
    const { program, machine, budget, inputs } = this.task;
    const overflow = machine.properties.has("overflow");
    const findLive = machine.properties.has("leak") ? null : (body: FunctionBody) => findLiveRegisters(body, overflow);
    return new CanonicalState(
      this.machine,
      budget.megabytes * 2 ** 20 * stateShare,
      findLive,
      inputs !== null,
      findIrrelevantObjects(program),
    );
  }

  async run(): Promise<EngineResult> {
    // What other threads have done under a lock is visible in memory at the end of the process.
    if (this.onEnd !== null && this.#eager !== null) this.#eager = new EagerSteps(this.machine, false);
    try {
      await this.#explore();
    } catch (error) {
      if (error instanceof LimitReached) this.#cut = spentAfter(this.task.budget, `${this.states} states`);
      else if (!(error instanceof TableFull)) throw error;
      else this.#cut = unknownBecause({ kind: "too-many-states", states: this.states, megabytes: this.task.budget.megabytes });
    }
    return this.#result();
  }

  async #explore(): Promise<void> {
    try {
      for (let prelude: Decision[] | null = []; prelude !== null; ) {
        this.#oracle.begin(prelude);
        this.machine.start(this.#oracle);
        this.#startChoices = this.machine.choices.length;
        const begun = this.#oracle.taken;
        const goesOn = await this.#walk();
        if (goesOn) this.#checkAssumed();
        if (!goesOn) break;
        await this.#yieldAndTick();
        prelude = successor(begun);
        this.#finished = prelude === null;
      }
    } catch (error) {
      if (!(error instanceof Restart)) throw error;
      // What was found stands; what was covered does not.
      this.#restart();
      await this.#explore();
    }
  }

  /** An assumption was wrong: restarts with fewer assumptions. */
  #restart(): void {
    const eager = this.#eager;
    const isHopeless = eager?.isHopeless || (this.#guards.areShared && eager?.underLocks);
    if (eager !== null && !isHopeless) this.#eager = new EagerSteps(this.machine, eager.underLocks, eager.others);
    else this.#eager = eager?.underLocks ? new EagerSteps(this.machine, false) : null;
    this.#guards.isWrong = false;
    this.#state = this.#newState();
    this.states = this.subsumed = this.runs = this.steps = 0;
    this.onRestart?.();
  }

  /** Explores everything from the current state. Returns false if interrupted. */
  async #walk(): Promise<boolean> {
    const { machine } = this;
    this.#nodes.length = 0;
    this.#collect();
    if (machine.outcome !== null) return this.#finishRun();
    const slots: number[] = [];
    this.#eager?.take(slots, this.#oracle);
    if (!this.#isNew(this.#state.capture())) return true;
    this.#push(slots, this.#state.mark());
    for (let node = this.#nodes.at(-1); node !== undefined; node = this.#nodes.at(-1)) {
      const thread = machine.threads[node.next];
      if (thread === undefined) {
        if (!node.moved && !this.#concludeStuck()) return false;
        this.#pop(node);
        continue;
      }
      if (thread.status !== "running") {
        node.next++;
        continue;
      }
      const moved = this.#advance(node, thread);
      if (this.#meter.countStep()) await this.#yieldAndTick();
      if (!moved) continue;
      if (this.#done()) return false;
    }
    return true;
  }

  /** Takes the thread's step with the node's decisions, and enters the state after it if it is new. Returns false if the step is blocked. */
  #advance(node: Node, thread: Thread): boolean {
    const { machine } = this;
    const threads = machine.threads.length;
    const journal = machine.memory.mark();
    const joins = isJoin(thread);
    this.#oracle.begin(node.decisions);
    this.#eager?.begin(thread);
    const mayMove = thread.waiting === null || machine.isEnabled(thread);
    const moved = mayMove && machine.step(thread, this.#oracle, this.#eager?.footprint ?? null) !== null;
    this.#eager?.end(thread, moved, joins && machine.lastStep.mayBlock, moved && machine.threads.length > threads);
    const next = successor(this.#oracle.taken);
    if (next !== null) node.decisions = next;
    else {
      node.decisions = [];
      node.next++;
    }
    if (machine.addresses.takeGrown()) throw new Restart();
    if (!moved) {
      this.#noteLost();
      return false;
    }
    this.#meter.add(this.#state.pastSize >> 6);
    node.moved = true;
    this.steps++;
    if (machine.violations.length > 0 || machine.unwrittenRead !== 0) this.#collect(thread.index);
    if (machine.outcome !== null) {
      this.#finishRun();
      machine.undo();
      return true;
    }
    const slots = [thread.index];
    this.#eager?.take(slots, this.#oracle);
    this.steps += slots.length - 1;
    if (machine.unwrittenRead !== 0) this.#unwritten = machine.unwrittenRead;
    if (machine.addresses.takeGrown()) throw new Restart();
    const mark = this.#state.mark();
    const isNew = this.#isNew(this.#state.update(slots, journal, threads));
    if (isNew && !this.#isTooDeep()) this.#push(slots, mark);
    else this.#goBack(slots, mark);
    return true;
  }

  #goBack(slots: readonly number[], mark: number): void {
    this.#state.undoTo(mark);
    for (let n = slots.length; n > 0; n--) this.machine.undo();
  }

  #isTooDeep(): boolean {
    const { machine, task } = this;
    if (task.maxSteps === null || machine.depth < task.maxSteps || !machine.threads.some((t) => machine.isEnabled(t))) return false;
    this.#bounded = true;
    this.runs++;
    return true;
  }

  #push(slots: readonly number[], mark: number): void {
    this.#nodes.push({ next: 0, decisions: [], moved: false, slots, mark });
  }

  #pop(node: Node): void {
    this.#nodes.pop();
    this.#goBack(node.slots, node.mark);
  }

  /** Whether the state is to be explored. */
  #isNew(id: number): boolean {
    const isFirst = this.#state.table.mark(id);
    if (isFirst) this.states++;
    if (this.#depths !== null) {
      const { depth } = this.machine;
      const before = this.#depths.get(id) ?? Number.POSITIVE_INFINITY;
      if (depth < before) {
        this.#depths.set(id, depth);
        return true;
      }
    }
    if (!isFirst) this.subsumed++;
    return isFirst;
  }

  /** No thread can continue. Returns false if interrupted. */
  #concludeStuck(): boolean {
    this.machine.concludeStuck();
    this.#collect();
    return this.#finishRun() && !this.#done();
  }

  /** Called only at the end of runs, because the rest of a run may show further wrong assumptions. */
  #checkAssumed(): void {
    if ((this.#eager?.isWrong || this.#guards.isWrong) && !this.#done()) throw new Restart();
  }

  #finishRun(): boolean {
    const { machine, task } = this;
    this.#checkAssumed();
    this.runs++;
    noteEnd(this.#ends, machine);
    this.onEnd?.(machine);
    this.#cut ??= reasonToStop(machine, "ended", 0);
    if (task.maxRuns === null || this.runs < task.maxRuns) return true;
    this.#cut ??= unknownBecause({ kind: "run-limit", runs: this.runs, isSampled: false });
    return false;
  }

  #done(): boolean {
    return (
      (this.task.maxRuns !== null && this.runs >= this.task.maxRuns) || (!this.exhaustive && this.found.size >= this.task.properties.length)
    );
  }

  /** Throws `LimitReached`. */
  async #yieldAndTick(): Promise<void> {
    const { budget, progress } = this.task;
    await this.#meter.yieldToEventLoop(() => progress(`${this.states} states, ${this.steps} steps, depth ${this.#nodes.length}`));
    budget.tick();
  }

  /** Records new violations. `last`: the thread of the last step, which has no node yet. */
  #collect(last = -1): void {
    const { machine, task } = this;
    if (machine.unwrittenRead !== 0) this.#unwritten = machine.unwrittenRead;
    noteViolations(this.found, task, machine, this.#startChoices, () => [
      ...this.#nodes.flatMap((n) => n.slots),
      ...(last < 0 ? [] : [last]),
    ]);
  }

  #noteLost(): void {
    noteLost(this.found, this.task, this.machine, this.#startChoices, () => this.#nodes.flatMap((n) => n.slots));
  }

  #result(): EngineResult {
    const { task, found } = this;
    const open = task.properties.filter((p) => !found.has(p));
    const tally = { finished: this.#finished, cut: this.#cut, uncovered: this.#oracle.uncovered, unwritten: this.#unwritten };
    const cut = open.length === 0 ? null : whyOpen(tally, task);
    const assumptions = assumptionsOf(this.machine.met);
    const reached: Scope = {
      ...nothingCovered,
      complete: !this.#bounded && task.inputs === null && assumptions.length === 0,
      steps: this.#bounded ? task.maxSteps : null,
      inputs: task.inputs === null ? "all" : "given",
      assumptions,
    };
    const scope = upTo(reached, this.#ends.values());
    for (const property of open)
      found.set(property, cut === null ? { kind: "covered", scope } : { kind: "unknown", unknown: cut, scope: nothingCovered });
    return {
      findings: found,
      met: this.machine.met,
      ends: endsOf(this.#ends.values()),
      stats: { runs: this.runs, states: this.states, subsumed: this.subsumed, steps: this.steps },
      options: { strategy: "dfs", reduction: "states", ...(task.maxSteps === null ? {} : { maxSteps: task.maxSteps }) },
    };
  }
}
