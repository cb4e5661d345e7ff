// The syntax tree of a generated program. A node is its text with sub-nodes in it, plus what the generator and the shrinker
// need to know: an expression's type, value range and side effects; that a statement may be dropped from its block; which
// language features a node stands for. Trees are immutable; the shrinker builds new ones.

import { convertRange, type DataModel, type IntType, intTypes, type Range, rangeOf, type Scalar } from "./types.ts";

export type Part = string | Tree | readonly Part[];
export type Tree = Expr | Stmt | Block | Item;

export interface Expr extends Range {
  readonly kind: "expr";
  readonly type: Scalar;
  /** Locals (by name) read and written during evaluation, of those that expressions may write. */
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly parts: readonly Part[];
  readonly tags: readonly string[];
}

export interface Stmt {
  readonly kind: "stmt";
  readonly parts: readonly Part[];
  readonly tags: readonly string[];
}

/** Statements in braces. */
export interface Block {
  readonly kind: "block";
  readonly items: readonly Stmt[];
}

/** A declaration or definition at file scope. */
export interface Item {
  readonly kind: "item";
  readonly parts: readonly Part[];
  readonly tags: readonly string[];
}

export interface Program {
  readonly model: DataModel;
  readonly items: readonly Item[];
}

const none: ReadonlySet<string> = new Set();

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter((set) => set.size > 0);
  if (filled.length === 0) return none;
  return filled.length === 1 ? (filled[0] as ReadonlySet<string>) : new Set(filled.flatMap((set) => [...set]));
}

/** An expression with the effects of its parts. `range` is ignored for floating types. */
export function expr(type: Scalar, range: Range | null, parts: readonly Part[], ...tags: string[]): Expr {
  const inner = expressionsIn(parts);
  const known = type.kind === "int" ? (range === null ? rangeOf(type) : { lo: range.lo, hi: range.hi }) : { lo: 0n, hi: 0n };
  return { kind: "expr", type, ...known, reads: union(inner.map((e) => e.reads)), writes: union(inner.map((e) => e.writes)), parts, tags };
}

export function withEffects(e: Expr, reads: readonly string[], writes: readonly string[]): Expr {
  return { ...e, reads: union([e.reads, new Set(reads)]), writes: union([e.writes, new Set(writes)]) };
}

function expressionsIn(parts: readonly Part[]): Expr[] {
  return parts.flatMap((part): readonly Expr[] => {
    if (typeof part === "string") return [];
    if (isList(part)) return expressionsIn(part);
    if (part.kind === "expr") return [part];
    return expressionsIn(part.kind === "block" ? part.items : part.parts);
  });
}

export function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

/** stmt`if (${condition}) ${block}`: the holes become sub-nodes. */
export function stmt(strings: TemplateStringsArray, ...holes: readonly (Part | number)[]): Stmt {
  return { kind: "stmt", parts: weave(strings, holes), tags: [] };
}

export function item(strings: TemplateStringsArray, ...holes: readonly (Part | number)[]): Item {
  return { kind: "item", parts: weave(strings, holes), tags: [] };
}

function weave(strings: TemplateStringsArray, holes: readonly (Part | number)[]): Part[] {
  return strings.flatMap((text, index) => {
    const hole = holes[index];
    return hole === undefined ? [text] : [text, typeof hole === "number" ? `${hole}` : hole];
  });
}

export function tagged<T extends Stmt | Item | Expr>(node: T, ...tags: readonly string[]): T {
  return { ...node, tags: [...node.tags, ...tags] };
}

export function block(items: readonly Stmt[]): Block {
  return { kind: "block", items };
}

/** Parts with a separator between them. */
export function join(parts: readonly Part[], separator = ", "): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

export function cast(type: Scalar, e: Expr): Expr {
  const range = type.kind === "int" && e.type.kind === "int" ? convertRange(e, type) : null;
  return expr(type, range, [`(${type.name})`, e]);
}

export function small(value: number): Expr {
  return expr(intTypes.lp64.int as IntType, { lo: BigInt(value), hi: BigInt(value) }, [value < 0 ? `(${value})` : `${value}`]);
}

export function render(program: Program): string {
  return `${program.items.map((node) => text(node.parts, "")).join("\n")}\n`;
}

function text(parts: readonly Part[], indent: string): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return indent === "" ? part : part.replaceAll("\n", `\n${indent}`);
      if (isList(part)) return text(part, indent);
      if (part.kind !== "block") return text(part.parts, indent);
      const inner = `${indent}  `;
      return `{\n${part.items.map((node) => `${inner}${text(node.parts, inner)}\n`).join("")}${indent}}`;
    })
    .join("");
}

/** Every feature tag in a program. */
export function featuresOf(program: Program): Set<string> {
  const found = new Set<string>();
  const visit = (part: Part): void => {
    if (typeof part === "string") return;
    if (!isList(part) && part.kind !== "block") for (const tag of part.tags) found.add(tag);
    for (const inner of isList(part) ? part : part.kind === "block" ? part.items : part.parts) visit(inner);
  };
  for (const node of program.items) visit(node);
  return found;
}
