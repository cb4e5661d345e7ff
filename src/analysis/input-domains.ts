// Partitions the values of an input by what the code after it distinguishes. In: where the input is read (the functions on the stack, each
// with its current operation). Out: a list of values such that every other value behaves like one of them; null if there would be more
// than a few thousand.
//
// The code after the input is walked along every path; the value is the only unknown. `assume(x >= 0 && x < 4)`, `if (x > 3) abort();`, `x % 4`
// and the like split the set of values, or map it to few. A path ends where no live register depends on the value: all values that
// get there behave alike, and one represents them; so do the values that an assumption excludes. A path also ends where the value is used
// in a way that the walk does not follow (memory, an address, arithmetic): each value that gets there must be tried. A condition that does
// not depend on the value may be true or false: the execution with the value and the one with its representative take the same branch.

import type { IntegerPredicate, Operand, Operation, Register, Terminator } from "../program/operations.ts";
import type { FunctionBody } from "../program/program.ts";
import { registersDefined, registersUsed } from "../program/registers.ts";
import { type IntervalSet, intersect, sizeOf, subtract, union } from "./intervals.ts";
import { findLiveRegisters } from "./liveness.ts";

/** A function on the stack and its current operation (counted through all blocks): the input (or a load of unwritten memory), or the call of the frame above it. */
export interface InputFrame {
  readonly body: FunctionBody;
  readonly operation: number;
}

/** Each value means at least one run. */
const maxValues = 4096n;
// The walk must cost less than the runs it saves.
const maxPaths = 400;
const maxOperations = 4000;
const maxFrames = 12;

/** How a register depends on the input. */
type Held =
  | { readonly kind: "word"; readonly signed: boolean } // the input, sign- or zero-extended
  | { readonly kind: "truth"; readonly when: IntervalSet } // 1 for these inputs, else 0
  | { readonly kind: "constant"; readonly value: bigint }; // the same on this path for every input

interface Frame {
  readonly body: FunctionBody;
  readonly block: number;
  readonly index: number;
  readonly held: ReadonlyMap<Register, Held>;
}

interface Path {
  readonly frames: readonly Frame[]; // innermost first
  readonly values: IntervalSet;
  /** Blocks entered, to notice loops. */
  readonly trail: readonly string[];
}

/** Any `modulus` consecutive values give every result; `signed`: if they have one sign. */
interface Residues {
  readonly modulus: bigint;
  readonly signed: boolean;
}

/** `bodyOf` returns the body of a function that can be followed, or null. `isDescending`: large values come first. */
export function findInputDomain(
  stack: readonly InputFrame[],
  { values, isDescending }: { readonly values: IntervalSet; readonly isDescending: boolean },
  bits: number,
  bodyOf: (id: number) => FunctionBody | null,
): readonly bigint[] | null {
  const walk = new Walk(bits, isDescending, bodyOf);
  const frames = stack.map(({ body, operation }): Frame => ({ body, ...locateOperation(body, operation), held: new Map() }));
  const [first, ...rest] = frames;
  const input = first?.body.blocks[first.block]?.operations[first.index];
  const isLoad = input?.op === "load" && input.type.kind === "int" && input.type.bits === bits;
  if (first === undefined || (input?.op !== "input" && !isLoad)) return null;
  const start: Frame = { ...first, index: first.index + 1, held: new Map([[input.to, { kind: "word", signed: false }]]) };
  const afterCalls = rest.map((f) => ({ ...f, index: f.index + 1 }));
  return walk.run({ frames: [start, ...afterCalls], values, trail: [] });
}

/** The block of an operation and its index there. */
function locateOperation(body: FunctionBody, operation: number): { block: number; index: number } {
  let index = operation;
  let block = 0;
  while (block < body.blocks.length && index > (body.blocks[block] as FunctionBody["blocks"][number]).operations.length) {
    index -= (body.blocks[block] as FunctionBody["blocks"][number]).operations.length + 1;
    block++;
  }
  return { block, index };
}

class Walk {
  readonly #open: Path[] = [];
  readonly #values = new Set<bigint>();
  #paths = 0;
  #operations = 0;
  #tooMany = false;

