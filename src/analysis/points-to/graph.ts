// The inclusion constraints of points-to analysis and their least solution (Andersen 1994; solved by propagating what is new). In: nodes, edges
// between them, and what is to be done for each place that a node gets. Out: per node the places its values may point to.
//
// A node is a register, or a cell of memory: a range of bytes of an object. An edge moves places by a fixed distance, by multiples of a stride, or
// both. Bytes of an address, put together again, are that address; but a number that was computed without an address becomes one only where it
// is read as it was written, not with other bytes or as another element of an array. A read through a pointer of unknown origin may return
// anything; a write through one ends the analysis (`isLost`).

import type { Tick } from "../../support/limits.ts";
import { type AbstractObject, anywhere, type Extent, gcd, isInside, isSameCell, mayOverlap, type Place, type Places } from "./places.ts";

/** A node that has more places in one object than this gets all places in between. */
const maxPlacesPerObject = 12;
/** An object with more cells than this gets one cell for all further writes. */
const maxCellsPerObject = 256;

export type Node = number;

interface Edge {
  readonly to: Node;
  readonly by: number;
  readonly stride: number;
  /** Only bytes of addresses matter, not numbers that were computed. */
  readonly bytes: boolean;
}

interface Cell extends Extent {
  readonly node: Node;
  /** It counts only for reads of exactly its bytes. */
  readonly isGuess: boolean;
}

interface Contents {
  readonly cells: Cell[];
  readonly byKey: Map<string, Cell>;
  /** Told of every cell, present and future. */
  readonly readers: ((cell: Cell) => void)[];
}

export class PointerGraph {
  readonly #sets: Set<number>[] = [];
  readonly #edges: Edge[][] = [];
  readonly #edgeKeys: (Set<string> | undefined)[] = [];
  readonly #watchers: ((place: number) => void)[][] = [];
  /** Per node and object: a place that stands for all of the node's places in it. */
  readonly #widened = new Map<string, number>();
  readonly #counts = new Map<string, number[]>();
  readonly #contents: (Contents | undefined)[] = [];
  readonly #work: [node: Node, place: number][] = [];
  #isLost = false;

  constructor(
    readonly places: Places,
    readonly pointerBytes: number,
  ) {}

  /** Something is stored through a pointer of unknown origin: any cell may hold anything, and nothing is known of any pointer that is read. */
  get isLost(): boolean {
    return this.#isLost;
  }

  newNode(): Node {
    this.#sets.push(new Set());
    this.#edges.push([]);
    this.#watchers.push([]);
    return this.#sets.length - 1;
  }

  /** The places that the node's values may point to. */
  placesOf(node: Node): ReadonlySet<number> {
    return this.#sets[node] as Set<number>;
  }

  add(node: Node, place: number): void {
    const set = this.#sets[node] as Set<number>;
    const wider = this.#widen(node, set, place);
    if (wider < 0 || set.has(wider)) return;
    set.add(wider);
    this.#work.push([node, wider]);
  }

