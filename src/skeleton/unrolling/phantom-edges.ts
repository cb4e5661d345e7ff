// Phantom edges (FUSION, section 5.1): an unseen side is skipped up to the point where the sides meet, and everything that it may change is arbitrary
// there. In: a path that takes an unseen side. Out: where it continues; or null, if the side may do what an edge cannot stand for: then it is cut off
// as without edges (FUSION's assert_fail).
//
// What the side may do is found by unrolling it beside the chain (region-sketch.ts), or, if it iterates too often, by the effects of its code
// (region-effects.ts). The end of the edge is a step that may write, or not, any value to each place that the side may write. To the rest of the
// skeleton it is code like any other: it takes part in what is known of objects, value sets, locks, views, claims and hidden writes. What code cannot
// say is that others may read any value while the thread is on the edge; encoding/reads-from.ts adds that. Here we depart from the paper, whose
// phantom writes have no value even afterwards.

import type { Effects } from "../../analysis/effects/effects.ts";
import { findLoops } from "../../analysis/loops.ts";
import { contextOfCall } from "../../analysis/points-to/instances.ts";
import { findRegion, type Region } from "../../analysis/regions.ts";
import { successorsOf } from "../../program/control-flow.ts";
import type { ErrorKind, Operation, Register, Scalar } from "../../program/operations.ts";
import { type Block, type FunctionBody, functionAt, type ProgramFunction } from "../../program/program.ts";
import { registersDefined } from "../../program/registers.ts";
import type { Bytes } from "../../symbolic/bytes.ts";
import type { Registers } from "../../symbolic/host.ts";
import type { Term } from "../../terms/term.ts";
import { pointOf } from "../route.ts";
import type { Access, PhantomEdge } from "../skeleton.ts";
import type { ValueSet } from "../value-set.ts";
import { type Frame, userPosition } from "./frame.ts";
import { keptBy } from "./idle-iterations.ts";
import type { Path } from "./path.ts";
import { type EdgeWrite, joinWrites } from "./phantom-writes.ts";
import { writesByEffects } from "./region-effects.ts";
import { type RegionSketch, sketchRegion } from "./region-sketch.ts";
import type { State } from "./states.ts";
import type { Steps } from "./steps.ts";
import type { ThreadMemory } from "./thread-memory.ts";

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

/** Errors that a region may report as far as its effects say, and that its sketch may exclude. */
const mayBeExcluded: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  "invalid-pointer",
  "invalid-free",
  "double-free",
  "invalid-call",
  "uninitialised-read",
  "signed-overflow",
  "division-by-zero",
  "bad-shift",
]);

const justNull: ReadonlySet<bigint> = new Set([0n]);

/** A side of a block, on a path that takes it. */
export interface Side {
  readonly frame: Frame;
  readonly block: number;
  readonly target: number;
  /** Names the block. */
  readonly key: string;
  readonly path: Path;
  readonly registers: Registers;
  /** It leads back to the head of a loop, after an idle iteration. */
  readonly isIdle: boolean;
  /** Unrolls the side up to a block, on a path of its own. */
  readonly followTo: (end: number) => State | null;
}

/** What is skipped. */
interface Skipped {
  readonly writes: readonly EdgeWrite[];
  readonly accesses: readonly Access[];
  readonly touches: PhantomEdge["touches"];
  /** Whether it may come to the point where the sides meet. */
  readonly returns: boolean;
  /** Where the sketch ends; null: nowhere, or there is none. */
  readonly end: State | null;
  readonly own: readonly OwnChanges[];
}

