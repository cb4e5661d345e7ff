// All writes that an object has seen on the present path, each one a place to jump to. In: an expression. Out: an element.

import type { FrameReference, WriteView } from "../../src/debugger/contract.ts";
import { el, laneClass } from "../dom.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { button, form, placeText } from "./ui.ts";

export class HistoryPane implements Pane {
  readonly element: HTMLElement;
  readonly field: HTMLInputElement;
  readonly #list = el("ol", { class: "writes", "aria-label": "Writes" });
  readonly #text = el("p", { class: "faint" }, "Name an object, or press history beside a value.");
  #shown: { readonly frame: FrameReference; readonly expression: string } | null = null;

  constructor(
    readonly model: DebuggerModel,
    /** Brings this pane into sight. */
    readonly reveal: () => void,
  ) {
    const { element, field } = form("Object", "An object: x, list.head, a[2]", "Find writes", (text) => {
      const { thread, frame } = model;
      void this.find({ thread, level: frame?.level ?? 0 }, text);
    });
    this.field = field;
    this.element = el("div", { class: "history" }, element, this.#text, this.#list);
  }

  async find(frame: FrameReference, expression: string): Promise<void> {
    this.reveal();
    this.field.value = expression;
    const writes = await this.model.read("writesOf", { ...frame, expression });
    if (writes === null) return;
    this.#shown = { frame, expression };
    this.#fill(writes);
    this.model.say(this.#text.textContent ?? "", false);
  }

  /** The path has grown or the fork is another: the writes may differ. */
  show(): void {
    if (this.#shown === null || this.element.closest("[hidden]") !== null) return;
    const { frame, expression } = this.#shown;
    void this.model.client.call("writesOf", { ...frame, expression }).then(
      (writes) => this.#fill(writes),
      () => this.#fill([]),
    );
  }

  #fill(writes: readonly WriteView[]): void {
    const { expression } = this.#shown ?? { expression: "" };
    this.#text.textContent = `${writes.length === 0 ? "No write" : writes.length === 1 ? "1 write" : `${writes.length} writes`} to ${expression}`;
    this.#list.replaceChildren(...writes.map((w) => this.#write(w)));
  }

  #write({ place, thread, location, before, after }: WriteView): HTMLElement {
    const name = this.model.threadView(thread)?.name ?? `T${thread}`;
    const here = this.model.state.place;
    const when = place.fork === here.fork && place.move <= here.move ? "" : " later";
    const jump = button(
      `${before} → ${after}`,
      `Jump to ${before} → ${after} by ${name}`,
      () => void this.model.move("goTo", place),
      "link",
    );
    return el(
      "li",
      { class: `write${when}` },
      jump,
      el("span", { class: `thread ${laneClass(thread)}` }, ` ${name}`),
      el("span", { class: "faint" }, ` ${placeText(location)}`),
    );
  }
}
