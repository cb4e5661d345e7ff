// Whether a condition holds, for the inputs at hand and for all that decide it alike. In: a frame whose state depends on inputs, and a condition. Out: its truth; the frame's reads (open-reads.ts) are told
// what it depends on.
//
// Integers and pointers are computed as terms over inputs, with the widths and signs that elaborate.ts gives them. What has no term (floats, calls, texts, addresses) is evaluated as always, with everything
// that it reads fixed.

import { strip } from "../../execution/names.ts";
import type { SourceType } from "../../program/source-types.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import { isComparison } from "./arithmetic.ts";
import { decay, elaborate, type Typed } from "./elaborate.ts";
import { refuse } from "./error.ts";
import type { OpenReads } from "./open-reads.ts";
import type { NameScope } from "./scope.ts";
import type { BinaryOperator, Node } from "./syntax.ts";
import { type Arithmetic, arithmeticOf, arrayOf, isPointer } from "./types.ts";
import { readBytes, truth } from "./value.ts";

type Integer = Arithmetic & { readonly kind: "integer" };
type Binary = Node & { readonly kind: "binary" };
type Computing = Exclude<BinaryOperator, "&&" | "||" | ",">;

/** A value with the type that it has as an operand. */
interface Operand {
  readonly term: Term;
  readonly type: Integer;
}

export function isTrueFor(node: Node, scope: NameScope, reads: OpenReads): boolean {
  return new OpenValues(scope, reads).truth(node);
}

class OpenValues {
  readonly #terms: Terms;
  readonly #int: Integer;

  constructor(
    readonly scope: NameScope,
    readonly reads: OpenReads,
  ) {
    this.#terms = reads.terms;
    this.#int = arithmeticOf(scope.base.get("int")) as Integer;
  }

  truth(node: Node): boolean {
    if (node.kind === "unary" && node.operator === "!") {
      elaborate(node, this.scope); // it must have a type
      return !this.truth(node.operand);
    }
    if (node.kind === "binary" && (node.operator === "&&" || node.operator === "||")) {
      elaborate(node, this.scope);
      return node.operator === "&&" ? this.truth(node.left) && this.truth(node.right) : this.truth(node.left) || this.truth(node.right);
    }
    const { term, type } = this.#value(node) ?? {};
    if (term === undefined || type === undefined) return truth(decay(elaborate(node, this.scope), this.scope).load(), node.at);
    return this.reads.decide(this.#terms.ne(term, this.#terms.constant(0n, type.bits)));
  }

  /** Null: it is not an integer or a pointer. */
  #value(node: Node): Operand | null {
    const e = decay(elaborate(node, this.scope), this.scope);
    const type = this.#integerOf(e.type);
    if (type === null) return null;
    return this.#compute(node, type) ?? this.#fixed(e, type);
  }

