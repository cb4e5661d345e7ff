// Text on a terminal: measures, clips, wraps and colours it, and replaces control characters.

import { maxOf } from "../support/lists.ts";

export type Style = "bad" | "good" | "doubt" | "strong" | "faint";
export type Paint = (text: string, style: Style) => string;

const codes: Readonly<Record<Style, string>> = { bad: "1;31", good: "1;32", doubt: "1;33", strong: "1", faint: "2" };

export const painter =
  (color: boolean): Paint =>
  (text, style) =>
    color && text !== "" ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;

/** Number of columns of a text: wide characters take two, combining ones none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const c of text) width += widthOfCharacter(c.codePointAt(0) as number);
  return width;
}

function widthOfCharacter(code: number): number {
  if (code < 0x300) return 1;
  if (code <= 0x36f || code === 0x200b || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(width - widthOf(text), 0));
}

/** Not inside a name, unless the name alone is too wide. */
export function clip(text: string, width: number): string {
  if (text.length <= width && widthOf(text) <= width) return text;
  const head = fitting(text, width - 1);
  const at = endOfName(text, head.length);
  return `${at > 0 ? text.slice(0, at).trimEnd() : head}…`;
}

/** The longest beginning of the text that fits. */
function fitting(text: string, width: number): string {
  let out = "";
  let used = 0;
  for (const c of text) {
    used += widthOfCharacter(c.codePointAt(0) as number);
    if (used > width) break;
    out += c;
  }
  return out;
}

/** The last position up to `at` that is not inside a name; 0: there is none. */
function endOfName(text: string, at: number): number {
  const isName = (i: number): boolean => /[\w$]/.test(text[i] ?? "");
  let end = at;
  while (end > 0 && isName(end - 1) && isName(end)) end--;
  return end;
}

/** Breaks at blanks, or else after punctuation, into at most `most` lines; the rest is clipped. Names stay whole. */
export function wrap(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length + 1 < most && widthOf(rest) > width) {
    const head = fitting(rest, width);
    const blank = rest[head.length] === " " ? head.length : head.lastIndexOf(" ");
    const sign = maxOf(["(", ",", "[", "=", ">"].map((c) => head.lastIndexOf(c))) + 1;
    const at = blank > width / 2 ? blank : sign > width / 3 ? sign : endOfName(rest, head.length) || head.length;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...lines, clip(rest, width)];
}

/** Shows control characters of a source file or of the program's output, which would otherwise act on the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  const control = /[\u0000-\u001f\u007f-\u009f]/g;
  return text.replaceAll("\t", "    ").replace(control, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

const asciiOf: Readonly<Record<string, string>> = { "│": "|", "▸": ">", "✗": "x", "›": ">", "→": "->", "×": "x", "…": "...", "–": "-" };

/** For terminals and locales that show only ASCII: signs in other words, other characters as `?`. */
export const toAscii = (text: string): string => text.replace(/\P{ASCII}/gu, (c) => asciiOf[c] ?? "?");

/** The same for text that is laid out: every sign keeps its width. */
export const toAsciiInPlace = (text: string): string =>
  text.replace(/\P{ASCII}/gu, (c) => (c === "…" ? "~" : asciiOf[c]?.length === 1 ? asciiOf[c] : "?".repeat(Math.max(widthOf(c), 1))));
