// The order as ordinary clauses, for solvers without the theory: a boolean per pair of events, transitivity for every triple, and the clauses
// of every read. In: events, reads, the formulas that mention the order. Out: clauses over boolean terms, and positions from a model. Cubic
// in the number of mentioned events: a baseline, not for large problems.

import { append } from "../../support/lists.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { EventId, ReadGroup } from "../solver.ts";

export class PlainOrder {
  readonly #chains: number[] = [];
  /** Events that some clause mentions, in order of first mention; transitivity is stated for the first `#closed` of them. */
  readonly #mentioned: EventId[] = [];
  readonly #isMentioned = new Set<EventId>();
  #closed = 0;
  readonly #walked = new Set<Term>();
  readonly #fixed = new Set<Term>();

  constructor(
    readonly terms: Terms,
    /** Receives a clause: one of these boolean terms is true. */
    readonly clause: (literals: readonly Term[]) => void,
  ) {}

  event(chain: number): EventId {
    this.#chains.push(chain);
    return this.#chains.length - 1;
  }

  read({ event, visibleWrites, rivals }: ReadGroup): void {
    const { terms } = this;
    for (const { write, reads } of visibleWrites) {
      this.mention(reads);
      this.#emit([terms.not(reads), this.#before(write, event)]);
      for (const rival of rivals) {
        if (rival.write === write || rival.write === event) continue;
        this.mention(rival.overwrites);
        this.#emit([terms.not(reads), terms.not(rival.overwrites), this.#before(rival.write, write), this.#before(event, rival.write)]);
      }
    }
  }

  /** Notes the events whose order a formula mentions. Throws if one does not exist. */
  mention(formula: Term): void {
    const stack = [formula];
    while (stack.length > 0) {
      const term = stack.pop() as Term;
      if (this.#walked.has(term)) continue;
      this.#walked.add(term);
      append(stack, term.args);
      if (term.events === null) continue;
      const [a, b] = term.events;
      if (this.#chains[a] === undefined || this.#chains[b] === undefined) throw new Error(`no events ${a} and ${b}`);
      this.#use(a);
      this.#use(b);
      if (this.#chains[a] === this.#chains[b]) this.#fix(a, b);
    }
  }

  /** Emits transitivity for all mentioned events. Must be called before solving. */
  close(): void {
    const events = this.#mentioned;
    for (; this.#closed < events.length; this.#closed++) {
      const c = events[this.#closed];
      for (let i = 0; i < this.#closed; i++)
        for (let j = 0; j < i; j++) {
          const a = events[i];
          const b = events[j];
          this.#emit([this.#before(b, a), this.#before(c, b), this.#before(a, c)]);
          this.#emit([this.#before(a, b), this.#before(b, c), this.#before(c, a)]);
        }
    }
  }

  /** A position for every event, from the order of the mentioned ones. */
  positions(isBefore: (a: EventId, b: EventId) => boolean): Int32Array {
    const compare = (a: EventId, b: EventId): number => ((this.#comesFirst(a, b) ?? isBefore(a, b)) ? -1 : 1);
    const rank = new Map(this.#mentioned.toSorted(compare).map((event, i) => [event, i]));
    const left = new Map<number, EventId[]>();
    for (const [event, chain] of this.#chains.entries()) left.set(chain, [...(left.get(chain) ?? []), event]);
    // Events that are not mentioned go right before the next mentioned one of their chain.
    const slot = new Float64Array(this.#chains.length);
    for (const events of left.values())
      for (let i = events.length - 1; i >= 0; i--)
        slot[events[i]] = rank.get(events[i]) ?? (i + 1 < events.length ? slot[events[i + 1]] : rank.size);
    const order = [...slot.keys()].sort((a, b) => slot[a] - slot[b] || (rank.has(a) ? 1 : 0) - (rank.has(b) ? 1 : 0) || a - b);
    const positions = new Int32Array(order.length);
    for (const [position, event] of order.entries()) positions[event] = position;
    return positions;
  }

  /** Whether a comes before b by their chain; null if they are in different ones. */
  #comesFirst(a: EventId, b: EventId): boolean | null {
    return this.#chains[a] === this.#chains[b] ? a < b : null;
  }

  #before(a: EventId, b: EventId): Term {
    const known = a === b ? false : this.#comesFirst(a, b);
    if (known !== null) return this.terms.boolean(known);
    this.#use(a);
    this.#use(b);
    return this.terms.before(a, b);
  }

  #use(event: EventId): void {
    if (this.#isMentioned.has(event)) return;
    this.#isMentioned.add(event);
    this.#mentioned.push(event);
  }

  #fix(a: EventId, b: EventId): void {
    const term = this.terms.before(Math.min(a, b), Math.max(a, b));
    if (this.#fixed.has(term)) return;
    this.#fixed.add(term);
    this.clause([term]);
  }

  #emit(literals: readonly Term[]): void {
    if (literals.includes(this.terms.true)) return;
    this.clause(literals.filter((l) => l !== this.terms.false));
  }
}
