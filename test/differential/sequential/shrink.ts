// Shrinks a failing program on its tree. In: a program and how it fails. Out: a smaller program that fails the same way. Three
// moves, repeated until none helps: drop runs of statements or file-scope items (halves first, then quarters, …), replace a
// statement by the blocks inside it, replace an expression by a constant or by one of its own sub-expressions. A candidate
// need not be valid C: it is accepted only if it compiles, the native variants agree on it, and the fault is still there.

import { type Comparison, compare, normalise } from "./compare.ts";
import { crossChecks } from "./native.ts";
import { runInRavel } from "./ravel.ts";
import { type Block, block, type Expr, expr, type Item, isList, type Part, type Program, render, type Stmt } from "./tree.ts";

type Failure = Exclude<Comparison, { kind: "agree" }>;
/** Enough to check that a candidate still has one meaning. */
const meaningChecks = crossChecks.filter((v) => ["clang -O0", "pattern", "sanitized", "memory"].includes(v.name));

type Test = (program: Program) => Promise<boolean>;

export function shrink(program: Program, failure: Failure): Promise<Program> {
  return shrinkWith(program, (candidate) => fails(candidate, failure));
}

/** Shrinks with any test, which runs at most this many times, and never twice on the same program. */
export async function shrinkWith(program: Program, test: Test, budget = 1500): Promise<Program> {
  let left = budget;
  const seen = new Set<string>();
  return reduce(program, async (candidate) => {
    const source = render(candidate);
    if (left <= 0 || seen.has(source)) return false;
    seen.add(source);
    left--;
    return test(candidate);
  });
}

async function fails(candidate: Program, failure: Failure): Promise<boolean> {
  if (failure.kind === "invalid") {
    // Exactly the same variants must reject it: a program that no compiler accepts is not a smaller finding.
    const result = await compare(candidate, { native: true, ravel: false });
    const names = (of: Failure): string => (of.kind === "invalid" ? of.disagreements.map((d) => d.variant).join() : "");
    return result.kind === "invalid" && names(result) === names(failure);
  }
  // The cheap test first; then whether the program still has one meaning, which it can lose with an initialiser or a return.
  if (failure.signature.startsWith("different")) {
    const quick = await compare(candidate, { native: false, ravel: true });
    if (quick.kind !== "mismatch" || quick.signature !== failure.signature) return false;
  } else {
    const { outcome } = await runInRavel(render(candidate), candidate.model);
    if (normalise(outcome) !== failure.signature) return false;
  }
  return (await compare(candidate, { native: meaningChecks, ravel: false })).kind === "agree";
}

/** Exposed for its own test: the search, with any test of interest. */
export async function reduce(program: Program, interesting: Test): Promise<Program> {
  let current = program;
  for (let progress = true; progress; ) {
    const before = render(current).length;
    // Coarse before fine: calls in main, then whole functions, then statements, and only then expressions.
    current = await shrinkItems(current, interesting, { first: current.items.length - 1, expressions: false });
    current = await dropItems(current, interesting);
    current = await shrinkItems(current, interesting, { first: 0, expressions: false });
    current = await dropItems(current, interesting);
    current = await shrinkItems(current, interesting, { first: 0, expressions: true });
    progress = render(current).length < before;
  }
  return current;
}

/** Removes runs of elements while the rest passes: the first lists of halves, then of quarters, down to single elements. */
async function dropRuns<T>(list: readonly T[], passes: (rest: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let current = list;
  for (let size = current.length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = current.length - size; start > -size; start -= size) {
      const from = Math.max(0, start);
      const rest = [...current.slice(0, from), ...current.slice(from + size)];
      if (rest.length < current.length && (await passes(rest))) current = rest;
    }
  }
  return current;
}

async function dropItems(program: Program, interesting: Test): Promise<Program> {
  const items = await dropRuns(program.items, (rest) => interesting({ ...program, items: rest }));
  return { ...program, items };
}

interface Moves {
  /** The first item to work on. */
  readonly first: number;
  readonly expressions: boolean;
}

