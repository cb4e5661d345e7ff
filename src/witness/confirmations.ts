// Confirms the violations of a check when they are found. In: candidates of engines. Out: evidence, reported at once to the thread that
// may outlive this one; no later failure of an engine takes it back.
//
// A candidate is replayed once, unchanged, and reported. Then it is simplified, which may take as much work as the search itself, and
// reported again. The first violation of each property decides it; further ones are kept by place if a check asks for all. An engine on its own thread reports a candidate when it finds it, and again with its result: a rejected candidate is not
// replayed again.

import type { Property, Violation } from "../execution/errors.ts";
import { Machine, type MachineOptions } from "../execution/machine.ts";
import type { Program } from "../program/program.ts";
import type { Budget } from "../support/budget.ts";
import { LimitReached } from "../support/limits.ts";
import { type Confirmed, confirmUnchanged, simplify } from "./confirm.ts";
import { placeKey } from "./place.ts";
import type { Schedule } from "./schedule.ts";

/** How long simplifying may continue after the end of the check's time: the report is due within a second. */
const graceMs = 250;

export class Confirmations {
  /** In the order in which they were confirmed; by place (place.ts). */
  readonly #kept = new Map<string, Confirmed>();
  /** Candidates that did not replay, as text: a copy from another thread is the same candidate. */
  readonly #rejected = new Set<string>();
  /** Places at which further violations were tried already. */
  readonly #tried = new Set<string>();
  /** When simplifying ends; known once the budget is spent. */
  #deadline = Number.POSITIVE_INFINITY;

  constructor(
    readonly program: Program,
    readonly machine: Omit<MachineOptions, "undo">,
    readonly budget: Budget,
    /** Called with each violation as soon as it is confirmed, and again when it is as simple as it gets: then `isFinal`. */
    readonly report: (property: Property, confirmed: Confirmed, isFinal: boolean) => void = () => undefined,
  ) {}

  /** The first violation of the property. */
  get(property: Property): Confirmed | null {
    return this.of(property)[0] ?? null;
  }

  /** All violations of the property. */
  of(property: Property): Confirmed[] {
    return this.all.filter((c) => c.violation.property === property);
  }

  get all(): Confirmed[] {
    return [...this.#kept.values()];
  }

  /** Replays the candidate unless the property is decided. Returns whether a violation of the property is confirmed, by this candidate or an earlier one. */
  confirm(property: Property, candidate: Schedule): boolean {
    if (this.get(property) !== null) return true;
    const key = this.#rejected.size > 0 ? keyOf(property, candidate) : null;
    if (key !== null && this.#rejected.has(key)) return false;
    // A replay takes as long as the run that was found: it is not interrupted.
    const confirmed = confirmUnchanged(this.#newMachine(), candidate, property);
    if (confirmed === null) {
      this.#rejected.add(key ?? keyOf(property, candidate));
      return false;
    }
    this.#keep(property, confirmed);
    return true;
  }

  /** Replays a further violation, if it is at a new place. */
  add(violation: Violation, candidate: () => Schedule): void {
    const place = placeKey(violation);
    if (this.#tried.has(place) || this.#kept.has(place)) return;
    this.#tried.add(place);
    const confirmed = confirmUnchanged(this.#newMachine(), candidate(), violation.property, place);
    if (confirmed !== null && !this.#kept.has(placeKey(confirmed.violation))) this.#keep(violation.property, confirmed);
  }

  /** Keeps and reports it, and again what it is simplified to. */
  #keep(property: Property, confirmed: Confirmed): void {
    const place = placeKey(confirmed.violation);
    this.#kept.set(place, confirmed);
    this.report(property, confirmed, false);
    const simpler = this.#simplify(confirmed);
    this.#kept.set(place, simpler);
    this.report(property, simpler, true);
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
    if (this.budget.isSpent) this.#deadline = Math.min(this.#deadline, now + graceMs);
    return now < this.#deadline;
  }

  #newMachine(tick: () => void = () => undefined): Machine {
    return new Machine(this.program, { ...this.machine, undo: false, tick });
  }
}

const keyOf = (property: Property, candidate: Schedule): string =>
  JSON.stringify([property, candidate], (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
