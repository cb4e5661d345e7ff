// From a trace to its route. In: a program and a trace. Out: the sides that the threads took, by the unroller's names of points; and the names of its steps.
//
// A thread's blocks are followed frame by frame, as the unroller inlines calls: a block 0 begins the callee of the next call in its caller's
// block, any other block is a side of the block that its frame was in. A `longjmp` begins the rest of its frame's code again, under another name.
//
// An idle iteration (docs/adr/0012) is not part of the route as the unroller sees it: a path that comes back to where it was ends there, and what the
// thread does later it could have done at once. Where the unroller keeps one idle iteration of a loop, for races, that is half an iteration. Which of
// them it recognises depends on what it knows; so a thread that has iterated idly is named in all three ways.

import { enterBlock, findLoops, orderOf } from "../../analysis/loops.ts";
import type { Jump } from "../../execution/block-log.ts";
import type { Operation } from "../../program/operations.ts";
import { type FunctionBody, findOperation, type Program } from "../../program/program.ts";
import { blockKey, jumpKey, landingKey, operationKey, pointOf, Route, threadName } from "../../skeleton/route.ts";
import type { NotedValues, PassedBlock, ThreadTrace, Trace } from "../../witness/trace.ts";

/** A call that the thread is in. */
interface Frame {
  readonly function: number;
  readonly body: FunctionBody;
  /** Names the call, and the jumps that have come back to it. */
  readonly key: string;
  readonly block: number;
  readonly iterations: readonly number[];
  /** Names the block. */
  readonly point: string;
  /** Operations of the block before this one are done. */
  next: number;
}

/** An idle iteration is counted like others, left out, or (the first one of a loop) counted as half an iteration. */
type IdleNaming = "counted" | "left-out" | "half";
const idleNamings: readonly IdleNaming[] = ["counted", "left-out", "half"];

export function routeOf(program: Program, { threads }: Trace): Route {
  const route = new Route();
  // A thread that is started after an idle iteration has a name with it and one without.
  const names = new Map<number, Set<string>>([[0, new Set(["main"])]]);
  for (const thread of threads)
    for (const name of names.get(thread.index) ?? []) {
      const namings = thread.idle.length > 0 ? idleNamings : (["counted"] as const);
      for (const naming of namings) new Follower(program, route, thread, name, names).follow(naming);
    }
  return route;
}

/** The sides that threads took in steps which then had to wait; with those before them. */
export function attemptedRoute(program: Program, trace: Trace): Route {
  const route = new Route();
  for (const attempt of trace.attempts) {
    const threads = trace.threads.map((t) => (t.index === attempt.index ? attempt : t));
    route.addAll(routeOf(program, { ...trace, threads }));
  }
  return route;
}

/** A thread of a run as the unroller names it. */
export interface NamedThread {
  /** Null: the thread that started it has iterated idly, so it may have several names. */
  readonly name: string | null;
  /** Its steps up to its first idle iteration, which the unroller may not see (`operationKey`). Null: the step has no name. */
  readonly keys: readonly (string | null)[];
}

/** The threads of a run and their steps, by the unroller's names. */
export function namesOf(program: Program, { threads }: Trace): NamedThread[] {
  const names = new Map<number, Set<string>>([[0, new Set(["main"])]]);
  return threads.map((thread) => {
    const [name, ...others] = names.get(thread.index) ?? [];
    const keys: (string | null)[] = [];
    if (name === undefined || others.length > 0) return { name: null, keys };
    const first = thread.idle.reduce((n, i) => Math.min(n, i.from), thread.steps.length);
    new Follower(program, new Route(), thread, name, names, keys).follow("counted");
    // The unroller may count the idle iterations in the names of threads that are started after them, or not.
    if (thread.idle.length > 0) for (const child of thread.started) names.get(child)?.add("");
    return { name, keys: keys.slice(0, first) };
  });
}

class Follower {
  #frames: Frame[] = [];
  #started = 0;
  /** What one more iteration counts. */
  #increment: 0.5 | 1 = 1;

  constructor(
    readonly program: Program,
    readonly route: Route,
    readonly thread: ThreadTrace,
    readonly name: string,
    /** Names of threads, by their indices. */
    readonly names: Map<number, Set<string>>,
    /** Where the names of its steps go. */
    readonly keys: (string | null)[] | null = null,
  ) {}

