// Parses the S-expressions of SMT-LIB 2.7. In: the text of a file. Out: its expressions, each with the location where it begins.

import { fail, type SourceLocation } from "../../support/diagnostics.ts";

export type Expression = Atom | List;

export interface Atom {
  readonly kind: "symbol" | "number" | "binary" | "hex" | "text" | "keyword";
  /** Without bars, quotes and prefixes. */
  readonly text: string;
  readonly at: SourceLocation;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
  readonly at: SourceLocation;
}

const token =
  /\s+|;[^\n]*|(\()|(\))|\|([^|\\]*)\||"((?:[^"]|"")*)"|#b([01]+)|#x([0-9a-fA-F]+)|:([^\s()|";]+)|(\d+)(?=[\s();]|$)|([^\s()|";:#][^\s()|";]*)/y;

export function parseExpressions(text: string, file: string): Expression[] {
  const stack: { items: Expression[]; at: SourceLocation }[] = [{ items: [], at: { file, line: 1, column: 1 } }];
  let line = 1;
  let lineStart = 0;
  let index = 0;
  while (index < text.length) {
    const at = { file, line, column: index - lineStart + 1 };
    token.lastIndex = index;
    const m = token.exec(text);
    if (m === null) fail("RVL411", `unexpected ${JSON.stringify(text[index])}`, { location: at });
    const add = (kind: Atom["kind"], value: string): void => void stack[stack.length - 1].items.push({ kind, text: value, at });
    if (m[1] !== undefined) stack.push({ items: [], at });
    else if (m[2] !== undefined) {
      const list = stack.pop();
      if (list === undefined || stack.length === 0) fail("RVL411", "unexpected )", { location: at });
      stack[stack.length - 1].items.push({ kind: "list", items: list.items, at: list.at });
    } else if (m[3] !== undefined) add("symbol", m[3]);
    else if (m[4] !== undefined) add("text", m[4].replaceAll('""', '"'));
    else if (m[5] !== undefined) add("binary", m[5]);
    else if (m[6] !== undefined) add("hex", m[6]);
    else if (m[7] !== undefined) add("keyword", m[7]);
    else if (m[8] !== undefined) add("number", m[8]);
    else if (m[9] !== undefined) add("symbol", m[9]);
    for (let i = text.indexOf("\n", index); i >= 0 && i < token.lastIndex; i = text.indexOf("\n", i + 1)) {
      line++;
      lineStart = i + 1;
    }
    index = token.lastIndex;
  }
  if (stack.length > 1) fail("RVL411", "unclosed parenthesis", { location: stack[stack.length - 1].at });
  return stack[0].items;
}

/** A symbol as written in a file: in bars if necessary. */
export function quoteSymbol(name: string): string {
  return /^[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*$/.test(name) ? name : `|${name}|`;
}

export const isSymbolAtom = (e: Expression): e is Atom => e.kind === "symbol";
