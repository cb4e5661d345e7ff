// The reference executor: the state of a running program and its steps.
//
// A step is one operation another thread may notice, with all the local computing up to the thread's next such operation;
// every running thread stands at one. `step` executes one, `undo` takes the last one back, `isEnabled` asks whether it could
// go on. Whoever drives the machine (scheduling/) only chooses; whatever is decided inside a step (which waiter, an input)
// is asked of the oracle. An atomic section is one step, tried as a whole: if a blocking condition in it is false, everything
// is taken back and the thread waits at its beginning.
//
// Here are the state and the step. The parts that the code of a step calls are fields: accesses, calls, synchronisation, asking, life,
// variables, environment (compile/function.ts has their letters); so are the history of steps and the probes.

import type { ErrorKind, Operation, Terminator } from "../program/operations.ts";
import type { Program } from "../program/program.ts";
import { RavelError } from "../support/diagnostics.ts";
import { Accesses } from "./accesses.ts";
import { Addresses, Contradiction } from "./addresses.ts";
import { Asking } from "./asking.ts";
import { Calls } from "./calls.ts";
import type { CompiledFunction } from "./compile/compiled-function.ts";
import { Signal } from "./compile/signal.ts";
import type { InputRecord, MachineOptions, Oracle, Outcome, OutputRecord, Recorder } from "./contract.ts";
import { mayBeLost } from "./deadlocks.ts";
import type { DecisionVector } from "./decision-vectors.ts";
import { Environment } from "./environment.ts";
import { Unmodelled, type Violation } from "./errors.ts";
import { Fault } from "./fault.ts";
import type { Footprint } from "./footprint.ts";
import { ForgottenPlaces } from "./forgotten-places.ts";
import type { Freedom } from "./freedoms.ts";
import { FutileWakes } from "./futile-wakes.ts";
import type { Guards } from "./guards.ts";
import { History, type HistoryEntry } from "./history.ts";
import { InputValues } from "./input-values.ts";
import { Life } from "./life.ts";
import { Memory } from "./memory.ts";
import type { MemoryObject } from "./memory-object.ts";
import { locate, loopPosition, userPosition } from "./positions.ts";
import { Probes } from "./probes.ts";
import { RaceDetector } from "./races.ts";
import { mayBlock } from "./sections.ts";
import { Spinning } from "./spinning.ts";
import { concludeStuck, noteLost } from "./standstill.ts";
import { Synchronisation } from "./synchronisation.ts";
import type { Thread } from "./thread.ts";
import { Variables } from "./variables.ts";
import { endingBy, faultTexts, noteOverflow } from "./violations.ts";

export type { InputRecord, MachineOptions, Oracle, Outcome, OutputRecord, Recorder } from "./contract.ts";

/** How often chance decides anew where it ran into a false condition, and there are too many ways to look for one that does not. */
const attemptsByChance = 16;
/** Operations after which a step that is still going asks whether it may. */
const operationsPerLook = 1 << 18;

export class Machine {
  readonly memory: Memory;
  readonly accesses: Accesses;
  readonly environment: Environment;
  readonly races: RaceDetector | null;
  /** Of a search that compares states. */
  guards: Guards | null = null;
  readonly spinning: Spinning | null;
  readonly futileWakes: FutileWakes | null;
  readonly code: (CompiledFunction | undefined)[] = [];
  readonly variables: Variables;
  readonly calls: Calls;
  readonly synchronisation: Synchronisation;
  readonly asking: Asking;
  readonly addresses: Addresses;
  readonly forgottenPlaces: ForgottenPlaces | null;
  readonly life: Life;
  readonly history: History;
  readonly probes: Probes;
  readonly inputValues: InputValues;

