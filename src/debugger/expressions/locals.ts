// The C locals of a frame: where each is, and whether it has a value yet. In: a frame. Out: its variables, those of the innermost block first.
//
// A local is in a register, or an object on the thread's stack, or an object of the caller (a struct passed in memory). Registers are found by the body's
// lists; a register to which no path has assigned yet has no value. Parameters arrive in registers of their own, from which the beginning of the function moves
// them: before that, the value is still there.

import { findLiveRegisters } from "../../analysis/liveness.ts";
import type { MemoryObject } from "../../execution/memory-object.ts";
import { strip } from "../../execution/names.ts";
import { successorsOf } from "../../program/control-flow.ts";
import type { Operation, Register } from "../../program/operations.ts";
import type { FunctionBody } from "../../program/program.ts";
import { registersDefined } from "../../program/registers.ts";
import type { Term } from "../../terms/term.ts";
import { type OpenFrame, openRegister, readRegister } from "./frame.ts";
import { nameIndex } from "./names.ts";

export type LocalHome =
  /** `open`: as a term over inputs; null: it has one value for all of them. */
  | { readonly kind: "register"; readonly raw: bigint; readonly bits: number; readonly open: Term | null }
  | { readonly kind: "object"; readonly object: MemoryObject }
  | { readonly kind: "address"; readonly address: bigint }
  /** It has no place or no value yet. */
  | { readonly kind: "none" };

export interface Local {
  /** Index in `Program.variables`. */
  readonly variable: number;
  readonly name: string;
  readonly home: LocalHome;
}

interface BodyFacts {
  /** By variable. */
  readonly registers: ReadonlyMap<number, Register>;
  readonly addressed: ReadonlyMap<number, Register>;
  readonly inMemory: ReadonlySet<number>;
  /** By variable: the register in which the caller passed it. */
  readonly passed: ReadonlyMap<number, Register>;
  /** By block: the registers that some path has assigned before it. */
  readonly assigned: readonly ReadonlySet<Register>[];
  /** By position: the variables that are visible there. */
  readonly visible: Map<number, readonly Omit<Local, "home">[]>;
  /** By operation and register. */
  readonly hasValue: Map<number, boolean>;
}

const known = new WeakMap<FunctionBody, BodyFacts>();

/** The variables that C can name at the frame's position. */
export function visibleLocals(frame: OpenFrame): readonly Local[] {
  const { function: f, position } = frame;
  if (f.library) return [];
  const facts = factsOf(f.body);
  let visible = facts.visible.get(position);
  if (visible === undefined) {
    visible = findVisible(frame, facts);
    facts.visible.set(position, visible);
  }
  return visible.map(({ variable, name }) => ({
    variable,
    name,
    get home() {
      return homeOf(frame, facts, variable);
    },
  }));
}

function findVisible(frame: OpenFrame, facts: BodyFacts): readonly Omit<Local, "home">[] {
  const { machine, function: f } = frame;
  const index = nameIndex(machine.program);
  const chain = index.scopesAround(frame.position, f.id);
  const here = machine.program.positions[frame.position];
  const all = [...new Set([...facts.registers.keys(), ...facts.addressed.keys(), ...facts.inMemory])].sort((a, b) => a - b);
  const found = all.flatMap((variable) => {
    const { name = "", position = 0 } = machine.program.variables[variable] ?? {};
    if (name === "" || name.startsWith("__vla_expr")) return [];
    const depth = chain.indexOf(index.scopeOfVariable(variable));
    const declared = machine.program.positions[position];
    const isLater = here !== undefined && declared !== undefined && declared.file === here.file && declared.line > here.line;
    if (depth < 0 || (isLater && !facts.passed.has(variable) && !facts.addressed.has(variable))) return [];
    return [{ depth, local: { variable, name } }];
  });
  return found.sort((a, b) => a.depth - b.depth).map(({ local }) => local);
}

function homeOf(frame: OpenFrame, facts: BodyFacts, variable: number): LocalHome {
  const { thread, function: f } = frame;
  const inRegister = (register: Register): LocalHome => ({
    kind: "register",
    raw: readRegister(frame, register),
    bits: f.body.registers[register]?.bits ?? 0,
    open: openRegister(frame, register),
  });
  const register = facts.registers.get(variable);
  const passed = facts.passed.get(variable);
  if (register !== undefined) {
    if (hasValue(frame, facts, variable, register)) return inRegister(register);
    return passed === undefined ? { kind: "none" } : inRegister(passed);
  }
  const addressed = facts.addressed.get(variable);
  if (addressed !== undefined) {
    const open = openRegister(frame, addressed);
    if (open !== null) frame.reads?.pin(open);
    const address = readRegister(frame, addressed);
    return address === 0n ? { kind: "none" } : { kind: "address", address };
  }
  const object = thread.stack.slice(frame.stackFrom, frame.stackTo).findLast((o) => o.variable === variable && o.live);
  if (passed !== undefined && strip(frame.machine.program.variables[variable]?.type ?? null)?.kind !== "struct")
    if (object === undefined || isUntouched(object)) return inRegister(passed);
  return object === undefined ? { kind: "none" } : { kind: "object", object };
}

