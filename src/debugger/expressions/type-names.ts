// Reads names of types, as in casts: `unsigned long`, `struct node *`, `const char *[4]`, `int (*)(void *)`. In: the tokens of a parser. Out: the type.

import type { SourceType } from "../../program/source-types.ts";
import { refuse } from "./error.ts";
import type { Token } from "./lexer.ts";
import type { BaseName, BaseTypes } from "./types.ts";

export interface TypeNames {
  readonly base: BaseTypes;
  /** Null: the name is not a type here. */
  typedef(name: string): SourceType | null;
  tag(keyword: string, name: string): SourceType | null;
}

export interface Tokens {
  readonly next: Token;
  peek(offset: number): Token;
  is(text: string): boolean;
  take(text: string): boolean;
  advance(): Token;
  expect(text: string): void;
}

const qualifiers = new Set(["const", "volatile", "restrict", "_Atomic"]);
const tags = new Set(["struct", "union", "enum"]);
const words = new Set("void char short int long float double signed unsigned _Bool bool __int128 __int128_t __uint128_t".split(" "));

/** The words of a base type, in the order of the alphabet → its name. */
const spellings: ReadonlyMap<string, BaseName> = new Map<string, BaseName>([
  ["char", "char"],
  ["char signed", "signed char"],
  ["char unsigned", "unsigned char"],
  ["short", "short"],
  ["short unsigned", "unsigned short"],
  ["int", "int"],
  ["", "int"],
  ["unsigned", "unsigned int"],
  ["long", "long"],
  ["long unsigned", "unsigned long"],
  ["long long", "long long"],
  ["long long unsigned", "unsigned long long"],
  ["__int128", "__int128"],
  ["__int128 unsigned", "unsigned __int128"],
  ["__int128_t", "__int128"],
  ["__uint128_t", "unsigned __int128"],
  ["_Bool", "_Bool"],
  ["bool", "_Bool"],
  ["float", "float"],
  ["double", "double"],
  ["double long", "long double"],
]);

const maxDepth = 50;

export function beginsType(tokens: Tokens, types: TypeNames, offset = 0): boolean {
  const { kind, text } = tokens.peek(offset);
  return kind === "name" && (words.has(text) || tags.has(text) || qualifiers.has(text) || types.typedef(text) !== null);
}

export function readType(tokens: Tokens, types: TypeNames, depth = 0): SourceType | null {
  return readDeclarator(tokens, types, readSpecifiers(tokens, types), depth);
}

function readSpecifiers(tokens: Tokens, types: TypeNames): SourceType | null {
  const { at } = tokens.next;
  const found: string[] = [];
  const outer: string[] = [];
  let named: SourceType | null = null;
  for (;;) {
    const { kind, text } = tokens.next;
    if (kind !== "name") break;
    if (qualifiers.has(text)) outer.push(text);
    else if (words.has(text)) found.push(text);
    else if (tags.has(text) && named === null && found.length === 0) {
      tokens.advance();
      named = readTag(tokens, types, text);
      continue;
    } else {
      const type: SourceType | null = named === null && found.length === 0 ? types.typedef(text) : null;
      if (type === null) break;
      named = type;
    }
    tokens.advance();
  }
  if (named !== null && found.length > 0) refuse(`${found.join(" ")} cannot be combined with another type`, at);
  return qualify(named ?? baseOf(found, types, at), outer);
}

function readTag(tokens: Tokens, types: TypeNames, keyword: string): SourceType {
  const name = tokens.advance();
  if (name.kind !== "name") refuse(`a name is expected after ${keyword}`, name.at);
  return types.tag(keyword, name.text) ?? refuse(`the program has no ${keyword} ${name.text}`, name.at);
}

function baseOf(found: readonly string[], types: TypeNames, at: number): SourceType | null {
  if (found.length === 1 && found[0] === "void") return null;
  const hasOther = found.some((w) => w === "char" || w === "double");
  const essential = found.filter((w) => !(w === "int" && found.length > 1) && !(w === "signed" && !hasOther));
  const name = spellings.get([...essential].sort().join(" "));
  if (name === undefined) refuse(`${found.join(" ")} is not a type`, at);
  return types.base.get(name);
}

function qualify(type: SourceType | null, names: readonly string[]): SourceType | null {
  let t = type;
  for (const name of names)
    t = { kind: "qualified", qualifier: name === "_Atomic" ? "atomic" : (name as "const" | "volatile" | "restrict"), of: t };
  return t;
}

/** Stars, then arrays and functions; parentheses around a part that begins with a star bind it first. */
function readDeclarator(tokens: Tokens, types: TypeNames, base: SourceType | null, depth: number): SourceType | null {
  if (depth > maxDepth) refuse("the type is nested too deeply", tokens.next.at);
  let type = base;
  for (let stars = 1; tokens.is("*"); stars++) {
    if (stars > maxDepth) refuse("the type is nested too deeply", tokens.next.at);
    tokens.advance();
    type = types.base.pointerTo(type);
    const outer: string[] = [];
    while (tokens.next.kind === "name" && qualifiers.has(tokens.next.text)) outer.push(tokens.advance().text);
    type = qualify(type, outer);
  }
  if (!(tokens.is("(") && tokens.peek(1).text === "*")) return readSuffixes(tokens, types, type, depth);
  // What stands in the parentheses is applied to the type that is read after them.
  tokens.advance();
  const inner: SourceType & { kind: "named" } = { kind: "named", name: "", of: null };
  const wrapped = readDeclarator(tokens, types, inner, depth + 1);
  tokens.expect(")");
  return replace(wrapped, inner, readSuffixes(tokens, types, type, depth));
}

function readSuffixes(tokens: Tokens, types: TypeNames, of: SourceType | null, depth: number): SourceType | null {
  if (tokens.take("(")) {
    const params: { type: SourceType | null }[] = [];
    while (!tokens.is(")")) {
      if (tokens.take("...")) params.push({ type: null });
      else if (beginsType(tokens, types)) params.push({ type: readType(tokens, types, depth + 1) });
      else refuse("the type of a parameter is expected", tokens.next.at);
      if (!tokens.take(",")) break;
    }
    tokens.expect(")");
    return { kind: "function", result: of, params: params.length === 1 && params[0]?.type === null ? [] : params };
  }
  const counts: number[] = [];
  while (tokens.take("[")) {
    const { kind, text, at } = tokens.advance();
    if (kind !== "number" || !/^\d{1,9}$/.test(text)) refuse("the size of an array is a decimal number here", at);
    counts.push(Number(text));
    tokens.expect("]");
  }
  return counts.length === 0 ? of : { kind: "array", element: of, counts };
}

function replace(type: SourceType | null, old: SourceType, by: SourceType | null): SourceType | null {
  if (type === null || type === old) return type === old ? by : null;
  switch (type.kind) {
    case "pointer":
      return { ...type, to: replace(type.to, old, by) };
    case "array":
      return { ...type, element: replace(type.element, old, by) };
    case "function":
      return { ...type, result: replace(type.result, old, by) };
    case "qualified":
      return { ...type, of: replace(type.of, old, by) };
    default:
      return type;
  }
}
