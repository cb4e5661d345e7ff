// Everything about one step: where it is, what it read and wrote, where that came from, which locks its thread holds. In: a step. Out: an element.

import type { Lane, PageModel, Timeline, TimelineStep } from "../src/reports/html/model.ts";
import { el, laneClass } from "./dom.ts";
import type { Relation, Relations } from "./relations.ts";

const maxRelations = 6;

export class StepCard {
  readonly element = el("div", { class: "card", role: "region", "aria-label": "The step" });

  constructor(
    readonly page: PageModel,
    readonly timeline: Timeline,
    readonly relations: Relations,
    readonly select: (step: number) => void,
  ) {}

  show(at: number): void {
    const step = this.timeline.steps[at] as TimelineStep;
    const lane = this.timeline.lanes[step.lane] as Lane;
    const file = this.page.files[step.file]?.name;
    const place = file === undefined ? "" : `${file}:${step.line}`;
    const calls = step.calls.length === 0 ? "" : ` in ${step.calls.join(", called from ")}`;
    const links = [...this.relations.into(at), ...this.relations.outOf(at)];
    this.element.replaceChildren(
      el(
        "p",
        { class: "card-title" },
        el("span", { class: `thread ${laneClass(step.lane)}` }, lane.name),
        ` ${lane.label}${lane.label === "" ? "" : " · "}${step.number > 0 ? `step ${step.number}` : step.mark === "wait" ? "at the end" : "at the start"}`,
        el("span", { class: "faint" }, ` · ${place}${calls}`),
      ),
      el("p", {}, el("code", {}, step.text)),
      el(
        "ul",
        {},
        ...(step.failure === "" ? [] : [el("li", { class: "failure" }, `✗ ${step.failure}`)]),
        ...step.facts.map((f) => el("li", { class: "value" }, f)),
        ...(step.holds.length === 0 ? [] : [el("li", {}, `holds ${step.holds.join(", ")}`)]),
        ...links.slice(0, maxRelations).map((r) => this.#link(r)),
        ...(links.length > maxRelations ? [el("li", { class: "faint" }, `and ${links.length - maxRelations} more`)] : []),
      ),
    );
  }

  #link({ text, other, arrow }: Relation): HTMLElement {
    const button = el("button", { type: "button", class: `link ${arrow.kind}` }, text);
    button.addEventListener("click", () => this.select(other));
    return el("li", {}, button);
  }
}
