// Walks the tree of interleavings by undo, under a reduction (reduction/): a node is a state, a branch is a thread's step with
// the decisions open inside it (choices, inputs of few bits). Nothing is executed twice: going back costs the suffix.

import type { Property } from "../execution/errors.ts";
import { Footprint } from "../execution/footprint.ts";
import { Machine, type Oracle } from "../execution/machine.ts";
import { EventIndex } from "../reduction/event-index.ts";
import type { Decision, Event, Reduction, Search, SearchNode, ThreadName } from "../reduction/search.ts";
import type { Scope, Unknown } from "../reports/report.ts";
import type { Schedule } from "../witness/schedule.ts";
import { type EngineResult, type EngineTask, type Finding, nothingCovered } from "./engine.ts";
import { reasonToStop } from "./sampling.ts";

const defaultSteps = 10_000;
/** Inputs up to this width are enumerated; wider ones need --input. */
const enumeratedBits = 8;

/** Takes given decisions first, then the first alternative of each. */
class Enumerator implements Oracle {
  taken: Decision[] = [];
  #prefix: readonly Decision[] = [];
  /** An input was met whose values are too many. */
  uncovered: string | null = null;

  constructor(
    readonly machine: Machine,
    readonly inputs: readonly bigint[] | null,
  ) {}

  begin(prefix: readonly Decision[]): void {
    this.taken = [];
    this.#prefix = prefix;
  }

  #decide(count: number): number {
    const value = this.#prefix[this.taken.length]?.value ?? 0;
    this.taken.push({ value, count });
    return value;
  }

  choose(count: number): number {
    return this.#decide(count);
  }

  input(bits: number, what: string): bigint {
    const given = this.inputs?.[this.machine.inputs.length];
    if (given !== undefined) return given;
    if (bits <= enumeratedBits) return BigInt(this.#decide(2 ** bits));
    this.uncovered ??= what;
    return 0n;
  }
}

/** The next vector of decisions in order, or null. */
function successor(taken: readonly Decision[]): Decision[] | null {
  let last = taken.length - 1;
  while (last >= 0 && (taken[last] as Decision).value + 1 >= (taken[last] as Decision).count) last--;
  if (last < 0) return null;
  const next = taken.slice(0, last + 1).map((d) => ({ ...d }));
  (next[last] as Decision).value++;
  return next;
}

export class DepthFirst implements Search {
  readonly machine: Machine;
  readonly nodes: SearchNode[] = [];
  readonly index = new EventIndex();
  readonly found = new Map<Property, Finding>();
  readonly #oracle: Enumerator;
  readonly #maxSteps: number;
  #startChoices = 0;
  runs = 0;
  /** Runs given up because every thread that could go on was asleep: seen before. */
  asleep = 0;
  steps = 0;
  #bounded = false;
  #unwritten = 0;
  #cut: Unknown | null = null;
  /** Go on after every property was violated. */
  exhaustive = false;
  /** Called at the end of every complete run. */
  onEnd: ((machine: Machine) => void) | null = null;

  constructor(
    readonly task: EngineTask,
    readonly reduction: Reduction,
  ) {
    this.machine = new Machine(task.program, { ...task.machine, undo: true });
    this.#oracle = new Enumerator(this.machine, task.inputs);
    this.#maxSteps = task.maxSteps ?? defaultSteps;
  }

