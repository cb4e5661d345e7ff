// What to decide first: what reads see, in the order in which a run would come to them. In: the partial order and the values of the
// visible writes. Out: a candidate of the read that the fewest events are known to precede, or -1 if every read is settled.
//
// Deciding forwards makes values constant from the start on, and conflicts speak of beginnings of runs: with n threads the lemmas
// needed grow with the states of the program rather than with its interleavings.
//
// Where what a read sees follows from other things (`derived`), deciding it forwards finds runs, and proofs are found the sooner without: so it is
// done at the beginning of a search only.
//
// Settled reads (something is seen, or nothing can be) stay settled until the search goes back: they lie in front of the others, and per
// level it is known how many they are.

import type { TheoryHost } from "../cdcl/theory.ts";
import type { Literal } from "../literal.ts";
import { Integers } from "./integers.ts";
import type { Reachability } from "./reachability.ts";
import type { WriteTable } from "./reads.ts";

/** How often the search may go back before derived reads are left to the core. */
const opening = 10;

export class ReadDecisions {
  readonly #all: OpenReads;
  /** All but derived ones; null: there are none of these. */
  #own: OpenReads | null = null;
  #patience = opening;

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

  searchBegins(): void {
    this.#patience = opening;
  }

  levelOpened(): void {
    this.#all.levelOpened();
    this.#own?.levelOpened();
  }

  backtracked(level: number): void {
    this.#patience--;
    this.#all.backtracked(level);
    this.#own?.backtracked(level);
  }

  next(): Literal | -1 {
    return (this.#patience > 0 ? this.#all : (this.#own ?? this.#all)).next();
  }
}

class OpenReads {
  /** All groups, the settled ones first. */
  readonly #groups = new Integers();
  #settled = 0;
  /** Per open level, how many were settled when it began. */
  readonly #marks = new Integers();

  constructor(readonly of: Pick<ReadDecisions, "host" | "graph" | "visibleWrites" | "eventOfGroup">) {}

  /** At level 0, where nothing is settled for good that could not be found settled again. */
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
      const before = this.#before(this.of.eventOfGroup.data[group]);
      if (best >= 0 && (before > fewest || (before === fewest && group > bestGroup))) continue;
      const literal = this.#open(group);
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

  /** How many events are known to come before. */
  #before(event: number): number {
    const { pred, stride, chains } = this.of.graph;
    let count = 0;
    for (let cell = event * stride; cell < event * stride + chains; cell++) count += pred[cell] + 1;
    return count;
  }

  /** The first candidate that is open, unless one is seen. */
  #open(group: number): Literal | -1 {
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
