// Finds inline functions without a definition. In: a compilation, its IR, and the texts of the headers it read. Out: null if nothing is missing, or another compilation that
// defines them.
//
// In C99 a function that is `inline` without `extern` has a body but defines no symbol; programs that are only built with optimisation rely on
// the body. The definitions are weak, so that an external definition in another file takes precedence, and two copies do not conflict.

import { type Invocation, withPrelude } from "./invocation.ts";
import { latin1Text } from "./latin1.ts";

const inlineFunction = /\b(?:inline|__inline|__inline__)\b[^;{}()#]*?\b([A-Za-z_]\w*)\s*\([^;{}]*\)\s*\{/g;

export function withInlineDefinitions(
  invocation: Invocation,
  contents: Uint8Array,
  ir: string,
  headers: readonly string[],
): { readonly invocation: Invocation; readonly contents: Uint8Array } | null {
  const texts = [latin1Text(contents), ...headers];
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

/** The names of functions with a body that are inline and neither static nor extern. */
function inlineNames(text: string): string[] {
  if (!text.includes("inline")) return [];
  return [...text.matchAll(inlineFunction)].filter(({ 0: match, index }) => isPlain(text, index, match)).map((match) => match[1]);
}

/** Whether the function is neither static nor extern. The specifiers may also come before `inline`, after the previous declaration. */
function isPlain(text: string, at: number, match: string): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  const declaration = before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("}")) + 1) + match.slice(0, match.indexOf("("));
  return !/\b(?:static|extern|gnu_inline|__gnu_inline__|always_inline|__always_inline__)\b/.test(declaration + match);
}
