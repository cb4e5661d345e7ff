// Splits the text of a C expression into tokens. In: text. Out: tokens with their offsets. Throws an ExpressionError at a character that begins none.

import { refuse } from "./error.ts";

export interface Token {
  readonly kind: "name" | "number" | "character" | "string" | "punctuator" | "end";
  readonly text: string;
  /** Offset in the text. */
  readonly at: number;
}

/** Longer texts are no expressions that a person types. */
const maxLength = 10_000;

/** The longest first. Assignments are known so that they can be refused by name. */
const punctuators = [
  ..."<<= >>= ...".split(" "),
  ..."-> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ::".split(" "),
  ..."+ - * / % & | ^ ~ ! < > = ? : , . ( ) [ ]".split(" "),
];

const patterns = [
  ["name", /[A-Za-z_$][\w$]*/y],
  ["number", /\.?\d(?:[eEpP][+-]|[\w.])*/y],
  ["character", /'(?:[^'\\\n]|\\.)*'/y],
  ["string", /"(?:[^"\\\n]|\\.)*"/y],
] as const;

export function tokensOf(text: string): readonly Token[] {
  if (text.length > maxLength) refuse(`the expression has more than ${maxLength} characters`, 0);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] as string)) {
      at++;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  tokens.push({ kind: "end", text: "", at: text.length });
  return tokens;
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) return { kind, text: found[0], at };
  }
  const punctuator = punctuators.find((p) => text.startsWith(p, at));
  if (punctuator !== undefined) return { kind: "punctuator", text: punctuator, at };
  const character = String.fromCodePoint(text.codePointAt(at) as number);
  if (character === "'" || character === '"') refuse(`the closing ${character} is missing`, at);
  return refuse(`${JSON.stringify(character)} does not belong to a C expression`, at);
}
