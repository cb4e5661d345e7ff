// A generalised interleaving graph (AGSE, section 3.2) as a picture. In: its nodes and edges. Out: a graph in layers: a box per node, which says what kind of pivot point it is, where its
// threads stand and what its formulas say; an arrow per step, dashed if it leads to a state that was left out.

import type { Position } from "../program/program.ts";
import { append } from "../support/lists.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";
import { shortName } from "./report.ts";
import { type SourceText, statementAt } from "./source-text.ts";

const widest = 58;
const maxFormulaLines = 5;

export interface GigPictureNode {
  readonly number: number;
  /** Where threads stand; `isAble`: it can go on. */
  readonly places: readonly { readonly thread: number; readonly position: number; readonly isAble: boolean }[];
  /** In C, with what they are: `PS: x <= 5`. */
  readonly formulas: readonly string[];
  readonly isInterleaving: boolean;
  readonly isBranching: boolean;
  /** Why it is not explored; null: it is. */
  readonly leaf: string | null;
}

export interface GigPictureEdge {
  readonly from: number;
  readonly to: number;
  readonly thread: number;
  readonly position: number;
  readonly condition: string | null;
  readonly isPruned: boolean;
}

export interface GigPicture {
  readonly title: string;
  readonly positions: readonly Position[];
  readonly source: SourceText;
  readonly nodes: readonly GigPictureNode[];
  readonly edges: readonly GigPictureEdge[];
}

export function graphOfGig(picture: GigPicture): Graph {
  const nodes = picture.nodes.map((n) => boxOf(picture, n));
  const edges = picture.edges.map((e): GraphEdge => {
    const line = picture.positions[e.position]?.line ?? 0;
    const step = `${shortName(e.thread)}${line === 0 ? "" : ` ${line}`}`;
    const when = e.condition === null ? "" : ` if ${e.condition}`;
    return { from: `n${e.from}`, to: `n${e.to}`, kind: e.isPruned ? "pruned" : "control", label: shorten(`${step}${when}`) };
  });
  return { title: picture.title, isLayered: true, columns: [{ title: "generalised interleaving graph", nodes }], edges };
}

function boxOf(picture: GigPicture, { number, places, formulas, isInterleaving, isBranching, leaf }: GigPictureNode): GraphNode {
  const kinds = [isInterleaving ? "i-PP" : "", isBranching ? "b-PP" : "", leaf ?? ""].filter((k) => k !== "");
  const lines = [[`n${number}`, ...kinds].join("  ")];
  if (leaf !== "end")
    for (const p of places) {
      // Main waits for the others in most states.
      if (!p.isAble && p.thread === 0 && places.length > 1) continue;
      lines.push(`${shortName(p.thread)} ${p.isAble || leaf !== null ? "" : "waits, "}${statementText(picture, p.position)}`);
    }
  for (const f of formulas) append(lines, folded(f));
  return { id: `n${number}`, lines: lines.map(shorten), faint: leaf === "end", alarm: leaf === "error" };
}

function statementText({ positions, source }: GigPicture, position: number): string {
  const p = positions[position];
  if (p === undefined || p.line === 0) return "ends";
  return `${p.line}: ${statementAt(source, p.file, p.line, { first: p.column, last: p.column }) ?? ""}`;
}

/** Conjuncts in lines; what is left of a long formula is cut. */
function folded(formula: string): string[] {
  const lines: string[] = [];
  for (const part of formula.split(/(?<= &&) /)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + part.length > widest) lines.push(last === undefined ? part : `    ${part}`);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines.length <= maxFormulaLines ? lines : [...lines.slice(0, maxFormulaLines - 1), "    …"];
}

const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);
