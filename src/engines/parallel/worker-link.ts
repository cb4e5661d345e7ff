// A helper's side of a search by several threads (crew.ts): what it tells the leader, and which states it gives away.

import type { Event, SearchNode, Step } from "../../reduction/search.ts";
import { plainStep, Shared, type Word } from "./pool.ts";

/** A subtree of less depth is not worth the way to it: threads that end and are joined take more than half of that. */
const leastDepth = 12;
/** Demands that were made are remembered, up to so many per state. */
const mostRemembered = 4096;

export class Link {
  /** Per state that is the leader's, from the top: what was demanded of it. */
  readonly #demanded: Set<string>[];
  #words: Word[] = [];
  /** The state whose branch was assigned, until it is begun. */
  #begins: boolean;

  /** `foreign`: how many states on the way are the leader's. */
  constructor(
    foreign: number,
    readonly shared: Int32Array,
    readonly send: (words: readonly Word[]) => void,
  ) {
    this.#demanded = Array.from({ length: foreign }, () => new Set());
    this.#begins = foreign > 0;
  }

  say(word: Word): void {
    this.#words.push(word);
  }

  flush(): void {
    if (this.#words.length > 0) this.send(this.#words);
    this.#words = [];
  }

  owns(depth: number): boolean {
    return depth >= this.#demanded.length;
  }

  /** The step of the assigned branch is known, or that there is none: others may begin from that state. */
  begun(node: SearchNode, step: Step | null): void {
    if (!this.#begins) return;
    this.#begins = false;
    const others = node.branches.splice(0);
    this.say({ kind: "begun", step: step === null ? null : plainStep(step), expanded: [...node.expanded], others });
    this.flush();
  }

  demand(depth: number, sequence: readonly Step[]): void {
    const made = this.#demanded[depth] as Set<string>;
    const key = sequence.map((s) => `${s.thread}:${s.decisions.map((d) => d.value).join()}`).join(" ");
    if (made.has(key)) return;
    if (made.size >= mostRemembered) made.clear();
    made.add(key);
    this.say({ kind: "demand", depth, sequence: sequence.map(plainStep) });
  }

  /** At the end of a run: passes on what was found, and gives states away if somebody has nothing to do. */
  share(nodes: readonly SearchNode[], events: readonly Event[]): void {
    if (Atomics.load(this.shared, Shared.Idle) > 0) this.#give(nodes, events);
    this.flush();
  }

  /** The uppermost states, down to the first from which something is left to explore. */
  #give(nodes: readonly SearchNode[], events: readonly Event[]): void {
    const first = this.#demanded.length;
    let last = first;
    while (last < nodes.length && nodes[last]?.branches.length === 0) last++;
    if (last + leastDepth >= nodes.length) return;
    Atomics.sub(this.shared, Shared.Idle, 1);
    const gifts = nodes.slice(first, last + 1).map((node, i) => {
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
    this.say({ kind: "gifts", moves, gifts });
  }

  countRun(): void {
    Atomics.add(this.shared, Shared.Runs, 1);
  }

  get runs(): number {
    return Atomics.load(this.shared, Shared.Runs);
  }

  get stopped(): boolean {
    return Atomics.load(this.shared, Shared.Stop) !== 0;
  }
}
