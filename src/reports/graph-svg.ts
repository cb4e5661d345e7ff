// Draws a graph as SVG, without any other tool. Columns are side by side. A box is below its predecessor in the column and below all boxes of other
// columns that must come before it, so time runs downwards. Arrows that lead upwards pass on the right side of their column. Graphs without columns
// lie in layers (graph-layers.ts).

import { append, maxOf } from "../support/lists.ts";
import type { EdgeKind, Graph, GraphColumn, GraphEdge, GraphNode } from "./graph.ts";
import { type Layout, type Placed, placeInLayers } from "./graph-layers.ts";

const letter = 6.7; // width of a monospace letter at 11px
const line = 14;
const padding = 6;
const gap = 26; // between boxes
const between = 90; // between columns
const margin = 24;
const titleHeight = 28;
const stubLength = 16;
const stubColour = "#b05a00";

interface Box {
  readonly node: GraphNode;
  readonly column: number;
  readonly place: number;
  readonly x: number;
  y: number;
  readonly width: number;
  readonly height: number;
  /** Where the column ends. */
  readonly edge: number;
}

const colours: Readonly<Record<EdgeKind, string>> = {
  control: "#333333",
  order: "#1f5fbf",
  reads: "#999999",
  phantom: "#b05a00",
  pruned: "#7a3ea8",
};

const dashes: Readonly<Partial<Record<EdgeKind, string>>> = {
  reads: ' stroke-dasharray="4 3"',
  phantom: ' stroke-dasharray="1 3"',
  pruned: ' stroke-dasharray="5 3"',
};

export function renderSvg(graph: Graph): string {
  const layout = graph.isLayered ? placeLayers(graph) : null;
  const boxes = layout?.boxes ?? placeBoxes(graph);
  const all = [...boxes.values()];
  const right =
    maxOf(
      all.map((b) => b.x + spaceOf(b.node)),
      200,
    ) +
    between +
    margin;
  const bottom =
    maxOf(
      all.map((b) => b.y + b.height),
      60,
    ) + margin;
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(right)}" height="${Math.ceil(bottom)}" font-family="monospace" font-size="11">`,
    `<title>${escaped(graph.title)}</title>`,
    "<defs>",
    ...Object.entries(colours).map(
      ([kind, colour]) =>
        `<marker id="${kind}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="${colour}"/></marker>`,
    ),
    "</defs>",
    `<rect width="100%" height="100%" fill="white"/>`,
  ];
  const xs = columnPlaces(graph);
  for (const [i, c] of graph.columns.entries()) out.push(text(xs[i] as number, margin + 12, c.title, ' font-weight="bold" font-size="13"'));
  const drawn = new Map<string, number>();
  for (const e of graph.edges) {
    const from = boxes.get(e.from);
    const to = boxes.get(e.to);
    if (from === undefined || to === undefined) continue;
    const before = drawn.get(e.from) ?? 0;
    drawn.set(e.from, before + 1);
    append(out, layout === null ? arrow(from, to, e.kind, e.label) : layerArrow(from, to, e, layout.routes.get(e) ?? [], before));
  }
  for (const b of all) {
    const stroke = b.node.alarm ? "#c00000" : b.node.faint ? "#bbbbbb" : "#333333";
    out.push(
      `<rect x="${b.x}" y="${b.y}" width="${b.width}" height="${b.height}" rx="3" fill="${b.node.faint ? "#fafafa" : "#fffef4"}" stroke="${stroke}"/>`,
    );
    for (const [i, l] of b.node.lines.entries())
      out.push(text(b.x + padding, b.y + padding + 10 + i * line, l, b.node.faint ? ' fill="#777777"' : ""));
    if (b.node.stub !== undefined) append(out, stub(b, b.node.stub));
  }
  return `${[...out, "</svg>"].join("\n")}\n`;
}

const widthOf = (n: GraphNode): number =>
  Math.ceil(
    maxOf(
      n.lines.map((l) => l.length),
      1,
    ) * letter,
  ) +
  2 * padding;
/** With the stub, if it has one. */
const spaceOf = (n: GraphNode): number => widthOf(n) + (n.stub === undefined ? 0 : stubLength + 8 + Math.ceil(n.stub.length * letter));
const columnWidth = (c: GraphColumn): number => maxOf(c.nodes.map(spaceOf), Math.ceil(c.title.length * 8));

function columnPlaces(graph: Graph): number[] {
  let x = margin;
  return graph.columns.map((c) => {
    const here = x;
    x += columnWidth(c) + between;
    return here;
  });
}

function placeBoxes(graph: Graph): Map<string, Box> {
  const boxes = new Map<string, Box>();
  const xs = columnPlaces(graph);
  graph.columns.forEach((c, column) => {
    const edge = (xs[column] as number) + maxOf(c.nodes.map(spaceOf), 0);
    let y = margin + titleHeight;
    for (const [place, node] of c.nodes.entries()) {
      const height = node.lines.length * line + 2 * padding;
      boxes.set(node.id, { node, column, place, x: xs[column] as number, y, width: widthOf(node), height, edge });
      y += height + gap;
    }
  });
  // Moves down what must come later until nothing changes. The limit is for graphs with cycles, for which this would not end.
  const boxOf = (n: GraphNode | undefined): Box | undefined => boxes.get(n?.id ?? "");
  const order = graph.edges.filter((e) => e.kind === "order");
  for (let round = 0, moved = true; moved && round <= boxes.size; round++) {
    moved = false;
    const below = (b: Box | undefined, a: Box | undefined): void => {
      if (a === undefined || b === undefined || b.y >= a.y + a.height + gap) return;
      b.y = a.y + a.height + gap;
      moved = true;
    };
    for (const c of graph.columns) for (let i = 1; i < c.nodes.length; i++) below(boxOf(c.nodes[i]), boxOf(c.nodes[i - 1]));
    for (const e of order) below(boxes.get(e.to), boxes.get(e.from));
  }
  return boxes;
}

