// A partial order of events in chains that grows and can be undone. In: events, and edges with their order literals. Out: `reaches` in one
// load, a log of the cells that changed, and for every fact the edges it rests on.
//
// Chains are totally ordered, so all that `e` reaches in chain `t` is given by the earliest position it reaches there, and all that
// reaches `e` by the latest. An edge changes a segment of each chain, found by walking until nothing changes. Every change of a cell is
// logged with the edge that caused it and the cell's previous entry. The log serves three purposes: it undoes; it is the work list of the
// theory; and walked backwards it explains: the oldest entry that made `x` reach `y` names an edge a→b, where x→a and b→y are older than
// that edge. So explanations rest on strictly older edges and cannot be circular.

import type { Literal } from "../literal.ts";
import { Integers } from "./integers.ts";

/** Later than any position. */
export const never = 0x7fffffff;

export class Reachability {
  /** Per event: its chain (numbered densely) and its position there. */
  readonly chainOf = new Integers();
  readonly positionOf = new Integers();
  /** Per chain its events. */
  readonly members: Integers[] = [];
  /** Edges in the order they were added, each with its order literal. */
  readonly edgeFrom = new Integers();
  readonly edgeTo = new Integers();
  readonly edgeLiteral = new Integers();

  /** succ[e * stride + t]: the earliest position in chain t that e reaches (its own, in its own chain); pred: the latest that reaches e. */
  succ: Int32Array = new Int32Array(0);
  pred: Int32Array = new Int32Array(0);
  stride = 4;

  /** The log: cell of succ, or ~cell of pred; its value before; the edge that changed it; for succ, the cell's previous entry. */
  readonly logCell = new Integers(1024);
  readonly logOld = new Integers(1024);
  readonly #logEdge = new Integers(1024);
  readonly #logBefore = new Integers(1024);
  /** Per cell of succ its latest entry, or -1. */
  #latest: Int32Array = new Int32Array(0);

  get events(): number {
    return this.chainOf.length;
  }

  get chains(): number {
    return this.members.length;
  }

  get edges(): number {
    return this.edgeFrom.length;
  }

  get bytes(): number {
    return this.succ.byteLength * 3 + this.logCell.data.byteLength * 4;
  }

  chain(): number {
    this.members.push(new Integers(16));
    if (this.members.length > this.stride) this.#layOut(this.events, this.stride * 2);
    return this.members.length - 1;
  }

  /** Adds an event at the end of a chain. What reaches its predecessor also reaches it. */
  event(chain: number): number {
    const event = this.events;
    const members = this.members[chain];
    const position = members.length;
    if ((event + 1) * this.stride > this.succ.length) this.#layOut(Math.max(64, event * 2), this.stride);
    const row = event * this.stride;
    if (position > 0) {
      const last = members.data[position - 1] * this.stride;
      this.pred.copyWithin(row, last, last + this.stride);
    }
    this.succ[row + chain] = position;
    this.pred[row + chain] = position;
    members.push(event);
    this.chainOf.push(chain);
    this.positionOf.push(position);
    return event;
  }

  reaches(from: number, to: number): boolean {
    return this.succ[from * this.stride + this.chainOf.data[to]] <= this.positionOf.data[to];
  }

  /** Adds the edge from→to. Requires that neither event reaches the other. */
  add(from: number, to: number, literal: Literal): void {
    const edge = this.edges;
    this.edgeLiteral.push(literal);
    this.edgeFrom.push(from);
    this.edgeTo.push(to);
    const { succ, pred, stride } = this;
    const chains = this.members.length;
    const source = from * stride;
    const target = to * stride;
    for (let s = 0; s < chains; s++) {
      const members = this.members[s].data;
      for (let position = pred[source + s]; position >= 0; position--) {
        const row = members[position] * stride;
        let changed = false;
        for (let t = 0; t < chains; t++) {
          const value = succ[target + t];
          const old = succ[row + t];
          if (old > value) {
            this.#record(row + t, old, edge, this.#latest[row + t]);
            this.#latest[row + t] = this.logCell.length - 1;
            succ[row + t] = value;
            changed = true;
          }
        }
        if (!changed) break;
      }
    }
    for (let t = 0; t < chains; t++) {
      const start = succ[target + t];
      if (start === never) continue;
      const { data: members, length } = this.members[t];
      for (let position = start; position < length; position++) {
        const row = members[position] * stride;
        let changed = false;
        for (let s = 0; s < chains; s++) {
          const value = pred[source + s];
          const old = pred[row + s];
          if (old < value) {
            this.#record(~(row + s), old, edge, -1);
            pred[row + s] = value;
            changed = true;
          }
        }
        if (!changed) break;
      }
    }
  }

  #record(cell: number, old: number, edge: number, before: number): void {
    this.logCell.push(cell);
    this.logOld.push(old);
    this.#logEdge.push(edge);
    this.#logBefore.push(before);
  }

  /** Undoes all but the first `edges` edges and `entries` log entries. */
  undo(edges: number, entries: number): void {
    for (let i = this.logCell.length - 1; i >= entries; i--) {
      const cell = this.logCell.data[i];
      if (cell >= 0) {
        this.succ[cell] = this.logOld.data[i];
        this.#latest[cell] = this.#logBefore.data[i];
      } else this.pred[~cell] = this.logOld.data[i];
    }
    this.logCell.length = this.logOld.length = this.#logEdge.length = this.#logBefore.length = entries;
    this.edgeFrom.length = this.edgeTo.length = this.edgeLiteral.length = edges;
  }

  /** The edge that first made `from` reach `to`; -1 if they are in one chain. Requires a path. */
  cause(from: number, to: number): number {
    const chain = this.chainOf.data[to];
    const position = this.positionOf.data[to];
    let entry = this.#latest[from * this.stride + chain];
    if (chain === this.chainOf.data[from]) return -1;
    while (this.logOld.data[entry] <= position) entry = this.#logBefore.data[entry];
    return this.#logEdge.data[entry];
  }

  #layOut(events: number, stride: number): void {
    const move = (old: Int32Array, fill: number): Int32Array => {
      const table = new Int32Array(events * stride).fill(fill);
      for (let e = 0; e < this.events; e++)
        for (let t = 0; t < Math.min(stride, this.stride); t++) table[e * stride + t] = old[e * this.stride + t];
      return table;
    };
    this.succ = move(this.succ, never);
    this.pred = move(this.pred, -1);
    this.#latest = move(this.#latest, -1);
    if (stride !== this.stride) {
      const cell = (old: number): number => Math.floor(old / this.stride) * stride + (old % this.stride);
      for (let i = 0; i < this.logCell.length; i++) {
        const old = this.logCell.data[i];
        this.logCell.data[i] = old >= 0 ? cell(old) : ~cell(~old);
      }
      this.stride = stride;
    }
  }
}
