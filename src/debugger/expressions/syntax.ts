// The syntax tree of a C expression. Types in it are already types: the parser must know names of types to read casts.

import type { SourceType } from "../../program/source-types.ts";

export type UnaryOperator = "+" | "-" | "!" | "~" | "*" | "&";
export type BinaryOperator =
  | "*"
  | "/"
  | "%"
  | "+"
  | "-"
  | "<<"
  | ">>"
  | "<"
  | ">"
  | "<="
  | ">="
  | "=="
  | "!="
  | "&"
  | "^"
  | "|"
  | "&&"
  | "||"
  | ",";

export type Node = {
  /** Offset in the text. */
  readonly at: number;
} & (
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "character"; readonly value: number }
  | { readonly kind: "string"; readonly bytes: Uint8Array }
  /** `of`: the function or the file whose name stands before `::`. */
  | { readonly kind: "name"; readonly name: string; readonly of: string | null }
  | { readonly kind: "unary"; readonly operator: UnaryOperator; readonly operand: Node }
  | { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node }
  | { readonly kind: "conditional"; readonly condition: Node; readonly then: Node; readonly otherwise: Node }
  | { readonly kind: "member"; readonly operand: Node; readonly name: string; readonly arrow: boolean }
  | { readonly kind: "index"; readonly operand: Node; readonly index: Node }
  | { readonly kind: "call"; readonly callee: Node; readonly args: readonly Node[] }
  | { readonly kind: "cast"; readonly type: SourceType | null; readonly operand: Node }
  | { readonly kind: "size-of-type"; readonly type: SourceType | null }
  | { readonly kind: "size-of"; readonly operand: Node }
);
