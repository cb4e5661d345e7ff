// Explores one run per reads-from class. In a class every step reads the same bytes from the same steps; the order of steps that no read
// distinguishes is left open.
//
// A node is a set of events (a configuration) and a thread. In every run that continues from there, the thread's next step is one event of its tree
// of options, or the thread waits forever. So that event divides the runs, and each part is one branch: the configuration with the event and
// its past. The events are found during the search. At the end of each run, the search finds what every step could have read instead
// (reduction/reads-from-sources.ts); when a node comes to its next branch, it checks whether the event fits. No event is missed: assume one is,
// and choose one whose past is explored as far as possible, step by step. The next step of that past was found at the end of such a run, with
// whatever the thread reads then, so a run with it was also explored.
//
// The exception is a thread that must then wait. If a thread is found to wait after some past, the runs of the other threads from there are
// explored first, with this thread held (`held`). They are runs of the program only if all held threads wait at the end.
//
// That a read chooses its source, and that the search backtracks when a source appears later, is by Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas (Optimal
// stateless model checking for reads-from equivalence under sequential consistency, OOPSLA 2019). That the events of all runs are kept and
// give the alternatives is by Rodríguez, Sousa, Sharma, Kroening (Unfolding-based partial order reduction, CONCUR 2015).

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { readsFrom } from "../../reduction/reads-from.ts";
import { type Configuration, nothing, overlap, type Read, type RfEvent } from "../../reduction/reads-from-events.ts";
import { type ReadChoice, type StepOptions, Unexpected, type Wait } from "../../reduction/reads-from-options.ts";
import { orderOf } from "../../reduction/reads-from-order.ts";
import { Sources } from "../../reduction/reads-from-sources.ts";
import type { Decision } from "../../reduction/search.ts";
import { unknownBecause } from "../../reports/unknown.ts";
import { LimitReached } from "../../support/limits.ts";
import { noteEnd } from "../early-ends.ts";
import { defaultSteps, type EngineResult } from "../engine.ts";
import type { SearchTask } from "../parallel/search-task.ts";
import { CountedSearch } from "../search/counted-search.ts";
import { Enumerator, successor } from "../search/decisions.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { reasonToStop } from "../search/sampling.ts";
import { searchMachine } from "../search/search-machine.ts";
import { SpinNotes } from "../search/spin-notes.ts";
import { noteLost, noteViolations, operationsPerYield, resultOf, spentAfter } from "../tally.ts";
import { Runner } from "./reads-from-runner.ts";

/**
 * Explores one run per reads-from class. If steps turn out to depend on more than what they read, it explores one run per class of the finer
 * kind of reduction/reads-from.ts, and the reported options say so.
 */
export async function searchReadsFrom(task: SearchTask): Promise<EngineResult> {
  try {
    return await new ReadsFromSearch(task).run();
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    const result = await new DepthFirst(task, readsFrom).run();
    return { ...result, options: { ...result.options, classes: "unobserved stores" } };
  }
}

/** Memory of an event with its options and its positions in trees, as measured. */
const bytesPerEvent = 4000;
/** An event in the line of a node. */
const bytesPerLineEvent = 8;

/** A state of the search: the events so far, and the threads that are held. */
interface ExploredState {
  readonly configuration: Configuration;
  readonly held: readonly number[];
}

/** A thread, and the step it took; null: it waits. */
interface Picked {
  readonly options: StepOptions;
  readonly line: readonly RfEvent[];
  readonly event: RfEvent | null;
}

interface Node extends ExploredState {
  readonly options: StepOptions;
  /** An order of its configuration. */
  readonly line: readonly RfEvent[];
  /** How many of the events and waits of its options were considered. */
  events: number;
  waits: number;
  readonly tried: Set<RfEvent>;
  /** From these configurations the others were explored with the thread held. */
  readonly heldFrom: Configuration[];
}

export class ReadsFromSearch extends CountedSearch {
  readonly machine: Machine;
  readonly #runner: Runner;
  readonly #enumerator: Enumerator;
  readonly #nodes: Node[] = [];
  readonly #spins = new SpinNotes();
  readonly #maxSteps: number;
  #startChoices = 0;
  #nextYield = operationsPerYield;
  #current = 0;
  /** Configurations of which it is known what their steps could have read. */
  readonly #looked = new Set<string>();
  /** Explored with threads held. */
  readonly #heldStates = new Set<string>();
  readonly #stuck = new Set<string>();
  /** Pairs of a step that ends the process and another that were tried together. */
  readonly #raced = new Set<string>();
  /** Continue after every property was violated. */
  exhaustive = false;
  /** Called at the end of every complete run. */
  onEnd: ((machine: Machine) => void) | null = null;

