// The user's functions as control-flow graphs. In: a program and its source text. Out: a graph with a column per function; a box is a
// block with its source lines and its calls. Library functions are named but not drawn.

import type { Operation, Terminator } from "../program/operations.ts";
import type { Block, Program, ProgramFunction } from "../program/program.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";
import { type SourceText, statementAt } from "./source-text.ts";

const widest = 60;

export function graphOfProgram(program: Program, source: SourceText): Graph {
  const edges: GraphEdge[] = [];
  const columns = program.functions
    .filter((f) => !f.library && !f.external)
    .map((f) => {
      const { blocks } = f.body();
      const reached = reachableBlocks(blocks);
      const nodes = blocks.flatMap((b, i): GraphNode[] => {
        if (!reached.has(i)) return [];
        for (const { target, label } of successors(b.terminator))
          edges.push({ from: idOf(f, i), to: idOf(f, target), kind: "control", label });
        return [{ id: idOf(f, i), lines: linesOf(program, b, source), faint: false, alarm: b.operations.some((o) => o.op === "error") }];
      });
      return { title: `${f.name}()`, nodes };
    });
  return { title: program.files.join(" "), columns, edges };
}

const idOf = (f: ProgramFunction, block: number): string => `f${f.id}_b${block}`;

function reachableBlocks(blocks: readonly Block[]): ReadonlySet<number> {
  const seen = new Set([0]);
  for (const b of seen) for (const { target } of successors((blocks[b] as Block).terminator)) seen.add(target);
  return seen;
}

function linesOf(program: Program, block: Block, source: SourceText): string[] {
  const out: string[] = [];
  let last = "";
  const show = (at: number): void => {
    const p = program.positions[at];
    if (p === undefined || p.line === 0 || `${p.file}:${p.line}` === last) return;
    last = `${p.file}:${p.line}`;
    out.push(shorten(`${p.line}: ${statementAt(source, p.file, p.line) ?? p.file}`));
  };
  for (const o of block.operations) {
    show(o.at);
    const callee = calleeOf(program, o);
    if (callee !== null) out.push(`    calls ${callee}`);
  }
  show(block.terminator.at);
  if (block.terminator.op === "return" && out.length === 0) out.push("return");
  return out.length === 0 ? ["·"] : out;
}

/** The user's functions and calls through pointers; a library function's name is in the source line. */
function calleeOf(program: Program, o: Operation): string | null {
  if (o.op !== "call") return null;
  if (o.callee.kind !== "function") return "through a pointer";
  const f = program.functions[o.callee.function];
  return f === undefined || f.library ? null : `${f.name}()`;
}

function successors(t: Terminator): readonly { readonly target: number; readonly label: string }[] {
  switch (t.op) {
    case "jump":
      return [{ target: t.target, label: "" }];
    case "branch":
      return [
        { target: t.then, label: "true" },
        { target: t.otherwise, label: "false" },
      ];
    case "switch":
      return [
        ...t.cases.map((c) => ({ target: c.target, label: `case ${BigInt.asIntN(t.bits, c.value)}` })),
        { target: t.fallback, label: "default" },
      ];
    case "indirect-jump":
      return t.targets.map((target) => ({ target, label: "goto *" }));
    case "return":
    case "unreachable":
      return [];
  }
}

const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);
