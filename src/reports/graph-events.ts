// Pictures of events: a column per thread, a box per event, arrows for what must come first across threads, and arrows from each write to the
// reads that may see it. In: a skeleton with its may-copy sets, and what the boxes say (graph-skeleton.ts, graph-trace.ts). Out: a graph.
//
// Events that access only objects of the library are left out, unless something starts, ends, waits or fails there.

import { nameInObject } from "../execution/names.ts";
import type { Program } from "../program/program.ts";
import type { MayCopy } from "../skeleton/may-copy.ts";
import type { Access, SharedObject, Skeleton, SkeletonEvent, SkeletonThread, Target } from "../skeleton/skeleton.ts";
import { printC } from "../terms/print-c.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";
import { type SourceText, statementAt } from "./source-text.ts";

const widest = 76;
const maxOperators = 10;

/** What all pictures of events are made of. */
export interface EventPicture {
  readonly program: Program;
  readonly terms: Terms;
  readonly skeleton: Skeleton;
  readonly copies: MayCopy;
  readonly source: SourceText;
}

/** `first`: a box above main's, for the initial contents; their arrows begin there. */
export function graphOfEvents(picture: EventPicture, nodeOf: (e: SkeletonEvent) => GraphNode, first: GraphNode | null = null): Graph {
  const { skeleton, program, terms } = picture;
  const begins = new Set(skeleton.phantoms.map((p) => p.begin));
  const shown = new Set(skeleton.events.filter((e) => isShown(terms, e) || begins.has(e)));
  const columns = skeleton.threads.map((t, i) => ({
    title: titleOf(program, t),
    nodes: [
      ...(i === 0 && first !== null ? [first] : []),
      ...withEndsLast(
        picture,
        t.events.filter((e) => shown.has(e)),
      ).map(nodeOf),
    ],
  }));
  const chains = columns.flatMap((c) => chainOf(skeleton, c.nodes));
  return { title: program.files.join(" "), columns, edges: [...chains, ...orders(picture, shown), ...reads(picture, shown, first)] };
}

/** The ends of phantom edges where the sides meet: after all events of the side that was taken. */
function withEndsLast({ skeleton, copies, terms }: EventPicture, events: readonly SkeletonEvent[]): SkeletonEvent[] {
  const { implications } = copies.order;
  const out = [...events];
  for (const { begin, end } of skeleton.phantoms) {
    const from = out.indexOf(end);
    if (from < 0) continue;
    out.splice(from, 1);
    const denied = [...implications.closureOf(begin.occurs)].map((c) => terms.not(c));
    const isOnOther = (e: SkeletonEvent): boolean => e.index > begin.index && denied.some((c) => implications.closureOf(e.executed).has(c));
    out.splice(Math.max(out.findLastIndex(isOnOther), out.indexOf(begin)) + 1, 0, end);
  }
  return out;
}

/** What may come next in a thread: from box to box, and from the begin of a phantom edge over its end. */
function chainOf({ phantoms }: Skeleton, nodes: readonly GraphNode[]): GraphEdge[] {
  const beginOf = new Map(phantoms.map((p) => [idOf(p.end), idOf(p.begin)]));
  const edges: GraphEdge[] = [];
  const link = (from: string, to: string, kind: GraphEdge["kind"]): void => void edges.push({ from, to, kind, label: "" });
  let last: string | null = null;
  let ends: string[] = [];
  for (const { id } of nodes) {
    const begin = beginOf.get(id);
    if (begin !== undefined) {
      link(begin, id, "phantom");
      ends.push(id);
      continue;
    }
    for (const end of ends) link(end, id, "phantom");
    if (last !== null) link(last, id, "control");
    ends = [];
    last = id;
  }
  return edges;
}

export function isShown(terms: Terms, e: SkeletonEvent): boolean {
  if (e.starts.length > 0 || e.waits || e.failures.some((f) => !f.harmless) || e.ends !== terms.false) return true;
  return e.accesses.some((a) => isOfInterest(a));
}

