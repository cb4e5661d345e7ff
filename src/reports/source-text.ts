// Source lines in reports. They are read by a function that is handed in, because reports are pure.

import type { SourceLocation } from "../support/diagnostics.ts";
import { printable } from "./terminal.ts";

export interface SourceText {
  /** The text of a source line as it is in the file, or null if the file cannot be read. */
  line(file: string, line: number): string | null;
}

const mostLines = 4;

/** The columns of a line at which something happened, counted from 1 in bytes, as compilers do. */
export interface Columns {
  readonly first: number;
  readonly last: number;
}

/**
 * The statement that begins on this line, as one line: without comments and its last punctuation, joined with further lines while parentheses are
 * open. If several statements are on the line, those from the first column to the last.
 */
export function statementAt(source: SourceText, file: string, line: number, columns: Columns | null = null): string | null {
  const first = source.line(file, line);
  if (first === null) return null;
  const whole = withoutComments(first);
  const [from, to] = columns === null ? [0, whole.length] : statementsBetween(first, whole, columns);
  let text = whole.slice(from, to);
  for (let n = 1; n < mostLines && to === whole.length && openParentheses(text) > 0; n++) {
    const next = source.line(file, line + n);
    if (next === null) break;
    text = `${text} ${withoutComments(next)}`;
  }
  const clean = printable(text.replace(/\s+/g, " ").trim())
    .replace(/^\}\s*(?=\S)/, "")
    .replace(/(?<=\S)\s*[{;]$/, "");
  return clean === "" ? printable(first.trim()) : clean;
}

/** The column of a location in characters (UTF-16 code units), counted from 1; null if it has none. Compilers count bytes. */
export function characterColumn(source: SourceText, { file, line, column }: SourceLocation): number | null {
  if (column === undefined || column < 1) return null;
  const raw = source.line(file, line);
  return raw === null ? column : indexOf(raw, column) + 1;
}

/** The column, in characters from 1, at which the statement of a location begins; null if the line or the column is not known. */
export function statementColumn(source: SourceText, { file, line, column }: SourceLocation): number | null {
  const raw = source.line(file, line);
  if (raw === null || column === undefined || column < 1) return null;
  const text = withoutComments(raw);
  const [from] = statementsBetween(raw, text, { first: column, last: column });
  const at = text.slice(from).search(/[^\s{}]/);
  return at < 0 ? null : from + at + 1;
}

/** The index in the line of a column, which counts bytes from 1. */
function indexOf(raw: string, column: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(raw).slice(0, Math.max(column - 1, 0))).length;
}

/** Where the statements that contain the columns begin and end in the line. */
function statementsBetween(raw: string, text: string, { first, last }: Columns): [number, number] {
  const index = (column: number): number => indexOf(raw, column);
  const ends = boundaries(text);
  const from = ends.findLast((at) => at < index(first)) ?? -1;
  return [from + 1, ends.find((at) => at >= index(last)) ?? text.length];
}

/** Positions of what separates statements: semicolons outside parentheses, and braces around statements, not around values. */
function boundaries(text: string): number[] {
  const signs: number[] = [];
  const open: { readonly at: number; readonly sign: string; isBlock: boolean }[] = [];
  const plain = text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, (part) => "".padEnd(part.length, "x"));
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at] as string;
    const inside = open.at(-1);
    if (sign === "(" || sign === "{") open.push({ at, sign, isBlock: false });
    else if (sign === ")" && inside?.sign === "(") open.pop();
    else if (sign === ";" && inside?.sign !== "(") {
      signs.push(at);
      if (inside !== undefined) inside.isBlock = true;
    } else if (sign === "}" && inside?.sign !== "(") {
      open.pop();
      if (inside === undefined) signs.push(at);
      else if (inside.isBlock) {
        signs.push(inside.at, at);
        const outer = open.at(-1);
        if (outer?.sign === "{") outer.isBlock = true;
      }
    }
  }
  for (const o of open) if (o.isBlock || (o.sign === "{" && plain.slice(o.at + 1).trim() === "")) signs.push(o.at);
  return signs.sort((a, b) => a - b);
}

/** The result has the same length, so that columns do not change. */
function withoutComments(text: string): string {
  const isText = /^["']/;
  return text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*$|\/\*.*?(?:\*\/|$)/g, (part) =>
    isText.test(part) ? part : "".padEnd(part.length),
  );
}

function openParentheses(text: string): number {
  let open = 0;
  for (const c of text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "")) open += c === "(" ? 1 : c === ")" ? -1 : 0;
  return open;
}

const longestQuote = 160;

/** Quotes the line of a location, with a caret under the column if there is one and `caret` is set. */
export function quote(source: SourceText | null, location: SourceLocation | null, caret: boolean): string[] {
  const raw = location === null ? null : (source?.line(location.file, location.line) ?? null);
  if (location === null || raw === null) return [];
  const margin = `    ${String(location.line).padStart(4)} | `;
  const column = Math.max((location.column ?? 1) - 1, 0);
  // Of a very long line, only the part around the column is shown.
  const from = column > longestQuote - 20 ? column - Math.floor(longestQuote / 2) : 0;
  const indent = from === 0 ? raw.length - raw.trimStart().length : 0;
  const start = from + indent;
  const part = raw.slice(start, from + longestQuote).trimEnd();
  const text = `${from > 0 ? "…" : ""}${printable(part)}${raw.trimEnd().length > from + longestQuote ? "…" : ""}`;
  if (text.trim() === "") return [];
  if (!caret || !location.column || column < start) return [`${margin}${text}`];
  const before = printable(raw.slice(start, column)).length + (from > 0 ? 1 : 0);
  return [`${margin}${text}`, `${"".padEnd(margin.length - 2)}| ${"".padEnd(before)}^`];
}
