// The generalised interleaving graph (GIG) of a search (AGSE, section 3.2), as far as it is explored. In: what the search does, step by step. Out: nodes, by control, with their
// formulas: how often each left out a state, and what that saved; for a picture, also the edges between them.
//
// A search keeps such a graph only if it is to be explained or drawn. Texts are made while the machine stands in a state of the node: later, objects and frames are gone.

import type { Machine } from "../../execution/machine.ts";
import { userFrame } from "../../execution/positions.ts";
import type { Thread } from "../../execution/thread.ts";
import type { CommutingReason, PairListener } from "../../reduction/commuting-pairs.ts";
import { shortName } from "../../reports/report.ts";
import { LimitReached } from "../../support/limits.ts";
import { type ConditionText, describeCondition } from "../../symbolic/condition-text.ts";
import type { StateVariables } from "../../symbolic/state-variables.ts";
import type { GraphNode } from "../../symbolic/step-graph.ts";
import { printC } from "../../terms/print-c.ts";
import type { Term } from "../../terms/term.ts";
import type { Inputs } from "./inputs.ts";
import type { SearchNode } from "./node.ts";
import { StateNames } from "./state-names.ts";

/** More formulas are put into words only when they leave out a state. */
const maxDescribed = 2000;
/** Of lines and reasons; more are not kept. */
const maxPairs = 200;
/** Of a picture, per node: a loop may lead to one node very often. */
const statesPerNode = 50;

/** Why a state is not explored. */
export type LeafKind = "end" | "error" | "stuck" | "pruned" | "settled" | "idle" | "asleep";

/** A formula of a node. */
export interface GigFormula {
  term: Term;
  /** Null: not made. */
  text: ConditionText | null;
  /** States that it left out. */
  uses: number;
  /** Steps that exploring the state took when the formula was made. */
  cost: number;
  /** Steps that leaving states out saved. */
  saved: number;
}

export interface GigNode {
  /** In the order of discovery, from 1 on; 0: the beginning of main. */
  readonly number: number;
  /** Where the running threads stand: indices into positions. */
  readonly places: readonly { readonly thread: number; readonly position: number; readonly isAble: boolean }[];
  readonly formulas: GigFormula[];
  /** The threads that a reduction chose, and the trace interpolant under which they suffice. */
  trace: { readonly threads: readonly string[]; readonly text: ConditionText } | null;
  /** Several threads can go on: an interleaving pivot point. */
  isInterleaving: boolean;
  /** A thread goes different ways for different inputs or choices: a branching pivot point. */
  isBranching: boolean;
  /** What it is if it is not explored. */
  readonly leaf: LeafKind | null;
  visits: number;
}

export interface GigEdge {
  readonly from: GigNode;
  readonly to: GigNode;
  readonly thread: number;
  readonly position: number;
  /** On inputs; null: for all. */
  readonly condition: string | null;
  /** A state was left out at its end. */
  isPruned: boolean;
}

/** Steps that were taken to commute. */
export interface GigPair {
  readonly threads: readonly [number, number];
  readonly positions: readonly [number, number];
  readonly reason: CommutingReason;
  readonly while: ConditionText;
  /** How often it was found, for these lines. */
  count: number;
}

interface OpenNode {
  readonly search: SearchNode;
  /** Null: a state that begins or ends a thread; its step belongs to the edge before it. */
  readonly node: GigNode | null;
  readonly places: GigNode["places"];
  /** Steps of the search when it was entered. */
  readonly steps: number;
}

export interface WatchedSearch {
  readonly machine: Machine;
  readonly variables: StateVariables;
  readonly inputs: Inputs;
}

export class Gig {
  readonly #nodes = new Map<string, GigNode>();
  readonly #edges = new Map<string, GigEdge>();
  readonly #open: OpenNode[] = [];
  /** The beginning of main up to its first step; null: not reached yet. It is a node if it goes different ways. */
  #start: GigNode | null = null;
  readonly #pairs = new Map<string, GigPair>();
  #described = 0;
  #states = 0;

  /** `maxNodes`: of a picture; null: no edges are kept. */
  constructor(
    readonly search: WatchedSearch,
    readonly maxNodes: number | null,
  ) {}