  readonly threads: Thread[] = [];
  outcome: Outcome | null = null;
  readonly violations: Violation[] = [];
  readonly outputs: OutputRecord[] = [];
  readonly inputs: InputRecord[] = [];
  /** Choices taken inside steps, in order. */
  readonly choices: number[] = [];
  readonly heap: MemoryObject[] = [];
  stepCount = 0;
  sharedAccesses = 0;
  /** Grows with every change another thread may notice. */
  version = 0;
  /** Position of the first read of memory nobody had written: 0 if none. */
  unwrittenRead = 0;
  /** The function called last that is defined nowhere: the run goes on as if it had no effect. Not taken back by undo. */
  unknownCall: string | null = null;
  /** What the environment may do in the present run … */
  freedoms: ReadonlySet<Freedom>;
  /** … and what the program met in any run while it was off. */
  readonly met = new Set<Freedom>();
  /** Where wake-ups may be spurious, those that are not order all the same: to see whether a race needs that they do not. */
  wakesOrder = false;
  recorder: Recorder | null = null;
  /** Collects the shared accesses of the step, for reductions. */
  footprint: Footprint | null = null;
  operationsExecuted = 0;

  // Registers of the executing step, shared with generated code.
  go = 0;
  fuel = 0;
  at = 0;
  probing = false;
  /** The step met a blocking condition (or an assumption): it may be disabled elsewhere. */
  mayBlock = false;
  /** Operation the current step stands for (the first it executed), with its function. */
  stepOperation = -1;
  stepFunction: CompiledFunction | null = null;
  /** Threads it has started that have yet to begin. */
  readonly started: Thread[] = [];
  /** What the step may still execute after `fuel`. */
  #reserve = 0;
  // Options that steps look at: the object they come in may be a copy, whose shape V8 does not know beforehand.
  readonly #fuel: number;
  readonly #undoes: boolean;
  readonly #stepsPerThread: number;

  constructor(
    readonly program: Program,
    readonly options: MachineOptions,
  ) {
    this.memory = new Memory(program.dataModel, options.memory);
    this.accesses = new Accesses(this);
    this.environment = new Environment(this);
    this.races = options.properties.has("race") ? new RaceDetector(this.memory, (t, k) => userPosition(this, t, k)) : null;
    this.spinning = options.spins === undefined ? null : new Spinning(this, options.spins);
    this.futileWakes = options.skipsFutileWakes ? new FutileWakes(this) : null;
    this.variables = new Variables(program, this.memory);
    this.calls = new Calls(this);
    this.synchronisation = new Synchronisation(this);
    this.asking = new Asking(this);
    this.addresses = new Addresses(this);
    this.forgottenPlaces = options.forgetsOrder ? new ForgottenPlaces(this) : null;
    this.life = new Life(this);
    this.history = new History(this);
    this.probes = new Probes(this);
    this.inputValues = new InputValues(this);
    this.freedoms = options.freedoms;
    this.#fuel = options.fuel;
    this.#undoes = options.undo;
    this.#stepsPerThread = options.stepsPerThread ?? Number.POSITIVE_INFINITY;
    this.memory.describePosition = (at) => {
      const p = program.positions[at];
      return p === undefined ? "?" : `${p.file}:${p.line}`;
    };
    this.memory.onBegin = (o) => {
      if (this.footprint === null || o.kind === "internal") return; // the library guesses no addresses
      this.footprint.add(o.address, Math.max(o.size, 1), true);
      this.footprint.begins = true;
    };
    this.memory.onEnd = (o) => {
      this.footprint?.add(o.address, Math.max(o.size, 1), true);
      this.addresses.freed(o);
      if (!this.probing) this.version++;
    };
  }

  /** Puts the program at its start: globals in place, main before its first step. */
  start(oracle: Oracle, fill = this.options.fill, freedoms = this.options.freedoms): void {
    this.memory.reset();
    this.memory.fill = fill;
    this.freedoms = freedoms;
    this.races?.reset();
    this.threads.length = 0;
    this.violations.length = 0;
    this.outputs.length = 0;
    this.inputs.length = 0;
    this.choices.length = 0;
    this.heap.length = 0;
    this.history.clear();
    this.outcome = null;
    this.stepCount = 0;
    this.sharedAccesses = 0;
    this.unwrittenRead = 0;
    this.unknownCall = null;
    this.variables.placeGlobals();
    this.asking.drivenBy(oracle);
    const main = this.life.create([], this.program.entry, 0, 0, null, 0);
    main.label = "main";
    this.addresses.start();
    this.beginStep();
    this.go = 0;
    this.#settle(main, null);
  }