/** What the side changes of an object that only this thread accesses. */
interface OwnChanges {
  readonly id: number;
  readonly known: Bytes;
  readonly changes: ReturnType<Bytes["changesTo"]>;
  /** The side may end its lifetime. */
  readonly mayEnd: boolean;
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
    if (side.isIdle || this.#onlyWaits(side)) return side.target; // the path ends there
    const region = findRegion(frame.body, side.block, side.target);
    if (region === null || region.end === "return") return null;
    if (region.blocks.size === 0) return region.end; // nothing is skipped
    if (this.#onlyEvaluates(frame.body, region)) return side.target;
    const effects = this.steps.round.effects.untilEnd(frame.function, this.#contextOf(frame), region.blocks);
    if (effects === null || !isQuiet(effects)) return null;
    if (staysInLoop(frame.body, side.block, region) && mayWait(effects)) return null;
    const skipped = this.#bySketch(side, region.end) ?? this.#byEffects(effects);
    if (skipped === null || skipped.writes.length > maxPlaces) return null;
    this.#pass(side, skipped);
    const { end, own } = skipped;
    for (const o of own) this.#forget(path, o);
    for (const r of definedIn(frame.body, region))
      side.registers[r] = this.#anyValue((frame.body.registers[r] as Scalar).bits, this.#pointersIn(end?.registers[r]));
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

  /** Whether the side begins the rest of an iteration that only reads and computes, and changes no register for the next one: as far as code shows, the iteration is idle. */
  #onlyWaits({ frame, block, target }: Side): boolean {
    const { body, function: fn, first } = frame;
    const { nesting } = findLoops(body);
    const head = nesting[block]?.loops.at(-1);
    const isInside = (b: number): boolean => nesting[b]?.loops.at(-1) === head;
    if (head === undefined || target === head || !isInside(target)) return false;
    const kept = keptBy(this.steps, frame, head);
    const live = this.steps.round.functionInfo(fn).live.before(first[head] as number);
    const rest = blocksFrom(body, target, (b) => b !== head && (nesting[b]?.loops.includes(head) ?? false));
    return [...rest].every((b) => {
      const { operations } = body.blocks[b] as Block;
      const keeps = (r: Register): boolean => kept.has(r) || !live.includes(r);
      return isInside(b) && operations.every((o) => evaluates.has(o.op) && registersDefined(o).every(keeps));
    });
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

  /** Whether the operation ends the process, and no code of the program runs before that. */
  endsProcess(o: Operation, frame: Frame): boolean {
    const { program, effects } = this.steps.round;
    if (o.op !== "call" || o.callee.kind !== "function") return o.op === "process-end";
    const caller = program.functions[frame.function] as ProgramFunction;
    const { instances } = effects.pointsTo;
    const context = instances.contextFor(caller, this.#contextOf(frame), this.steps.site.operation, o.callee.function);
    return effects.endsProcess(o.callee.function, context);
  }

  /** What the side may do, as far as unrolling it says. Null: it is not known, or an edge cannot stand for it. */
  #bySketch({ frame, path, followTo }: Side, end: number): Skipped | null {
    const sketch = sketchRegion(this.steps, frame, () => followTo(end));
    if (sketch === null) return null;
    const own = sketch.end === null ? [] : this.#ownChanges(path, sketch.end.path);
    const writes: EdgeWrite[] = [];
    for (const a of sketch.accesses)
      for (const target of a.kind === "write" ? a.targets : [])
        writes.push({ target: { ...target, when: a.when }, size: a.size, values: this.#pointersIn(a.content(0, a.size)) });
    return { writes, accesses: sketch.accesses, touches: touchedBy(sketch), returns: sketch.end !== null, end: sketch.end, own };
  }

  #byEffects(effects: Effects): Skipped | null {
    if (effects.allocates || effects.asks || !effects.frees.isEmpty) return null;
    const found = writesByEffects(this.steps, this.memory, effects);
    return found === null ? null : { ...found, returns: true, end: null, own: [] };
  }

  /** The values of a term that is certainly a pointer to something known. Null: it is a number, or may be anything; so is the address of an object that the side makes. */
  #pointersIn(term: Term | undefined): ValueSet {
    const { round, knowledge, possible, sketched } = this.steps;
    if (term === undefined || term.width !== round.program.pointerBits) return null;
    const values = possible.of(term);
    const isAddress = (v: bigint): boolean => {
      const object = knowledge.at(v);
      return object === null ? functionAt(round.program, v) !== null : !sketched.has(object);
    };
    return values !== null && [...values].every((v) => v === 0n || isAddress(v)) && [...values].some((v) => v !== 0n) ? values : null;
  }

  /** What the side changes of memory that only this thread accesses. */
  #ownChanges(path: Path, end: Path): readonly OwnChanges[] {
    const { knowledge } = this.steps;
    const out: OwnChanges[] = [];
    path.memory.differs(end.memory, (id, before, after) => {
      const object = knowledge.objects[id];
      const known = before ?? path.origins.get(id);
      // Shared memory is written at the end of the edge; objects that the side has made are gone.
      if (object !== undefined && after !== undefined && known !== undefined && this.memory.isLocal(object))
        out.push({ id, known, changes: known.changesTo(after), mayEnd: after.live !== known.live });
      return false;
    });
    return out;
  }

  /** Own memory that the side has changed is arbitrary, and an object that it may have ended lives or not. That covers bytes that it may have left unwritten: these are inputs. */
  #forget(path: Path, { id, known, changes, mayEnd }: OwnChanges): void {
    if (path.bytesOf(id) === undefined) path.addOrigin(id, known);
    const bytes = path.ownBytes(id);
    if (mayEnd) bytes.live = this.steps.terms.and(bytes.live, this.#anyValue(1));
    for (const { at, size, value } of changes) bytes.write(at, size, this.#anyValue(8 * size, this.#pointersIn(value)));
  }

  /** The events of the edge: its beginning, and what the side leaves. */
  #pass({ frame, path, key, target }: Side, { writes, accesses, touches, returns }: Skipped): void {
    const { steps } = this;
    const { terms, round, thread } = steps;
    const checksRaces = round.options.phantom?.properties.includes("race") ?? false;
    // What threads learn from each other by atomics on the edge is not in the skeleton: then happens-before decides what races.
    if (checksRaces && accesses.some((a) => a.atomic)) round.unordered = true;
    const begin = steps.eventBeside(path);
    const leaves = round.variable("go", 1, null);
    // Said of the solver's variable only: what the side writes can be read while the thread is on the edge.
    if (!returns) round.assumptions.push(terms.not(leaves));
    const [first = [], ...others] = joinWrites(writes);
    let { event: end } = steps.sectionOf(path);
    end.executed = terms.and(end.occurs, leaves);
    steps.continueIf(terms.or(terms.not(path.guard.term), leaves));
    for (const w of first) this.#mayWrite(path, w);
    steps.closeSingle(false);
    for (const more of others) {
      end = steps.sectionOf(path).event;
      for (const w of more) this.#mayWrite(path, w);
      steps.closeSingle(false);
    }
    const edge: PhantomEdge = {
      begin,
      end,
      what: "side",
      name: pointOf(thread.name, key),
      side: target,
      at: userPosition(frame, steps.site.at),
      accesses: checksRaces ? accesses : [],
      touches,
    };
    for (const e of thread.events.slice(begin.index + 1)) for (const a of e.accesses) a.phantom = edge;
    round.phantoms.push(edge);
  }

  #mayWrite(path: Path, { target, size, values }: EdgeWrite): void {
    const { terms, round } = this.steps;
    const value = this.#anyValue(8 * size, values);
    const may = round.variable("phantom", 1, null);
    // A place that is not fixed lies in its object only under its condition.
    const when = typeof target.offset === "number" ? may : terms.and(may, target.when);
    const content = (from: number, length: number) => terms.extract(value, 8 * (from + length) - 1, 8 * from);
    this.memory.write(path, { targets: [{ ...target, when }], faults: [] }, size, content, { atomic: true });
  }

  /** With a likely value, a pointer of which nothing is known can be used: the path fails if it has that value, and if it has any other. */
  #anyValue(bits: number, values: ValueSet = null): Term {
    return this.steps.round.variable("phantom", bits, values, values === null ? justNull : undefined);
  }
}

