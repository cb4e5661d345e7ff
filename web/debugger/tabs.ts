// Tabs: one of several elements is in sight. Arrow keys move between them.

import { el } from "../dom.ts";

export interface Tab {
  readonly name: string;
  readonly element: HTMLElement;
}

export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs: readonly { readonly name: string; readonly button: HTMLButtonElement; readonly panel: HTMLElement }[];

  constructor(label: string, tabs: readonly Tab[]) {
    this.#tabs = tabs.map(({ name, element }) => {
      const id = name.toLowerCase();
      const button = el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` }, name);
      button.addEventListener("click", () => this.open(name));
      const panel = el("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "tab-panel" }, element);
      return { name, button, panel };
    });
    const list = el("div", { class: "tabs", role: "tablist", "aria-label": label }, ...this.#tabs.map((t) => t.button));
    list.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      const at = this.#tabs.findIndex((t) => t.button === document.activeElement);
      if (by === 0 || at < 0) return;
      const next = this.#tabs[(at + by + this.#tabs.length) % this.#tabs.length];
      this.open(next?.name ?? "");
      next?.button.focus();
      event.preventDefault();
    });
    this.element = el("div", { class: "tabbed" }, list, ...this.#tabs.map((t) => t.panel));
    this.open(tabs[0]?.name ?? "");
  }

  /** With the focus on its first field or button, if wanted. */
  open(name: string, isFocused = false): void {
    for (const tab of this.#tabs) {
      const isOpen = tab.name === name;
      tab.panel.hidden = !isOpen;
      tab.button.setAttribute("aria-selected", String(isOpen));
      tab.button.tabIndex = isOpen ? 0 : -1;
      if (isOpen && isFocused) (tab.panel.querySelector<HTMLElement>("input, button, select") ?? tab.button).focus();
    }
  }
}