  // ---- questions between steps

  threadNamed(name: string): Thread {
    for (const t of this.threads) if (t.name === name) return t;
    throw new Error(`there is no thread ${name}`);
  }

  /** Not ended, stopped or spinning in vain; perhaps blocked. One that spins is let go on once shared memory has changed. */
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

  /** Must the thread wait now? Asked of a run that has ended, too. */
  isHeldUp(t: Thread): boolean {
    return t.status === "running" && t.pendingFault === null && this.#atSection(t) && this.#mayBlockAt(t) && !this.probes.canProceed(t);
  }

  /** Could the thread's next step be executed now, without anything that may never happen? */
  canProceed(t: Thread): boolean {
    return this.isEnabled(t) && !this.isHeldUp(t);
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

  /** The operation the thread stands at. */
  pending(t: Thread): (Operation | Terminator)["op"] | null {
    const k = t.fn.operationAt[t.pc];
    return k === undefined ? null : (t.fn.ops[k] ?? null);
  }

  /** To be called when no thread is enabled: sets the outcome. */
  concludeStuck(): void {
    concludeStuck(this);
  }

  /** Notes threads that wait for ever although others go on: a violation, but not the end of the run. `blocked`: who was just found to wait. */
  noteLost(blocked: Thread | null = null): void {
    if (blocked === null || mayBeLost(this, blocked)) noteLost(this);
  }

  // ---- stepping

  /**
   * Executes one step of an enabled thread. False: a blocking condition was false after all choices; the state is unchanged.
   * Afterwards `outcome` may be set.
   */
  step(t: Thread, oracle: Oracle): boolean {
    if (t.blockedAt === this.version) return false; // nothing has changed since it was blocked
    const { history, asking, futileWakes } = this;
    const isWait = futileWakes?.consider(t) ?? false; // taking the mutex back disturbs nobody, and its footprint says more than it does
    const { locks } = t;
    const section = t.pendingFault === null && this.#atSection(t);
    asking.drivenBy(oracle);
    this.beginStep();
    const before = section || this.#undoes ? history.begin(t) : null;
    this.spinning?.before(t);
    let done = this.#attempt(t);
    if (!done) {
      const entry = before as HistoryEntry;
      const isOpen = asking.count > 0;
      history.takeBack(entry);
      if (isOpen && oracle.isExact !== true) done = this.#attemptOtherwise(t, oracle, entry);
      if (!done) {
        history.drop(entry);
        if (!isOpen || oracle.isExact !== true) t.blockedAt = this.version;
        return false;
      }
    }
    history.commit(t);
    t.probed = null;
    if (isWait && asking.isVoluntary) futileWakes?.count(t);
    t.judged = null;
    if (futileWakes !== null && !isWait && this.footprint !== null) futileWakes.watch(t, locks, this.footprint);
    this.stepCount++;
    t.steps++;
    if (t.status === "running" && this.outcome === null) {
      this.spinning?.after(t);
      if (t.steps >= this.#stepsPerThread && t.status === "running") t.status = "cut";
    }
    return true;
  }

  /** Takes the last step back. */
  undo(): void {
    if (this.history.depth === 0) throw new Error("nothing to undo");
    this.version++;
    this.stepCount--;
    this.history.undo();
  }

  /** Steps that can be taken back. */
  get depth(): number {
    return this.history.depth;
  }

  /** What the oracle decided ran into a false condition: picks among the ways that do not. False: there is none, and all is taken back. */
  #attemptOtherwise(t: Thread, oracle: Oracle, before: HistoryEntry): boolean {
    const { history, asking, probes } = this;
    const again = (by: Oracle): boolean => {
      asking.oracle = by;
      this.beginStep();
      history.resume(t, before);
      if (this.#attempt(t)) return true;
      history.takeBack(before);
      return false;
    };
    const possible = probes.waysThrough(t, Number.POSITIVE_INFINITY);
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
    this.go = 1;
    this.fuel = Math.min(this.#fuel, operationsPerLook);
    this.#reserve = this.#fuel - this.fuel;
    this.asking.begin();
    this.synchronisation.reset();
    this.synchronisation.announces = false;
    this.mayBlock = false;
    this.stepOperation = -1;
    this.stepFunction = null;
    if (this.started.length > 0) this.started.length = 0;
  }

  /** Runs the thread's step and then the beginnings of the threads it started. False: blocked. */
  #attempt(t: Thread): boolean {
    t.waiting = null;
    if (this.#settle(t, t.pendingFault) === Signal.Blocked) return false;
    const { started } = this;
    if (started.length === 0) return true;
    for (let child = started.shift(); child !== undefined && this.outcome === null; child = started.shift()) {
      // A thread begins in the library, which reads its control block: that belongs to the creation.
      this.go = 1;
      this.#settle(child, null);
    }
    return true;
  }

  /** Runs the thread up to where it needs leave, waits or ends. */
  proceed(t: Thread): Signal {
    for (;;) {
      const signal = t.fn.run(t) as Signal;
      if (signal !== Signal.Continue && !(signal === Signal.Fuel && this.#refuel())) return signal;
    }
  }

  /** The next portion of what a step may execute. False: there is none. */
  #refuel(): boolean {
    if (this.#reserve <= 0) return false;
    this.tick();
    const portion = Math.min(this.#reserve, operationsPerLook);
    this.#reserve -= portion;
    this.fuel += portion;
    return true;
  }

  /** To be called inside steps that take long; throws `LimitReached`. */
  tick(): void {
    this.options.tick?.();
  }

  /** Runs the thread, or raises the fault it stands at, and turns what that produced into thread states and outcomes. */
  #settle(t: Thread, pending: Thread["pendingFault"]): Signal {
    let signal = Signal.Continue;
    try {
      if (pending !== null) {
        t.pendingFault = null;
        this.at = pending.at;
        this.stepAt(t, pending.at);
        throw pending.error;
      }
      signal = this.proceed(t);
      switch (signal) {
        case Signal.Parked:
          t.status = "parked";
          break;
        case Signal.Finished:
          t.status = "finished";
          break;
        case Signal.Fuel:
          this.outcome = {
            kind: "stopped",
            code: "RVL303",
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
        if (signal === Signal.Parked) t.status = "parked";
      } else if (!(error instanceof Fault || error instanceof Unmodelled || error instanceof RavelError)) throw error;
      else if (this.go === 0 && !(error instanceof RavelError)) t.pendingFault = { error, at: this.at };
      else {
        // The step has looked whether the object lives.
        if (error instanceof Fault && error.dead !== null) this.footprint?.add(error.dead.address, Math.max(error.dead.size, 1), false);
        this.outcome = endingBy(this, t, error);
      }
    }
    if (t.userSection && signal !== Signal.Blocked) this.synchronisation.closeSection(t);
    this.operationsExecuted += this.#fuel - this.#reserve - this.fuel;
    return signal;
  }

  /** The run cannot be: as if the thread had come to an assumption that is false. */
  abandon(t: Thread): Signal {
    this.mayBlock = true;
    return this.synchronisation.assumptionFails(t, this.at);
  }

  // ---- what generated code says about the step itself

  /** The step being executed stands for this operation, unless an earlier one of the same section did. */
  stepAt(t: Thread, k: number): void {
    if (this.stepOperation >= 0) return;
    this.stepOperation = k;
    this.stepFunction = t.fn;
  }

  fault(_t: Thread, k: number, kind: ErrorKind): never {
    this.at = k;
    throw new Fault(kind, faultTexts[kind] ?? kind);
  }

  raise(_t: Thread, k: number, kind: ErrorKind, low: number, high: number): never {
    this.at = k;
    throw new Fault(kind, this.environment.readText(low, high));
  }

  unsupported(t: Thread, k: number, low: number, high: number): never {
    this.at = k;
    const o = t.fn.operations[k] as Operation & { op: "unsupported" };
    throw new Unmodelled(o.code, o.what ?? this.environment.readText(low, high));
  }

  noteOverflow(t: Thread, k: number, kind: "signed-overflow"): void {
    if (!this.probing) noteOverflow(this, t, k, kind);
  }
}
