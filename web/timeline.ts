// The time line of a run: a grid with a row per step, and beside it the lanes of the threads. In: a time line, as data. Out: an element, and which step
// is shown. Only rows in sight are in the document.
//
// The grid has the focus; the active row is named by aria-activedescendant. A row that the pointer is on is shown for as long as it stays there.

import type { Lane, Timeline, TimelineStep } from "../src/reports/html/model.ts";
import { el, laneClass, spoken } from "./dom.ts";
import { findFolds, rowAt, rowsOf, type TimelineRow } from "./folds.ts";
import { edge, Graph, graphWidth, laneWidth, rowHeight } from "./graph.ts";
import { Overview } from "./overview.ts";
import { Relations } from "./relations.ts";
import { moveBy } from "./timeline-keys.ts";
import { VirtualRows } from "./virtual-rows.ts";

export interface TimelineHooks {
  /** The step to show: the one under the pointer, else the selected one. `isChosen`: it was selected. */
  readonly shown: (step: number, isChosen: boolean) => void;
}

/** Identifiers of rows are unique in the page. */
let views = 0;

export class TimelineView {
  readonly element: HTMLElement;
  readonly relations: Relations;
  readonly #grid: HTMLElement;
  readonly #graph: Graph;
  readonly #list: VirtualRows;
  readonly #overview: Overview | null;
  readonly #folds: readonly TimelineRow[];
  readonly #open = new Set<TimelineRow>();
  readonly #id = `timeline-${views++}`;
  #rows: readonly TimelineRow[] = [];
  #selected = 0;
  #hovered: number | null = null;
  #found: ReadonlySet<number> = new Set();

