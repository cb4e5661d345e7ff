// Compiles a function to JavaScript. In: a `FunctionBody`. Out: a function over a thread's registers, which returns a signal (signal.ts).
//
// The generated code is a loop over a switch on the control position `pc`. A position is the start of a block, a step (an operation that
// another thread can observe) or the point after a call. The code between two positions is a segment. Registers that are used in one segment
// only become JavaScript variables; the others are in the thread's Int32Array. At every position the thread is therefore plain data.

import { findAddressRegisters } from "../../analysis/address-registers.ts";
import { notedOperands } from "../../program/noted-operands.ts";
import type { Operation, Register, Scalar, Terminator } from "../../program/operations.ts";
import type { Block, FunctionBody, Program, ProgramFunction } from "../../program/program.ts";
import { registersDefined, registersUsed } from "../../program/registers.ts";
import { CompiledFunction, type FunctionDescription } from "../compiled-function.ts";
import { threadRoleOf } from "../thread-functions.ts";
import { tracksAddresses } from "./addresses.ts";
import { type CompileOptions, Emitter, sharesStack } from "./emitter.ts";
import { lineBeginnings } from "./line-beginnings.ts";
import { noteMade, noteSources } from "./made-addresses.ts";
import { emitOperation, emitStop, emitTerminator, emitValues, segmentBoundary } from "./operations.ts";
import { runtime } from "./runtime.ts";
import { Signal } from "./signal.ts";
import { numberSignature } from "./signature.ts";

/** A function's description, and its code without a machine. */
interface Template {
  readonly description: FunctionDescription;
  readonly make: (...parts: readonly unknown[]) => CompiledFunction["run"];
}

/** The components of a machine, under the letters by which generated code calls them. */
export interface CodeParts {
  /** The step context. */
  readonly M: unknown;
  /** Accesses to memory. */
  readonly A: unknown;
  /** Beginnings and ends of objects. */
  readonly B: unknown;
  /** Calls. */
  readonly C: unknown;
  /** The environment. */
  readonly E: unknown;
  /** Faults, and unsupported operations. */
  readonly W: unknown;
  /** The lifecycle of threads. */
  readonly L: unknown;
  /** Queries to the oracle. */
  readonly O: unknown;
  /** Comparisons of addresses and computations with them. */
  readonly P: unknown;
  /** Addresses of heap blocks that are made from other bits; null: they are not noted. */
  readonly H: unknown;
  /** Synchronisation. */
  readonly S: unknown;
  /** Variables. */
  readonly V: { numberOf(object: number): number };
  readonly mem: unknown;
}

const letters = ["M", "A", "B", "C", "E", "W", "L", "O", "P", "H", "S", "V", "mem"] as const;

/** Code is generated once for all machines of a program: confirmation and sampling make several. */
const templates = Array.from({ length: 16 }, () => new WeakMap<ProgramFunction, Template>());

const variantOf = ({ overflow, notesBlocks, stopsAtLines, tracksHeap }: CompileOptions): number =>
  (overflow ? 1 : 0) + (notesBlocks ? 2 : 0) + (stopsAtLines ? 4 : 0) + (tracksHeap ? 8 : 0);

export function compileFunction(f: ProgramFunction, program: Program, parts: CodeParts, options: CompileOptions): CompiledFunction {
  const known = templates[variantOf(options)] as WeakMap<ProgramFunction, Template>;
  let template = known.get(f);
  if (template === undefined) {
    template = generate(f, program, parts.V, options);
    known.set(f, template);
  }
  const run = template.make(runtime, ...letters.map((letter) => parts[letter]));
  return new CompiledFunction(template.description, run);
}