  constructor(readonly task: SearchTask) {
    super();
    this.#maxSteps = task.maxSteps ?? defaultSteps;
    this.machine = searchMachine(task, this.#maxSteps);
    this.#enumerator = new Enumerator(this.machine, task.inputs);
    this.#runner = new Runner(this.machine, this.#enumerator);
    this.#runner.onStep = (event) => this.#note(event);
  }

  override get steps(): number {
    return this.#runner.steps;
  }

  /** The steps of the present run, by thread. */
  get line(): readonly RfEvent[] {
    return this.#runner.line;
  }

  /** Throws `Unexpected` if steps of the program depend on more than what they read. */
  async run(): Promise<EngineResult> {
    try {
      await this.#exhaust();
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.tally.cut = spentAfter(this.task.budget, `${this.runs} runs`);
    }
    const tally = {
      ...this.tally,
      met: this.machine.met,
      steps: this.steps,
      uncovered: this.#enumerator.uncovered,
      notes: this.#spins.notes,
    };
    return resultOf(tally, this.task, "rf", this.#maxSteps);
  }

  async #exhaust(): Promise<void> {
    for (let prelude: Decision[] | null = []; prelude !== null; ) {
      this.#enumerator.begin(prelude);
      this.machine.start(this.#enumerator);
      this.#startChoices = this.machine.choices.length;
      const begun = this.#enumerator.taken;
      if (!(await this.#explore()) || !(await this.#mayContinue())) return;
      prelude = successor(begun);
    }
    this.tally.finished = true;
  }

  /** Explores everything from the start. Returns false if interrupted. */
  async #explore(): Promise<boolean> {
    this.#nodes.length = 0;
    this.#looked.clear();
    this.#heldStates.clear();
    this.#stuck.clear();
    this.#raced.clear();
    this.#runner.begin();
    this.#collect();
    if (this.machine.outcome !== null) {
      // The program ended, or could not be executed, before its first step.
      this.tally.runs++;
      noteEnd(this.tally.ends, this.machine);
      this.onEnd?.(this.machine);
      this.tally.cut ??= reasonToStop(this.machine, "ended", this.#maxSteps);
      return this.exhaustive || this.tally.found.size < this.task.properties.length;
    }
    let state: ExploredState | null = { configuration: nothing, held: [] };
    while (state !== null) {
      const end = await this.#descend(state);
      if (end === null || !(await this.#finish(end))) return false;
      state = this.#next();
    }
    return true;
  }

  /** Continues from the machine's state to the end of a run. Returns null if interrupted. */
  async #descend(from: ExploredState): Promise<ExploredState | null> {
    let { configuration, held } = from;
    for (let steps = 1; ; steps++) {
      const isDue = steps % 64 === 0 || this.machine.operationsExecuted >= this.#nextYield;
      if (isDue && !(await this.#mayContinue())) return null;
      const step = this.#pick(configuration, held);
      if (step === null) return { configuration, held };
      const { options, line, event } = step;
      const node: Node = { configuration, held, options, line, events: 0, waits: 0, tried: new Set(), heldFrom: [] };
      if (event !== null) {
        configuration = configuration.with(event);
        // A step that neither reads nor decides is the same in all runs.
        if (event.reads.length === 0 && event.decisions.length === 0) continue;
        node.tried.add(event);
        this.#nodes.push(node);
      } else {
        node.heldFrom.push(configuration);
        held = [...held, options.thread];
        this.#nodes.push(node);
        this.#heldStates.add(stateKey({ configuration, held }));
      }
    }
  }

  /** Takes a step of an enabled thread. If there is none, returns one that waits; null: no thread is left. */
  #pick(configuration: Configuration, held: readonly number[]): Picked | null {
    const { threads } = this.machine;
    const line = this.#runner.line.slice();
    let waiting: StepOptions | null = null;
    for (let k = 0; k < threads.length; k++) {
      const index = (this.#current + k) % threads.length;
      const thread = threads[index] as Thread;
      const number = this.#runner.numberOf(thread.name);
      if (held.includes(number)) continue;
      const options = configuration.last[number]?.next ?? this.#runner.firstOf(number);
      if (options.isOver || thread.status !== "running") continue;
      const event = this.#runner.attemptAny(options);
      if (event !== null) {
        this.#current = index;
        return { options, line, event };
      }
      waiting ??= options;
    }
    return waiting === null ? null : { options: waiting, line, event: null };
  }

  /** The next branch of the last node that has one. The machine is then in its state. */
  #next(): ExploredState | null {
    for (;;) {
      const node = this.#nodes[this.#nodes.length - 1];
      if (node === undefined) return null;
      const state = this.#nextEvent(node) ?? this.#nextWait(node);
      if (state !== null) return state;
      this.#nodes.pop();
    }
  }

  #nextEvent(node: Node): ExploredState | null {
    const { options, held } = node;
    while (node.events < options.events.length) {
      const event = options.events[node.events++] as RfEvent;
      if (node.tried.has(event)) continue;
      const together = this.#together(node, event.past);
      const order = together === null ? null : orderOf(together, [], node.line);
      if (together === null || order === null) continue;
      node.tried.add(event);
      this.#runner.goTo(order);
      return { configuration: together, held };
    }
    return null;
  }

  /** The thread waits there: explores how the others can end its wait. */
  #nextWait(node: Node): ExploredState | null {
    const { options, held } = node;
    while (node.waits < options.waits.length) {
      const wait = options.waits[node.waits++] as Wait;
      const together = this.#together(node, wait.past);
      if (together === null || node.heldFrom.some((c) => together.includes(c))) continue;
      const order = orderOf(together, [wait.reads], node.line);
      if (order === null) continue;
      node.heldFrom.push(together);
      const state = { configuration: together, held: [...held, options.thread] };
      const key = stateKey(state);
      if (this.#heldStates.has(key)) continue;
      this.#heldStates.add(key);
      this.#runner.goTo(order);
      return state;
    }
    return null;
  }

  /** Both together; null if they exclude each other, or if a held thread would have taken a step. */
  #together({ configuration, held }: Node, past: Configuration): Configuration | null {
    void configuration.chains; // it is asked about many events: worth knowing them by position
    if (held.some((t) => (past.last[t]?.position ?? 0) > (configuration.last[t]?.position ?? 0))) return null;
    return configuration.union(past);
  }

  /** A run has ended, or no thread that is not held can continue. Returns false if interrupted. */
  async #finish(state: ExploredState): Promise<boolean> {
    const { task } = this;
    if (state.held.length > 0) {
      // To know whether all of them wait in one order of the events, it must be known when each does.
      const line = this.#runner.line.slice();
      if (!(await this.#look(state.configuration))) return false;
      this.#runner.goTo(line);
    }
    noteLost(this.tally.found, task, this.machine, this.#startChoices, () => this.#slots(this.line));
    if (this.#isRun(state)) this.#count(state);
    else this.tally.asleep++;
    if (task.maxRuns !== null && this.runs >= task.maxRuns) {
      this.tally.cut ??= unknownBecause({ kind: "run-limit", runs: this.runs, isSampled: false });
      return false;
    }
    if (!(await this.#mayContinue())) return false;
    if (!this.exhaustive && this.tally.found.size >= task.properties.length) return false;
    if (this.machine.races !== null) this.#raceEnds(state.configuration);
    return this.#look(state.configuration);
  }

  /** Whether all held threads wait, so that this is a run. Each such run counts once. */
  #isRun({ configuration, held }: ExploredState): boolean {
    if (held.length === 0) return true;
    const { machine } = this;
    const waiting = held.map((t) => configuration.last[t]?.next ?? this.#runner.firstOf(t));
    if (waiting.some((o) => machine.isEnabled(machine.threadNamed(o.name)))) {
      // Perhaps in another order of unread writes.
      const order = this.#orderWaiting(configuration, waiting, []);
      if (order === null) return false;
      this.#runner.goTo(order);
      if (waiting.some((o) => machine.isEnabled(machine.threadNamed(o.name)))) throw new Unexpected("a thread waits by one choice only");
    }
    if (this.#stuck.has(configuration.key)) return false;
    this.#stuck.add(configuration.key);
    return true;
  }

  #orderWaiting(
    configuration: Configuration,
    threads: readonly StepOptions[],
    reads: readonly (readonly Read[])[],
  ): readonly RfEvent[] | null {
    const [first, ...rest] = threads;
    if (first === undefined) return orderOf(configuration, reads, this.#runner.line);
    for (const wait of first.waits) {
      if (!configuration.includes(wait.past)) continue;
      const order = this.#orderWaiting(configuration, rest, [...reads, wait.reads]);
      if (order !== null) return order;
    }
    return null;
  }

  #count({ configuration }: ExploredState): void {
    const { machine } = this;
    const violations = machine.violations.length;
    const ends = [...configuration.events()].filter((e) => e.endsProcess);
    // The end of the process comes last; of several ends one, preferably main's. It must not have been overtaken by others.
    const end = ends.find((e) => e.reads.every((r) => this.#runner.sourcesOf(r).every((s) => s.source === r.source)));
    if (end !== undefined) this.#runner.attempt(end.options, end.decisions, true);
    else if (ends.length === 0) {
      machine.concludeStuck();
      this.#collect();
      noteEnd(this.tally.ends, machine);
    }
    if (this.#spins.isParked(machine)) this.tally.parked++;
    else this.tally.runs++;
    const cut = machine.threads.find((t) => t.status === "cut");
    if (cut !== undefined) {
      this.tally.bounded = true;
      this.#spins.noteCut(machine, cut, this.#maxSteps);
    } else this.onEnd?.(machine);
    if (end !== undefined) machine.undo();
    else {
      machine.violations.length = violations;
      machine.outcome = null;
    }
  }

  /** A step that ends the process may race with an unordered earlier step: executes both with their pasts. */
  #raceEnds(configuration: Configuration): void {
    for (const end of configuration.events()) {
      if (!end.endsProcess || end.touched.length === 0) continue;
      for (const other of configuration.events()) {
        if (other.thread === end.thread || !other.touched.some((t) => end.touched.some((u) => overlap(t, u)))) continue;
        const key = `${end.id} ${other.id}`;
        if (this.#raced.has(key)) continue;
        this.#raced.add(key);
        const before = other.endsProcess ? null : (end.options.pastOf(end.reads)?.union(other.past) ?? null);
        const order = before === null ? null : orderOf(before, [end.reads], this.#runner.line);
        if (order === null) continue;
        this.#runner.goTo(order);
        this.#runner.attempt(end.options, end.decisions);
      }
    }
  }

  /** Finds what the steps could have read instead. Returns false if interrupted. */
  async #look(configuration: Configuration): Promise<boolean> {
    if (this.#looked.has(configuration.key)) return true;
    this.#looked.add(configuration.key);
    let since = this.steps;
    for (const _ of new Sources(configuration, [this.#runner.firstOf(0)], this.#settle).explore()) {
      if (this.steps - since < 1000) continue;
      since = this.steps;
      if (!(await this.#mayContinue())) return false;
    }
    return true;
  }

  readonly #settle = (options: StepOptions, choice: ReadChoice, reads: readonly Read[], decisions: readonly Decision[]): void => {
    this.task.budget.tick(); // a step of a long run may have thousands of sources
    const past = options.pastOf(reads);
    const order = past === null ? null : orderOf(past, [reads], this.#runner.line);
    past?.forget();
    if (order === null) {
      choice.fork = null;
      return;
    }
    this.#runner.goTo(order);
    this.#runner.attempt(options, decisions);
    if (choice.fork?.kind === "open") throw new Unexpected("a step does not read from its chosen source");
  };

  /** A step was taken. */
  #note(event: RfEvent): void {
    this.#collect(event);
    if (event.endsProcess) noteEnd(this.tally.ends, this.machine);
    if (event.endsProcess) this.tally.cut ??= reasonToStop(this.machine, "ended", this.#maxSteps);
  }

  /** Returns false if the memory is used up. Throws `LimitReached`. */
  async #mayContinue(): Promise<boolean> {
    const { budget, progress } = this.task;
    this.#nextYield = this.machine.operationsExecuted + operationsPerYield;
    await budget.yieldToEventLoop(() => progress(`${this.runs} runs, ${this.steps} steps`));
    const lines = this.#nodes.reduce((n, node) => n + node.line.length, 0);
    if (this.#runner.events * bytesPerEvent + lines * bytesPerLineEvent > budget.megabytes * 2 ** 20) {
      this.tally.cut ??= unknownBecause({ kind: "too-many-events", runs: this.runs, megabytes: budget.megabytes });
      return false;
    }
    budget.tick();
    return true;
  }

  #collect(last: RfEvent | null = null): void {
    const { machine } = this;
    if (machine.unwrittenRead !== 0) this.tally.unwritten = machine.unwrittenRead;
    const steps = last === null ? this.line : [...this.line, last];
    noteViolations(this.tally.found, this.task, machine, this.#startChoices, () => this.#slots(steps));
  }

  #slots(events: readonly RfEvent[]): number[] {
    return events.map((e) => this.machine.threadNamed(e.name).index);
  }
}

const stateKey = ({ configuration, held }: ExploredState): string =>
  `${configuration.key} without ${[...held].sort((a, b) => a - b).join()}`;
