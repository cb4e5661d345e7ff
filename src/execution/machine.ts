// The reference executor: the state of a running program and its steps.
//
// A step is one operation that another thread may notice, with the local computation up to the thread's next such operation;
// every running thread stands at one. `step` executes one, `undo` undoes the last one, `isEnabled` tells whether a thread could
// take one. The driver (scheduling/) only chooses; what is decided inside a step (which waiter, an input) is asked of the oracle. An
// atomic section is one step, tried as a whole: if a blocking condition in it is false, everything is undone and the thread waits at
// its beginning.
//
// The state is that of `RunState`; the step being executed is a `StepContext`. The parts that the code of a step calls are fields:
// accesses, lifetimes, calls, synchronisation, queries, lifecycle, variables, environment, failures. Each gets only what it needs: mostly state and context.

import type { Program } from "../program/program.ts";
import { RavelError } from "../support/diagnostics.ts";
import { Accesses } from "./accesses.ts";
import { Addresses, Contradiction } from "./addresses.ts";
import { BlockLog } from "./block-log.ts";
import { Calls } from "./calls.ts";
import type { CodeParts } from "./compile/function.ts";
import { Signal } from "./compile/signal.ts";
import type { MachineOptions, Oracle, Recorder } from "./contract.ts";
import { mayBeLost } from "./deadlocks.ts";
import type { DecisionVector } from "./decision-vectors.ts";
import { Environment } from "./environment.ts";
import { Unmodelled } from "./errors.ts";
import { Failures } from "./failures.ts";
import { Fault } from "./fault.ts";
import type { Footprint } from "./footprint.ts";
import { ForgottenPlaces } from "./forgotten-places.ts";
import { FutileWakes } from "./futile-wakes.ts";
import { History, type HistoryEntry } from "./history.ts";
import { InputValues } from "./input-values.ts";
import { noteUntracked } from "./leaks.ts";
import { MadeAddresses } from "./made-addresses.ts";
import { ObjectLifetimes } from "./object-lifetimes.ts";
import { OracleQueries } from "./oracle-queries.ts";
import { locate, loopPosition, userPosition } from "./positions.ts";
import { Probes } from "./probes.ts";
import { RaceDetector } from "./races.ts";
import { RunState } from "./run-state.ts";
import { mayBlock } from "./sections.ts";
import { Spinning } from "./spinning.ts";
import { StepContext, type StepResult } from "./step-context.ts";
import { concludeStuck, noteLost } from "./stuck.ts";
import { Synchronisation } from "./synchronisation.ts";
import type { Thread } from "./thread.ts";
import { ThreadLifecycle } from "./thread-lifecycle.ts";
import { Variables } from "./variables.ts";
import { endingBy } from "./violations.ts";

export type { InputRecord, MachineOptions, Oracle, Outcome, OutputRecord, Recorder } from "./contract.ts";

/** How often a random oracle is asked again after a false condition, if there are too many decisions to try them all. */
const attemptsByChance = 16;
/** Operations after which a long step checks the limits. */
const operationsPerLook = 1 << 18;

export class Machine extends RunState {
  /** The step that is being executed, or the last one. */
  readonly context: StepContext;
  readonly races: RaceDetector | null;
  readonly queries: OracleQueries;
  readonly environment: Environment;
  readonly addresses: Addresses;
  readonly forgottenPlaces: ForgottenPlaces | null;
  readonly madeAddresses: MadeAddresses | null;
  readonly inputValues: InputValues;
  readonly accesses: Accesses;
  readonly lifetimes: ObjectLifetimes;
  readonly variables: Variables;
  readonly calls: Calls;
  readonly synchronisation: Synchronisation;
  readonly lifecycle: ThreadLifecycle;
  readonly failures: Failures;
  readonly history: History;
  readonly probes: Probes;
  readonly spinning: Spinning | null;
  readonly futileWakes: FutileWakes | null;
  operationsExecuted = 0;
  /** What the step may still execute after `fuel`. */
  #reserve = 0;
  // Options that every step reads, as fields: `options` may be a copy of any shape, which V8 cannot optimise.
  readonly #fuel: number;
  readonly #undoes: boolean;
  readonly #stepsPerThread: number;

