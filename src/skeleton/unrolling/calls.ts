// Calls: a function is inlined where it is called, or its summary is used if it only computes (summaries.ts). In: a function, or a pointer that
// may point to several, and arguments. Out: the path after the call and the results. A recursion that exceeds its bound is cut.

import { findCallMismatch } from "../../analysis/call-mismatch.ts";
import { findLiveRegisters } from "../../analysis/liveness.ts";
import type { LoopStructure } from "../../analysis/loops.ts";
import type { Operand, Operation, Register, Scalar } from "../../program/operations.ts";
import { codeBase, codeStride, type FunctionBody, functionAt, type Program } from "../../program/program.ts";
import type { Registers } from "../../symbolic/host.ts";
import { pointerTo } from "../../symbolic/instance.ts";
import { Unsupported } from "../../symbolic/unsupported.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { applySummary, type Summary } from "../summaries.ts";
import { type Frame, type Instance, type Landing, mergeReturns, type Returned } from "./frame.ts";
import type { Lifetimes } from "./lifetimes.ts";
import { Path } from "./path.ts";
import { propagateInexactText, rejectUnknownLength } from "./printing.ts";
import { cutSide, isBounded, isUnseen } from "./sides.ts";
import type { State } from "./states.ts";
import type { Steps } from "./steps.ts";
import { noteCallback, propagateUnordered } from "./synchronisation.ts";

/** Walks through a function's body, from its beginning or from where paths have jumped to. Returns null if no path comes back. */
export type WalkBody = (frame: Frame, loops: LoopStructure, start: State | Landing) => Returned | null;

/** The context of a call. */
export interface Caller {
  readonly frame: Frame | null;
  readonly registers: Registers;
  readonly key: string;
  readonly variadic: Term;
}

type CallOperation = Operation & { op: "call" };

const calledAnywhere = "a call through a pointer that may point anywhere";
const calledOtherwise = "a call to a function of another type";
/** Maximum depth of nested calls, whatever the bounds: the walk is recursive. */
const maxCallDepth = 200;

export class Calls {
  constructor(
    readonly steps: Steps,
    readonly lifetimes: Lifetimes,
    readonly walk: WalkBody,
  ) {}

  /** Unrolls a function on a path. Returns null if no path comes back. */
  call(
    id: number,
    args: readonly Term[],
    path: Path,
    { frame: parent, registers: callerRegisters, key, variadic }: Caller,
  ): Returned | null {
    const { steps } = this;
    const { round, terms } = steps;
    const f = round.program.functions[id];
    if (f === undefined) throw new Unsupported("a call to something that is not a function");
    if (f.external && round.machine.unknownCalls === "stop") throw new Unsupported(`a call to ${f.name}, which has no definition`);
    const { body, loops, first } = round.functionInfo(id);
    const depth = (parent?.depth ?? 0) + 1;
    const frame: Frame = {
      function: id,
      body,
      library: f.library,
      reportsOverflow: f.reportsOverflow,
      call: key,
      key,
      landings: new Map(),
      parent,
      calledAt: parent === null ? 0 : steps.site.at,
      depth,
      variadic,
      stack: [],
      inexact: false,
      unordered: terms.false,
      first,
      callSite: steps.site.operation,
      callerRegisters,
    };
    if (depth > maxCallDepth || this.#isTooDeep(frame, path)) {
      steps.cut(path, terms.true, { what: "iterations", name: `${f.name}()`, at: f.library ? frame.calledAt : f.position });
      return null;
    }
    if (!f.library) {
      noteCallback(steps, parent, path);
      steps.thread.entry ??= id;
    }
    const summary = this.#summaryOf(id, args, key);
    if (summary !== null) return { path, results: this.#apply(summary, args, path) };
    rejectUnknownLength(f, parent);
    const registers: Registers = new Array(body.registers.length);
    body.params.forEach((r, i) => {
      const { bits } = body.registers[r] as Scalar;
      const arg = args[i] ?? terms.constant(0n, bits);
      if (arg.width !== bits) throw new Unsupported(`a call to ${f.name} with arguments of other types`);
      registers[r] = arg;
    });
    const end = this.#walkAll(frame, loops, { path, registers });
    if (end === null) return null;
    propagateUnordered(steps, frame);
    return propagateInexactText(steps, f, frame, end);
  }

  /** Walks through the body; and again from where paths have jumped back to, which may jump again. */
  #walkAll(frame: Frame, loops: LoopStructure, begin: State): Returned | null {
    let end: Returned | null = null;
    for (let start: State | Landing | undefined = begin; start !== undefined; start = takeLanding(frame)) {
      const returned = this.walk(frame, loops, start);
      if (returned === null) continue;
      this.lifetimes.release({ frame, path: returned.path }, 0);
      end = end === null ? returned : mergeReturns(this.steps.round, end, returned);
    }
    return end;
  }

