// Which ways the next step of a thread may go. In: the state at hand, and control points of a step graph. Out: the ways whose guards hold, for some inputs, and what they touch.
//
// A search asks this of every thread in every state. Conditions that several ways share are evaluated once, and equal answers are one object.

import type { Machine } from "../execution/machine.ts";
import { IntVector, VectorTable } from "../support/vector-table.ts";
import type { Conjunction } from "../symbolic/conjunction.ts";
import type { StateVariable, StateVariables } from "../symbolic/state-variables.ts";
import { type GraphNode, type GraphWay, hasObjects } from "../symbolic/step-graph.ts";
import type { Touch } from "../symbolic/way.ts";
import type { Term } from "../terms/term.ts";
import type { StateFacts } from "./state-facts.ts";
import { WatchedValues } from "./watched-values.ts";

export interface PossibleWays {
  /** Among those of the same node. */
  readonly number: number;
  /** What the next step may touch; null: it depends on everything. */
  readonly touches: readonly Touch[] | null;
}

interface Guard {
  readonly set: Conjunction;
  readonly variables: readonly StateVariable[];
  /** It speaks of inputs. */
  readonly isOpen: boolean;
  /** Null: its variables cannot be watched. */
  readonly watched: WatchedValues | null;
  readonly compute: () => boolean;
  askedIn: number;
  mayHold: boolean;
}

interface PreparedNode {
  readonly guards: readonly (readonly Guard[])[];
  /** By the number of the list of ways that are possible. */
  readonly known: Map<number, PossibleWays>;
  /** If that does not depend on the state. */
  readonly always: PossibleWays | null;
}

const wayList = 1;

export class NextSteps {
  readonly #guards = new Map<Term, Guard>();
  readonly #prepared = new Map<GraphNode, PreparedNode>();
  readonly #lists = new VectorTable(Number.POSITIVE_INFINITY);
  readonly #possible = new IntVector();
  #state = 0;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly isFixed: (v: StateVariable) => boolean,
    readonly facts: StateFacts,
  ) {}

  /** The state is another one now. */
  begin(): void {
    this.#state++;
    this.facts.begin();
  }

  at(node: GraphNode): PossibleWays {
    const { guards, known, always } = this.#prepare(node);
    if (always !== null) return always;
    const possible = this.#possible;
    possible.length = 0;
    for (let i = 0; i < guards.length; i++) if (this.#isPossible(node.ways[i] as GraphWay, guards[i] as readonly Guard[])) possible.push(i);
    const number = this.#lists.intern(wayList, possible.data, possible.length);
    let ways = known.get(number);
    if (ways === undefined) {
      ways = { number: known.size, touches: touchesOf(node, [...possible.data.subarray(0, possible.length)]) };
      known.set(number, ways);
    }
    return ways;
  }

  #isPossible(way: GraphWay, guards: readonly Guard[]): boolean {
    for (let i = 0; i < guards.length; i++) if (!this.#mayHold(guards[i] as Guard)) return false;
    return way.objects === undefined || way.objects.length === 0 || hasObjects(way, this.machine);
  }

  #prepare(node: GraphNode): PreparedNode {
    let prepared = this.#prepared.get(node);
    if (prepared === undefined) {
      const isFree = node.ways.every(({ way, objects }) => way.guard.length === 0 && (objects ?? []).length === 0);
      const all = { number: 0, touches: touchesOf(node, [...node.ways.keys()]) };
      prepared = {
        guards: node.ways.map(({ way }) => way.guard.map((g) => this.#guardOf(g))),
        known: new Map(),
        always: isFree ? all : null,
      };
      this.#prepared.set(node, prepared);
    }
    return prepared;
  }

  #guardOf(term: Term): Guard {
    let guard = this.#guards.get(term);
    if (guard === undefined) {
      const { conjuncts } = this.variables;
      const variables = conjuncts.variablesOf(term).map((v) => this.variables.meaningOf(v.name));
      const isOpen = variables.some((v) => v.kind !== "cell" && v.kind !== "register");
      const set = conjuncts.of(term);
      const watched = WatchedValues.of(this.machine, variables);
      guard = { set, variables, isOpen, watched, compute: () => this.facts.holds(set), askedIn: -1, mayHold: true };
      this.#guards.set(term, guard);
    }
    return guard;
  }

  /** Whether a condition holds for some inputs. */
  #mayHold(g: Guard): boolean {
    if (g.askedIn !== this.#state) {
      g.askedIn = this.#state;
      g.mayHold = g.isOpen || !g.variables.every(this.isFixed) || (g.watched === null ? g.compute() : g.watched.answer(g.compute));
    }
    return g.mayHold;
  }
}

/** What the next step may touch; null: it depends on everything. */
function touchesOf(node: GraphNode, possible: readonly number[]): readonly Touch[] | null {
  if (typeof node.open === "string" || possible.length === 0) return null;
  const ways = possible.map((i) => (node.ways[i] as GraphWay).way);
  if (ways.some((way) => way.threads.some(({ end }) => end.kind === "process" || (end.kind === "error" && !end.pending)))) return null;
  return ways.flatMap((way) => way.touches);
}
