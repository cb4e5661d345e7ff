// The inputs of the run, which can be edited, and what the program and log points have printed. In: the model. Out: an element.

import type { InputView } from "../../src/debugger/contract.ts";
import { el } from "../dom.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { section } from "./ui.ts";

export class InputsPane implements Pane {
  readonly element: HTMLElement;
  readonly #inputs = el("ol", { class: "input-list", "aria-label": "Inputs of the run" });
  readonly #output = el("pre", { tabindex: 0, "aria-label": "Output of the program" });
  readonly #log = el("pre", { tabindex: 0, "aria-label": "Messages of log points" });
  readonly #logPart = section("Log", this.#log);

  constructor(readonly model: DebuggerModel) {
    this.element = el("div", { class: "inputs-pane" }, section("Inputs", this.#inputs), section("Output", this.#output), this.#logPart);
  }

  show(): void {
    const { inputs, output } = this.model.state;
    this.#inputs.replaceChildren(...inputs.map((i) => this.#input(i)));
    if (inputs.length === 0) this.#inputs.replaceChildren(el("li", { class: "faint none" }, "The run has read no inputs."));
    this.#output.textContent = output === "" ? "(nothing printed)" : output;
    this.#log.textContent = this.model.log.join("\n");
    this.#logPart.hidden = this.model.log.length === 0;
  }

  #input({ number, thread, what, bits, value }: InputView): HTMLElement {
    const field = el("input", { type: "text", value, "aria-label": `Input ${number + 1}: ${what}`, spellcheck: "false" });
    const form = el("form", { class: "line-form" }, el("code", {}, what), field, el("button", { type: "submit" }, "Set"));
    const name = this.model.threadView(thread)?.name ?? "";
    form.title = `${bits} bits, read by ${name}. A new value forks the run where it is read.`;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.model.move("setInput", { number, value: field.value.trim() });
    });
    return el("li", {}, form);
  }
}
