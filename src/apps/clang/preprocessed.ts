// Adapts text written for gcc to clang, above all preprocessed files, which contain glibc's headers as gcc saw them. In: the text of the file to
// compile. Out: the text to compile instead (null: no change), and macro definitions for it.
//
// All characters keep their line and column. Line markers (`# 12 "file.c"`) are blanked: programs then have positions in the file that the user gave. Reports
// show those that the markers name (reports/line-markers.ts).

export interface ClangText {
  readonly replacement: string | null;
  readonly definitions: readonly string[];
}

const lineMarker = /^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^"\n]*"[^\n]*$/gm;
const isMarked = /^#[ \t]+\d+[ \t]+"[^"\n]*"/m;

/** The output of `gcc -E -P` has no markers. It is recognised by the lack of directives and by words of glibc. */
const hasDirective = /^[ \t]*#[ \t]*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif)\b/m;
const glibcText = /\b(?:__extension__|__nothrow__|__builtin_va_list|__leaf__|_Float(?:32|64|128)x?)\b/;

export function adaptForClang(file: string, text: string): ClangText {
  const preprocessed = /\.i$/i.test(file) || isMarked.test(text) || (!hasDirective.test(text) && glibcText.test(text));
  let adapted = stripMallocArguments(text);
  if (preprocessed) adapted = dropLibraryBodies(adapted.replace(atomicFlag, "typedef struct        $1")).replace(lineMarker, "");
  return {
    replacement: adapted === text ? null : adapted,
    definitions: [...always, ...missingFloats(text), ...(preprocessed ? preprocessedDefinitions(text) : [])],
  };
}

/** For gcc's `__malloc__ (deallocator, index)`: clang's attribute has no arguments. A macro also works in headers. */
const always = ["-D__malloc__(...)=__malloc__"];

/** Blanks the arguments of the same attribute spelt `malloc (…)`, for which a macro cannot be used. */
function stripMallocArguments(text: string): string {
  if (!/\bmalloc\s*\([^()]*\)/.test(text) || !text.includes("__attribute__")) return text;
  return text.replace(/__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)/g, (attribute) =>
    attribute.replace(/\b(malloc\s*)(\([^()]*\))/g, (_, name: string, list: string) => name + blank(list)),
  );
}

/** gcc's `atomic_flag` is an atomic structure, which clang does not initialise with braces. Its operations do not need it to be atomic. */
const atomicFlag = /typedef _Atomic struct(\s*\{[^{}]*\}\s*atomic_flag\s*;)/g;

/**
 * Removes the bodies of `extern inline` functions marked `gnu_inline`: the attribute means that the library also defines the function, which is
 * the one that Ravel models. Only gcc compiles bodies that forward their arguments (`__builtin_va_arg_pack`).
 */
function dropLibraryBodies(text: string): string {
  const start = /\bextern\s+(?:__inline__|__inline|inline)\b|\b(?:__inline__|__inline|inline)\s+extern\b/g;
  const parts: string[] = [];
  let copied = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const open = endOfDeclarator(text, match.index);
    if (open === null || text[open] !== "{" || !text.slice(match.index, open).includes("gnu_inline")) continue;
    const close = matchingBrace(text, open);
    if (close === null || !(isInSystemHeader(text, match.index) || text.slice(open, close).includes("__builtin_va_arg_pack"))) continue;
    parts.push(text.slice(copied, open), ";", blank(text.slice(open + 1, close + 1)));
    copied = close + 1;
    start.lastIndex = copied;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(copied);
}

/** Literals and comments, in which brackets do not count. */
const opaque = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*[\s\S]*?\*/|//[^\n]*`;

/** The `{` or `;` that ends a declarator: the first outside parentheses and literals. */
function endOfDeclarator(text: string, from: number): number | null {
  const token = new RegExp(`${opaque}|[(){;]`, "g");
  token.lastIndex = from;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === "(") depth++;
    else if (match[0] === ")") depth--;
    else if (depth === 0 && (match[0] === "{" || match[0] === ";")) return match.index;
  }
  return null;
}

function matchingBrace(text: string, open: number): number | null {
  const token = new RegExp(`${opaque}|[{}]`, "g");
  token.lastIndex = open;
  let depth = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === "{") depth++;
    else if (match[0] === "}" && --depth === 0) return match.index;
  }
  return null;
}

/** Whether the last line marker before this position has the flag 3: a system header. */
function isInSystemHeader(text: string, at: number): boolean {
  for (let from = text.lastIndexOf("\n#", at); from !== -1; from = text.lastIndexOf("\n#", from - 1)) {
    const line = text.slice(from + 1, text.indexOf("\n", from + 1));
    if (isMarked.test(line)) return /"(?: \d)* 3\b/.test(line);
  }
  return false;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Definitions of gcc's floating types by clang's names. */
function missingFloats(text: string): string[] {
  if (!text.includes("_Float")) return [];
  const floats = { _Float32: "float", _Float64: "double", _Float32x: "double", _Float64x: "long double", _Float128: "__float128" };
  return Object.entries(floats)
    .filter(([name]) => text.includes(name) && !new RegExp(`\\btypedef\\b[^;]*\\b${name}\\s*;`).test(text))
    .map(([name, type]) => `-D${name}=${type}`);
}

/** Definitions for preprocessed text: macros that must not apply, and gcc's atomic builtins, which take pointers to _Atomic objects. */
function preprocessedDefinitions(text: string): string[] {
  const atomics = ["load", "store", "exchange", "compare_exchange", "fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and"];
  const used = text.includes("_Atomic") ? atomics.filter((name) => text.includes(`__atomic_${name}`)) : [];
  return [
    // Macros of the gnu dialects. In preprocessed text these words are ordinary names.
    ...["linux", "unix", "i386"].map((name) => `-U${name}`),
    // `(void)0, *(p)` is a value and hence not atomic: the cast removes _Atomic and nothing else.
    ...used.map((name) => `-D__atomic_${name}(p,...)=__atomic_${name}((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)`),
  ];
}
