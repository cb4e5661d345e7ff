// Places the boxes of a graph that is not made of columns: in layers, each box below all that lead to it. In: boxes with sizes, and arrows. Out: where each box lies.
//
// Layers by the longest way from a box that nothing leads to; in a layer, boxes are ordered by where their neighbours lie, a few times down and up (Sugiyama's barycentres). An arrow
// that closes a cycle counts for nothing.

import { maxOf } from "../support/lists.ts";

export interface Sized {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Placed {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly places: ReadonlyMap<string, Placed>;
  /** By arrow: points between its ends, where it passes layers. */
  readonly routes: ReadonlyMap<Arrow, readonly Placed[]>;
}

const sweeps = 8;
const between = 70; // boxes of a layer
const gap = 64; // layers: arrows have labels
/** What an arrow takes of a layer that it passes. */
const lane = 12;

export function placeInLayers(boxes: readonly Sized[], arrows: readonly Arrow[]): Layout {
  const { layers, links, passes } = withLanes(boxes, withoutCycles(boxes, arrows));
  for (let i = 0; i < sweeps; i++) order(layers, links, i % 2 === 0);
  const widths = layers.map((layer) => layer.reduce((sum, b) => sum + b.width + between, -between));
  const widest = maxOf(widths, 0);
  const places = new Map<string, Placed>();
  let y = 0;
  for (const [i, layer] of layers.entries()) {
    let x = Math.round((widest - (widths[i] as number)) / 2);
    for (const b of layer) {
      places.set(b.id, { x, y });
      x += b.width + between;
    }
    y +=
      maxOf(
        layer.map((b) => b.height),
        0,
      ) + gap;
  }
  const pointOf = (id: string): Placed => {
    const { x, y: top } = places.get(id) as Placed;
    return { x: x + lane / 2, y: top };
  };
  return { places, routes: new Map([...passes].map(([arrow, ids]) => [arrow, ids.map(pointOf)])) };
}

/** The layers, with a lane in each one that an arrow passes, so that it does not lie behind boxes. */
function withLanes(
  boxes: readonly Sized[],
  arrows: readonly Arrow[],
): { layers: Sized[][]; links: readonly Arrow[]; passes: ReadonlyMap<Arrow, readonly string[]> } {
  const layers = layersOf(boxes, arrows);
  const depth = new Map(layers.flatMap((layer, i) => layer.map((b) => [b.id, i] as const)));
  const links: Arrow[] = [];
  const passes = new Map<Arrow, readonly string[]>();
  for (const [n, arrow] of arrows.entries()) {
    const ids: string[] = [];
    for (let i = (depth.get(arrow.from) as number) + 1; i < (depth.get(arrow.to) as number); i++) {
      const id = `lane ${n} ${i}`;
      (layers[i] as Sized[]).push({ id, width: lane, height: 0 });
      ids.push(id);
    }
    if (ids.length > 0) passes.set(arrow, ids);
    const way = [arrow.from, ...ids, arrow.to];
    for (const [i, to] of way.entries()) if (i > 0) links.push({ from: way[i - 1] as string, to });
  }
  return { layers, links, passes };
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** The arrows, without those that lead back on a depth-first walk. */
function withoutCycles(boxes: readonly Sized[], arrows: readonly Arrow[]): Arrow[] {
  const next = new Map<string, Arrow[]>(boxes.map((b) => [b.id, []]));
  for (const a of arrows) next.get(a.from)?.push(a);
  const state = new Map<string, "open" | "done">();
  const kept: Arrow[] = [];
  for (const { id: root } of boxes) {
    if (state.has(root)) continue;
    state.set(root, "open");
    const stack = [{ id: root, left: [...(next.get(root) as Arrow[])] }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const arrow = top.left.shift();
      if (arrow === undefined) {
        state.set(top.id, "done");
        stack.pop();
        continue;
      }
      const seen = state.get(arrow.to);
      if (seen !== "open" && next.has(arrow.to)) kept.push(arrow);
      if (seen !== undefined || !next.has(arrow.to)) continue;
      state.set(arrow.to, "open");
      stack.push({ id: arrow.to, left: [...(next.get(arrow.to) as Arrow[])] });
    }
  }
  return kept;
}

function layersOf(boxes: readonly Sized[], arrows: readonly Arrow[]): Sized[][] {
  const depth = new Map(boxes.map((b) => [b.id, 0]));
  for (let round = 0, moved = true; moved && round <= boxes.length; round++) {
    moved = false;
    for (const { from, to } of arrows) {
      const least = (depth.get(from) as number) + 1;
      if ((depth.get(to) as number) >= least) continue;
      depth.set(to, least);
      moved = true;
    }
  }
  const layers: Sized[][] = [];
  for (const b of boxes) {
    const at = depth.get(b.id) as number;
    while (layers.length <= at) layers.push([]);
    (layers[at] as Sized[]).push(b);
  }
  return layers;
}

/** Orders each layer by the mean place of the neighbours above it, or below it. */
function order(layers: Sized[][], arrows: readonly Arrow[], isDown: boolean): void {
  const place = new Map<string, number>();
  for (const layer of layers) for (const [i, b] of layer.entries()) place.set(b.id, (i + 0.5) / layer.length);
  for (const layer of isDown ? layers : [...layers].reverse()) {
    const mean = new Map(
      layer.map((b) => {
        const near = arrows.flatMap((a) => (isDown && a.to === b.id ? [a.from] : !isDown && a.from === b.id ? [a.to] : []));
        const sum = near.reduce((s, id) => s + (place.get(id) as number), 0);
        return [b.id, near.length === 0 ? (place.get(b.id) as number) : sum / near.length];
      }),
    );
    layer.sort((a, b) => (mean.get(a.id) as number) - (mean.get(b.id) as number));
    for (const [i, b] of layer.entries()) place.set(b.id, (i + 0.5) / layer.length);
  }
}
