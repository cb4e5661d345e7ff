// Assigns registers to slots, and names them in generated code. An integer of up to 32 bits takes one slot (32 bits as a signed int32,
// narrower ones zero-extended), up to 64 bits two (low, high), up to 128 bits four; a float takes one, a double two (aligned).

import type { AddressRegisters } from "../../analysis/address-registers.ts";
import type { Operand, Register, Scalar } from "../../program/operations.ts";
import { type FunctionBody, functionAddress } from "../../program/program.ts";
import { append } from "../../support/lists.ts";

/** Optional checks in generated code. */
export interface CompileOptions {
  readonly overflow: boolean;
  /** Every block is noted when it is entered (block-log.ts). */
  readonly notesBlocks: boolean;
  /** The thread also stops before each source line of the program's own functions. */
  readonly stopsAtLines: boolean;
  /** Words that become addresses of heap blocks are noted (made-addresses.ts). */
  readonly tracksHeap: boolean;
}

export class Emitter {
  readonly slots: number[] = [];
  readonly frameSize: number;
  newPosition: () => number = () => 0;
  #out: string[] = [];
  readonly #declared: string[] = [];
  #temporaries = 0;

  /** Whether other threads may access a local of the function: the end of locals is then a step. */
  readonly sharesStack: boolean;

  constructor(
    readonly body: FunctionBody,
    /** Registers that become JavaScript variables. */
    readonly segmentLocals: ReadonlySet<Register>,
    readonly options: CompileOptions,
    readonly reportsOverflow: boolean,
    /** Null: the function's computations with addresses do not depend on where objects are. */
    readonly addresses: AddressRegisters | null,
    readonly pointerBits: number,
    readonly addressOf: (object: number) => number,
    readonly threadLocalNumber: (object: number) => number,
  ) {
    this.sharesStack = sharesStack(body);
    let next = 0;
    body.registers.forEach((type, r) => {
      if (segmentLocals.has(r)) {
        this.slots.push(-1);
        const names = type.kind === "float" || type.bits <= 32 ? [`t${r}`] : type.bits <= 64 ? [`t${r}`, `t${r}h`] : [`t${r}`];
        append(
          this.#declared,
          names.map((n) => `${n} = ${type.kind === "int" && type.bits > 64 ? "0n" : "0"}`),
        );
        return;
      }
      const size = slotCount(type);
      if (size > 1 && next & 1) next++;
      this.slots.push(next);
      next += size;
    });
    this.frameSize = (next + 1) & ~1; // keeps doubles aligned
  }

  begin(): void {
    this.#out = [];
  }

  end(): string {
    return `${this.#out.join("\n")}\n`;
  }

  line(text: string): void {
    this.#out.push(text);
  }