function placeLayers(graph: Graph): { readonly boxes: Map<string, Box>; readonly routes: Layout["routes"] } {
  const nodes = graph.columns.flatMap((c) => c.nodes);
  const heightOf = (n: GraphNode): number => n.lines.length * line + 2 * padding;
  const { places, routes } = placeInLayers(
    nodes.map((n) => ({ id: n.id, width: widthOf(n), height: heightOf(n) })),
    graph.edges,
  );
  const boxes = nodes.map((node, place): [string, Box] => {
    const { x, y } = places.get(node.id) ?? { x: 0, y: 0 };
    const width = widthOf(node);
    return [
      node.id,
      { node, column: 0, place, x: x + margin, y: y + margin + titleHeight, width, height: heightOf(node), edge: x + width },
    ];
  });
  return { boxes: new Map(boxes), routes };
}

/** From the bottom of a box to the top of one below it, past the layers between them; back, around the right side. `before`: arrows of the box that have a label already. */
function layerArrow(from: Box, to: Box, { kind, label }: GraphEdge, passed: readonly Placed[], before: number): string[] {
  const isDown = to.y > from.y;
  const middle = (b: Box): number => b.x + b.width / 2;
  const points = passed.map((p) => ({ x: p.x + margin, y: p.y + margin + titleHeight }));
  const lean = (b: Box, x: number): number => Math.max(-0.4, Math.min(0.4, (x - middle(b)) / 600)) * b.width;
  const [first, last] = [points[0]?.x ?? middle(to), points.at(-1)?.x ?? middle(from)];
  const start = isDown
    ? { x: middle(from) + lean(from, first), y: from.y + from.height }
    : { x: from.x + from.width, y: from.y + from.height / 2 };
  const end = isDown ? { x: middle(to) + lean(to, last), y: to.y } : { x: to.x + to.width, y: to.y + to.height / 2 };
  let d = `M${start.x},${start.y}`;
  let at = start;
  // Past a layer the arrow goes straight down.
  for (const p of isDown ? [...points, end] : []) {
    const bend = (p.y - at.y) / 2;
    d += ` C${at.x},${at.y + bend} ${p.x},${p.y - bend} ${p.x},${p.y}`;
    at = p;
  }
  if (!isDown) d += ` C${start.x + 60},${start.y} ${end.x + 60},${end.y} ${end.x},${end.y}`;
  const next = isDown ? (points[0] ?? end) : end;
  const place = { x: start.x + 0.2 * (next.x - start.x) + 4, y: isDown ? start.y + 16 + 11 * (before % 4) : start.y - 4 };
  const halo = ' paint-order="stroke" stroke="white" stroke-width="4"';
  return [
    `<path d="${d}" fill="none" stroke="${colours[kind]}"${dashes[kind] ?? ""} marker-end="url(#${kind})"/>`,
    ...(label === "" ? [] : [text(place.x, place.y, label, ` fill="${colours[kind]}" font-size="10"${halo}`)]),
  ];
}

function arrow(from: Box, to: Box, kind: EdgeKind, label: string): string[] {
  const style = `fill="none" stroke="${colours[kind]}"${dashes[kind] ?? ""} marker-end="url(#${kind})"`;
  const path = (d: string, x: number, y: number): string[] => [
    `<path d="${d}" ${style}/>`,
    ...(label === "" ? [] : [text(x, y, label, ` fill="${colours[kind]}" font-size="10"`)]),
  ];
  const isNext = from.column === to.column && to.place === from.place + 1;
  if (isNext && kind !== "reads") {
    const x = from.x + Math.min(24, from.width / 2);
    return path(`M${x},${from.y + from.height} L${x},${to.y}`, x + 4, from.y + from.height + 11);
  }
  if (from.column === to.column) {
    // Around the right side; longer arrows are further out.
    const y1 = from.y + from.height - 6;
    const y2 = to.y + 8;
    const out = from.edge + 14 + Math.min(between - 30, Math.abs(y2 - y1) / 12);
    return path(`M${from.x + from.width},${y1} C${out},${y1} ${out},${y2} ${to.x + to.width},${y2}`, from.x + from.width + 4, y1 - 3);
  }
  const rightwards = to.x > from.x;
  const x1 = rightwards ? from.x + from.width : from.x;
  const x2 = rightwards ? to.x : to.x + to.width;
  const y1 = from.y + from.height / 2;
  const y2 = to.y + to.height / 2;
  const bend = Math.max(30, Math.abs(x2 - x1) / 2) * (rightwards ? 1 : -1);
  return path(`M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`, x1 + (rightwards ? 4 : -60), y1 - 4);
}

/** A dashed line to a bar, beside the last line of the box. */
function stub(b: Box, label: string): string[] {
  const y = b.y + b.height - padding - line / 2;
  const from = b.x + b.width;
  const to = from + stubLength;
  return [
    `<path d="M${from},${y} L${to},${y}" stroke="${stubColour}" stroke-dasharray="3 2"/>`,
    `<path d="M${to},${y - 5} L${to},${y + 5}" stroke="${stubColour}" stroke-width="2"/>`,
    text(to + 6, y + 4, label, ` fill="${stubColour}"`),
  ];
}

const text = (x: number, y: number, content: string, more: string): string =>
  `<text x="${x}" y="${y}" xml:space="preserve"${more}>${escaped(content)}</text>`;

/** Leaves out characters that XML does not allow. */
const escaped = (content: string): string =>
  content
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
