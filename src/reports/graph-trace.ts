// The trace program of one run as a graph, as in FUSION's Figures 2 and 5: what the threads of that run do, in any order. In: its skeleton with
// the may-copy sets of all reads. Out: boxes in the form of section 4.1: definitions have numbers (x1 := 1), a read is w1 ← π(x0, x1), a branch
// assumes the side that was taken, and the other side is a stub: there the run's threads stop. In the abstraction (section 5.1) it is a phantom edge,
// dotted, to where the sides meet. Locks and semaphores are waited for by name: what the library keeps in them is not shown.

import type { Access, Cut, PhantomEdge, SharedObject, SkeletonEvent, Target } from "../skeleton/skeleton.ts";
import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Graph, GraphNode } from "./graph.ts";
import { type EventPicture, graphOfEvents, idOf, isOfInterest, isShown, placeOf, printTerm, shorten, statementOf } from "./graph-events.ts";

export function graphOfTrace(whole: EventPicture): Graph {
  const hidden = findSynchronisers(whole);
  const { copies } = whole;
  const picture = { ...whole, copies: { ...copies, reads: copies.reads.filter((r) => !hidden.has(r.cell.object)) } };
  const boxes = new TraceBoxes(picture, hidden);
  return graphOfEvents(picture, (e) => boxes.of(e), boxes.start());
}

/** Objects that only sections of the library access. */
function findSynchronisers({ skeleton, program }: EventPicture): ReadonlySet<SharedObject> {
  const ofLibrary = new Set<SharedObject>();
  const ofProgram = new Set<SharedObject>();
  for (const e of skeleton.events) {
    const isLibrarys = e.section && program.functions[e.site.function]?.library === true;
    for (const a of e.accesses) if (isOfInterest(a)) for (const { object } of a.targets) (isLibrarys ? ofLibrary : ofProgram).add(object);
  }
  return new Set([...ofLibrary].filter((o) => !ofProgram.has(o)));
}

class TraceBoxes {
  /** By access and place: the definition's name. */
  readonly #definitions = new Map<Access, Map<string, string>>();
  readonly #counts = new Map<string, number>();
  /** Names of π functions: by what the read returns, and by access. */
  readonly #returned = new Map<Term, string>();
  readonly #reads = new Map<Access, string>();
  readonly #cuts = new Map<SkeletonEvent, Cut[]>();
  /** By the begin and by the end of a phantom edge. */
  readonly #edges = new Map<SkeletonEvent, PhantomEdge>();
  /** Initial contents that some read may see: places and values. */
  readonly #initial = new Map<string, string>();

  constructor(
    readonly picture: EventPicture,
    /** Objects whose content is not shown. */
    readonly hidden: ReadonlySet<SharedObject>,
  ) {
    for (const c of picture.skeleton.cuts) this.#cuts.set(c.event, [...(this.#cuts.get(c.event) ?? []), c]);
    for (const p of picture.skeleton.phantoms) {
      this.#edges.set(p.begin, p);
      this.#edges.set(p.end, p);
    }
    for (const e of picture.skeleton.events) for (const a of e.accesses) if (this.#isShown(a) && !a.raceOnly) this.#name(a);
    for (const e of picture.skeleton.events) for (const a of e.accesses) this.#nameUnshown(a);
    for (const r of picture.copies.reads)
      if (isOfInterest(r.cell.access) && r.visibleWrites.some((w) => w.write === null)) this.#noteInitial(r.cell.access);
  }

  #isShown(a: Access): boolean {
    return isOfInterest(a) && !a.targets.every((t) => this.hidden.has(t.object));
  }

