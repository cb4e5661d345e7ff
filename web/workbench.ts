// One run on a page: the time line, the step that is shown, the source beside it, and a search. In: the page's data and the number of a run. Out: an element.

import type { PageModel, Timeline } from "../src/reports/html/model.ts";
import { el } from "./dom.ts";
import { legend } from "./legend.ts";
import { SourceView } from "./source-view.ts";
import { StepCard } from "./step-card.ts";
import { stepTable } from "./step-table.ts";
import { TimelineView } from "./timeline.ts";

export class Workbench {
  readonly view: TimelineView;
  readonly element: HTMLElement;
  readonly #timeline: Timeline;
  #found: readonly number[] = [];

  constructor(page: PageModel, run: number, chosen: (step: number) => void) {
    const timeline = page.runs[run] as Timeline;
    this.#timeline = timeline;
    const select = (step: number): void => {
      this.view.select(step);
      this.view.focus();
    };
    const source = new SourceView(page, timeline, select);
    this.view = new TimelineView(timeline, {
      shown: (step, isChosen) => {
        card.show(step);
        source.show(step, isChosen);
        if (isChosen) chosen(step);
      },
    });
    const card = new StepCard(page, timeline, this.view.relations, select);
    const left = el("div", { class: "panel" }, this.#tools(), this.view.element, card.element);
    const right = page.files.length === 0 ? [] : [el("div", { class: "panel" }, source.element)];
    this.element = el(
      "div",
      { class: "bench" },
      el("div", { class: "panels" }, left, ...right),
      legend(),
      stepTable(page, timeline, this.view.relations),
    );
  }

  /** The step that shows the failure: the last one. */
  get failure(): number {
    return Math.max(
      this.#timeline.steps.findLastIndex((s) => s.failure !== ""),
      0,
    );
  }

  /** The index of a step by its number in the run; -1: there is none. */
  indexOf(number: number): number {
    return this.#timeline.steps.findIndex((s) => s.number === number);
  }

  #tools(): HTMLElement {
    const search = el("input", { type: "search", placeholder: "Find a variable, lock or statement", "aria-label": "Find steps" });
    const count = el("span", { class: "faint", role: "status" });
    search.addEventListener("input", () => {
      this.#find(search.value.trim().toLowerCase());
      count.textContent = search.value.trim() === "" ? "" : `${this.#found.length} found`;
    });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#go(event.shiftKey);
      if (this.#found.length > 0) count.textContent = `${this.#found.indexOf(this.view.selected) + 1} of ${this.#found.length}`;
    });
    const tools = el("div", { class: "tools" }, search, count);
    if (this.view.foldCount > 0) {
      const all = el("button", { type: "button", "aria-pressed": false }, "Show all steps");
      all.addEventListener("click", () => {
        const isOn = all.getAttribute("aria-pressed") !== "true";
        all.setAttribute("aria-pressed", String(isOn));
        this.view.showAll(isOn);
      });
      tools.append(all);
    }
    return tools;
  }

  #find(text: string): void {
    const has = (s: Timeline["steps"][number]): boolean => `${s.text}\n${s.facts.join("\n")}`.toLowerCase().includes(text);
    this.#found = text === "" ? [] : this.#timeline.steps.flatMap((s, i) => (has(s) ? [i] : []));
    this.view.mark(new Set(this.#found));
  }

  #go(isBackwards: boolean): void {
    const { selected } = this.view;
    const next = isBackwards
      ? (this.#found.findLast((i) => i < selected) ?? this.#found.at(-1))
      : (this.#found.find((i) => i > selected) ?? this.#found[0]);
    if (next !== undefined) this.view.select(next);
  }
}
