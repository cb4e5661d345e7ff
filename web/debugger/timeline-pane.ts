// The time line of the present fork. In: the model. Out: an element; a row that is chosen is jumped to.

import type { PageModel } from "../../src/reports/html/model.ts";
import { el } from "../dom.ts";
import { legend } from "../legend.ts";
import { StepCard } from "../step-card.ts";
import { TimelineView } from "../timeline.ts";
import type { DebuggerModel, Pane } from "./model.ts";

export class TimelinePane implements Pane {
  readonly element = el("div", { class: "timeline-pane" });
  #view: TimelineView | null = null;
  #card: StepCard | null = null;
  #version = -1;
  /** The page is drawing: what the view selects was not chosen by the reader. */
  #isDrawing = false;
  /** The row to jump to next; null: none waits. */
  #wanted: number | null = null;

  constructor(readonly model: DebuggerModel) {
    // If the pane becomes smaller, the present row stays in sight.
    new ResizeObserver(() => this.#reveal()).observe(this.element);
  }

  focus(): void {
    this.#view?.focus();
  }

  show(): void {
    this.#isDrawing = true;
    if (this.model.timelineVersion !== this.#version) this.#make();
    const row = this.#wanted ?? this.#rowOfPlace();
    this.element.classList.toggle("at-start", row < 0);
    if (row < 0) this.#view?.deselect();
    else if (row !== this.#view?.selected) this.#view?.select(row, false);
    if (row < 0) this.#card?.element.replaceChildren(el("p", { class: "faint" }, "Before the first step. Choose a row to jump there."));
    this.#isDrawing = false;
  }

  #reveal(): void {
    const view = this.#view;
    if (view === null || view.selected < 0) return;
    this.#isDrawing = true;
    view.select(view.selected, false);
    this.#isDrawing = false;
  }

  /** The last row that has happened. */
  #rowOfPlace(): number {
    const { moveOf } = this.model.timeline;
    const { move } = this.model.state.place;
    let [low, high] = [0, moveOf.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((moveOf[middle] ?? 0) <= move) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #make(): void {
    const { timeline, files } = this.model.timeline;
    const hadFocus = this.element.contains(document.activeElement);
    this.#version = this.model.timelineVersion;
    if (timeline.steps.length === 0) {
      this.#view = null;
      this.element.replaceChildren(el("p", { class: "faint empty" }, "No step has been taken yet."));
      return;
    }
    const page: PageModel = { files: files.map((name) => ({ name, excerpts: [] })), runs: [] };
    const view = new TimelineView(timeline, { shown: (step, isChosen) => this.#shown(step, isChosen) });
    this.#view = view;
    this.#card = new StepCard(page, timeline, view.relations, (step) => view.select(step));
    this.element.replaceChildren(view.element, this.#card.element, legend());
    view.refresh();
    if (hadFocus) view.focus();
  }

  #shown(step: number, isChosen: boolean): void {
    if (step >= 0) this.#card?.show(step);
    if (!isChosen || this.#isDrawing) return;
    const isBusy = this.#wanted !== null;
    this.#wanted = step;
    if (!isBusy) void this.#jump();
  }

  /** Rows that are passed while a jump is under way are left out. */
  async #jump(): Promise<void> {
    for (let row = this.#wanted; row !== null; row = this.#wanted === row ? null : this.#wanted) {
      const move = this.model.timeline.moveOf[row];
      if (move !== undefined) await this.model.move("goTo", { fork: this.model.state.place.fork, move });
    }
    this.#wanted = null;
  }
}
