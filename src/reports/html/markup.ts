// HTML that is safe by construction. In: a template whose values are texts or markup. Out: markup, with every text escaped.

import { printable } from "../terminal.ts";

/** Markup that needs no more escaping. Only this file makes it. */
export class Markup {
  constructor(readonly text: string) {}
}

type Content = string | number | Markup | readonly Content[];

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters are shown, but for the ends of lines. */
const escape = (text: string): string =>
  text
    .split("\n")
    .map(printable)
    .join("\n")
    .replace(/[&<>"']/g, (c) => entities[c] as string);

function write(content: Content): string {
  if (content instanceof Markup) return content.text;
  return typeof content === "object" ? content.map(write).join("") : escape(String(content));
}

/** The parts of the template are markup; its values are texts, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? write(values[i] as Content) : "")).join(""));
}

export const nothing: Markup = new Markup("");

/** The content of a script or style element, which is not escaped: it must not contain the end of its element. */
export function raw(text: string): Markup {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error("the text would end its element");
  return new Markup(text);
}

/** JSON that a script element may contain. */
export const jsonMarkup = (value: unknown): Markup =>
  new Markup(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`));
