// Steps that touch nothing that another thread may still touch: each is a set that suffices by itself, in every state of these control points, so that nothing has to be assumed and no steps
// of others have to be gathered. In: the control points of all threads. Out: whether the next step of one of them is such a step.
//
// What the others may touch is looked up by place, among all control points that they may reach, whatever excludes some of them in the state at hand. A thread that is not started yet may be started by any thread.

import type { GraphNode } from "../symbolic/step-graph.ts";
import type { Range } from "./cells.ts";
import type { Member } from "./known-controls.ts";
import { conflicts, type Placed } from "./steps.ts";

interface Use {
  readonly node: GraphNode;
  readonly placed: Placed;
}

const blockSize = 64;
/** Ranges of more bytes are not looked up by place. */
const maxBytes = 4096;

export class SeparateSteps {
  readonly #uses = new Map<GraphNode, readonly Use[]>();
  readonly #byBlock = new Map<number, Use[]>();
  readonly #large: Use[] = [];
  /** By thread: where it stood last, and all that can be reached from there. All of these uses are noted. */
  readonly #reachable: { readonly from: GraphNode; readonly nodes: ReadonlySet<GraphNode> }[] = [];

  /** `started`: how many threads there were so far. */
  isSeparate({ thread, node }: Member, all: readonly Member[], started: number): boolean {
    const reachable: ReadonlySet<GraphNode>[] = [];
    for (const m of all) reachable[m.thread.index] = this.#reachableFrom(m.thread.index, m.node);
    const mayCome = (n: GraphNode): boolean => n.thread !== thread.index && (n.thread >= started || reachable[n.thread]?.has(n) === true);
    return this.#usesAt(node).every((own) => this.#near(own).every((u) => !mayCome(u.node) || !conflicts(own.placed, u.placed)));
  }

  #reachableFrom(thread: number, from: GraphNode): ReadonlySet<GraphNode> {
    const last = this.#reachable[thread];
    if (last?.from === from) return last.nodes;
    const nodes = new Set([from]);
    for (const n of nodes) {
      this.#usesAt(n);
      for (const { next } of n.ways) for (const m of next) nodes.add(m);
    }
    this.#reachable[thread] = { from, nodes };
    return nodes;
  }

  /** What is used near what this uses. */
  #near({ placed }: Use): readonly Use[] {
    const ranges = rangesOf(placed);
    if (ranges.some((r) => r.size > maxBytes)) return [...this.#uses.values()].flat();
    const near = new Set(this.#large);
    for (const b of ranges.flatMap(blocksOf)) for (const u of this.#byBlock.get(b) ?? []) near.add(u);
    return [...near];
  }

  #usesAt(node: GraphNode): readonly Use[] {
    let uses = this.#uses.get(node);
    if (uses === undefined) {
      uses = node.ways.map(({ way, objects }) => ({
        node,
        placed: {
          touches: way.touches,
          lifetimes: [...way.begun, ...way.ended],
          places: (objects ?? []).map((o) => o.address),
        },
      }));
      this.#uses.set(node, uses);
      for (const u of uses) this.#note(u);
    }
    return uses;
  }

  #note(use: Use): void {
    const ranges = rangesOf(use.placed);
    if (ranges.some((r) => r.size > maxBytes)) {
      this.#large.push(use);
      return;
    }
    for (const b of new Set(ranges.flatMap(blocksOf))) {
      const at = this.#byBlock.get(b) ?? [];
      this.#byBlock.set(b, at);
      at.push(use);
    }
  }
}

const rangesOf = ({ touches, lifetimes, places }: Placed): readonly Range[] => [
  ...touches,
  ...lifetimes,
  ...places.map((address) => ({ address, size: 1 })),
];

function blocksOf({ address, size }: Range): number[] {
  const blocks: number[] = [];
  for (let b = Math.floor(address / blockSize); b * blockSize < address + size; b++) blocks.push(b);
  return blocks;
}
