// A worker's link to the coordinator (pool.ts): the messages it sends, and the states it donates.

import type { Event, SearchNode, Step } from "../../reduction/search.ts";
import { plainStep, SharedSlot, type WorkerMessage } from "./pool.ts";

/** A smaller subtree is not worth the path to it: ending and joining threads takes more than half of these steps. */
const minDepth = 12;
/** Demands remembered per state, so that none is sent twice. */
const maxRemembered = 4096;

export class WorkerLink {
  /** Per state of the coordinator, from the top: the demands sent. */
  readonly #demanded: Set<string>[];
  #messages: WorkerMessage[] = [];
  /** Whether the step of the assigned branch is still to be sent. */
  #begins: boolean;

  /** `foreign`: how many states of the path the coordinator owns. */
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

  /** Sends the step of the assigned branch (null: none). Other workers may then start from that state. */
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

  /** At the end of a run: sends the messages, and donates states if a worker is idle. */
  share(nodes: readonly SearchNode[], events: readonly Event[]): void {
    if (Atomics.load(this.shared, SharedSlot.Idle) > 0) this.#donate(nodes, events);
    this.flush();
  }

  /** Donates the uppermost states, down to the first with a branch left to explore. */
  #donate(nodes: readonly SearchNode[], events: readonly Event[]): void {
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
