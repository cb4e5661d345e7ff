// Numbered metadata nodes as text; debug-info.ts interprets them. In: the module's text. Out: by number, a node's kind with its named fields
// (`!DILocation(line: 3, …)`), or its operands (`!{!1, !2}`). Nodes are parsed on demand; the index only has the starts of their lines.

import { decodeText } from "./escapes.ts";
import { Cursor } from "./lexer.ts";
import type { MetadataRef } from "./module.ts";
import type { Scope } from "./scope.ts";

export interface MetadataNode {
  /** "DILocation", …; "" for a tuple. */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

const noFields: ReadonlyMap<string, string> = new Map();

const BANG = 33;
const ZERO = 48;
const NINE = 57;
const DISTINCT = "distinct ";
const COMPILE_UNITS = "!llvm.dbg.cu = !{!";

export class MetadataTable {
  /** Where the lines of numbered nodes begin. */
  private readonly lines: number[] = [];
  /** By number; built only if the lines are not in the order 0, 1, 2, … in which LLVM writes them. */
  private byNumber: Map<MetadataRef, number> | null = null;
  private compileUnits = -1;
  private readonly byKind = new Map<string, MetadataRef[]>();

  constructor(
    private readonly text: string,
    private readonly scope: Scope,
  ) {}

  /** Indexes the line at `pos` and all lines of metadata that follow it. Returns the position after them. */
  index(pos: number): number {
    const { text, lines } = this;
    let at = pos;
    while (text.charCodeAt(at) === BANG) {
      const code = text.charCodeAt(at + 1);
      if (code >= ZERO && code <= NINE) lines.push(at);
      else if (text.startsWith(COMPILE_UNITS, at)) this.compileUnits = at + COMPILE_UNITS.length;
      const end = text.indexOf("\n", at);
      if (end < 0) return text.length;
      at = end + 1;
    }
    return at;
  }

  /** The first compile unit. */
  compileUnit(): MetadataNode | null {
    if (this.compileUnits < 0) return null;
    return this.node(new Cursor(this.text, this.compileUnits, this.text.length, this.scope).integer());
  }

  node(ref: MetadataRef): MetadataNode | null {
    const start = this.find(ref);
    if (start === undefined) return null;
    const c = new Cursor(this.text, start, this.text.length, this.scope);
    c.expect("!");
    c.integer();
    c.expect("=");
    c.takeWord("distinct");
    if (!c.take("!")) return null;
    const kind = c.word();
    if (kind === "") return c.take("{") ? { kind, fields: noFields, operands: readOperands(c) } : null;
    c.expect("(");
    return { kind, fields: readFields(c), operands: [] };
  }

  /** The numbers of all nodes of a kind, in the order of the text. */
  numbersOf(kind: string): readonly MetadataRef[] {
    let numbers = this.byKind.get(kind);
    if (numbers === undefined) {
      const { text, lines } = this;
      const start = `!${kind}(`;
      numbers = [];
      for (const line of lines) {
        const equals = text.indexOf("= ", line);
        const node = text.startsWith(DISTINCT, equals + 2) ? equals + 2 + DISTINCT.length : equals + 2;
        if (text.startsWith(start, node)) numbers.push(Number(text.slice(line + 1, equals)));
      }
      this.byKind.set(kind, numbers);
    }
    return numbers;
  }

  private find(ref: MetadataRef): number | undefined {
    const line = this.lines[ref];
    if (line !== undefined && this.text.startsWith(`!${ref} `, line)) return line;
    this.byNumber ??= new Map(this.lines.map((start) => [new Cursor(this.text, start + 1, this.text.length, this.scope).integer(), start]));
    return this.byNumber.get(ref);
  }
}

function readOperands(c: Cursor): readonly string[] {
  const operands: string[] = [];
  if (c.take("}")) return operands;
  do operands.push(c.rawOperand());
  while (c.take(","));
  c.expect("}");
  return operands;
}

function readFields(c: Cursor): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (c.take(")")) return fields;
  do {
    const key = c.word();
    if (!c.take(":")) return fields; // positional, as in !DIExpression: not needed
    fields.set(key, c.rawOperand());
  } while (c.take(","));
  c.expect(")");
  return fields;
}

/** `!12` as a number; null for anything else. */
export function asReference(text: string | undefined): MetadataRef | null {
  if (text === undefined || text.charCodeAt(0) !== BANG) return null;
  return asInteger(text.slice(1));
}

/** A decimal number; null for anything else. */
export function asInteger(text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

export function asString(text: string | undefined): string | null {
  return text !== undefined && text.length >= 2 && text[0] === '"' ? decodeText(text.slice(1, -1)) : null;
}