  get nodes(): readonly GigNode[] {
    const nodes = [...this.#nodes.values()];
    return this.#start?.isBranching === true ? [this.#start, ...nodes] : nodes;
  }

  get edges(): readonly GigEdge[] {
    return [...this.#edges.values()].filter((e) => e.from !== this.#start || e.from.isBranching);
  }

  get pairs(): readonly GigPair[] {
    return [...this.#pairs.values()];
  }

  /** Two steps were taken to commute; steps of the library's threads have no lines. */
  readonly noteCommuting: PairListener = ({ member, other, reason, facts }) => {
    const { machine, variables } = this.search;
    const positions = [positionOf(machine, member), positionOf(machine, other)] as const;
    if (positions.includes(0)) return;
    const key = `${positions.join()} ${reason} ${facts.map((f) => f.id).join()}`;
    const known = this.#pairs.get(key);
    if (known !== undefined) known.count++;
    else if (this.#pairs.size < maxPairs) {
      const text = this.#names().describe(variables.terms.all([...facts]));
      this.#pairs.set(key, { threads: [member.thread, other.thread], positions, reason, while: text, count: 1 });
    }
  };

  /** Of a picture: it has too many nodes, or the search has too many states. */
  get isTooLarge(): boolean {
    return this.maxNodes !== null && (this.#nodes.size > this.maxNodes || this.#states > statesPerNode * this.maxNodes);
  }

  #countState(): void {
    this.#states++;
    if (this.isTooLarge) throw new LimitReached("size");
  }

  /** Main has begun, for some inputs: once more for others. */
  begin(search: SearchNode): void {
    if (this.#start !== null) return;
    const main = this.search.machine.program.functions.find((f) => f.name === "main" && !f.library);
    const position = main?.body().blocks[0]?.operations.find((o) => o.op === "call")?.at ?? main?.position ?? 0;
    const more = { formulas: [], trace: null, isInterleaving: false, isBranching: false, leaf: null, visits: 1 };
    this.#start = { number: 0, places: [{ thread: 0, position, isAble: true }], ...more };
    this.#open.push({ search, node: this.#start, places: this.#start.places, steps: 0 });
  }

  /** A state was reached, and is explored. `key`: its control, as formulas are kept; null: none are. `chosen`: threads that a reduction takes. */
  enter(search: SearchNode, key: string | null, steps: number, chosen: readonly Thread[] | null): void {
    this.#countState();
    const places = this.maxNodes === null && key === null ? [] : this.#places(search.able);
    const node = key === null ? null : this.#nodeAt(key === "" ? this.#control() : key, places, null);
    if (node !== null) {
      node.visits++;
      node.isInterleaving ||= search.able.length > 1;
      if (chosen !== null && (chosen.length < search.able.length || search.interpolant !== search.terms.true))
        node.trace ??= { threads: chosen.map((t) => shortName(t.index)), text: this.#names().describe(search.interpolant) };
      this.#link(node, false);
    }
    this.#open.push({ search, node, places, steps });
  }

  /** A state was reached, and is not explored. `known`: the formula that says why. */
  leaf(kind: LeafKind, key: string | null, known: Term | null): void {
    this.#countState();
    const found = key === null || key === "" ? undefined : this.#nodes.get(key);
    if (kind === "pruned" && found !== undefined) {
      const used = found.formulas.find((f) => f.term === known) ?? found.formulas[0];
      if (used !== undefined) {
        used.uses++;
        used.saved += used.cost;
        used.text ??= this.#names().describe(used.term);
      }
      this.#link(found, true);
      return;
    }
    if (this.maxNodes === null && kind !== "settled") return this.#link(null, false);
    const places = this.#places([]);
    const node = this.#nodeAt(`${kind} ${kind === "end" ? "" : this.#control()}`, places, kind);
    node.visits++;
    if (kind === "settled" && known !== null && node.formulas.length === 0)
      node.formulas.push({ term: known, text: this.#names().describe(known), uses: 0, cost: 0, saved: 0 });
    const last = node.formulas[0];
    if (last !== undefined) last.uses++;
    this.#link(node, false);
  }

  /** The state on top is left. `kept`: the formulas that the table has of its control. */
  leave(kept: readonly Term[], steps: number): void {
    const top = this.#open.pop();
    if (top === undefined || top.node === null) return;
    const { node } = top;
    const cost = steps - top.steps;
    const [only] = node.formulas;
    for (const term of kept) {
      const same = node.formulas.find((f) => f.term === term);
      if (same !== undefined) continue;
      if (kept.length === 1 && only !== undefined && only.term !== term) Object.assign(only, { term, cost, text: this.#textOf(term) });
      else node.formulas.push({ term, text: this.#textOf(term), uses: 0, cost, saved: 0 });
    }
  }

  /** A formula is put into words when it is made, while there are few; later, when it leaves out a state. */
  #textOf(term: Term): ConditionText | null {
    return this.#described++ < maxDescribed ? this.#names().describe(term) : null;
  }

  #names(): StateNames {
    return new StateNames(this.search.machine, this.search.variables);
  }

  #nodeAt(key: string, places: GigNode["places"], leaf: LeafKind | null): GigNode {
    let node = this.#nodes.get(key);
    if (node === undefined) {
      const number = this.#nodes.size + 1;
      node = { number, places, formulas: [], trace: null, isInterleaving: false, isBranching: false, leaf, visits: 0 };
      this.#nodes.set(key, node);
      if (this.isTooLarge) throw new LimitReached("size");
    }
    return node;
  }

  /** The step on the way to a node, from the last node before it: what begins and ends threads lies between. `to`: null if it is not drawn. */
  #link(to: GigNode | null, isPruned: boolean): void {
    let at = this.#open.length - 1;
    while (at >= 0 && this.#open[at]?.node === null) at--;
    const from = this.#open[at];
    if (from === undefined || from.node === null) return;
    const { tried, attempt } = from.search;
    const way = this.#open.slice(at);
    if (way.some((o) => o.search.tried.list.filter((a) => !a.isBlocked).length > 1)) from.node.isBranching = true;
    if (this.maxNodes === null || to === null) return;
    const thread = this.#threadNamed(tried.thread);
    const position = from.places.find((p) => p.thread === thread)?.position ?? 0;
    const conditions = way.map((o) => o.search.attempt?.condition ?? o.search.terms.true);
    const texts = conditions.flatMap((c) => describeCondition(c, (atom, isNegated) => this.#onInputs(atom, isNegated)).conjuncts ?? []);
    const choices = (attempt?.choices ?? []).map((c) => `choice ${c.value + 1} of ${c.count}`);
    const condition = [...new Set([...texts, ...choices])].join(" && ") || null;
    const key = `${from.node.number} ${to.number} ${thread} ${condition}`;
    const known = this.#edges.get(key) ?? { from: from.node, to, thread, position, condition, isPruned };
    known.isPruned &&= isPruned;
    this.#edges.set(key, known);
  }

  #onInputs(atom: Term, isNegated: boolean): string {
    const name = ({ name }: Term): string => {
      const [, thread, n] = /^a(\d+)\.(\d+):/.exec(name) ?? [];
      return `input ${Number(n) + 1} of ${shortName(Number(thread))}`;
    };
    return printC(this.search.variables.terms, atom, { maxOperators: 12, name, atMost: true, isNegated });
  }

  #threadNamed(name: string): number {
    return this.search.machine.threads.find((t) => t.name === name)?.index ?? 0;
  }

  #control(): string {
    const { machine } = this.search;
    return machine.threads.map((t) => (t.status === "running" ? this.search.variables.points.of(machine, t) : t.status)).join("|");
  }

  #places(able: readonly string[]): GigNode["places"] {
    const { machine } = this.search;
    return machine.threads.flatMap((t) =>
      t.status === "running" || t.status === "spinning"
        ? [{ thread: t.index, position: userFrame(machine, t).position, isAble: able.includes(t.name) }]
        : [],
    );
  }
}

/** Of the step's code, in the innermost frame that is not the library's; 0: there is none. */
function positionOf({ code }: Machine, { point }: GraphNode): number {
  for (const { function: id, operation } of [...(point?.frames ?? [])].reverse()) {
    const fn = code[id];
    if (fn !== undefined && !fn.library) return fn.operations[operation]?.at ?? 0;
  }
  return 0;
}
