// The ways of steps in the search. In: a thread and its choices; a formula after a step. Out: the way that the step goes; the formula before it.

import type { Machine } from "../../execution/machine.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Conjunction } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import { observe } from "../../symbolic/observe.ts";
import { Precondition } from "../../symbolic/precondition.ts";
import type { StateAtHand, StateVariables } from "../../symbolic/state-variables.ts";
import type { StepFormulas } from "../../symbolic/step-formulas.ts";
import { countInputs, type Way } from "../../symbolic/way.ts";
import type { Term } from "../../terms/term.ts";
import type { Attempt } from "./attempts.ts";
import { endsOf, type IdleIterations } from "./idle.ts";
import type { Inputs } from "./inputs.ts";
import type { OwnSteps } from "./own-steps.ts";

interface SearchOfWays {
  readonly machine: Machine;
  readonly variables: StateVariables;
  readonly conjuncts: Conjuncts;
  readonly formulas: StepFormulas;
  readonly inputs: Inputs;
}

export class Ways {
  readonly #preconditions = new Map<Way, Precondition>();

  constructor(
    readonly search: SearchOfWays,
    /** Is told of every way; null: no steps are taken at once. */
    readonly own: OwnSteps | null,
    readonly idle: IdleIterations,
    readonly state: StateAtHand,
  ) {}

  /** Null: an error of the computation before is raised. */
  of(t: Thread, vector: readonly number[]): Way | null {
    if (t.pendingFault !== null) return null;
    const { machine, formulas, inputs } = this.search;
    let way = formulas.find(t, { choices: vector, inputs: inputs.next });
    if (way === null) {
      inputs.begin(vector);
      way = formulas.learn(t, observe(machine, t, inputs));
    }
    this.own?.note(t, way);
    return way;
  }

  preconditionOf(way: Way): Precondition {
    let known = this.#preconditions.get(way);
    if (known === undefined) {
      known = new Precondition(this.search.variables, way);
      this.#preconditions.set(way, known);
    }
    return known;
  }

  readonly #valueOf = (variable: Term): bigint => this.state.variable(variable.name);

  /** What must hold before a step so that a formula holds after it. */
  before({ trail }: Attempt, way: Way, value: Conjunction, isSymbolic: boolean): Conjunction {
    if (trail === null) {
      const after = this.idle.withoutTrail(value, way.threads[0]?.thread ?? 0);
      return this.preconditionOf(way).of(after, isSymbolic ? null : this.#valueOf);
    }
    const before = this.preconditionOf(way).of(this.idle.after(value, trail));
    return this.search.conjuncts.both(this.idle.before(before, trail), trail.changesNothing);
  }

  /** What the step did to the trail of its thread; null: nothing. */
  trailAfter(t: Thread, way: Way, before: number): Attempt["trail"] {
    const length = t.trail?.length ?? 0;
    if (length === 0 && t.status !== "spinning") return null;
    return { thread: t.index, before, length, isFirst: before === 0, ends: endsOf(t), changesNothing: this.idle.changesNothing(way) };
  }
}

/** Throws if a step differs from its way. `inputs`: how many it took; null: they were given. */
export function requireSame(way: Way, hasMoved: boolean, inputs: number | null): void {
  if (hasMoved === (way.threads[0]?.end.kind === "blocked")) throw new Error("a step differs from its formula");
  if (hasMoved && inputs !== null && inputs !== countInputs(way)) throw new Error("a step takes other inputs than its formula");
}
