// Draws the part of the time line that is in sight: a line per lane, a mark per step, arrows between steps. In: rows, lanes, arrows and which rows
// are in sight. Out: the content of an SVG element. Screen readers read the rows instead.

import type { Arrow, Mark, Timeline, TimelineStep } from "../src/reports/html/model.ts";
import { laneClass, svg } from "./dom.ts";
import { rowAt, type TimelineRow } from "./folds.ts";
import type { RowWindow } from "./virtual-rows.ts";

export const rowHeight = 24;
export const edge = 16;

export const laneWidth = (lanes: number): number => Math.max(16, Math.min(40, Math.floor(190 / lanes)));

export const graphWidth = (lanes: number): number => 2 * edge + (lanes - 1) * laneWidth(lanes);

const xOf = (lane: number, lanes: number): number => edge + lane * laneWidth(lanes);

const yOf = (row: number): number => row * rowHeight + rowHeight / 2;

interface Span {
  first: number;
  last: number;
}

export class Graph {
  readonly element = svg("svg", { class: "graph", "aria-hidden": true, focusable: false });
  #rows: readonly TimelineRow[] = [];
  /** Per lane: the rows from its first to its last step. */
  #spans: readonly Span[] = [];

  constructor(readonly timeline: Timeline) {
    this.element.setAttribute("width", String(graphWidth(timeline.lanes.length)));
  }

  setRows(rows: readonly TimelineRow[]): void {
    this.#rows = rows;
    const spans = this.timeline.lanes.map((): Span => ({ first: -1, last: -1 }));
    rows.forEach(({ first }, at) => {
      const span = spans[(this.timeline.steps[first] as TimelineStep).lane] as Span;
      if (span.first < 0) span.first = at;
      span.last = at;
    });
    this.#spans = spans;
  }

  /** The arrows of `chosen`, a step, stand out. */
  draw(window: RowWindow, chosen: number | null): void {
    const top = window.first * rowHeight;
    const height = (window.end - window.first) * rowHeight;
    const { element } = this;
    element.style.setProperty("top", `${top}px`);
    element.setAttribute("height", String(height));
    element.setAttribute("viewBox", `0 ${top} ${graphWidth(this.timeline.lanes.length)} ${height}`);
    const lanes = this.#spans.flatMap((span, lane) => this.#lane(span, lane, window));
    const arrows = this.#arrowsIn(window, chosen);
    const marks = this.#rows.slice(window.first, window.end).map((row, i) => this.#mark(row, window.first + i));
    element.replaceChildren(...lanes, ...arrows, ...marks);
  }

  #x(lane: number): number {
    return xOf(lane, this.timeline.lanes.length);
  }

  #lane({ first, last }: Span, lane: number, window: RowWindow): SVGElement[] {
    if (first < 0 || last < window.first || first >= window.end) return [];
    const x = this.#x(lane);
    const y1 = yOf(Math.max(first, window.first - 1));
    return [svg("line", { class: `lane ${laneClass(lane)}`, x1: x, x2: x, y1, y2: yOf(Math.min(last, window.end)) })];
  }

  #mark(row: TimelineRow, at: number): SVGElement {
    const step = this.timeline.steps[row.first] as TimelineStep;
    const [x, y] = [this.#x(step.lane), yOf(at)];
    const lane = laneClass(step.lane);
    if (row.isFold) return svg("path", { class: `mark fold ${lane}`, d: `M${x},${y - 5}v10` });
    const group = svg("g", { class: `mark ${step.mark} ${lane}`, "data-step": row.first });
    if (step.failure !== "") group.append(svg("circle", { class: "failure", cx: x, cy: y, r: 9 }));
    group.append(shapeOf(step.mark, x, y));
    return group;
  }

  /** Arrows with an end in sight; those of the chosen step in any case, and last, so that they lie above the others. */
  #arrowsIn(window: RowWindow, chosen: number | null): SVGElement[] {
    const isIn = (row: number): boolean => row >= window.first && row < window.end;
    const plain: SVGElement[] = [];
    const strong: SVGElement[] = [];
    for (const arrow of this.timeline.arrows) {
      const isChosen = arrow.from === chosen || arrow.to === chosen;
      if (arrow.minor && !isChosen) continue;
      const [from, to] = [rowAt(this.#rows, arrow.from), rowAt(this.#rows, arrow.to)];
      if (from === to || !(isIn(from) || isIn(to) || isChosen)) continue;
      (isChosen ? strong : plain).push(...this.#arrow(arrow, from, to, window, isChosen));
    }
    return [...plain, ...strong];
  }

  /** Leaves its first end sideways, follows the other lane downwards, and ends with a tip beside the mark. */
  #arrow({ from, to, kind }: Arrow, fromRow: number, toRow: number, window: RowWindow, isChosen: boolean): SVGElement[] {
    const [a, b] = [this.timeline.steps[from] as TimelineStep, this.timeline.steps[to] as TimelineStep];
    const [x1, x2] = [this.#x(a.lane), this.#x(b.lane)];
    // What is far out of sight is not drawn to its end: very long paths are slow.
    const y1 = yOf(Math.max(fromRow, window.first - 40));
    const y2 = yOf(Math.min(toRow, window.end + 40));
    const side = x1 < x2 ? -1 : 1;
    const room = Math.min(rowHeight, (y2 - y1) / 2);
    const x = x2 + side * (isReading(kind) ? 9 : 6);
    const path = `M${x1 - side * 5},${y1}C${x},${y1} ${x},${y1} ${x},${y1 + room}L${x},${y2 - room}C${x},${y2} ${x},${y2} ${x2 + side * 5},${y2}`;
    const tip = `M${x2 + side * 11},${y2 - 3.5}L${x2 + side * 5},${y2}L${x2 + side * 11},${y2 + 3.5}Z`;
    const name = `arrow ${kind}${isChosen ? " chosen" : ""}`;
    return [svg("path", { class: name, d: path }), svg("path", { class: `${name} tip`, d: tip })];
  }
}

const isReading = (kind: Arrow["kind"]): boolean => kind === "reads-from" || kind === "race";

/** Filled shapes change memory, hollow ones only look; squares synchronise. */
export function shapeOf(mark: Mark, x: number, y: number): SVGElement {
  switch (mark) {
    case "read":
      return svg("circle", { class: "hollow", cx: x, cy: y, r: 4 });
    case "write":
    case "update":
      return svg("circle", { cx: x, cy: y, r: 4.5 });
    case "lock":
      return svg("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, rx: 1 });
    case "unlock":
    case "sync":
      return svg("rect", { class: "hollow", x: x - 4, y: y - 4, width: 8, height: 8, rx: 1 });
    case "thread":
      return svg("path", { d: `M${x - 5},${y}L${x},${y - 5}L${x + 5},${y}L${x},${y + 5}Z` });
    case "free":
      return svg("path", { class: "stroke", d: `M${x - 4},${y - 4}l8,8m0,-8l-8,8` });
    case "wait":
      return svg("path", { class: "stroke", d: `M${x - 3},${y - 5}v10m6,-10v10` });
    case "local":
      return svg("circle", { cx: x, cy: y, r: 2.5 });
  }
}
