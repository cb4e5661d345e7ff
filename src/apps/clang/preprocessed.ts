// Text written for gcc, made fit for clang: preprocessed files above all, which hold glibc's headers as gcc saw them.
//
// In: the text of the file to compile. Out: the text to compile instead (or null if it may stay), and macro definitions to
// go with it. Every line keeps its number and every character its column. Line markers (`# 12 "file.c"`) are blanked:
// places in reports are then places in the file that the user gave, which exists, unlike those the markers name.

export interface ClangText {
  readonly replacement: string | null;
  readonly definitions: readonly string[];
}

const lineMarker = /^[ \t]*#[ \t]*(?:line[ \t]+)?\d+[ \t]+"[^"\n]*"[^\n]*$/gm;
const isMarked = /^#[ \t]+\d+[ \t]+"[^"\n]*"/m;

/** Text that went through `gcc -E -P` has no markers left: nothing to include or define, and glibc's spelling. */
const hasDirective = /^[ \t]*#[ \t]*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif)\b/m;
const glibcText = /\b(?:__extension__|__nothrow__|__builtin_va_list|__leaf__|_Float(?:32|64|128)x?)\b/;

export function adaptForClang(file: string, text: string): ClangText {
  const preprocessed = /\.i$/i.test(file) || isMarked.test(text) || (!hasDirective.test(text) && glibcText.test(text));
  let adapted = stripMallocArguments(text);
  if (preprocessed) adapted = dropLibraryBodies(adapted.replace(atomicFlag, "typedef struct        $1")).replace(lineMarker, "");
  return {
    replacement: adapted === text ? null : adapted,
    definitions: [...always, ...missingFloats(text), ...(preprocessed ? onlyPreprocessed(text) : [])],
  };
}

/** gcc's `__malloc__ (deallocator, index)`; clang's attribute takes no arguments. A macro also reaches into headers. */
const always = ["-D__malloc__(...)=__malloc__"];

/** The same attribute spelt `malloc (…)`, which no macro could reach: its arguments become blanks. */
function stripMallocArguments(text: string): string {
  if (!/\bmalloc\s*\([^()]*\)/.test(text) || !text.includes("__attribute__")) return text;
  return text.replace(/__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)/g, (attribute) =>
    attribute.replace(/\b(malloc\s*)(\([^()]*\))/g, (_, name: string, list: string) => name + blank(list)),
  );
}

/** gcc's `atomic_flag` is an atomic structure, which clang will not initialise with braces; its operations do not need it atomic. */
const atomicFlag = /typedef _Atomic struct(\s*\{[^{}]*\}\s*atomic_flag\s*;)/g;

/**
 * Removes the bodies of `extern inline` functions marked `gnu_inline`: by the attribute's meaning the library defines the same function
 * out of line, and that is the one Ravel models. Bodies that forward their arguments (`__builtin_va_arg_pack`) are gcc's alone.
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

/** Literals and comments, in which brackets mean nothing. */
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

/** Whether the last line marker before this place has the flag 3: a system header. */
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

/** gcc's floating types by clang's names. */
function missingFloats(text: string): string[] {
  if (!text.includes("_Float")) return [];
  const floats = { _Float32: "float", _Float64: "double", _Float32x: "double", _Float64x: "long double", _Float128: "__float128" };
  return Object.entries(floats)
    .filter(([name]) => text.includes(name) && !new RegExp(`\\btypedef\\b[^;]*\\b${name}\\s*;`).test(text))
    .map(([name, type]) => `-D${name}=${type}`);
}

/** gcc's atomic operations, which take pointers to _Atomic objects. */
function onlyPreprocessed(text: string): string[] {
  const atomics = ["load", "store", "exchange", "compare_exchange", "fetch_add", "fetch_sub", "fetch_or", "fetch_xor", "fetch_and"];
  const used = text.includes("_Atomic") ? atomics.filter((name) => text.includes(`__atomic_${name}`)) : [];
  return [
    // These are macros in gnu dialects; the text has been through the preprocessor, so they are names if they are there.
    ...["linux", "unix", "i386"].map((name) => `-U${name}`),
    // `(void)0, *(p)` is a value and hence not atomic: the cast takes _Atomic away and leaves everything else.
    ...used.map((name) => `-D__atomic_${name}(p,...)=__atomic_${name}((__typeof__((void)0,*(p))*)(p),__VA_ARGS__)`),
  ];
}
