// Decides what reads see, in the order in which a run would come to them. In: the partial order and the values of the visible writes. Out: a
// visible write of the read that the fewest events are known to precede, or -1 if every read is settled.
//
// Deciding forwards makes values constant from the start of the run, and conflicts are about prefixes of runs: with n threads, the number
// of lemmas grows with the states of the program rather than with its interleavings.
//
// If what a read sees follows from other decisions (`derived`), deciding it forwards helps to find runs but delays proofs. So derived reads
// are decided only at the beginning of a search.
//
// A read is settled if a write is seen or none can be; it stays settled until the search backtracks. Settled reads come first in the
// list, and each level records their number.

import type { TheoryHost } from "../cdcl/theory.ts";
import type { Literal } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";
import type { WriteTable } from "./reads.ts";

/** After this many backtracks, derived reads are left to the core. */
const maxForwardBacktracks = 10;

export class ReadDecisions {
  readonly #all: OpenReads;
  /** All reads but derived ones; null: there are no derived ones. */
  #own: OpenReads | null = null;
  #backtracksLeft = maxForwardBacktracks;

  constructor(
    readonly host: TheoryHost,
    readonly graph: Reachability,
    readonly visibleWrites: WriteTable,
    readonly eventOfGroup: Integers,
  ) {
    this.#all = new OpenReads(this);
  }

  add(group: number, isDerived: boolean): void {
    if (isDerived && this.#own === null) this.#own = this.#all.copy();
    this.#all.add(group);
    if (!isDerived) this.#own?.add(group);
  }

  searchStarted(): void {
    this.#backtracksLeft = maxForwardBacktracks;
  }

  levelOpened(): void {
    this.#all.levelOpened();
    this.#own?.levelOpened();
  }

  backtracked(level: number): void {
    this.#backtracksLeft--;
    this.#all.backtracked(level);
    this.#own?.backtracked(level);
  }

  next(): Literal | -1 {
    return (this.#backtracksLeft > 0 ? this.#all : (this.#own ?? this.#all)).next();
  }
}

class OpenReads {
  /** All groups, the settled ones first. */
  readonly #groups = new Integers();
  #settled = 0;
  /** Per open level, the number of settled reads when it began. */
  readonly #marks = new Integers();

  constructor(readonly of: Pick<ReadDecisions, "host" | "graph" | "visibleWrites" | "eventOfGroup">) {}

  /** Copies the groups. Called at level 0: reads that are settled there will be found settled again. */
  copy(): OpenReads {
    const copy = new OpenReads(this.of);
    for (let i = 0; i < this.#groups.length; i++) copy.add(this.#groups.data[i]);
    return copy;
  }

  add(group: number): void {
    this.#groups.push(group);
  }

  levelOpened(): void {
    this.#marks.push(this.#settled);
  }

  backtracked(level: number): void {
    if (level >= this.#marks.length) return;
    this.#settled = this.#marks.data[level];
    this.#marks.length = level;
  }

  next(): Literal | -1 {
    const { data: groups, length } = this.#groups;
    let best: Literal | -1 = -1;
    let bestGroup = -1;
    let fewest = 0;
    for (let i = this.#settled; i < length; i++) {
      const group = groups[i];
      const before = this.#countBefore(this.of.eventOfGroup.data[group]);
      if (best >= 0 && (before > fewest || (before === fewest && group > bestGroup))) continue;
      const literal = this.#firstOpen(group);
      if (literal < 0) {
        groups[i] = groups[this.#settled];
        groups[this.#settled++] = group;
        continue;
      }
      best = literal;
      bestGroup = group;
      fewest = before;
    }
    return best;
  }

  /** The number of events known to come before this one. */
  #countBefore(event: number): number {
    const { pred, stride, chains } = this.of.graph;
    let count = 0;
    for (let cell = event * stride; cell < event * stride + chains; cell++) count += pred[cell] + 1;
    return count;
  }

  /** The first visible write that is undecided; -1 if there is none, or one is seen. */
  #firstOpen(group: number): Literal | -1 {
    const { visibleWrites, host } = this.of;
    const end = visibleWrites.end(group);
    let open: Literal | -1 = -1;
    for (let c = visibleWrites.start(group, 0); c < end; c++) {
      const literal = visibleWrites.literal.data[c];
      const value = host.value(literal);
      if (value > 0) return -1;
      if (value === 0 && open < 0) open = literal;
    }
    return open;
  }
}
