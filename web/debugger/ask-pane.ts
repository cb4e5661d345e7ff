// Questions and their answers. In: the model. Out: an element. While a question is being answered the page stays usable, and the question can be cancelled.

import type { AskAnswer, AskScope } from "../../src/debugger/contract.ts";
import { el } from "../dom.ts";
import { Refused } from "./client.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { button } from "./ui.ts";

/** Forms of questions, for the field's list. */
const examples: readonly string[] = [
  "can fail",
  "can race",
  "can deadlock",
  "can reach 24",
  "can x == 0 at 12",
  "can 30 before 12",
  "which writes x",
  "why x",
  "without switch",
  "least change",
];

export class AskPane implements Pane {
  readonly element: HTMLElement;
  readonly field: HTMLInputElement;
  readonly #over: HTMLSelectElement;
  readonly #inputs: HTMLInputElement;
  readonly #send = el("button", { type: "submit" }, "Ask");
  readonly #cancel: HTMLButtonElement;
  readonly #progress = el("p", { class: "progress faint", role: "status" });
  readonly #answers = el("ol", { class: "answers", "aria-label": "Answers", reversed: true });

  constructor(readonly model: DebuggerModel) {
    this.field = el("input", {
      type: "text",
      "aria-label": "Question",
      placeholder: "can fail, can x == 0 at 12, can 30 before 12 …",
      list: "questions",
      autocomplete: "off",
      spellcheck: "false",
    });
    const list = el("datalist", { id: "questions" }, ...examples.map((value) => el("option", { value })));
    this.#over = el(
      "select",
      { "aria-label": "Over" },
      el("option", { value: "continuations" }, "all continuations from here"),
      el("option", { value: "reorderings" }, "all reorderings of this run"),
    );
    this.#inputs = el("input", { type: "checkbox" });
    this.#cancel = button("Cancel", "Cancel the question", () => void model.client.cancel());
    this.#cancel.hidden = true;
    const form = el(
      "form",
      { class: "ask" },
      el("div", { class: "line-form" }, this.field, this.#send, this.#cancel),
      list,
      el("div", { class: "ask-scope" }, this.#over, el("label", {}, this.#inputs, " keep the inputs")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.field.value.trim() !== "") void this.#ask(this.field.value.trim().replace(/^\?\s*/, ""));
    });
    this.element = el("div", { class: "ask-pane" }, form, this.#progress, this.#answers);
  }

  show(): void {}

  async #ask(text: string): Promise<void> {
    const { thread, frame, client } = this.model;
    this.#busy(true);
    this.#progress.textContent = "Asking …";
    const request = { text, over: this.#over.value as AskScope, fixedInputs: this.#inputs.checked, thread, level: frame?.level ?? 0 };
    try {
      const answer = await client.ask(request, (p) => {
        this.#progress.textContent = p.text;
      });
      this.#answers.prepend(this.#answer(text, answer));
      this.#progress.textContent = "";
      this.model.say(`${text}? ${answer.answer}: ${withoutWord(answer)}`, false);
      void this.model.reload();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#progress.textContent = "";
      this.model.say(error.message, true);
    } finally {
      this.#busy(false);
    }
  }

  #busy(isBusy: boolean): void {
    this.#send.hidden = isBusy;
    this.#cancel.hidden = !isBusy;
  }

  #answer(question: string, answer: AskAnswer): HTMLElement {
    const jump = (place: AskAnswer["place"], text: string): HTMLElement[] =>
      place === null
        ? []
        : [button(text, `${text}: move ${place.move} of fork ${place.fork}`, () => void this.model.move("goTo", place), "jump")];
    const code = answer.code === "" ? "" : ` (${answer.code})`;
    return el(
      "li",
      { class: `answer ${answer.answer}` },
      el("p", { class: "question" }, question),
      el(
        "p",
        {},
        el("strong", { class: "verdict-word" }, answer.answer),
        ` ${withoutWord(answer)}${code} `,
        ...jump(answer.place, "Jump there"),
      ),
      ...(answer.lines.length === 0
        ? []
        : [el("ul", {}, ...answer.lines.map((l) => el("li", {}, `${l.text} `, ...jump(l.place, "Jump"))))]),
    );
  }
}

/** The text of an answer without the word that is shown before it. */
const withoutWord = ({ answer, text }: AskAnswer): string => (text.startsWith(`${answer}: `) ? text.slice(answer.length + 2) : text);
