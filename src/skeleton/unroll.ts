// One thread of a bounded program, unrolled: calls inlined, loops up to their bounds, both sides of every branch, paths merged
// where they meet (STAGED §3–4). In: an entry function and what earlier rounds know. Out: the thread's chain of events.
//
// States are taken up in the order of the loop structure (analysis/weak-order.ts): all paths to a place arrive before it is left, so
// every place is passed once per iteration, with one merged state. A thread that stops (an error, a false assumption, a cut loop, a
// wait that never ends) is said by `active`, one term for the whole chain, and not by path conditions, which so stay small.

import type { LoopStructure } from "../analysis/weak-order.ts";
import { propertyOf } from "../execution/errors.ts";
import { formatNumber } from "../execution/format.ts";
import type { MemoryOrder, Operand, Operation, Register, Scalar, Terminator } from "../program/operations.ts";
import { storeSize } from "../program/operations.ts";
import { codeBase, codeStride, type FunctionBody, functionAddress } from "../program/program.ts";
import { dependsOn } from "../terms/depends.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import * as arithmetic from "./arithmetic.ts";
import type { Bytes } from "./bytes.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Heed } from "./limits.ts";
import { Path } from "./path.ts";
import type { Round } from "./round.ts";
import { Section } from "./section.ts";
import type { Access, Failure, SharedObject, Site, SkeletonEvent, SkeletonThread } from "./skeleton.ts";
import { applySummary, type Summary } from "./summaries.ts";
import { Beyond, type MemoryHost, type Place, ThreadMemory } from "./thread-memory.ts";
import type { PossibleValues, ValueSet } from "./value-set.ts";
import type { VersionedMap } from "./versioned-map.ts";

interface Frame {
  readonly function: number;
  readonly body: FunctionBody;
  readonly library: boolean;
  readonly key: string;
  readonly parent: Frame | null;
  readonly depth: number;
  readonly variadic: Term;
  /** Objects whose life ends with the frame. */
  readonly stack: SharedObject[];
  /** Text with numbers in it that are not known was formatted: lengths are made up. */
  inexact: boolean;
  /** Paths on which a step has told the code something about other threads without ordering it after them. */
  unordered: Term;
  /** Index of the first operation of each block, as the executor counts. */
  readonly first: readonly number[];
}

interface Pending {
  readonly block: number;
  readonly order: readonly number[];
  readonly iterations: readonly number[]; // of the loops around the block
  readonly cuttable: readonly number[]; // of these, how many the path condition has changed in
  /** Length of the chain when the innermost loop was entered. */
  readonly events: number;
  /** How things stood at the heads of the loops around the block, in this iteration. */
  heads: readonly (Standing | undefined)[];
  path: Path;
  registers: (Term | undefined)[];
}

/** A thread's state at the head of a loop. */
interface Standing {
  readonly registers: readonly (Term | undefined)[];
  readonly guard: Term;
  readonly memory: VersionedMap<Bytes>;
  readonly events: number;
  readonly open: number;
  /** An iteration earlier. */
  readonly previous: Standing | undefined;
}

/** A loop whose conditions are known goes round so often, if its body makes events: what is known may change from round to round. */
const certainRounds = 40;

type Event = SkeletonEvent & { executed: Term };

/** Functions of the library that print: what they return about unknown numbers is unknown, too. Anything else made of such text is beyond us. */
const printers: ReadonlySet<string> = new Set(["print_stream", "print_descriptor"]);
const partOfAddress = "a number that depends on where objects lie";
/** The one that tells the program how long the text is so far: printf's %n. */
const teller = "store_count";

