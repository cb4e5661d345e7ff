// A picture of a program, of its skeleton, of one run or of a search: columns of boxes with text, and arrows. In: a `Graph`, made by
// graph-program.ts, graph-skeleton.ts, graph-trace.ts or graph-gig.ts. Out: DOT; graph-svg.ts draws the same graph as SVG.

import { printable } from "./terminal.ts";

/** `control`: may come next; `order`: must come before; `reads`: may be read there; `phantom`: code that is not drawn leads there; `pruned`: a
 * state was left out there. */
export type EdgeKind = "control" | "order" | "reads" | "phantom" | "pruned";

export interface GraphNode {
  /** Unique, of letters, digits and `_`. */
  readonly id: string;
  readonly lines: readonly string[];
  /** It belongs to the library, not to the program. */
  readonly faint: boolean;
  /** A failure may occur here. */
  readonly alarm: boolean;
  /** A side that leaves the box and is not drawn. */
  readonly stub?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  readonly label: string;
}

/** A function, or a thread: its nodes from top to bottom. */
export interface GraphColumn {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
}

export interface Graph {
  readonly title: string;
  readonly columns: readonly GraphColumn[];
  /** Boxes lie in layers, by the arrows, not in columns. */
  readonly isLayered?: boolean;
  readonly edges: readonly GraphEdge[];
}

const edgeStyle: Readonly<Record<EdgeKind, string>> = {
  control: "",
  order: "color=blue",
  reads: "style=dashed, color=gray50, constraint=false",
  phantom: "style=dotted, color=darkorange3",
  pruned: "style=dashed, color=purple3, fontcolor=purple3",
};

export function renderDot(graph: Graph): string {
  const out = [
    `digraph ${quoted(graph.title)} {`,
    "  node [shape=box, fontname=monospace, fontsize=10];",
    "  edge [fontname=monospace, fontsize=9];",
  ];
  graph.columns.forEach((column, i) => {
    out.push(`  subgraph cluster_${i} {`, `    label=${quoted(column.title)};`);
    for (const n of column.nodes) {
      const style = `${n.faint ? ", color=gray, fontcolor=gray40" : ""}${n.alarm ? ", color=red" : ""}`;
      // \l: lines flush left.
      out.push(`    ${n.id} [label="${n.lines.map((l) => `${escaped(l)}\\l`).join("")}"${style}];`);
      if (n.stub !== undefined)
        out.push(
          `    ${n.id}_stub [shape=plaintext, label=${quoted(n.stub)}];`,
          `    ${n.id} -> ${n.id}_stub [style=dashed, arrowhead=tee];`,
        );
    }
    out.push("  }");
  });
  for (const e of graph.edges) {
    const attributes = [e.label === "" ? "" : `label=${quoted(e.label)}`, edgeStyle[e.kind]].filter((a) => a !== "").join(", ");
    out.push(`  ${e.from} -> ${e.to}${attributes === "" ? "" : ` [${attributes}]`};`);
  }
  return `${[...out, "}"].join("\n")}\n`;
}

const escaped = (text: string): string => printable(text.replaceAll("\n", " ")).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
const quoted = (text: string): string => `"${escaped(text)}"`;