function generate(f: ProgramFunction, program: Program, variables: CodeParts["V"], options: CompileOptions): Template {
  const body = f.body();
  const lines = options.stopsAtLines && !f.library ? lineBeginnings(body, program) : new Set<Operation | Terminator>();
  const operations: (Operation | Terminator)[] = [];
  const noted: [position: number, operation: number][] = [];
  const stops: number[] = [];
  const emitter = new Emitter(
    body,
    findSegmentLocals(body, lines),
    options,
    options.overflow && f.reportsOverflow,
    tracksAddresses(f) ? findAddressRegisters(body, program.pointerBits) : null,
    program.pointerBits,
    (object) => Number(program.objects[object]?.address ?? 0n),
    (object) => variables.numberOf(object),
  );

  // Positions: blocks come first so that a jump to block k sets pc = k.
  let nextPosition = body.blocks.length;
  emitter.newPosition = () => nextPosition++;
  const stopAt = (k: number): void => {
    const position = emitStop(emitter, k);
    stops.push(position);
    noted.push([position, k]);
  };
  const cases: string[] = [];
  body.blocks.forEach((block, b) => {
    emitter.begin();
    emitter.line(`case ${b}:`);
    emitter.line(`if ((M.fuel -= ${block.operations.length + 1}) < 0) { T.pc = ${b}; return ${Signal.Fuel}; }`);
    if (options.notesBlocks) emitter.line(`if (!M.probing) M.blocks.enter(T, ${f.id}, ${b});`);
    for (const o of block.operations) {
      const k = operations.push(o) - 1;
      if (lines.has(o)) stopAt(k);
      if (options.notesBlocks) emitValues(emitter, notedOperands(o), k);
      if (options.tracksHeap) noteSources(emitter, o);
      emitOperation(emitter, o, k, (position) => noted.push([position, k]));
      if (options.tracksHeap) noteMade(emitter, o, k);
    }
    const k = operations.push(block.terminator) - 1;
    if (lines.has(block.terminator)) stopAt(k);
    emitTerminator(emitter, block.terminator, k, f.id, (position) => noted.push([position, k]));
    cases.push(emitter.end());
  });

  const operationAt = new Array<number | undefined>(nextPosition).fill(undefined);
  const isLine = new Array<boolean>(nextPosition).fill(false);
  for (const position of stops) isLine[position] = true;
  for (const [position, k] of noted) operationAt[position] = k;

  // The parentheses tell V8 that the function will be called at once, so that it is parsed once instead of twice.
  const source = `"use strict";
return (function ${identifier(f.name)}(T) {
  let R = T.registers, F = T.floats, D = T.doubles, b = T.base, pc = T.pc;
  ${emitter.declarations()}
  for (;;) switch (pc) {
${cases.join("")}  default: throw new Error("no position " + pc + " in ${identifier(f.name)}");
  }
});`;
  const make = new Function("X", ...letters, source) as Template["make"];
  const params = body.params.map((r) => ({ slot: emitter.slots[r] as number, type: body.registers[r] as Scalar }));
  const description = {
    id: f.id,
    name: f.name,
    library: f.library,
    frameSize: emitter.frameSize,
    body,
    slots: emitter.slots,
    params,
    signature: numberSignature(
      params.map((p) => p.type),
      body.results,
    ),
    operations,
    operationAt,
    // Tables: each kind of operation has its own object shape, and reading a field of many shapes is slow.
    ops: operations.map((o) => o.op),
    positions: operations.map((o) => o.at),
    orders: operations.map((o) => ("order" in o ? o.order : null)),
    isSection: operationAt.map((k, position) => k !== undefined && !isLine[position] && operations[k]?.op === "atomic-begin"),
    isLine,
    blocksAt: [],
    threadRole: threadRoleOf(f),
    source,
  };
  return { description, make };
}

const identifier = (name: string): string => `c_${name.replace(/[^A-Za-z0-9_]/g, "_")}`;

/** The registers that are used in one segment only, and defined there before they are used. */
function findSegmentLocals(body: FunctionBody, lines: ReadonlySet<Operation | Terminator>): ReadonlySet<Register> {
  const segmentOf = new Map<Register, number>();
  const crossing = new Set<Register>(body.params);
  const shares = sharesStack(body);
  let segment = 0;
  const touch = (r: Register, defines: boolean): void => {
    const known = segmentOf.get(r);
    if (known === undefined) {
      segmentOf.set(r, segment);
      if (!defines) crossing.add(r); // used before it is defined: it was defined in another segment
    } else if (known !== segment) crossing.add(r);
  };
  for (const block of body.blocks as readonly Block[]) {
    segment++;
    for (const o of block.operations) {
      if (lines.has(o)) segment++;
      const boundary = o.op === "stack-reset" && shares ? "before" : segmentBoundary(o);
      if (boundary === "before") segment++;
      for (const r of registersUsed(o)) touch(r, false);
      if (boundary === "after") segment++;
      for (const r of registersDefined(o)) touch(r, true);
    }
    if ((block.terminator.op === "return" && shares) || lines.has(block.terminator)) segment++;
    for (const r of registersUsed(block.terminator)) touch(r, false);
  }
  for (const { register } of [...body.locals, ...(body.addressed ?? [])]) crossing.add(register); // reports show them
  return new Set([...segmentOf.keys()].filter((r) => !crossing.has(r)));
}
