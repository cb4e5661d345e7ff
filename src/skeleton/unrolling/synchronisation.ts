// Operations that order threads: acquire and release, as the library states them, fences, and the end of atomic sections. In: an operation on a
// path. Out: happens-before edges at its event; and whether the code has learnt something about other threads without being ordered after
// them (`unordered`).

import type { MemoryOrder, Operation } from "../../program/operations.ts";
import { dependsOn } from "../../terms/depends.ts";
import type { Term } from "../../terms/term.ts";
import type { SharedObject } from "../skeleton.ts";
import type { Frame, Instance } from "./frame.ts";
import type { Path } from "./path.ts";
import type { Section, StepWrite } from "./section.ts";
import type { Steps } from "./steps.ts";

export function noteEdge(steps: Steps, o: Operation & { op: "acquire" | "release" }, instance: Instance): void {
  const { terms } = steps;
  const { path } = instance;
  const edge = { object: instance.operand(o.object), index: instance.operand(o.index), when: path.guard.term };
  const event = steps.eventBeside(path);
  (o.op === "acquire" ? event.acquires : event.releases).push(edge);
  if (o.op === "acquire" && path.section !== null) path.section.acquired = terms.or(path.section.acquired, path.guard.term);
}

/** Notes a fence. It matters only if races are judged by happens-before. */
export function noteFence(steps: Steps, order: MemoryOrder, path: Path): void {
  if (!steps.knowledge.byOrder) return;
  steps.eventBeside(path).fences.push({ acquires: order !== "release", releases: order !== "acquire", when: path.guard.term });
}

export function endSection(steps: Steps, instance: Instance): void {
  const { path } = instance;
  if (path.section !== null && path.depth === 1 && !path.section.user) noteOrder(steps, instance, path.section);
  steps.endSection(path);
}

/**
 * Races are found as accesses that can both be next. That is correct only if everything a thread learns about others comes with a
 * happens-before edge. A try-lock that fails gives information without ordering; what stays inside one call of the library does not count.
 */
function noteOrder({ terms, round, site }: Steps, { frame, path, registers }: Instance, section: Section): void {
  const accesses = [...section.reads.values()].filter((a) => !a.settled && a.targets[0]?.offset !== a.targets[0]?.object.size);
  const reads = new Set(accesses.map((a) => a.value as Term));
  if (reads.size === 0) return;
  const { acquired } = section;
  const here = path.guard.term;
  if (acquired === terms.true || round.excludes(here, terms.not(acquired))) {
    frame.unordered = terms.and(frame.unordered, terms.not(here));
    return;
  }
  const { live } = round.functionInfo(frame.function);
  const learns = (t: Term | undefined): boolean => t !== undefined && dependsOn(round.expand(t), reads);
  // If all paths through the section meet before its end, control flow reveals nothing; a second end does.
  const tells = (section.ended && learns(here)) || live.after(site.operation).some((r) => learns(registers[r]));
  // The state of a synchronisation object is read in sections only; any other memory may be read by plain accesses.
  const isState = (o: SharedObject): boolean => !o.races || accesses.some((a) => a.targets[0]?.object === o);
  const keeps = section.kept.some((k) => (k.isOwn || !isState(k.object)) && (learns(k.when) || wordsOf(k).some(learns)));
  if (tells || keeps) frame.unordered = terms.or(frame.unordered, here);
}

function wordsOf({ size, content }: StepWrite): Term[] {
  const words: Term[] = [];
  for (let from = 0; from < size; from += 8) words.push(content(from, Math.min(8, size - from)));
  return words;
}

/** The library calls back: the program may infer, from being called, what the library has learnt in this call. */
export function noteCallback({ terms, round }: Steps, caller: Frame | null, path: Path): void {
  for (let f = caller; f?.library; f = f.parent) if (terms.and(f.unordered, path.guard.term) !== terms.false) round.unordered = true;
}

/** What a call has learnt, its caller knows. Inside the library it may still become ordered. */
export function propagateUnordered({ terms, round }: Steps, { parent, unordered }: Frame): void {
  if (unordered === terms.false || parent === null) return;
  if (parent.library) parent.unordered = terms.or(parent.unordered, unordered);
  else round.unordered = true;
}
