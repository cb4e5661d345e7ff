// A helper's side of a search by several threads (pool.ts): what it tells the coordinator, and which states it gives away.

import type { Event, SearchNode, Step } from "../../reduction/search.ts";
import { plainStep, SharedSlot, type WorkerMessage } from "./pool.ts";

/** A subtree of less depth is not worth the way to it: threads that end and are joined take more than half of that. */
const minDepth = 12;
/** Demands that were made are remembered, up to so many per state. */
const maxRemembered = 4096;

export class WorkerLink {
  /** Per state that is the coordinator's, from the top: what was demanded of it. */
  readonly #demanded: Set<string>[];
  #messages: WorkerMessage[] = [];
  /** The state whose branch was assigned, until it is begun. */
  #begins: boolean;

  /** `foreign`: how many states on the way are the coordinator's. */
  constructor(
    foreign: number,
    readonly shared: Int32Array,
    readonly send: (messages: readonly WorkerMessage[]) => void,
  ) {
    this.#demanded = Array.from({ length: foreign }, () => new Set());
    this.#begins = foreign > 0;
  }

  enqueue(message: WorkerMessage): void {
    this.#messages.push(message);
  }

  flush(): void {
    if (this.#messages.length > 0) this.send(this.#messages);
    this.#messages = [];
  }

  owns(depth: number): boolean {
    return depth >= this.#demanded.length;
  }

  /** The step of the assigned branch is known, or that there is none: others may begin from that state. */
  begun(node: SearchNode, step: Step | null): void {
    if (!this.#begins) return;
    this.#begins = false;
    const others = node.branches.splice(0);
    this.enqueue({ kind: "begun", step: step === null ? null : plainStep(step), expanded: [...node.expanded], others });
    this.flush();
  }

  demand(depth: number, sequence: readonly Step[]): void {
    const made = this.#demanded[depth] as Set<string>;
    const key = sequence.map((s) => `${s.thread}:${s.decisions.map((d) => d.value).join()}`).join(" ");
    if (made.has(key)) return;
    if (made.size >= maxRemembered) made.clear();
    made.add(key);
    this.enqueue({ kind: "demand", depth, sequence: sequence.map(plainStep) });
  }

  /** At the end of a run: passes on what was found, and gives states away if somebody has nothing to do. */
  share(nodes: readonly SearchNode[], events: readonly Event[]): void {
    if (Atomics.load(this.shared, SharedSlot.Idle) > 0) this.#give(nodes, events);
    this.flush();
  }

  /** The uppermost states, down to the first from which something is left to explore. */
  #give(nodes: readonly SearchNode[], events: readonly Event[]): void {
    const first = this.#demanded.length;
    let last = first;
    while (last < nodes.length && nodes[last]?.branches.length === 0) last++;
    if (last + minDepth >= nodes.length) return;
    Atomics.sub(this.shared, SharedSlot.Idle, 1);
    const donated = nodes.slice(first, last + 1).map((node, i) => {
      const event = events[first + i];
      this.#demanded.push(new Set());
      const { enabled, own } = node;
      const [chosen, expanded] = [[...node.chosen], [...node.expanded]];
      return {
        enabled,
        own,
        chosen,
        expanded,
        sleep: node.sleep.map(plainStep),
        branches: node.branches.splice(0),
        current: event === undefined ? null : plainStep(event),
      };
    });
    const moves = events.slice(0, last).map(({ thread, decisions }, i) => ({ thread, decisions, own: nodes[i]?.own ?? false }));
    this.enqueue({ kind: "donated", moves, donated });
  }

  countRun(): void {
    Atomics.add(this.shared, SharedSlot.Runs, 1);
  }

  get runs(): number {
    return Atomics.load(this.shared, SharedSlot.Runs);
  }

  get stopped(): boolean {
    return Atomics.load(this.shared, SharedSlot.Stop) !== 0;
  }
}
