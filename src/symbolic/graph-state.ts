// A control point of a step graph, as the follower of a step sees it. In: the point, what values variables may have there, and the decisions to take first. Out: after those, the
// first alternative of each decision; all that was asked is noted, so that the other alternatives can be tried.

import type { Machine } from "../execution/machine.ts";
import type { MemoryObject } from "../execution/memory-object.ts";
import type { Operation } from "../program/operations.ts";
import type { Term } from "../terms/term.ts";
import type { GraphObjects, ObjectChoice } from "./graph-objects.ts";
import type { Observations } from "./graph-observations.ts";
import { allocate, type Point, positionsOf, type Room, release, roomOf } from "./graph-point.ts";
import type { PathValues } from "./graph-values.ts";
import type { Registers, ValueSet } from "./host.ts";
import { pointerTo } from "./instance.ts";
import type { StateVariables } from "./state-variables.ts";
import type { FrameHost, ObjectSpec, StepState } from "./step-state.ts";
import { FollowedThread } from "./step-thread.ts";
import { Unsupported } from "./unsupported.ts";

/** What a step asks. */
export type Question =
  | { readonly kind: "value"; readonly term: Term }
  | { readonly kind: "object"; readonly address: number }
  | { readonly kind: "choice"; readonly count: number };

export type Answer = bigint | number | ObjectChoice;

export interface Answered {
  readonly question: Question;
  readonly answer: Answer;
}

/** No alternative is possible, or none is known yet. */
export class NoAnswer {
  constructor(readonly question: Question) {}
}

/** Alternatives of a question at a control point. */
export interface Alternatives {
  of(question: Question, path: PathValues, decided: readonly ObjectChoice[]): readonly Answer[];
}

/** In a graph a loop may be followed for values that it never meets. */
const maxOperations = 2 ** 17;

export class GraphState implements StepState {
  readonly fixesAddresses = false;
  readonly maxOperations = maxOperations;
  /** All that was asked, in order. */
  readonly answered: Answered[] = [];
  readonly #decided: ObjectChoice[] = [];
  readonly #rooms = new Map<FollowedThread, Room>();
  /** Objects that were ended by the step. */
  readonly ended = new Set<MemoryObject>();

  constructor(
    readonly machine: Machine,
    readonly variables: StateVariables,
    readonly point: Point,
    readonly objects: Pick<GraphObjects<unknown>, "find" | "isLive" | "intern">,
    readonly path: PathValues,
    readonly alternatives: Alternatives,
    /** Answers to the first questions. */
    readonly script: readonly Answer[],
    /** The number of the next thread; throws `Unsupported` if it is not determined. */
    readonly nextThread: (point: Point) => number,
    readonly onTolerantRead: (address: number, size: number) => void,
    readonly observations: Observations,
  ) {}

  noteAddress(): void {
    this.observations.noteAddress(this.point);
  }

  noteWords(words: readonly Term[], when: "some" | "all"): void {
    this.observations.add(this.point, words, when);
  }

  get threadCount(): number {
    return this.nextThread(this.point);
  }

  open(host: FrameHost): FollowedThread {
    const { point, machine, variables } = this;
    const t = new FollowedThread(point.thread, pointerTo(host, point.self), point.locals);
    for (const { object } of point.stack) t.stack.push(object);
    t.sectionDepth = point.sectionDepth;
    const positions = positionsOf(point.frames, (id) => host.frameOf(id).body);
    for (const [level, f] of point.frames.entries()) {
      const frame = host.frameOf(f.function);
      const { slots } = machine.calls.compiled(f.function);
      const registers: Registers = variables.registersOf(point.thread, level, frame.body, slots);
      const { block, index, call } = positions[level] as { block: number; index: number; call: (Operation & { op: "call" }) | null };
      t.frames.push({ ...frame, variadic: pointerTo(host, f.variadic), registers, block, index, mark: f.mark, call, serial: null });
    }
    this.#rooms.set(t, point.room);
    return t;
  }

  #ask(question: Question): Answer {
    const scripted = this.script[this.answered.length];
    const answer = scripted ?? this.alternatives.of(question, this.path, this.#decided)[0];
    if (answer === undefined) throw new NoAnswer(question);
    this.answered.push({ question, answer });
    return answer;
  }

  valueOf(term: Term): bigint {
    if (term.op === "constant") return term.value;
    const known = this.path.known(term);
    if (known !== null) return known;
    const value = this.#ask({ kind: "value", term }) as bigint;
    this.path.take(term, value);
    return value;
  }

  takeChoice(count: number): number {
    return this.#ask({ kind: "choice", count }) as number;
  }

  objectAt(address: number): MemoryObject | null {
    const found = this.objects.find(this.point, address, this.#decided);
    if (found !== undefined) return found?.object ?? null;
    const choice = this.#ask({ kind: "object", address }) as ObjectChoice;
    this.#decided.push(choice);
    return choice.object;
  }

  isLive(o: MemoryObject): boolean {
    return this.objects.isLive(this.point, o, this.#decided);
  }

  readonly carriesUnwritten = false;
  readonly copiedMarks = null;

  /** A search that meets a read of unwritten memory begins again without graphs, so that values of such reads do not matter. That there may be one is noted. */
  markOf(o: MemoryObject, offset: number): number {
    this.observations.noteRequired(this.point, o.address + offset);
    return 1;
  }

  noteUnwritten(address: number): void {
    this.observations.noteRequired(this.point, address);
  }

  takeUnwritten(): null {
    return null;
  }

  noteFreedom(): void {
    this.observations.noteFreedom(this.point);
  }

  noteTolerantRead(address: number, size: number): void {
    this.onTolerantRead(address, size);
  }

  #roomOf(t: FollowedThread): Room {
    let room = this.#rooms.get(t);
    if (room === undefined) {
      room = roomOf(this.machine, [...this.point.path, this.point.children + t.index - this.threadCount]);
      this.#rooms.set(t, room);
    }
    return room;
  }

  /** Where its next objects begin after the step. */
  roomAfter(t: FollowedThread): Room {
    return this.#roomOf(t);
  }

  begin(t: FollowedThread, spec: ObjectSpec): MemoryObject {
    const { object, room } = allocate(this.#roomOf(t), spec);
    this.#rooms.set(t, room);
    return object;
  }

  end(t: FollowedThread, o: MemoryObject): void {
    this.#rooms.set(t, release(this.#roomOf(t), o));
    this.ended.add(o);
  }
}

/** A text for an answer, by which alternatives are told apart. */
export const keyOf = (a: Answer): string | bigint | number =>
  typeof a === "object" ? (a.object === null ? "none" : `${a.object.address} ${a.object.size} ${a.object.kind} ${a.isLive}`) : a;

/** All values, or a reason why they are not known. */
export function valuesOrReason(values: ValueSet, term: Term): readonly bigint[] {
  if (values !== null) return [...values];
  if (term.width === 1) return [1n, 0n];
  throw new Unsupported("an address, a length or a callee that may be anything");
}