  constructor(program: Program, options: MachineOptions) {
    super(program, options);
    this.context = new StepContext(options.notesBlocks ? new BlockLog() : null);
    const { context, memory } = this;
    this.races = options.properties.has("race") ? new RaceDetector(this, (t, k) => userPosition(this, t, k)) : null;
    this.queries = new OracleQueries(this, context);
    this.madeAddresses = options.tracksHeap ? new MadeAddresses(this, context) : null;
    this.environment = new Environment(this, context, this.madeAddresses, () => this.futileWakes?.isMuted ?? false);
    this.addresses = new Addresses(this, context, this.queries, this.environment);
    this.forgottenPlaces = options.forgetsOrder ? new ForgottenPlaces(this, this.addresses) : null;
    this.inputValues = new InputValues(this, context);
    this.accesses = new Accesses(this, context, this);
    this.lifetimes = new ObjectLifetimes(this, context, this.addresses, this.forgottenPlaces, this.races);
    this.variables = new Variables(program, memory);
    this.calls = new Calls(this, context, () => this.#codeParts());
    this.synchronisation = new Synchronisation(this, context, this.races);
    this.lifecycle = new ThreadLifecycle(this, context, this.calls, this.variables, this.races);
    this.failures = new Failures(this, context, this.environment);
    this.history = new History(this);
    this.spinning = options.spins === undefined ? null : new Spinning(this, this.queries, this.races !== null, options.spins);
    this.futileWakes = options.skipsFutileWakes ? new FutileWakes(this) : null;
    this.probes = new Probes(this);
    this.#fuel = options.fuel;
    this.#undoes = options.undo;
    this.#stepsPerThread = options.stepsPerThread ?? Number.POSITIVE_INFINITY;
    memory.describePosition = (at) => {
      const p = program.positions[at];
      return p === undefined ? "?" : `${p.file}:${p.line}`;
    };
    memory.onBegin = (o) => {
      const { footprint } = context;
      if (footprint === null || o.kind === "internal") return; // the library never guesses addresses
      footprint.add(o.address, Math.max(o.size, 1), true);
      footprint.begins = true;
    };
    memory.onEnd = (o) => {
      context.footprint?.add(o.address, Math.max(o.size, 1), true);
      this.addresses.freed(o);
      if (!context.probing) this.version++;
    };
  }

  #codeParts(): CodeParts {
    return {
      M: this.context,
      A: this.accesses,
      B: this.lifetimes,
      C: this.calls,
      E: this.environment,
      W: this.failures,
      L: this.lifecycle,
      O: this.queries,
      P: this.addresses,
      H: this.madeAddresses,
      S: this.synchronisation,
      V: this.variables,
      mem: this.memory,
    };
  }

  /** Puts the program at its start: globals in place, main before its first step. */
  start(oracle: Oracle, fill = this.options.fill, freedoms = this.options.freedoms): void {
    this.clear(fill, freedoms);
    this.races?.reset();
    this.history.clear();
    this.variables.placeGlobals();
    this.queries.setOracle(oracle);
    const main = this.lifecycle.create([], this.program.entry, 0, 0, null, 0);
    main.label = "main";
    this.addresses.start();
    this.beginStep();
    this.context.go = 0;
    this.context.footprint = null;
    this.#settle(main, null);
  }

  /** Watches accesses and events as steps commit them. */
  set recorder(recorder: Recorder | null) {
    this.context.recorder = recorder;
  }

  /** What the last step did, even if it was blocked. */
  get lastStep(): StepResult {
    return this.context;
  }

  // ---- questions between steps

  threadNamed(name: string): Thread {
    for (const t of this.threads) if (t.name === name) return t;
    throw new Error(`there is no thread ${name}`);
  }

  /** Neither ended nor stopped nor spinning; perhaps blocked. A spinning thread may continue once shared memory has changed. */
  mayRun(t: Thread): boolean {
    if (t.status === "spinning" && this.options.spins?.mode === "wait" && t.spinningSince !== this.version) t.status = "running";
    return t.status === "running";
  }

