// Lowers one function. In: an LLVM definition and the context of the linked program. Out: a `FunctionBody`, with registers for SSA values and
// promoted locals, and operations for instructions. calls.ts lowers calls; local-memory.ts decides which locals need memory.

import {
  type FieldLoad,
  int,
  integer,
  type MemoryOrder,
  type Operand,
  type Register,
  register,
  type Scalar,
  storeSize,
} from "../../program/operations.ts";
import type { FunctionBody } from "../../program/program.ts";
import { fail, failUnsupported, UnsupportedConstruct } from "../../support/diagnostics.ts";
import { append } from "../../support/lists.ts";
import type { FunctionDefinition, Instruction, Block as LlvmBlock, Type, TypedValue, Value } from "../llvm/module.ts";
import { computeAddress } from "./address-arithmetic.ts";
import { lowerMember } from "./aggregates.ts";
import { lowerAssembly, lowerUnknown } from "./assembly.ts";
import { lowerUpdate } from "./atomic-updates.ts";
import { lowerCall } from "./calls.ts";
import { findLocalOffsets, paddingAt } from "./coercions.ts";
import { lowerComputation } from "./computations.ts";
import { constantOperand } from "./constants.ts";
import { type DeclaredVariables, describeLocals, findDeclared } from "./declared-variables.ts";
import { type DraftBlock, FunctionBuilder, zeroOf } from "./function-builder.ts";
import { isWide, type Piece } from "./layout.ts";
import { withLiteralScopes } from "./literal-scopes.ts";
import { analyseLocals, type LocalMemory } from "./local-memory.ts";
import type { AccessAddress, FunctionContext, Lowering } from "./lowering.ts";
import { type Origin, sameOperand, unknownOrigin } from "./origins.ts";
import { lowerVector } from "./vectors.ts";
import { wideConstant } from "./wide-integers.ts";

export class FunctionLowering extends FunctionBuilder implements Lowering {
  readonly #values = new Map<string, readonly Operand[]>();
  readonly #origins = new Map<string, Origin>();
  readonly #labels = new Map<string, number>();
  readonly #promoted = new Map<string, number>();
  /** By promoted local: the register with the base of the pointer it holds. */
  readonly #remembered = new Map<string, number>();
  readonly #pointerParams = new Map<string, number>();
  readonly #source: readonly LlvmBlock[];
  readonly #memory: LocalMemory;
  /** Computed when a load first moves a struct. */
  #offsets: ReturnType<typeof findLocalOffsets> | null = null;
  readonly #unwrittenBits = new Map<string, Register>();
  readonly #phiInputs = new Map<string, { to: readonly number[]; type: Type; value: Value }[]>(); // by predecessor label
  readonly #variables: DeclaredVariables;

  constructor(definition: FunctionDefinition, context: FunctionContext) {
    super(definition, context);
    this.#source = withLiteralScopes(definition.body(), context.scopes);
    this.#variables = findDeclared(this.#source, context.variable);
    this.#memory = analyseLocals(this.#source, context.captures, (type) => this.layout.sizeOf(type));
  }

