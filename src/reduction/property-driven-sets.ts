// Property-driven persistent sets (PDPOR, definitions 7 and 9, Fig. 2 corrected). In: a state of the machine, step graphs, what is looked for. Out: the smallest set of threads that was
// found to suffice from this state, and the trace interpolant: a formula under which it suffices; or that nothing can go wrong any more.
//
// A set T suffices if the next step of every member semi-commutes with every step that a thread outside may still take, from now to its end and not only next (Fig. 2 looks at the next ones), as
// long as no member moves. What lies behind the join of a member, or behind a lock that a member holds, is not taken then (remaining-steps.ts). A thread whose step does not fit
// becomes a member. So does whatever could let a member continue that waits.

import { Fault } from "../execution/fault.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import { type GraphNode, hasObjects, type StepGraph } from "../symbolic/step-graph.ts";
import type { Evaluator } from "../terms/evaluate.ts";
import type { Term } from "../terms/term.ts";
import { cellsOf, stateAtHand } from "./cells.ts";
import type { CommutingPair, PairListener } from "./commuting-pairs.ts";
import type { Failures } from "./failures.ts";
import { type KnownControl, KnownControls, type KnownSet, type Member } from "./known-controls.ts";
import { Proofs } from "./proofs.ts";
import { ResourceOrders } from "./resource-orders.ts";
import { SemiCommutativity } from "./semi-commutativity.ts";
import { SeparateSteps } from "./separate-steps.ts";
import { Settled } from "./settled.ts";
import { type Step, Steps, type StepWay } from "./steps.ts";
import { type Remaining, type RemainingStep, StepsOutside } from "./steps-outside.ts";
import { Unwritten } from "./unwritten.ts";

/** Threads to explore from a state; see `Choice` of the search. */
export interface ChosenSet {
  readonly threads: readonly Thread[];
  readonly namesWaiting: true;
  readonly interpolant: Term | null;
  readonly settled: Term | null;
}

interface FoundSet {
  readonly members: readonly Member[];
  readonly facts: readonly Term[];
  /** Why it suffices, if there is a listener. */
  readonly pairs: readonly CommutingPair[];
}

/** How it was shown that a step may come before another. */
type Shown = Pick<CommutingPair, "reason" | "facts">;

const independent: Shown = { reason: "independent", facts: [] };

/** Of a control at which nothing was found so often, nothing more is asked. */
const maxFailures = 8;

/** More facts about cells are not offered to a proof. */
const maxFacts = 16;

