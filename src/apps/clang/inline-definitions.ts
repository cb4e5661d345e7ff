// C99's `inline` without `extern`, which has a body but defines no symbol: programs that were only ever built with
// optimisation rely on the body. In: a compilation and its IR. Out: null if nothing is missing, or a second compilation that defines
// such functions, weakly, so that an external definition in another file still goes first and two copies are no clash.

import { readFileSync } from "node:fs";
import { type Invocation, withPrelude } from "./invocation.ts";

const inlineFunction = /\b(?:inline|__inline|__inline__)\b[^;{}()#]*?\b([A-Za-z_]\w*)\s*\([^;{}]*\)\s*\{/g;

export function withInlineDefinitions(
  invocation: Invocation,
  contents: Buffer,
  ir: string,
  headers: readonly string[],
): { readonly invocation: Invocation; readonly contents: Buffer } | null {
  const texts = [contents.toString("latin1"), ...headers.flatMap(readText)];
  const missing = [...new Set(texts.flatMap((text) => inlineNames(text)))].filter((name) =>
    new RegExp(`^declare [^\\n]*@${name}\\(`, "m").test(ir),
  );
  if (missing.length === 0) return null;
  const weak = missing.map((name) => `#pragma weak ${name}`).join("\n"); // must come before the body
  return {
    invocation: { ...invocation, definitions: [...invocation.definitions, "-fgnu89-inline"] },
    contents: withPrelude(weak, invocation, contents),
  };
}

/** Functions with a body that are inline and neither static nor extern. */
function inlineNames(text: string): string[] {
  if (!text.includes("inline")) return [];
  return [...text.matchAll(inlineFunction)].filter(({ 0: match, index }) => isPlain(text, index, match)).map((match) => match[1]);
}

/** The specifiers may also stand before `inline`: look back to the end of what came before. */
function isPlain(text: string, at: number, match: string): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  const declaration = before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("}")) + 1) + match.slice(0, match.indexOf("("));
  return !/\b(?:static|extern|gnu_inline|__gnu_inline__|always_inline|__always_inline__)\b/.test(declaration + match);
}

function readText(path: string): string[] {
  try {
    return [readFileSync(path, "latin1")];
  } catch {
    return [];
  }
}
