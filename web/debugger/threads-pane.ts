// The threads: status, place, what they wait for and hold, and buttons that move each. In: the model. Out: an element.

import type { FrameView, StepKind, ThreadView } from "../../src/debugger/contract.ts";
import { el, laneClass } from "../dom.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { button, placeText } from "./ui.ts";

/** Kinds of steps: what a step does, and what a step back does. */
export const stepKinds: readonly { readonly kind: StepKind; readonly text: string; readonly forwards: string; readonly back: string }[] = [
  { kind: "line", text: "Line", forwards: "to the next line", back: "to the line before" },
  { kind: "over", text: "Over", forwards: "over calls, to the next line", back: "over calls, to the line before" },
  { kind: "out", text: "Out", forwards: "out of the function", back: "out of the function, to its call" },
  { kind: "visible", text: "Visible", forwards: "by one visible operation", back: "by one visible operation" },
];

export class ThreadsPane implements Pane {
  readonly element = el("div", { class: "threads", role: "list", "aria-label": "Threads" });

  constructor(readonly model: DebuggerModel) {}

  show(): void {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    this.element.replaceChildren(...this.model.state.threads.map((t) => this.#thread(t)));
    if (focused !== undefined) this.element.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  #thread(t: ThreadView): HTMLElement {
    const isSelected = t.index === this.model.thread;
    const name = button(t.name, `Select thread ${t.name}`, () => this.model.select(t.index, null), `thread ${laneClass(t.index)}`);
    name.dataset.focus = `thread ${t.index}`;
    name.setAttribute("aria-pressed", String(isSelected));
    const isNext = t.index === this.model.state.next;
    const place = el(
      "span",
      { class: "place" },
      t.stack[0] === undefined ? "" : `${t.stack[0].function} ${placeText(t.stack[0].location)}`,
    );
    const isShort = t.status !== "blocked" || t.waitsFor === "";
    const status = el("span", { class: `status ${t.status}` }, isShort ? t.status : t.waitsFor);
    const row = el(
      "div",
      { class: "thread-row" },
      name,
      el("span", { class: "label faint" }, t.label === t.stack[0]?.function ? "" : t.label),
      place,
    );
    if (isShort) row.append(status);
    if (isNext) row.append(el("span", { class: "next faint", title: "A continued run moves this thread next" }, "next"));
    if (t.status === "ready") row.append(this.#steps(t));
    const more = [
      ...(isShort ? [] : [status]),
      ...(t.holds.length > 0 ? [el("span", { class: "faint" }, `holds ${t.holds.join(", ")}`)] : []),
    ];
    const parts: HTMLElement[] = [row];
    if (more.length > 0) parts.push(el("div", { class: "holds" }, ...more));
    if (isSelected && t.stack.length > 1) parts.push(this.#stack(t.stack));
    return el("div", { class: `thread-item ${laneClass(t.index)}${isSelected ? " selected" : ""}`, role: "listitem" }, ...parts);
  }

  #steps(t: ThreadView): HTMLElement {
    const buttons = stepKinds.map(({ kind, text, forwards }) => {
      const element = button(text, `Step ${t.name} ${forwards}`, () => void this.model.step(kind, false, t.index));
      element.dataset.focus = `${kind} ${t.index}`;
      return element;
    });
    return el("span", { class: "buttons", role: "group", "aria-label": `Steps of ${t.name}` }, ...buttons);
  }

  #stack(stack: readonly FrameView[]): HTMLElement {
    const frames = stack.map((f) => {
      const element = button(
        `${f.function} ${placeText(f.location)}`,
        `Select frame ${f.function}`,
        () => this.model.select(this.model.thread, f.level),
        "frame",
      );
      element.dataset.focus = `frame ${f.level}`;
      element.setAttribute("aria-pressed", String(f === this.model.frame));
      return el("li", {}, element);
    });
    return el("ol", { class: "stack", "aria-label": "Calls" }, ...frames);
  }
}
