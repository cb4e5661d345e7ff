// Phantom edges (FUSION, section 5.1): an unseen side is skipped up to the point where the sides meet, and everything that it may change is arbitrary
// there. In: a path that takes an unseen side. Out: where it continues; or null, if the side may do what an edge cannot stand for: then it is cut off
// as without edges (FUSION's assert_fail).
//
// The end of the edge is a step that may write, or not, any value to each place that the side may write. To the rest of the skeleton it is code like any
// other: it takes part in what is known of objects, value sets, locks, views, claims and hidden writes. What code cannot say is that others
// may read any value while the thread is on the edge; encoding/reads-from.ts adds that. Here we depart from the paper, whose phantom writes
// have no value even afterwards.

import type { Effects } from "../../analysis/effects/effects.ts";
import { findLoops } from "../../analysis/loops.ts";
import { contextOfCall } from "../../analysis/points-to/instances.ts";
import type { AbstractObject, Extent } from "../../analysis/points-to/places.ts";
import { findRegion, type Region } from "../../analysis/regions.ts";
import type { ErrorKind, Operation, Register, Scalar } from "../../program/operations.ts";
import type { Block, FunctionBody, ProgramFunction } from "../../program/program.ts";
import { registersDefined } from "../../program/registers.ts";
import { pointOf } from "../route.ts";
import type { PhantomEdge, SharedObject } from "../skeleton.ts";
import { type Frame, type Registers, userPosition } from "./frame.ts";
import type { Path } from "./path.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

/** Longer writes are cut off: no access of a program is longer. */
const maxBytes = 8;
/** A side that may write more places than this is cut off. */
const maxPlaces = 64;

const evaluates: ReadonlySet<Operation["op"]> = new Set<Operation["op"]>([
  "load",
  "move",
  "integer",
  "compare",
  "convert",
  "select",
  "builtin",
]);

interface Place {
  readonly object: SharedObject;
  readonly offset: number;
  readonly size: number;
}

/** A side of a block, on a path that takes it. */
export interface Side {
  readonly frame: Frame;
  readonly block: number;
  readonly target: number;
  /** Names the block. */
  readonly key: string;
  readonly path: Path;
  readonly registers: Registers;
}

export class PhantomEdges {
  constructor(
    readonly steps: Steps,
    readonly memory: ThreadMemory,
  ) {}

  /** Takes the path past the unseen side. Returns the block where it continues; null: the side is not skipped, and nothing has changed. */
  skip(side: Side): number | null {
    const { phantom } = this.steps.round.options;
    const { frame, path } = side;
    if (phantom === undefined || path.section !== null) return null;
    const region = findRegion(frame.body, side.block, side.target);
    if (region === null || region.end === "return") return null;
    if (region.blocks.size === 0) return region.end; // nothing is skipped
    // Skipping the rest of a loop would pass waits that nothing has ended, in every iteration again.
    if ((findLoops(frame.body).nesting[side.block]?.loops ?? []).some((head) => region.blocks.has(head))) return null;
    if (this.#onlyEvaluates(frame.body, region)) return side.target;
    const effects = this.steps.round.effects.ofBlocks(frame.function, this.#contextOf(frame), region.blocks);
    if (effects === null || !this.#isHarmless(effects)) return null;
    const places = this.#placesOf(effects);
    if (places === null) return null;
    this.#pass(side, places, this.#touchedBy(effects));
    for (const r of definedIn(frame.body, region)) side.registers[r] = this.#anyValue((frame.body.registers[r] as Scalar).bits);
    return region.end;
  }

  /** Whether the side only reads and computes, or fails: the rest of a condition. Then it is followed: that is as short as skipping it, and exact. */
  #onlyEvaluates(body: FunctionBody, { blocks }: Region): boolean {
    const failing = this.steps.round.failingBlocks.of(body);
    const isIterated = (b: number): boolean => (findLoops(body).nesting[b]?.loops ?? []).some((head) => blocks.has(head));
    return [...blocks].every(
      (b) => failing[b] || (!isIterated(b) && (body.blocks[b] as Block).operations.every((o) => evaluates.has(o.op))),
    );
  }

  /** The call of the program that the frame's code acts for, as the analysis names it (analysis/points-to/instances.ts). */
  #contextOf(frame: Frame): string {
    const { program, effects } = this.steps.round;
    if (!frame.library) return "";
    const { instances } = effects.pointsTo;
    for (let f = frame; f.parent !== null; f = f.parent)
      if (!f.parent.library)
        return instances.contextFor(program.functions[f.parent.function] as ProgramFunction, "", f.callSite, f.function);
    return contextOfCall(-1, -1); // the beginning of a thread: in no call of the program
  }

  /** Whether the side does nothing but compute, read and write: whatever else it may do needs a run. */
  #isHarmless(effects: Effects): boolean {
    const { unmodelled, synchronises, blocks, startsThread, allocates, asks, observesAddresses, leaves, frees, writes } = effects;
    if (unmodelled || synchronises || blocks || startsThread || allocates || asks || observesAddresses) return false;
    if (leaves.size > 0 || !frees.isEmpty || writes.anywhere) return false;
    return [...effects.fails].every((kind) => this.#mayOccur(kind));
  }

  /** Whether an error of this kind neither violates a property that is asked for, nor ends the run. */
  #mayOccur(kind: ErrorKind): boolean {
    return kind === "signed-overflow" && !this.steps.round.options.phantom?.properties.includes("overflow");
  }

