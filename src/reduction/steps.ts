// Steps in a form in which two of them can be compared. In: a control point of a step graph. Out: its ways, with their outcomes, over registers of a thread that stands for any thread.
//
// Threads that run the same code have the same steps up to the number in the names of their registers. These are renamed, and equal steps are one object: what was found out about two
// steps holds for all pairs of threads that take them.

import { findLiveRegisters } from "../analysis/liveness.ts";
import type { Scalar } from "../program/operations.ts";
import type { Program } from "../program/program.ts";
import { Precondition } from "../symbolic/precondition.ts";
import type { StateVariables } from "../symbolic/state-variables.ts";
import type { GraphNode, GraphWay } from "../symbolic/step-graph.ts";
import type { ThreadAfter, Touch, Way } from "../symbolic/way.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Range } from "./cells.ts";
import type { Failures } from "./failures.ts";
import type { Proofs } from "./proofs.ts";

/** Fails: with an error that is looked for, now or as the next thing the thread does. Ends: the process, otherwise. */
export type Outcome = "goes" | "fails" | "ends" | "waits";

/** Which of two threads takes the step. */
export type Role = 0 | 1;

/** Threads of these numbers do not exist: they stand for any. */
const firstRole = 2 ** 24;

export interface StepWay {
  readonly outcome: Outcome;
  readonly guard: Term;
  readonly conjuncts: readonly Term[];
  /** Ways of one step with the same number lead to the same control, and begin and end the same objects. How many inputs they take does not matter: those to come are arbitrary. */
  readonly target: number;
  /** Cells that it changes. */
  readonly written: readonly Term[];
  readonly writes: readonly Range[];
  /** Registers of its thread that matter after it. */
  readonly live: readonly Term[];
  readonly touches: readonly Touch[];
  /** Objects that begin or end in it; first those that begin. */
  readonly lifetimes: readonly Range[];
  readonly begun: readonly Range[];
  /** Addresses of which it matters which object lies there. */
  readonly places: readonly number[];
  /** Its whole effect is said by cells and registers. */
  readonly isComparable: boolean;
  readonly choices: readonly number[];
  /** What a term over the state after it is, over the state before it. */
  before(t: Term): Term;
}

export interface Step {
  readonly id: number;
  /** Equal for steps that differ only in where the objects lie that begin in them, with constants in them. Two steps that do not touch such objects of each other commute if others with their numbers do. */
  readonly core: number;
  readonly ways: readonly StepWay[];
  /** In every state, and for all choices, at most one way is possible. */
  readonly isDetermined: boolean;
}

export class Steps {
  readonly #byNode = new Map<GraphNode, [Step | null, Step | null]>();
  readonly #byShape = new Map<string, Step>();
  readonly #restricted = new Map<string, Step>();
  readonly #outcomes = new Map<GraphWay, Outcome>();
  readonly #cores = new Map<string, number>();
  #nextId = 0;

  constructor(
    readonly program: Program,
    readonly variables: StateVariables,
    readonly failures: Failures,
    readonly proofs: Proofs,
  ) {}

  of(node: GraphNode, role: Role): Step {
    const known = this.#byNode.get(node) ?? [null, null];
    this.#byNode.set(node, known);
    known[role] ??= this.#make(node, role);
    return known[role];
  }

