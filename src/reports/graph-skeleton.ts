// An interference skeleton as a graph. In: the skeleton with its may-copy sets. Out: boxes that say what is read and written in C syntax,
// under which condition, what the event waits for and how it may fail; graph-events.ts draws the rest.

import type { Access, Failure, SharedObject, SkeletonEvent } from "../skeleton/skeleton.ts";
import { append } from "../support/lists.ts";
import type { Term } from "../terms/term.ts";
import type { Graph, GraphNode } from "./graph.ts";
import { type EventPicture, graphOfEvents, idOf, isOfInterest, placeOf, printTerm, shorten, statementOf } from "./graph-events.ts";

export function graphOfSkeleton(picture: EventPicture): Graph {
  const boxes = new SkeletonBoxes(picture);
  return graphOfEvents(picture, (e) => boxes.of(e));
}

class SkeletonBoxes {
  constructor(readonly picture: EventPicture) {}

  of(e: SkeletonEvent): GraphNode {
    const { terms, program } = this.picture;
    const failures = e.failures.filter((x) => !x.harmless);
    const lines = [`e${e.id}  ${statementOf(this.picture, e.site.function, e.site.at)}`];
    if (e.occurs !== terms.true) lines.push(`if ${this.#print(e.occurs)}`);
    if (e.blocked !== terms.false) lines.push(`waits while ${this.#print(e.blocked)}`);
    for (const a of e.accesses) if (isOfInterest(a)) append(lines, this.#access(e, a));
    for (const t of e.starts) lines.push(`starts thread ${t.index}`);
    for (const x of failures) lines.push(`${nameFailure(x)} if ${this.#print(x.when)}`);
    if (e.ends !== terms.false) lines.push("ends the process");
    const library = program.functions[e.site.function]?.library === true;
    return { id: idOf(e), lines: lines.map(shorten), faint: library, alarm: failures.length > 0 };
  }

  #access(e: SkeletonEvent, a: Access): string[] {
    const { terms, copies } = this.picture;
    const when = a.when === terms.true || copies.order.implies(e.executed, a.when) ? "" : `  if ${this.#print(a.when)}`;
    return a.targets.map((t) => {
      const place = placeOf(this.picture, t, a.size, (x) => this.#print(x));
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
    for (const r of this.picture.copies.reads)
      if (r.cell.event === e && r.cell.access === a && r.cell.object === object)
        for (const c of r.visibleWrites) from.add(c.write === null ? "start" : `e${c.write.event.id}`);
    return from.size === 0 ? "" : `  from ${[...from].join(" ")}`;
  }

  #print(t: Term): string {
    return printTerm(this.picture.terms, t, (v) => v.name.replace(/^read(?=\d)/, "r"));
  }
}

function nameFailure({ kind, message }: Failure): string {
  if (kind === "unwind") return `reaches the unrolling bound (${message})`;
  if (kind === "unsupported") return `unsupported (${message})`;
  return `fails (${kind}${message === "" || message === kind ? "" : `: ${message}`})`;
}
