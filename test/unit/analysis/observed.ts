// Runs a program and compares what it does with what the analyses say. In: a program, its effects, a scheduler. Out: everything that happened and was
// not foreseen. Every access is looked up in the effects of every function on the stack, and in those of every region that a frame is in.

import { type Effects, ProgramEffects } from "../../../src/analysis/effects/effects.ts";
import type { AbstractObject } from "../../../src/analysis/points-to/places.ts";
import { mayOverlap } from "../../../src/analysis/points-to/places.ts";
import { findRegion } from "../../../src/analysis/regions.ts";
import type { AccessEvent } from "../../../src/execution/access-event.ts";
import type { CompiledFunction } from "../../../src/execution/compiled-function.ts";
import { Machine } from "../../../src/execution/machine.ts";
import type { MemoryObject } from "../../../src/execution/memory-object.ts";
import type { Thread } from "../../../src/execution/thread.ts";
import type { Program } from "../../../src/program/program.ts";
import { run } from "../../../src/scheduling/run.ts";
import type { Scheduler } from "../../../src/scheduling/scheduler.ts";
import { machineOptions } from "../../run.ts";

interface Frame {
  readonly function: number;
  block: number;
  regions: { readonly blocks: ReadonlySet<number>; readonly end: number | "return"; readonly effects: Effects | null }[];
}

export class Observed {
  /** What was not foreseen. */
  readonly unforeseen = new Set<string>();
  accesses = 0;
  regions = 0;
  readonly #machine: Machine;
  readonly #frames = new Map<number, Frame[]>();
  /** By thread: the context in which it was started. */
  readonly #bases = new Map<number, string>([[0, ""]]);
  #seen = 0;
  #current = 0;

  constructor(
    readonly program: Program,
    readonly effects: ProgramEffects,
  ) {
    this.#machine = new Machine(program, { ...machineOptions(["memory"]), notesBlocks: true, undo: false });
    this.#machine.recorder = { access: (event) => this.#onAccess(event), note: (text) => this.#onNote(text) };
  }