  /** Could the thread's next step be executed now? */
  isEnabled(t: Thread): boolean {
    if (t.status !== "running" || this.outcome !== null) return false;
    if (t.pendingFault !== null || !this.#atSection(t) || !this.#mayBlockAt(t)) return true;
    return t.blockedAt !== this.version && this.probes.canPass(t);
  }

  /** Must the thread wait now? Also asked of a run that has ended. */
  isHeldUp(t: Thread): boolean {
    return t.status === "running" && t.pendingFault === null && this.#atSection(t) && this.#mayBlockAt(t) && !this.probes.canProceed(t);
  }

  /** Could the thread's next step be executed now without a spurious event? */
  canProceed(t: Thread): boolean {
    return this.isEnabled(t) && !this.isHeldUp(t);
  }

  /** Does its next step end the process, wherever the others are: exit, or main's return? */
  endsProcess(t: Thread): boolean {
    return t.pendingFault === null && t.pendingOperation === "process-end";
  }

  /** Has it come back to where it was (spinning.ts), with shared memory unchanged since? */
  isIdle(t: Thread): boolean {
    return t.spinningSince === this.version;
  }

  #atSection(t: Thread): boolean {
    return t.fn.isSection[t.pc] as boolean;
  }

  #mayBlockAt(t: Thread): boolean {
    let blocks = t.fn.blocksAt[t.pc];
    if (blocks === undefined) {
      blocks = mayBlock(this.program, t.fn.body, t.fn.operationAt[t.pc] ?? -1);
      t.fn.blocksAt[t.pc] = blocks;
    }
    return blocks;
  }

  /** To be called when no thread is enabled: sets the outcome. */
  concludeStuck(): void {
    concludeStuck(this);
  }

  /** Notes threads that wait forever while others continue: a violation, but not the end of the run. `blocked`: the thread just found to wait. */
  noteLost(blocked: Thread | null = null): void {
    if (blocked === null || mayBeLost(this, blocked)) noteLost(this);
  }

  // ---- stepping

  /**
   * Executes one step of an enabled thread; its shared accesses are added to `footprint`. Null: a blocking condition was false after all
   * choices; the state is unchanged. Afterwards `outcome` may be set.
   */
  step(t: Thread, oracle: Oracle, footprint: Footprint | null = null): StepResult | null {
    if (t.blockedAt === this.version) return null; // nothing has changed since it was blocked
    const { context } = this;
    context.footprint = footprint;
    const hasMoved = this.#step(t, oracle, footprint);
    context.footprint = null;
    return hasMoved ? context : null;
  }

  #step(t: Thread, oracle: Oracle, footprint: Footprint | null): boolean {
    const { history, queries, futileWakes } = this;
    const isWait = futileWakes?.consider(t) ?? false; // taking the mutex again disturbs no thread, and its footprint contains more than it touches
    const { locks } = t;
    const section = t.pendingFault === null && this.#atSection(t);
    queries.setOracle(oracle);
    this.beginStep();
    const before = section || this.#undoes ? history.begin(t) : null;
    this.spinning?.before(t);
    let done = this.#attempt(t);
    if (!done) {
      const entry = before as HistoryEntry;
      const isOpen = queries.count > 0;
      this.context.blocks?.setAside();
      history.restore(entry);
      if (isOpen && oracle.isExact !== true) done = this.#attemptOtherwise(t, oracle, entry);
      if (!done) {
        history.drop(entry);
        if (!isOpen || oracle.isExact !== true) t.blockedAt = this.version;
        return false;
      }
    }
    history.commit(t);
    t.probed = null;
    if (isWait && queries.isVoluntary) futileWakes?.count(t);
    t.judged = null;
    if (futileWakes !== null && !isWait && footprint !== null) futileWakes.watch(t, locks, footprint);
    this.stepCount++;
    t.steps++;
    if (t.status === "running" && this.outcome === null) {
      this.spinning?.after(t);
      if (t.steps >= this.#stepsPerThread && t.status === "running") t.status = "cut";
    } else this.spinning?.end(t);
    return true;
  }

  /** Undoes the last step. */
  undo(): void {
    if (this.history.depth === 0) throw new Error("nothing to undo");
    this.version++;
    this.stepCount--;
    this.history.undo();
  }

  /** Number of steps that can be undone. */
  get depth(): number {
    return this.history.depth;
  }

  /** The oracle's decisions led to a false condition: picks among those that do not. Returns false if there are none; the state is then unchanged. */
  #attemptOtherwise(t: Thread, oracle: Oracle, before: HistoryEntry): boolean {
    const { history, queries, probes } = this;
    const again = (by: Oracle): boolean => {
      queries.oracle = by;
      this.beginStep();
      history.resume(t, before);
      if (this.#attempt(t)) return true;
      history.restore(before);
      return false;
    };
    const possible = probes.findCompletions(t, Number.POSITIVE_INFINITY);
    if (possible.length > 0) {
      const chosen = possible[possible.length === 1 ? 0 : oracle.choose(possible.length, "alternative", t.index)] as DecisionVector;
      probes.vectors.begin(chosen);
      return again(probes.vectors);
    }
    const { waiting } = t;
    if (oracle.isRandom && probes.vectors.untried !== null) for (let i = 0; i < attemptsByChance; i++) if (again(oracle)) return true;
    t.waiting = waiting;
    return false;
  }

  beginStep(): void {
    const { context } = this;
    context.go = 1;
    context.fuel = Math.min(this.#fuel, operationsPerLook);
    this.#reserve = this.#fuel - context.fuel;
    this.queries.begin();
    this.synchronisation.reset();
    this.synchronisation.announces = false;
    context.mayBlock = false;
    context.operation = -1;
    context.function = null;
    context.isLocal = false;
    if (context.started.length > 0) context.started.length = 0;
    context.blocks?.clear();
  }

  /** Runs the thread's step and then the beginnings of the threads it started. False: blocked. */
  #attempt(t: Thread): boolean {
    t.waiting = null;
    if (this.#settle(t, t.pendingFault) === Signal.Blocked) return false;
    const { started } = this.context;
    if (started.length === 0) return true;
    for (let child = started.shift(); child !== undefined && this.outcome === null; child = started.shift()) {
      // A thread begins in the library, which reads its control block: that belongs to the creation.
      this.context.go = 1;
      this.#settle(child, null);
    }
    return true;
  }

  /** Runs the thread until it needs to be granted a step, waits or ends. */
  proceed(t: Thread): Signal {
    for (;;) {
      const signal = t.fn.run(t) as Signal;
      if (signal !== Signal.Continue && !(signal === Signal.Fuel && this.#refuel())) return signal;
    }
  }

  /** Grants the step its next portion of operations. Returns false if none is left. */
  #refuel(): boolean {
    if (this.#reserve <= 0) return false;
    this.tick();
    const portion = Math.min(this.#reserve, operationsPerLook);
    this.#reserve -= portion;
    this.context.fuel += portion;
    return true;
  }

  /** Runs the thread, or raises its pending fault, and turns the signal or the error into a status or an outcome. */
  #settle(t: Thread, pending: Thread["pendingFault"]): Signal {
    const { context } = this;
    let signal = Signal.Continue;
    try {
      if (pending !== null) {
        t.pendingFault = null;
        context.at = pending.at;
        context.stepAt(t, pending.at);
        throw pending.error;
      }
      signal = this.proceed(t);
      switch (signal) {
        case Signal.AssumeBlocked:
          t.status = "assume-blocked";
          break;
        case Signal.Finished:
          t.status = "finished";
          break;
        case Signal.Fuel:
          this.outcome = {
            kind: "stopped",
            by: { kind: "long-step" },
            reason: `a step of thread ${t.index} ran for more than ${this.options.fuel} operations`,
            location: locate(this, loopPosition(this, t)),
          };
          break;
        default:
          break;
      }
    } catch (error) {
      if (error instanceof Contradiction) {
        signal = this.abandon(t);
        if (signal === Signal.AssumeBlocked) t.status = "assume-blocked";
      } else if (!(error instanceof Fault || error instanceof Unmodelled || error instanceof RavelError)) throw error;
      else if (context.go === 0 && !(error instanceof RavelError)) t.pendingFault = { error, at: context.at };
      else {
        // The step has read whether the object lives.
        if (error instanceof Fault && error.dead !== null) context.footprint?.add(error.dead.address, Math.max(error.dead.size, 1), false);
        this.outcome = endingBy(this, t, context.at, error);
        noteUntracked(this, t, true);
      }
    }
    if (t.userSection && signal !== Signal.Blocked) this.synchronisation.closeSection(t);
    this.operationsExecuted += this.#fuel - this.#reserve - context.fuel;
    return signal;
  }

  /** The choices contradict each other: the thread stops as if at a false assumption. */
  abandon(t: Thread): Signal {
    this.context.mayBlock = true;
    return this.synchronisation.assumptionFails(t, this.context.at);
  }
}
