// Tactics that share one thread, each with a fixed share of the work. In: the lanes, and the state after earlier turns. Out: the state after
// all lanes have ended.
//
// A tactic yields after a counted amount of work (Budget.yieldToEventLoop). Its lane's time then advances by the work over its share, and the
// lane with the least time runs next: fair queueing (Demers, Keshav, Shenker, SIGCOMM 1989), with counted work in place of packets. No clock
// decides which lane is next, so the same seed gives the same answer. A property that one lane decides is taken from the others. When a search
// is exhausted, lanes that could only repeat it are stopped.

import type { Property } from "../../execution/errors.ts";
import type { Budget } from "../../support/budget.ts";
import { decidedElsewhere } from "../../support/limits.ts";
import type { EngineResult, Finding } from "../engine.ts";
import type { ExploreOptions } from "../explore/explore.ts";
import { combine, isDecided } from "../findings.ts";
import { runWithFreedoms } from "../freedoms.ts";
import type { AutoTask } from "./options.ts";
import { freedomsFrom, hasSeenAll, type Tactic, type TurnState } from "./turns.ts";

export interface Lane {
  /** Shown in the progress. */
  readonly name: string;
  readonly tactic: Tactic;
  /** Share of the work, relative to those of the other lanes. */
  readonly share: number;
  /** The time (work over share) at which the lane starts. */
  readonly from: number;
  /** It continues even if a search is exhausted, for what that leaves open. */
  readonly always: boolean;
  /** Share of the memory. */
  readonly memory?: number;
  /** Its first work counts for a tenth, up to so much of it: what the tactic decides at all, it often decides at once. */
  readonly cheapWork?: number;
}

const cheapness = 10;

/** A lane with its budget and its result. */
class Worker {
  readonly budget: Budget;
  time: number;
  #cheapWork: number;
  /** `new`: not started. `waiting`: for the thread. `away`: other threads do its work. */
  status: "new" | "waiting" | "working" | "away" | "over" = "new";
  isStopped = false;
  resume: () => void = () => undefined;
  result: EngineResult | null = null;
  progress = "";

  constructor(
    readonly lane: Lane,
    readonly lanes: Lanes,
  ) {
    const { budget } = lanes.task;
    this.budget = budget.within(
      decidedElsewhere(() => this.isStopped || lanes.open.length === 0),
      { megabytes: Math.floor(budget.megabytes * (lane.memory ?? 1)), afterYield: (work) => lanes.charge(this, work) },
    );
    this.time = lane.from;
    this.#cheapWork = lane.cheapWork ?? 0;
  }

  advance(work: number): void {
    const cheap = Math.min(work, this.#cheapWork);
    this.#cheapWork -= cheap;
    this.time += (work - cheap + cheap / cheapness) / this.lane.share;
  }
}

class Lanes {
  readonly workers: readonly Worker[];
  readonly #decided = new Set<Property>();
  #done: () => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  isExhausted: boolean;