  follow(naming: IdleNaming): void {
    const { blocks, steps, values } = this.thread;
    const idle = naming === "counted" ? [] : this.thread.idle;
    /** By a number of steps: the calls the thread is in then. */
    const states = new Map<number, Frame[]>(idle.map((i) => [i.from, []]));
    for (let at = 0, step = 0, noted = 0; at <= blocks.length; at++) {
      for (; step <= steps.length && (steps[step] ?? blocks.length) === at; step++) {
        for (const { from, to } of idle) {
          if (step === to && this.#increment === 1) this.#frames = copyOf(states.get(from) ?? []);
          if (step === to) this.#increment = 1;
        }
        this.keys?.push(this.#keyOf(step));
        if (states.has(step)) states.set(step, copyOf(this.#frames));
        const begins = idle.some((i) => i.from === step);
        if (begins && naming === "half" && !this.#frames.some((f) => f.iterations.some((n) => n % 1 !== 0))) this.#increment = 0.5;
      }
      for (; values[noted]?.after === at; noted++) this.#note(values[noted] as NotedValues);
      const passed = blocks[at];
      if (passed !== undefined) this.#enter(passed);
    }
    while (this.#frames.length > 0) this.#leaveFrame();
  }

  /** The name of the operation that a step begins with. */
  #keyOf(step: number): string | null {
    const place = this.thread.places[step];
    const frame = place === undefined ? undefined : this.#frames[place.depth];
    return place === undefined || frame === undefined || frame.function !== place.function ? null : keyIn(frame, place.operation);
  }

  #note({ depth, operation, values }: NotedValues): void {
    while (this.#frames.length > depth + 1) this.#leaveFrame();
    const frame = this.#frames[depth];
    const key = frame === undefined ? null : keyIn(frame, operation);
    if (key !== null) this.route.addValues(pointOf(this.name, key), values);
  }

  #enter(passed: PassedBlock): void {
    if (passed.jump !== undefined) return this.#land(passed.depth, passed.jump);
    while (this.#frames.length > passed.depth + 1) this.#leaveFrame();
    if (passed.block === 0) this.#call(passed);
    else this.#goTo(passed.block);
  }

  #call({ function: fn, depth }: PassedBlock): void {
    if (this.#frames.length > depth) this.#leaveFrame();
    const caller = this.#frames.at(-1);
    let key = "";
    if (caller !== undefined) {
      const call = this.#passTo(caller, (o) => o.op === "call");
      key = operationKey(caller.point, call);
      const o = caller.body.blocks[caller.block]?.operations[call];
      if (o?.op === "call" && o.callee.kind !== "function") this.route.add(pointOf(this.name, key), fn);
    }
    const body = this.program.functions[fn]?.body() as FunctionBody;
    this.#frames.push(frameAt({ function: fn, body, key }, null, 0));
  }

  #goTo(block: number): void {
    const frame = this.#frames.pop() as Frame;
    this.#passTo(frame, () => false);
    this.route.add(pointOf(this.name, frame.point), block);
    this.#frames.push(frameAt(frame, frame, block, this.#increment));
  }

  #land(depth: number, { depth: from, operation, to }: Jump): void {
    while (this.#frames.length > from + 1) this.#leaveFrame();
    const jumper = this.#frames[from] as Frame;
    this.#passTo(jumper, (o) => o.op === "long-jump");
    this.route.add(pointOf(this.name, jumpKey(keyIn(jumper, operation) as string, depth)), to);
    const { function: fn, body, key } = this.#frames[depth] as Frame;
    this.#frames.length = depth; // what the frames would have done next is not done
    const { block, index } = findOperation(body, to);
    const frame = frameAt({ function: fn, body, key: landingKey(key, to) }, null, block);
    frame.next = index + 1;
    this.#frames.push(frame);
  }

  #leaveFrame(): void {
    this.#passTo(this.#frames.pop() as Frame, () => false);
  }

  /** Passes operations of the frame's block up to and with the first that is `wanted`; threads are started on the way. Returns its number. */
  #passTo(frame: Frame, wanted: (o: Operation) => boolean): number {
    const { operations } = frame.body.blocks[frame.block] as FunctionBody["blocks"][number];
    while (frame.next < operations.length) {
      const at = frame.next++;
      const o = operations[at] as Operation;
      if (o.op === "thread-start") this.#start(operationKey(frame.point, at));
      if (wanted(o)) return at;
    }
    return -1;
  }

  #start(key: string): void {
    const child = this.thread.started[this.#started++];
    if (child === undefined) return;
    const names = this.names.get(child) ?? new Set();
    this.names.set(child, names.add(threadName(this.name, key)));
  }
}

/** The name of an operation of the frame's block, counted within the function; null: it is in another block. */
function keyIn({ body, block, point }: Frame, operation: number): string | null {
  const found = findOperation(body, operation);
  return found.block === block ? operationKey(point, found.index) : null;
}

const copyOf = (frames: readonly Frame[]): Frame[] => frames.map((f) => ({ ...f }));

function frameAt(
  { function: fn, body, key }: Pick<Frame, "function" | "body" | "key">,
  from: Frame | null,
  block: number,
  increment: 0.5 | 1 = 1,
): Frame {
  const loops = findLoops(body);
  const iterations = enterBlock(loops, from, block, increment);
  return { function: fn, body, key, block, iterations, point: blockKey(key, orderOf(loops, block, iterations)), next: 0 };
}