  /** Whether a recursion under a condition exceeds its bound. */
  #isTooDeep(frame: Frame, path: Path): boolean {
    const { round, terms } = this.steps;
    let same = 0;
    for (let f = frame.parent; f !== null; f = f.parent) if (f.function === frame.function) same++;
    return (
      isBounded(this.steps, frame, path) &&
      same > 0 &&
      path.guard.term !== terms.true &&
      same > round.boundOf(`${round.program.functions[frame.function]?.name}()`)
    );
  }

  // ---- summaries

  /** The summary of a function that only computes; null if it has none, or these arguments need inlining. */
  #summaryOf(id: number, args: readonly Term[], key: string): Summary | null {
    const { steps } = this;
    const { round, terms } = steps;
    const { body } = round.functionInfo(id);
    const widths = body.params.map((r) => (body.registers[r] as Scalar).bits);
    // With choices about addresses, a run counts all objects that the code makes.
    if (round.options.equations || round.options.route !== undefined || round.choosesAddresses) return null;
    if (args.length !== widths.length || args.some((a, i) => a.width !== widths[i])) return null;
    if (args.some((a) => round.layout.isAddress(a))) return null; // what it does with addresses must be checked (layout.ts)
    return round.summaries.of(id, args, () => {
      const parameters = widths.map((bits) => round.variable("parameter", bits, null));
      const caller = { frame: null, registers: [], key, variadic: pointerTo(round, 0n) };
      const unrolled = steps.aside(() => this.call(id, parameters, Path.start(terms), caller));
      const end = unrolled?.result ?? null;
      if (unrolled === null || end === null || end.path.guard.term !== terms.true) return null;
      const failures = unrolled.events.flatMap((e) => e.failures.map((f) => ({ ...f, site: e.site })));
      return { parameters, results: end.results, failures };
    });
  }

  #apply(summary: Summary, args: readonly Term[], path: Path): Term[] {
    const { steps } = this;
    const { results, failures } = applySummary(steps.terms, summary, args);
    for (const f of failures) {
      steps.site = f.site;
      steps.fail(path, f.property, f.kind, f.when, f.message, f.harmless);
    }
    return results.slice();
  }

  // ---- the operation

  perform(o: CallOperation, instance: Instance): Path | null {
    const { steps } = this;
    const { path, frame, registers, key } = instance;
    const args = o.args.map((x) => instance.operand(x));
    const variadic = o.variadic === null ? pointerTo(steps.round, 0n) : instance.operand(o.variadic);
    const { site } = steps;
    const enter = (id: number, p: Path): Returned | null => {
      const end = this.call(id, args, p, { frame, registers, key, variadic });
      steps.site = site;
      steps.key = key;
      return end;
    };
    if (o.callee.kind === "function") this.#checkFit(o, frame, o.callee.function);
    const end =
      o.callee.kind === "function" ? enter(o.callee.function, path) : this.#callThrough(instance.operand(o.callee), o, instance, enter);
    if (end === null) return null;
    o.results.forEach((r, i) => {
      const bits = instance.bitsOf(r);
      const value = end.results[i] ?? steps.terms.constant(0n, bits);
      if (value.width !== bits) throw new Unsupported("a call whose result has another type");
      instance.registers[r] = value;
    });
    return end.path;
  }

  #checkFit(o: CallOperation, frame: Frame, id: number): void {
    const mismatch = this.#mismatchOf(o, frame, id);
    if (mismatch !== null) throw new Unsupported(`a call to ${this.steps.round.program.functions[id]?.name} ${mismatch}`);
  }

  #mismatchOf(call: CallOperation, { body, library }: Frame, id: number): string | null {
    const { round, site } = this.steps;
    const callee = round.program.functions[id]?.body();
    if (callee === undefined) return null;
    return findCallMismatch({ call, body, operation: site.operation, library }, callee, (b) => findLiveRegisters(b, false));
  }

  /** A call through a pointer: calls every function to which it may point, each under its condition. */
  #callThrough(callee: Term, o: CallOperation, instance: Instance, enter: (id: number, path: Path) => Returned | null): Returned | null {
    const { steps } = this;
    const { terms, round } = steps;
    const { path } = instance;
    const isKnown = steps.possible.of(callee) !== null;
    const values = steps.possible.likelyOf(callee);
    if (!isKnown) {
      if (values.size === 0) throw new Unsupported(calledAnywhere);
      const isOther = terms.all([...values].map((v) => terms.ne(callee, terms.constant(v, callee.width))));
      const isFunction = hasFunctionAddress(terms, round.program, callee);
      const isNull = terms.ult(callee, terms.constant(4096n, callee.width));
      steps.fail(path, "memory", "null-dereference", terms.and(isOther, isNull), "");
      steps.fail(path, "memory", "invalid-call", terms.all([isOther, terms.not(isNull), terms.not(isFunction)]), "");
      steps.fail(path, "unsupported", "unsupported", terms.and(isOther, isFunction), calledAnywhere);
    }
    let merged: Returned | null = null;
    for (const v of values) {
      const f = functionAt(round.program, v);
      const here = terms.eq(callee, terms.constant(v, callee.width));
      if (f === null) {
        steps.fail(path, "memory", v < 4096n ? "null-dereference" : "invalid-call", here, "");
        continue;
      }
      const side = isKnown && values.size === 1 ? path : path.fork(here);
      if (side.guard.term === terms.false) continue;
      if (values.size > 1 && isUnseen(steps, instance.frame, side, instance.key, f.id)) {
        cutSide(steps, instance.frame, side, instance.key, f.id);
        continue;
      }
      // The value set of a pointer may contain functions that it never holds at this call: mostly of other types.
      if (!hasTypesOf(round.functionInfo(f.id).body, o, instance) || this.#mismatchOf(o, instance.frame, f.id) !== null) {
        steps.fail(side, "unsupported", "unsupported", terms.true, calledOtherwise);
        continue;
      }
      const end = enter(f.id, side);
      if (end === null) continue;
      const full = { path: end.path, results: o.results.map((r, i) => end.results[i] ?? terms.constant(0n, instance.bitsOf(r))) };
      merged = merged === null ? full : mergeReturns(round, merged, full);
    }
    return merged;
  }
}

/** The next place in the frame that paths have jumped to; its code has a name of its own. */
function takeLanding(frame: Frame): Landing | undefined {
  const [next] = frame.landings.values();
  if (next === undefined) return undefined;
  frame.landings.delete(next.key);
  frame.key = next.key;
  return next;
}

/** Whether arguments and results of the call have the widths of the function's, as far as both have them. */
function hasTypesOf({ params, registers, results }: FunctionBody, o: CallOperation, instance: Instance): boolean {
  const takes = params.every(
    (r, i) => i >= o.args.length || (registers[r] as Scalar).bits === instance.operand(o.args[i] as Operand).width,
  );
  return takes && results.every(({ bits }, i) => i >= o.results.length || bits === instance.bitsOf(o.results[i] as Register));
}

/** When a pointer is the address of a function; functions have the addresses of the executor. */
function hasFunctionAddress(terms: Terms, program: Program, pointer: Term): Term {
  const number = (n: number): Term => terms.constant(BigInt(n), pointer.width);
  const from = terms.sub(pointer, number(codeBase));
  const isStart = terms.eq(terms.urem(from, number(codeStride)), number(0));
  return terms.and(isStart, terms.ult(from, number(codeStride * program.functions.length)));
}