function titleOf(program: Program, t: SkeletonThread): string {
  const name = t.parent === null ? "main" : program.functions[t.entry ?? -1]?.name;
  return `thread ${t.index}${name === undefined ? "" : `: ${name}()`}`;
}

/** The statement of a position, or the function; of the library's code the statement that calls it. */
export function statementOf({ program, source }: EventPicture, fn: number, at: number): string {
  const p = program.positions[at];
  const name = `${program.functions[fn]?.name.replace(/^__rvl_/, "")}()`;
  return p === undefined || p.line === 0 ? name : `${p.line}: ${statementAt(source, p.file, p.line) ?? name}`;
}

export function placeOf({ program }: EventPicture, t: Target, size: number, print: (t: Term) => string): string {
  const o = t.object;
  const known = o.kind === "global" ? program.objects.find((g) => g.address === o.address) : undefined;
  const name = o.name !== "" ? o.name : o.kind === "heap" ? `heap_${o.id}` : `${o.kind}_${o.id}`;
  if (t.offset === o.size) return `alive(${name})`;
  if (typeof t.offset !== "number") return `${name}[byte ${print(t.offset)}]`;
  const kind = o.kind === "heap" || o.kind === "internal" ? "global" : o.kind; // both have names here
  return nameInObject({ kind, name, type: known?.type ?? null, size: o.size, thread: 0, count: 0 }, t.offset, size);
}

/** A term in C syntax, cut short if it is large. */
export const printTerm = (terms: Terms, t: Term, name: (variable: Term) => string): string => printC(terms, t, { maxOperators, name });

/** Must-happen-before edges between threads, without those that follow from others. */
function orders({ skeleton, copies }: EventPicture, isDrawn: ReadonlySet<SkeletonEvent>): GraphEdge[] {
  const { order } = copies;
  const shown = skeleton.threads.map((t) => t.events.filter((e) => isDrawn.has(e)));
  const edges: GraphEdge[] = [];
  shown.forEach((chain, column) => {
    const passed = shown.map(() => -1);
    for (const to of chain) {
      const sources = shown.flatMap((other, i): SkeletonEvent[] => {
        if (i === column) return [];
        const last = other.findLastIndex((e) => order.isBefore(e, to));
        if (last <= (passed[i] as number)) return [];
        passed[i] = last;
        return [other[last] as SkeletonEvent];
      });
      for (const from of sources)
        if (!sources.some((s) => s !== from && order.isBefore(from, s)))
          edges.push({ from: idOf(from), to: idOf(to), kind: "order", label: from.starts.includes(to.thread) ? "create" : "" });
    }
  });
  return edges;
}

function reads({ copies }: EventPicture, isDrawn: ReadonlySet<SkeletonEvent>, first: GraphNode | null): GraphEdge[] {
  const seen = new Set<string>();
  const edges: GraphEdge[] = [];
  for (const r of copies.reads) {
    if (!isUsers(r.cell.object) || !isDrawn.has(r.cell.event)) continue;
    for (const { write } of r.visibleWrites) {
      const from = write === null ? first?.id : isDrawn.has(write.event) ? idOf(write.event) : undefined;
      if (from === undefined) continue;
      const edge: GraphEdge = { from, to: idOf(r.cell.event), kind: "reads", label: "" };
      const key = `${edge.from} ${edge.to}`;
      if (!seen.has(key)) edges.push(edge);
      seen.add(key);
    }
  }
  return edges;
}

export const idOf = (e: SkeletonEvent): string => `e${e.id}`;
const isUsers = (o: SharedObject): boolean => o.races && o.kind !== "internal";
/** Whether it is an object of the program; the first contents of fresh memory are not shown. */
export const isOfInterest = (a: Access): boolean => !a.undefined && a.targets.some((t) => isUsers(t.object) && t.offset !== t.object.size);
export const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);