  run(): FunctionBody {
    const source = this.#source;
    const params: number[] = [];
    this.at = this.context.position(this.definition.debug); // the stores of parameters have no location
    source.forEach((b, i) => {
      this.#labels.set(b.label, i);
      this.blocks.push({ operations: [], terminator: null });
    });
    this.current = this.blocks[0] as DraftBlock;
    for (const p of this.definition.params) {
      this.#tolerate(() => {
        const regs = this.layout.pieces(p.type).map((piece) => this.newRegister(piece.scalar));
        append(params, regs);
        this.#values.set(p.name, regs.map(register));
        if (p.type.kind === "ptr") this.#pointerParams.set(p.name, regs[0] as number);
        if (p.type.kind === "ptr") this.#origins.set(p.name, { base: register(regs[0] as number), private: false });
      });
    }
    this.#prepare(source);
    source.forEach((b, i) => {
      this.current = this.blocks[i] as DraftBlock;
      if (i === 0 && this.isSection) this.emit({ op: "atomic-begin", user: true, at: this.at });
      for (const instruction of b.instructions) {
        if (instruction.debug !== null) this.at = this.context.position(instruction.debug);
        this.#tolerate(() => this.#lower(instruction, b));
      }
    });
    return {
      params,
      registers: this.registers,
      results: this.layout.isKnown(this.definition.result) ? this.#scalars(this.definition.result) : [],
      blocks: this.blocks.map((b) => ({ operations: b.operations, terminator: b.terminator ?? { op: "unreachable", at: 0 } })),
      ...describeLocals(this.#variables, this.#promoted, this.#pointerParams),
    };
  }

  /** Turns an unsupported construct into an `unsupported` operation, which matters only if a run reaches it. */
  #tolerate(lower: () => void): void {
    try {
      lower();
    } catch (error) {
      if (!(error instanceof UnsupportedConstruct)) throw error;
      this.unsupported(error.diagnostic.message);
    }
  }

  /** Assigns registers to promoted locals, late locals and phis, which blocks may name before they are lowered. */
  #prepare(source: readonly LlvmBlock[]): void {
    for (const block of source) {
      for (const i of block.instructions) {
        if (i.op === "alloca" && i.result !== null && this.#memory.promoted.has(i.result)) {
          this.#promoted.set(i.result, this.newRegister((this.layout.pieces(i.type)[0] as { scalar: Scalar }).scalar));
          if (this.#memory.backward.remembering.has(i.result)) this.#remembered.set(i.result, this.newRegister(int(this.pointerBits)));
        } else if (i.op === "alloca" && i.result !== null && this.#memory.scopes.late.has(i.result)) {
          this.#values.set(i.result, [register(this.newRegister(int(this.pointerBits)))]);
        } else if (i.op === "phi" && i.result !== null && this.layout.isKnown(i.type)) {
          const pieces = this.layout.pieces(i.type);
          const arriving = pieces.map((p) => this.newRegister(p.scalar));
          this.#values.set(
            i.result,
            pieces.map((p) => register(this.newRegister(p.scalar))),
          );
          for (const { value, block: from } of i.incoming) {
            const list = this.#phiInputs.get(from) ?? [];
            list.push({ to: arriving, type: i.type, value });
            this.#phiInputs.set(from, list);
          }
          this.#values.set(`phi ${i.result}`, arriving.map(register));
        }
      }
    }
  }

  #instructions: Map<string, Instruction> | null = null;

  /** The instruction that defines a local value. */
  instruction(v: Value): Instruction | undefined {
    if (this.#instructions === null) {
      this.#instructions = new Map();
      for (const b of this.#source) for (const i of b.instructions) if (i.result !== null) this.#instructions.set(i.result, i);
    }
    return v.kind === "local" ? this.#instructions.get(v.name) : undefined;
  }

  // ---- operands and origins, also for calls.ts, vectors.ts and intrinsics.ts

  setOrigin(result: string | null, from: Value): void {
    if (result !== null) this.#origins.set(result, this.origin(from));
  }

  setOriginTo(result: string, base: Operand): void {
    this.#origins.set(result, { base, private: false });
  }

  /** A thread-local whose address stays in its thread is private, like a local. */
  setThreadLocalOrigin(result: string | null, variable: Value, address: Operand): void {
    if (result === null || variable.kind !== "global") return;
    const symbol = this.context.resolve(variable.name);
    this.#origins.set(result, { base: address, private: symbol.kind === "object" && this.context.isPrivate(symbol.id) });
  }

  /** All scalars of a value. */
  operands(v: TypedValue): readonly Operand[] {
    return this.valueOf(v.value, v.type);
  }

  /** The single scalar of a value. */
  operand(v: TypedValue): Operand {
    if (isWide(v.type)) return failUnsupported(`arithmetic on integers of ${v.type.bits} bits`);
    return this.valueOf(v.value, v.type)[0] as Operand;
  }

  override valueOf(value: Value, type: Type): readonly Operand[] {
    if (value.kind === "local") {
      const known = this.#values.get(value.name);
      if (known !== undefined) return known;
      // Used before its definition, in block order: it gets registers now, into which the definition moves the value.
      const regs = this.layout.pieces(type).map((p) => register(this.newRegister(p.scalar)));
      this.#values.set(value.name, regs);
      this.#forward.set(value.name, regs);
      return regs;
    }
    if (isWide(type) && value.kind === "int") return wideConstant(value.value, type.bits);
    const pieces = this.layout.pieces(type);
    if (value.kind === "aggregate") return value.elements.flatMap((e) => [...this.operands(e)]);
    if (value.kind === "string") return [...value.bytes].map((b) => integer(BigInt(b), 8));
    if (value.kind === "global") {
      const symbol = this.context.resolve(value.name);
      if (symbol.kind === "object" && symbol.threadLocal) {
        const to = this.newRegister(int(this.pointerBits));
        this.emit({ op: "thread-local", to, object: symbol.id, at: this.at });
        return [this.addOffset(register(to), BigInt(symbol.offset))];
      }
    }
    const operands = pieces.map((p) => constantOperand(value, p.scalar, this.layout, this.context));
    if (value.kind === "gep" && !this.context.library) this.#checkConstant(operands[0]);
    return operands;
  }

  /** Checks a constant address outside its object, such as `&a[40]`, which may be in another one. */
  #checkConstant(o: Operand | undefined): void {
    if (o?.kind !== "object" || (o.offset >= 0 && o.offset <= this.context.objectSize(o.object))) return;
    this.emit({ op: "check-provenance", base: { kind: "object", object: o.object, offset: 0 }, address: o, at: this.at });
  }

  readonly #forward = new Map<string, readonly Operand[]>();

  /** Defines a result. If it was used before, the value moves to the registers that it got then. */
  define(result: string | null, operands: readonly Operand[], types: readonly Scalar[]): void {
    if (result === null) return;
    const assigned = this.#forward.get(result);
    if (assigned === undefined) {
      this.#values.set(result, operands);
      return;
    }
    assigned.forEach((p, i) => {
      if (p.kind === "register")
        this.emit({ op: "move", to: p.register, type: types[i] as Scalar, from: operands[i] as Operand, at: this.at });
    });
  }

  origin(v: Value): Origin {
    if (v.kind === "local") return this.#origins.get(v.name) ?? unknownOrigin;
    if (v.kind === "gep") return this.origin(v.base.value);
    if (v.kind === "global") {
      const symbol = this.context.resolve(v.name);
      if (symbol.kind === "object" && !symbol.threadLocal)
        return { base: { kind: "object", object: symbol.id, offset: symbol.offset }, private: false };
    }
    return unknownOrigin;
  }

  /** The address part of an access. */
  access(address: Value): AccessAddress {
    const origin = this.origin(address);
    const operand = this.valueOf(address, { kind: "ptr" })[0] as Operand;
    return { address: operand, base: sameOperand(operand, origin.base) ? null : origin.base, private: origin.private, at: this.at };
  }

  label(name: string): number {
    const index = this.#labels.get(name);
    return index === undefined ? fail("RVL105", `jump to a block that does not exist: %${name}`) : index;
  }

  // ---- instructions

  #lower(i: Instruction, block: LlvmBlock): void {
    const at = this.at;
    switch (i.op) {
      case "ret": {
        const values = i.value === null ? [] : this.operands(i.value);
        if (this.isSection) this.emit({ op: "atomic-end", user: true, at });
        return this.finish({ op: "return", values, types: i.value === null ? [] : this.#scalars(i.value.type), at });
      }
      case "br":
        this.#leave(block);
        return this.finish({ op: "jump", target: this.label(i.target), at });
      case "condbr": {
        const condition = this.valueOf(i.condition, { kind: "int", bits: 1 })[0] as Operand;
        this.#leave(block);
        return this.finish({ op: "branch", condition, then: this.label(i.then), otherwise: this.label(i.otherwise), at });
      }
      case "switch": {
        const on = this.operand(i.on);
        const bits = (i.on.type as { bits: number }).bits;
        this.#leave(block);
        const cases = i.cases.map((c) => ({ value: BigInt.asUintN(bits, c.value), target: this.label(c.target) }));
        return this.finish({ op: "switch", bits, on, cases, fallback: this.label(i.fallback), at });
      }
      case "indirectbr": {
        const address = this.operand(i.address);
        this.#leave(block);
        return this.finish({ op: "indirect-jump", address, targets: i.targets.map((t) => this.label(t)), at });
      }
      case "unreachable":
        return this.finish({ op: "unreachable", at });
      case "phi": {
        const to = this.#values.get(i.result as string) as readonly Operand[];
        const arriving = this.#values.get(`phi ${i.result}`) as readonly Operand[];
        this.layout.pieces(i.type).forEach((p, k) => {
          this.emit({ op: "move", to: (to[k] as { register: number }).register, type: p.scalar, from: arriving[k] as Operand, at });
        });
        return;
      }
      case "binary":
      case "icmp":
      case "fcmp":
      case "fneg":
      case "cast":
      case "select":
      case "freeze":
        return lowerComputation(this, i);
      case "alloca":
        return this.#lowerAlloca(i);
      case "load":
      case "store":
        return this.#lowerAccess(i);
      case "gep":
        return this.#lowerGep(i);
      case "cmpxchg":
      case "atomicrmw":
        return lowerUpdate(this, i);
      case "fence":
        return this.emit({ op: "fence", order: this.order(i.ordering) as MemoryOrder, at });
      case "extractvalue":
      case "insertvalue":
        return lowerMember(this, i);
      case "extractelement":
      case "insertelement":
      case "shufflevector":
        return lowerVector(this, i);
      case "call":
        return lowerCall(this, i);
      case "asm":
        return lowerAssembly(this, i);
      case "va_arg":
        this.unsupported("the va_arg instruction");
        return this.defineUnused(i.result, i.type);
      case "lifetime":
        return this.#lowerLifetime(i);
      case "declare-variable":
        return;
      case "unsupported":
        lowerUnknown(this, i.text);
        return this.defineUnused(i.result, { kind: "int", bits: 32 });
    }
  }

  /** Passes phi values to the successors, through registers of their own, so that phis of one block do not see each other's results. */
  #leave(block: LlvmBlock): void {
    for (const { to, type, value } of this.#phiInputs.get(block.label) ?? []) {
      const from = this.valueOf(value, type);
      this.layout.pieces(type).forEach((p, k) => {
        this.emit({ op: "move", to: to[k] as number, type: p.scalar, from: from[k] as Operand, at: this.at });
      });
    }
  }

  /** Defines a result that is never read, because the run ends before. */
  defineUnused(result: string | null, type: Type): void {
    const types = this.#scalars(type);
    this.define(result, types.map(zeroOf), types);
  }

  #scalars(type: Type): readonly Scalar[] {
    return this.layout.scalarsOf(type);
  }

  #lowerAlloca(i: Instruction & { op: "alloca" }): void {
    const name = i.result as string;
    if (this.#promoted.has(name)) return;
    const isLate = this.#memory.scopes.late.has(name);
    const to = isLate ? this.#registerOf(i) : this.newRegister(int(this.pointerBits));
    const unit = BigInt(this.layout.sizeOf(i.type));
    let size: Operand = integer(unit, this.pointerBits);
    if (i.count !== null) {
      const count = this.operand(i.count);
      const wide = this.convert(
        (i.count.type as { bits: number }).bits > this.pointerBits ? "trunc" : "zext",
        count,
        int((i.count.type as { bits: number }).bits),
        int(this.pointerBits),
      );
      size = this.compute("mul", this.pointerBits, wide, integer(unit, this.pointerBits));
    }
    const hidden = this.context.library || this.#memory.private.has(name); // the locals of the library are always private
    if (!isLate) {
      this.emit({ op: "stack-allocate", to, ...this.#local(i, size, hidden) });
      this.define(name, [register(to)], [int(this.pointerBits)]);
    }
    this.#origins.set(name, { base: register(to), private: hidden });
  }

  /** The fields that `stack-allocate` and `stack-renew` share. */
  #local(i: Instruction & { op: "alloca" }, size: Operand, hidden: boolean) {
    const variable = this.#variables.own.get(i.result as string) ?? -1;
    return { size, align: i.align || this.layout.alignOf(i.type), private: hidden, variable, at: this.at };
  }

  /** The register that holds the address of a local. */
  #registerOf(i: Instruction & { op: "alloca" }): number {
    return (this.valueOf({ kind: "local", name: i.result as string }, { kind: "ptr" })[0] as { register: number }).register;
  }

  /** Lowers the begin or the end of a scope, if it matters. */
  #lowerLifetime(i: Instruction & { op: "lifetime" }): void {
    const { late, ends, renewals } = this.#memory.scopes;
    const local = this.instruction(i.address);
    if (local?.op !== "alloca") return;
    const to = i.begins ? this.#registerOf(local) : -1;
    const size = integer(BigInt(this.layout.sizeOf(local.type)), this.pointerBits);
    if (i.begins && late.has(local.result as string)) this.emit({ op: "stack-allocate", to, ...this.#local(local, size, false) });
    else if (renewals.has(i)) this.emit({ op: "stack-renew", to, address: register(to), ...this.#local(local, size, true) });
    else if (ends.has(i)) this.emit({ op: "stack-end", address: this.valueOf(i.address, { kind: "ptr" })[0] as Operand, at: this.at });
  }

  #lowerAccess(i: Instruction & { op: "load" | "store" }): void {
    const type = i.op === "load" ? i.type : i.value.type;
    const promoted = i.address.kind === "local" ? this.#promoted.get(i.address.name) : undefined;
    const pieces = this.layout.pieces(type);
    if (promoted !== undefined) {
      const scalar = (pieces[0] as { scalar: Scalar }).scalar;
      const remembered = this.#remembered.get((i.address as { name: string }).name);
      if (i.op === "store") {
        const value = this.operand(i.value);
        if (remembered !== undefined)
          this.emit({ op: "move", to: remembered, type: scalar, from: this.origin(i.value.value).base ?? value, at: this.at });
        return this.emit({ op: "move", to: promoted, type: scalar, from: value, at: this.at });
      }
      const to = this.newRegister(scalar);
      this.emit({ op: "move", to, type: scalar, from: register(promoted), at: this.at });
      this.define(i.result, [register(to)], [scalar]);
      if (type.kind !== "ptr") return;
      const base = remembered === undefined ? to : this.newRegister(scalar);
      if (remembered !== undefined) this.emit({ op: "move", to: base, type: scalar, from: register(remembered), at: this.at });
      this.#origins.set(i.result as string, { base: register(base), private: false });
      if (this.#memory.backward.leaving.has(i.result as string) && !this.context.library)
        this.emit({ op: "check-provenance", base: register(base), address: register(to), at: this.at });
      return;
    }
    const access = this.access(i.address);
    const order = this.order(i.ordering);
    const values = i.op === "store" ? this.operands(i.value) : [];
    if (pieces.length > 1 && order !== null) return this.unsupported("an atomic access to an aggregate");
    const out = pieces.map((p, k) => {
      const address = this.addOffset(access.address, BigInt(p.offset));
      const base = access.base ?? (p.offset === 0 ? null : access.address);
      const common = { ...access, address, base, order, volatile: i.volatile, type: p.scalar };
      if (i.op === "store") {
        const loaded = this.#memory.bitFields.stores.get(i);
        const open = loaded === undefined ? {} : { open: register(this.#unwrittenBitsOf(loaded, p)) };
        this.emit({ op: "store", ...common, value: values[k] as Operand, ...open });
        return values[k] as Operand;
      }
      const to = this.newRegister(p.scalar);
      this.emit({ op: "load", ...common, to, ...this.#carried(i, p) });
      return register(to);
    });
    if (i.op === "load") {
      this.define(
        i.result,
        out,
        pieces.map((p) => p.scalar),
      );
      if (type.kind === "ptr") this.#origins.set(i.result as string, { base: out[0] as Operand, private: false });
    }
  }

  /** Whether a load may carry unwritten bytes along without using them, and which bytes are padding. */
  #carried(
    { result, address }: Instruction & { op: "load" },
    piece: Piece,
  ): { coercion: boolean; padding: number | null; field?: FieldLoad } {
    if (result === null) return { coercion: false, padding: null };
    const { reads, neighbours } = this.#memory.bitFields;
    const ofPiece = (bits: bigint): bigint => BigInt.asUintN(piece.scalar.bits, bits >> BigInt(8 * piece.offset));
    const read = reads.get(result);
    if (read !== undefined) return { coercion: false, padding: null, field: { bits: ofPiece(read), open: null } };
    const kept = neighbours.get(result);
    if (kept !== undefined)
      return { coercion: true, padding: 0, field: { bits: ofPiece(kept), open: this.#unwrittenBitsOf(result, piece) } };
    if (this.#memory.coercions.has(result)) {
      this.#offsets ??= findLocalOffsets(this.#source, this.layout);
      const bytes = storeSize(piece.scalar);
      const padding = paddingAt(this.#offsets, address, piece.offset + bytes, this.layout);
      return { coercion: true, padding: padding >>> piece.offset };
    }
    return { coercion: this.#memory.missingResults.has(result) && !this.context.resultMatters(this.definition), padding: null };
  }

  /** The register with the unwritten bits among the neighbours of a bit-field, between their load and their store. */
  #unwrittenBitsOf(loaded: string, { offset, scalar }: Piece): Register {
    const key = `${loaded}+${offset}`;
    const known = this.#unwrittenBits.get(key);
    if (known !== undefined) return known;
    const bits = this.newRegister(scalar);
    this.#unwrittenBits.set(key, bits);
    return bits;
  }

  #lowerGep(i: Instruction & { op: "gep" }): void {
    if (i.base.type.kind !== "ptr") {
      this.unsupported("address arithmetic on vectors");
      return this.defineUnused(i.result, { kind: "ptr" });
    }
    const result = computeAddress(this, i);
    this.define(i.result, [result], [int(this.pointerBits)]);
    const origin = this.origin(i.base.value);
    if (!this.context.library && i.inbounds && origin.base !== null && i.result !== null && this.#memory.kept.has(i.result)) {
      this.emit({ op: "check-provenance", base: origin.base, address: result, at: this.at });
    }
    if (i.result !== null) this.#origins.set(i.result, origin);
  }
}
