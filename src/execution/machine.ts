// The reference executor: the state of a running program and its steps.
//
// A step is one operation another thread may notice, with all the local computing up to the thread's next such operation;
// every running thread stands at one. `step` executes one, `undo` takes the last one back, `isEnabled` asks whether it could
// go on. Whoever drives the machine (scheduling/) only chooses; whatever is decided inside a step (which waiter, an input)
// is asked of the oracle. An atomic section is one step, tried as a whole: if a blocking condition in it is false, everything
// is taken back and the thread waits at its begin (§1).

import type { ErrorKind, MemoryOrder, Operation, Terminator } from "../program/operations.ts";
import { codeBase, codeStride, type GlobalObject, type Program } from "../program/program.ts";
import { type DiagnosticCode, RavelError, type SourceLocation } from "../support/diagnostics.ts";
import { type AccessEvent, Accesses, type AccessKind } from "./accesses.ts";
import { adaptArguments } from "./calls.ts";
import { type CompiledFunction, compileFunction, Signal } from "./compile/function.ts";
import { runtime } from "./compile/runtime.ts";
import { type DecisionVector, DecisionVectors } from "./decision-vectors.ts";
import { addressKey, Environment } from "./environment.ts";
import { type Participant, type Property, propertyOf, type Violation } from "./errors.ts";
import { Footprint } from "./footprint.ts";
import { InputValues } from "./input-values.ts";
import { findLeaks } from "./leaks.ts";
import { Fault, Memory, type MemoryObject, type NewObject, toNumber } from "./memory.ts";
import { nameBytes } from "./names.ts";
import { type AccessRecord, RaceDetector, type SectionConflict } from "./races.ts";
import { mayBlock } from "./sections.ts";
import { Spinning, type SpinPolicy } from "./spinning.ts";
import { Arena, newThreadArrays, SavedFrames, Thread, type ThreadArrays, type ThreadStatus } from "./thread.ts";
import { Watch } from "./watch.ts";

export interface MachineOptions {
  readonly properties: ReadonlySet<Property>;
  readonly spuriousWakeups: boolean;
  readonly spuriousFailures: boolean;
  readonly allocationMayFail: boolean;
  readonly unknownCalls: "stop" | "nondet";
  /** Bytes of program memory. */
  readonly memory: number;
  /** Operations one step may execute. */
  readonly fuel: number;
  /** Keep what is needed to undo every step. */
  readonly undo: boolean;
  /** What a byte holds that was never written. */
  readonly fill: number;
  /** Stops a thread after so many steps of its own: the others go on, so that a reduction need not know of it. */
  readonly stepsPerThread?: number;
  /** Whether busy waits are recognised; not in replays, which follow their schedule anyway. */
  readonly spins?: SpinPolicy;
}

/** Decides what the program leaves open inside a step. */
export interface Oracle {
  choose(count: number, what: string, thread: number): number;
  input(bits: number, what: string, thread: number): bigint;
  /** What it decides is meant: a step that is blocked so is not tried in other ways. */
  readonly isExact?: boolean;
  /** Asked again, it decides otherwise: worth a few attempts where not all values of an input can be tried. */
  readonly isRandom?: boolean;
  /** The inputs that are given beforehand, in the order of asking: nobody may choose others. */
  readonly given?: readonly bigint[];
}

/** Watches accesses and events as steps commit them. */
export interface Recorder {
  access(event: AccessEvent): void;
  note(text: string): void;
}

export type Outcome =
  | { readonly kind: "exit"; readonly status: number }
  | { readonly kind: "abort"; readonly status: number }
  | { readonly kind: "error"; readonly violation: Violation }
  | { readonly kind: "stuck" } // nobody can go on, but a thread was stopped by an assumption: not a deadlock
  | { readonly kind: "stopped"; readonly code: DiagnosticCode; readonly reason: string; readonly location: SourceLocation | null };

export interface InputRecord {
  readonly thread: number;
  readonly what: string;
  readonly bits: number;
  readonly value: bigint;
}

export interface OutputRecord {
  readonly thread: number;
  readonly descriptor: number;
  readonly bytes: Uint8Array;
  readonly step: number;
}

/** A construct met that cannot be executed. */
class Unmodelled {
  constructor(
    readonly code: DiagnosticCode,
    readonly what: string,
  ) {}
}

/** A thread-local variable: what each thread's instance is made of. One object for all: instances are made again and again. */
interface ThreadLocal {
  readonly id: number;
  readonly instance: NewObject & { thread: number };
  readonly image: Uint8Array | null;
}

const threadLocalOf = (g: GlobalObject): ThreadLocal => ({
  id: g.id,
  instance: {
    size: g.size,
    align: g.align,
    kind: "thread-local",
    name: g.name,
    private: g.private,
    constant: false,
    type: g.type,
    at: g.position,
    thread: -1,
    count: -1 - g.id,
    library: g.library,
  },
  image: g.image,
});

/** The state before a step, as far as the step may change it and the journal does not know. One object per depth, used again. */
class HistoryEntry {
  thread: Thread = undefined as unknown as Thread;
  readonly saved: SavedFrames;
  mark = 0;
  outcome: Outcome | null = null;
  violations = 0;
  outputs = 0;
  inputs = 0;
  choices = 0;
  heap = 0;
  sharedAccesses = 0;

