// Reads the attributes of values, functions and calls. Few of them matter. The others are skipped by their shape (a word, perhaps followed by
// a bracketed group), so that unknown attributes are also accepted.

import type { Cursor } from "./lexer.ts";
import type { MetadataRef, Type } from "./module.ts";
import { isTypeWord, readType } from "./types.ts";
import { isValueWord } from "./value-words.ts";

export interface ParameterAttributes {
  readonly byval: Type | null;
  readonly sret: Type | null;
  readonly align: number;
  readonly signext: boolean;
  readonly zeroext: boolean;
  readonly noundef: boolean;
}

const noAttributes: ParameterAttributes = { byval: null, sret: null, align: 0, signext: false, zeroext: false, noundef: false };

/** Reads the attributes between a parameter's type and its value or name. */
export function readParameterAttributes(c: Cursor): ParameterAttributes {
  let found = noAttributes;
  for (;;) {
    const start = c.pos;
    if (c.peek() === '"') {
      skipStringAttribute(c);
      continue;
    }
    const word = c.word();
    if (word === "" || isValueWord(word) || c.text[c.pos] === '"' || !isLetter(word)) {
      c.pos = start;
      return found;
    }
    if (word === "byval") found = { ...found, byval: readTypeArgument(c) };
    else if (word === "sret") found = { ...found, sret: readTypeArgument(c) };
    else if (word === "align") found = { ...found, align: readAlignment(c) };
    else if (word === "signext") found = { ...found, signext: true };
    else if (word === "zeroext") found = { ...found, zeroext: true };
    else if (word === "noundef") found = { ...found, noundef: true };
    else skipArgument(c, word);
  }
}

/** Reads the words before a result's type or a global's kind: linkage, visibility, calling convention, flags, attributes. */
export function readQualifiers(c: Cursor, isEnd: (word: string) => boolean = isTypeWord): readonly string[] {
  const words: string[] = [];
  for (;;) {
    const start = c.pos;
    const next = c.peek();
    if (next === '"') skipStringAttribute(c);
    else if (next === "!") readAttachment(c);
    else {
      const word = c.word();
      if (word === "" || isEnd(word)) {
        c.pos = start;
        return words;
      }
      skipArgument(c, word);
      words.push(word);
    }
  }
}

export interface Tail {
  readonly groups: readonly number[];
  readonly words: readonly string[];
  readonly section: string | null;
}

/** Words after a function's parameters that introduce a constant, at which `readTail` stops. */
export const constantClauses: readonly string[] = ["prefix", "prologue", "personality"];

/** Reads the attributes in the same line after the parameter list of a call or a function. */
export function readTail(c: Cursor): Tail {
  const groups: number[] = [];
  const words: string[] = [];
  let section: string | null = null;
  for (;;) {
    const next = c.peekInLine();
    if (next === "#") {
      c.pos++;
      groups.push(c.integer());
    } else if (next === '"') skipStringAttribute(c);
    else {
      const start = c.pos;
      const word = next === "" ? "" : c.word();
      if (word === "" || constantClauses.includes(word)) {
        c.pos = start;
        return { groups, words, section };
      }
      if (word === "section" && c.peekInLine() === '"') section = c.quoted();
      else skipArgument(c, word);
      words.push(word);
    }
  }
}

/** Reads `!name !node`. Returns the number of a `!dbg` node, otherwise null. */
export function readAttachment(c: Cursor): MetadataRef | null {
  if (c.peek() === "!" && c.takeExactly("!dbg !")) {
    const digit = c.text[c.pos];
    if (digit >= "0" && digit <= "9") return c.integer();
    c.pos--; // a node written in place
  } else {
    c.expect("!");
    c.word();
  }
  if (c.peek() !== "!") c.expected("metadata");
  skipMetadata(c);
  return null;
}

/** Reads `, !dbg !7, !srcloc !8 …` to the end of the instruction. Returns the `!dbg` node among them. */
export function readAttachments(c: Cursor): MetadataRef | null {
  let debug: MetadataRef | null = null;
  while (c.peekInLine() === ",") {
    c.pos++;
    debug = readAttachment(c) ?? debug;
  }
  return debug;
}

/** Skips one metadata operand: !1, !{…}, !"…", !DIExpression(…). */
export function skipMetadata(c: Cursor): void {
  c.expect("!");
  c.word();
  const next = c.text[c.pos];
  if (next === "(" || next === "{") c.skipGroup();
  else if (next === '"') c.quoted();
}

function readTypeArgument(c: Cursor): Type | null {
  if (!c.take("(")) return null;
  const type = readType(c);
  c.expect(")");
  return type;
}

/** Reads the number of `align 8`, in some versions `align(8)`. */
function readAlignment(c: Cursor): number {
  const bracket = c.take("(");
  const align = c.integer();
  if (bracket) c.expect(")");
  return align;
}

/** Skips what may follow the word of an attribute: `(…)`, or a number after `align`, `cc` and `alignstack`. */
function skipArgument(c: Cursor, word: string): void {
  const next = c.peekInLine();
  if (next === "(") c.skipGroup();
  else if ((word === "align" || word === "cc" || word === "alignstack") && next >= "0" && next <= "9") c.integer();
}

function skipStringAttribute(c: Cursor): void {
  c.quoted();
  if (c.text[c.pos] !== "=") return;
  c.pos++;
  c.quoted();
}

function isLetter(word: string): boolean {
  const code = word.charCodeAt(0) | 32;
  return code >= 97 && code <= 122;
}
