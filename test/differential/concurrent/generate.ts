// Small concurrent C programs from a seed. In: a seed. Out: a tree (tree.ts) with about as many interleavings as drawn for it.
//
// A program follows a discipline, drawn first: plain accesses anywhere; only under one lock, under a read-write lock or in
// atomic sections; or all shared data atomic. Without a discipline nearly every program would have only races. Threads then get
// statements in turn until the estimated number of interleavings (a multinomial of their steps) reaches its target, so that
// `none` can try them all.

import { Rng } from "../../../src/support/rng.ts";
import {
  atomicOperations,
  type Condition,
  isPlace,
  type Local,
  localOperations,
  type Mutex,
  type Place,
  type PlaceInfo,
  type Placement,
  type ProgramTree,
  places,
  type Statement,
  type Target,
  type ThreadTree,
  targets,
  type Value,
} from "./tree.ts";

const optionalKinds: readonly Statement["kind"][] = [
  "atomic",
  "lock",
  "wait",
  "take",
  "publish",
  "loop",
  "barrier",
  "compute",
  "assume",
  "free",
  "if",
  "spin",
];

type Discipline = "none" | "lock" | "share" | "section" | "atomic";

export interface Sizes {
  /** Decimal logarithms of the fewest and the most interleavings aimed at. */
  readonly fewest: number;
  readonly most: number;
}

export const campaignSizes: Sizes = { fewest: 2.5, most: 5.15 };
/** For a dozen searches per program, some of which leave out little and cost more per step. */
export const symexSizes: Sizes = { fewest: 2.3, most: 4.4 };

/** `alike`: the share of programs whose threads all do the same. */
export function generate(seed: number, sizes = campaignSizes, alike = 0.2): ProgramTree {
  const rng = new Rng(seed);
  const aim = 10 ** (sizes.fewest + (sizes.most - sizes.fewest) * rng.nextDouble());
  const count = rng.weighted([
    [56, 2],
    [29, 3],
    [15, 4],
  ]);
  // The drawn topic may need more steps than the program should have: then another topic is drawn.
  let best = new Generator(rng.fork()).program(count, aim);
  let fewest = interleavings(best);
  for (let again = 0; again < 100 && fewest > 1.5 * aim; again++) {
    const next = new Generator(rng.fork()).program(count, aim);
    const many = interleavings(next);
    if (many < fewest) [best, fewest] = [next, many];
  }
  return new Rng(seed + 2_000_000_011).chance(alike) ? withThreadsAlike(best, 1.5 * aim) : best;
}

/** All threads do what one of them does, or what two of them do; the largest such program within the limit. */
function withThreadsAlike(p: ProgramTree, most: number): ProgramTree {
  const bodies = p.threads.map((t) => t.body);
  const both = bodies.flatMap((a) => bodies.filter((b) => b !== a).map((b) => [...a, ...b]));
  const alike = [...bodies, ...both].map(
    (body): ProgramTree => ({
      ...p,
      threads: [{ argument: p.threads[0]?.argument ?? null, body, nested: false }],
      copies: p.threads.length - 1,
    }),
  );
  const small = alike.filter((q) => interleavings(q) <= most);
  return small.reduce<ProgramTree | null>((a, b) => (a === null || interleavings(b) > interleavings(a) ? b : a), null) ?? p;
}

const allPlaces = Object.keys(places) as Place[];

class Generator {
  readonly discipline: Discipline;
  /** The program gets deliberate mistakes: a lock not released, main's object freed, an assertion that may fail. */
  readonly careless: boolean;
  /** The pointer `p` is changed while it is dereferenced. */
  readonly #aliases: boolean;
  /** The places that this program uses: few, so that its threads conflict. */
  readonly #places: readonly Place[];
  /** Kinds of statements that this program prefers. */
  readonly #taste: ReadonlySet<Statement["kind"]>;