  constructor(arena: Arena) {
    this.saved = new SavedFrames(arena);
  }
}

const unlimited = 1e9;
/** How often chance decides anew where it ran into a false condition, and there are too many ways to look for one that does not. */
const attemptsByChance = 16;
/** Steps within which a spinning thread must come back for it to be said that it always does. */
const furthestLook = 200;

export class Machine {
  readonly memory: Memory;
  readonly accesses: Accesses;
  readonly environment: Environment;
  readonly races: RaceDetector | null;
  readonly spinning: Spinning | null;
  readonly code: (CompiledFunction | undefined)[] = [];
  /** The thread-local variables, by the numbers that generated code knows them by. */
  readonly locals: readonly ThreadLocal[];
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
  recorder: Recorder | null = null;
  /** Collects the shared accesses of the step, for reductions. */
  footprint: Footprint | null = null;

  // Registers of the executing step, shared with generated code.
  go = 0;
  fuel = 0;
  at = 0;
  mismatch = false;
  probing = false;
  /** The step met a blocking condition (or an assumption): it may be disabled elsewhere. */
  mayBlock = false;
  /** Operation the current step stands for (the first it executed), with its function. */
  stepOperation = -1;
  stepFunction: CompiledFunction | null = null;
  #oracle: Oracle = silent;
  /** Of whoever drives the machine. */
  #given: readonly bigint[] = noInputs;
  #choiceCount = 0;
  #inputCount = 0;
  readonly #started: Thread[] = [];
  readonly #arena = new Arena();
  /** The first `#depth` are in use. */
  readonly #history: HistoryEntry[] = [];
  #depth = 0;
  readonly #beforeProbe = new HistoryEntry(this.#arena);
  readonly inputValues = new InputValues(this);
  readonly #vectors = new DecisionVectors(this);
  /** An input whose values were not all tried when a section was asked whether it can get through, and it could with none of those that were. */
  untried: string | null = null;
  #executed = 0;
  // Options that steps look at: the object they come in may be a copy, whose shape V8 does not know beforehand.
  readonly #fuel: number;
  readonly #undoes: boolean;
  readonly #stepsPerThread: number;
  readonly #arrays: ThreadArrays[] = [];

  constructor(
    readonly program: Program,
    readonly options: MachineOptions,
  ) {
    this.memory = new Memory(program.dataModel, options.memory);
    this.accesses = new Accesses(this);
    this.locals = program.objects.filter((g) => g.threadLocal).map(threadLocalOf);
    this.environment = new Environment(this);
    this.races = options.properties.has("race") ? new RaceDetector(this.memory, (t, k) => this.userPosition(t, k)) : null;
    this.#fuel = options.fuel;
    this.#undoes = options.undo;
    this.#stepsPerThread = options.stepsPerThread ?? Number.POSITIVE_INFINITY;
    this.spinning = options.spins === undefined ? null : new Spinning(this, options.spins);
    this.memory.onBegin = (o) => {
      if (this.footprint === null || o.kind === "internal") return; // the library guesses no addresses
      this.footprint.add(o.address, Math.max(o.size, 1), true);
      this.footprint.begins = true;
    };
    this.memory.onEnd = (o) => {
      this.footprint?.add(o.address, Math.max(o.size, 1), true);
      if (!this.probing) this.version++;
    };
  }

  // ---- life

  /** Puts the program at its start: globals in place, main before its first step. */
  start(oracle: Oracle, fill = this.options.fill): void {
    this.memory.reset();
    this.memory.fill = fill;
    this.races?.reset();
    this.threads.length = 0;
    this.violations.length = 0;
    this.outputs.length = 0;
    this.inputs.length = 0;
    this.choices.length = 0;
    this.heap.length = 0;
    this.#depth = 0;
    this.outcome = null;
    this.stepCount = 0;
    this.sharedAccesses = 0;
    this.unwrittenRead = 0;
    this.#placeGlobals();
    this.#oracle = oracle;
    this.#given = oracle.given ?? noInputs;
    const main = this.#createThread([], this.program.entry, 0, 0, null, 0);
    main.label = "main";
    this.#beginStep();
    this.go = 0;
    this.#settle(main, null);
  }

  #initialGlobals: Uint8Array | null = null;

  #placeGlobals(): void {
    const globals = this.memory.globals;
    if (this.#initialGlobals !== null) {
      globals.bytes.set(this.#initialGlobals);
      return;
    }
    for (const g of this.program.objects) {
      if (g.threadLocal) continue;
      const region = this.memory.globals;
      region.next = Number(g.address) - region.base;
      const object = this.memory.allocate(region, {
        size: g.size,
        align: g.align,
        kind: "global",
        name: g.name,
        private: false,
        constant: g.constant,
        type: g.type,
        at: g.position,
        thread: -1,
        count: g.id,
        library: g.library,
      });
      if (g.image !== null) region.bytes.set(g.image, object.start);
    }
    this.#initialGlobals = globals.bytes.slice(0, globals.next);
  }