  /** Values of the first node may become values of the second, moved by a distance and by any multiple of a stride. */
  edge(from: Node, to: Node, by = 0, stride = 0, bytes = false): void {
    if (from === to && by === 0 && stride === 0) return;
    const key = `${to} ${by} ${stride} ${bytes}`;
    let keys = this.#edgeKeys[from];
    if (keys === undefined) {
      keys = new Set();
      this.#edgeKeys[from] = keys;
    }
    if (keys.has(key)) return;
    keys.add(key);
    const edge = { to, by, stride, bytes };
    (this.#edges[from] as Edge[]).push(edge);
    for (const place of [...this.placesOf(from)]) this.#pass(place, edge);
  }

  /** Calls back for each place that the node has or will have. */
  watch(node: Node, found: (place: number) => void): void {
    (this.#watchers[node] as ((place: number) => void)[]).push(found);
    for (const place of [...this.placesOf(node)]) found(place);
  }

  solve(tick: Tick): void {
    for (let next = this.#work.pop(); next !== undefined && !this.#isLost; next = this.#work.pop()) {
      const [node, place] = next;
      tick();
      for (const e of (this.#edges[node] as Edge[]).slice()) this.#pass(place, e);
      for (const w of (this.#watchers[node] as ((place: number) => void)[]).slice()) w(place);
    }
  }

  #pass(place: number, { to, by, stride, bytes }: Edge): void {
    const p = this.places.get(place);
    if (p === null) {
      if (!bytes) this.add(to, anywhere);
    } else this.add(to, by === 0 && stride === 0 ? place : this.places.moved(p, by, stride));
  }

  /** The place to add instead of this one; -1: none, the node has it already. */
  #widen(node: Node, set: ReadonlySet<number>, place: number): number {
    const p = this.places.get(place);
    if (p === null || p.object.kind === "function") return place;
    const key = `${node} ${p.object.id}`;
    const wide = this.#widened.get(key);
    if (wide !== undefined) {
      const w = this.places.get(wide) as Place;
      const stride = gcd(gcd(w.stride, p.stride), p.at - w.at);
      if (stride === w.stride) return -1;
      const wider = this.places.numberOf(p.object, w.at, stride);
      this.#widened.set(key, wider);
      return wider;
    }
    if (set.has(place)) return -1;
    const list = this.#counts.get(key) ?? [];
    this.#counts.set(key, list);
    list.push(place);
    if (list.length <= maxPlacesPerObject) return place;
    let stride = p.stride;
    for (const other of list) {
      const o = this.places.get(other) as Place;
      stride = gcd(gcd(stride, o.stride), o.at - p.at);
    }
    const wider = this.places.numberOf(p.object, p.at, stride);
    this.#widened.set(key, wider);
    return wider;
  }

  // ---- memory

  /** A value of `size` bytes is read through a pointer. */
  load(address: Node, size: number, to: Node): void {
    this.watch(address, (place) => {
      const p = this.places.get(place);
      if (p === null) this.add(to, anywhere);
      else if (p.object.kind !== "function") this.read(p, size, to);
    });
  }

  /** A value of `size` bytes is written through a pointer. */
  store(address: Node, size: number, from: Node): void {
    this.watch(address, (place) => {
      const p = this.places.get(place);
      if (p === null) this.#isLost = true;
      else if (p.object.kind !== "function") this.edge(from, this.cellAt(p, size));
    });
  }

  /** A value may be written to any byte of the objects that a pointer points to. */
  storeAll(address: Node, from: Node): void {
    this.watch(address, (place) => {
      const p = this.places.get(place);
      if (p === null) this.#isLost = true;
      else if (p.object.kind !== "function") this.edge(from, this.cellAt({ ...p, at: 0, stride: 1 }, 1));
    });
  }

  read({ object, at, stride }: Place, size: number, to: Node): void {
    const mine = { at, stride, size };
    this.#whenCell(object, (cell) => {
      if (!mayOverlap(mine, cell)) return;
      const isWhole = isSameCell(mine, cell);
      if (cell.isGuess && !isWhole) return;
      const isAsWritten = isWhole && cell.at === at && cell.stride === stride && !object.isArguments;
      this.edge(cell.node, to, 0, isWhole ? 0 : 1, !isAsWritten);
    });
  }

  /** The cell that a write of `size` bytes to a place writes. */
  cellAt({ object, at, stride }: Place, size: number, isGuess = false): Node {
    const contents = this.#contentsOf(object);
    const isNew = !contents.byKey.has(`${at} ${stride} ${size}`);
    const where =
      isNew && contents.cells.length >= maxCellsPerObject ? { at: 0, stride: 1, size: this.pointerBytes } : { at, stride, size };
    const key = `${where.at} ${where.stride} ${where.size}${isGuess ? " guess" : ""}`;
    let cell = contents.byKey.get(key);
    if (cell === undefined) {
      cell = { ...where, node: this.newNode(), isGuess };
      contents.byKey.set(key, cell);
      contents.cells.push(cell);
      for (const r of contents.readers.slice()) r(cell);
    }
    return cell.node;
  }

  /** The cells of which some byte may lie in this range. */
  nodesIn({ object, at, stride }: Place, size: number): Node[] {
    const range = { at, stride, size };
    return this.#contentsOf(object)
      .cells.filter((cell) => mayOverlap(range, cell))
      .map((cell) => cell.node);
  }

  /** A range of bytes is copied from one place to another: what its cells hold moves with them. `size` may be infinite. */
  copy(from: Node, to: Node, size: number): void {
    this.watch(from, (source) => {
      const p = this.places.get(source);
      if (p !== null && p.object.kind === "function") return;
      this.watch(to, (target) => {
        const q = this.places.get(target);
        if (q?.object.kind === "function") return;
        if (p !== null && q !== null) this.#copyCells(p, q, size);
        else if (q === null) this.#isLost = true;
        else this.add(this.cellAt(q, this.pointerBytes), anywhere);
      });
    });
  }

  #copyCells(p: Place, q: Place, size: number): void {
    const range = { at: p.at, stride: p.stride, size };
    this.#whenCell(p.object, (cell) => {
      if (!mayOverlap(range, cell)) return;
      const stride = gcd(gcd(cell.stride, p.stride), q.stride);
      const at = q.at + cell.at - p.at;
      const to = this.cellAt({ object: q.object, at, stride }, cell.size, cell.isGuess);
      if (isInside(cell, range)) this.edge(cell.node, to);
      else if (cell.isGuess) return;
      else this.edge(cell.node, to, 0, 1, true);
    });
  }

  #whenCell(object: AbstractObject, found: (cell: Cell) => void): void {
    const { cells, readers } = this.#contentsOf(object);
    readers.push(found);
    for (const cell of cells.slice()) found(cell);
  }

  #contentsOf(object: AbstractObject): Contents {
    let contents = this.#contents[object.id];
    if (contents === undefined) {
      contents = { cells: [], byKey: new Map(), readers: [] };
      this.#contents[object.id] = contents;
    }
    return contents;
  }
}
