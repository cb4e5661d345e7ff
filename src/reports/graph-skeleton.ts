// An interference skeleton as a graph: a column per thread, a box per event. In: the skeleton with its may-copy sets. Out: boxes that say
// what is read and written in C syntax, under which condition, what the event waits for and how it may fail; arrows for what must come
// first across threads; dashed ones from each write to the reads that may see it.
//
// Events that access only objects of the library are left out, unless something starts, ends, waits or fails there.

import { nameInObject } from "../execution/names.ts";
import type { Program } from "../program/program.ts";
import type { MayCopy } from "../skeleton/may-copy.ts";
import type { Access, Failure, SharedObject, Skeleton, SkeletonEvent, SkeletonThread, Target } from "../skeleton/skeleton.ts";
import { append } from "../support/lists.ts";
import { printC } from "../terms/print-c.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";
import { type SourceText, statementAt } from "./source-text.ts";

const widest = 76;
const maxOperators = 10;

export function graphOfSkeleton(program: Program, terms: Terms, skeleton: Skeleton, copies: MayCopy, source: SourceText): Graph {
  return new SkeletonGraph(program, terms, skeleton, copies, source).build();
}

class SkeletonGraph {
  readonly #shown: ReadonlySet<SkeletonEvent>;

  constructor(
    readonly program: Program,
    readonly terms: Terms,
    readonly skeleton: Skeleton,
    readonly copies: MayCopy,
    readonly source: SourceText,
  ) {
    this.#shown = new Set(skeleton.events.filter((e) => this.#isShown(e)));
  }

  build(): Graph {
    const { skeleton, program } = this;
    const columns = skeleton.threads.map((t) => ({
      title: this.#title(t),
      nodes: t.events.filter((e) => this.#shown.has(e)).map((e) => this.#node(e)),
    }));
    const chains = columns.flatMap((c) =>
      c.nodes.slice(1).map((n, i): GraphEdge => ({ from: (c.nodes[i] as GraphNode).id, to: n.id, kind: "control", label: "" })),
    );
    return { title: program.files.join(" "), columns, edges: [...chains, ...this.#orders(), ...this.#reads()] };
  }

  // ---- boxes

  #isShown(e: SkeletonEvent): boolean {
    const { terms } = this;
    if (e.starts.length > 0 || e.waits || e.failures.some((f) => !f.harmless) || e.ends !== terms.false) return true;
    return e.accesses.some((a) => isOfInterest(a));
  }

  #title(t: SkeletonThread): string {
    const first = t.events.find((e) => this.program.functions[e.site.function]?.library === false);
    const name = t.parent === null ? "main" : this.program.functions[first?.site.function ?? -1]?.name;
    return `thread ${t.index}${name === undefined ? "" : `: ${name}()`}`;
  }

  #node(e: SkeletonEvent): GraphNode {
    const { terms, program } = this;
    const f = program.functions[e.site.function];
    const p = program.positions[e.site.at];
    const library = f?.library === true;
    const failures = e.failures.filter((x) => !x.harmless);
    const name = `${f?.name.replace(/^__rvl_/, "")}()`;
    const where = library || p === undefined || p.line === 0 ? name : `${p.line}: ${statementAt(this.source, p.file, p.line) ?? name}`;
    const lines = [`e${e.id}  ${where}`];
    if (e.occurs !== terms.true) lines.push(`if ${this.#print(e.occurs)}`);
    if (e.blocked !== terms.false) lines.push(`waits while ${this.#print(e.blocked)}`);
    for (const a of e.accesses) if (isOfInterest(a)) append(lines, this.#access(e, a));
    for (const t of e.starts) lines.push(`starts thread ${t.index}`);
    for (const x of failures) lines.push(`${nameFailure(x)} if ${this.#print(x.when)}`);
    if (e.ends !== terms.false) lines.push("ends the process");
    return { id: idOf(e), lines: lines.map(shorten), faint: library, alarm: failures.length > 0 };
  }

  #access(e: SkeletonEvent, a: Access): string[] {
    const { terms } = this;
    const when = a.when === terms.true || this.copies.order.implies(e.executed, a.when) ? "" : `  if ${this.#print(a.when)}`;
    return a.targets.map((t) => {
      const place = this.#place(t, a.size);
      if (a.raceOnly) return `ends the life of ${place}${when}`;
      if (a.kind === "read") return `${this.#print(a.value ?? a.content(0, a.size))} = ${place}${when}${this.#sources(e, a, t.object)}`;
      if (a.undefined) return `${place} = undefined${when}`;
      return `${place} = ${a.size <= 16 ? this.#print(a.content(0, a.size)) : "…"}${when}`;
    });
  }

  /** The writes that the read may see, as text, because many arrows are hard to follow. */
  #sources(e: SkeletonEvent, a: Access, object: SharedObject): string {
    if (a.settled) return "  (always)";
    const from = new Set<string>();
    for (const r of this.copies.reads)
      if (r.cell.event === e && r.cell.access === a && r.cell.object === object)
        for (const c of r.visibleWrites) from.add(c.write === null ? "start" : `e${c.write.event.id}`);
    return from.size === 0 ? "" : `  from ${[...from].join(" ")}`;
  }

  #place(t: Target, size: number): string {
    const o = t.object;
    const known = o.kind === "global" ? this.program.objects.find((g) => g.address === o.address) : undefined;
    const name = o.name !== "" ? o.name : o.kind === "heap" ? `heap_${o.id}` : `${o.kind}_${o.id}`;
    if (t.offset === o.size) return `alive(${name})`;
    if (typeof t.offset !== "number") return `${name}[byte ${this.#print(t.offset)}]`;
    const kind = o.kind === "heap" || o.kind === "internal" ? "global" : o.kind; // both have names here
    return nameInObject({ kind, name, type: known?.type ?? null, size: o.size, thread: 0, count: 0 }, t.offset, size);
  }

  #print(t: Term): string {
    return printC(this.terms, t, { maxOperators, name: (v) => v.name.replace(/^read(?=\d)/, "r") });
  }

  // ---- arrows

  /** Must-happen-before edges between threads, without those that follow from others. */
  #orders(): GraphEdge[] {
    const { order } = this.copies;
    const shown = this.skeleton.threads.map((t) => t.events.filter((e) => this.#shown.has(e)));
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

  #reads(): GraphEdge[] {
    const seen = new Set<string>();
    const edges: GraphEdge[] = [];
    for (const r of this.copies.reads) {
      if (!isUsers(r.cell.object) || !this.#shown.has(r.cell.event)) continue;
      for (const c of r.visibleWrites) {
        if (c.write === null || !this.#shown.has(c.write.event)) continue;
        const edge: GraphEdge = { from: idOf(c.write.event), to: idOf(r.cell.event), kind: "reads", label: "" };
        const key = `${edge.from} ${edge.to}`;
        if (!seen.has(key)) edges.push(edge);
        seen.add(key);
      }
    }
    return edges;
  }
}

function nameFailure({ kind, message }: Failure): string {
  if (kind === "unwind") return `reaches the unrolling bound (${message})`;
  if (kind === "unsupported") return `unsupported (${message})`;
  return `fails (${kind}${message === "" || message === kind ? "" : `: ${message}`})`;
}

const idOf = (e: SkeletonEvent): string => `e${e.id}`;
const isUsers = (o: SharedObject): boolean => o.races && o.kind !== "internal";
/** Whether it is an object of the program; the first contents of fresh memory are not shown. */
const isOfInterest = (a: Access): boolean => !a.undefined && a.targets.some((t) => isUsers(t.object) && t.offset !== t.object.size);
const shorten = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);