  /** What the side may write; null: more than an edge can stand for. Only globals at fixed offsets, so far. */
  #placesOf({ writes }: Effects): readonly Place[] | null {
    const places: Place[] = [];
    for (const o of writes.objects)
      for (const range of writes.rangesOf(o)) {
        const place = this.#placeOf(o, range);
        if (place === null) return null;
        places.push(place);
      }
    return places.length > maxPlaces ? null : places;
  }

  #touchedBy({ reads, writes }: Effects): PhantomEdge["touches"] {
    const out: { address: number; size: number; write: boolean }[] = [];
    if (reads.anywhere) return null;
    for (const [touched, write] of [
      [reads, false],
      [writes, true],
    ] as const)
      for (const o of touched.objects) {
        const g = o.kind === "global" ? this.steps.round.program.objects[o.number] : undefined;
        if (g === undefined) return null;
        if (!g.constant) out.push({ address: Number(g.address), size: g.size, write });
      }
    return out;
  }

  #placeOf(o: AbstractObject, { at, stride, size }: Extent): Place | null {
    if (o.kind !== "global" || stride !== 0 || size > maxBytes) return null;
    const object = this.steps.knowledge.global(o.number);
    return object.constant || at < 0 || at + size > object.size ? null : { object, offset: at, size };
  }

  /** Both events of the edge. */
  #pass({ frame, path, key, target }: Side, places: readonly Place[], touches: PhantomEdge["touches"]): void {
    const { steps, memory } = this;
    const { terms, round, thread } = steps;
    const begin = steps.eventBeside(path);
    const { event: end } = steps.sectionOf(path);
    const leaves = round.variable("go", 1, null);
    end.executed = terms.and(end.occurs, leaves);
    steps.continueIf(terms.or(terms.not(path.guard.term), leaves));
    for (const { object, offset, size } of places) {
      const value = this.#anyValue(8 * size);
      const when = round.variable("phantom", 1, null);
      const content = (from: number, length: number) => terms.extract(value, 8 * (from + length) - 1, 8 * from);
      memory.write(path, { targets: [{ object, when, offset }], faults: [] }, size, content, { atomic: true });
    }
    steps.closeSingle(false);
    const edge: PhantomEdge = {
      begin,
      end,
      what: "side",
      name: pointOf(thread.name, key),
      side: target,
      at: userPosition(frame, steps.site.at),
      touches,
    };
    for (const a of end.accesses) a.phantom = edge;
    round.phantoms.push(edge);
  }

  #anyValue(bits: number) {
    return this.steps.round.variable("phantom", bits, null);
  }
}

/** The registers of the function that blocks of the region set. */
function definedIn({ blocks }: FunctionBody, region: Region): ReadonlySet<Register> {
  const defined = new Set<Register>();
  for (const b of region.blocks) for (const o of (blocks[b] as Block).operations) for (const r of registersDefined(o)) defined.add(r);
  return defined;
}