  declarations(): string {
    const temporaries = Array.from({ length: this.#temporaries }, (_, i) => `q${i} = 0`);
    const all = [...this.#declared, ...temporaries];
    return all.length === 0 ? "" : `let ${all.join(", ")};`;
  }

  /** A fresh variable of the generated function. */
  temporary(): string {
    return `q${this.#temporaries++}`;
  }

  type(r: Register): Scalar {
    return this.body.registers[r] as Scalar;
  }

  // ---- operands

  #int(r: Register, half: 0 | 1): string {
    if (this.segmentLocals.has(r)) return half === 0 ? `t${r}` : `t${r}h`;
    return `R[b + ${(this.slots[r] as number) + half}]`;
  }

  /** Low (or only) half of an integer operand, as an int32. */
  low(o: Operand): string {
    switch (o.kind) {
      case "register":
        return this.#int(o.register, 0);
      case "integer":
        return String(Number(o.bits < 32 ? o.value : BigInt.asIntN(32, o.value)));
      case "object":
        return String((this.addressOf(o.object) + o.offset) | 0);
      case "function":
        return String(functionAddress(o.function) | 0);
      case "block":
      case "float":
        return "0";
    }
  }

  high(o: Operand): string {
    switch (o.kind) {
      case "register":
        return this.type(o.register).bits <= 32 ? "0" : this.#int(o.register, 1);
      case "integer":
        return String(Number(BigInt.asIntN(32, o.value >> 32n)));
      default:
        return "0"; // globals and code are below 4 GiB
    }
  }

  /** A float operand as a JavaScript number. */
  float(o: Operand): string {
    if (o.kind === "float") return floatLiteral(o.image, o.bits);
    if (o.kind === "register") {
      if (this.segmentLocals.has(o.register)) return `t${o.register}`;
      const slot = this.slots[o.register] as number;
      return this.type(o.register).bits === 32 ? `F[b + ${slot}]` : `D[(b + ${slot}) >> 1]`;
    }
    return "0";
  }

  /** An integer operand of any width as an unsigned bigint. */
  big(o: Operand, bits: number): string {
    if (o.kind === "integer") return `${o.value}n`;
    if (o.kind === "register" && bits > 64) {
      if (this.segmentLocals.has(o.register)) return `t${o.register}`;
      return `X.big128(R, b + ${this.slots[o.register]})`;
    }
    return bits <= 32 ? `BigInt(${this.low(o)} >>> 0)` : `X.big64(${this.low(o)}, ${this.high(o)})`;
  }

  // ---- assignments

  setLow(r: Register, expression: string): void {
    this.line(`${this.#int(r, 0)} = ${expression};`);
  }

  setPair(r: Register, low: string, high: string): void {
    this.line(`${this.#int(r, 0)} = ${low}; ${this.#int(r, 1)} = ${high};`);
  }

  setFloat(r: Register, expression: string): void {
    if (this.segmentLocals.has(r)) this.line(`t${r} = ${expression};`);
    else if (this.type(r).bits === 32) this.line(`F[b + ${this.slots[r]}] = ${expression};`);
    else this.line(`D[(b + ${this.slots[r]}) >> 1] = ${expression};`);
  }

  /** Assigns an integer of the register's width from a bigint expression that may be out of range. */
  setBig(r: Register, expression: string): void {
    const { bits } = this.type(r);
    const value = `BigInt.asUintN(${bits}, ${expression})`;
    if (bits <= 32) this.setLow(r, bits === 32 ? `Number(BigInt.asIntN(32, ${expression}))` : `Number(${value})`);
    else if (bits <= 64) this.line(`X.split(${value}); ${this.#int(r, 0)} = X.low; ${this.#int(r, 1)} = X.high;`);
    else if (this.segmentLocals.has(r)) this.line(`t${r} = ${value};`);
    else this.line(`X.store128(R, b + ${this.slots[r]}, ${value});`);
  }

  /** Assigns a scalar of at most 64 bits from its memory image. */
  setImage(to: Register, type: Scalar, low: string, high: string): void {
    if (type.kind === "float") this.setFloat(to, type.bits === 32 ? `X.toFloat(${low})` : `X.toDouble(${low}, ${high})`);
    else if (type.bits > 32) this.setPair(to, low, type.bits === 64 ? high : `${high} & ${2 ** (type.bits - 32) - 1}`);
    else this.setLow(to, type.bits === 32 ? low : `${low} & ${2 ** type.bits - 1}`);
  }

  /** Moves any scalar. */
  move(to: Register, type: Scalar, from: Operand): void {
    if (type.kind === "float") this.setFloat(to, this.float(from));
    else if (type.bits <= 32) this.setLow(to, this.low(from));
    else if (type.bits <= 64) this.setPair(to, this.low(from), this.high(from));
    else this.setBig(to, this.big(from, type.bits));
  }
}

/** Whether other threads may access a local of the function. */
export function sharesStack(body: FunctionBody): boolean {
  return body.blocks.some((b) => b.operations.some((o) => o.op === "stack-allocate" && !o.private));
}

/** Assigns slots from 0 to scalars, in order, as parameters have them. */
export function assignSlots(types: readonly Scalar[]): { slots: readonly number[]; size: number } {
  let next = 0;
  const slots = types.map((type) => {
    const size = slotCount(type);
    if (size > 1 && next & 1) next++;
    next += size;
    return next - size;
  });
  return { slots, size: next };
}

export function slotCount(type: Scalar): number {
  if (type.kind === "float") return type.bits / 32;
  return type.bits <= 32 ? 1 : type.bits <= 64 ? 2 : 4;
}

function floatLiteral(image: bigint, bits: 32 | 64): string {
  const view = new DataView(new ArrayBuffer(8));
  if (bits === 32) view.setUint32(0, Number(image));
  else view.setBigUint64(0, image);
  const value = bits === 32 ? view.getFloat32(0) : view.getFloat64(0);
  return Object.is(value, -0) ? "-0" : String(value);
}