  run(scheduler: Scheduler, maxSteps: number): void {
    this.#frames.clear();
    this.#seen = 0;
    this.#current = 0;
    const onStep = (): void => {
      this.#catchUp();
      this.#seen = 0;
    };
    let before: Frame[] = [];
    const stepping = (thread: Thread): void => {
      this.#current = thread.index;
      before = (this.#frames.get(thread.index) ?? []).map((f) => ({ ...f }));
    };
    // The attempt is undone.
    const blocked = (thread: Thread): void => {
      this.#seen = 0;
      this.#frames.set(thread.index, before);
    };
    run(this.#machine, scheduler, { maxSteps, interrupted: () => false }, { started: onStep, stepping, stepped: onStep, blocked });
  }

  #onAccess(event: AccessEvent): void {
    this.#catchUp();
    this.accesses++;
    this.#expect(`${event.kind} of ${event.object.name} at ${event.offset}`, (effects) => {
      const sets = { read: [effects.reads], write: [effects.writes], update: [effects.reads, effects.writes], free: [effects.frees] }[
        event.kind
      ];
      return sets.every(
        (s) =>
          s.anywhere ||
          [...s.objects].some(
            (o) =>
              this.#isIt(o, event.object) &&
              (event.kind === "free" || s.rangesOf(o).some((r) => mayOverlap(r, { at: event.offset, stride: 0, size: event.size }))),
          ),
      );
    });
  }

  #onNote(text: string): void {
    this.#catchUp();
    const started = /^starts thread (\d+)/.exec(text);
    if (started !== null) {
      const t = this.#thread();
      this.#bases.set(Number(started[1]), this.#contextAt(t, t.depth));
      this.#expect(text, (e) => e.startsThread);
    } else if (/ = /.test(text) || / of \d+$/.test(text)) this.#expect(text, (e) => e.asks);
  }

  #expect(what: string, isForeseen: (effects: Effects) => boolean): void {
    const t = this.#thread();
    const frames = this.#frames.get(t.index) ?? [];
    for (let level = t.depth; level >= 0; level--) {
      const f = level === t.depth ? t.fn.id : t.functionAt(level);
      const context = this.#contextAt(t, level);
      const name = this.program.functions[f]?.name ?? "";
      const effects = this.effects.ofFunction(f, context);
      if (effects === null ? !this.effects.pointsTo.isLost : !effects.unmodelled && !isForeseen(effects))
        this.unforeseen.add(`${what} in ${name} (${context})${effects === null ? ": never called" : ""}`);
      for (const r of frames[level]?.regions ?? [])
        if (r.effects !== null && !r.effects.unmodelled && !isForeseen(r.effects))
          this.unforeseen.add(`${what} in blocks ${[...r.blocks].join()} of ${name}`);
    }
  }

  #thread(): Thread {
    return this.#machine.threads[this.#current] as Thread;
  }

  #codeOf(id: number): CompiledFunction {
    return this.#machine.calls.code[id] as CompiledFunction;
  }

  /** The context of the frame at this level (points-to/instances.ts). */
  #contextAt(t: Thread, level: number): string {
    const at = (l: number): number => (l === t.depth ? t.fn.id : t.functionAt(l));
    if (!this.program.functions[at(level)]?.library) return "";
    for (let l = level - 1; l >= 0; l--) {
      const caller = this.#codeOf(at(l));
      if (!caller.library) {
        const k = caller.operationAt[t.returnPoint(l)] ?? -1;
        return this.effects.pointsTo.instances.contextFor(
          this.program.functions[caller.id] as Program["functions"][number],
          "",
          k,
          at(l + 1),
        );
      }
    }
    return this.#bases.get(t.index) ?? "";
  }

  /** Follows the blocks that were entered since the last time. */
  #catchUp(): void {
    const { blocks } = this.#machine.context;
    for (; blocks !== null && this.#seen < blocks.length; this.#seen++) {
      const entry = blocks.at(this.#seen);
      this.#current = entry.thread;
      const frames = this.#frames.get(entry.thread) ?? [];
      this.#frames.set(entry.thread, frames);
      frames.length = Math.min(frames.length, entry.depth + 1);
      const frame = frames[entry.depth];
      if (entry.jump !== null && frame !== undefined) this.#land(frame, entry.block);
      else if (entry.block === 0 || frame === undefined)
        frames[entry.depth] = { function: entry.function, block: entry.block, regions: [] };
      else this.#goTo(frame, entry.block, entry.thread, entry.depth);
    }
  }

  /** A jump out of the functions that the frame has called leaves all regions of the frame. */
  #land(frame: Frame, block: number): void {
    const name = this.program.functions[frame.function]?.name;
    for (const { effects } of frame.regions)
      if (effects?.leaves.has("long-jump") === false) this.unforeseen.add(`a jump out of a region of ${name}`);
    frame.regions = [];
    frame.block = block;
  }

  #goTo(frame: Frame, block: number, thread: number, depth: number): void {
    const body = this.program.functions[frame.function]?.body();
    if (body === undefined) return;
    frame.regions = frame.regions.filter((r) => r.end !== block);
    for (const r of frame.regions)
      if (!r.blocks.has(block)) this.unforeseen.add(`block ${block} outside a region of ${this.program.functions[frame.function]?.name}`);
    const { op } = body.blocks[frame.block]?.terminator ?? { op: "jump" };
    if (op !== "jump" && op !== "return" && frame.regions.length < 8) {
      const region = findRegion(body, frame.block, block);
      if (region !== null && region.blocks.size > 0) {
        const t = this.#machine.threads[thread] as Thread;
        frame.regions.push({
          ...region,
          effects: this.effects.ofBlocks(frame.function, this.#contextAt(t, Math.min(depth, t.depth)), region.blocks),
        });
        this.regions++;
      }
    }
    frame.block = block;
  }

  /** Whether the abstract object may stand for this one. */
  #isIt(a: AbstractObject, o: MemoryObject): boolean {
    const { program } = this;
    switch (a.kind) {
      case "global":
        return o.kind === "global" && program.objects[a.number]?.address === BigInt(o.address);
      case "thread-local":
        return o.kind === "thread-local" && -1 - o.count === a.number;
      case "stack":
        return o.kind === "stack" && this.#positionOf(a) === o.allocatedAt;
      case "heap": // of the library's own objects only their kind is known
        return (o.kind === "heap" || o.kind === "internal") && (a.made?.context === "" || this.#positionOf(a) === o.allocatedAt);
      case "function":
        return false;
    }
  }

  /** Where the user's code, or the function itself, makes the object. */
  #positionOf({ made, kind }: AbstractObject): number {
    if (made === null) return -1;
    const byCaller = kind === "heap" && made.context !== "";
    const [f, k] = byCaller ? (made.context.split(".").map(Number) as [number, number]) : [made.function, made.operation];
    const operations = this.program.functions[f]?.body().blocks.flatMap((b) => [...b.operations, b.terminator]);
    return operations?.[k]?.at ?? -1;
  }
}

/** Runs a program with these schedulers; returns what was not foreseen. */
export function observe(program: Program, schedulers: readonly Scheduler[], maxSteps: number): Observed {
  const observed = new Observed(program, new ProgramEffects(program, () => undefined));
  for (const s of schedulers) observed.run(s, maxSteps);
  return observed;
}
