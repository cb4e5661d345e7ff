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

/** Characters that act on a terminal, end a line, or change the direction in which a line is read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** `\x1b`, `\u202e`: how a control character is shown. */
function escapeOf(c: string): string {
  const code = c.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Shows control characters of text from outside: source files, the program's output, names of files. They would act on the terminal otherwise. */
export const printable = (text: string): string => text.replaceAll("\t", "    ").replace(control, escapeOf);

const colour = new RegExp(`(\u001b\\[(?:${["0", ...Object.values(codes)].join("|")})m)`);

/** A line of a report, in which only the colours of `painter` may act on the terminal. */
export const printableLine = (line: string, hasColour: boolean): string =>
  hasColour
    ? line
        .split(colour)
        .map((part, i) => (i % 2 === 1 ? part : printable(part)))
        .join("")
    : printable(line);

/** A file name or an option as a shell reads it. */
export function shellWord(text: string): string {
  if (/^[\w./+=:@%,-]+$/.test(text)) return text;
  if (printable(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, "\\$&").replace(control, escapeOf)}'`;
}

const asciiOf: Readonly<Record<string, string>> = { "│": "|", "▸": ">", "✗": "x", "›": ">", "→": "->", "×": "x", "…": "...", "–": "-" };

/** For terminals and locales that show only ASCII: signs in other words, other characters as `?`. */
export const toAscii = (text: string): string => text.replace(/\P{ASCII}/gu, (c) => asciiOf[c] ?? "?");

/** The same for text that is laid out: every sign keeps its width. */
export const toAsciiInPlace = (text: string): string =>
  text.replace(/\P{ASCII}/gu, (c) => (c === "…" ? "~" : asciiOf[c]?.length === 1 ? asciiOf[c] : "?".repeat(Math.max(widthOf(c), 1))));