export class PropertyDrivenSets {
  readonly proofs: Proofs;
  readonly steps: Steps;
  readonly #relation: SemiCommutativity;
  readonly #remaining: StepsOutside;
  readonly #orders: ResourceOrders;
  readonly #settled: Settled;
  readonly #known: KnownControls;
  readonly #unwritten: Unwritten;
  readonly #separate = new SeparateSteps();
  /** Null: pairs are not collected. */
  listener: PairListener | null = null;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly graph: StepGraph,
    readonly failures: Failures,
    /** Called often; throws `LimitReached` if the check has used up its time or memory. */
    readonly tick: () => void = () => undefined,
  ) {
    const { terms } = variables;
    this.proofs = new Proofs(variables, tick);
    this.steps = new Steps(machine.program, variables, failures, this.proofs);
    this.#relation = new SemiCommutativity(terms, this.proofs);
    this.#remaining = new StepsOutside(machine, variables, this.steps, tick);
    this.#orders = new ResourceOrders(variables, this.steps, this.proofs, graph);
    this.#settled = new Settled(variables, this.steps, this.proofs);
    this.#unwritten = new Unwritten(machine, variables);
    this.#known = new KnownControls(machine, this.steps);
  }

  /** The threads to explore, members that wait included. */
  choose(enabled: readonly Thread[], running: readonly Thread[]): ChosenSet {
    const all: ChosenSet = { threads: running, namesWaiting: true, interpolant: null, settled: null };
    // What a thread that was stopped, or that is parked, would do is not known here.
    if (this.machine.threads.some((t) => t.status === "cut" || t.status === "spinning")) return all;
    const failing = enabled.find((t) => this.#isFailing(t));
    if (failing !== undefined) return { ...all, threads: [failing] };
    const members = this.#membersOf(running);
    if (members === null) return all;
    const at = this.#known.of(members);
    if (this.#unwritten.mayBeRead(at.reachable)) return all;
    const now = stateAtHand(this.machine, this.variables);
    const settled = this.#settledAt(at, now);
    if (settled !== null) return { ...all, threads: [], settled };
    const isEnabled = new Set(enabled);
    // Of equal sets, that of a thread that is nearly done: what it was about to do may settle all.
    const left = (m: Member): number => this.graph.reachableFrom(m.node).length;
    const first = members.filter((m) => isEnabled.has(m.thread)).sort((a, b) => left(a) - left(b));
    const best = at.holding(first, now) ?? this.#found(at, first, members, now);
    if (best === null) return all;
    const threads = members.filter((m) => best.threads.includes(m.thread.index)).map((m) => m.thread);
    return { ...all, threads, interpolant: best.interpolant };
  }

  #settledAt(at: KnownControl, now: Evaluator): Term | null {
    const known = at.settled.find((f) => now.value(f) === 1n);
    if (known !== undefined) return known;
    if (at.unsettled >= maxFailures) return null;
    const found = this.#settled.find(at.reachable, now);
    if (found === null) at.unsettled++;
    else at.settled.push(found);
    return found;
  }

  #found(at: KnownControl, first: readonly Member[], members: readonly Member[], now: Evaluator): KnownSet | null {
    if (at.failures >= maxFailures) return null;
    const best = this.#smallest(first, members, now);
    if (best === null) {
      at.failures++;
      return null;
    }
    for (const pair of best.pairs) this.listener?.(pair);
    const interpolant = best.facts.length === 0 ? null : this.variables.terms.all([...best.facts]);
    const found = { threads: best.members.map((m) => m.thread.index), interpolant };
    at.sets.push(found);
    return found;
  }

  #smallest(first: readonly Member[], all: readonly Member[], now: Evaluator): FoundSet | null {
    let best: FoundSet | null = null;
    for (const m of first)
      for (const follows of [false, true]) {
        const limit: number = best?.members.length ?? all.length;
        if (limit === 1) break;
        best = this.#grow(m, all, now, follows, limit) ?? best;
      }
    return best;
  }

  #isFailing({ pendingFault }: Thread): boolean {
    const error = pendingFault?.error;
    return error instanceof Fault && this.failures.has(error.kind);
  }

  /** Null: of some thread it is not known what it may do. A thread that will end the process with its next step does nothing else. */
  #membersOf(running: readonly Thread[]): Member[] | null {
    const members: Member[] = [];
    for (const thread of running) {
      if (thread.pendingFault !== null) continue;
      const node = this.graph.nodeOf(this.machine, thread);
      if (node === null) return null;
      members.push({ thread, node });
    }
    return members;
  }

  /** The set that is begun with this thread; null: it is not smaller than the limit. */
  #grow(first: Member, all: readonly Member[], now: Evaluator, follows: boolean, limit: number): FoundSet | null {
    if (this.#isSeparate(first, all)) return { members: [first], facts: [], pairs: this.#pairsOf(first, all, now) };
    const set = new Set([first]);
    while (set.size < limit) {
      const outside = all.filter((m) => !set.has(m));
      const remaining = this.#remaining.of(
        outside.map((m) => m.node),
        now,
        follows,
      );
      const facts = new Set(remaining.facts);
      const pairs: CommutingPair[] = [];
      const misfit = this.#findMisfit([...set], remaining, all, now, facts, pairs);
      if (misfit === null) return { members: [...set], facts: [...facts], pairs };
      const next = all.find((m) => m.thread.index === misfit.origin);
      if (next === undefined) return null;
      set.add(next);
    }
    return null;
  }

  #isSeparate(m: Member, all: readonly Member[]): boolean {
    const { ways } = this.steps.of(m.node, 0);
    return ways.every((w) => w.outcome !== "ends") && this.#separate.isSeparate(m, all, this.machine.threads.length);
  }

  /** With a listener: the pairs of a step that is independent of all others. */
  #pairsOf(m: Member, all: readonly Member[], now: Evaluator): CommutingPair[] {
    if (this.listener === null) return [];
    const nodes = all.filter((o) => o !== m).map((o) => o.node);
    const { steps } = this.#remaining.of(nodes, now, false);
    return steps.flatMap((s) => s.isLeft.filter(Boolean).map(() => ({ member: m.node, other: s.node, ...independent })));
  }

  /** A step of a thread outside that the next step of some member must not be moved over. Adds the facts that are needed for the others. */
  #findMisfit(
    set: readonly Member[],
    remaining: Remaining,
    all: readonly Member[],
    now: Evaluator,
    facts: Set<Term>,
    pairs: CommutingPair[],
  ): RemainingStep | null {
    const nodes = all.map((m) => m.node);
    for (const m of set) {
      const t = this.#nextOf(m, remaining, now, facts);
      const shownOf = this.#remembering(t, remaining, nodes, now);
      for (const step of remaining.steps) {
        this.tick();
        // After a step of the member, ways may be taken that are not taken otherwise.
        const whole = this.steps.of(step.node, 1);
        const u = this.#left(whole, step.isPlaced);
        for (const [i, way] of whole.ways.entries()) {
          if (!step.isLeft[i]) continue;
          const shown = shownOf(u, way);
          if (shown === null) return step;
          for (const f of shown.facts) facts.add(f);
          if (this.listener !== null) pairs.push({ member: m.node, other: step.node, ...shown });
        }
      }
    }
    return null;
  }

  /**
   * `#show` for one state and one member. Threads that run the same code have equal steps, or steps with one core. What was shown by formulas for the one is shown for the other if that is comparable with the member's
   * step as well; what was shown by what they touch is not: that is not in the core.
   */
  #remembering(t: Step, remaining: Remaining, nodes: readonly GraphNode[], now: Evaluator): (u: Step, way: StepWay) => Shown | null {
    const byWay = new Map<StepWay, { readonly u: Step; readonly shown: Shown }>();
    const byCore = new Map<string, Shown>();
    return (u, way) => {
      const last = byWay.get(way);
      if (last?.u === u) return last.shown;
      let shown: Shown | null = this.#isIndependent(t, way) ? independent : null;
      if (shown === null) {
        const key = `${u.core}.${u.ways.indexOf(way)}`;
        const known = byCore.get(key);
        shown = known !== undefined && this.#relation.areComparable(t, u) ? known : this.#show(t, u, way, remaining, nodes, now);
        if (shown !== null && known === undefined) byCore.set(key, shown);
      }
      if (shown !== null) byWay.set(way, { u, shown });
      return shown;
    };
  }

  #isIndependent(t: Step, way: StepWay): boolean {
    return way.outcome === "waits" || way.outcome === "ends" || this.#relation.isIndependent(t, way);
  }

  #left(step: Step, isLeft: readonly boolean[]): Step {
    return isLeft.every(Boolean) ? step : this.steps.restrict(step, isLeft);
  }

  /** The member's next step, without the ways that are excluded by its registers and by cells that keep their values. Adds what excludes them. */
  #nextOf({ node }: Member, remaining: Remaining, now: Evaluator, facts: Set<Term>): Step {
    const { terms } = this.variables;
    const step = this.steps.of(node, 0);
    const isLeft = node.ways.map((w) => {
      const { way } = w;
      // A step that begins or ends an object there does not commute with this one.
      if (!hasObjects(w, this.machine)) return false;
      const refuted = way.guard.find((g) => {
        const cells = cellsOf(this.variables, g, node.thread);
        return cells !== null && remaining.isKept(cells) && now.value(g) === 0n;
      });
      if (refuted !== undefined) facts.add(terms.not(refuted));
      return refuted === undefined;
    });
    return this.#left(step, isLeft);
  }

  /** Why, and under which facts, the member's step may be taken before that of the other, with which it is not independent; null: that was not shown. */
  #show(t: Step, u: Step, way: StepWay, remaining: Remaining, nodes: readonly GraphNode[], now: Evaluator): Shown | null {
    const always = this.#relation.needed(t, u, way, [], null);
    if (always !== null) return { reason: "equal", facts: always };
    const ordered = this.#underOrder(t, u, way, nodes, now);
    if (ordered !== null) return { reason: "ordered", facts: ordered };
    const facts = this.#relation.needed(t, u, way, this.#kept(t, u, remaining, now), null);
    return facts === null ? null : { reason: "equal", facts };
  }

  #underOrder(t: Step, u: Step, way: StepWay, nodes: readonly GraphNode[], now: Evaluator): readonly Term[] | null {
    for (const order of this.#orders.between(t, way)) {
      const interval = order.interval(nodes);
      if (interval === null || now.value(interval) === 0n) continue;
      const assumed = order.assumption([t, u]);
      if (assumed !== null && this.#relation.needed(t, u, way, [assumed], order) !== null) return [interval];
    }
    return null;
  }

  /** Facts that hold now, and that no step of a thread outside can change: from weak to strong. */
  #kept(t: Step, u: Step, remaining: Remaining, now: Evaluator): Term[] {
    const { terms } = this.variables;
    const weak = new Set<Term>();
    const strong = new Set<Term>();
    for (const g of [t, u].flatMap((s) => s.ways.flatMap((w) => w.conjuncts))) {
      const fact = this.#remaining.factOf(g);
      if (fact === null || !remaining.isKept(fact.cells)) continue;
      weak.add(now.value(g) === 1n ? g : terms.not(g));
    }
    for (const v of [t, u].flatMap((s) => s.ways.flatMap((w) => w.touches))) {
      if (v.size > 8 || !remaining.isKept([v])) continue;
      const cell = this.variables.cell(v.address, v.size);
      strong.add(terms.eq(cell, terms.constant(now.value(cell), cell.width)));
    }
    return [...weak, ...strong].slice(0, maxFacts);
  }
}