/** Has the register been assigned in this turn of its block? */
function hasValue(frame: OpenFrame, facts: BodyFacts, variable: number, register: Register): boolean {
  const { body } = frame.function;
  const key = (frame.operation + 1) * body.registers.length + register;
  let known = facts.hasValue.get(key);
  if (known === undefined) {
    known = isAssigned(body, facts, frame.operation, register) && !isPending(frame, variable, register);
    facts.hasValue.set(key, known);
  }
  return known;
}

/** At the line of its declaration, and not assigned in this block: is it assigned before it is read again? Then what it holds is from an earlier turn of a loop. */
function isPending({ machine, function: f, operation, position }: OpenFrame, variable: number, register: Register): boolean {
  const { positions, variables } = machine.program;
  const [here, declared] = [positions[position], positions[variables[variable]?.position ?? 0]];
  if (operation < 0 || here?.line !== declared?.line || here?.file !== declared?.file) return false;
  return !assigns(placeOf(f.body, operation).before, register) && !findLiveRegisters(f.body, false).before(operation).includes(register);
}

const isUntouched = ({ region, start, size }: MemoryObject): boolean =>
  region.written?.subarray(start, start + size).every((mark) => mark === 0) ?? false;

/** Has some path to the operation assigned the register? */
function isAssigned(body: FunctionBody, facts: BodyFacts, operation: number, register: Register): boolean {
  const { block, before } = placeOf(body, operation);
  return block < 0 || (facts.assigned[block] as ReadonlySet<Register>).has(register) || assigns(before, register);
}

/** The block of an operation, and what is before it there; -1: none. */
function placeOf({ blocks }: FunctionBody, operation: number): { readonly block: number; readonly before: readonly Operation[] } {
  let k = operation;
  for (const [block, { operations }] of blocks.entries()) {
    if (k <= operations.length) return { block, before: operations.slice(0, Math.max(k, 0)) };
    k -= operations.length + 1;
  }
  return { block: -1, before: [] };
}

const assigns = (operations: readonly Operation[], register: Register): boolean =>
  operations.some((o) => registersDefined(o).includes(register));

function factsOf(body: FunctionBody): BodyFacts {
  let facts = known.get(body);
  if (facts === undefined) {
    facts = findFacts(body);
    known.set(body, facts);
  }
  return facts;
}

function findFacts(body: FunctionBody): BodyFacts {
  const registers = new Map(body.locals.map((l) => [l.variable, l.register]));
  const addressed = new Map((body.addressed ?? []).map((l) => [l.variable, l.register]));
  const allocated = new Map<Register, number>();
  for (const { operations } of body.blocks)
    for (const o of operations)
      if ((o.op === "stack-allocate" || o.op === "stack-renew") && o.variable >= 0) allocated.set(o.to, o.variable);
  const passed = new Map<number, Register>();
  const params = new Set(body.params);
  const byRegister = new Map(body.locals.map((l) => [l.register, l.variable]));
  for (const o of body.blocks[0]?.operations ?? []) notePassed(o, params, byRegister, allocated, passed);
  return {
    registers,
    addressed,
    inMemory: new Set(allocated.values()),
    passed,
    assigned: findAssigned(body),
    visible: new Map(),
    hasValue: new Map(),
  };
}

/** The beginning of a function moves or stores each parameter to its variable. */
function notePassed(
  o: Operation,
  params: ReadonlySet<Register>,
  registers: ReadonlyMap<Register, number>,
  allocated: ReadonlyMap<Register, number>,
  passed: Map<number, Register>,
): void {
  const from = o.op === "move" ? o.from : o.op === "store" ? o.value : null;
  if (from?.kind !== "register" || !params.has(from.register)) return;
  const variable =
    o.op === "move"
      ? registers.get(o.to)
      : o.op === "store" && o.address.kind === "register"
        ? allocated.get(o.address.register)
        : undefined;
  if (variable !== undefined && !passed.has(variable)) passed.set(variable, from.register);
}

function findAssigned(body: FunctionBody): readonly ReadonlySet<Register>[] {
  const before = body.blocks.map(() => new Set<Register>());
  const work = [0];
  const visited = new Set<number>();
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    visited.add(b);
    const block = body.blocks[b] as FunctionBody["blocks"][number];
    const after = new Set(before[b]);
    for (const o of block.operations) for (const r of registersDefined(o)) after.add(r);
    for (const next of successorsOf(block.terminator)) {
      const known = before[next] as Set<Register>;
      const size = known.size;
      for (const r of after) known.add(r);
      if (known.size > size || !visited.has(next)) work.push(next);
    }
  }
  return before;
}