  constructor(
    readonly timeline: Timeline,
    readonly hooks: TimelineHooks,
  ) {
    this.relations = new Relations(timeline);
    this.#folds = findFolds(timeline);
    this.#graph = new Graph(timeline);
    const content = el("div", { class: "rows", role: "rowgroup" }, this.#graph.element);
    this.#grid = el("div", { class: "grid", role: "grid", tabindex: 0, "aria-label": "Steps of the run", "aria-colcount": 4 }, content);
    this.#list = new VirtualRows(
      this.#grid,
      content,
      rowHeight,
      (at) => this.#render(at),
      () => this.#moved(),
    );
    this.#overview = timeline.steps.length > 80 ? new Overview(timeline, (step) => this.#scrollTo(step)) : null;
    this.element = el(
      "div",
      { class: "timeline" },
      laneHeader(timeline.lanes),
      ...(this.#overview ? [this.#overview.element] : []),
      this.#grid,
    );
    this.element.style.setProperty("--graph", `${graphWidth(timeline.lanes.length)}px`);
    this.#listen(content);
    this.#fold();
  }

  get selected(): number {
    return this.#selected;
  }

  get foldCount(): number {
    return this.#folds.length;
  }

  /** Call when the element is in the document and visible. */
  refresh(): void {
    this.#list.update();
    this.select(this.#selected);
  }

  /** Selects a step, and opens the fold that it is in. */
  select(step: number, opens = true): void {
    const at = Math.max(0, Math.min(step, this.timeline.steps.length - 1));
    const row = this.#rows[rowAt(this.#rows, at)];
    if (row?.isFold && opens) this.#toggle(row);
    const before = this.#list.row(rowAt(this.#rows, this.#selected));
    before?.classList.remove("selected");
    before?.setAttribute("aria-selected", "false");
    this.#selected = at;
    const index = rowAt(this.#rows, at);
    this.#list.reveal(index);
    const now = this.#list.row(index);
    now?.classList.add("selected");
    now?.setAttribute("aria-selected", "true");
    this.#moved();
    this.hooks.shown(at, true);
  }

  /** Selects no step: the run has not begun. */
  deselect(): void {
    const before = this.#list.row(rowAt(this.#rows, this.#selected));
    before?.classList.remove("selected");
    before?.setAttribute("aria-selected", "false");
    this.#selected = -1;
    this.#grid.scrollTop = 0;
    this.#moved();
  }

  focus(): void {
    this.#grid.focus({ preventScroll: true });
  }

  /** Opens or closes all folds. */
  showAll(isOpen: boolean): void {
    this.#open.clear();
    if (isOpen) for (const fold of this.#folds) this.#open.add(fold);
    this.#fold();
    this.select(this.#selected, false);
  }

  /** Marks the steps that a search has found. */
  mark(found: ReadonlySet<number>): void {
    this.#found = found;
    this.#list.reset(this.#rows.length);
    this.#moved();
  }

  #fold(): void {
    this.#rows = rowsOf(this.timeline, this.#folds, (fold) => this.#open.has(fold));
    this.#graph.setRows(this.#rows);
    this.#grid.setAttribute("aria-rowcount", String(this.#rows.length));
    this.#grid.style.setProperty("--rows", String(this.#rows.length));
    this.#list.reset(this.#rows.length);
  }

  #toggle(fold: TimelineRow): void {
    if (!this.#open.delete(fold)) this.#open.add(fold);
    this.#fold();
  }

  #scrollTo(step: number): void {
    this.#grid.scrollTop = rowAt(this.#rows, step) * rowHeight - this.#grid.clientHeight / 2;
  }

  #listen(content: HTMLElement): void {
    const stepAt = (event: Event): number | null => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-step]") : null;
      return row === null ? null : Number(row.dataset.step);
    };
    content.addEventListener("click", (event) => {
      const step = stepAt(event);
      if (step !== null) this.select(step);
    });
    content.addEventListener("mouseover", (event) => this.#hover(stepAt(event)));
    content.addEventListener("mouseleave", () => this.#hover(null));
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
  }

  #hover(step: number | null): void {
    if (step === this.#hovered) return;
    this.#hovered = step;
    this.#moved();
    this.hooks.shown(step ?? this.#selected, false);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(Math.floor(this.#grid.clientHeight / rowHeight) - 1, 1);
    const target = moveBy(event.key, { timeline: this.timeline, relations: this.relations, rows: this.#rows, at: this.#selected, page });
    const fold = this.#rows[rowAt(this.#rows, this.#selected)];
    if (target !== null) this.select(target.step, target.opens);
    else if ((event.key === "Enter" || event.key === " ") && fold?.isFold) this.select(this.#selected);
    else return;
    event.preventDefault();
  }

  #moved(): void {
    const { window } = this.#list;
    this.#graph.draw(window, this.#hovered ?? this.#selected);
    const row = this.#selected < 0 ? undefined : this.#list.row(rowAt(this.#rows, this.#selected));
    if (row === undefined) this.#grid.removeAttribute("aria-activedescendant");
    else this.#grid.setAttribute("aria-activedescendant", row.id);
    const first = this.#rows[Math.floor(this.#grid.scrollTop / rowHeight)];
    const last = this.#rows[Math.min(Math.ceil((this.#grid.scrollTop + this.#grid.clientHeight) / rowHeight), this.#rows.length) - 1];
    if (first !== undefined && last !== undefined) this.#overview?.show(first.first, last.end);
  }

  #render(at: number): HTMLElement {
    const row = this.#rows[at] as TimelineRow;
    const step = this.timeline.steps[row.first] as TimelineStep;
    const lane = this.timeline.lanes[step.lane] as Lane;
    const before = this.timeline.steps[row.first - 1];
    const isSelected = this.#selected >= row.first && this.#selected < row.end;
    const classes = ["row", laneClass(step.lane)];
    if (before !== undefined && before.lane !== step.lane) classes.push("switch");
    if (step.failure !== "") classes.push("failing");
    if (isSelected) classes.push("selected");
    if (row.isFold) classes.push("folded");
    if (this.#found.has(row.first)) classes.push("found");
    const element = el("div", {
      class: classes.join(" "),
      role: "row",
      id: `${this.#id}-${row.first}`,
      "aria-rowindex": at + 1,
      "aria-selected": isSelected,
      "data-step": row.first,
    });
    element.append(
      el("span", { class: "number", role: "gridcell" }, step.number > 0 ? String(step.number) : ""),
      el("span", { class: "thread", role: "gridcell" }, lane.name),
      el("span", { class: "place", role: "gridcell" }, row.isFold || step.line === 0 ? "" : String(step.line)),
      row.isFold ? foldCell(this.timeline, row) : this.#statementCell(step, before, row.first),
    );
    return element;
  }

  #statementCell(step: TimelineStep, before: TimelineStep | undefined, at: number): HTMLElement {
    const continues = before !== undefined && before.lane === step.lane && before.line === step.line && before.text === step.text;
    const facts = step.facts.join("; ");
    const relations = [...this.relations.into(at), ...this.relations.outOf(at)].filter((r) => !r.arrow.minor).map((r) => r.text);
    return el(
      "span",
      { class: "what", role: "gridcell" },
      el("code", { class: continues ? "statement again" : "statement" }, step.text),
      ...(facts === "" ? [] : [" ", el("span", { class: "facts" }, facts)]),
      ...(step.failure === "" ? [] : [" ", el("strong", { class: "failure" }, `✗ ${step.failure}`)]),
      ...(relations.length === 0 ? [] : [spoken(`; ${relations.join("; ")}`)]),
    );
  }
}

function foldCell({ steps }: Timeline, { first, end, isSetUp }: TimelineRow): HTMLElement {
  const lines = steps.slice(first, end).flatMap((s) => (s.line > 0 ? [s.line] : []));
  const [from, to] = [Math.min(...lines), Math.max(...lines)];
  const place = lines.length === 0 ? "" : from === to ? `, line ${from}` : `, lines ${from} to ${to}`;
  const text = `${end - first} steps${isSetUp ? " before the first thread starts" : " that no other thread sees"}${place}`;
  return el(
    "span",
    { class: "what", role: "gridcell" },
    el("span", { class: "unfold", "aria-hidden": true }, "▸"),
    text,
    spoken(". Press Enter to show them."),
  );
}

function laneHeader(lanes: readonly Lane[]): HTMLElement {
  const names = lanes.map((lane, i) => {
    const name = el("span", { class: `lane-name ${laneClass(i)}`, title: lane.label }, lane.name);
    name.style.setProperty("left", `${edge + i * laneWidth(lanes.length)}px`);
    return name;
  });
  return el(
    "div",
    { class: "lane-header", "aria-hidden": true },
    el("span", { class: "number" }, "step"),
    el("span", { class: `lane-names${laneWidth(lanes.length) < 36 ? " tight" : ""}` }, ...names),
    el("span", { class: "rest" }, "line and statement"),
  );
}