  /** The step, if only these of its ways are possible. */
  restrict(step: Step, isLeft: readonly boolean[]): Step {
    const key = `${step.id}|${isLeft.join()}`;
    const known = this.#restricted.get(key);
    if (known !== undefined) return known;
    const ways = step.ways.filter((_, i) => isLeft[i]);
    const core = this.#coreOf(`${step.core}|${isLeft.join()}`);
    const made = new WaysOfStep(this.#nextId++, core, ways, () => this.#isDetermined(ways));
    this.#restricted.set(key, made);
    return made;
  }

  /** A way after which the thread can only fail, whatever others do, has failed. */
  outcomeOf(w: GraphWay): Outcome {
    let known = this.#outcomes.get(w);
    if (known === undefined) {
      const outcome = this.#outcomeOf(w.way);
      known = outcome === "goes" && w.next.some((n) => this.#isFailing(n)) ? "fails" : outcome;
      this.#outcomes.set(w, known);
    }
    return known;
  }

  #isFailing({ ways }: GraphNode): boolean {
    return ways.length === 1 && ways.every(({ way }) => this.#outcomeOf(way) === "fails");
  }

  #outcomeOf({ threads, overflows }: Way): Outcome {
    if (overflows > 0 && this.failures.hasOverflow) return "fails";
    for (const { end } of threads) {
      if (end.kind === "blocked") return "waits";
      if (end.kind === "process") return "ends";
      if (end.kind !== "error") continue;
      if (this.failures.has(end.error)) return "fails";
      if (!end.pending) return "ends";
    }
    return "goes";
  }

  #make(node: GraphNode, role: Role): Step {
    const thread = firstRole + role;
    const renaming = this.#renaming(node.thread, thread);
    const targets = new Map<string, number>();
    const ways = node.ways.map((w) => this.#wayOf(w, renaming, node.thread, thread, targets));
    const shape = `${role}|${ways.map((w) => this.#describe(w)).join("|")}`;
    const known = this.#byShape.get(shape);
    if (known !== undefined) return known;
    const constants = new Map<Term, number>();
    const mixed = withoutConstants(ways);
    const core = this.#coreOf(`${role}|${ways.map((w) => this.#describeCore(w, constants, mixed)).join("|")}`);
    const step = new WaysOfStep(this.#nextId++, core, ways, () => this.#isDetermined(ways));
    this.#byShape.set(shape, step);
    return step;
  }

  #renaming(from: number, to: number): Substitution {
    const { variables } = this;
    return new Substitution(variables.terms, (leaf) => {
      if (leaf.op !== "variable") return null;
      const v = variables.meaningOf(leaf.name);
      if (v.kind === "cell" || v.kind === "trail" || v.thread !== from) return null;
      if (v.kind === "register") return variables.register(to, v.level, v.register, leaf.width);
      return v.kind === "input" ? variables.input(to, v.n, leaf.width) : variables.transfer(to, v.from, v.size);
    });
  }

  #wayOf(graphWay: GraphWay, renaming: Substitution, from: number, to: number, targets: Map<string, number>): StepWay {
    const { variables } = this;
    const { way, next, objects } = graphWay;
    const rename = (t: Term): Term => renaming.apply(t);
    const renamed: Way = {
      ...way,
      guard: way.guard.map(rename),
      cells: way.cells.map((c) => ({ ...c, value: rename(c.value) })),
      threads: way.threads.map((t) => ({
        ...t,
        thread: t.thread === from ? to : t.thread,
        registers: t.registers.map((f) => f.map((r) => r && rename(r))),
      })),
      inputs: new Map([...way.inputs].map(([t, n]) => [t === from ? to : t, n])),
    };
    const [own, ...started] = renamed.threads as [ThreadAfter, ...ThreadAfter[]];
    const control = JSON.stringify([way.threads.map((t) => [t.end, t.frames]), next.map((n) => n.control), way.begun, way.ended]);
    if (!targets.has(control)) targets.set(control, targets.size);
    const precondition = new Precondition(variables, renamed);
    const befores = new Map<Term, Term>();
    return {
      outcome: this.outcomeOf(graphWay),
      guard: variables.terms.all([...renamed.guard]),
      conjuncts: renamed.guard,
      target: targets.get(control) as number,
      written: way.cells.map((c) => variables.cell(c.address, c.size)),
      writes: way.cells,
      live: this.liveAfter(own),
      touches: way.touches,
      lifetimes: [...way.begun, ...way.ended],
      begun: way.begun,
      places: (objects ?? []).map((o) => o.address),
      isComparable: started.length === 0 && way.threads.every((t) => t.copied === null),
      choices: way.choices,
      before: (t) => {
        let known = befores.get(t);
        if (known === undefined) {
          known = precondition.before(t);
          befores.set(t, known);
        }
        return known;
      },
    };
  }

  /** A thread that has ended, or that will fail whatever happens, has no registers. */
  liveAfter({ thread, end, frames }: ThreadAfter): Term[] {
    if (end.kind !== "step") return [];
    return frames.flatMap(({ function: id, operation }, level) => {
      const body = (this.program.functions[id] as Program["functions"][number]).body();
      const live = findLiveRegisters(body, this.failures.hasOverflow);
      const registers = level === frames.length - 1 ? live.before(operation) : live.after(operation);
      return registers.map((r) => this.variables.register(thread, level, r, (body.registers[r] as Scalar).bits));
    });
  }