/** Shrinks the contents of items, the last one first: main, then the functions that it calls. */
async function shrinkItems(program: Program, interesting: Test, moves: Moves): Promise<Program> {
  let items = program.items;
  for (let i = items.length - 1; i >= moves.first; i--) {
    const rebuild = (part: Part): Program => ({ ...program, items: items.map((old, j) => (j === i ? (part as Item) : old)) });
    const made = (await shrinkPart(items[i] as Item, (part) => interesting(rebuild(part)), moves)) as Item;
    items = items.map((old, j) => (j === i ? made : old));
  }
  return { ...program, items };
}

type Passes = (part: Part) => Promise<boolean>;

async function shrinkPart(part: Part, passes: Passes, moves: Moves): Promise<Part> {
  if (typeof part === "string") return part;
  if (isList(part)) return shrinkList(part, passes, moves);
  switch (part.kind) {
    case "block":
      return shrinkBlock(part, passes, moves);
    case "expr":
      return moves.expressions ? shrinkExpr(part, passes, moves) : part;
    case "stmt":
      return shrinkStmt(part, passes, moves);
    case "item":
      return { ...part, parts: await shrinkList(part.parts, (parts) => passes({ ...part, parts: parts as Part[] }), moves) };
  }
}

async function shrinkList(parts: readonly Part[], passes: Passes, moves: Moves): Promise<readonly Part[]> {
  let current = parts;
  for (let i = 0; i < current.length; i++) {
    const put = (part: Part): readonly Part[] => current.map((old, j) => (j === i ? part : old));
    current = put(await shrinkPart(current[i] as Part, (part) => passes(put(part)), moves));
  }
  return current;
}

async function shrinkBlock(node: Block, passes: Passes, moves: Moves): Promise<Block> {
  let items = await dropRuns(node.items, (rest) => passes(block(rest)));
  for (let i = items.length - 1; i >= 0; i--) {
    const inner = blocksIn((items[i] as Stmt).parts).flatMap((b) => b.items);
    const hoisted = [...items.slice(0, i), ...inner, ...items.slice(i + 1)];
    if (inner.length > 0 && (await passes(block(hoisted)))) {
      items = hoisted;
      // The hoisted statements come next.
      i += inner.length;
    }
  }
  const list = (await shrinkList(items, (rest) => passes(block(rest as Stmt[])), moves)) as Stmt[];
  return block(list);
}

function blocksIn(parts: readonly Part[]): Block[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    if (isList(part)) return blocksIn(part);
    return part.kind === "block" ? [part] : part.kind === "stmt" ? blocksIn(part.parts) : [];
  });
}

async function shrinkStmt(node: Stmt, passes: Passes, moves: Moves): Promise<Stmt> {
  return { ...node, parts: await shrinkList(node.parts, (parts) => passes({ ...node, parts: parts as Part[] }), moves) };
}

async function shrinkExpr(node: Expr, passes: Passes, moves: Moves): Promise<Expr> {
  if (isSimple(node)) return node;
  const zero = expr(node.type, null, [`(${node.type.name})0`]);
  const one = expr(node.type, null, [`(${node.type.name})1`]);
  const inner = expressionsIn(node.parts);
  // A sub-expression of another type is cast, so that what surrounds it keeps its meaning.
  const replacements = [
    zero,
    one,
    ...inner.map((e) => (e.type.name === node.type.name ? e : expr(node.type, null, [`(${node.type.name})`, e]))),
  ];
  for (const candidate of replacements) {
    if (size(candidate) < size(node) && (await passes(candidate))) return shrinkExpr(candidate, passes, moves);
  }
  return { ...node, parts: await shrinkList(node.parts, (parts) => passes({ ...node, parts: parts as Part[] }), moves) };
}

function expressionsIn(parts: readonly Part[]): Expr[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : isList(part) ? expressionsIn(part) : part.kind === "expr" ? [part] : []));
}

function size(part: Part): number {
  if (typeof part === "string") return part.length;
  if (isList(part)) return part.reduce((sum: number, p) => sum + size(p), 0);
  return part.kind === "block" ? part.items.reduce((sum, p) => sum + size(p), 0) : part.parts.reduce((sum: number, p) => sum + size(p), 0);
}

/** A constant or a name: it has no smaller parts. */
function isSimple(node: Expr): boolean {
  return node.parts.every((part) => typeof part === "string") && size(node) < 8;
}
