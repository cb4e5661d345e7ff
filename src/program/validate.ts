// Checks that a linked program is well formed. In: a program. Out: one sentence per fault.
//
// Runs in tests and with `RAVEL_VALIDATE=1`. A fault is a bug in the front end. Every engine may rely on what is checked: indices are
// in range; on every path, registers are defined before they are used; operands and results have the types that their operation
// requires (operand-types.ts); calls inside the library match the definition of the callee. The program's own calls need not: old C calls
// functions without prototypes, and the executor adapts the arguments.

import { RavelError } from "../support/diagnostics.ts";
import { successorsOf } from "./control-flow.ts";
import { type Expected, signatureOf } from "./operand-types.ts";
import { int, type Operand, type Operation, type Scalar, type Terminator } from "./operations.ts";
import type { Block, FunctionBody, Program, ProgramFunction } from "./program.ts";
import { registersDefined, registersUsed } from "./registers.ts";

export function validateProgram(program: Program): readonly string[] {
  return [...validateTables(program), ...program.functions.flatMap((f) => validateFunction(program, f))];
}

function validateTables(program: Program): readonly string[] {
  const faults: string[] = [];
  if (program.functions[program.entry] === undefined) faults.push(`the entry, function ${program.entry}, does not exist`);
  if (!Object.isFrozen(program) || !Object.isFrozen(program.functions)) faults.push("the program is not frozen");
  program.functions.forEach((f, id) => {
    if (f.id !== id) faults.push(`function ${id}, ${f.name}, has id ${f.id}`);
    if (program.positions[f.position] === undefined) faults.push(`${f.name} has a position that does not exist`);
  });
  let end = 0n;
  program.objects.forEach((o, id) => {
    if (o.id !== id) faults.push(`object ${id}, ${o.name}, has id ${o.id}`);
    if (program.positions[o.position] === undefined) faults.push(`${o.name} has a position that does not exist`);
    if (o.image !== null && o.image.length !== o.size) faults.push(`${o.name} has ${o.size} bytes, its image ${o.image.length}`);
    if (o.threadLocal) return;
    if (o.address < end) faults.push(`${o.name} overlaps the object before it`);
    if (o.address % BigInt(o.align) !== 0n) faults.push(`${o.name} is not aligned`);
    end = o.address + BigInt(o.size);
  });
  return faults;
}

function validateFunction(program: Program, f: ProgramFunction): readonly string[] {
  let body: FunctionBody;
  try {
    body = f.body();
  } catch (error) {
    if (error instanceof RavelError) return []; // unsupported: reported where the function is called
    throw error;
  }
  const check = new BodyCheck(program, f, body);
  check.run();
  return check.faults;
}

class BodyCheck {
  readonly faults: string[] = [];
  readonly #pointer: Scalar;
  #where = "";

  constructor(
    readonly program: Program,
    readonly f: ProgramFunction,
    readonly body: FunctionBody,
  ) {
    this.#pointer = int(program.pointerBits);
  }

  run(): void {
    const { body } = this;
    if (body.blocks.length === 0) this.#fault("has no block");
    for (const { register, variable } of [...body.locals, ...(body.addressed ?? [])]) {
      this.#require(register in body.registers, `a local is in register ${register}, which does not exist`);
      this.#require(variable in this.program.variables, `a local is variable ${variable}, which does not exist`);
    }
    body.blocks.forEach((block, b) => {
      block.operations.forEach((o, k) => {
        this.#where = ` in block ${b}, operation ${k} (${o.op})`;
        this.#checkOperation(o);
      });
      this.#where = ` at the end of block ${b} (${block.terminator.op})`;
      this.#checkTerminator(block.terminator);
    });
    this.#where = "";
    if (this.faults.length === 0) this.#checkDefinitions();
  }

