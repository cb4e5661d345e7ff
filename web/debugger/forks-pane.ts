// The tree of forks: jump, rename, remove, compare, save as a witness. In: the model. Out: an element.

import type { ForkView } from "../../src/debugger/contract.ts";
import { el } from "../dom.ts";
import type { DebuggerModel, Pane } from "./model.ts";
import { button } from "./ui.ts";

export class ForksPane implements Pane {
  readonly element: HTMLElement;
  readonly #tree = el("ul", { class: "forks", "aria-label": "Forks" });
  readonly #difference = el("ul", { class: "difference", "aria-label": "Differences" });

  constructor(readonly model: DebuggerModel) {
    const save = button("Save as witness", "Save the present run as a witness file", () => void this.#save());
    this.element = el("div", { class: "forks-pane" }, this.#tree, el("p", {}, save), this.#difference);
  }

  show(): void {
    const { forks } = this.model.state;
    this.#tree.replaceChildren(...forks.filter((f) => f.parent === null).map((f) => this.#fork(f, forks)));
  }

  #fork(fork: ForkView, all: readonly ForkView[]): HTMLElement {
    const { model } = this;
    const isHere = fork.id === model.state.place.fork;
    const jump = button(
      fork.name,
      `Jump to the end of ${fork.name}`,
      () => void model.move("goTo", { fork: fork.id, move: fork.length }),
      "link",
    );
    if (isHere) jump.setAttribute("aria-current", "true");
    const facts = [
      `${fork.length} moves`,
      ...(fork.parent === null ? [] : [`left after move ${fork.parent.move}`]),
      ...(fork.end === "" ? [] : [fork.end]),
    ];
    const tools = el(
      "span",
      { class: "buttons" },
      button("Rename", `Rename ${fork.name}`, () => this.#rename(fork, item)),
    );
    if (!isHere) {
      tools.append(button("Compare", `Compare ${fork.name} with the present one`, () => void this.#compare(fork)));
      if (fork.parent !== null) tools.append(button("Remove", `Remove ${fork.name}`, () => void model.move("removeFork", { id: fork.id })));
    }
    const children = all.filter((f) => f.parent?.fork === fork.id);
    const item = el("div", { class: "fork-line" }, jump, el("span", { class: "faint" }, ` ${facts.join(", ")} `), tools);
    const below = children.length === 0 ? [] : [el("ul", {}, ...children.map((c) => this.#fork(c, all)))];
    return el("li", { class: isHere ? "present" : "" }, item, ...below);
  }

  #rename(fork: ForkView, item: HTMLElement): void {
    const field = el("input", { type: "text", value: fork.name, "aria-label": `New name of ${fork.name}` });
    const form = el("form", { class: "line-form" }, field, el("button", { type: "submit" }, "Rename"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim() !== "") void this.model.move("renameFork", { id: fork.id, name: field.value.trim() });
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.show();
    });
    item.replaceChildren(form);
    field.select();
  }

  async #compare(fork: ForkView): Promise<void> {
    const lines = await this.model.read("compareForks", { a: this.model.state.place.fork, b: fork.id });
    this.#difference.replaceChildren(...(lines ?? []).map((line) => el("li", {}, line)));
  }

  async #save(): Promise<void> {
    const witness = await this.model.read("witness", {});
    if (witness === null) return;
    const address = URL.createObjectURL(new Blob([`${JSON.stringify(witness, null, 2)}\n`], { type: "application/json" }));
    const link = el("a", { href: address, download: "witness.json" });
    link.click();
    URL.revokeObjectURL(address);
    this.model.say("saved witness.json", false);
  }
}
