// A step graph from runs: what random runs of a small program meet. In: a program. Out: a graph whose ways are those that were seen; a side of a decision that no run took is an error,
// so that nothing is concluded from not having seen it.

import type { Oracle } from "../../../src/execution/contract.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import { Rng } from "../../../src/support/rng.ts";
import { type Decision, Following } from "../../../src/symbolic/following.ts";
import { MachineState } from "../../../src/symbolic/machine-state.ts";
import { Again, observe } from "../../../src/symbolic/observe.ts";
import { StateVariables } from "../../../src/symbolic/state-variables.ts";
import { controlPoint } from "../../../src/symbolic/step-formulas.ts";
import type { GraphNode, GraphWay, StepGraph } from "../../../src/symbolic/step-graph.ts";
import type { Way } from "../../../src/symbolic/way.ts";
import type { Term } from "../../../src/terms/term.ts";
import { Terms } from "../../../src/terms/terms.ts";
import { machineOptions } from "../../run.ts";

interface Seen {
  readonly decisions: readonly Decision[];
  readonly way: Way;
  readonly next: Node[];
}

class Node implements GraphNode {
  readonly seen = new Map<string, Seen>();
  #ways: readonly GraphWay[] | null = null;

  constructor(
    readonly thread: number,
    readonly control: string,
    readonly variables: StateVariables,
    readonly isLibrary: boolean,
  ) {}

  get ways(): readonly GraphWay[] {
    this.#ways ??= [...[...this.seen.values()].map(({ way, next }) => ({ way, next })), ...this.#unseen()];
    return this.#ways;
  }

  /** Sides of decisions on conditions that no run took. */
  #unseen(): GraphWay[] {
    const { terms } = this.variables;
    const sides = new Map<string, { readonly guard: Term[]; readonly taken: Set<bigint>; readonly like: Way; readonly term: Term }>();
    for (const { decisions, way } of this.seen.values()) {
      const guard: Term[] = [];
      let path = "";
      for (const d of decisions) {
        if (d.kind === "value" && d.term.width === 1) {
          const side = sides.get(`${path}/${d.term.id}`) ?? { guard: [...guard], taken: new Set<bigint>(), like: way, term: d.term };
          side.taken.add(d.is);
          sides.set(`${path}/${d.term.id}`, side);
        }
        if (d.kind === "value") guard.push(terms.eq(d.term, terms.constant(d.is, d.term.width)));
        path += d.kind === "value" ? `/${d.term.id}=${d.is}` : d.kind === "choice" ? `/c${d.is}` : `/${d.is}`;
      }
    }
    const open = this.isLibrary ? [] : [...sides.values()].filter((s) => s.taken.size === 1);
    return open.map(({ guard, taken, like, term }) => ({
      next: [],
      way: {
        ...like,
        guard: [...guard, taken.has(1n) ? terms.not(term) : term],
        threads: [{ thread: this.thread, end: { kind: "error", error: "assertion", pending: true }, frames: [], registers: [] }],
        choices: [],
      },
    }));
  }
}

export class ObservedGraph implements StepGraph {
  readonly variables = new StateVariables(new Terms());
  readonly #nodes = new Map<string, Node>();

  constructor(
    readonly program: Program,
    runs = 200,
    maxSteps = 2000,
  ) {
    for (let seed = 1; seed <= runs; seed++) this.#run(new Rng(seed), maxSteps);
  }

  nodeOf(machine: Machine, thread: Thread): GraphNode | null {
    const node = thread.pendingFault === null ? this.#nodes.get(controlPoint(machine, thread)) : undefined;
    return node === undefined || !this.#isWhole(node) ? null : node;
  }

  /** Of all that is reachable it is known where it leads. */
  #isWhole(node: Node): boolean {
    return this.reachableFrom(node).every((n) => n.ways.every(({ way, next }) => way.threads[0]?.end.kind !== "step" || next.length > 0));
  }

  reachableFrom(node: GraphNode): readonly GraphNode[] {
    const found = new Set([node]);
    for (const n of found) for (const w of n.ways) for (const next of w.next) found.add(next);
    return [...found];
  }

  #at(machine: Machine, t: Thread): Node {
    const key = controlPoint(machine, t);
    const node = this.#nodes.get(key) ?? new Node(t.index, key, this.variables, this.program.functions[t.fn.id]?.library ?? false);
    this.#nodes.set(key, node);
    return node;
  }

  #run(random: Rng, maxSteps: number): void {
    const machine = new Machine(this.program, { ...machineOptions(["assert", "memory"]), undo: true });
    const oracle: Oracle = { choose: (count) => random.below(count), input: () => 0n };
    machine.start(oracle);
    for (let step = 0; machine.outcome === null && step < maxSteps; step++) {
      const running = machine.threads.filter((t) => t.status === "running" && t.pendingFault === null);
      const learnt = running.map((t) => ({ t, ...this.#learn(machine, t, oracle) }));
      const able = learnt.filter((l) => l.observed.isTaken);
      if (able.length === 0) return;
      const { t, seen, observed } = random.pick(able);
      const before = machine.threads.length;
      machine.step(t, new Again(observed));
      if (seen.next.length > 0) continue;
      const after = machine.threads.slice(before);
      for (const next of [t, ...after])
        if (next.status === "running" && next.pendingFault === null) seen.next.push(this.#at(machine, next));
    }
  }

  #learn(machine: Machine, t: Thread, oracle: Oracle): { readonly seen: Seen; readonly observed: ReturnType<typeof observe> } {
    const observed = observe(machine, t, oracle);
    const following = new Following(machine, this.variables, new MachineState(machine, this.variables, t, observed), false);
    const way = following.follow();
    const node = this.#at(machine, t);
    const key = following.decisions.map((d) => `${d.kind} ${d.is}`).join("/");
    const seen = node.seen.get(key) ?? { decisions: following.decisions, way, next: [] };
    node.seen.set(key, seen);
    return { seen, observed };
  }
}