  constructor(readonly rng: Rng) {
    this.discipline = rng.weighted([
      [22, "none"],
      [26, "lock"],
      [8, "share"],
      [16, "section"],
      [28, "atomic"],
    ]);
    this.careless = this.discipline === "none" || rng.chance(0.45);
    this.#aliases = rng.chance(0.42);
    const unusable = (p: Place): boolean =>
      p === "in" || (this.discipline === "atomic" && isPlainOnly(p)) || (!this.careless && p === "*h");
    const some = rng.shuffle(allPlaces.filter((p) => !unusable(p))).slice(
      0,
      rng.weighted([
        [6, 1],
        [3, 2],
        [1, 3],
      ]),
    );
    this.#taste = new Set(rng.shuffle(optionalKinds).slice(0, rng.between(2, 6)));
    const heap: Place[] = this.careless && this.discipline !== "atomic" && this.#taste.has("free") ? ["*h", "*h"] : [];
    this.#places = this.#aliases
      ? ["*p", "*p", rng.pick(["x", "y", "a[1]", "s.i"]), ...some.slice(0, rng.below(2)), ...heap]
      : [...some, ...heap];
  }

  program(count: number, aim: number): ProgramTree {
    const { rng } = this;
    const bodies: Statement[][] = Array.from({ length: count }, () => []);
    const beside: Statement[] = [];
    const nested = count > 2 && rng.chance(0.2);
    const apart = rng.chance(0.3);
    const base = {
      atomic: this.discipline === "atomic",
      input: rng.chance(0.1) ? rng.between(2, 3) : null,
      semaphore: this.careless ? rng.below(3) : rng.between(1, 2),
      pointer: rng.pick(targets),
      together: rng.chance(count === 2 ? 0.85 : count === 3 ? 0.93 : 1),
      ending: rng.weighted([
        [84, "join"],
        [10, "return"],
        [6, "exit"],
      ] as const),
    };
    const placement: Placement = base.ending === "join" ? rng.pick(["static", "static", "stack", "heap"] as const) : "static";
    const made = (): ProgramTree => ({
      ...base,
      placement,
      threads: bodies.map(
        (body, i): ThreadTree => ({ argument: targets[apart ? i % targets.length : 0] as Target, body, nested: nested && i === count - 1 }),
      ),
      beside,
      after: [],
    });
    if (this.#aliases) this.#moveAndFollow(bodies, base.pointer);
    if (base.input !== null) rng.pick(bodies).push({ kind: "read", place: "in", local: "k" });
    if (this.#taste.has("wait")) {
      const [waiting, other] = rng.shuffle(bodies) as [Statement[], Statement[]];
      waiting.push({ kind: "wait", repeat: rng.chance(this.careless ? 0.6 : 0.9), notes: false });
      if (!this.careless || rng.chance(0.7)) other.push({ kind: "notify", all: rng.chance(0.6) });
    }
    if (this.#taste.has("publish")) {
      const [sender, receiver] = rng.shuffle(bodies) as [Statement[], Statement[]];
      sender.push({ kind: "publish", value: rng.below(3) });
      receiver.push({ kind: "consume", free: true });
    }
    if (this.#taste.has("spin")) this.#handshake(bodies);
    if (this.#taste.has("barrier")) for (const body of rng.shuffle(bodies).slice(0, 2)) body.push({ kind: "barrier" });
    if (this.#taste.has("loop")) rng.pick(bodies).push(this.#guard([this.#loop({ depth: 1, guarded: true })]));
    if (rng.chance(0.5)) this.#decide(rng.pick(bodies));
    // Statements are inserted anywhere, so that the planned ones are not always first.
    for (let failures = 0; failures < 8; ) {
      const empty = bodies.find((b) => b.length === 0);
      const shortest = bodies.reduce((a, b) => (stepsIn(b) < stepsIn(a) ? b : a));
      const list = empty ?? (rng.chance(0.06) ? beside : rng.chance(0.6) ? shortest : rng.pick(bodies));
      const at = rng.below(list.length + 1);
      const meets = empty !== undefined && rng.chance(0.8); // a thread's first statements should conflict with the others
      list.splice(at, 0, meets ? this.#guard([this.#access()]) : this.statement({ depth: 2, guarded: false }));
      if (interleavings(made()) > aim && (empty === undefined || stepsIn(list) > 3)) {
        list.splice(at, 1);
        failures++;
      }
    }
    const after = base.ending === "join" && rng.chance(0.75) ? [this.#assertion(true)] : [];
    return { ...made(), after };
  }

  /** Changes `p` in one thread and dereferences it in another. */
  #moveAndFollow(bodies: readonly Statement[][], pointer: Target): void {
    const { rng } = this;
    const [mover, follower] = rng.shuffle(bodies) as [Statement[], Statement[]];
    mover.push(this.#guard([{ kind: "point", to: rng.pick(targets.filter((t) => t !== pointer)) }]));
    follower.push(
      this.#guard([rng.chance(0.5) ? { kind: "read", place: "*p", local: "k" } : { kind: "write", place: "*p", value: this.#value() }]),
    );
  }

  /** A branch on shared data, or on what was read of it under the lock: its sides may then take locks and return. */
  #decide(body: Statement[]): void {
    const { rng } = this;
    const isFree = this.discipline === "none" || this.discipline === "atomic";
    if (isFree) body.push(this.#branch({ depth: 1, guarded: false }, this.#condition(this.#place())));
    else if (rng.chance(0.4)) body.push(this.#guard([this.#branch({ depth: 1, guarded: true }, this.#condition(this.#place()))]));
    else {
      body.push(this.#guard([{ kind: "read", place: this.#place(), local: "k" }]));
      body.push(this.#branch({ depth: 1, guarded: false }, this.#condition("k")));
    }
  }

  /**
   * A thread busy-waits, with or without reading another place, and another thread lets it continue; or each waits for the other, so that what one read while
   * it waited comes before the other's statements in every run, whether the memory orders imply it or not.
   */
  #handshake(bodies: readonly Statement[][]): void {
    const { rng } = this;
    const [waiting, other] = rng.shuffle(bodies) as [Statement[], Statement[]];
    const weak = rng.chance(0.5);
    const load = (): "relaxed" | "acquire" => (weak && rng.chance(0.7) ? "relaxed" : "acquire");
    const store = (): "relaxed" | "release" => (weak && rng.chance(0.7) ? "relaxed" : "release");
    const spin = (flag: 0 | 1, body: readonly Statement[]): Statement => ({ kind: "spin", flag, order: load(), body });
    // Under a lock each iteration changes something, and would be repeated forever.
    const mayLook = this.careless || this.discipline === "atomic" || this.discipline === "section";
    const look: Statement[] =
      !mayLook || rng.chance(0.3) ? [] : this.discipline === "section" ? [this.#guard([this.#read()])] : [this.#read()];
    waiting.push(spin(0, look));
    other.push({ kind: "go", flag: 0, order: store() });
    if (rng.chance(0.6)) {
      waiting.push({ kind: "go", flag: 1, order: store() });
      other.push(spin(1, []), this.#guard([this.#access()]));
    }
  }

  /** A statement; plain accesses are already allowed (`guarded`), or it first takes what the discipline requires. */
  statement(at: { depth: number; guarded: boolean }): Statement {
    const { rng } = this;
    const free = at.guarded || this.discipline === "none" || this.discipline === "atomic";
    const likes = (kind: Statement["kind"]): boolean => this.#taste.has(kind);
    const inner = { depth: at.depth - 1, guarded: at.guarded };
    const options: [number, () => Statement][] = [];
    const offer = (weight: number, make: () => Statement): void => void options.push([weight, make]);
    if (free) {
      offer(8, () => this.#access());
      offer(3, () => this.#access());
      if (this.#aliases) offer(2, () => ({ kind: "point", to: rng.pick(targets) }));
      if (this.discipline !== "atomic" && this.#places.some((p) => p.startsWith("s."))) offer(2, () => ({ kind: "copy" }));
      if (at.depth > 0) {
        offer(likes("if") ? 9 : 1, () => this.#branch(inner, this.#condition(this.#place())));
        if (likes("loop")) offer(14, () => this.#loop(inner));
        if (rng.chance(0.1)) offer(1, () => ({ kind: "assert", conditions: [this.#claim(this.#place())] }));
      }
      if (this.careless && rng.chance(0.1)) offer(1, () => ({ kind: "leave", condition: this.#condition(this.#place()) }));
    } else offer(9, () => this.#guarded());
    if (!at.guarded) {
      if (likes("lock")) offer(9, () => this.#lock(inner));
      if (likes("wait")) offer(1, () => ({ kind: "notify", all: rng.chance(0.6) }));
      if (likes("take")) offer(6, () => this.#semaphore(inner));
      if (this.careless && likes("barrier")) offer(1, () => ({ kind: "barrier" }));
      if (this.discipline === "none" || this.discipline === "section") offer(this.discipline === "none" ? 2 : 6, () => this.#section());
      if (likes("publish")) offer(4, () => this.#mail());
      if (this.careless && (likes("free") || this.#places.includes("*h"))) offer(6, () => ({ kind: "free" }));
      if (this.careless && rng.chance(0.03)) offer(1, () => ({ kind: "unlock", mutex: "m" }));
    }
    if (likes("atomic")) offer(5, () => ({ kind: "atomic", text: rng.pick(atomicOperations) }));
    if (likes("atomic") || likes("spin")) offer(2, () => ({ kind: "atomic", text: rng.pick(fences) }));
    if (likes("compute"))
      offer(3, () => ({
        kind: "compute",
        text: rng.pick(this.careless || rng.chance(0.3) ? localOperations : localOperations.slice(0, 2)),
      }));
    if (rng.chance(0.4)) offer(1, () => this.#assertion(false));
    return rng.weighted(options)();
  }

  #guarded(): Statement {
    const { rng } = this;
    if (this.discipline === "section") return this.#section();
    if (this.discipline === "share" && rng.chance(0.4)) return { kind: "share", write: false, body: [this.#read()] };
    return this.#guard(this.#body({ depth: 1, guarded: true }, rng.between(1, 3)));
  }

  /** Statements inside the lock or section that the discipline requires. */
  #guard(body: readonly Statement[]): Statement {
    switch (this.discipline) {
      case "lock":
        return { kind: "lock", mutex: "m", attempt: this.rng.chance(0.12), body };
      case "share":
        return { kind: "share", write: true, body };
      case "section":
        return { kind: "section", body };
      default:
        return body[0] as Statement;
    }
  }

  #section(): Statement {
    const { rng } = this;
    const body = Array.from({ length: rng.between(1, 3) }, () => this.#access());
    // Waiting inside a section: it is not begun before the condition holds.
    if (this.#taste.has("assume") && rng.chance(0.4)) {
      const often = {
        left: this.#place(),
        ...rng.pick([
          { relation: "<=", right: 1 },
          { relation: "==", right: 0 },
          { relation: ">", right: 0 },
        ] as const),
      };
      body.unshift({ kind: "assume", condition: often });
    }
    return { kind: "section", body };
  }

  #lock(inner: { depth: number; guarded: boolean }): Statement {
    const { rng } = this;
    // One order of locks, unless careless: m guards the data, o is nested inside.
    const mutex: Mutex = this.careless && rng.chance(0.5) ? "m" : "o";
    const body =
      this.careless && inner.depth > 0 && rng.chance(0.4)
        ? [{ kind: "lock", mutex: mutex === "m" ? "o" : "m", attempt: false, body: this.#body(inner, 1) } satisfies Statement]
        : this.#body({ ...inner, guarded: inner.guarded || this.discipline === "none" }, rng.between(1, 2)).filter(
            (s) => s.kind !== "lock" || this.careless,
          );
    return { kind: "lock", mutex, attempt: rng.chance(0.25), body };
  }

  #semaphore(inner: { depth: number; guarded: boolean }): Statement {
    const { rng } = this;
    if (this.careless && rng.chance(0.3)) return { kind: "post" };
    return { kind: "take", attempt: rng.chance(0.3), back: !this.careless || rng.chance(0.5), body: this.#body(inner, rng.between(0, 1)) };
  }

  #mail(): Statement {
    const { rng } = this;
    return rng.chance(0.5) ? { kind: "publish", value: rng.below(3) } : { kind: "consume", free: !this.careless || rng.chance(0.5) };
  }

  #branch(inner: { depth: number; guarded: boolean }, condition: Condition): Statement {
    const { rng } = this;
    return { kind: "if", condition, then: this.#side(inner), else: rng.chance(0.4) ? this.#side(inner) : [] };
  }

  /** A side of a branch: any statement, or one that makes it hard to do without running it. */
  #side(inner: { depth: number; guarded: boolean }): Statement[] {
    const { rng } = this;
    const options: [number, () => Statement[]][] = [[6, () => this.#body(inner, 1)]];
    // Without a condition that reads: shared data may need a lock.
    if (!inner.guarded) options.push([2, () => [{ kind: "leave", condition: this.#condition(this.#local()) }]]);
    const isFree = inner.guarded || this.discipline === "none" || this.discipline === "atomic";
    if (isFree) options.push([2, () => [this.#loop(inner)]]);
    if (this.#aliases && isFree) options.push([2, () => [{ kind: "point", to: rng.pick(targets) }]]);
    if (this.#places.includes("*p") && isFree) options.push([2, () => [{ kind: "write", place: "*p", value: this.#value() }]]);
    if (!inner.guarded) options.push([2, () => [isFree ? this.#lock({ ...inner, depth: 0 }) : this.#guarded()]]);
    return rng.weighted(options)();
  }

  #loop(inner: { depth: number; guarded: boolean }): Statement {
    return { kind: "loop", condition: this.#condition(this.#place()), times: 2, body: this.#body({ ...inner, depth: 0 }, 1) };
  }

  #body(at: { depth: number; guarded: boolean }, count: number): Statement[] {
    return Array.from({ length: count }, () => this.statement(at));
  }

  #access(): Statement {
    const { rng } = this;
    const place = this.#place();
    switch (rng.below(10)) {
      case 0:
      case 1:
      case 2:
        return this.#read(place);
      case 3:
      case 4:
      case 5: {
        // None of these is the address of an object: computing with one would depend on where objects lie.
        const wide = this.#taste.has("compute") && rng.chance(0.4);
        const operators = this.discipline === "atomic" ? (["+=", "-=", "|="] as const) : (["+=", "-=", "|=", "*=", "<<="] as const);
        return {
          kind: "update",
          place,
          operator: rng.pick(operators),
          by: wide ? rng.pick([2147483647, 30, 1173741824]) : rng.between(1, 2),
        };
      }
      default:
        return { kind: "write", place, value: this.#value() };
    }
  }

  #read(place = this.#place()): Statement {
    return { kind: "read", place, local: this.#local() };
  }

  /** Under the atomic discipline only places that have an atomic form. */
  #place(): Place {
    return this.rng.pick(this.#places);
  }

  #local(): Local {
    return this.rng.chance(0.7) ? "k" : "l";
  }

  #value(): Value {
    const { rng } = this;
    return rng.weighted<() => Value>([
      [60, () => ({ kind: "constant", value: rng.below(4) })],
      [30, () => ({ kind: "local", local: this.#local(), plus: rng.below(2) })],
      [8, () => ({ kind: "input" })],
    ])();
  }

  #condition(left: Place | Local): Condition {
    const { rng } = this;
    return { left, relation: rng.pick(["==", "!=", "<", ">", "<="]), right: rng.below(3) };
  }

  /** A condition that may hold or not; if careful, one that usually holds. */
  #claim(left: Place | Local): Condition {
    const { rng } = this;
    return this.careless || rng.chance(0.6)
      ? { left, relation: rng.pick(["!=", "<="]), right: rng.below(4) }
      : { left, relation: rng.pick(["!=", "<"]), right: rng.between(5, 200) };
  }

  #assertion(over: boolean): Statement {
    const { rng } = this;
    // After the joins any place is allowed; `*h` may have been freed by then.
    const usable = this.#places.filter((p) => p !== "*h" && p !== "*(int *)arg");
    const left = (): Place | Local => (over && usable.length > 0 ? rng.pick(usable) : this.#local());
    return { kind: "assert", conditions: Array.from({ length: rng.chance(0.75) ? 1 : 2 }, () => this.#claim(left())) };
  }
}

const fences = atomicOperations.filter((text) => text.includes("fence"));

const isPlainOnly = (p: Place): boolean => (places[p] as PlaceInfo).plainOnly === true;

const readSteps = (left: Place | Local): number => (isPlace(left) ? places[left].steps : 0);

/** Visible steps of a list, along its longest path. Steps under a lock interleave less, and count less. */
export function stepsIn(list: readonly Statement[]): number {
  return list.reduce((sum, s) => sum + stepsOf(s), 0);
}

function stepsOf(s: Statement): number {
  switch (s.kind) {
    case "write":
      return readSteps(s.place) + (s.place.startsWith("f.") ? 1 : 0);
    case "read":
      return readSteps(s.place);
    case "update":
      return readSteps(s.place) + 1;
    case "compute":
      return 0.2;
    case "section":
    case "post":
    case "point":
    case "atomic":
    case "free":
    case "unlock":
      return 1;
    case "unwritten":
      return 0.2;
    case "weak":
      return s.retry ? 3 : 1.5;
    case "below":
      return 0.5;
    case "remember":
      return 2;
    case "again":
      return 2 + stepsIn(s.then);
    case "lock":
    case "share":
    case "take":
      return 2 + 0.5 * stepsIn(s.body);
    case "go":
      return 1;
    case "spin":
      return 3 + 3 * stepsIn(s.body); // an idle iteration that reads something is executed at most twice
    case "wait":
      return 2.5;
    case "notify":
      return 2.5;
    case "barrier":
      return 1.5;
    case "copy":
    case "publish":
      return 2;
    case "consume":
      return 2.2;
    case "assert":
      return s.conditions.reduce((sum, c) => sum + readSteps(c.left), 0.2);
    case "assume":
    case "leave":
      return readSteps(s.condition.left);
    case "if":
      return readSteps(s.condition.left) + Math.max(stepsIn(s.then), stepsIn(s.else));
    case "loop":
      return s.times * (readSteps(s.condition.left) + stepsIn(s.body)) + readSteps(s.condition.left);
  }
}

function inputsIn(list: readonly Statement[]): number {
  return JSON.stringify(list).split('"kind":"input"').length - 1;
}

/** The approximate number of interleavings: the ways to merge the threads' steps, times the values of inputs. */
export function interleavings(p: ProgramTree): number {
  const n = p.threads.length + (p.copies ?? 0);
  const main = (p.together ? 0.3 : 1.35 * n - 0.5) + stepsIn(p.beside) + { join: 0, return: 1, exit: 2.5 }[p.ending];
  const found = p.placement === "static" ? 1 : 2; // a thread reads the addresses of its locks
  const bodies = [...p.threads, ...Array.from({ length: p.copies ?? 0 }, () => p.threads[0] as ThreadTree)].map((t) => t.body);
  const lengths = [...bodies.map((body) => stepsIn(body) + found), main];
  const total = lengths.reduce((a, b) => a + b, 0);
  const log = logFactorial(total) - lengths.reduce((sum, n) => sum + logFactorial(n), 0);
  const inputs = bodies.reduce((sum, body) => sum + inputsIn(body), inputsIn(p.beside));
  return Math.exp(log) * 2 ** inputs * (p.input ?? 1);
}

/** Stirling's formula, accurate enough from 0 upwards (Gosper). */
function logFactorial(n: number): number {
  return 0.5 * Math.log((2 * n + 1 / 3) * Math.PI) + n * Math.log(Math.max(n, 1e-9)) - n;
}
