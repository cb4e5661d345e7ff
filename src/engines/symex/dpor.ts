// Dynamic partial order reduction for a search that also leaves states out (Flanagan, Godefroid, POPL 2005; AGSE, section 5.2). In: steps as they are executed, found waiting or
// undone, and what is known of states that are left out. Out: threads that must also be tried in states on the stack.
//
// A step races with a step of another thread that it conflicts with and that does not happen before it: the thread is then to be tried before that step. A state that is
// left out would have had races with the steps that lead to it. So every formula has a table of what was touched after the state of which it was made; it is played against the stack as if it were
// executed. Which of those steps would have come last is not known: the thread is tried before every step that conflicts.
//
// Sleep sets belong to the search without pruning only: a state that is left out because of a formula stands for all its continuations, also those that sleep would exclude.

import type { Thread } from "../../execution/thread.ts";
import type { StateVariables } from "../../symbolic/state-variables.ts";
import type { Touch, Way } from "../../symbolic/way.ts";
import type { Attempt } from "./attempts.ts";
import type { SearchNode } from "./node.ts";
import { conflict, type Touched, touchedBy } from "./touched.ts";

interface DporEvent extends Touched {
  readonly thread: number;
  /** It begins or ends a thread, or waits for the end of one: its order is given. */
  readonly isOwn: boolean;
  /** Per thread, the last event that happens before this one, or is it; -1: none. */
  readonly clock: readonly number[];
}

/** What a thread touches after a state. */
export interface LaterTouch extends Touched {
  readonly thread: number;
  readonly name: string;
  /** What the thread always touches before that, in earlier steps after the state. */
  readonly before: readonly Touch[];
  /** Threads of which some step after the state always happens before that. */
  readonly after: readonly number[];
}

/** What is touched after a control: per thread and place. */
export type TouchedLater = Map<string, LaterTouch>;

/** Places that are kept of those touched before. */
const maxBefore = 8;
/** Nothing is known to come first. */
export const noOrder: Pick<LaterTouch, "before" | "after"> = { before: [], after: [] };

export class Dpor {
  readonly #events: DporEvent[] = [];
  /** By thread: what happens before its next step. */
  readonly #births = new Map<number, readonly number[]>();

  /** `stack`: event `i` was executed in state `i`. `sleeps`: threads sleep. `isSymbolic`: which threads can go on is known for the inputs at hand only. */
  constructor(
    readonly stack: readonly SearchNode[],
    readonly sleeps: boolean,
    readonly isSymbolic: () => boolean,
  ) {}

