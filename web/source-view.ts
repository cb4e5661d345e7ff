// The source text of a run. In: files, and the steps of a time line. Out: an element in which every line shows the threads that have executed it, and
// where each thread is at the step that is shown. A click on a line selects the next step there.

import type { PageModel, Timeline } from "../src/reports/html/model.ts";
import { el, laneClass } from "./dom.ts";
import { highlight } from "./highlight.ts";
import { VirtualRows } from "./virtual-rows.ts";

const lineHeight = 20;

interface SourceLine {
  /** 0: lines are left out here. */
  readonly number: number;
  readonly text: string;
}

export class SourceView {
  readonly element: HTMLElement;
  readonly #list: VirtualRows;
  readonly #choice: HTMLSelectElement;
  readonly #lines: readonly (readonly SourceLine[])[];
  /** Per file and line: the steps there. */
  readonly #steps: readonly Map<number, number[]>[];
  #file = 0;
  /** The step that is shown, and per lane its last step up to there. */
  #step = 0;
  #current: readonly number[] = [];

  constructor(
    { files }: PageModel,
    readonly timeline: Timeline,
    readonly select: (step: number) => void,
  ) {
    this.#lines = files.map((f) =>
      f.excerpts.flatMap((e, i) => [
        ...(i > 0 || e.first > 1 ? [{ number: 0, text: "⋯" }] : []),
        ...e.lines.map((text, n) => ({ number: e.first + n, text })),
      ]),
    );
    this.#steps = files.map(() => new Map());
    timeline.steps.forEach(({ file, line }, i) => {
      const map = this.#steps[file];
      map?.set(line, [...(map.get(line) ?? []), i]);
    });
    this.#choice = el("select", { "aria-label": "File" }, ...files.map((f, i) => el("option", { value: i }, f.name)));
    const content = el("div", { class: "lines" });
    const scroller = el("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Source text" }, content);
    const title = files.length > 1 ? this.#choice : el("span", {}, files[0]?.name ?? "");
    this.element = el("div", { class: "source" }, el("div", { class: "source-header" }, title), scroller);
    this.#list = new VirtualRows(scroller, content, lineHeight, (at) => this.#render(at));
    this.#choice.addEventListener("change", () => this.#open(Number(this.#choice.value)));
    content.addEventListener("click", (event) => {
      const line = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-line]") : null;
      if (line !== null) this.#follow(Number(line.dataset.line));
    });
    this.#open(0);
  }

  /** Scrolls to the step if it was chosen; a step that the pointer is on is only marked. */
  show(step: number, isChosen: boolean): void {
    this.#step = step;
    const { steps, lanes } = this.timeline;
    const current = lanes.map(() => -1);
    for (let at = step; at >= 0 && current.includes(-1); at--) {
      const { lane, file } = steps[at] as Timeline["steps"][number];
      if (current[lane] === -1 && file >= 0) current[lane] = at;
    }
    this.#current = current;
    const { file, line } = steps[step] as Timeline["steps"][number];
    if (isChosen && file >= 0 && file !== this.#file) this.#open(file);
    else this.#list.reset(this.#shown().length);
    const at = this.#shown().findIndex((l) => l.number === line);
    if (isChosen && file >= 0 && at >= 0) this.#list.reveal(at);
  }

  #shown(): readonly SourceLine[] {
    return this.#lines[this.#file] ?? [];
  }

  #open(file: number): void {
    this.#file = file;
    this.#choice.value = String(file);
    this.#list.reset(this.#shown().length);
  }

  #follow(line: number): void {
    const there = this.#steps[this.#file]?.get(line) ?? [];
    const next = there.find((s) => s > this.#step) ?? there[0];
    if (next !== undefined) this.select(next);
  }

  #render(at: number): HTMLElement {
    const { number, text } = this.#shown()[at] as SourceLine;
    const { steps, lanes } = this.timeline;
    const here = this.#steps[this.#file]?.get(number) ?? [];
    const counts = lanes.map((_, lane) => here.filter((s) => steps[s]?.lane === lane).length);
    const present = lanes.flatMap((lane, i) => {
      const step = steps[this.#current[i] ?? -1];
      return step !== undefined && step.file === this.#file && step.line === number ? [{ name: lane.name, lane: i }] : [];
    });
    const shown = steps[this.#step];
    const classes = ["line"];
    if (here.length > 0) classes.push("executed");
    if (number > 0 && shown?.file === this.#file && shown.line === number) classes.push("now");
    if (here.some((s) => steps[s]?.failure !== "")) classes.push("failing");
    const bars = counts.flatMap((n, lane) =>
      n === 0 ? [] : [el("span", { class: `bar ${laneClass(lane)}`, title: `${lanes[lane]?.name}: ${n === 1 ? "1 step" : `${n} steps`}` })],
    );
    return el(
      "div",
      { class: classes.join(" "), "data-line": number },
      el("span", { class: "number" }, number === 0 ? "" : String(number)),
      el("span", { class: "bars" }, ...bars),
      el("code", {}, ...highlight(text)),
      ...present.map((p) => el("span", { class: `here ${laneClass(p.lane)}` }, p.name)),
    );
  }
}