  /** Reads of whether an object is alive, and of a lock: conditions name the object. */
  #nameUnshown({ kind, value, targets: [target] }: Access): void {
    if (kind !== "read" || value?.op !== "variable" || target === undefined) return;
    if (target.offset === target.object.size) this.#returned.set(value, this.#place(target, 1));
    else if (this.hidden.has(target.object)) this.#returned.set(value, target.object.name);
  }

  #name(a: Access): void {
    if (a.kind === "read") {
      const name = `w${this.#reads.size + 1}`;
      this.#reads.set(a, name);
      if (a.value?.op === "variable") this.#returned.set(a.value, name);
      return;
    }
    const names = new Map<string, string>();
    for (const t of a.targets) {
      const place = this.#place(t, a.size);
      if (a.phantom !== undefined) {
        names.set(place, this.#nameOf(a.phantom));
        continue;
      }
      const n = (this.#counts.get(place) ?? 0) + 1;
      this.#counts.set(place, n);
      names.set(place, numbered(place, n));
    }
    this.#definitions.set(a, names);
  }

  #noteInitial(a: Access): void {
    for (const t of a.targets) {
      const { image } = t.object;
      if (image === undefined || typeof t.offset !== "number") continue;
      let value = 0n;
      for (let i = a.size - 1; i >= 0; i--) value = (value << 8n) | BigInt(image?.[t.offset + i] ?? 0);
      this.#initial.set(this.#place(t, a.size), `${BigInt.asIntN(8 * a.size, value)}`);
    }
  }

  /** The initial contents: the paper's t0 and t1. */
  start(): GraphNode | null {
    const lines = [...this.#initial].sort().map(([place, value]) => shorten(`${numbered(place, 0)} := ${value}`));
    return lines.length === 0 ? null : { id: "start", lines: ["at the start", ...lines], faint: false, alarm: false };
  }

  #nameOf(edge: PhantomEdge): string {
    return `ph${this.picture.skeleton.phantoms.indexOf(edge) + 1}`;
  }

  of(e: SkeletonEvent): GraphNode {
    const edge = this.#edges.get(e);
    return edge === undefined ? this.#event(e) : this.#phantom(e, edge);
  }

  /** The branch that the run took, or what the side that it did not take may write. */
  #phantom(e: SkeletonEvent, edge: PhantomEdge): GraphNode {
    const { terms } = this.picture;
    const name = this.#nameOf(edge);
    const lines =
      e === edge.begin
        ? [
            `t${e.id}  ${statementOf(this.picture, e.site.function, edge.at)}`,
            `assume(${this.#print(terms.not(this.#beyond(e, e.occurs)))}), or ${name}`,
          ]
        : [`${name}  phantom edge`, ...e.accesses.flatMap((a) => a.targets.map((t) => `${this.#place(t, a.size)} := *`))];
    return { id: idOf(e), lines: lines.map(shorten), faint: e === edge.end, alarm: false };
  }

  #event(e: SkeletonEvent): GraphNode {
    const { terms, program } = this.picture;
    const cuts = this.#cuts.get(e) ?? [];
    const failures = e.failures.filter((f) => !f.harmless && !cuts.some((c) => c.failure === f));
    const at = cuts[0]?.at ?? e.site.at;
    const lines = [`t${e.id}  ${statementOf(this.picture, e.site.function, at)}`];
    const guard = this.#beyond(e, e.occurs);
    if (guard !== terms.true && cuts.length + failures.length === 0) lines.push(`if ${this.#print(guard)}`);
    if (e.blocked !== terms.false) lines.push(this.#wait(e));
    for (const a of e.accesses) if (this.#isShown(a)) append(lines, this.#access(e, a));
    for (const t of e.starts) lines.push(`starts thread ${t.index}`);
    const stubs = cuts.map((c) => this.#beyond(e, c.failure.when));
    for (const s of stubs) if (s !== terms.true) lines.push(`assume(${this.#print(terms.not(s))})`);
    for (const f of failures) lines.push(`fails (${f.kind}) if ${this.#print(this.#beyond(e, f.when))}`);
    if (e.ends !== terms.false) lines.push("ends the process");
    const library = cuts.length === 0 && program.functions[e.site.function]?.library === true;
    return {
      id: idOf(e),
      lines: lines.map(shorten),
      faint: library,
      alarm: failures.length > 0,
      ...(stubs.length === 0
        ? {}
        : { stub: shorten(`unseen${stubs.map((s) => (s === terms.true ? "" : `: ${this.#print(s)}`)).join("")}`) }),
    };
  }

  #wait({ blocked, accesses, needs: [need, ...others] }: SkeletonEvent): string {
    const isKnown = need?.slot.op === "constant" && others.length === 0;
    const waitedFor = accesses.flatMap((a) => a.targets).find((t) => this.hidden.has(t.object));
    if (!isKnown && waitedFor !== undefined) return `waits for ${waitedFor.object.name}`;
    return isKnown ? `waits for thread ${need.slot.value}` : `waits while ${this.#print(blocked)}`;
  }

  #access(e: SkeletonEvent, a: Access): string[] {
    const { terms, copies } = this.picture;
    const when = terms.all(copies.order.implications.rest(e.executed, a.when));
    const guard = when === terms.true ? "" : `  if ${this.#print(when)}`;
    return a.targets.map((t) => {
      const place = this.#place(t, a.size);
      if (a.raceOnly) return `ends the life of ${place}${guard}`;
      if (a.kind === "read") return `${this.#reads.get(a)} ← π(${this.#sources(e, a, t).join(", ")})${guard}`;
      const name = this.#definitions.get(a)?.get(place) ?? place;
      return `${name} := ${a.size <= 16 ? this.#print(a.content(0, a.size)) : "…"}${guard}`;
    });
  }

  /** The definitions that the read may see. */
  #sources(e: SkeletonEvent, a: Access, { object, offset }: Target): string[] {
    const names = new Set<string>();
    for (const r of this.picture.copies.reads)
      if (r.cell.event === e && r.cell.access === a && r.cell.object === object)
        for (const { write } of r.visibleWrites) {
          if (write === null) names.add(numbered(this.#place({ object, offset, when: this.picture.terms.true }, a.size), 0));
          else for (const name of this.#definitions.get(write.access)?.values() ?? [`t${write.event.id}`]) names.add(name);
        }
    return [...names].sort((x, y) => x.localeCompare(y, "en", { numeric: true }));
  }

  /** What a condition says beyond what holds where the thread has come from: after the event before, and on the sides that were taken. */
  #beyond(e: SkeletonEvent, condition: Term): Term {
    const { terms, copies } = this.picture;
    const passed = e.thread.events.slice(0, e.index);
    const before = passed.findLast((x) => isShown(terms, x) && !this.#cuts.has(x) && !this.#edges.has(x));
    const left = (x: SkeletonEvent): Term[] =>
      this.#edges.get(x)?.begin === x ? [x.occurs] : (this.#cuts.get(x) ?? []).map((c) => c.failure.when);
    const taken = passed.flatMap(left).map((c) => terms.not(c));
    const known = terms.all([before?.executed ?? e.thread.started, ...taken]);
    return terms.all(copies.order.implications.rest(known, condition));
  }

  #place(t: Target, size: number): string {
    return placeOf(this.picture, t, size, (x) => this.#print(x));
  }

  #print(t: Term): string {
    return printTerm(this.picture.terms, t, (v) => this.#returned.get(v) ?? v.name.replace(/^read(?=\d)/, "r"));
  }
}

/** The n-th definition of a place: x1; if that may be misread, v[2]#1. */
const numbered = (place: string, n: number): string => `${place}${/^\w*[A-Za-z_]$/.test(place) ? "" : "#"}${n}`;