  /** A step is executed in the state on top. */
  execute(thread: number, name: string, touched: Touched, started: readonly number[]): void {
    const clock = [...this.#clockOf(thread)];
    this.#reverseRaces(thread, name, touched, clock);
    for (const e of this.#events) if (e.thread !== thread && this.#areDependent(e, touched)) join(clock, e.clock);
    while (clock.length <= thread) clock.push(-1);
    clock[thread] = this.#events.length;
    const { isOwn } = this.stack[this.#events.length] as SearchNode;
    this.#events.push({ thread, isOwn, clock, ...touched });
    for (const child of started) this.#births.set(child, clock);
  }

  undo(): void {
    this.#events.pop();
  }

  /** A step that begins or ends a thread touches what only such steps touch, also where the other may touch anything. */
  #areDependent(e: DporEvent, touched: Touched): boolean {
    return conflict(e, e.isOwn && touched.anything ? { ...touched, anything: false } : touched);
  }

  #clockOf(thread: number): readonly number[] {
    return this.#events.findLast((e) => e.thread === thread)?.clock ?? this.#births.get(thread) ?? [];
  }

  /**
   * Looks for events that conflict with the thread's next step, do not happen before it, and could come after it. All of them are reversed, not only the last: a section may
   * touch less where the last one comes later. With sleep sets, a thread that sleeps may be the one to add, although it must first do something else: then it is one whose
   * step can come first, as with source sets (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014).
   */
  #reverseRaces(thread: number, name: string, touched: Touched, before: readonly number[]): void {
    const clock = [...before];
    for (let i = this.#events.length - 1; i > 0; i--) {
      const e = this.#events[i] as DporEvent;
      if (e.thread === thread || (clock[e.thread] ?? -1) >= i || !this.#areDependent(e, touched)) continue;
      // A step that had to wait for this event comes after it. What made it wait was sought when it waited.
      const isReversible = !e.isOwn && !this.#isEnabledBy(i, name);
      if (isReversible && this.sleeps) this.#addInitial(i, thread, name, touched, before);
      else if (isReversible) this.#reverse(i, thread, name, before);
      join(clock, e.clock);
    }
  }

  /** In the state before event `i`, a thread is to be tried whose step can come first of those that do not happen after that event. */
  #addInitial(i: number, thread: number, name: string, touched: Touched, before: readonly number[]): void {
    const node = this.stack[i] as SearchNode;
    const first = this.#events[i] as DporEvent;
    const initials: string[] = [];
    const others: number[] = [];
    const comesAfter = (clock: readonly number[]): boolean => others.some((k) => (clock[(this.#events[k] as DporEvent).thread] ?? -1) >= k);
    for (let j = i + 1; j < this.#events.length; j++) {
      const e = this.#events[j] as DporEvent;
      if ((e.clock[first.thread] ?? -1) >= i) continue;
      const other = comesAfter(e.clock) ? null : node.ableNamed(e.thread);
      if (other !== null) initials.push(other);
      others.push(j);
    }
    const follows = comesAfter(before) || others.some((k) => this.#areDependent(this.#events[k] as DporEvent, touched));
    if (!follows && node.ableNamed(thread) !== null) initials.unshift(name);
    if (initials.some((t) => node.sleep.has(t) || node.isChosen(t))) return;
    if (initials[0] === undefined) node.addAll();
    else node.add(initials[0]);
  }

  /** The thread waited before the event, and did not after it, whatever the inputs. */
  #isEnabledBy(i: number, name: string): boolean {
    if (this.isSymbolic()) return false;
    const next = this.stack[i + 1];
    return (this.stack[i] as SearchNode).isWaiting(name) && (next === undefined || next.able.includes(name));
  }

  /** In the state before event `i`, the thread is to be tried, or one whose steps lead to its next one; if none of them can go on there, all. */
  #reverse(i: number, thread: number, name: string, clock: readonly number[]): void {
    const node = this.stack[i] as SearchNode;
    if (node.able.includes(name)) return node.add(name);
    for (let j = i + 1; j < this.#events.length; j++) {
      const e = this.#events[j] as DporEvent;
      const isBefore = (clock[e.thread] ?? -1) >= j;
      const other = isBefore && e.thread !== thread ? node.ableNamed(e.thread) : null;
      if (other !== null) return node.add(other);
    }
    node.addAll();
  }

  /** A thread waits in a state that is not explored further. */
  wait(t: Thread, way: Way | null, variables: StateVariables): void {
    if (way === null) return;
    const { touches, anything } = touchedBy(t, way, variables);
    // With other choices it may wait for something else.
    const touched = { touches, anything: anything || way.choices.length > 0 };
    this.#reverseRaces(t.index, t.name, touched, this.#clockOf(t.index));
  }

  /** A thread has tried its next step in the state on top. */
  note(node: SearchNode, { index: thread, name }: Thread, { touched, isBlocked, way }: Attempt): void {
    for (const touch of touched.touches) {
      const key = `${thread} ${touch.address} ${touch.size} ${touch.writes}`;
      add(node.later, key, { thread, name, touches: [touch], anything: false, ...noOrder });
    }
    if (touched.anything) add(node.later, `${thread}`, { thread, name, touches: [], anything: true, ...noOrder });
    // A thread that waits may go on if it comes before what it waits for.
    if (isBlocked) this.#reverseRaces(thread, name, touched, this.#clockOf(thread));
    // What ends the process comes before or after everything else: the others are to go on before it.
    const end = way?.threads.map((a) => a.end.kind).find((kind) => kind === "error" || kind === "process");
    if (way === null || end !== undefined) node.addAll();
  }

  /** A state is left: what was touched after it is known of the state before it. */
  leave(node: SearchNode): void {
    const before = this.stack.at(-1);
    if (before !== undefined) this.#mergeBefore(before, node.later);
  }

  /** What would have been touched after a state that is left out. */
  play(later: readonly TouchedLater[]): void {
    const before = this.stack.at(-1) as SearchNode;
    for (const l of later) this.#mergeBefore(before, l);
    for (const l of later) for (const touch of l.values()) this.#playOne(touch);
  }

  #playOne({ thread, name, before, after, ...touched }: LaterTouch): void {
    // What happens before the thread's last step also happens before all that it does later. Of a thread that is yet to begin, nothing is known.
    const at = this.#events.findLastIndex((e) => e.thread === thread);
    const last = this.#events[at]?.clock ?? [];
    const clock = [...last];
    const raise = (of: number): void => {
      while (clock.length <= of) clock.push(-1);
      clock[of] = this.#events.length;
    };
    for (const of of after) raise(of);
    // So does what conflicts with a step that the thread takes first: what was done under a lock comes before all that it does once it has the lock.
    for (const e of this.#events) if (e.thread !== thread && meet(e.touches, before)) join(clock, e.clock);
    for (let i = this.#events.length - 1; i > 0; i--) {
      const e = this.#events[i] as DporEvent;
      if (e.isOwn || e.thread === thread || (clock[e.thread] ?? -1) >= i) continue;
      // All that it does comes after the event that ended its wait. What made it wait was sought when it waited.
      const isEnabled = at < i && this.#isEnabledBy(i, name);
      if (!isEnabled && !this.#areDependent(e, touched)) continue;
      if (!isEnabled) this.#reverse(i, thread, name, last);
      // The thread's step comes after this event, and so after all that happens before it. That holds only of what is certainly touched.
      if (isEnabled || meet(e.touches, touched.touches)) join(clock, e.clock);
    }
  }

  /** What is touched after a state is touched after the one before it; by the thread that leads there, after its step. */
  #mergeBefore(node: SearchNode, later: TouchedLater): void {
    const stepped = node.isStart ? undefined : this.#events.at(-1);
    for (const [key, touch] of later) add(node.later, key, stepped === undefined ? touch : afterStep(stepped, touch));
  }
}

function join(clock: number[], other: readonly number[]): void {
  for (const [t, i] of other.entries()) {
    while (clock.length <= t) clock.push(-1);
    if (i > (clock[t] as number)) clock[t] = i;
  }
}

/** What holds of all occurrences stays. */
function add(to: TouchedLater, key: string, touch: LaterTouch): void {
  const known = to.get(key);
  if (known === undefined) {
    to.set(key, touch);
    return;
  }
  const before = known.before.filter((b) => isIn(touch.before, b));
  const after = known.after.filter((t) => touch.after.includes(t));
  if (before.length < known.before.length || after.length < known.after.length) to.set(key, { ...known, before, after });
}

/** What is touched after a step and all else, seen from the state before the step. */
function afterStep(step: DporEvent, touch: LaterTouch): LaterTouch {
  const { thread, touches, before, after } = touch;
  if (thread === step.thread) {
    const more = step.touches.filter((b) => !isIn(before, b));
    return more.length === 0 ? touch : { ...touch, before: [...more, ...before].slice(0, maxBefore) };
  }
  const isOrdered = !after.includes(step.thread) && (meet(step.touches, touches) || meet(step.touches, before));
  return isOrdered ? { ...touch, after: [...after, step.thread] } : touch;
}

const isIn = (list: readonly Touch[], { address, size, writes }: Touch): boolean =>
  list.some((t) => t.address === address && t.size === size && t.writes === writes);

const meet = (a: readonly Touch[], b: readonly Touch[]): boolean =>
  a.length > 0 && b.length > 0 && conflict({ touches: a, anything: false }, { touches: b, anything: false });
