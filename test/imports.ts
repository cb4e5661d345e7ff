// The imports of src/ as a graph: which file imports which, for its types only or at run time, and which room a file belongs to. Read by the
// architecture test and by `npm run docs`, which draws the picture in docs/architecture.md.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src/", import.meta.url));

export interface SourceFile {
  readonly path: string; // below src/
  readonly lines: readonly string[];
}

export interface Import {
  readonly from: string;
  readonly at: string; // file:line
  /** Below src/, or the name of a package or a file outside. */
  readonly to: string;
  readonly inside: boolean;
  /** Only types are imported: nothing remains at run time. */
  readonly isType: boolean;
}

export function sourceFiles(folder = source): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return entry.name.endsWith(".ts")
      ? [{ path: relative(source, path).replaceAll("\\", "/"), lines: readFileSync(path, "utf8").split("\n") }]
      : [];
  });
}

/** Directories whose subdirectories are separate rooms. */
const divided: readonly string[] = ["frontend", "engines", "apps"];

/** The unit in the table of allowed imports: a room, or a single file that counts as one. */
export function unitOf(path: string): string {
  const parts = path.split("/");
  if (parts.length === 1 || path === "engines/table.ts") return path;
  return divided.includes(parts[0] as string) && parts.length > 2 ? parts.slice(0, 2).join("/") : (parts[0] as string);
}

const statement = /^\s*(?:import|export)\b(\s+type\b)?([^;"]*?)\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

export function importsOf(file: SourceFile): Import[] {
  const text = file.lines.map((line) => (/^\s*(\/\/|\/?\*)/.test(line) ? "" : line)).join("\n");
  return [...text.matchAll(statement)].map((m) => {
    const name = (m[3] ?? m[4] ?? m[5]) as string;
    const names = (m[2] ?? "")
      .replace(/[{}]/g, "")
      .split(",")
      .map((n) => n.trim());
    const isType = m[1] !== undefined || (m[3] !== undefined && names.every((n) => n === "" || n.startsWith("type ")));
    const to = name.startsWith(".") ? relative(source, resolve(dirname(join(source, file.path)), name)).replaceAll("\\", "/") : name;
    const line = text.slice(0, m.index + m[0].length).split("\n").length;
    return { from: file.path, at: `src/${file.path}:${line}`, to, inside: name.startsWith(".") && !to.startsWith(".."), isType };
  });
}

/** From each node to those it points at, itself left out. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(edges: Iterable<readonly [string, string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (!graph.has(from)) graph.set(from, new Set());
    if (!graph.has(to)) graph.set(to, new Set());
    if (from !== to) graph.get(from)?.add(to);
  }
  return graph;
}

/** Strongly connected components of more than one node (Tarjan 1972), each sorted. */
export function cyclesOf(graph: Graph): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node) as number);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) as number, low.get(next) as number));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) cycles.push(component.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

/** Of a graph without cycles: the edges that no longer path implies. */
export function essentialEdges(graph: Graph): [string, string][] {
  const reach = new Map<string, Set<string>>();
  const reachOf = (node: string): Set<string> => {
    let all = reach.get(node);
    if (all === undefined) {
      all = new Set();
      reach.set(node, all);
      for (const next of graph.get(node) ?? []) for (const n of [next, ...reachOf(next)]) all.add(n);
    }
    return all;
  };
  return [...graph].flatMap(([from, tos]) =>
    [...tos].filter((to) => ![...tos].some((other) => other !== to && reachOf(other).has(to))).map((to): [string, string] => [from, to]),
  );
}

/** The imports between rooms as a Mermaid diagram; an arrow that follows from others is left out. */
export function drawRooms(): string {
  const edges = sourceFiles()
    .flatMap(importsOf)
    .filter((i) => i.inside)
    .map((i): [string, string] => [unitOf(i.from), unitOf(i.to)]);
  const id = (unit: string): string => unit.replace(/\W/g, "_");
  const drawn = essentialEdges(graphOf(edges)).map(([from, to]) => `  ${id(from)}["${from}"] --> ${id(to)}["${to}"]`);
  return ["```mermaid", "graph TD", ...drawn.sort(), "```"].join("\n");
}