  constructor(
    readonly bits: number,
    /** The largest value is the ordinary one. */
    readonly isDescending: boolean,
    readonly bodyOf: (id: number) => FunctionBody | null,
  ) {}

  run(start: Path): readonly bigint[] | null {
    this.#open.push(start);
    for (let path = this.#open.pop(); path !== undefined && !this.#tooMany; path = this.#open.pop()) this.#follow(path);
    return this.#tooMany ? null : [...this.#values].sort((a, b) => (a < b !== this.isDescending ? -1 : 1));
  }

  #follow(start: Path): void {
    let path: Path | null = ++this.#paths > maxPaths ? this.#needAll(start) : start;
    while (path !== null && !this.#tooMany) {
      if (++this.#operations > maxOperations) path = this.#needAll(path);
      else path = this.#dependsOnInput(path) ? this.#advance(path) : this.#needOne(path);
    }
  }

  /** Whether a live register depends on the input. */
  #dependsOnInput(path: Path): boolean {
    return path.frames.some((f, level) => {
      if (f.held.size === 0) return false;
      // A caller is after its call, whose results are not known yet.
      const live =
        level === 0 ? findLiveRegisters(f.body, true).before(flatIndex(f)) : findLiveRegisters(f.body, true).after(flatIndex(f) - 1);
      return live.some((r) => isDependent(f.held.get(r)));
    });
  }