  #integerOf(type: SourceType | null): Integer | null {
    if (isPointer(type)) return { kind: "integer", bits: this.scope.base.pointerBits, signed: false, rank: 0, isBool: false };
    const a = arithmeticOf(type);
    return a?.kind === "integer" ? a : null;
  }

  /** Evaluates it, with everything that it reads fixed. */
  #fixed(e: Typed, type: Integer): Operand {
    const content = e.load();
    if (content.kind !== "integer") return refuse("an integer is expected", e.at);
    return { term: this.#terms.constant(BigInt.asUintN(type.bits, content.value), type.bits), type };
  }

  /** Null: it has no term. */
  #compute(node: Node, type: Integer): Operand | null {
    switch (node.kind) {
      case "index":
        this.#requireInside(node);
        return this.#lvalue(elaborate(node, this.scope), type);
      case "name":
      case "member":
        return this.#lvalue(elaborate(node, this.scope), type);
      case "unary":
        return this.#unary(node, type);
      case "binary":
        return this.#binary(node, type);
      case "conditional": {
        const chosen = this.truth(node.condition) ? node.then : node.otherwise;
        const value = this.#value(chosen);
        return value === null ? null : this.#converted(value, type);
      }
      case "cast": {
        const value = this.#value(node.operand);
        return value === null ? null : this.#converted(value, type);
      }
      case "number":
      case "character":
      case "string":
      case "call":
      case "size-of-type":
      case "size-of":
        return null;
    }
  }

  /** Elements outside an array have no value, whichever they are. Which element it is, is fixed. */
  #requireInside(node: Node & { readonly kind: "index" }): void {
    const { reads, scope } = this;
    const terms = this.#terms;
    const count = arrayOf(elaborate(node.operand, scope).type)?.counts[0] ?? -1;
    const index = count > 1 ? this.#value(node.index) : null;
    if (index === null) return; // as in elaborate.ts: it has no bounds
    const wide = widen(terms, index, Math.max(index.type.bits, 64));
    const isInside = terms.ult(wide, terms.constant(BigInt(count), wide.width));
    if (!reads.decide(isInside)) refuse(`the index is outside the array of ${count} elements`, node.at);
  }

  #unary(node: Node & { readonly kind: "unary" }, type: Integer): Operand | null {
    switch (node.operator) {
      case "*":
        return this.#lvalue(elaborate(node, this.scope), type);
      case "&":
        return null;
      case "!":
        return this.#boolean(this.#terms.boolean(this.truth(node)));
      case "+":
      case "-":
      case "~": {
        const value = this.#value(node.operand);
        if (value === null) return null;
        const operand = this.#converted(value, type);
        if (node.operator === "+") return operand;
        return { term: node.operator === "-" ? this.#terms.neg(operand.term) : this.#terms.not(operand.term), type };
      }
    }
  }

  #binary(node: Binary, type: Integer): Operand | null {
    const { operator } = node;
    switch (operator) {
      case "&&":
      case "||":
        return this.#boolean(this.#terms.boolean(this.truth(node)));
      case ",": {
        decay(elaborate(node.left, this.scope), this.scope).load();
        return this.#value(node.right);
      }
      default:
        return this.#arithmetic(node, operator, type);
    }
  }

  /** An operator on integers, or a comparison of pointers. Other operators on pointers, and on floats, have no term. */
  #arithmetic(node: Binary, operator: Computing, type: Integer): Operand | null {
    const { scope } = this;
    const [left, right] = [elaborate(node.left, scope), elaborate(node.right, scope)];
    const [a, b] = [decay(left, scope).type, decay(right, scope).type];
    if (this.#integerOf(a) === null || this.#integerOf(b) === null) return null;
    if (isPointer(a) || isPointer(b)) return isComparison(operator) ? this.#comparePointers(node, operator) : null;
    const promoted = (e: Typed, t: SourceType | null): SourceType | null => scope.base.promoted(t, e.bits?.width ?? null);
    const [x, y] = [this.#value(node.left), this.#value(node.right)];
    if (x === null || y === null) return null;
    if (operator === "<<" || operator === ">>") return this.#shift(operator, this.#converted(x, type), y, node.at);
    const common = this.#integerOf(scope.base.common(promoted(left, a), promoted(right, b)));
    if (common === null) return null;
    const [p, q] = [this.#converted(x, common).term, this.#converted(y, common).term];
    if (isComparison(operator)) return this.#boolean(compared(this.#terms, operator, p, q, common.signed));
    return { term: this.#result(operator, p, q, common, node.at), type: common };
  }

  #comparePointers(node: Binary, operator: Computing): Operand | null {
    const [x, y] = [this.#value(node.left), this.#value(node.right)];
    if (x === null || y === null || !isComparison(operator)) return null;
    const pointer: Integer = { kind: "integer", bits: this.scope.base.pointerBits, signed: false, rank: 0, isBool: false };
    return this.#boolean(compared(this.#terms, operator, this.#converted(x, pointer).term, this.#converted(y, pointer).term, false));
  }

  /** As `compute` of arithmetic.ts. Operands are in the type. */
  #result(operator: Exclude<Computing, "<<" | ">>">, a: Term, b: Term, { bits, signed }: Integer, at: number): Term {
    const terms = this.#terms;
    switch (operator) {
      case "+":
        return terms.add(a, b);
      case "-":
        return terms.sub(a, b);
      case "*":
        return terms.mul(a, b);
      case "&":
        return terms.and(a, b);
      case "^":
        return terms.xor(a, b);
      case "|":
        return terms.or(a, b);
      case "/":
      case "%": {
        const is = (t: Term, value: bigint): boolean => this.reads.decide(terms.eq(t, terms.constant(BigInt.asUintN(bits, value), bits)));
        if (is(b, 0n)) refuse(operator === "/" ? "division by zero" : "remainder of a division by zero", at);
        if (signed && is(b, -1n) && is(a, -(1n << BigInt(bits - 1)))) refuse("the quotient does not fit into the type", at);
        if (operator === "/") return signed ? terms.sdiv(a, b) : terms.udiv(a, b);
        return signed ? terms.srem(a, b) : terms.urem(a, b);
      }
      default:
        throw new Error(`${operator} is a comparison`);
    }
  }

  #shift(operator: "<<" | ">>", a: Operand, amount: Operand, at: number): Operand {
    const terms = this.#terms;
    const { type } = a;
    // The amount keeps its own type; in range, it is a small positive number in any.
    const inRange = this.reads.decide(terms.ult(widen(terms, amount, 128), terms.constant(BigInt(type.bits), 128)));
    if (!inRange) return refuse(`the shift is undefined for ${type.bits} bits`, at);
    const by = this.#converted(amount, { ...type, isBool: false }).term;
    if (operator === "<<") return { term: terms.shl(a.term, by), type };
    return { term: type.signed ? terms.ashr(a.term, by) : terms.lshr(a.term, by), type };
  }

  #boolean(condition: Term): Operand {
    return { term: this.#terms.zext(condition, this.#int.bits), type: this.#int };
  }

  /** As `convert` of value.ts. */
  #converted(value: Operand, to: Integer): Operand {
    const terms = this.#terms;
    if (to.isBool) return { term: terms.zext(terms.ne(value.term, terms.constant(0n, value.type.bits)), to.bits), type: to };
    const { bits } = value.type;
    const term = to.bits < bits ? terms.extract(value.term, to.bits - 1, 0) : to.bits > bits ? widen(terms, value, to.bits) : value.term;
    return { term, type: to };
  }

  /** Null: it is not an lvalue, or has the same value for all inputs. */
  #lvalue(e: Typed, type: Integer): Operand | null {
    if (e.register !== null) return e.open == null ? null : this.#read(e.open, type, type.signed);
    if (e.address === null || strip(e.type)?.kind === "array" || strip(e.type)?.kind === "function") return null;
    const { reader } = this.scope;
    const size = Math.ceil(e.bits === null ? type.bits / 8 : (e.bits.offset + e.bits.width) / 8);
    const address = e.address();
    if (reader.temporaryAt(address) !== null) return null;
    const content = readBytes(e.type, reader.locateOpen(address, size, e.at), e.bits);
    if (content.kind === "missing") return refuse(`the value is ${content.why}`, e.at);
    const open = this.reads.bytes(Number(address), size);
    if (open === null) return null;
    const [offset, width] = e.bits === null ? [0, open.width] : [e.bits.offset, e.bits.width];
    return this.#read(this.#terms.extract(open, offset + width - 1, offset), type, type.signed);
  }

  /** A scalar from its bits, as `fromRaw` of value.ts. */
  #read(raw: Term, type: Integer, signed: boolean): Operand {
    return this.#converted({ term: raw, type: { ...type, bits: raw.width, signed, isBool: false } }, { ...type, isBool: false });
  }
}

const widen = (terms: Terms, { term, type }: Operand, bits: number): Term =>
  type.signed ? terms.sext(term, bits) : terms.zext(term, bits);

function compared(terms: Terms, operator: Computing, a: Term, b: Term, signed: boolean): Term {
  switch (operator) {
    case "<":
      return signed ? terms.slt(a, b) : terms.ult(a, b);
    case ">":
      return signed ? terms.sgt(a, b) : terms.ugt(a, b);
    case "<=":
      return signed ? terms.sle(a, b) : terms.ule(a, b);
    case ">=":
      return signed ? terms.sge(a, b) : terms.uge(a, b);
    case "==":
      return terms.eq(a, b);
    case "!=":
      return terms.ne(a, b);
    default:
      throw new Error(`${operator} is not a comparison`);
  }
}