  constructor(
    readonly task: AutoTask,
    lanes: readonly Lane[],
    readonly begun: TurnState,
  ) {
    this.isExhausted = begun.isExhausted;
    for (const [p, f] of begun.result.findings) if (isDecided(f)) this.#decided.add(p);
    this.workers = lanes.map((lane) => new Worker(lane, this));
  }

  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
      this.#handOver();
    });
  }

  /** The properties that no engine has decided. */
  get open(): Property[] {
    return this.task.properties.filter((p) => !this.#decided.has(p) && !this.task.isDecided?.(p));
  }

  /** Returns when it is the lane's turn again. */
  async charge(worker: Worker, work: number): Promise<void> {
    worker.advance(work);
    if (worker.status === "working" && this.#next(worker) === worker) return;
    const isFree = worker.status === "working" || !this.workers.some((w) => w.status === "working");
    worker.status = "waiting";
    const turn = new Promise<void>((resolve) => {
      worker.resume = resolve;
    });
    if (isFree) this.#handOver();
    await turn;
  }

  /** The lane with the least time. A stopped lane comes first, because it only has to end. */
  #next(current: Worker | null): Worker | null {
    let next = current;
    for (const w of this.workers)
      if ((w.status === "waiting" || w.status === "new") && (next === null || timeOf(w) < timeOf(next))) next = w;
    return next;
  }

  #handOver(): void {
    const next = this.#next(null);
    if (next === null) {
      if (this.workers.every((w) => w.status === "over")) this.#done();
    } else if (next.status === "new") {
      next.status = "working";
      this.#start(next).then(
        () => {
          const isFree = next.status === "working" || !this.workers.some((w) => w.status === "working");
          next.status = "over";
          if (isFree) this.#handOver();
        },
        (error) => this.#fail(error),
      );
    } else {
      next.status = "working";
      next.resume();
    }
  }

  async #start(worker: Worker): Promise<void> {
    const { task, begun } = this;
    const { tactic, always } = worker.lane;
    const properties = this.open;
    if (worker.budget.isSpent || (this.isExhausted && !always)) return;
    const known = properties.map((p) => begun.result.findings.get(p));
    const atOnce = (tactic.atOnce ?? []).filter((f) => task.freedoms?.has(f));
    const machine = { ...task.machine, freedoms: new Set([...freedomsFrom(task, known), ...atOnce]) };
    const laneTask: AutoTask = {
      ...task,
      properties,
      machine,
      maxRuns: this.#runsFor(tactic),
      seed: task.seed + begun.turn + this.workers.indexOf(worker),
      budget: worker.budget,
      isDecided: (p) => this.#decided.has(p) || task.isDecided?.(p) === true,
      found: (p, f) => this.#found(p, f),
      progress: (text) => this.#showProgress(worker, text),
      options: { ...task.options, explore: this.#optionsFor(worker) },
    };
    const before = begun.byEngine.get(tactic.engine) ?? { findings: new Map(), stats: {}, options: {} };
    const result = await runWithFreedoms(laneTask, tactic.engine, tactic.again, (t) => tactic.run(t, before));
    worker.result = result;
    for (const [p, f] of result.findings) if (isDecided(f)) this.#found(p, f);
    if (tactic.isExhaustive && hasSeenAll(laneTask, result)) {
      this.isExhausted = true;
      for (const w of this.workers) w.isStopped ||= !w.lane.always;
    }
  }

  /** While other threads search for it, a lane leaves this one to the others. */
  #optionsFor(worker: Worker): ExploreOptions {
    const { explore } = this.task.options;
    const { pool } = explore;
    if (pool == null) return explore;
    return {
      ...explore,
      pool: (search) => {
        worker.status = "away";
        this.#handOver();
        return pool(search);
      },
    };
  }

  #found(property: Property, finding: Finding): void {
    if (isDecided(finding)) this.#decided.add(property);
    this.task.found?.(property, finding);
  }

  /** The lanes that execute runs share the remaining ones equally. */
  #runsFor(tactic: Tactic): number | null {
    const { left } = this.begun;
    const counting = this.workers.filter((w) => !w.lane.tactic.onlyIfBetter);
    return left === null || tactic.onlyIfBetter ? null : Math.max(1, Math.floor(left / counting.length));
  }

  #showProgress(worker: Worker, text: string): void {
    worker.progress = text;
    const shown = this.workers.filter((w) => w.progress !== "" && w.status !== "over");
    this.task.progress(shown.map((w) => (shown.length === 1 ? w.progress : `${w.lane.name}: ${w.progress}`)).join("; "));
  }
}

const timeOf = (w: Worker): number => (w.isStopped ? Number.NEGATIVE_INFINITY : w.time);

export async function runLanes(task: AutoTask, lanes: readonly Lane[], from: TurnState): Promise<TurnState> {
  const work = new Lanes(task, lanes, from);
  await work.run();
  let { result } = from;
  const byEngine = new Map(from.byEngine);
  let runs = 0;
  for (const { lane, result: next } of work.workers) {
    if (next === null) continue;
    const { tactic } = lane;
    runs += next.stats.runs ?? 0;
    result = combine(result, next, tactic.engine, tactic.onlyIfBetter);
    byEngine.set(
      tactic.engine,
      combine(byEngine.get(tactic.engine) ?? { findings: new Map(), stats: {}, options: {} }, next, tactic.engine, tactic.onlyIfBetter),
    );
  }
  return {
    result: { ...result, options: { ...result.options, seed: task.seed } },
    byEngine,
    left: from.left === null ? null : from.left - runs,
    isExhausted: work.isExhausted,
    turn: from.turn + lanes.length,
  };
}