/** Whether the side does nothing but compute, read and write, unless it fails or ends the process: whatever else it may do needs a run. */
function isQuiet(effects: Effects): boolean {
  // Allocating asks whether it may fail, if an option says so.
  const { unmodelled, synchronises, blocks, startsThread, allocates, asks, leaves, fails } = effects;
  if (unmodelled || synchronises || blocks || startsThread || (asks && !allocates)) return false;
  if ([...leaves].some((how) => how !== "process-end")) return false;
  return [...fails].every((kind) => mayBeExcluded.has(kind));
}

/** Whether the side may begin another iteration of a loop around it: then the edge leads out of the loop. */
const staysInLoop = (body: FunctionBody, block: number, { blocks }: Region): boolean =>
  (findLoops(body).nesting[block]?.loops ?? []).some((head) => blocks.has(head));

/**
 * Whether a loop may be there to wait for another thread: it changes nothing, or uses atomics. A wait that is skipped has any outcome, in every iteration again, so that
 * each iteration would need a formula of its own; sides that are cut off are visited together.
 */
const mayWait = ({ atomics, writes }: Effects): boolean => atomics || writes.isEmpty;

/** The globals that the side accesses. Null: also something else. */
function touchedBy({ accesses }: RegionSketch): PhantomEdge["touches"] {
  const out: { address: number; size: number; write: boolean }[] = [];
  for (const a of accesses)
    for (const { object } of a.targets) {
      if (object.kind !== "global") return null;
      out.push({ address: Number(object.address), size: object.size, write: a.kind === "write" });
    }
  return out;
}

/** The blocks that are reached from one through such blocks only. */
function blocksFrom({ blocks }: FunctionBody, from: number, passes: (block: number) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  const work = [from];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (found.has(b) || !passes(b)) continue;
    found.add(b);
    for (const s of successorsOf((blocks[b] as Block).terminator)) work.push(s);
  }
  return found;
}

/** The registers of the function that blocks of the region set. */
function definedIn({ blocks }: FunctionBody, region: Region): ReadonlySet<Register> {
  const defined = new Set<Register>();
  for (const b of region.blocks) for (const o of (blocks[b] as Block).operations) for (const r of registersDefined(o)) defined.add(r);
  return defined;
}
