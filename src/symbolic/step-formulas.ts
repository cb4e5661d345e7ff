// The step formulas of a program, kept. In: a machine and a thread that may take its next step. Out: the way that the step goes from the state at hand.
//
// The decisions of a step form a tree per control point. The first time a step goes some way, it is executed and followed (following.ts), and the way is put into the tree;
// from then on it costs a walk down the tree.

import type { Oracle } from "../execution/contract.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";
import { append } from "../support/lists.ts";
import { Evaluator } from "../terms/evaluate.ts";
import { type Decision, describeObject, Following } from "./following.ts";
import { MachineState, markAt, marksText, type Observed } from "./machine-state.ts";
import { observe } from "./observe.ts";
import { inOrder, type NextInput, StateAtHand, type StateVariables } from "./state-variables.ts";
import type { Way } from "./way.ts";

/** What a step is given. */
export interface Given {
  readonly choices: readonly number[];
  readonly inputs: NextInput;
}

interface Node {
  /** What is decided here; all ways through this node decide it. Null: the way is known. */
  readonly decision: Decision | null;
  readonly way: Way | null;
  readonly next: Map<bigint | string | number, Node>;
}

export class StepFormulas {
  readonly #roots = new Map<number, Node>();
  /** How many ways are known. */
  ways = 0;

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly checksOverflow: boolean,
    /** See `Following`. */
    readonly fixesWaits = false,
    /** Whether branches that meet again are merged. */
    readonly merges = false,
    /** Whether ways fix the addresses that they compute with; otherwise they list the words (`Way.words`). */
    readonly fixesAddresses = true,
  ) {}

  /** The way of the thread's next step. Throws `Unsupported` if the step does what is not followed. */
  wayOf(thread: Thread, oracle: Oracle): Way {
    const observed = observe(this.machine, thread, oracle);
    return this.find(thread, { choices: observed.choices, inputs: inOrder(observed.inputs) }) ?? this.learn(thread, observed);
  }

  /** The way, if it is known. */
  find(thread: Thread, given: Given): Way | null {
    const { machine } = this;
    const evaluator = new Evaluator(new StateAtHand(machine, this.variables, given.inputs));
    let node = this.#roots.get(this.variables.points.of(machine, thread));
    for (let choices = 0; node !== undefined; ) {
      const d: Decision | null = node.decision;
      if (d === null) return node.way;
      switch (d.kind) {
        case "value":
          node = node.next.get(evaluator.value(d.term));
          break;
        case "object":
        case "marks":
          node = node.next.get(this.#saidByState(d) as string | number);
          break;
        case "choice":
          node = node.next.get(given.choices[choices++] ?? 0);
          break;
      }
    }
    return null;
  }

  /** Follows the step, and keeps the way. */
  learn(thread: Thread, observed: Observed): Way {
    const { machine } = this;
    const state = new MachineState(machine, this.variables, thread, observed, this.fixesAddresses);
    const following = new Following(machine, this.variables, state, this.checksOverflow, this.fixesWaits, this.merges);
    const followed = following.follow();
    const way = state.words.length === 0 ? followed : { ...followed, words: state.words };
    const { decisions } = following;
    const nodeAt = (i: number): Node => ({ decision: decisions[i] ?? null, way: i < decisions.length ? null : way, next: new Map() });
    const key = this.variables.points.of(machine, thread);
    const child = <K>(of: Map<K, Node>, at: K, i: number): Node => {
      const known = of.get(at) ?? nodeAt(i);
      of.set(at, known);
      return known;
    };
    let node = child(this.#roots, key, 0);
    for (const [i, { is }] of decisions.entries()) node = child(node.next, is, i + 1);
    this.ways++;
    return way;
  }

  /** All ways that are known at the thread's control point, with the objects and written bytes of the state at hand. */
  waysAt(thread: Thread): Way[] {
    const root = this.#roots.get(this.variables.points.of(this.machine, thread));
    const open = root === undefined ? [] : [root];
    const ways: Way[] = [];
    for (const { decision, way, next } of open) {
      if (way !== null) ways.push(way);
      const said = decision === null ? null : this.#saidByState(decision);
      append(open, said === null ? [...next.values()] : [next.get(said)].filter((n) => n !== undefined));
    }
    return ways;
  }

  /** What the state says of its objects; null: that is not asked. */
  #saidByState(d: Decision): string | number | null {
    const { machine } = this;
    if (d.kind === "object") return describeObject(machine.memory.objectAt(d.address | 0, Math.floor(d.address / 2 ** 32)));
    return d.kind === "marks" ? marksAt(machine, d.address, d.size) : null;
  }
}

function marksAt({ memory }: Machine, address: number, size: number): string | number {
  const region = memory.regionOf(address | 0, Math.floor(address / 2 ** 32));
  if (region === null || region.written === null) return 1;
  const from = address - region.base;
  let areWritten = true;
  for (let at = from; at < from + size && areWritten; at++) areWritten = region.written[at] === 1;
  return areWritten ? 1 : marksText(Array.from({ length: size }, (_, i) => markAt(region, from + i)));
}