export class ThreadUnroller implements MemoryHost {
  readonly terms: Terms;
  readonly knowledge: Knowledge;
  readonly possible: PossibleValues;
  readonly name: string;
  readonly heed: Heed;
  readonly memory: ThreadMemory;
  /** The thread gets this far. */
  active: Term;
  #single: Section | null = null;
  #site: Site = { function: 0, operation: 0, at: 0 };
  #frame: Frame | null = null;
  #transfer: { readonly size: number; readonly content: (from: number, size: number) => Term } = {
    size: 0,
    content: () => this.terms.false,
  };
  readonly #startedInSection: { readonly when: Term; readonly entry: number; readonly self: Term; readonly thread: SkeletonThread }[] = [];
  #firstSection = true;
  #lastSection: Section | null = null;
  /** The thread's instances of thread-local variables. */
  readonly #locals = new Set<SharedObject>();

  constructor(
    readonly round: Round,
    readonly thread: SkeletonThread,
    started: Term,
    readonly self: Term,
  ) {
    this.terms = round.terms;
    this.knowledge = round.knowledge;
    this.possible = round.possible;
    this.name = thread.name;
    this.heed = round.heed;
    this.memory = new ThreadMemory(this);
    this.active = started;
  }

  run(entry: number): void {
    const args = this.round.program.functions[entry]?.body().params.length === 1 ? [this.self] : [];
    const end = this.#call(entry, args, Path.start(this.terms), null, "", this.#pointer(0n));
    if (end !== null) this.#finish(end.path);
  }

  #finish(path: Path): void {
    this.#leaveSection(path);
    this.thread.finished = this.terms.or(this.thread.finished, this.terms.and(path.guard.term, this.active));
  }

  // ---- control

  /** Runs a function on a path. Null: no path comes back. */
  #call(
    id: number,
    args: readonly Term[],
    path: Path,
    parent: Frame | null,
    key: string,
    variadic: Term,
  ): { path: Path; results: Term[] } | null {
    const f = this.round.program.functions[id];
    if (f === undefined) throw new Beyond("a call of no function");
    if (f.external) throw new Beyond(`the function ${f.name}, which is defined nowhere`);
    const { body, loops, first } = this.round.functionInfo(id);
    const depth = (parent?.depth ?? 0) + 1;
    const frame: Frame = {
      function: id,
      body,
      library: f.library,
      key,
      parent,
      depth,
      variadic,
      stack: [],
      inexact: false,
      unordered: this.terms.false,
      first,
    };
    if (depth > 200 || this.#isTooDeep(frame, path)) {
      this.#cut(path, `${f.name}()`, f.position);
      return null;
    }
    if (!f.library) this.#noteCallback(parent, path);
    const summary = this.#summaryOf(id, args, key);
    if (summary !== null) return { path, results: this.#applySummary(summary, args, path) };
    if (f.library && f.name === teller)
      for (let g = parent; g !== null; g = g.parent) if (g.inexact) throw new Beyond("the length of text that is not known");
    const registers: (Term | undefined)[] = new Array(body.registers.length);
    body.params.forEach((r, i) => {
      const arg = args[i] ?? this.terms.constant(0n, (body.registers[r] as Scalar).bits);
      if (arg.width !== (body.registers[r] as Scalar).bits) throw new Beyond(`a call of ${f.name} with arguments of other types`);
      registers[r] = arg;
    });
    const outer = this.#frame;
    this.#frame = frame;
    let end: { path: Path; results: Term[] } | null;
    try {
      end = this.#walk(frame, loops, path, registers);
    } finally {
      this.#frame = outer;
    }
    if (end === null) return null;
    this.#release(frame, end.path, 0);
    if (frame.unordered !== this.terms.false && parent !== null) {
      if (parent.library) parent.unordered = this.terms.or(parent.unordered, frame.unordered);
      else this.round.unordered = true;
    }
    if (frame.inexact) {
      if (printers.has(f.name)) {
        this.round.invents = true;
        return { path: end.path, results: end.results.map((r) => this.#fresh("printed", r.width)) };
      }
      if (!parent?.library) throw new Beyond("text made of numbers that are not known");
      parent.inexact = true;
    }
    return end;
  }

  /** What a function that only computes comes to, whatever its arguments. */
  #summaryOf(id: number, args: readonly Term[], key: string): Summary | null {
    const { body } = this.round.functionInfo(id);
    const widths = body.params.map((r) => (body.registers[r] as Scalar).bits);
    if (this.round.options.equations || args.length !== widths.length || args.some((a, i) => a.width !== widths[i])) return null;
    if (args.some((a) => this.round.layout.isAddress(a))) return null; // what it does with it must be seen
    return this.round.summaries.of(id, args, () => {
      const { round, thread, active, terms } = this;
      const parameters = widths.map((bits) => round.variable("parameter", bits, null));
      const before = { events: round.events.length, own: thread.events.length, cuts: round.cuts.length };
      this.active = terms.true;
      let end: { path: Path; results: Term[] } | null = null;
      try {
        end = this.#call(id, parameters, Path.start(terms), null, key, this.#pointer(0n));
      } catch (error) {
        if (!(error instanceof Beyond)) throw error;
      }
      this.active = active;
      const events = round.events.splice(before.events);
      thread.events.length = before.own;
      const isCut = round.cuts.length > before.cuts;
      round.cuts.length = before.cuts;
      if (end === null || isCut || end.path.guard.term !== terms.true) return null;
      return { parameters, results: end.results, failures: events.flatMap((e) => e.failures.map((f) => ({ ...f, site: e.site }))) };
    });
  }

  #applySummary(summary: Summary, args: readonly Term[], path: Path): Term[] {
    const { results, failures } = applySummary(this.terms, summary, args);
    for (const f of failures) {
      this.#site = f.site;
      this.#fail(path, f.property, f.kind, f.when, f.message, f.harmless);
    }
    return results.slice();
  }

  /** Recursion: the same function on the stack more often than its bound, with a condition in between. */
  #isTooDeep(frame: Frame, path: Path): boolean {
    let same = 0;
    for (let f = frame.parent; f !== null; f = f.parent) if (f.function === frame.function) same++;
    return (
      same > 0 &&
      path.guard.term !== this.terms.true &&
      same > this.round.boundOf(`${this.round.program.functions[frame.function]?.name}()`)
    );
  }

  #walk(frame: Frame, loops: LoopStructure, path: Path, registers: (Term | undefined)[]): { path: Path; results: Term[] } | null {
    const pending = new Map<string, Pending>();
    let returned: { path: Path; results: Term[] } | null = null;
    const arrive = (from: Pending | null, block: number, at: Path, values: (Term | undefined)[]): void => {
      if (at.guard.term === this.terms.false) return;
      const place = loops.places[block];
      if (place === undefined) throw new Error("control reaches a block that no edge leads to");
      const iterations: number[] = [];
      const cuttable: number[] = [];
      const around = from === null ? [] : (loops.places[from.block]?.loops ?? []);
      let shared = true;
      const heads: (Standing | undefined)[] = [];
      place.loops.forEach((head, level) => {
        shared &&= around[level] === head;
        heads.push(shared ? from?.heads[level] : undefined);
        if (!shared) {
          iterations.push(0);
          cuttable.push(0);
        } else {
          const back = block === head;
          const p = from as Pending;
          const counted = back && at.guard.term !== p.heads[level]?.guard ? 1 : 0; // the loop's own conditions decide
          iterations.push((p.iterations[level] as number) + (back ? 1 : 0));
          cuttable.push((p.cuttable[level] as number) + counted);
          if (back) shared = false;
        }
      });
      const standing = from !== null && around.includes(block) ? from.heads[around.indexOf(block)] : undefined;
      for (let earlier = standing, n = 0; earlier !== undefined && n < 8; earlier = earlier.previous, n++)
        if (this.#isIdle(frame, block, earlier, at, values)) return this.#stop(at, this.terms.true);
      const order: number[] = [];
      place.positions.forEach((position, level) => {
        order.push(position);
        if (level < iterations.length) order.push(iterations[level] as number);
      });
      const key = order.join();
      const there = pending.get(key);
      if (there === undefined) {
        const entered = from !== null && iterations.some((n) => n > 0) ? from.events : this.thread.events.length;
        pending.set(key, { block, order, iterations, cuttable, events: entered, heads, path: at, registers: values });
        return;
      }
      const { path: merged, condition } = there.path.merge(at, this.heed);
      const mine = there.registers;
      there.registers = mine.map((v, i) => {
        const w = values[i];
        return v === undefined ? w : w === undefined || v === w ? v : this.#joined(this.terms.ite(condition, v, w));
      });
      for (let i = mine.length; i < values.length; i++) there.registers[i] = values[i];
      there.path = merged;
    };
    arrive(null, 0, path, registers);
    while (pending.size > 0) {
      let next: Pending | null = null;
      for (const p of pending.values()) if (next === null || precedes(p.order, next.order)) next = p;
      const here = next as Pending;
      pending.delete(here.order.join());
      this.round.countWork(1);
      const head = here.iterations.length > 0 && loops.places[here.block]?.loops.at(-1) === here.block;
      if (head) {
        const name = `${this.round.program.functions[frame.function]?.name}:${here.block}`;
        const bound = this.round.boundOf(name);
        const rounds = here.iterations.at(-1) as number;
        const limit = this.thread.events.length > here.events ? Math.max(bound, certainRounds) : 20_000;
        if ((here.cuttable.at(-1) as number) > bound || rounds > limit) {
          const block = frame.body.blocks[here.block];
          this.#cut(here.path, name, block?.terminator.at || (block?.operations[0]?.at ?? 0));
          continue;
        }
      }
      if (head) {
        const standing = {
          registers: here.registers.slice(),
          guard: here.path.guard.term,
          previous: here.heads[here.iterations.length - 1],
          memory: here.path.keepMemory(),
          events: this.thread.events.length,
          open: this.thread.open.length,
        };
        here.heads = [...here.heads.slice(0, here.iterations.length - 1), standing];
      }
      const result = this.#block(frame, here, arrive);
      if (result !== null) returned = returned === null ? result : mergeReturns(this.round, returned, result);
    }
    return returned;
  }

  /** What two paths bring together. Where assignments are kept as equations, so are joins; pointers are looked into. */
  #joined(value: Term): Term {
    return value.width < this.round.program.pointerBits ? this.round.named(value) : value;
  }

  /**
   * The iteration that comes back here has changed nothing: not the registers that matter, not the thread's own memory, nothing shared.
   * Whoever goes round once more could as well not have gone round: the path ends here, and nothing is lost (algorithms.md §1, spin loops;
   * any iteration may be the first, so accesses and errors of the others are seen there).
   */
  #isIdle(frame: Frame, head: number, before: Standing, path: Path, registers: readonly (Term | undefined)[]): boolean {
    if (path.section !== null || this.thread.open.length !== before.open) return false;
    const { live } = this.round.functionInfo(frame.function);
    for (const r of live.before(frame.first[head] as number)) if (registers[r] !== before.registers[r]) return false;
    const hasChanged = before.memory.differs(path.memory, (object, bytes, now) => {
      const then = bytes ?? path.origins.get(object);
      return then !== undefined && (now === undefined || !now.equals(then)); // what is new is nobody's concern
    });
    if (hasChanged) return false;
    for (let i = before.events; i < this.thread.events.length; i++) {
      const e = this.thread.events[i] as SkeletonEvent;
      if (e.starts.length > 0) return false;
      for (const a of e.accesses)
        if (a.kind === "write" && !this.round.excludes(path.guard.term, a.when) && !this.#isSilent(path, e, a)) return false;
    }
    return true;
  }

  /** An atomic update that, on this path, puts back what it found: a test-and-set that fails. */
  #isSilent(path: Path, e: SkeletonEvent, write: Access): boolean {
    const { terms } = this;
    const [to] = write.targets;
    const read = e.accesses.find((a) => {
      const [from] = a.targets;
      return a.kind === "read" && a.size === write.size && from?.object === to?.object && from?.offset === to?.offset;
    });
    if (read?.value == null) return false;
    const same = this.round.expand(terms.eq(read.value, write.content(0, write.size)));
    if (same === terms.true) return true;
    const outcomes = this.possible.under(this.round.expand(path.guard.term), same);
    return outcomes?.size === 1 && outcomes.has(1n);
  }

  /** The operations of a block, and on. Gives back what returns. */
  #block(
    frame: Frame,
    here: Pending,
    arrive: (from: Pending, block: number, path: Path, registers: (Term | undefined)[]) => void,
  ): { path: Path; results: Term[] } | null {
    const block = frame.body.blocks[here.block] as FunctionBody["blocks"][number];
    const registers = here.registers;
    let path: Path | null = here.path;
    const base = frame.first[here.block] as number;
    this.round.countWork(block.operations.length);
    for (const [i, o] of block.operations.entries()) {
      this.heed();
      this.#site = { function: frame.function, operation: base + i, at: o.at };
      path = this.#guarded(path, (p) => this.#operation(frame, o, p, registers, `${frame.key}/${here.order.join()}:${i}`));
      if (path === null) return null;
    }
    this.#site = { function: frame.function, operation: base + block.operations.length, at: block.terminator.at };
    let result: { path: Path; results: Term[] } | null = null;
    const at = path;
    this.#guarded(at, (p) => {
      result = this.#terminate(frame, block.terminator, p, registers, (target, q, r) => arrive({ ...here, path: p }, target, q, r));
      return p;
    });
    return result;
  }

  /** What cannot be followed stops the thread here, visibly. */
  #guarded(path: Path, work: (path: Path) => Path | null): Path | null {
    try {
      return work(path);
    } catch (error) {
      if (!(error instanceof Beyond)) throw error;
      this.#fail(path, "unsupported", "unsupported", this.terms.true, error.what);
      this.#closeSingle();
      path.section = null;
      path.depth = 0;
      return null;
    }
  }

  #terminate(
    frame: Frame,
    t: Terminator,
    path: Path,
    registers: (Term | undefined)[],
    go: (target: number, path: Path, registers: (Term | undefined)[]) => void,
  ): { path: Path; results: Term[] } | null {
    const { terms } = this;
    const operand = (o: Operand): Term => this.#operand(o, registers, frame.function);
    const split = (condition: Term, then: (p: Path) => void, otherwise: (p: Path) => void): void => {
      if (condition === terms.true) return then(path);
      if (condition === terms.false) return otherwise(path);
      const side = path.fork(condition);
      const rest = path.fork(terms.not(condition));
      then(side);
      otherwise(rest);
    };
    switch (t.op) {
      case "jump":
        go(t.target, path, registers);
        return null;
      case "branch":
        if (t.then === t.otherwise) go(t.then, path, registers);
        else
          split(
            operand(t.condition),
            (p) => go(t.then, p, registers.slice()),
            (p) => go(t.otherwise, p, registers.slice()),
          );
        return null;
      case "switch": {
        const on = operand(t.on);
        const targets = new Map<number, Term[]>();
        for (const c of t.cases) {
          const conditions = targets.get(c.target) ?? [];
          conditions.push(terms.eq(on, terms.constant(c.value, t.bits)));
          targets.set(c.target, conditions);
        }
        const list = [...targets].filter(([target]) => target !== t.fallback);
        const next = (i: number, p: Path): void => {
          const entry = list[i];
          if (p.guard.term === terms.false) return;
          if (entry === undefined) return go(t.fallback, p, registers.slice());
          const condition = terms.any(entry[1]);
          if (condition === terms.true) return go(entry[0], p, registers.slice());
          if (condition === terms.false) return next(i + 1, p);
          const side = p.fork(condition);
          const rest = p.fork(terms.not(condition));
          go(entry[0], side, registers.slice());
          next(i + 1, rest);
        };
        next(0, path);
        return null;
      }
      case "indirect-jump": {
        const address = operand(t.address);
        const values = this.possible.of(address);
        if (values === null) throw new Beyond("a computed goto that may lead anywhere");
        for (const v of values) {
          const target = Number(v) - functionAddress(frame.function) - 1;
          const here = terms.eq(address, terms.constant(v, address.width));
          if (frame.body.blocks[target] === undefined) this.#fail(path, "memory", "invalid-call", here, "");
          else go(target, path.fork(here), registers.slice());
        }
        return null;
      }
      case "return":
        return { path, results: t.values.map(operand) };
      case "unreachable":
        this.#fail(path, "memory", "unreachable", terms.true, "unreachable");
        return null;
    }
  }

  // ---- operations

  #operand(o: Operand, registers: readonly (Term | undefined)[], self: number): Term {
    const { terms } = this;
    switch (o.kind) {
      case "register": {
        const { bits } = (this.#frame as Frame).body.registers[o.register] as Scalar;
        return registers[o.register] ?? terms.constant(0n, bits);
      }
      case "integer":
        return terms.constant(o.value, o.bits);
      case "float":
        return terms.constant(o.image, o.bits);
      case "object":
        return this.#pointer(this.knowledge.global(o.object).address + BigInt(o.offset));
      case "function":
        return this.#pointer(BigInt(functionAddress(o.function)));
      case "block":
        return this.#pointer(BigInt(functionAddress(self) + 1 + o.block));
    }
  }

  #pointer(value: bigint): Term {
    const bits = this.round.program.pointerBits;
    return this.terms.constant(BigInt.asUintN(bits, value), bits);
  }

  #operation(frame: Frame, o: Operation, path: Path, registers: (Term | undefined)[], key: string): Path | null {
    const { terms } = this;
    const operand = (x: Operand): Term => this.#operand(x, registers, frame.function);
    const set = (r: Register, value: Term | null): void => {
      if (value === null) throw new Beyond("floating-point arithmetic on values that are not known");
      registers[r] = this.round.named(value);
    };
    const byCases = (operands: readonly Operand[], compute: (values: readonly Term[]) => Term | null): Term | null =>
      arithmetic.computeByCases(terms, (t) => this.possible.of(t), operands.map(operand), compute);
    switch (o.op) {
      case "move":
        set(o.to, operand(o.from));
        return path;
      case "integer": {
        this.#noteLayout(frame, path, () => this.round.layout.integer(o, operand(o.left), operand(o.right)));
        const { value, overflow, fault } = arithmetic.computeInteger(terms, o, operand(o.left), operand(o.right));
        if (overflow !== undefined && !frame.library) this.#fail(path, "overflow", "signed-overflow", overflow, "overflow", true);
        if (fault !== undefined) this.#fail(path, "overflow", fault.kind, fault.when, fault.kind);
        set(o.to, value);
        return path;
      }
      case "compare":
        this.#noteLayout(frame, path, () => this.round.layout.compare(o, operand(o.left), operand(o.right)));
        set(o.to, this.#decided(terms[o.predicate](operand(o.left), operand(o.right))));
        return path;
      case "float":
        set(
          o.to,
          byCases([o.left, o.right], ([a, b]) => arithmetic.computeFloat(terms, o, a as Term, b as Term)),
        );
        return path;
      case "float-negate":
        set(o.to, arithmetic.negateFloat(terms, operand(o.from)));
        return path;
      case "float-compare":
        set(
          o.to,
          byCases([o.left, o.right], ([a, b]) => arithmetic.computeFloatCompare(terms, o, a as Term, b as Term)),
        );
        return path;
      case "convert":
        this.#noteLayout(frame, path, () => this.round.layout.convert(o, operand(o.from)));
        set(
          o.to,
          byCases([o.from], ([a]) => arithmetic.computeConvert(terms, o, a as Term)),
        );
        return path;
      case "select":
        set(o.to, terms.ite(operand(o.condition), operand(o.then), operand(o.otherwise)));
        return path;
      case "builtin":
        this.#noteLayout(frame, path, () => terms.boolean(o.args.some((x) => this.round.layout.isAddress(operand(x)))));
        set(o.to, arithmetic.computeBuiltin(terms, o, o.args.map(operand)));
        return path;
      case "checked": {
        const { value, overflow } = arithmetic.computeChecked(terms, o, operand(o.left), operand(o.right));
        set(o.to, value);
        set(o.overflow, overflow);
        return path;
      }
      case "load":
      case "store":
      case "update":
      case "compare-exchange":
      case "copy-in":
      case "copy-out":
      case "fill":
        this.#access(o, path, registers, operand);
        this.#closeSingle();
        return path;
      case "wander": {
        const place = this.memory.locate(path, operand(o.address), operand(o.base), 0, false);
        const strays = terms.any(place.faults.filter((f) => f.kind === "out-of-bounds").map((f) => f.when));
        this.#fail(path, "unsupported", "unsupported", strays, "pointer arithmetic that leaves its object");
        return path;
      }
      case "clear": {
        const size = this.#known(operand(o.size), "the size of a block");
        const place = this.memory.locate(path, operand(o.address), null, size);
        if (size > 0) this.memory.write(path, place, size, (_, length) => terms.constant(0n, 8 * length), { atomic: true });
        this.#closeSingle(false);
        return path;
      }
      case "stack-allocate":
        set(
          o.to,
          this.#allocate(path, operand(o.size), key, o.align, this.round.program.variables[o.variable]?.name ?? "", "stack", frame),
        );
        return path;
      case "stack-mark":
        set(o.to, this.#pointer(BigInt(frame.stack.length)));
        return path;
      case "stack-reset":
        this.#release(frame, path, this.#known(operand(o.mark), "the mark of the stack"));
        return path;
      case "heap-allocate": {
        const internal = this.#known(operand(o.internal), "the kind of an allocation");
        const align = this.#known(operand(o.align), "an alignment");
        set(o.to, this.#allocate(path, operand(o.size), key, align, "", internal === 0 ? "heap" : "internal", null));
        return path;
      }
      case "heap-free":
        this.#free(path, operand(o.address));
        this.#closeSingle();
        return path;
      case "heap-size": {
        let size: Term = this.#pointer(0n);
        for (const { object, when } of this.#heapObjects(path, operand(o.address)))
          size = terms.ite(when, this.#pointer(BigInt(object.size)), size);
        this.#closeSingle();
        set(o.to, size);
        return path;
      }
      case "thread-local":
        set(o.to, this.#pointer(this.#threadLocal(o.object).address));
        return path;
      case "call":
        return this.#callOperation(frame, o, path, registers, key, operand);
      case "variadic-area":
        set(o.to, frame.variadic);
        return path;
      case "set-jump":
        set(o.to, terms.constant(0n, 32));
        return path;
      case "long-jump":
        throw new Beyond("longjmp");
      case "acquire":
      case "release": {
        const edge = { object: operand(o.object), index: operand(o.index), when: path.guard.term };
        const event = path.section?.event ?? this.#newEvent(path, false);
        (o.op === "acquire" ? event.acquires : event.releases).push(edge);
        if (o.op === "acquire" && path.section !== null) path.section.acquired = terms.or(path.section.acquired, path.guard.term);
        return path;
      }
      case "fence":
        this.round.fenced = true;
        return path;
      case "lock-note":
      case "thread-label":
      case "output":
        return path;
      case "atomic-begin":
        this.#beginSection(path, o.user);
        return path;
      case "atomic-end":
        if (path.section !== null && path.depth === 1 && !path.section.user) this.#noteOrder(frame, path, path.section, registers);
        this.#endSection(path);
        return path;
      case "block-until":
        this.#block_until(path, terms.ne(operand(o.condition), zeroOf(terms, operand(o.condition))), true);
        return path;
      case "assume": {
        const condition = operand(o.condition);
        const holds = terms.ne(condition, zeroOf(terms, condition));
        const { section } = path;
        const asked = section === null ? terms.true : terms.and(path.guard.term, section.asked);
        if (section !== null) this.#block_until(path, terms.or(holds, asked), false);
        this.#stop(path, terms.and(asked, terms.not(holds)));
        return section === null || asked === terms.false || holds === terms.true ? path : this.#within(path, holds);
      }
      case "choose": {
        const count = operand(o.count);
        const counts = this.possible.of(count);
        const most = counts === null ? terms.range(count).high : Number([...counts].reduce((a, b) => (a > b ? a : b), 0n));
        const values = most <= 16 ? new Set(Array.from({ length: Math.max(most, 1) }, (_, i) => BigInt(i))) : null;
        const one = terms.constant(1n, count.width);
        if (terms.ule(count, one) === terms.true) {
          set(o.to, terms.constant(0n, count.width));
          return path;
        }
        const v = this.round.variable("choice", count.width, values);
        const several = terms.ugt(count, one);
        this.round.assumptions.push(terms.ite(several, terms.ult(v, count), terms.eq(v, zeroOf(terms, v))));
        this.thread.open.push({ kind: "choice", variable: v, when: terms.all([path.guard.term, this.active, several]) });
        set(o.to, v);
        return path;
      }
      case "input": {
        const bits = this.#known(operand(o.bits), "the width of an input");
        const v = this.round.variable("input", bits, bits <= 4 ? new Set(Array.from({ length: 2 ** bits }, (_, i) => BigInt(i))) : null);
        this.thread.open.push({ kind: "input", variable: v, when: terms.and(path.guard.term, this.active) });
        if (path.section !== null) path.section.asked = terms.or(path.section.asked, path.guard.term);
        set(o.to, terms.zext(v, (frame.body.registers[o.to] as Scalar).bits));
        return path;
      }
      case "thread-start":
        set(o.to, this.#startThread(path, operand(o.entry), operand(o.self), key));
        return path;
      case "thread-exit":
        this.#resumeSection(path);
        for (let f: Frame | null = frame; f !== null; f = f.parent) this.#release(f, path, 0);
        for (const object of this.#locals) this.memory.kill(path, object, terms.true);
        this.#closeSingle();
        this.#finish(path);
        return null;
      case "thread-self":
        set(o.to, this.self);
        return path;
      case "thread-slot":
        set(o.to, terms.constant(BigInt(this.thread.index), 32));
        return path;
      case "process-end": {
        const event = this.#eventFor(path, true);
        event.ends = terms.or(event.ends, path.guard.term);
        this.#stop(path, terms.true);
        this.#leaveSection(path);
        this.#closeSingle();
        return null;
      }
      case "error":
        this.#eventFor(path, true);
        this.#fail(path, propertyOf(o.error), o.error, terms.true, o.message ?? "");
        this.#closeSingle();
        return null;
      case "unsupported":
        throw new Beyond(o.what ?? this.#text(operand(o.text as Operand)));
      case "option": {
        const { machine } = this.round;
        const which = this.#known(operand(o.which), "an option");
        const chosen = [false, machine.spuriousWakeups, machine.spuriousFailures, machine.allocationMayFail][which];
        set(o.to, terms.constant(chosen ? 1n : 0n, (frame.body.registers[o.to] as Scalar).bits));
        return path;
      }
      case "format-number":
        set(o.to, this.#formatNumber(frame, path, o.args.map(operand)));
        return path;
      case "parse-double":
      case "math":
        throw new Beyond("floating-point functions");
    }
  }

  /** What would be another number if objects lay elsewhere is no fact about the program. The library's own code does the right thing with it. */
  #noteLayout(frame: Frame, path: Path, when: () => Term): void {
    if (!frame.library) this.#fail(path, "unsupported", "unsupported", when(), partOfAddress);
  }

  /** The same, where bytes of a pointer are read as numbers. */
  #notePartOfAddress(path: Path, place: Place, size: number): void {
    if (8 * size >= this.round.program.pointerBits) return;
    const isAddress = (t: Term): boolean => this.round.layout.isAddress(t);
    for (const t of place.targets)
      if (this.memory.isPartOf(path, t, size, isAddress)) this.#fail(path, "unsupported", "unsupported", t.when, partOfAddress);
  }

  /** A condition over one variable of few values may have only one outcome. */
  #decided(condition: Term): Term {
    const outcomes = condition.op === "constant" ? null : this.possible.outcomes(condition);
    return outcomes?.size === 1 ? this.terms.constant([...outcomes][0] as bigint, 1) : condition;
  }

  /** A fresh object; one for every size it may have, if these are few. */
  #allocate(path: Path, size: Term, key: string, align: number, name: string, kind: SharedObject["kind"], frame: Frame | null): Term {
    const { terms } = this;
    const sizes = this.possible.under(path.guard.term, size);
    if (sizes === null || sizes.size === 0) throw new Beyond("an object whose size is not fixed");
    let address: Term | null = null;
    for (const bytes of sizes) {
      if (bytes > 1n << 20n) throw new Beyond("an object of more than a megabyte");
      const rest = { name, kind, races: kind !== "internal", constant: false, image: undefined };
      const object = this.knowledge.object(`${this.name} ${key}`, Number(bytes), align, rest);
      frame?.stack.push(object);
      this.memory.birth(path, object);
      const here = this.#pointer(object.address);
      address = address === null ? here : terms.ite(terms.eq(size, terms.constant(bytes, size.width)), here, address);
    }
    this.#closeSingle(false);
    return address as Term;
  }

  #known(t: Term, what: string): number {
    const values = this.possible.of(t);
    if (values === null || values.size !== 1) throw new Beyond(`${what} that is not fixed`);
    return Number([...values][0]);
  }

  #text(address: Term): string {
    const object = address.op === "constant" ? this.knowledge.at(address.value) : null;
    if (object === null || !object.image) return "something";
    const from = Number(address.value - object.address);
    const end = object.image.indexOf(0, from);
    return new TextDecoder().decode(object.image.subarray(from, end < 0 ? undefined : end));
  }

  // ---- steps and events

  sectionOf(path: Path): Section {
    if (path.section !== null) return path.section;
    this.#single ??= new Section(this.terms, this.#newEvent(path, true), false, path.guard.term, this.heed);
    return this.#single;
  }

  #eventFor(path: Path, isStep: boolean): Event {
    if (path.section !== null) return path.section.event;
    this.#single ??= new Section(this.terms, this.#newEvent(path, isStep), false, path.guard.term, this.heed);
    return this.#single.event;
  }

  #newEvent(path: Path, isStep: boolean, section = false): Event {
    const occurs = this.terms.and(path.guard.term, this.active);
    const event: Event = {
      id: this.round.events.length,
      thread: this.thread,
      place: this.thread.events.length,
      occurs,
      executed: occurs,
      accesses: [],
      failures: [],
      ends: this.terms.false,
      blocked: this.terms.false,
      waits: false,
      assumes: this.terms.false,
      starts: [],
      acquires: [],
      releases: [],
      holds: path.views.held,
      site: this.#site,
      isStep,
      section,
    };
    this.round.events.push(event);
    this.thread.events.push(event);
    return event;
  }

  /** The end of an operation: what it wrote is a write of its event. */
  #closeSingle(isStep = true): void {
    const single = this.#single;
    if (single === null) return;
    this.#single = null;
    this.#publish(single);
    if (!isStep) (single.event as { isStep: boolean }).isStep = false;
  }

  #publish(section: Section): void {
    const writes = section.close();
    if (writes === null) throw new Beyond("writes of different sizes to the same bytes in one atomic section");
    const { accesses } = section.event;
    // Paths may leave by different ends: a later one may overwrite what an earlier one has left.
    const others = accesses.filter((a) => a.kind === "read" || a.raceOnly);
    accesses.splice(0, accesses.length, ...others, ...writes);
    this.memory.remember(writes);
    for (const s of this.#startedInSection.splice(0))
      this.round.startThread(s.thread, this.terms.and(section.event.executed, s.when), s.entry, s.self);
  }

  #beginSection(path: Path, user: boolean): void {
    if (path.section === null) {
      // A thread begins in the library, which reads its control block: for the executor that belongs to the creation.
      path.section = new Section(
        this.terms,
        this.#newEvent(path, !(this.#firstSection && this.thread.parent !== null), true),
        user,
        path.guard.term,
        this.heed,
      );
      this.#firstSection = false;
    }
    path.depth++;
  }

  #endSection(path: Path): void {
    const { section } = path;
    if (section === null) {
      this.#fail(path, "deadlock", "invalid-sync", this.terms.true, "");
      return;
    }
    if (--path.depth === 0) this.#leaveSection(path);
  }

  /** The rest of a section from which the thread goes on only where this holds: what the step has done so far it has done. */
  #within(path: Path, holds: Term): Path | null {
    const rest = path.fork(holds);
    if (rest.guard.term !== this.terms.false) return rest;
    this.#leaveSection(path);
    return null;
  }

  /** The path's section is over: at its end, or because the thread is. */
  #leaveSection(path: Path): void {
    const { section } = path;
    if (section === null) return;
    path.section = null;
    path.depth = 0;
    section.ended = true;
    this.#lastSection = section;
    this.#publish(section);
  }

  /** The thread computes on behind its last section: what it does there is part of that step. */
  #resumeSection(path: Path): void {
    const last = this.#lastSection;
    if (path.section === null && last !== null && last.event === this.thread.events.at(-1)) path.section = last;
  }

  /**
   * Races are found as accesses that can be next to each other; that is right only if whatever a thread learns of others comes with a
   * happens-before edge (algorithms.md §3). A try-lock that fails teaches without ordering; what stays inside one call of the library does not count.
   */
  #noteOrder(frame: Frame, path: Path, section: Section, registers: readonly (Term | undefined)[]): void {
    const { terms, round } = this;
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
    // Where all paths through the section meet before its end, they tell nothing; a second end does.
    const tells = (section.ended && learns(here)) || live.behind(this.#site.operation).some((r) => learns(registers[r]));
    // The state of what it synchronises by is looked at in sections only; any other memory may be looked at anyhow.
    const isState = (o: SharedObject): boolean => !o.races || accesses.some((a) => a.targets[0]?.object === o);
    const keeps = section.kept.some(
      (k) => (this.memory.isLocal(k.object) || !isState(k.object)) && (learns(k.when) || learns(k.content(0, Math.min(k.size, 8)))),
    );
    if (tells || keeps) frame.unordered = terms.or(frame.unordered, here);
  }

  /** The library calls back: what it has learnt in this call so far, the program may learn from being called. */
  #noteCallback(caller: Frame | null, path: Path): void {
    for (let f = caller; f?.library; f = f.parent)
      if (this.terms.and(f.unordered, path.guard.term) !== this.terms.false) this.round.unordered = true;
  }

  #block_until(path: Path, condition: Term, waits: boolean): void {
    const { terms } = this;
    const { section } = path;
    if (section === null) throw new Beyond("waiting outside an atomic section");
    const { event } = section;
    const before = event.blocked;
    // Whoever has failed waits no more.
    const here = terms.all([path.guard.term, terms.not(condition), terms.not(endsAt(terms, event))]);
    event.blocked = terms.or(before, here);
    if (event.blocked === before) return;
    this.#mayStay(path, section);
    if (waits) event.waits = true;
    else {
      event.assumes = terms.or(event.assumes, terms.and(here, terms.not(before)));
      this.round.unordered = true; // it waits for whatever was written, and that need not order it
    }
  }

  /** The step need not be taken: said of all paths through it, or, if some have left it already, of this one. */
  #mayStay(path: Path, section: Section): void {
    const { terms } = this;
    if (section.mayStay) return;
    const { event } = section;
    section.go ??= this.round.variable("go", 1, null);
    section.mayStay = !section.ended;
    const goes = terms.or(terms.not(section.ended ? path.guard.term : section.entered), section.go);
    event.executed = section.ended ? terms.and(event.executed, goes) : terms.and(event.occurs, section.go);
    this.active = terms.and(this.active, goes);
    if (section.ended && event.starts.length > 0) throw new Beyond("an atomic section that starts a thread and then may wait");
  }

  /** The thread goes no further where this holds. */
  #stop(path: Path, when: Term): void {
    this.active = this.terms.and(this.active, this.terms.not(this.terms.and(path.guard.term, when)));
  }

  #fail(path: Path, property: Failure["property"], kind: Failure["kind"], when: Term, message: string, harmless = false): void {
    if (when === this.terms.false) return;
    const inside = path.section?.event ?? this.#single?.event ?? null;
    const event = inside ?? this.#newEvent(path, false);
    // Of several failures in one step the first ends the process.
    const condition = this.terms.all([path.guard.term, when, this.terms.not(endsAt(this.terms, event))]);
    if (condition === this.terms.false) return;
    event.failures.push({ property, kind, when: condition, message, harmless });
    if (!harmless) this.#stop(path, when);
  }

  #cut(path: Path, loop: string, at: number): void {
    const event = path.section?.event ?? this.#newEvent(path, false);
    event.failures.push({ property: "unwind", kind: "unwind", when: path.guard.term, message: loop, harmless: false });
    this.round.cuts.push({ event, loop, at });
    this.#stop(path, this.terms.true);
  }

  #faults(path: Path, place: Place): void {
    for (const f of place.faults) this.#fail(path, propertyOf(f.kind), f.kind, f.when, f.kind);
  }

  // ---- accesses

  #access(
    o: Operation & { op: "load" | "store" | "update" | "compare-exchange" | "copy-in" | "copy-out" | "fill" },
    path: Path,
    registers: (Term | undefined)[],
    operand: (x: Operand) => Term,
  ): void {
    const { terms, memory } = this;
    const ranged = o.op === "copy-in" || o.op === "copy-out" || o.op === "fill";
    const size = ranged ? this.#known(operand(o.size), "the length of a block") : storeSize(o.type);
    if (ranged && size === 0) {
      if (o.op === "copy-in") this.#transfer = { size: 0, content: () => terms.false };
      return;
    }
    if (size > 4096) throw new Beyond("a block of more than 4096 bytes");
    const place = memory.locate(path, operand(o.address), o.base === null ? null : operand(o.base), size);
    this.#faults(path, place);
    if (o.op !== "load" && o.op !== "copy-in")
      this.#fail(path, "memory", "write-to-constant", terms.any(place.targets.filter((t) => t.object.constant).map((t) => t.when)), "");
    const order = "order" in o ? o.order : null;
    const atomic = order !== null;
    if (!o.private && path.section === null && isWeak(o)) this.round.weak = true;
    const acquires = (x: MemoryOrder | null): Term => terms.boolean(x !== null && x !== "relaxed" && x !== "release");
    const releases = terms.boolean(order !== null && order !== "relaxed" && order !== "acquire");
    switch (o.op) {
      case "load": {
        if (!(this.#frame as Frame).library && !o.coercion) this.#notePartOfAddress(path, place, size);
        const value = memory.read(path, place, size, { atomic, tolerant: o.coercion, orders: acquires(order) });
        registers[o.to] = this.round.named(narrowTo(terms, value, o.type.bits));
        return;
      }
      case "store": {
        const value = widenTo(terms, operand(o.value), 8 * size);
        memory.write(path, place, size, (from, length) => terms.extract(value, 8 * (from + length) - 1, 8 * from), {
          atomic,
          orders: releases,
        });
        return;
      }
      case "update": {
        const old = memory.read(path, place, size, { atomic, tolerant: false, orders: acquires(order) });
        const value = arithmetic.computeUpdate(terms, o.operator, old, widenTo(terms, operand(o.value), 8 * size));
        if (value === null) throw new Beyond("floating-point arithmetic on values that are not known");
        memory.write(path, place, size, (from, length) => terms.extract(value, 8 * (from + length) - 1, 8 * from), {
          atomic,
          orders: releases,
          continues: true,
        });
        registers[o.to] = narrowTo(terms, old, o.type.bits);
        return;
      }
      case "compare-exchange": {
        const old = memory.read(path, place, size, { atomic, tolerant: false, orders: terms.true });
        let equal = terms.eq(old, widenTo(terms, operand(o.expected), 8 * size));
        if (o.weak && this.round.machine.spuriousFailures) {
          const v = this.round.variable("choice", 32, new Set([0n, 1n]));
          this.round.assumptions.push(terms.ult(v, terms.constant(2n, 32)));
          this.thread.open.push({ kind: "choice", variable: v, when: terms.all([path.guard.term, this.active, equal]) });
          equal = terms.and(equal, terms.eq(v, terms.constant(0n, 32)));
        }
        if (path.section === null)
          for (const a of this.#single?.event.accesses ?? [])
            if (a.kind === "read" && a.orders === terms.true) a.orders = terms.ite(equal, acquires(order), acquires(o.failure));
        const value = widenTo(terms, operand(o.replacement), 8 * size);
        const targets = place.targets.map((t) => ({ ...t, when: terms.and(t.when, equal) })).filter((t) => t.when !== terms.false);
        memory.write(path, { targets, faults: [] }, size, (from, length) => terms.extract(value, 8 * (from + length) - 1, 8 * from), {
          atomic,
          orders: releases,
          continues: true,
        });
        registers[o.to] = narrowTo(terms, old, o.type.bits);
        registers[o.success] = equal;
        return;
      }
      case "copy-in": {
        this.#notePartOfAddress(path, place, size);
        const pieces = this.#pieces(place, size).map((p) => ({
          ...p,
          value: memory.read(path, shift(terms, place, p.from), p.size, { atomic: false, tolerant: true }),
        }));
        this.#transfer = {
          size,
          content: (from, length) => {
            let value: Term | null = null;
            for (let i = from; i < from + length; ) {
              const p = pieces.find((q) => i >= q.from && i < q.from + q.size) as (typeof pieces)[number];
              const n = Math.min(from + length, p.from + p.size) - i;
              const part = terms.extract(p.value, 8 * (i - p.from + n) - 1, 8 * (i - p.from));
              value = value === null ? part : terms.concat(part, value);
              i += n;
            }
            return value as Term;
          },
        };
        return;
      }
      case "copy-out": {
        const { content } = this.#transfer;
        for (const p of this.#pieces(place, size))
          memory.write(path, shift(terms, place, p.from), p.size, (from, length) => content(p.from + from, length), { atomic: false });
        return;
      }
      case "fill": {
        const byte = terms.extract(operand(o.byte), 7, 0);
        const bytes = (length: number): Term => {
          let value = byte;
          for (let i = 1; i < length; i++) value = terms.concat(byte, value);
          return value;
        };
        for (const p of this.#pieces(place, size))
          memory.write(path, shift(terms, place, p.from), p.size, (_, length) => bytes(length), { atomic: false });
        return;
      }
    }
  }

  /** A block in words, as programs mostly cut them. */
  #pieces(place: Place, size: number): { from: number; size: number }[] {
    const start = place.targets.length === 1 && typeof place.targets[0]?.offset === "number" ? place.targets[0].offset : 0;
    const word = this.round.program.pointerBits / 8;
    const out: { from: number; size: number }[] = [];
    for (let from = 0; from < size; ) {
      const at = start + from;
      let length = word;
      while (length > 1 && (at % length !== 0 || from + length > size)) length /= 2;
      out.push({ from, size: length });
      from += length;
    }
    return out;
  }

  /** The heap objects that start at an address; anything else there is an error. */
  #heapObjects(path: Path, address: Term): { readonly object: SharedObject; readonly when: Term }[] {
    const { terms, memory } = this;
    const place = memory.locate(path, address, null, 0);
    this.#eventFor(path, true);
    for (const f of place.faults) this.#fail(path, "memory", f.kind === "use-after-free" ? "double-free" : "invalid-free", f.when, "");
    return place.targets.flatMap(({ object, when, offset }) => {
      const heap = object.kind === "heap" || object.kind === "internal";
      const atStart = typeof offset === "number" ? terms.boolean(offset === 0) : terms.eq(offset, zeroOf(terms, offset));
      const valid = heap ? atStart : terms.false;
      this.#fail(path, "memory", "invalid-free", terms.and(when, terms.not(valid)), "");
      return heap ? [{ object, when: terms.and(when, valid) }] : [];
    });
  }

  #free(path: Path, address: Term): void {
    const { terms, memory } = this;
    for (const { object, when } of this.#heapObjects(path, address)) {
      memory.kill(path, object, when);
      if (!memory.isLocal(object))
        this.#eventFor(path, true).accesses.push({
          kind: "write",
          when: terms.and(path.guard.term, when),
          targets: [{ object, when: terms.true, offset: 0 }],
          size: object.size,
          content: () => terms.false,
          value: null,
          settled: true,
          atomic: false,
          orders: terms.false,
          continues: false,
          undefined: false,
          tolerant: false,
          raceOnly: true,
        });
    }
  }

  /** Ends the frame's objects from a mark on. They stay listed: other paths end theirs themselves. */
  #release(frame: Frame, path: Path, mark: number): void {
    for (const object of frame.stack.slice(mark).reverse()) this.memory.kill(path, object, this.terms.true);
    this.#closeSingle();
  }

  #threadLocal(id: number): SharedObject {
    const g = this.round.program.objects[id] as (typeof this.round.program.objects)[number];
    const object = this.knowledge.object(`${this.name} thread-local ${id}`, g.size, g.align, {
      name: g.name,
      kind: "thread-local",
      races: !g.library,
      constant: false,
      image: g.image,
    });
    this.#locals.add(object);
    return object;
  }

  // ---- calls

  #callOperation(
    frame: Frame,
    o: Operation & { op: "call" },
    path: Path,
    registers: (Term | undefined)[],
    key: string,
    operand: (x: Operand) => Term,
  ): Path | null {
    const { terms } = this;
    const args = o.args.map(operand);
    const variadic = o.variadic === null ? this.#pointer(0n) : operand(o.variadic);
    const site = this.#site;
    const enter = (id: number, p: Path): { path: Path; results: Term[] } | null => {
      const f = this.round.program.functions[id];
      if (f?.external && this.round.machine.unknownCalls === "nondet") {
        const results = o.results.map((r) => {
          const { bits } = frame.body.registers[r] as Scalar;
          const v = this.round.variable("input", Math.min(bits, 64), null);
          this.thread.open.push({ kind: "input", variable: v, when: terms.and(p.guard.term, this.active) });
          return terms.zext(v, bits);
        });
        return { path: p, results };
      }
      const end = this.#call(id, args, p, frame, key, variadic);
      this.#site = site;
      return end;
    };
    const put = (end: { path: Path; results: Term[] }, into: (Term | undefined)[]): void => {
      o.results.forEach((r, i) => {
        const { bits } = frame.body.registers[r] as Scalar;
        const value = end.results[i] ?? terms.constant(0n, bits);
        if (value.width !== bits) throw new Beyond("a call whose result has another type");
        into[r] = value;
      });
    };
    if (o.callee.kind === "function") {
      const end = enter(o.callee.function, path);
      if (end === null) return null;
      put(end, registers);
      return end.path;
    }
    const callee = operand(o.callee);
    const values = this.possible.of(callee);
    if (values === null) throw new Beyond("a call through a pointer that may lead anywhere");
    let merged: { path: Path; results: Term[] } | null = null;
    for (const v of values) {
      const id = Number(v - BigInt(codeBase)) / codeStride;
      const here = terms.eq(callee, terms.constant(v, callee.width));
      const f = Number.isInteger(id) && id >= 0 ? this.round.program.functions[id] : undefined;
      if (f === undefined) {
        this.#fail(path, "memory", v < 4096n ? "null-dereference" : "invalid-call", here, "");
        continue;
      }
      const side = values.size === 1 ? path : path.fork(here);
      if (side.guard.term === terms.false) continue;
      const end = enter(id, side);
      if (end === null) continue;
      const full = {
        path: end.path,
        results: o.results.map((r, i) => end.results[i] ?? terms.constant(0n, (frame.body.registers[r] as Scalar).bits)),
      };
      merged = merged === null ? full : mergeReturns(this.round, merged, full);
    }
    if (merged === null) return null;
    put(merged, registers);
    return merged.path;
  }

  #startThread(path: Path, entry: Term, self: Term, key: string): Term {
    const values = this.possible.of(entry);
    if (values === null || values.size !== 1) throw new Beyond("a thread whose first function is not fixed");
    // What the section does behind this is done before the thread begins, but not ordered before it.
    if (path.section?.user) throw new Beyond("a thread that is started in an atomic section");
    const id = Number([...values][0]! - BigInt(codeBase)) / codeStride;
    const event = this.#eventFor(path, true);
    const thread = this.round.newThread(`${this.name}>${key}`, this.thread, event);
    event.starts.push(thread);
    this.#startedInSection.push({ when: path.guard.term, entry: id, self, thread });
    if (path.section === null) this.#closeSingle();
    return this.terms.constant(BigInt(thread.index), 32);
  }

  #formatNumber(frame: Frame, path: Path, args: readonly Term[]): Term {
    const { terms } = this;
    const [buffer, ...rest] = args as [Term, ...Term[]];
    const numbers = rest.map((a) => {
      const values = this.round.layout.isAddress(a) ? null : this.possible.of(a);
      return values?.size === 1 ? ([...values][0] as bigint) : null;
    });
    const [room, conversion, flags, width, precision, bits, value] = numbers;
    let text = "?";
    if (!numbers.includes(null)) {
      const signed = (x: bigint | null | undefined): number => Number(BigInt.asIntN(32, x as bigint));
      text = formatNumber(
        String.fromCharCode(signed(conversion)),
        signed(flags),
        signed(width),
        signed(precision),
        signed(bits),
        value as bigint,
      );
    } else frame.inexact = true;
    const bytes = new TextEncoder().encode(text).subarray(0, Math.max(Number(room ?? 1n), 0));
    bytes.forEach((b, i) => {
      const address = terms.add(buffer, this.#pointer(BigInt(i)));
      this.memory.write(path, this.memory.locate(path, address, null, 1), 1, () => terms.constant(BigInt(b), 8), { atomic: true });
    });
    this.#closeSingle(false);
    return terms.constant(BigInt(text.length), 32);
  }

  // ---- values nobody chose

  undefinedBytes(object: SharedObject, offset: number, size: number): Term {
    return this.round.undefinedBytes(object, offset, size);
  }

  noteUndefined(path: Path, value: Term, when: Term): void {
    const undefinedWhen = this.round.undefinedWhen(value);
    this.#fail(path, "uninit", "uninitialised-read", this.terms.and(when, undefinedWhen), "");
  }

  readVariable(size: number, values: ValueSet): Term {
    return this.round.variable("read", 8 * size, values);
  }

  #fresh(what: string, width: number): Term {
    return this.round.variable(what, width, null);
  }
}

