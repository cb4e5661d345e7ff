// Parses a C expression. In: text, and which names are types. Out: a syntax tree. Throws an ExpressionError with the column of what is wrong.
//
// Operators that change something are read and refused by name. Depth and size are bounded, so that no text exhausts the stack.

import type { SourceType } from "../../program/source-types.ts";
import { refuse } from "./error.ts";
import { type Token, tokensOf } from "./lexer.ts";
import { bytesOfLiteral, characterLiteral } from "./literals.ts";
import type { BinaryOperator, Node, UnaryOperator } from "./syntax.ts";
import { beginsType, readType, type TypeNames } from "./type-names.ts";

/** Parentheses in parentheses; operators of one expression. */
const maxDepth = 100;
const maxNodes = 1000;

const precedence: ReadonlyMap<string, number> = new Map(
  ["||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"].flatMap((row, i) =>
    row.split(" ").map((operator) => [operator, i + 1] as const),
  ),
);
const assignments = new Set("= += -= *= /= %= &= |= ^= <<= >>=".split(" "));
const unary = new Set(["+", "-", "!", "~", "*", "&"]);

export function parseExpression(text: string, types: TypeNames): Node {
  const parser = new Parser(tokensOf(text), types);
  if (parser.next.kind === "end") refuse("an expression is expected", 0);
  const node = parser.expression();
  const { next } = parser;
  if (next.kind !== "end") refuse(`${next.text} is not expected here`, next.at);
  return node;
}

/** A type alone, as in `sizeof (struct node)`; null if the text is not one. */
export function parseType(text: string, types: TypeNames): { readonly type: SourceType | null } | null {
  const parser = new Parser(tokensOf(text), types);
  if (!beginsType(parser, types)) return null;
  const type = readType(parser, types);
  return parser.next.kind === "end" ? { type } : null;
}

class Parser {
  #at = 0;
  #depth = 0;
  #nodes = 0;

  constructor(
    readonly tokens: readonly Token[],
    readonly types: TypeNames,
  ) {}

  get next(): Token {
    return this.tokens[this.#at] as Token;
  }

  peek(offset: number): Token {
    return this.tokens[Math.min(this.#at + offset, this.tokens.length - 1)] as Token;
  }

  is(text: string): boolean {
    return this.next.kind === "punctuator" && this.next.text === text;
  }

  advance(): Token {
    const token = this.next;
    if (token.kind !== "end") this.#at++;
    return token;
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  expect(text: string): void {
    if (this.take(text)) return;
    const { next } = this;
    refuse(next.kind === "end" ? `${text} is missing at the end` : `${text} is expected before ${next.text}`, next.at);
  }

  #node(node: Node): Node {
    if (++this.#nodes > maxNodes) refuse(`the expression has more than ${maxNodes} parts`, node.at);
    return node;
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > maxDepth) refuse(`the expression is nested more than ${maxDepth} deep`, this.next.at);
    const result = read();
    this.#depth--;
    return result;
  }

  /** With commas. */
  expression(): Node {
    let left = this.assignment();
    while (this.is(",")) {
      const { at } = this.advance();
      left = this.#node({ kind: "binary", operator: ",", left, right: this.assignment(), at });
    }
    return left;
  }

  assignment(): Node {
    return this.#deeper(() => {
      const condition = this.#binary(1);
      if (this.next.kind === "punctuator" && assignments.has(this.next.text)) refuseChange(this.next);
      if (!this.is("?")) return condition;
      const { at } = this.advance();
      const then = this.expression();
      this.expect(":");
      return this.#node({ kind: "conditional", condition, then, otherwise: this.assignment(), at });
    });
  }

  #binary(lowest: number): Node {
    let left = this.#unary();
    for (;;) {
      const level = this.next.kind === "punctuator" ? (precedence.get(this.next.text) ?? 0) : 0;
      if (level < lowest) return left;
      const { text, at } = this.advance();
      left = this.#node({ kind: "binary", operator: text as BinaryOperator, left, right: this.#binary(level + 1), at });
    }
  }

  #unary(): Node {
    return this.#deeper(() => {
      const { next } = this;
      if (next.kind === "punctuator" && (next.text === "++" || next.text === "--")) refuseChange(next);
      if (next.kind === "punctuator" && unary.has(next.text)) {
        this.advance();
        return this.#node({ kind: "unary", operator: next.text as UnaryOperator, operand: this.#unary(), at: next.at });
      }
      if (next.kind === "name" && next.text === "sizeof") return this.#sizeOf();
      if (next.text === "(" && beginsType(this, this.types, 1)) return this.#cast();
      return this.#postfix(this.#primary());
    });
  }

  #sizeOf(): Node {
    const { at } = this.advance();
    if (!this.is("(") || !beginsType(this, this.types, 1)) return this.#node({ kind: "size-of", operand: this.#unary(), at });
    this.advance();
    const type = readType(this, this.types);
    this.expect(")");
    return this.#node({ kind: "size-of-type", type, at });
  }

  #cast(): Node {
    const { at } = this.advance();
    const type = readType(this, this.types);
    this.expect(")");
    return this.#node({ kind: "cast", type, operand: this.#unary(), at });
  }

  #primary(): Node {
    const token = this.advance();
    const { text, at } = token;
    switch (token.kind) {
      case "name":
        if (this.is("::")) return this.#qualified(text, at);
        return this.#node({ kind: "name", name: text, of: null, at });
      case "number":
        return this.#node({ kind: "number", text, at });
      case "character":
        return this.#node({ kind: "character", value: characterLiteral(text, at), at });
      case "string": {
        if (this.is("::")) return this.#qualified(new TextDecoder().decode(bytesOfLiteral(text, at)), at);
        const parts = [bytesOfLiteral(text, at)];
        while (this.next.kind === "string") parts.push(bytesOfLiteral(this.next.text, this.advance().at));
        return this.#node({ kind: "string", bytes: Uint8Array.from([...parts.flatMap((p) => [...p]), 0]), at });
      }
      case "punctuator": {
        if (text !== "(") return refuse(`an expression is expected, not ${text}`, at);
        const inner = this.expression();
        this.expect(")");
        return inner;
      }
      case "end":
        return refuse("the expression is not complete", at);
    }
  }

  #qualified(of: string, at: number): Node {
    this.expect("::");
    const name = this.advance();
    if (name.kind !== "name") refuse("a name is expected after ::", name.at);
    return this.#node({ kind: "name", name: name.text, of, at });
  }

  #postfix(first: Node): Node {
    let operand = first;
    for (;;) {
      const { text, at, kind } = this.next;
      if (kind !== "punctuator") return operand;
      if (text === "++" || text === "--") refuseChange(this.next);
      if (text === "." || text === "->") {
        this.advance();
        const name = this.advance();
        if (name.kind !== "name") refuse(`the name of a member is expected after ${text}`, name.at);
        operand = this.#node({ kind: "member", operand, name: name.text, arrow: text === "->", at });
      } else if (text === "[") {
        this.advance();
        const index = this.expression();
        this.expect("]");
        operand = this.#node({ kind: "index", operand, index, at });
      } else if (text === "(") operand = this.#call(operand);
      else return operand;
    }
  }

  #call(callee: Node): Node {
    const { at } = this.advance();
    const args: Node[] = [];
    while (!this.is(")")) {
      args.push(this.assignment());
      if (!this.take(",")) break;
    }
    this.expect(")");
    return this.#node({ kind: "call", callee, args, at });
  }
}

function refuseChange({ text, at }: Token): never {
  refuse(
    `${text} would change the program: expressions only read`,
    at,
    text === "=" ? "compare with ==, or change an input instead" : null,
  );
}
