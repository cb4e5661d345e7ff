// What is the least that must change for a run to pass? In: a run that fails. Out: a run that passes and differs in as few switches as possible; or that every run fails.
//
// The run is a list of blocks: a thread, and how many visible moves it makes before another comes. Moving a switch changes the length of one block; the blocks after it stay, and a thread that cannot make
// its moves gives way. A search over states says first whether any run passes. Then all runs with one moved switch are tried, and all with two.

import { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import { counted, listOf, shortName } from "../../reports/report.ts";
import { repeated } from "../../scheduling/random.ts";
import type { MachineView, Picked, Scheduler, ThreadView } from "../../scheduling/scheduler.ts";
import { startOf } from "../../witness/schedule.ts";
import { isAtLine, type Path } from "../moves.ts";
import { type Asking, type AskResult, noOrUnknown, notConfirmed, yes } from "./answer.ts";
import { find, searchTask } from "./find.ts";
import { historyOf, type SeenMove } from "./history.ts";
import { recordMoves } from "./record.ts";
import { type RunFacts, studyRun } from "./run-facts.ts";
import { PathSearch, type Watcher } from "./search.ts";

/** Switches that are moved together. */
const maxMoved = 2;
/** Moves that all attempts together may make, in parts of the limit of a question. */
const attemptShare = 0.25;
/** Moves that an attempt may make beyond those of the run. */
const maxExtraMoves = 2000;

interface Block {
  readonly thread: string;
  readonly slot: number;
  readonly moves: number;
  /** Of its first and of its last move. */
  readonly first: number;
  readonly last: number;
}

interface Passing {
  readonly path: Path;
  /** The blocks that got another length. */
  readonly moved: readonly { readonly block: number; readonly moves: number }[];
}

export async function leastChange(asking: Asking): Promise<AskResult> {
  const facts = studyRun(asking);
  const violated = new Set(facts.violations.map((v) => v.property));
  if (violated.size === 0) return yes("nothing must change: this run violates no property", asking.path);
  if (violated.size > 1) violated.delete("race"); // it shows in many orders
  const limited: Asking = {
    ...asking,
    options: { ...asking.options, properties: violated },
    at: 0,
    over: "continuations",
    fixedInputs: true,
  };
  const history = historyOf(limited);
  const blocks = blocksOf(history);
  const sought = { watcher: passes, asksAbout: null, properties: violated };
  const any = await find(limited, sought);
  if (any === null) return notConfirmed;
  const isHopeless = any.path === null && any.end.open === null;
  const attempts = new Attempts(limited, facts, blocks, choicesOf(asking.path, history));
  const found = isHopeless ? null : await attempts.run();
  if (found !== null) {
    const isFollowed = new PathSearch(searchTask(limited, sought), passes).confirms(found.path);
    return isFollowed ? yes(movedText(asking, blocks, found), found.path) : notConfirmed;
  }
  if (any.path === null) return noOrUnknown(limited, `every run violates ${listOf([...violated])}, whatever the schedule,`, [any.end]);
  const how = attempts.isComplete ? `more than ${maxMoved} switches must be moved` : "how few switches must be moved is not known";
  return yes(`a run passes; ${how}`, any.path);
}

/** The choices of each thread, by its name. */
function choicesOf({ start, moves }: Path, history: readonly SeenMove[]): ReadonlyMap<string, readonly number[]> {
  const choices = new Map<string, number[]>([["", [...start.prelude.choices]]]);
  for (const [i, m] of moves.entries()) {
    const name = history[i]?.threadName ?? "";
    if (m.choices.length > 0) choices.set(name, [...(choices.get(name) ?? []), ...m.choices]);
  }
  return choices;
}

function blocksOf(history: readonly SeenMove[]): Block[] {
  const blocks: Block[] = [];
  for (const m of history) {
    if (m.isLocal) continue;
    const last = blocks.at(-1);
    if (last?.thread === m.threadName) blocks[blocks.length - 1] = { ...last, moves: last.moves + 1, last: m.position };
    else blocks.push({ thread: m.threadName, slot: m.thread, moves: 1, first: m.position, last: m.position });
  }
  return blocks;
}

/** The run has ended as a program ends, without a violation. */
const passes = (machine: Machine): Watcher => ({
  initial: 0,
  isOfStates: false,
  after: (kept) => (machine.violations.length > 0 ? null : kept),
  isStop: () => false,
  isAnswer: () => hasPassed(machine),
  describe: () => "",
});

const hasPassed = (m: Machine): boolean => m.violations.length === 0 && m.outcome?.kind === "exit";

function movedText({ program }: Asking, blocks: readonly Block[], { moved }: Passing): string {
  const line = (position: number): number | string => program.positions[position]?.line ?? "?";
  const parts = moved.map(({ block, moves }) => {
    const { slot, moves: before, first, last } = blocks[block] as Block;
    if (moves === 0) return `the one to ${shortName(slot)} at line ${line(first)} is left out`;
    const by = counted(Math.abs(moves - before), "visible move");
    return `${shortName(slot)} is left ${by} ${moves > before ? "later" : "earlier"} than ${line(last) === 0 ? "at its end" : `after line ${line(last)}`}`;
  });
  return `the run passes if ${counted(moved.length, "switch")} ${moved.length === 1 ? "is" : "are"} moved: ${listOf(parts)}`;
}

class Attempts {
  isComplete = true;
  readonly #machine: Machine;
  #left: number;
  readonly #longest: ReadonlyMap<string, number>;

  constructor(
    readonly asking: Asking,
    readonly facts: RunFacts,
    readonly blocks: readonly Block[],
    readonly choices: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#machine = new Machine(asking.program, { ...asking.options, undo: false, stopsAtLines: true });
    this.#left = asking.limits.maxMoves * attemptShare;
    const longest = new Map<string, number>();
    for (const b of blocks) longest.set(b.thread, (longest.get(b.thread) ?? 0) + b.moves);
    this.#longest = longest;
  }

  async run(): Promise<Passing | null> {
    for (let count = 1; count <= maxMoved; count++) {
      const found = await this.#tryAll([], this.blocks.length, count);
      if (found !== null || !this.isComplete) return found;
    }
    return null;
  }

  /** Moves so many more switches, of blocks before `before`: late ones first, since a run is best understood up to there. */
  async #tryAll(moved: Passing["moved"], before: number, count: number): Promise<Passing | null> {
    if (count === 0) return this.#try(moved);
    for (let block = before - 1; block >= 0; block--) {
      const b = this.blocks[block] as Block;
      for (const moves of this.#lengths(b)) {
        const found = await this.#tryAll([...moved, { block, moves }], block, count - 1);
        if (found !== null || !this.isComplete) return found;
      }
    }
    return null;
  }

  /** Other lengths of a block, the nearest first. A thread that ends or waits before makes fewer moves. */
  #lengths({ thread, moves }: Block): number[] {
    const most = Math.max(this.#longest.get(thread) ?? 0, moves) + 1;
    const lengths = Array.from({ length: most + 1 }, (_, n) => n).filter((n) => n !== moves);
    return lengths.sort((a, b) => Math.abs(a - moves) - Math.abs(b - moves) || b - a);
  }

  async #try(moved: Passing["moved"]): Promise<Passing | null> {
    const { asking } = this;
    const { path, budget, progress } = asking;
    const blocks = this.blocks.map((b, i) => ({ ...b, moves: moved.find((m) => m.block === i)?.moves ?? b.moves }));
    const maxMoves = path.moves.length + maxExtraMoves;
    const made = recordMoves(this.#machine, new BlockScheduler(this.#machine, blocks, path.start, this), maxMoves, startOf(path.start));
    this.#left -= made.moves.length + 1;
    await budget.yieldToEventLoop(() => progress(`${Math.round(this.#left)} moves left`));
    budget.tick();
    this.isComplete &&= this.#left > 0;
    return hasPassed(this.#machine) ? { path: made, moved } : null;
  }
}

/** Follows blocks: each thread makes so many visible moves, or fewer if it cannot. Then the last thread goes on while it can, and then any other. Lines are passed at once. */
class BlockScheduler implements Scheduler {
  #block = 0;
  #made = 0;
  #last = "";
  /** Choices made, by thread. */
  readonly #chosen = new Map<string, number>();
  readonly asksInSteps: boolean;
  readonly unwritten?: NonNullable<Scheduler["unwritten"]>;

  constructor(
    readonly machine: Machine,
    readonly blocks: readonly { readonly thread: string; readonly moves: number }[],
    start: Path["start"],
    readonly run: { readonly facts: RunFacts; readonly choices: ReadonlyMap<string, readonly number[]> },
  ) {
    this.asksInSteps = start.asksInSteps ?? false;
    if (start.isFilled !== true) this.unwritten = (bits, settled) => settled ?? repeated(BigInt(start.fill), bits);
  }

  begin(_machine: MachineView): void {
    this.#block = this.#made = 0;
    this.#last = "";
  }

  pick(machine: MachineView, candidates: readonly ThreadView[]): Picked {
    const atLine = candidates.find((c) => isAtLine(this.machine.threads[c.index] as Thread));
    if (atLine !== undefined) return atLine;
    const enabled = candidates.filter((c) => machine.canProceed(c));
    for (; this.#block < this.blocks.length; this.#block++, this.#made = 0) {
      const { thread, moves } = this.blocks[this.#block] as (typeof this.blocks)[number];
      const next = this.#made >= moves ? undefined : enabled.find((c) => c.name === thread);
      if (next === undefined) continue;
      this.#made++;
      this.#last = thread;
      return next;
    }
    const next = enabled.find((c) => c.name === this.#last) ?? enabled[0];
    if (next === undefined) return "stuck";
    this.#last = next.name;
    return next;
  }

  choose(count: number, _what: string, thread: number): number {
    const name = this.#nameOf(thread);
    const n = this.#chosen.get(name) ?? 0;
    this.#chosen.set(name, n + 1);
    const choice = this.run.choices.get(name)?.[n] ?? 0;
    return choice < count ? choice : 0;
  }

  input(_bits: number, _what: string, thread: number): bigint {
    const { inputs } = this.run.facts;
    const asked = this.machine.inputs.filter((i) => !i.isUnwritten);
    if ("inOrder" in inputs) return inputs.inOrder[asked.length] ?? 0n;
    return inputs.byThread.get(this.#nameOf(thread))?.[asked.filter((i) => i.thread === thread).length] ?? 0n;
  }

  #nameOf(thread: number): string {
    return this.machine.threads[thread]?.name ?? "";
  }
}