  async run(): Promise<EngineResult> {
    for (let prelude: Decision[] | null = []; prelude !== null && this.#cut?.code !== "RVL301"; ) {
      this.#oracle.begin(prelude);
      this.machine.start(this.#oracle);
      this.#startChoices = this.machine.choices.length;
      const begun = this.#oracle.taken;
      if (!(await this.#walk())) break;
      prelude = successor(begun);
    }
    return this.#result();
  }

  /** Explores everything from the present state. False: told to stop. */
  async #walk(): Promise<boolean> {
    this.nodes.length = 0;
    this.index.clear();
    this.#enter(new Map());
    if (this.#isLeaf()) return this.#finishRun(); // the program ended, or could not be followed, before its first step
    while (this.nodes.length > 0) {
      const node = this.nodes[this.nodes.length - 1] as SearchNode;
      const thread = node.current ?? this.#nextThread(node);
      if (thread === null) {
        this.nodes.pop();
        if (this.index.pop() !== undefined) this.machine.undo();
        continue;
      }
      if (!this.#advance(node, thread)) continue;
      if ((this.steps & 0x3ff) === 0 && !(await this.#mayGoOn())) return false;
      if (this.#isLeaf() && !(await this.#finishRun())) return false;
    }
    return true;
  }

  #nextThread(node: SearchNode): ThreadName | null {
    for (const t of node.backtrack) {
      if (node.done.has(t) || node.sleep.has(t)) continue;
      node.current = t;
      node.decisions = [];
      node.touched = new Footprint();
      return t;
    }
    return null;
  }

  /** Executes the thread's step with the node's decisions and enters the state behind it. False: these decisions block. */
  #advance(node: SearchNode, thread: ThreadName): boolean {
    const { machine } = this;
    const footprint = new Footprint();
    machine.footprint = footprint;
    const threads = machine.threads.length;
    this.#oracle.begin(node.decisions);
    const runner = machine.threadNamed(thread);
    const moved = machine.step(runner, this.#oracle);
    machine.footprint = null;
    const taken = this.#oracle.taken;
    footprint.everything = machine.outcome !== null;
    node.touched?.include(footprint);
    const next = successor(taken);
    if (next !== null) node.decisions = next;
    else {
      node.done.add(thread);
      if (this.reduction.sleeps) node.sleep.set(thread, node.touched as Footprint);
      node.current = null;
    }
    if (!moved) return false;
    this.steps++;
    const event: Event = {
      index: this.nodes.length - 1,
      thread,
      decisions: taken,
      footprint,
      mayBlock: machine.mayBlock,
      slot: runner.index, created: machine.threads.slice(threads).map((t) => t.name),
      clock: [],
    };
    const sleep = new Map<ThreadName, Footprint>();
    for (const [t, f] of node.sleep) if (t !== thread && !f.conflicts(footprint)) sleep.set(t, f);
    this.index.push(event);
    this.#enter(sleep);
    this.reduction.executed(this, event);
    return true;
  }

  redo(event: Event): void {
    this.#oracle.begin(event.decisions);
    if (!this.machine.step(this.machine.threadNamed(event.thread), this.#oracle)) throw new Error("a step that was executed is blocked when redone");
  }

  #enter(sleep: Map<ThreadName, Footprint>): void {
    const { machine } = this;
    const enabled = machine.outcome === null ? machine.threads.filter((t) => machine.isEnabled(t)).map((t) => t.name) : [];
    this.nodes.push({ enabled, backtrack: new Set(), done: new Set(), sleep, current: null, decisions: [], touched: null });
    this.reduction.enter(this);
    this.#collect();
  }

  #isLeaf(): boolean {
    const node = this.nodes[this.nodes.length - 1] as SearchNode;
    return (
      this.machine.outcome !== null ||
      node.enabled.length === 0 ||
      this.nodes.length > this.#maxSteps ||
      node.enabled.every((t) => node.sleep.has(t))
    );
  }

  /** The run ends at the last node. False: told to stop. */
  async #finishRun(): Promise<boolean> {
    const { machine, task } = this;
    const node = this.nodes[this.nodes.length - 1] as SearchNode;
    if (machine.outcome === null && node.enabled.length > 0 && node.enabled.every((t) => node.sleep.has(t))) this.asleep++;
    else {
      this.runs++;
      if (machine.outcome === null && node.enabled.length === 0) {
        machine.concludeStuck();
        this.#collect();
      }
      if (machine.outcome === null) this.#bounded = true;
      else {
        this.onEnd?.(machine);
        this.reduction.ended(this, this.#waiting());
      }
      this.#cut ??= reasonToStop(machine, "ended", this.#maxSteps);
    }
    for (const t of node.enabled) node.done.add(t);
    if (task.maxRuns !== null && this.runs >= task.maxRuns) {
      this.#cut ??= { code: "RVL304", reason: `${this.runs} runs found no violation; others may`, hint: "raise --max-runs" };
      return false;
    }
    if (!(await this.#mayGoOn())) return false;
    return this.exhaustive || this.found.size < task.properties.length;
  }

  async #mayGoOn(): Promise<boolean> {
    const { budget, progress } = this.task;
    await budget.breathe(() => progress(`${this.runs} runs, ${this.steps} steps, depth ${this.nodes.length}`));
    if (!budget.spent) return true;
    const { code, text, hint } = budget.reason;
    this.#cut = { code, reason: `${text} after ${this.runs} runs without a violation`, hint };
    return false;
  }

  /** The steps that running threads could not take when the run ended. */
  #waiting(): Event[] {
    const { machine } = this;
    if (!this.reduction.sleeps) return [];
    const last = this.index.events[this.index.events.length - 1];
    // Where a step ended the process, the threads that could have gone instead are explored anyway.
    const explored = last?.footprint.everything ? (this.nodes[this.nodes.length - 2] as SearchNode).enabled : [];
    const waiting = machine.threads.filter(
      (t) => t.status === "running" && t.pendingFault === null && machine.pending(t)?.op === "atomic-begin" && !explored.includes(t.name),
    );
    return waiting.map((t) => ({
      index: this.nodes.length - 1,
      thread: t.name,
      slot: t.index,
      decisions: [],
      footprint: machine.waitingFootprint(t),
      mayBlock: true,
      created: [],
      clock: [],
    }));
  }

  #collect(): void {
    const { machine, task } = this;
    if (machine.unwrittenRead !== 0) this.#unwritten = machine.unwrittenRead;
    for (const v of machine.violations)
      if (task.properties.includes(v.property) && !this.found.has(v.property))
        this.found.set(v.property, { kind: "candidate", schedule: this.#schedule() });
  }

  #schedule(): Schedule {
    const { machine } = this;
    const steps = this.index.events.map((e, i) => ({ thread: e.slot, choices: machine.choicesOf(i) }));
    return {
      steps,
      inputs: machine.inputs.map((i) => i.value),
      prelude: machine.choices.slice(0, this.#startChoices),
      fill: machine.memory.fill,
    };
  }

  #result(): EngineResult {
    const { task, found } = this;
    let cut = this.#cut;
    if (this.#oracle.uncovered !== null)
      cut ??= {
        code: "RVL307",
        reason: `not all values of ${this.#oracle.uncovered} were tried`,
        hint: "fix the inputs with --input, or use an engine that treats them symbolically",
      };
    if (this.#unwritten !== 0)
      cut ??= {
        code: "RVL308",
        reason: `memory is read that was never written (${this.#place(this.#unwritten)}): its value is arbitrary, and only one was tried`,
        hint: "check with --property uninit",
      };
    const scope: Scope = {
      ...nothingCovered,
      complete: !this.#bounded && task.inputs === null,
      steps: this.#bounded ? this.#maxSteps : null,
      inputs: task.inputs === null ? "all" : "given",
    };
    for (const property of task.properties) {
      if (found.has(property)) continue;
      found.set(property, cut === null ? { kind: "covered", scope } : { kind: "unknown", unknown: cut, scope: nothingCovered });
    }
    return {
      findings: found,
      stats: { runs: this.runs, partialRuns: this.asleep, steps: this.steps },
      options: { strategy: "dfs", reduction: this.reduction.name, maxSteps: this.#maxSteps },
    };
  }

  #place(position: number): string {
    const p = this.task.program.positions[position];
    return p === undefined ? "?" : `${p.file}:${p.line}`;
  }
}