  #createThread(path: readonly number[], entry: number, selfLow: number, selfHigh: number, parent: Thread | null, at: number): Thread {
    const thread = new Thread(
      this.threads.length,
      path,
      this.compiled(entry),
      selfLow,
      selfHigh,
      this.memory,
      at,
      this.#arraysFor(this.threads.length),
    );
    this.threads.push(thread);
    this.memory.onUndo(dropThread, this.threads, null);
    this.races?.startThread(parent, thread);
    return thread;
  }

  /** The thread's own instance of a thread-local variable, made when it is first named. */
  threadLocal(t: Thread, number: number): number {
    const { instance, image } = this.locals[number] as ThreadLocal;
    instance.thread = t.index;
    const object = t.allocate(instance, t.instances[number]);
    if (instance.private) t.instances[number] = object;
    const { region, start, address } = object;
    const { bytes, written } = region;
    for (let i = 0; i < instance.size; i++) {
      bytes[start + i] = image?.[i] ?? 0;
      if (written !== null) written[start + i] = 1;
    }
    t.locals[number] = address;
    this.memory.onUndo(dropLocal, t.locals, number);
    return address;
  }

  #arraysFor(index: number): ThreadArrays {
    let arrays = this.#arrays[index];
    if (arrays === undefined) {
      arrays = newThreadArrays(this.locals.length);
      this.#arrays[index] = arrays;
    }
    return arrays;
  }

  compiled(id: number): CompiledFunction {
    let f = this.code[id];
    if (f === undefined) {
      const source = this.program.functions[id];
      if (source === undefined) throw new Fault("invalid-call", "the pointer does not point to a function");
      if (source.external) throw new Unmodelled("RVL202", source.name);
      f = compileFunction(source, this, { overflow: this.options.properties.has("overflow") });
      this.code[id] = f;
    }
    return f;
  }

  get operationsExecuted(): number {
    return this.#executed;
  }

  // ---- stepping

  threadNamed(name: string): Thread {
    for (const t of this.threads) if (t.name === name) return t;
    throw new Error(`there is no thread ${name}`);
  }

  /** Not ended, stopped or spinning in vain; perhaps blocked. One that spins is let go on once shared memory has changed. */
  mayRun(t: Thread): boolean {
    if (t.status === "spinning" && this.options.spins?.mode === "wait" && t.spinningSince !== this.version) t.status = "running";
    return t.status === "running";
  }

  /**
   * To be asked when no thread can go on but some spin: a thread that does so for ever, because all of them would come back to where
   * they are; null if one could go on, since what it waits for has changed after it was stopped.
   */
  findHang(): Thread | null {
    if (this.options.spins?.mode === "wait") return this.#isCut() ? null : (this.threads.find((t) => t.status === "spinning") ?? null);
    const spinning = this.threads.filter((t) => t.status === "spinning");
    if (this.#isCut()) return null; // then it is nobody's run
    const outcome = this.outcome;
    let asked = false;
    const oracle: Oracle = {
      choose: () => {
        asked = true;
        return 0;
      },
      input: () => {
        asked = true;
        return 0n;
      },
    };
    this.outcome = null;
    const isForEver = (t: Thread): boolean => {
      let steps = 0;
      const { version } = this;
      t.status = "running";
      while (t.status === "running" && steps < furthestLook && this.version === version && !asked && this.outcome === null) {
        if (!this.step(t, oracle)) break;
        steps++;
      }
      const stays = (t.status as ThreadStatus) === "spinning" && this.version === version && !asked;
      for (; steps > 0; steps--) this.undo();
      t.status = "spinning";
      return stays;
    };
    const forEver = spinning.every(isForEver);
    this.outcome = outcome;
    return forEver ? (spinning[0] ?? null) : null;
  }

  /** Could the thread's next step be executed now? */
  isEnabled(t: Thread): boolean {
    if (t.status !== "running" || this.outcome !== null) return false;
    if (t.pendingFault !== null || !this.#atSection(t) || !this.#mayBlockAt(t)) return true;
    if (t.blockedAt === this.version) return false;
    const known = t.probed;
    if (known?.holds(this.memory)) return known.enabled;
    // What was found before that may hold again, once this and that is taken back.
    if (known?.other?.holds(this.memory)) {
      t.probed = known.other;
      return known.other.enabled;
    }
    const watch = new Watch();
    this.memory.watching = watch;
    const found = this.#enabledWays(t, 1);
    this.memory.watching = null;
    watch.seal(this.memory, found.length > 0);
    watch.other = known;
    if (known !== null) known.other = watch;
    t.probed = watch;
    return watch.enabled;
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

  #atSection(t: Thread): boolean {
    return t.fn.isSection[t.pc] as boolean;
  }

  /**
   * Executes one step of an enabled thread. False: a blocking condition was false after all choices; the state is unchanged.
   * Afterwards `outcome` may be set.
   */
  step(t: Thread, oracle: Oracle): boolean {
    if (t.blockedAt === this.version) return false; // nothing has changed since it was blocked
    const section = t.pendingFault === null && this.#atSection(t);
    const keep = section || this.#undoes;
    this.#oracle = oracle;
    this.#given = oracle.given ?? noInputs;
    this.#beginStep();
    const before = keep ? this.#remember(t, this.#nextEntry()) : null;
    this.spinning?.before(t);
    let done = this.#attempt(t);
    if (!done) {
      const entry = before as HistoryEntry;
      const isOpen = this.#choiceCount + this.#inputCount > 0;
      this.#takeBack(entry);
      if (isOpen && oracle.isExact !== true) done = this.#attemptOtherwise(t, oracle, entry);
      if (!done) {
        this.#arena.top = entry.saved.arenaMark;
        this.memory.journalling = false;
        if (!isOpen || oracle.isExact !== true) t.blockedAt = this.version;
        return false;
      }
    }
    t.saved = null;
    this.memory.journalling = false;
    t.probed = null;
    if (this.#undoes) this.#depth++;
    else {
      this.memory.forget();
      this.#arena.top = 0;
    }
    this.stepCount++;
    t.steps++;
    if (t.status === "running" && this.outcome === null) {
      this.spinning?.after(t);
      if (t.steps >= this.#stepsPerThread && t.status === "running") t.status = "cut";
    }
    return true;
  }

  /** What the oracle decided ran into a false condition: picks among the ways that do not. False: there is none, and all is taken back. */
  #attemptOtherwise(t: Thread, oracle: Oracle, before: HistoryEntry): boolean {
    const again = (by: Oracle): boolean => {
      this.#oracle = by;
      this.#beginStep();
      this.#resume(t, before);
      if (this.#attempt(t)) return true;
      this.#takeBack(before);
      return false;
    };
    const possible = this.#enabledWays(t, Number.POSITIVE_INFINITY);
    if (possible.length > 0) {
      const chosen = possible[possible.length === 1 ? 0 : oracle.choose(possible.length, "alternative", t.index)] as DecisionVector;
      this.#vectors.begin(chosen);
      return again(this.#vectors);
    }
    const { waiting } = t;
    if (oracle.isRandom && this.#vectors.untried !== null) for (let i = 0; i < attemptsByChance; i++) if (again(oracle)) return true;
    t.waiting = waiting;
    return false;
  }

  /** Takes the last step back. */
  undo(): void {
    if (this.#depth === 0) throw new Error("nothing to undo");
    const entry = this.#history[--this.#depth] as HistoryEntry;
    this.version++;
    this.stepCount--;
    this.#takeBack(entry);
    this.#arena.top = entry.saved.arenaMark;
  }

  /** The choices made by the step at this depth of the history. */
  choicesOf(depth: number): readonly number[] {
    const before = (d: number): number => (d < this.#depth ? (this.#history[d] as HistoryEntry).choices : this.choices.length);
    return this.choices.slice(before(depth), before(depth + 1));
  }

  get depth(): number {
    return this.#depth;
  }

  #beginStep(): void {
    this.go = 1;
    this.fuel = this.#fuel;
    this.#choiceCount = 0;
    this.#inputCount = 0;
    this.mayBlock = false;
    this.stepOperation = -1;
    this.stepFunction = null;
    if (this.#started.length > 0) this.#started.length = 0;
  }

  #nextEntry(): HistoryEntry {
    let entry = this.#history[this.#depth];
    if (entry === undefined) {
      entry = new HistoryEntry(this.#arena);
      this.#history.push(entry);
    }
    return entry;
  }

  #remember(t: Thread, entry: HistoryEntry): HistoryEntry {
    entry.thread = t;
    t.save(entry.saved);
    entry.mark = this.memory.mark();
    entry.outcome = this.outcome;
    entry.violations = this.violations.length;
    entry.outputs = this.outputs.length;
    entry.inputs = this.inputs.length;
    entry.choices = this.choices.length;
    entry.heap = this.heap.length;
    entry.sharedAccesses = this.sharedAccesses;
    this.#resume(t, entry);
    return entry;
  }

  #resume(t: Thread, entry: HistoryEntry): void {
    t.saved = entry.saved;
    this.memory.journalling = true;
  }

  #takeBack(entry: HistoryEntry): void {
    const waiting = entry.thread.waiting;
    this.memory.undoTo(entry.mark);
    entry.thread.restore(entry.saved);
    entry.thread.saved = null;
    entry.thread.waiting = waiting;
    this.outcome = entry.outcome;
    if (this.violations.length !== entry.violations) this.violations.length = entry.violations;
    if (this.outputs.length !== entry.outputs) this.outputs.length = entry.outputs;
    if (this.inputs.length !== entry.inputs) this.inputs.length = entry.inputs;
    if (this.choices.length !== entry.choices) this.choices.length = entry.choices;
    if (this.heap.length !== entry.heap) this.heap.length = entry.heap;
    this.sharedAccesses = entry.sharedAccesses;
  }

  /** Runs the thread's step and then the beginnings of the threads it started. False: blocked. */
  #attempt(t: Thread): boolean {
    t.waiting = null;
    if (this.#settle(t, t.pendingFault) === Signal.Blocked) return false;
    if (this.#started.length === 0) return true;
    for (let child = this.#started.shift(); child !== undefined && this.outcome === null; child = this.#started.shift()) {
      // A thread begins in the library, which reads its control block: that belongs to the creation.
      this.go = 1;
      this.#settle(child, null);
    }
    return true;
  }

  #run(t: Thread): Signal {
    for (;;) {
      const signal = t.fn.run(t) as Signal;
      if (signal !== Signal.Continue) return signal;
    }
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
      signal = this.#run(t);
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
            location: this.locate(this.#loopPosition(t)),
          };
          break;
        default:
          break;
      }
    } catch (error) {
      if (!(error instanceof Fault || error instanceof Unmodelled || error instanceof RavelError)) throw error;
      if (this.go === 0 && !(error instanceof RavelError)) t.pendingFault = { error, at: this.at };
      else this.#fail(t, error);
    }
    if (t.userSection && signal !== Signal.Blocked) this.#closeSection(t);
    this.#executed += this.#fuel - this.fuel;
    return signal;
  }

  #loopPosition(t: Thread): number {
    const block = t.fn.body.blocks[t.pc];
    const at = block?.terminator.at ?? block?.operations[0]?.at ?? 0;
    return t.fn.library ? this.userPosition(t, -1) : at;
  }

  #fail(t: Thread, error: Fault | Unmodelled | RavelError): void {
    const position = this.userPosition(t, this.at);
    if (error instanceof Fault) {
      const violation = this.violation(error.kind, error.message, position, t);
      this.violations.push(violation);
      this.outcome = { kind: "error", violation };
    } else if (error instanceof Unmodelled) {
      this.outcome = { kind: "stopped", code: error.code, reason: error.what, location: this.locate(position, t) };
    } else {
      const d = error.diagnostics[0];
      this.outcome = {
        kind: "stopped",
        code: d?.code ?? "RVL901",
        reason: d?.message ?? error.message,
        location: this.locate(position, t),
      };
    }
  }

  // ---- probing

  /** The ways to decide in which the section the thread stands at runs to its end; at most `limit` of them. */
  #enabledWays(t: Thread, limit: number): DecisionVector[] {
    const found: DecisionVector[] = [];
    let waiting: Thread["waiting"] = null;
    const vectors = this.#vectors;
    vectors.begin();
    do {
      if (this.#probe(t, vectors)) found.push(vectors.taken);
      else if (waiting === null || waiting.assumption) waiting = t.waiting;
    } while (found.length < limit && vectors.advance());
    if (found.length === 0 && vectors.untried !== null) {
      this.untried ??= vectors.untried;
      waiting = { why: "input", low: 0, high: 0, assumption: true }; // for all that is known it could go on
    }
    t.waiting = found.length > 0 ? null : waiting;
    return found;
  }

  /** What a waiting thread looked at, under any choice, before it found that it must wait. */
  waitingFootprint(t: Thread): Footprint {
    const footprint = new Footprint();
    this.#probeFootprint = footprint;
    this.#enabledWays(t, Number.POSITIVE_INFINITY);
    this.#probeFootprint = null;
    return footprint;
  }

  #probeFootprint: Footprint | null = null;

  #probe(t: Thread, oracle: Oracle): boolean {
    const { recorder, footprint, mayBlock, stepOperation, stepFunction } = this;
    const asked = this.#oracle;
    this.probing = true;
    this.footprint = this.#probeFootprint;
    this.recorder = null;
    this.#oracle = oracle;
    this.#beginStep();
    t.waiting = null;
    const entry = this.#remember(t, this.#beforeProbe);
    let enabled = true;
    try {
      enabled = this.#run(t) !== Signal.Blocked;
    } catch (error) {
      if (!(error instanceof Fault || error instanceof Unmodelled || error instanceof RavelError)) throw error;
    }
    this.#takeBack(entry);
    this.#arena.top = entry.saved.arenaMark;
    this.memory.journalling = false;
    this.probing = false;
    this.recorder = recorder;
    this.footprint = footprint;
    this.mayBlock = mayBlock;
    this.#oracle = asked;
    this.stepOperation = stepOperation;
    this.stepFunction = stepFunction;
    return enabled;
  }

  /**
   * To be asked when no thread can go on: was one of them stopped by an assumption, or at its bound? Why a thread waits it knows from
   * when it was last tried, which may be long ago: it is tried again.
   */
  #isCut(): boolean {
    for (const t of this.threads) if (t.status === "running") this.#enabledWays(t, 1);
    return this.threads.some((t) => t.status === "parked" || t.status === "cut" || (t.status === "running" && t.waiting?.assumption));
  }

  /**
   * To be asked when no thread is enabled: sets the outcome to a deadlock, or to stuck where a thread was stopped by an
   * assumption (never a deadlock).
   */
  concludeStuck(): void {
    const running = this.threads.filter((t) => t.status === "running");
    if (this.#isCut() || running.length === 0 || this.threads.some((t) => t.status === "spinning")) {
      this.outcome = { kind: "stuck" };
      return;
    }
    const participants = running.map((t): Participant => {
      const k = t.fn.operationAt[t.pc] ?? -1;
      const w = t.waiting;
      const object = w === null ? "" : nameBytes(this.memory, w.low, w.high, 1);
      return {
        thread: t.index,
        location: this.locate(this.userPosition(t, k), t),
        what: w === null ? "" : `waits for the ${w.why} ${object}`.trim(),
        locks: this.lockNames(t),
      };
    });
    const first = participants[0] as Participant;
    const violation: Violation = {
      property: "deadlock",
      kind: "deadlock",
      message: `${participants.length === 1 ? "the last running thread waits" : `${participants.length} threads wait`} for ever`,
      location: first.location,
      thread: first.thread,
      participants,
      step: this.stepCount,
    };
    this.violations.push(violation);
    this.outcome = { kind: "error", violation };
  }

  // ---- where things are, for people

  /** The user's source position behind an operation: of the call, if it is inside the library. */
  userPosition(t: Thread, k: number): number {
    if (!t.fn.library) return k < 0 ? 0 : (t.fn.positions[k] as number);
    for (let level = t.depth - 1; level >= 0; level--) {
      const f = this.code[t.functionAt(level)] as CompiledFunction;
      if (!f.library) return f.positions[f.operationAt[t.returnPoint(level)] ?? -1] ?? 0;
    }
    return 0;
  }

  /** The innermost frame of user code, and the library function it called, if any. */
  userFrame(t: Thread): { position: number; function: string | null; called: string | null } {
    let called: string | null = null;
    for (let level = t.depth; level >= 0; level--) {
      const frame = t.frameAt(level);
      const f = this.code[frame.function] as CompiledFunction;
      if (f.library) {
        called = f.name;
        continue;
      }
      const k = f.operationAt[frame.pc];
      return { position: k === undefined ? 0 : (f.operations[k]?.at ?? 0), function: f.name, called };
    }
    return { position: 0, function: null, called };
  }

  locate(position: number, t?: Thread): SourceLocation | null {
    const p = this.program.positions[position];
    if (p === undefined || position === 0) return null;
    const name = t === undefined ? null : this.userFrame(t).function;
    return { file: p.file, line: p.line, column: p.column, ...(name === null ? {} : { function: name }) };
  }

  violation(kind: ErrorKind, message: string, position: number, t: Thread, participants: readonly Participant[] = []): Violation {
    return {
      property: propertyOf(kind),
      kind,
      message,
      location: this.locate(position, t),
      thread: t.index,
      participants,
      step: this.stepCount,
    };
  }

  lockNames(t: Thread): string[] {
    return t.locks.map(
      (l) => `${nameBytes(this.memory, l.object | 0, Math.floor(l.object / 2 ** 32), 1)}${l.mode === 2 ? " (shared)" : ""}`,
    );
  }

  readText(low: number, high: number): string {
    this.memory.watching?.spoil();
    const start = toNumber(low, high);
    const o = this.memory.objectAt(low, high);
    if (o === null || !o.live) return "";
    const from = start - o.region.base;
    const end = o.region.bytes.indexOf(0, from);
    return new TextDecoder().decode(o.region.bytes.subarray(from, Math.min(end < 0 ? o.start + o.size : end, o.start + o.size)));
  }

  // ---- what generated code asks for

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
    throw new Fault(kind, this.readText(low, high));
  }

  unsupported(t: Thread, k: number, low: number, high: number): never {
    this.at = k;
    const o = t.fn.operations[k] as Operation & { op: "unsupported" };
    throw new Unmodelled(o.code, o.what ?? this.readText(low, high));
  }

  direct(_t: Thread, k: number, id: number): CompiledFunction | null {
    const f = this.code[id];
    if (f !== undefined) return f;
    this.at = k;
    if (this.program.functions[id]?.external && this.options.unknownCalls === "nondet") return null;
    return this.compiled(id);
  }

  indirect(t: Thread, k: number, low: number, high: number): CompiledFunction | null {
    const address = toNumber(low, high);
    const id = (address - codeBase) / codeStride;
    this.at = k;
    if (address < 4096) throw new Fault("null-dereference", "call through a null pointer");
    if (!Number.isInteger(id) || id < 0 || id >= this.program.functions.length)
      throw new Fault("invalid-call", "the pointer does not point to a function");
    return this.direct(t, k, id);
  }

  /** Opens the callee's frame and returns its base, where the generated code puts the arguments. */
  enter(
    t: Thread,
    k: number,
    callee: CompiledFunction | null,
    variadicLow: number,
    variadicHigh: number,
    signature: number,
    argumentSlots: number,
  ): number {
    this.at = k;
    if (callee === null) {
      this.mismatch = true;
      t.ensure(t.base + t.fn.frameSize + argumentSlots);
      return t.base + t.fn.frameSize;
    }
    this.mismatch = callee.signature !== signature;
    return t.push(callee, variadicLow, variadicHigh, argumentSlots);
  }

  /** The call does not match the definition: converts the arguments, or invents results for an undefined function. */
  adapt(t: Thread, k: number, base: number): void {
    this.mismatch = false;
    if (base === t.base) {
      const caller = this.code[t.frameAt(t.depth - 1).function] as CompiledFunction;
      adaptArguments(t, (caller.operations[k] as Operation & { op: "call" }).argTypes);
      return;
    }
    const call = t.fn.operations[k] as Operation & { op: "call" };
    const callee = call.callee.kind === "function" ? (this.program.functions[call.callee.function]?.name ?? "") : "a function pointer";
    call.results.forEach((r, i) => {
      const { bits } = t.fn.body.registers[r] as { bits: number };
      const value = this.#ask(t, Math.min(bits, 64), `the result of ${callee}`);
      runtime.split(value);
      t.result[i * 4] = bits < 32 ? runtime.low & (2 ** bits - 1) : runtime.low;
      t.result[i * 4 + 1] = runtime.high;
    });
  }

  sectionBegin(t: Thread, k: number, user: boolean): void {
    if (t.sectionDepth++ === 0) {
      this.go = unlimited;
      t.userSection = user;
      if (user) this.races?.beginSection();
      this.stepAt(t, k);
    }
  }

  /** True: that is all a probe wants to know. */
  sectionEnd(t: Thread, k: number): boolean {
    if (t.sectionDepth === 0) {
      this.at = k;
      throw new Fault("invalid-sync", "the end of an atomic section without its begin");
    }
    if (--t.sectionDepth > 0) return false;
    if (t.userSection && !this.probing) this.#closeSection(t);
    this.go = 0;
    t.userSection = false;
    return this.probing;
  }

  /** What a section of the user's has to do with other threads is settled: at its end, or where it ends the thread or the process. */
  #closeSection(t: Thread): void {
    t.userSection = false;
    if (this.races === null) return;
    for (const c of this.races.endSection(t)) this.#noteConflict(t, c);
  }

  blockedAt(t: Thread, k: number, low: number, high: number): void {
    t.waiting = { why: (t.fn.operations[k] as Operation & { op: "block-until" }).why, low, high, assumption: false };
  }

  assumptionFails(t: Thread, _k: number): Signal {
    if (t.sectionDepth > 0) {
      t.waiting = { why: "assumption", low: 0, high: 0, assumption: true };
      return Signal.Blocked;
    }
    return Signal.Parked;
  }

  acquire(t: Thread, low: number, high: number, index: number): void {
    if (!this.probing) this.races?.acquire(t, addressKey(low, high, index));
  }

  release(t: Thread, low: number, high: number, index: number): void {
    if (!this.probing) this.races?.release(t, addressKey(low, high, index));
  }

  fence(t: Thread, _k: number, order: MemoryOrder): void {
    if (!this.probing) this.races?.fence(t, order);
  }

  lockNote(t: Thread, k: number, low: number, high: number, mode: number, taken: boolean): void {
    const before = t.locks;
    const object = toNumber(low, high);
    if (taken) t.locks = [...before, { object, mode, at: this.userPosition(t, k) }];
    else {
      const last = before.findLastIndex((l) => l.object === object);
      if (last >= 0) t.locks = before.filter((_, i) => i !== last);
    }
  }

  choose(t: Thread, k: number, count: number): number {
    return this.chooseFor(t, count, (t.fn.operations[k] as Operation & { op: "choose" }).what);
  }

  chooseFor(t: Thread, count: number, what: string): number {
    if (count <= 1) return 0;
    this.#choiceCount++;
    const value = this.#oracle.choose(count, what, t.index);
    if (!Number.isInteger(value) || value < 0 || value >= count) throw new Fault("invalid-argument", `choice ${value} of ${count}`);
    this.choices.push(value);
    this.recorder?.note(`${what}: ${value + 1} of ${count}`);
    return value;
  }

  input(t: Thread, k: number, bits: number): number {
    this.at = k;
    runtime.split(this.#ask(t, bits, (t.fn.operations[k] as Operation & { op: "input" }).what));
    return runtime.low;
  }

  /** The next input, if it is given. */
  get givenInput(): bigint | undefined {
    if (this.#given.length > 0) this.memory.watching?.spoil(); // which is next depends on how many were taken
    return this.#given[this.inputs.length];
  }

  #ask(t: Thread, bits: number, what: string): bigint {
    this.#inputCount++;
    if (!this.probing && this.#given.length > 0) this.version++;
    const value = BigInt.asUintN(bits, this.#oracle.input(bits, what, t.index));
    this.inputs.push({ thread: t.index, what, bits, value });
    this.recorder?.note(`${what} = ${bits > 1 ? BigInt.asIntN(bits, value) : value}`);
    return value;
  }

  threadStart(t: Thread, k: number, entryLow: number, entryHigh: number, selfLow: number, selfHigh: number): number {
    const id = (toNumber(entryLow, entryHigh) - codeBase) / codeStride;
    this.memory.watching?.spoil(); // its number follows from how many there are
    const child = t.children++;
    const thread = this.#createThread([...t.path, child], id, selfLow, selfHigh, t, this.userPosition(t, k));
    // The entry takes one pointer: its own control block.
    thread.registers[0] = selfLow;
    if (this.program.pointerBits === 64) thread.registers[1] = selfHigh;
    this.#started.push(thread);
    this.recorder?.note(`starts thread ${thread.index}`);
    return thread.index;
  }

  threadLabel(t: Thread, low: number, high: number): void {
    t.label = this.program.functions[(toNumber(low, high) - codeBase) / codeStride]?.name ?? "?";
  }

  threadExit(t: Thread, _k: number): Signal {
    t.releaseStack(0);
    for (const address of t.locals) {
      if (address === 0) continue;
      const o = this.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
      if (o !== null && !o.isPrivate) this.memory.end(o, 0, t.index);
    }
    return Signal.Finished;
  }

  setJump(t: Thread, _k: number, low: number, high: number, position: number): void {
    const offset = this.memory.check(low, high, 16);
    const token = Int32Array.of(t.index + 1, t.serial, position, 0x6a6d7021);
    this.memory.writeRange(offset, new Uint8Array(token.buffer), null);
  }

  longJump(t: Thread, k: number, low: number, high: number, value: number): void {
    this.at = k;
    const offset = this.memory.check(low, high, 16);
    const [owner, serial, position, magic] = new Int32Array(this.memory.readRange(offset, 16).bytes.buffer) as unknown as [
      number,
      number,
      number,
      number,
    ];
    let level = t.depth;
    while (level >= 0 && t.frameAt(level).serial !== serial) level--;
    if (magic !== 0x6a6d7021 || owner !== t.index + 1 || level < 0)
      throw new Fault("invalid-argument", "longjmp to a place that no longer exists");
    while (t.depth > level) t.pop(this.code);
    t.pc = position;
    t.jumpValue = value === 0 ? 1 : value;
  }

  processEnd(t: Thread, k: number, status: number, kind: number): Signal {
    if (this.probing) return Signal.Ended;
    this.outcome = kind === 0 ? { kind: "exit", status: status & 0xff } : { kind: "abort", status: status & 0xff };
    if (kind === 0 && this.options.properties.has("leak")) {
      for (const o of findLeaks(this))
        this.violations.push({
          ...this.violation("leak", `${o.size} bytes allocated here are never freed`, o.allocatedAt, t),
          thread: o.thread,
        });
    }
    void k;
    return Signal.Ended;
  }

  // ---- what is noted without ending the process

  noteOverflow(t: Thread, k: number, kind: "signed-overflow"): void {
    if (this.probing) return;
    this.#addOnce(this.violation(kind, faultTexts[kind] as string, this.userPosition(t, k), t));
  }

  noteUnwritten(t: Thread, k: number): void {
    const position = this.userPosition(t, k);
    if (this.unwrittenRead === 0) this.unwrittenRead = position;
    if (this.options.properties.has("uninit"))
      this.#addOnce(this.violation("uninitialised-read", "memory is read that was never written", position, t));
  }

  noteRace(
    t: Thread,
    k: number,
    o: MemoryObject,
    offset: number,
    size: number,
    kind: AccessKind,
    order: MemoryOrder | null,
    other: AccessRecord,
  ): void {
    this.#noteConflict(t, { position: this.userPosition(t, k), locks: t.locks, object: o, offset, size, kind, order, other });
  }

  #noteConflict(t: Thread, { position, locks, object, offset, size, kind, order, other }: SectionConflict): void {
    const address = object.address + offset;
    const name = nameBytes(this.memory, address | 0, Math.floor(address / 2 ** 32), size);
    const describe = (write: boolean, atomic: boolean): string => `${atomic ? "atomic " : ""}${write ? "write" : "read"} of ${name}`;
    const names = (held: AccessRecord["locks"]): string[] =>
      held.map((l) => nameBytes(this.memory, l.object | 0, Math.floor(l.object / 2 ** 32), 1));
    const participants: Participant[] = [
      { thread: t.index, location: this.locate(position, t), what: describe(kind !== "read", order !== null), locks: names(locks) },
      { thread: other.thread, location: this.locate(other.position), what: describe(other.write, other.atomic), locks: names(other.locks) },
    ];
    this.#addOnce(
      this.violation(
        "data-race",
        `${describe(kind !== "read", order !== null)} by thread ${t.index} and ${describe(other.write, other.atomic)} by thread ${other.thread} are not ordered`,
        position,
        t,
        participants,
      ),
    );
  }

  #addOnce(v: Violation): void {
    const same = (a: SourceLocation | null | undefined, b: SourceLocation | null | undefined): boolean =>
      a?.file === b?.file && a?.line === b?.line && a?.column === b?.column;
    if (
      !this.violations.some(
        (w) => w.kind === v.kind && same(w.location, v.location) && same(w.participants[1]?.location, v.participants[1]?.location),
      )
    )
      this.violations.push(v);
  }

  noteHeap(o: MemoryObject): void {
    this.heap.push(o);
  }

  noteOutput(t: Thread, _k: number, descriptor: number, bytes: Uint8Array): void {
    if (this.probing) return;
    this.outputs.push({ thread: t.index, descriptor, bytes, step: this.stepCount });
    this.recorder?.note(`prints ${JSON.stringify(new TextDecoder().decode(bytes))}`);
  }
}

const dropThread = (threads: Thread[]): void => void threads.pop();
const dropLocal = (locals: Float64Array, number: number): void => {
  locals[number] = 0;
};

const noInputs: readonly bigint[] = [];
const silent: Oracle = { choose: () => 0, input: () => 0n };

const faultTexts: Partial<Record<ErrorKind, string>> = {
  "division-by-zero": "division by zero",
  "signed-overflow": "the result does not fit its signed type",
  "bad-shift": "the shift amount is not smaller than the width",
  unreachable: "control reaches a point marked as unreachable",
  "invalid-call": "the pointer does not point to a function",
};
