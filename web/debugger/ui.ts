// Small parts of panes: buttons, headings, places in words.

import type { SourceLocation } from "../../src/support/diagnostics.ts";
import { type Child, el } from "../dom.ts";

/** `label`: what it does, for screen readers and as a tip. What is read begins with what is seen. */
export function button(text: string, label: string, act: () => void, name = ""): HTMLButtonElement {
  const words = text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const spoken = label.toLowerCase().includes(words.toLowerCase()) ? label : `${words}: ${label}`;
  const element = el("button", { type: "button", title: label, "aria-label": spoken, ...(name === "" ? {} : { class: name }) }, text);
  element.addEventListener("click", act);
  return element;
}

export const shortPath = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const placeText = (location: SourceLocation | null): string =>
  location === null ? "" : `${shortPath(location.file)}:${location.line}`;

/** A part of a pane with a heading. */
export function section(title: string, ...children: readonly Child[]): HTMLElement {
  const id = `part-${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  return el("section", { class: "part", "aria-labelledby": id }, el("h3", { id }, title), ...children);
}

/** A field with a button beside it: `send` gets its text when Enter or the button is pressed. */
export function form(
  label: string,
  placeholder: string,
  action: string,
  send: (text: string) => void,
): { readonly element: HTMLFormElement; readonly field: HTMLInputElement } {
  const field = el("input", { type: "text", "aria-label": label, placeholder, autocomplete: "off", spellcheck: "false" });
  const element = el("form", { class: "line-form" }, field, el("button", { type: "submit" }, action));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text !== "") send(text);
  });
  return { element, field };
}
