// What the code that threads have yet to execute may touch. In: a trace program whose sides no run leaves that begins with certain steps. Out: whether the
// remaining code of a thread may touch what an earlier step touches, other than after it.
//
// All runs from the state stay within the trace program, or pass its phantom edges: so its events are all that can follow, with the places of their accesses and their
// order, and what the code that edges skip may access. That the process ends is nothing that a step depends on: a run that ends early is the beginning of one
// that does not (docs/adr/0033-the-process-ends-last.md).

import type { Footprint } from "../../execution/footprint.ts";
import type { Access, PhantomEdge, SkeletonEvent, SkeletonThread } from "../../skeleton/skeleton.ts";
import { mayMeet, placesOf } from "../../skeleton/spread.ts";
import type { TraceProgram } from "../traces/trace-program.ts";

export class RemainingCode {
  /** By the thread's index: the events that it, or a thread that it may still start, has not executed. Null: not known. */
  readonly #events: readonly (readonly SkeletonEvent[] | null)[];

  /** Phantom edges by the event where they begin. */
  readonly #edges: ReadonlyMap<SkeletonEvent, PhantomEdge>;

  /** After the first `depth` steps. */
  constructor(
    readonly program: TraceProgram,
    depth: number,
  ) {
    this.#edges = new Map(program.formula.skeleton.phantoms.map((edge) => [edge.begin, edge]));
    const passed = program.threads.map(() => -1);
    for (let i = 0; i < depth; i++) {
      const e = program.events[i];
      if (typeof e === "object") passed[program.runners[i] as number] = e.index;
    }
    const children = new Map<SkeletonEvent, SkeletonThread[]>();
    for (const t of program.formula.skeleton.threads) if (t.start !== null) children.set(t.start, [...(children.get(t.start) ?? []), t]);
    const withChildren = (events: readonly SkeletonEvent[]): SkeletonEvent[] =>
      events.flatMap((e) => [e, ...(children.get(e) ?? []).flatMap((t) => withChildren(t.events))]);
    this.#events = program.threads.map((t, i) => (t === null ? null : withChildren(t.events.slice((passed[i] as number) + 1))));
  }

  /** Whether the thread may touch what the step touches, without being ordered after it. */
  mayTouch(thread: number, step: number, footprint: Footprint): boolean {
    const remaining = this.#events[thread];
    const event = this.program.events[step];
    if (remaining == null || event === undefined || event === "unknown") return true;
    if (event === "none") return remaining.some((e) => e.accesses.some((a) => touches(footprint, a)) || this.#skipsAccess(e, footprint));
    const { order } = this.program.formula.copies;
    const accesses = accessesOf(event);
    return remaining.some((e) => (conflict(accesses, e.accesses) || this.#skipsAccess(e, footprint)) && !order.isBefore(event, e));
  }

  /** Whether a phantom edge begins here whose code may touch what the step touches: the trace program does not have its reads. */
  #skipsAccess(e: SkeletonEvent, footprint: Footprint): boolean {
    const edge = this.#edges.get(e);
    if (edge === undefined) return false;
    return edge.touches === null || edge.touches.some((t) => footprint.touches(t.address, t.size, t.write));
  }
}

/** What a step accesses: its event, and events after it that are no steps of their own, also of threads that it starts. */
function accessesOf(event: SkeletonEvent): Access[] {
  const list = [event];
  const addFrom = (events: readonly SkeletonEvent[], from: number): void => {
    for (let i = from; i < events.length && !events[i]?.isStep; i++) list.push(events[i] as SkeletonEvent);
  };
  addFrom(event.thread.events, event.index + 1);
  for (const t of event.starts) addFrom(t.events, 0);
  return list.flatMap((e) => e.accesses);
}

const conflict = (some: readonly Access[], others: readonly Access[]): boolean =>
  some.some((a) =>
    others.some(
      (b) =>
        (a.kind === "write" || b.kind === "write") &&
        a.targets.some((t) =>
          b.targets.some((u) => t.object === u.object && mayMeet(placesOf(t, a.size), a.size, placesOf(u, b.size), b.size)),
        ),
    ),
  );

/** Whether the step touched what the access may go to. Whether an object lives is a byte behind it; in footprints it is the whole object. */
const touches = (footprint: Footprint, { kind, targets, size }: Access): boolean =>
  targets.some(({ object, offset }) => {
    const isFixed = typeof offset === "number" && offset < object.size;
    const start = Number(object.address) + (isFixed ? offset : 0);
    return footprint.touches(start, isFixed ? size : Math.max(object.size, 1), kind === "write");
  });
