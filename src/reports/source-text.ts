// Source lines in reports: they come in as a function, since reports are pure.

import type { SourceLocation } from "../support/diagnostics.ts";
import { printable } from "./terminal.ts";

export interface SourceText {
  /** The text of a source line as it is in the file, or null if the file is not at hand. */
  line(file: string, line: number): string | null;
}

const mostLines = 4;

/** The statement that begins on this line, on one line: without comments and its last sign, further lines joined while parentheses are open. */
export function statementAt(source: SourceText, file: string, line: number): string | null {
  const first = source.line(file, line);
  if (first === null) return null;
  let text = withoutComments(first);
  for (let n = 1; n < mostLines && openParentheses(text) > 0; n++) {
    const next = source.line(file, line + n);
    if (next === null) break;
    text = `${text} ${withoutComments(next)}`;
  }
  const clean = printable(text.replace(/\s+/g, " ").trim())
    .replace(/^\}\s*(?=\S)/, "")
    .replace(/(?<=\S)\s*[{;]$/, "");
  return clean === "" ? printable(first.trim()) : clean;
}

function withoutComments(text: string): string {
  return text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*$|\/\*.*?(?:\*\/|$)/g, (part) => (part.startsWith("/") ? " " : part));
}

function openParentheses(text: string): number {
  let open = 0;
  for (const c of text.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "")) open += c === "(" ? 1 : c === ")" ? -1 : 0;
  return open;
}

const longestQuote = 160;

/** The line a location is about, quoted, with a caret under the column if there is one and `caret` is asked for. */
export function quote(source: SourceText | null, location: SourceLocation | null, caret: boolean): string[] {
  const raw = location === null ? null : (source?.line(location.file, location.line) ?? null);
  if (location === null || raw === null) return [];
  const margin = `    ${String(location.line).padStart(4)} | `;
  const column = Math.max((location.column ?? 1) - 1, 0);
  // Of a very long line the part around the column is shown.
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