  #checkOperation(o: Operation): void {
    this.#checkTypes(o);
    if (o.op === "call") this.#checkCall(o);
    if (o.op === "thread-local") this.#require(this.program.objects[o.object]?.threadLocal, `object ${o.object} is not thread-local`);
    if (o.op === "stack-allocate" || o.op === "stack-renew")
      this.#require(o.variable === -1 || o.variable in this.program.variables, `variable ${o.variable} does not exist`);
  }

  #checkTerminator(t: Terminator): void {
    this.#checkTypes(t);
    for (const target of successorsOf(t)) this.#require(target in this.body.blocks, `block ${target} does not exist`);
    if (t.op === "return") this.#checkTypesMatch("values are returned", t.types, "results are declared", this.body.results);
  }

  #checkTypes(o: Operation | Terminator): void {
    this.#require(o.at in this.program.positions, `position ${o.at} does not exist`);
    const { operands, results } = signatureOf(o, this.#pointer);
    for (const [operand, expected] of operands) {
      this.#checkOperand(operand);
      this.#checkType(this.#typeOf(operand), expected, "an operand");
    }
    for (const [register, expected] of results) this.#checkType(this.body.registers[register], expected, `register ${register}`);
  }

  #checkOperand(o: Operand): void {
    const { functions, objects } = this.program;
    if (o.kind === "function") this.#require(o.function in functions, `function ${o.function} does not exist`);
    if (o.kind === "object") this.#require(objects[o.object]?.threadLocal === false, `object ${o.object} has no address`);
    if (o.kind === "block") this.#require(o.block in this.body.blocks, `block ${o.block} does not exist`);
    if (o.kind === "integer") this.#require(o.value >= 0n && o.value < 1n << BigInt(o.bits), `${o.value} does not fit ${o.bits} bits`);
  }

  #typeOf(o: Operand): Scalar | undefined {
    switch (o.kind) {
      case "register":
        return this.body.registers[o.register];
      case "integer":
      case "float":
        return { kind: o.kind === "float" ? "float" : "int", bits: o.bits } as Scalar;
      case "object":
      case "function":
      case "block":
        return this.#pointer;
    }
  }

  #checkType(type: Scalar | undefined, expected: Expected, what: string): void {
    if (type === undefined) return this.#fault(`${what} does not exist`);
    const isRight = expected === "integer" ? type.kind === "int" : isSame(type, expected);
    this.#require(isRight, `${what} is ${nameOf(type)}, expected ${expected === "integer" ? expected : nameOf(expected)}`);
  }

  #checkCall(o: Operation & { op: "call" }): void {
    this.#require(o.args.length === o.argTypes.length, `${o.args.length} arguments and ${o.argTypes.length} types`);
    for (const r of o.results) this.#require(r in this.body.registers, `register ${r} does not exist`);
    const callee = o.callee.kind === "function" ? this.program.functions[o.callee.function] : undefined;
    if (callee === undefined || callee.external || !callee.library || !this.f.library) return;
    const { params, registers, results } = callee.body();
    const given = o.results.map((r) => this.body.registers[r] as Scalar);
    this.#checkTypesMatch("arguments are passed", o.argTypes, `parameters: ${callee.name}`, params.map((r) => registers[r] as Scalar)); // biome-ignore format: one row
    this.#checkTypesMatch("results are taken", given, `results: ${callee.name}`, results);
  }

  #checkTypesMatch(what: string, given: readonly Scalar[], whose: string, declared: readonly Scalar[]): void {
    const isMatch = given.length === declared.length && given.every((type, k) => isSame(type, declared[k] as Scalar));
    this.#require(isMatch, `${what} as (${given.map(nameOf).join(", ")}), ${whose} as (${declared.map(nameOf).join(", ")})`);
  }

  /** On every path, a register is defined before it is used. Nothing follows an unsupported operation. */
  #checkDefinitions(): void {
    const { body } = this;
    const defined = findDefined(body);
    body.blocks.forEach((block, b) => {
      const state = defined[b];
      if (state === null || state === undefined) return; // unreachable
      const known = state.slice();
      for (const o of [...block.operations, block.terminator]) {
        for (const r of registersUsed(o)) this.#require(known[r], `register ${r} may be undefined in block ${b} (${o.op})`);
        define(known, o);
      }
    });
  }

  #require(holds: unknown, otherwise: string): void {
    if (!holds) this.#fault(otherwise);
  }

  #fault(what: string): void {
    this.faults.push(`${this.f.name}${this.#where}: ${what}`);
  }
}

/** Per block: the registers that every path to it defines. Null: the block is unreachable. */
function findDefined({ params, registers, blocks }: FunctionBody): readonly (Uint8Array | null)[] {
  const states: (Uint8Array | null)[] = blocks.map(() => null);
  const atEntry = new Uint8Array(registers.length);
  for (const p of params) atEntry[p] = 1;
  states[0] = atEntry;
  const work = [0];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    const block = blocks[b] as Block;
    const out = (states[b] as Uint8Array).slice();
    for (const o of block.operations) define(out, o);
    for (const target of successorsOf(block.terminator)) {
      const merged = meet(states[target] ?? null, out);
      if (merged === null) continue;
      states[target] = merged;
      work.push(target);
    }
  }
  return states;
}

/** The registers defined in both states; null if `known` does not change. */
function meet(known: Uint8Array | null, arriving: Uint8Array): Uint8Array | null {
  if (known === null) return arriving.slice();
  const both = known.map((d, r) => d & (arriving[r] as number));
  return both.some((d, r) => d !== known[r]) ? both : null;
}

function define(state: Uint8Array, o: Operation | Terminator): void {
  if (o.op === "unsupported") state.fill(1);
  else if (!isTerminator(o)) for (const r of registersDefined(o)) state[r] = 1;
}

const terminators: ReadonlySet<string> = new Set(["jump", "branch", "switch", "indirect-jump", "return", "unreachable"]);
const isTerminator = (o: Operation | Terminator): o is Terminator => terminators.has(o.op);

const isSame = (a: Scalar, b: Scalar): boolean => a.kind === b.kind && a.bits === b.bits;
const nameOf = (type: Scalar): string => `${type.kind} ${type.bits}`;