  #coreOf(text: string): number {
    const known = this.#cores.get(text) ?? this.#cores.size;
    this.#cores.set(text, known);
    return known;
  }

  /**
   * Constants in registers, such as the address of the thread's control block, are compared only with what the same register gets on another way of the step; so are those in objects that begin in the step, as far
   * as no other thread touches them. `constants`: those of all ways, numbered; equal ones have one number. `mixed`: what gets no constant on some way: there, which constant it is elsewhere matters.
   */
  #describeCore(w: StepWay, constants: Map<Term, number>, mixed: ReadonlySet<Term>): string {
    const valueOf = (t: Term): string => {
      if (t.op !== "constant") return `${t.id}`;
      const n = constants.get(t) ?? constants.size;
      constants.set(t, n);
      return `c${n}:${t.width}`;
    };
    const cells = w.written.map((v, i) => {
      const { address, size } = w.writes[i] as Range;
      const value = w.before(v);
      const at = w.begun.findIndex((o) => o.address <= address && address + size <= o.address + o.size);
      if (at < 0 || value.op !== "constant" || mixed.has(v)) return `${v.id}=${value.id}`;
      return `b${at}+${address - (w.begun[at] as Range).address}:${size}=${valueOf(value)}`;
    });
    const registers = w.live.map((v) => `${v.id}=${mixed.has(v) ? w.before(v).id : valueOf(w.before(v))}`);
    const begun = w.begun.map((o) => o.size);
    const ended = w.lifetimes.slice(begun.length);
    // What is copied in for later is neither written nor in a register: only what it touches tells such steps apart.
    const rest = JSON.stringify([begun, ended, w.places, w.choices, w.isComparable ? [] : w.touches]);
    return [w.outcome, w.guard.id, w.target, w.isComparable, ...cells, ...registers, rest].join();
  }

  #describe(w: StepWay): string {
    const pairs = [...w.written, ...w.live].map((v) => `${v.id}=${w.before(v).id}`);
    const places = JSON.stringify([w.lifetimes, w.places, w.choices, w.touches]);
    return [w.outcome, w.guard.id, w.target, w.isComparable, ...pairs, places].join();
  }

  #isDetermined(ways: readonly StepWay[]): boolean {
    const { terms } = this.variables;
    const mayMeet = (a: StepWay, b: StepWay): boolean => {
      const length = Math.min(a.choices.length, b.choices.length);
      return a.choices.slice(0, length).join() === b.choices.slice(0, length).join();
    };
    const isApart = (a: StepWay, b: StepWay): boolean =>
      !mayMeet(a, b) ||
      a.conjuncts.some((c) => b.conjuncts.some((d) => terms.not(c) === d || hasOtherValue(c, d))) ||
      this.proofs.isValid(terms.not(terms.and(a.guard, b.guard)));
    return ways.every((a, i) => ways.every((b, j) => j <= i || isApart(a, b)));
  }
}

/** Registers and cells that get something else than a constant on some way. */
function withoutConstants(ways: readonly StepWay[]): ReadonlySet<Term> {
  const found = new Set<Term>();
  for (const w of ways) for (const v of [...w.written, ...w.live]) if (w.before(v).op !== "constant") found.add(v);
  return found;
}

class WaysOfStep implements Step {
  #isDetermined: boolean | null = null;

  constructor(
    readonly id: number,
    readonly core: number,
    readonly ways: readonly StepWay[],
    readonly determine: () => boolean,
  ) {}

  get isDetermined(): boolean {
    this.#isDetermined ??= this.determine();
    return this.#isDetermined;
  }
}

/** Whether the two say of one term that it has different values. */
function hasOtherValue(c: Term, d: Term): boolean {
  if (c.op !== "eq" || d.op !== "eq") return false;
  const [[a, v], [b, w]] = [c.args, d.args] as [[Term, Term], [Term, Term]];
  return a === b && v.op === "constant" && w.op === "constant" && v !== w;
}

export const overlaps = (a: Range, b: Range): boolean => a.address < b.address + b.size && b.address < a.address + a.size;

/** What a way touches, begins and ends, and where it looks for objects. */
export type Placed = Pick<StepWay, "touches" | "lifetimes" | "places">;

/** Whether the one begins or ends what lies where the other looks for it. */
export function hasLifetimes(a: Placed, b: Placed): boolean {
  for (const l of a.lifetimes) {
    if (meets(l, b.lifetimes) || meets(l, b.touches)) return true;
    for (const address of b.places) if (l.address <= address && address < l.address + l.size) return true;
  }
  return false;
}

function meets(range: Range, ranges: readonly Range[]): boolean {
  for (const r of ranges) if (overlaps(range, r)) return true;
  return false;
}

/** Whether the order of the two ways may matter, by what they touch. */
export function conflicts(a: Placed, b: Placed): boolean {
  if (hasLifetimes(a, b) || hasLifetimes(b, a)) return true;
  for (const x of a.touches) for (const y of b.touches) if ((x.writes || y.writes) && overlaps(x, y)) return true;
  return false;
}
