// Calls of functions without effects. In: a function and its arguments. Out: what it returns. The function is run by the machine itself, on the thread of the
// frame, as a probe: nothing is recorded, and everything is undone.
//
// The call is refused if it does what other code could notice: it writes an object that was there before, allocates, prints, asks for an input, starts a
// thread, takes a lock or waits, ends the thread or the process, fails, or runs for long.

import { slotCount } from "../../execution/compile/emitter.ts";
import { Signal } from "../../execution/compile/signal.ts";
import type { CompiledFunction } from "../../execution/compiled-function.ts";
import type { Oracle } from "../../execution/contract.ts";
import { Unmodelled } from "../../execution/errors.ts";
import { Fault } from "../../execution/fault.ts";
import type { Machine } from "../../execution/machine.ts";
import { strip } from "../../execution/names.ts";
import { userFrame } from "../../execution/positions.ts";
import { allWritten, type Region } from "../../execution/region.ts";
import type { Thread } from "../../execution/thread.ts";
import type { Scalar } from "../../program/operations.ts";
import type { SourceType } from "../../program/source-types.ts";
import { RavelError } from "../../support/diagnostics.ts";
import { namesIn } from "../state-names.ts";
import type { Typed } from "./elaborate.ts";
import { ExpressionError, refuse } from "./error.ts";
import type { MemoryReader } from "./memory-reader.ts";
import type { NameScope } from "./scope.ts";
import { arithmeticOf, isScalar, spell } from "./types.ts";
import { type Content, convert, fromRaw, toRaw, voidContent } from "./value.ts";

/** Operations that a call in an expression may execute. */
const maxOperations = 200_000;
/** Steps that a probe is granted: more than it may execute. */
const unlimited = 1e9;

class Effect {
  constructor(readonly what: string) {}
}

/** A function without effects asks nothing. */
const noOracle: Oracle = {
  choose: (_count, what) => {
    throw new Effect(`it makes a choice (${what})`);
  },
  input: (_bits, what) => {
    throw new Effect(`it asks for an input (${what})`);
  },
};

export function callFunction(
  scope: NameScope,
  id: number,
  type: SourceType & { readonly kind: "function" },
  args: readonly Typed[],
  at: number,
): Content {
  const { machine, thread } = scope.frame;
  const f = scope.program.functions[id];
  const name = f?.name ?? "the function";
  if (f === undefined || f.external) return refuse(`${name} is defined nowhere`, at);
  if (f.varargs) return refuse(`${name} takes a variable number of arguments: it cannot be called here`, at);
  if (strip(type.result) !== null && !isScalar(type.result))
    return refuse(`${name} returns ${spell(type.result)}: only numbers and pointers can be returned here`, at);
  const values = argumentsOf(name, type, args, at);
  try {
    const callee = machine.calls.compiled(id);
    if (callee.params.length !== values.length)
      return refuse(`${name} takes ${callee.params.length} argument${callee.params.length === 1 ? "" : "s"}, not ${values.length}`, at);
    scope.frame.reads?.pinAll(); // it may read anything
    const raws = callee.params.map((p, i) => rawArgument(values[i] as Content, p.type, at));
    return probe(machine, thread, callee, raws, type.result, scope.reader);
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    const why = reasonOf(error);
    if (why === null) throw error;
    return refuse(`${name} cannot be called here: ${why}`, at, error instanceof Effect ? "expressions only read" : null);
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof Effect) return error.what;
  if (error instanceof Fault) return error.kind === "assertion" ? `the assertion ${error.message} fails` : error.message;
  if (error instanceof Unmodelled) return `it uses what is not modelled: ${error.what}`;
  return error instanceof RavelError ? (error.diagnostics[0]?.message ?? error.message) : null;
}

function argumentsOf(
  name: string,
  type: SourceType & { readonly kind: "function" },
  args: readonly Typed[],
  at: number,
): readonly Content[] {
  const isDeclared = type.params.length > 0;
  if (isDeclared && type.params.length !== args.length)
    refuse(`${name} takes ${type.params.length} argument${type.params.length === 1 ? "" : "s"}, not ${args.length}`, at);
  return args.map((arg, i) => {
    const param = type.params[i]?.type ?? arg.type;
    if (!isScalar(arg.type) || !isScalar(param)) refuse("only numbers and pointers can be passed here", arg.at);
    const content = arg.load();
    const [from, to] = [arithmeticOf(arg.type), arithmeticOf(param)];
    if ((from === null) !== (to === null) && !(content.kind === "integer"))
      refuse(`${spell(arg.type)} cannot be passed as ${spell(param)}`, arg.at);
    return to === null ? content : convert(content, to, arg.at);
  });
}

function rawArgument(content: Content, type: Scalar, at: number): bigint {
  if (type.kind === "float") return toRaw(convert(content, { kind: "float", bits: type.bits }, at), type.bits);
  if (content.kind !== "integer") return refuse("an integer or a pointer is expected", at);
  return BigInt.asUintN(type.bits, content.value);
}

