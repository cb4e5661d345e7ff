// Operations that order threads: acquire and release, as the library states them, and the begin and end of atomic sections. In: an
// operation on a path. Out: edges of happens-before at its event; and whether the code has learnt something of other threads without
// being ordered after them (`unordered`).

import type { Operation } from "../../program/operations.ts";
import { dependsOn } from "../../terms/depends.ts";
import type { Term } from "../../terms/term.ts";
import type { Section } from "../section.ts";
import type { Frame } from "./frame.ts";
import type { Instance } from "./instance.ts";
import type { Steps } from "./steps.ts";

export function noteEdge(steps: Steps, o: Operation & { op: "acquire" | "release" }, instance: Instance): void {
  const { terms } = steps;
  const { path } = instance;
  const edge = { object: instance.operand(o.object), index: instance.operand(o.index), when: path.guard.term };
  const event = steps.eventBeside(path);
  (o.op === "acquire" ? event.acquires : event.releases).push(edge);
  if (o.op === "acquire" && path.section !== null) path.section.acquired = terms.or(path.section.acquired, path.guard.term);
}

export function endSection(steps: Steps, instance: Instance): void {
  const { path } = instance;
  if (path.section !== null && path.depth === 1 && !path.section.user) noteOrder(steps, instance, path.section);
  steps.endSection(path);
}

/**
 * Races are found as accesses that can be next to each other; that is right only if whatever a thread learns of others comes with a
 * happens-before edge (algorithms.md §3). A try-lock that fails teaches without ordering; what stays inside one call of the library does not count.
 */
function noteOrder({ terms, round, site }: Steps, { frame, path, registers }: Instance, section: Section): void {
  const reads = new Set(
    [...section.reads.values()].filter((a) => !a.settled && a.targets[0]?.offset !== a.targets[0]?.object.size).map((a) => a.value as Term),
  );
  if (reads.size === 0) return;
  const { acquired } = section;
  if (acquired === terms.true || round.excludes(path.guard.term, terms.not(acquired))) {
    frame.unordered = false;
    return;
  }
  const { live } = round.functionInfo(frame.function);
  const learns = (t: Term | undefined): boolean => t !== undefined && dependsOn(round.expand(t), reads);
  // Where all paths through the section meet before its end, they tell nothing; a second end does.
  if ((section.ended && learns(path.guard.term)) || live.behind(site.operation).some((r) => learns(registers[r]))) frame.unordered = true;
}

/** What a call has learnt, its caller knows: inside the library that may still be put in order. */
export function passOnOrder(steps: Steps, frame: Frame): void {
  const { parent } = frame;
  if (!frame.unordered || parent === null) return;
  if (parent.library) parent.unordered = true;
  else steps.round.unordered = true;
}
