// One FunctionBody → one JavaScript function over a thread's registers.
//
// The generated code is a loop over a switch on the control position `pc`; a position is a block's start, a step (an
// operation another thread may notice) or the point after a call. Straight-line code between positions is a segment;
// registers used in one segment only become JavaScript variables, the others live in the thread's Int32Array, so that at
// every position the thread is plain data. The function returns a signal to the machine (signal.ts).

import { findAddressRegisters } from "../../analysis/address-registers.ts";
import type { Operation, Register, Scalar, Terminator } from "../../program/operations.ts";
import type { Block, FunctionBody, Program, ProgramFunction } from "../../program/program.ts";
import { registersDefined, registersUsed } from "../../program/registers.ts";
import { CompiledFunction, type FunctionDescription } from "../compiled-function.ts";
import { threadRoleOf } from "../thread-functions.ts";
import { looksAtAddresses } from "./addresses.ts";
import { type CompileOptions, Emitter, sharesStack } from "./emitter.ts";
import { emitOperation, emitTerminator, segmentBoundary } from "./operations.ts";
import { runtime } from "./runtime.ts";
import { Signal } from "./signal.ts";
import { signatureOf } from "./signature.ts";

/** What a function is, and how to make its code for a machine. */
interface Template {
  readonly description: FunctionDescription;
  readonly make: (...parts: readonly unknown[]) => CompiledFunction["run"];
}

/** The parts of a machine, by the letters under which generated code calls them. */
export interface CodeParts {
  /** The step context. */
  readonly M: unknown;
  /** Accesses to memory. */
  readonly A: unknown;
  /** Calls. */
  readonly C: unknown;
  /** The environment. */
  readonly E: unknown;
  /** Faults, and what is unsupported. */
  readonly W: unknown;
  /** The life of threads. */
  readonly L: unknown;
  /** Questions to the oracle. */
  readonly O: unknown;
  /** Addresses as the program sees them. */
  readonly P: unknown;
  /** Synchronisation. */
  readonly S: unknown;
  /** Variables. */
  readonly V: { numberOf(object: number): number };
  readonly mem: unknown;
}

const letters = ["M", "A", "C", "E", "W", "L", "O", "P", "S", "V", "mem"] as const;

/** Code is generated once for all machines of a program: confirming, sampling and comparing make many. */
const templates = { plain: new WeakMap<ProgramFunction, Template>(), overflow: new WeakMap<ProgramFunction, Template>() };

export function compileFunction(f: ProgramFunction, program: Program, parts: CodeParts, options: CompileOptions): CompiledFunction {
  const known = options.overflow ? templates.overflow : templates.plain;
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
  const operations: (Operation | Terminator)[] = [];
  const noted: [position: number, operation: number][] = [];
  const emitter = new Emitter(
    body,
    findLocals(body),
    options,
    options.overflow && f.reportsOverflow,
    looksAtAddresses(f) ? findAddressRegisters(body, program.pointerBits) : null,
    program.pointerBits,
    (object) => Number(program.objects[object]?.address ?? 0n),
    (object) => variables.numberOf(object),
  );

  // Positions: blocks come first so that a jump to block k sets pc = k.
  let nextPosition = body.blocks.length;
  emitter.newPosition = () => nextPosition++;
  const cases: string[] = [];
  body.blocks.forEach((block, b) => {
    emitter.begin();
    emitter.line(`case ${b}:`);
    emitter.line(`if ((M.fuel -= ${block.operations.length + 1}) < 0) { T.pc = ${b}; return ${Signal.Fuel}; }`);
    for (const o of block.operations) {
      const k = operations.push(o) - 1;
      emitOperation(emitter, o, k, (position) => noted.push([position, k]));
    }
    const k = operations.push(block.terminator) - 1;
    emitTerminator(emitter, block.terminator, k, f.id, (position) => noted.push([position, k]));
    cases.push(emitter.end());
  });

  const operationAt = new Array<number | undefined>(nextPosition).fill(undefined);
  for (const [position, k] of noted) operationAt[position] = k;

  // The parentheses tell V8 that the function is called at once: it then reads it once instead of twice.
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
    signature: signatureOf(
      params.map((p) => p.type),
      body.results,
    ),
    operations,
    operationAt,
    // Tables, since operations of each kind have a shape of their own: looking at many of them is slow.
    ops: operations.map((o) => o.op),
    positions: operations.map((o) => o.at),
    orders: operations.map((o) => ("order" in o ? o.order : null)),
    isSection: operationAt.map((k) => k !== undefined && operations[k]?.op === "atomic-begin"),
    blocksAt: [],
    threadRole: threadRoleOf(f),
    source,
  };
  return { description, make };
}

const identifier = (name: string): string => `c_${name.replace(/[^A-Za-z0-9_]/g, "_")}`;

/** Registers that live within one segment: defined there first, used nowhere else. */
function findLocals(body: FunctionBody): ReadonlySet<Register> {
  const segmentOf = new Map<Register, number>();
  const spoiled = new Set<Register>(body.params);
  const shares = sharesStack(body);
  let segment = 0;
  const touch = (r: Register, defines: boolean): void => {
    const known = segmentOf.get(r);
    if (known === undefined) {
      segmentOf.set(r, segment);
      if (!defines) spoiled.add(r); // used before it is defined: comes from elsewhere
    } else if (known !== segment) spoiled.add(r);
  };
  for (const block of body.blocks as readonly Block[]) {
    segment++;
    for (const o of block.operations) {
      const cut = o.op === "stack-reset" && shares ? "before" : segmentBoundary(o);
      if (cut === "before") segment++;
      for (const r of registersUsed(o)) touch(r, false);
      if (cut === "after") segment++;
      for (const r of registersDefined(o)) touch(r, true);
    }
    if (block.terminator.op === "return" && shares) segment++;
    for (const r of registersUsed(block.terminator)) touch(r, false);
  }
  for (const { register } of body.locals) spoiled.add(register); // people may look at them
  return new Set([...segmentOf.keys()].filter((r) => !spoiled.has(r)));
}