/** Runs the function and undoes everything. */
function probe(
  machine: Machine,
  t: Thread,
  callee: CompiledFunction,
  args: readonly bigint[],
  result: SourceType | null,
  reader: MemoryReader,
): Content {
  const { context, queries, history, memory } = machine;
  const keptContext = { ...context };
  const keptQueries = { ...queries };
  const { unwrittenRead, unknownCall, faultObject, faultOffset, version } = machine;
  const { region, object, high, sawUnwritten } = memory;
  const { waiting } = t;
  const met = [...machine.met];
  context.probing = true;
  context.footprint = null;
  context.recorder = null;
  machine.beginStep();
  queries.oracle = noOracle;
  const entry = history.beginProbe(t);
  try {
    makeThreadLocals(machine, t);
    return run(
      machine,
      t,
      callee,
      args.map((raw) => placed(machine, t, raw, reader)),
      result,
    );
  } finally {
    history.restore(entry);
    history.drop(entry);
    Object.assign(context, keptContext);
    Object.assign(queries, keptQueries);
    Object.assign(machine, { unwrittenRead, unknownCall, faultObject, faultOffset, version });
    Object.assign(memory, { region, object, high, sawUnwritten });
    t.waiting = waiting;
    machine.met.clear();
    for (const freedom of met) machine.met.add(freedom);
  }
}

/** To its program every thread-local exists: a write to one that the machine has yet to make is also an effect. */
function makeThreadLocals({ variables, program }: Machine, t: Thread): void {
  for (const [number, { id }] of variables.locals.entries())
    if (t.locals[number] === 0 && !program.objects[id]?.library) variables.threadLocal(t, number);
}

/** Texts of the expression, and thread-locals not made yet, become objects of the machine for the time of the call. */
function placed(machine: Machine, t: Thread, raw: bigint, reader: MemoryReader): bigint {
  const temporary = reader.temporaryAt(raw);
  if (temporary === null) return raw;
  const { bytes, global } = temporary;
  const offset = raw - temporary.address;
  if (global !== null) return BigInt(t.locals[machine.variables.numberOf(global.id)] as number) + offset;
  const object = t.allocate({
    size: bytes.length,
    align: 1,
    kind: "internal",
    name: "a text of the expression",
    private: false,
    constant: true,
    type: null,
    at: 0,
    thread: t.index,
    count: t.objectCount++,
    library: false,
  });
  machine.memory.region = object.region;
  machine.memory.writeRange(object.start, allWritten(bytes));
  return BigInt(object.address) + offset;
}

function run(machine: Machine, t: Thread, callee: CompiledFunction, args: readonly bigint[], result: SourceType | null): Content {
  const { context, memory } = machine;
  const mark = memory.mark();
  const ends = new Map<Region, number>(memory.opened.map((r) => [r, r.next]));
  const [heap, outputs, threads, violations] = [
    machine.heap.length,
    machine.outputs.length,
    machine.threads.length,
    machine.violations.length,
  ];
  const { depth, locks, pc } = t;
  const base = t.push(callee, 0, 0, 0);
  callee.params.forEach((p, i) => {
    const raw = args[i] as bigint;
    for (let k = 0; k < slotCount(p.type); k++) t.registers[base + p.slot + k] = Number(BigInt.asIntN(32, raw >> BigInt(32 * k)));
  });
  context.fuel = maxOperations;
  while (t.depth > depth) {
    context.go = unlimited;
    const signal = t.fn.run(t) as Signal;
    if (signal !== Signal.Continue && signal !== Signal.Yield) throw new Effect(stopped(machine, t, signal));
    const lock = t.locks.find((l) => !locks.includes(l)) ?? locks.find((l) => !t.locks.includes(l));
    if (lock !== undefined) {
      throw new Effect(`it ${t.locks.includes(lock) ? "takes" : "releases"} ${nameOf(machine, lock.object, 1) ?? "a lock"}`);
    }
  }
  if (t.depth < depth || t.pc !== pc) throw new Effect("it jumps out of its caller");
  if (machine.threads.length > threads) throw new Effect("it starts a thread");
  if (machine.outputs.length > outputs) throw new Effect("it prints");
  if (machine.heap.length > heap) throw new Effect("it allocates memory");
  if (machine.violations.length > violations) throw new Effect(machine.violations.at(-1)?.message ?? "it fails");
  memory.visitChanges(mark, (r, start, end) => {
    if (start >= (ends.get(r) ?? 0)) return;
    throw new Effect(`it writes ${nameOf(machine, r.base + start, end - start) ?? "data of the library"}`);
  });
  const type = callee.body.results[0];
  if (type === undefined || strip(result) === null) return voidContent;
  let raw = 0n;
  for (let k = slotCount(type) - 1; k >= 0; k--) raw = (raw << 32n) | BigInt((t.result[k] as number) >>> 0);
  return fromRaw(result, BigInt.asUintN(type.bits, raw), type.bits);
}

/** The program's own object at an address, as its source names it; null: it is the library's. */
function nameOf(machine: Machine, address: number, size: number): string | null {
  const o = machine.memory.objectAt(address | 0, Math.floor(address / 2 ** 32));
  return o === null || o.library || o.kind === "internal" ? null : namesIn(machine).name(o, address - o.address, size);
}

function stopped(machine: Machine, t: Thread, signal: Signal): string {
  const { called } = userFrame(machine, t);
  switch (signal) {
    case Signal.Fuel:
      return `it runs for more than ${maxOperations} operations`;
    case Signal.Finished:
      return "it ends the thread";
    case Signal.Ended:
      return "it ends the process";
    case Signal.AssumeBlocked:
      return "an assumption in it is false";
    case Signal.Blocked:
      return called === null ? "it waits" : `it waits in ${called}`;
    default:
      return called === null ? "it synchronises with other threads" : `it calls ${called}, which other threads can observe`;
  }
}