/** An atomic access that does not order all it could: a read without acquire, a write without release. */
function isWeak(o: Operation & { op: "load" | "store" | "update" | "compare-exchange" | "copy-in" | "copy-out" | "fill" }): boolean {
  switch (o.op) {
    case "load":
    case "store":
      return o.order === "relaxed" || o.order === (o.op === "load" ? "release" : "acquire");
    case "update":
      return o.order !== "acq_rel" && o.order !== "seq_cst";
    case "compare-exchange":
      return (o.order !== "acq_rel" && o.order !== "seq_cst") || o.failure === "relaxed";
    default:
      return false;
  }
}

/** The step ends the process by an error, as far as it has been followed. */
const endsAt = (terms: Terms, { failures }: SkeletonEvent): Term => terms.any(failures.filter((f) => !f.harmless).map((f) => f.when));

function precedes(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return (a[i] as number) < (b[i] as number);
  return a.length < b.length;
}

function mergeReturns(
  { terms, heed }: Round,
  a: { path: Path; results: Term[] },
  b: { path: Path; results: Term[] },
): { path: Path; results: Term[] } {
  const { path, condition } = a.path.merge(b.path, heed);
  return { path, results: a.results.map((r, i) => (r === b.results[i] ? r : terms.ite(condition, r, b.results[i] as Term))) };
}

const zeroOf = (terms: Terms, t: Term): Term => terms.constant(0n, t.width);
const narrowTo = (terms: Terms, value: Term, bits: number): Term => (value.width === bits ? value : terms.extract(value, bits - 1, 0));
const widenTo = (terms: Terms, value: Term, bits: number): Term => (value.width === bits ? value : terms.zext(value, bits));

/** The same place, some bytes further on. */
function shift(terms: Terms, place: Place, from: number): Place {
  if (from === 0) return place;
  const targets = place.targets.map((t) => ({
    ...t,
    offset: typeof t.offset === "number" ? t.offset + from : terms.add(t.offset, terms.constant(BigInt(from), t.offset.width)),
  }));
  return { targets, faults: [] };
}