  /** Ends the path: one of its values represents them all. */
  #needOne(path: Path): null {
    const first = this.isDescending ? path.values.at(-1)?.[1] : path.values[0]?.[0];
    if (first !== undefined) this.#values.add(first);
    return null;
  }

  /** Ends the path: each of its values must be tried. */
  #needAll(path: Path): null {
    if (sizeOf(path.values) + BigInt(this.#values.size) > maxValues) this.#tooMany = true;
    else for (const [low, high] of path.values) for (let v = low; v <= high; v++) this.#values.add(v);
    return null;
  }

  /** Advances by one operation; null: the path has ended, or was split into others. */
  #advance(path: Path): Path | null {
    const frame = path.frames[0] as Frame;
    const block = frame.body.blocks[frame.block] as FunctionBody["blocks"][number];
    const o = block.operations[frame.index];
    if (o === undefined) return this.#leave(path, frame, block.terminator);
    const next = (held: ReadonlyMap<Register, Held>): Path => ({
      ...path,
      frames: [{ ...frame, index: frame.index + 1, held }, ...path.frames.slice(1)],
    });
    const used = registersUsed(o).filter((r) => isDependent(frame.held.get(r)));
    const held = new Map(frame.held);
    for (const r of registersDefined(o)) held.delete(r);
    if (o.op === "assume") {
      const truth = this.#truthOf(frame, o.condition);
      if (truth === null) return next(held); // does not depend on the input: if it is false, the input no longer matters
      this.#needOne({ ...path, values: subtract(path.values, truth) });
      return { ...next(held), values: intersect(path.values, truth) };
    }
    if (o.op === "output") return next(held); // output does not influence the run
    if (o.op === "call" && o.args.some((a) => a.kind === "register" && frame.held.has(a.register))) {
      const called = this.#call(path, frame, o);
      if (called !== null) return called;
    }
    if (o.op === "select") {
      const truth = this.#truthOf(frame, o.condition);
      const take = (from: Operand, values: IntervalSet): void => {
        const value = heldBy(frame, from);
        if (values.length > 0) this.#open.push({ ...next(value === undefined ? held : new Map([...held, [o.to, value]])), values });
      };
      if (truth !== null) {
        take(o.then, intersect(path.values, truth));
        take(o.otherwise, subtract(path.values, truth));
        return null;
      }
    }
    const residues = this.#residuesOf(frame, o, held);
    if (residues !== null) return this.#needResidues(path, residues);
    const result = this.#compute(frame, o);
    if (result === null) return used.length === 0 ? next(held) : this.#splitByTruth(path, used);
    held.set(registersDefined(o)[0] as Register, result);
    return next(held);
  }

  /** The input is used in a way that is not followed. If only truths are used, there are two cases; otherwise every value is one. */
  #splitByTruth(path: Path, used: readonly Register[]): null {
    const [frame, ...callers] = path.frames as [Frame, ...Frame[]];
    const truth = frame.held.get(used[0] as Register);
    if (used.some((r) => frame.held.get(r)?.kind !== "truth") || truth?.kind !== "truth") return this.#needAll(path);
    for (const value of [1n, 0n]) {
      const values = value === 1n ? intersect(path.values, truth.when) : subtract(path.values, truth.when);
      const held = new Map(frame.held).set(used[0] as Register, { kind: "constant", value });
      if (values.length > 0) this.#open.push({ ...path, frames: [{ ...frame, held }, ...callers], values });
    }
    return null;
  }

  /** The result of an operation on the input; null: not followed. */
  #compute(frame: Frame, o: Operation): Held | null {
    switch (o.op) {
      case "move":
        return heldBy(frame, o.from) ?? null;
      case "convert": {
        const from = heldBy(frame, o.from);
        if (from === undefined) return null;
        if (from.kind === "constant") {
          if (o.conversion === "zext") return from;
          if (o.conversion === "trunc") return { kind: "constant", value: BigInt.asUintN(o.target.bits, from.value) };
          if (o.conversion !== "sext") return null;
          return { kind: "constant", value: BigInt.asUintN(o.target.bits, BigInt.asIntN(o.source.bits, from.value)) };
        }
        if (from.kind === "truth") return o.conversion === "zext" || o.conversion === "trunc" ? from : null; // 0 or 1 in any width
        const [source, target] = [o.source.bits, o.target.bits];
        if (o.conversion === "zext") return source === this.bits || !from.signed ? { kind: "word", signed: false } : null;
        if (o.conversion === "sext")
          return source === this.bits ? { kind: "word", signed: true } : from.signed || source > this.bits ? from : null;
        return o.conversion === "trunc" && target >= this.bits ? from : null;
      }
      case "compare": {
        const left = heldBy(frame, o.left);
        const right = heldBy(frame, o.right);
        if (left === undefined || right === undefined) return null;
        const [held, other, predicate] = left.kind === "constant" ? [right, left, mirrored[o.predicate]] : [left, right, o.predicate];
        if (other.kind !== "constant") return null;
        if (held.kind === "word") return { kind: "truth", when: this.#solve(held.signed, o.bits, predicate, other.value) };
        if ((predicate !== "eq" && predicate !== "ne") || other.value > 1n) return null;
        if (held.kind === "constant") return { kind: "constant", value: (held.value === other.value) === (predicate === "eq") ? 1n : 0n };
        return { kind: "truth", when: (predicate === "ne") === (other.value === 0n) ? held.when : this.#not(held.when) };
      }
      case "integer": {
        const [left, right] = [heldBy(frame, o.left), heldBy(frame, o.right)];
        const constant = left?.kind === "constant" ? left : right?.kind === "constant" ? right : null;
        const truth = left?.kind === "truth" ? left : right?.kind === "truth" ? right : null;
        if (truth === null) return null;
        if (constant !== null)
          return o.operator === "xor" && constant.value === 1n
            ? { kind: "truth", when: this.#not(truth.when) }
            : o.operator === "and" && constant.value === 1n
              ? truth
              : null;
        if (left?.kind !== "truth" || right?.kind !== "truth") return null;
        if (o.operator === "and") return { kind: "truth", when: intersect(left.when, right.when) };
        return o.operator === "or" ? { kind: "truth", when: union(left.when, right.when) } : null;
      }
      default:
        return null;
    }
  }

  #not(when: IntervalSet): IntervalSet {
    return subtract([[0n, (1n << BigInt(this.bits)) - 1n]], when);
  }

  #truthOf(frame: Frame, o: Operand): IntervalSet | null {
    const held = heldBy(frame, o);
    if (held?.kind === "truth") return held.when;
    if (held?.kind === "constant") return held.value === 0n ? [] : this.#not([]);
    return held?.kind === "word" ? this.#not([[0n, 0n]]) : null;
  }

  /** The inputs whose extended word is in this relation to a constant of the given width. */
  #solve(signed: boolean, width: number, predicate: IntegerPredicate, constant: bigint): IntervalSet {
    const all = 1n << BigInt(this.bits);
    const half = all / 2n;
    const isSigned = predicate[0] === "s";
    const k = isSigned ? BigInt.asIntN(width, constant) : constant;
    // On each half the extended value is the input plus an offset, as the predicate reads it.
    const upper = signed ? (isSigned ? -all : (1n << BigInt(width)) - all) : isSigned && width === this.bits ? -all : 0n;
    const solve = (low: bigint, high: bigint, offset: bigint): IntervalSet => {
      const at = k - offset;
      const below: IntervalSet = intersect([[low, high]], at > 0n ? [[0n, at - 1n]] : []);
      const equal: IntervalSet = at >= low && at <= high ? [[at, at]] : [];
      const above = subtract(subtract([[low, high]], below), equal);
      switch (predicate) {
        case "eq":
          return equal;
        case "ne":
          return union(below, above);
        case "ult":
        case "slt":
          return below;
        case "ule":
        case "sle":
          return union(below, equal);
        case "ugt":
        case "sgt":
          return above;
        case "uge":
        case "sge":
          return union(above, equal);
      }
    };
    return union(solve(0n, half - 1n, 0n), solve(half, all - 1n, upper));
  }

  /** The remainder of the input that the operation computes, if the run depends on the input only through it; null otherwise. */
  #residuesOf(frame: Frame, o: Operation, heldAfter: ReadonlyMap<Register, Held>): Residues | null {
    let modulus: bigint | null = null;
    let from: Operand | null = null;
    if (o.op === "convert" && o.conversion === "trunc" && o.target.bits < this.bits) {
      modulus = 1n << BigInt(o.target.bits);
      from = o.from;
    } else if (o.op === "integer" && o.right.kind === "integer" && o.right.value > 0n) {
      from = o.left;
      const k = o.right.value;
      if (o.operator === "urem") modulus = k;
      if (o.operator === "srem") modulus = BigInt.asIntN(o.bits, k) > 0n ? k : null;
      if (o.operator === "and" && (k & (k + 1n)) === 0n) modulus = k + 1n;
    }
    const word = from === null ? undefined : heldBy(frame, from);
    if (modulus === null || word?.kind !== "word") return null;
    // Nothing else may depend on the input from here on.
    const live = findLiveRegisters(frame.body, true).after(flatIndex(frame));
    return live.some((r) => isDependent(heldAfter.get(r)))
      ? null
      : { modulus, signed: word.signed || (o.op === "integer" && o.operator === "srem") };
  }

  /** Needs `modulus` values of each interval, from the end that is closer to zero: small numbers are easier to read. */
  #needResidues(path: Path, { modulus, signed }: Residues): null {
    if (path.frames.slice(1).some((f) => [...f.held.values()].some(isDependent))) return this.#needAll(path);
    const half = 1n << BigInt(this.bits - 1);
    const intervals = signed
      ? [...intersect(path.values, [[0n, half - 1n]]), ...intersect(path.values, [[half, 2n * half - 1n]])] // of one sign each
      : path.values;
    const few = intervals.map(([low, high]): readonly [bigint, bigint] => {
      if (high - low < modulus) return [low, high];
      return low >= half ? [high - modulus + 1n, high] : [low, low + modulus - 1n];
    });
    return this.#needAll({ ...path, values: few });
  }

  /** The path at the start of the callee; null: the call is not followed. */
  #call(path: Path, frame: Frame, o: Operation & { op: "call" }): Path | null {
    const body = o.callee.kind === "function" ? this.bodyOf(o.callee.function) : null;
    if (body === null || body.params.length !== o.args.length || o.variadic !== null || path.frames.length > maxFrames) return null;
    const held = new Map<Register, Held>();
    for (const [i, a] of o.args.entries()) {
      const value = heldBy(frame, a);
      const param = body.params[i] as Register;
      const type = body.registers[param];
      if (value !== undefined && (type?.kind !== "int" || type.bits !== o.argTypes[i]?.bits)) return null;
      if (value !== undefined) held.set(param, value);
    }
    const caller = { ...frame, index: frame.index + 1 };
    return { ...path, frames: [{ body, block: 0, index: 0, held }, caller, ...path.frames.slice(1)] };
  }

  #leave(path: Path, frame: Frame, t: Terminator): Path | null {
    const held = registersUsed(t).filter((r) => isDependent(frame.held.get(r)));
    switch (t.op) {
      case "jump":
        return this.#enter(path, frame, t.target, path.values);
      case "branch": {
        const truth = this.#truthOf(frame, t.condition);
        if (held.length > 0 && truth === null) return this.#needAll(path);
        return this.#split(path, frame, [
          [t.then, truth === null ? path.values : intersect(path.values, truth)],
          [t.otherwise, truth === null ? path.values : subtract(path.values, truth)],
        ]);
      }
      case "switch": {
        if (held.length === 0)
          return this.#split(
            path,
            frame,
            [...t.cases.map((c) => c.target), t.fallback].map((b) => [b, path.values]),
          );
        const word = t.on.kind === "register" ? frame.held.get(t.on.register) : undefined;
        if (word?.kind !== "word") return this.#needAll(path);
        let rest = path.values;
        const branches = t.cases.map((c): [number, IntervalSet] => {
          const equal = this.#solve(word.signed, t.bits, "eq", c.value);
          const taken = intersect(rest, equal);
          rest = subtract(rest, equal);
          return [c.target, taken];
        });
        return this.#split(path, frame, [...branches, [t.fallback, rest]]);
      }
      case "indirect-jump":
        return this.#needAll(path);
      case "unreachable":
        return this.#needOne(path);
      case "return":
        return this.#return(path, frame, t);
    }
  }

  #return(path: Path, frame: Frame, t: Terminator & { op: "return" }): Path | null {
    const [caller, ...rest] = path.frames.slice(1);
    if (caller === undefined) return this.#needAll(path);
    const call = caller.body.blocks[caller.block]?.operations[caller.index - 1];
    if (call?.op !== "call") return this.#needAll(path);
    const held = new Map(caller.held);
    for (const r of call.results) held.delete(r);
    for (const [i, v] of t.values.entries()) {
      const value = heldBy(frame, v);
      if (value === undefined) continue;
      const to = call.results[i];
      if (to === undefined) continue;
      const type = caller.body.registers[to];
      if (type?.kind !== "int" || type.bits !== t.types[i]?.bits) return this.#needAll(path);
      held.set(to, value);
    }
    return { ...path, frames: [{ ...caller, held }, ...rest] };
  }

  #split(path: Path, frame: Frame, branches: readonly (readonly [number, IntervalSet])[]): null {
    for (const [block, values] of branches) {
      if (values.length === 0) continue;
      const entered = this.#enter(path, frame, block, values);
      if (entered !== null) this.#open.push(entered);
    }
    return null;
  }

  /** Enters a block. One that the path has entered before closes a loop, which is not followed: the path ends. */
  #enter(path: Path, frame: Frame, block: number, values: IntervalSet): Path | null {
    const name = `${path.frames.length}.${this.#nameOf(frame.body)}.${block}`;
    const entered: Path = {
      frames: [{ ...frame, block, index: 0 }, ...path.frames.slice(1)],
      values,
      trail: [...path.trail, name],
    };
    return path.trail.includes(name) ? (this.#dependsOnInput(entered) ? this.#needAll(entered) : this.#needOne(entered)) : entered;
  }

  readonly #names = new Map<FunctionBody, number>();

  #nameOf(body: FunctionBody): number {
    let n = this.#names.get(body);
    if (n === undefined) {
      n = this.#names.size;
      this.#names.set(body, n);
    }
    return n;
  }
}

const isDependent = (held: Held | undefined): boolean => held !== undefined && held.kind !== "constant";

function heldBy(frame: Frame, o: Operand): Held | undefined {
  if (o.kind === "integer") return { kind: "constant", value: o.value };
  return o.kind === "register" ? frame.held.get(o.register) : undefined;
}

/** The number of the frame's operation, counted through all blocks. */
function flatIndex(f: Frame): number {
  let index = f.index;
  for (let b = 0; b < f.block; b++) index += (f.body.blocks[b] as FunctionBody["blocks"][number]).operations.length + 1;
  return index;
}

const mirrored: Readonly<Record<IntegerPredicate, IntegerPredicate>> = {
  eq: "eq",
  ne: "ne",
  ugt: "ult",
  uge: "ule",
  ult: "ugt",
  ule: "uge",
  sgt: "slt",
  sge: "sle",
  slt: "sgt",
  sle: "sge",
};
