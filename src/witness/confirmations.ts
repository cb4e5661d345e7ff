// Confirms the violations of a check when they are found. In: candidates of engines. Out: evidence, reported at once to the thread that
// may outlive this one; no later failure of an engine takes it back.
//
// A candidate is replayed once, as it is, and reported. Then it is simplified, which may take as much work as the search itself, and
// reported again. An engine on a thread of its own reports a candidate when it finds it and again with its result: one that was rejected
// is not replayed again.

import type { Property } from "../execution/errors.ts";
import { Machine, type MachineOptions } from "../execution/machine.ts";
import type { Program } from "../program/program.ts";
import type { Budget } from "../support/budget.ts";
import { LimitReached } from "../support/limits.ts";
import { type Confirmed, confirmAsItIs, simplify } from "./confirm.ts";
import type { Schedule } from "./schedule.ts";

/** Milliseconds after the end of the check's time that simplifying may take: the report is due within a second. */
const graceMs = 250;

export class Confirmations {
  readonly #kept = new Map<Property, Confirmed>();
  /** Candidates that did not replay, as texts: a copy from another thread is the same candidate. */
  readonly #rejected = new Set<string>();
  /** When simplifying ends: known once the budget is spent. */
  #until = Number.POSITIVE_INFINITY;

  constructor(
    readonly program: Program,
    readonly machine: Omit<MachineOptions, "undo">,
    readonly budget: Budget,
    /** Called with each violation as soon as it is certain, and once more when it is simpler. */
    readonly tell: (property: Property, confirmed: Confirmed) => void = () => undefined,
  ) {}

  get(property: Property): Confirmed | null {
    return this.#kept.get(property) ?? null;
  }

  /** Returns whether the property is violated for certain: by this candidate, or by an earlier one. */
  confirm(property: Property, candidate: Schedule): boolean {
    if (this.#kept.has(property)) return true;
    const key = this.#rejected.size > 0 ? keyOf(property, candidate) : null;
    if (key !== null && this.#rejected.has(key)) return false;
    // A replay takes as long as the run that was found: it is not cut short.
    const confirmed = confirmAsItIs(this.#newMachine(), candidate, property);
    if (confirmed === null) {
      this.#rejected.add(key ?? keyOf(property, candidate));
      return false;
    }
    this.#keep(property, confirmed);
    const simpler = this.#simplify(confirmed);
    if (simpler !== confirmed) this.#keep(property, simpler);
    return true;
  }

  #keep(property: Property, confirmed: Confirmed): void {
    this.#kept.set(property, confirmed);
    this.tell(property, confirmed);
  }

  #simplify(confirmed: Confirmed): Confirmed {
    const tick = (): void => {
      if (!this.#hasTime()) throw new LimitReached();
    };
    try {
      return simplify(
        () => this.#newMachine(tick),
        confirmed,
        () => this.#hasTime(),
      );
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return confirmed;
    }
  }

  #hasTime(): boolean {
    const now = this.budget.now();
    if (this.budget.isSpent) this.#until = Math.min(this.#until, now + graceMs);
    return now < this.#until;
  }

  #newMachine(tick: () => void = () => undefined): Machine {
    return new Machine(this.program, { ...this.machine, undo: false, tick });
  }
}

const keyOf = (property: Property, candidate: Schedule): string =>
  JSON.stringify([property, candidate], (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
