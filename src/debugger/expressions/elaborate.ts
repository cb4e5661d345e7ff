// Gives a syntax tree its types, and the code that reads its value. In: a tree, and what names mean in a frame. Out: per node a type and a function that computes
// the value when it is called, so that sizeof, && and ?: leave their operands alone.

import { strip } from "../../execution/names.ts";
import { functionAddress, functionAt } from "../../program/program.ts";
import type { SourceType } from "../../program/source-types.ts";
import type { Term } from "../../terms/term.ts";
import { compare, compute, isComparison, shift } from "./arithmetic.ts";
import { callFunction } from "./call.ts";
import { refuse } from "./error.ts";
import { numberLiteral } from "./literals.ts";
import type { NameScope } from "./scope.ts";
import type { BinaryOperator, Node, UnaryOperator } from "./syntax.ts";
import { type TextFunction, textFunctions } from "./text-functions.ts";
import {
  type Arithmetic,
  arithmeticOf,
  arrayOf,
  bytesOf,
  elementOf,
  findField,
  isPointer,
  isScalar,
  pointee,
  spell,
  structOf,
} from "./types.ts";
import { type BitRange, type Content, convert, float, integer, readBytes, truth, voidContent, wrap } from "./value.ts";

/** An expression with its type. */
export interface Typed {
  readonly at: number;
  readonly type: SourceType | null;
  /** Reads the value. */
  readonly load: () => Content;
  /** Of an lvalue in memory: computes its address. */
  readonly address: (() => bigint) | null;
  /** Of an element of an array: its address, also if it is the one behind the last. */
  readonly elementAddress?: () => bigint;
  /** Of a bit-field: its bits at that address. */
  readonly bits: BitRange | null;
  /** Of a local in a register: its name. It is an lvalue without an address. */
  readonly register: string | null;
  /** What the register holds, as a term over inputs; absent or null: it has one value for all of them. */
  readonly open?: Term | null;
}

export const rvalue = (at: number, type: SourceType | null, load: () => Content): Typed => ({
  at,
  type,
  load,
  address: null,
  bits: null,
  register: null,
});

export function elaborate(node: Node, scope: NameScope): Typed {
  const { at } = node;
  const { base } = scope;
  switch (node.kind) {
    case "number": {
      const literal = numberLiteral(node.text, at, base);
      const content = literal.kind === "integer" ? integer(literal.value) : float(literal.value);
      return rvalue(at, literal.type, () => content);
    }
    case "character":
      return rvalue(at, base.get("int"), () => integer(BigInt(node.value)));
    case "string": {
      const { bytes } = node;
      const address = scope.reader.place(bytes);
      return inMemory(scope, at, { kind: "array", element: base.get("char"), counts: [bytes.length] }, () => address);
    }
    case "name":
      return scope.name(node);
    case "unary":
      return elaborateUnary(node.operator, elaborate(node.operand, scope), at, scope);
    case "binary":
      return elaborateBinary(node, scope);
    case "conditional":
      return elaborateConditional(node, scope);
    case "member":
      return elaborateMember(node, scope);
    case "index":
      return elaborateIndex(elaborate(node.operand, scope), elaborate(node.index, scope), at, scope);
    case "call":
      return elaborateCall(node, scope);
    case "cast":
      return castTo(elaborate(node.operand, scope), node.type, at, scope);
    case "size-of-type":
      return sizeOfType(node.type, at, scope);
    case "size-of": {
      const operand = elaborate(node.operand, scope);
      if (operand.bits !== null) refuse("sizeof needs an operand that is not a bit-field", at);
      return sizeOfType(operand.type, at, scope, operand);
    }
  }
}

/** An lvalue. Its bytes are read when it is loaded. */
export function inMemory(
  scope: NameScope,
  at: number,
  type: SourceType | null,
  address: () => bigint,
  bits: BitRange | null = null,
): Typed {
  const load = (): Content => {
    const size = bits === null ? scope.sizeAt(type, address) : Math.ceil((bits.offset + bits.width) / 8);
    if (strip(type) === null) return voidContent;
    if (size === 0 && strip(type)?.kind !== "array" && structOf(type) === null) refuse(`the size of ${spell(type)} is not known`, at);
    return readBytes(type, scope.reader.locate(address(), size, at), bits);
  };
  return { at, type, load, address, bits, register: null };
}

function sizeOfType(type: SourceType | null, at: number, scope: NameScope, operand: Typed | null = null): Typed {
  return rvalue(at, scope.base.size, () => {
    const complete = scope.complete(type);
    const size = bytesOf(complete) || (operand?.address ? scope.sizeAt(complete, operand.address) : 0);
    if (size === 0 && structOf(complete) === null) refuse(`the size of ${spell(type)} is not known`, at);
    return integer(BigInt(size));
  });
}

/** The value as an operator sees it: arrays and functions are pointers, and what is missing is an error. */
export function decay(e: Typed, scope: NameScope): Typed {
  const t = strip(e.type);
  if (t?.kind === "array") {
    const { address } = e;
    if (address === null) refuse("the array has no address", e.at);
    return rvalue(e.at, scope.base.pointerTo(elementOf(t)), () => integer(address()));
  }
  if (t?.kind === "function")
    return rvalue(e.at, scope.base.pointerTo(e.type), () => {
      const content = e.load();
      return integer(BigInt(content.kind === "function" ? functionAddress(content.id) : 0));
    });
  return { ...e, load: () => present(e.load(), e.at) };
}

function present(content: Content, at: number): Content {
  if (content.kind === "missing") refuse(`the value is ${content.why}`, at);
  return content;
}

const integerOf = (content: Content, at: number): bigint =>
  content.kind === "integer" ? content.value : refuse("an integer is expected", at);

function requireArithmetic(e: Typed, operator: string): Arithmetic {
  const a = arithmeticOf(e.type);
  if (a === null) return refuse(`${operator} cannot be applied to ${spell(e.type)}`, e.at);
  if (a.kind === "float" && a.bits > 64) return refuse("long double is not supported", e.at);
  return a;
}

function elaborateUnary(operator: UnaryOperator, operand: Typed, at: number, scope: NameScope): Typed {
  switch (operator) {
    case "&":
      return addressOf(operand, at, scope);
    case "*": {
      const pointer = decay(operand, scope);
      if (!isPointer(pointer.type)) refuse(`* cannot be applied to ${spell(operand.type)}`, at);
      return target(pointer, at, scope);
    }
    case "!": {
      const value = condition(operand, scope);
      return rvalue(at, scope.base.get("int"), () => integer(value() ? 0n : 1n));
    }
    case "+":
    case "-":
    case "~": {
      const e = decay(operand, scope);
      requireArithmetic(e, operator);
      const type = scope.base.promoted(e.type, operand.bits?.width ?? null);
      const a = arithmeticOf(type) as Arithmetic;
      if (operator === "~" && a.kind === "float") refuse("~ needs an integer", at);
      return rvalue(at, type, () => {
        const content = convert(e.load(), a, at);
        if (content.kind === "float") return float(operator === "-" ? -content.value : content.value);
        const value = integerOf(content, at);
        return integer(operator === "+" ? value : wrap(operator === "-" ? -value : ~value, a as { bits: number; signed: boolean }));
      });
    }
  }
}

function addressOf(operand: Typed, at: number, scope: NameScope): Typed {
  if (operand.bits !== null) refuse("a bit-field has no address", at);
  if (operand.register !== null) refuse(`${operand.register} is in a register: it has no address in this run`, at);
  if (strip(operand.type)?.kind === "function") return decay(operand, scope);
  const address = operand.elementAddress ?? operand.address;
  if (address === null) return refuse("& needs a variable, a member or an element", at);
  return rvalue(at, scope.base.pointerTo(operand.type), () => integer(address()));
}

/** What a pointer points to. */
function target(pointer: Typed, at: number, scope: NameScope): Typed {
  const type = scope.complete(pointee(pointer.type));
  const address = (): bigint => integerOf(pointer.load(), at);
  if (strip(type)?.kind === "function")
    return rvalue(at, type, () => {
      const f = functionAt(scope.program, address());
      return f === null ? refuse("the pointer does not point to a function", at) : { kind: "function", id: f.id };
    });
  if (strip(type) === null) refuse("the pointer has no type to point to: use a cast, as in *(int *)p", at);
  return inMemory(scope, at, type, address);
}

/** A condition: reads the operand and compares it with 0. */
function condition(operand: Typed, scope: NameScope): () => boolean {
  const e = decay(operand, scope);
  if (!isScalar(e.type)) refuse("a number or a pointer is expected", e.at);
  return () => truth(e.load(), e.at);
}

function elaborateBinary(node: Node & { kind: "binary" }, scope: NameScope): Typed {
  const { operator, at } = node;
  const left = elaborate(node.left, scope);
  const right = elaborate(node.right, scope);
  const int = scope.base.get("int");
  switch (operator) {
    case ",": {
      const e = decay(right, scope);
      return rvalue(at, e.type, () => {
        left.load();
        return e.load();
      });
    }
    case "&&":
    case "||": {
      const [a, b] = [condition(left, scope), condition(right, scope)];
      return rvalue(at, int, () => integer((operator === "&&" ? a() && b() : a() || b()) ? 1n : 0n));
    }
    default: {
      const [a, b] = [decay(left, scope), decay(right, scope)];
      if (isPointer(a.type) || isPointer(b.type)) return pointerOperation(operator, a, b, at, scope);
      return arithmeticOperation(operator, a, b, at, scope);
    }
  }
}

function arithmeticOperation(
  operator: Exclude<BinaryOperator, "," | "&&" | "||">,
  a: Typed,
  b: Typed,
  at: number,
  scope: NameScope,
): Typed {
  requireArithmetic(a, operator);
  requireArithmetic(b, operator);
  const { base } = scope;
  const [left, right] = [base.promoted(a.type, a.bits?.width ?? null), base.promoted(b.type, b.bits?.width ?? null)];
  if (operator === "<<" || operator === ">>") {
    const [type, amount] = [arithmeticOf(left) as Arithmetic, arithmeticOf(right) as Arithmetic];
    if (type.kind === "float" || amount.kind === "float") return refuse(`${operator} needs integers`, at);
    return rvalue(at, left, () => integer(shift(operator, integerOf(convert(a.load(), type, at), at), integerOf(b.load(), at), type, at)));
  }
  const common = base.common(left, right);
  const type = arithmeticOf(common) as Arithmetic;
  if (type.kind === "float" && ["%", "&", "^", "|"].includes(operator)) refuse(`${operator} needs integers`, at);
  const operands = (): readonly [Content, Content] => [convert(a.load(), type, at), convert(b.load(), type, at)];
  if (isComparison(operator))
    return rvalue(at, base.get("int"), () => {
      const [x, y] = operands() as readonly [{ value: bigint }, { value: bigint }];
      return integer(compare(operator, x.value, y.value) ? 1n : 0n);
    });
  return rvalue(at, common, () => {
    const [x, y] = operands();
    return compute(operator, x, y, type, at);
  });
}

function pointerOperation(operator: BinaryOperator, a: Typed, b: Typed, at: number, scope: NameScope): Typed {
  const { base } = scope;
  const value = (e: Typed): bigint => integerOf(e.load(), at);
  const isInteger = (e: Typed): boolean => arithmeticOf(e.type)?.kind === "integer";
  if (isComparison(operator) && (isPointer(a.type) || isInteger(a)) && (isPointer(b.type) || isInteger(b))) {
    const address = (e: Typed): bigint => BigInt.asUintN(base.pointerBits, value(e));
    return rvalue(at, base.get("int"), () => integer(compare(operator, address(a), address(b)) ? 1n : 0n));
  }
  const unit = (pointer: Typed): bigint => {
    const to = scope.complete(pointee(pointer.type));
    const size = strip(to) === null || strip(to)?.kind === "function" ? 1 : bytesOf(to);
    return size === 0 ? refuse(`the size of ${spell(to)} is not known`, at) : BigInt(size);
  };
  if (operator === "-" && isPointer(a.type) && isPointer(b.type)) {
    if (unit(a) !== unit(b)) refuse("the pointers point to different types", at);
    return rvalue(at, base.difference, () => {
      const distance = value(a) - value(b);
      if (distance % unit(a) !== 0n) refuse("the distance is not a multiple of the size of the type", at);
      return integer(distance / unit(a));
    });
  }
  const [pointer, index] = isPointer(a.type) ? [a, b] : [b, a];
  const isSum = operator === "+" || (operator === "-" && pointer === a);
  if (!isSum || !isInteger(index)) return refuse(`${operator} cannot be applied to ${spell(a.type)} and ${spell(b.type)}`, at);
  return rvalue(at, pointer.type, () => {
    const distance = value(index) * unit(pointer);
    return integer(BigInt.asUintN(base.pointerBits, value(pointer) + (operator === "+" ? distance : -distance)));
  });
}

function elaborateIndex(operand: Typed, index: Typed, at: number, scope: NameScope): Typed {
  const array = arrayOf(operand.type) ?? arrayOf(index.type);
  const [of, by] = array !== null && arrayOf(operand.type) === null ? [index, operand] : [operand, index];
  const sum = pointerOperation("+", decay(of, scope), decay(by, scope), at, scope);
  const count = array?.counts[0] ?? -1;
  const upTo = (end: number) => (): Content => {
    // Arrays of one element at the end of a struct are often longer than declared.
    const i = count > 1 ? integerOf(decay(by, scope).load(), at) : 0n;
    if (count > 1 && (i < 0n || i >= BigInt(end))) refuse(`index ${i} is outside the array of ${count} elements`, at);
    return sum.load();
  };
  const element = target(rvalue(at, sum.type, upTo(count)), at, scope);
  return element.address === null ? element : { ...element, elementAddress: () => integerOf(upTo(count + 1)(), at) };
}

function elaborateMember(node: Node & { kind: "member" }, scope: NameScope): Typed {
  const { at, name, arrow } = node;
  const operand = elaborate(node.operand, scope);
  const of = arrow ? decay(operand, scope) : operand;
  if (arrow && !isPointer(of.type)) {
    const hint = structOf(of.type) === null ? null : "use . instead of ->";
    refuse(`-> needs a pointer to a struct, not ${spell(of.type)}`, at, hint);
  }
  const type = scope.complete(arrow ? pointee(of.type) : of.type);
  const struct = structOf(type);
  if (struct === null) {
    const hint = !arrow && isPointer(of.type) ? "use -> instead of ." : null;
    return refuse(`${spell(of.type)} has no members`, at, hint);
  }
  const field = findField(struct, name);
  if (field === null)
    return refuse(struct.fields.length === 0 ? `${spell(type)} is not complete here` : `${spell(type)} has no member ${name}`, at);
  const bits = field.bitField ? { offset: field.offsetBits % 8, width: field.bits } : null;
  const offset = BigInt(Math.floor(field.offsetBits / 8));
  const { address } = of;
  const start = arrow ? (): bigint => integerOf(of.load(), at) : address;
  if (start === null) return refuse("the struct has no address", at);
  return inMemory(scope, at, field.type, () => start() + offset, bits);
}

function elaborateConditional(node: Node & { kind: "conditional" }, scope: NameScope): Typed {
  const { at } = node;
  const chosen = condition(elaborate(node.condition, scope), scope);
  const [a, b] = [decay(elaborate(node.then, scope), scope), decay(elaborate(node.otherwise, scope), scope)];
  const [x, y] = [arithmeticOf(a.type), arithmeticOf(b.type)];
  if (x !== null && y !== null) {
    const promoted = (e: Typed): SourceType | null => scope.base.promoted(e.type, e.bits?.width ?? null);
    const type = scope.base.common(promoted(a), promoted(b));
    return rvalue(at, type, () => convert((chosen() ? a : b).load(), arithmeticOf(type) as Arithmetic, at));
  }
  const both = isPointer(a.type) && isPointer(b.type);
  const isVoid = (e: Typed): boolean => isPointer(e.type) && strip(pointee(e.type)) === null;
  // The constant 0 and pointers to void take the type of the other.
  const type = both ? (isVoid(a) ? b.type : a.type) : isPointer(a.type) ? a.type : isPointer(b.type) ? b.type : a.type;
  if (!both && structOf(a.type) !== structOf(b.type)) refuse("the two results have different types", at);
  if (structOf(a.type) !== null && a.address !== null && b.address !== null) {
    const [first, second] = [a.address, b.address];
    return inMemory(scope, at, a.type, () => (chosen() ? first() : second()));
  }
  return rvalue(at, type, () => (chosen() ? a : b).load());
}

export function castTo(operand: Typed, type: SourceType | null, at: number, scope: NameScope): Typed {
  const t = strip(type);
  if (t === null) return rvalue(at, null, () => voidContent);
  const e = decay(operand, scope);
  const a = arithmeticOf(type);
  if (a?.kind === "float" && a.bits > 64) refuse("long double is not supported", at);
  if (t.kind === "pointer") {
    if (arithmeticOf(e.type)?.kind !== "integer" && !isPointer(e.type)) refuse(`${spell(e.type)} cannot be cast to ${spell(type)}`, at);
    return rvalue(at, type, () => integer(BigInt.asUintN(scope.base.pointerBits, integerOf(e.load(), at))));
  }
  if (a === null) {
    if (structOf(type) !== null && structOf(type) === structOf(operand.type)) return operand;
    refuse(`${spell(e.type)} cannot be cast to ${spell(type)}`, at);
  }
  if (!isScalar(e.type) || (a.kind === "float" && isPointer(e.type))) refuse(`${spell(e.type)} cannot be cast to ${spell(type)}`, at);
  return rvalue(at, type, () => convert(e.load(), a, at));
}

function elaborateCall(node: Node & { kind: "call" }, scope: NameScope): Typed {
  const { at } = node;
  const { callee: named } = node;
  const known = named.kind === "name" && named.of === null && !scope.has(named.name) ? textFunctions.get(named.name) : undefined;
  if (known !== undefined) return textCall(known, node, scope);
  const callee = elaborate(node.callee, scope);
  const designator = isPointer(callee.type) ? target(decay(callee, scope), at, scope) : callee;
  const type = strip(designator.type);
  if (type?.kind !== "function") return refuse(`${spell(callee.type)} is not a function`, at);
  const args = node.args.map((arg) => decay(elaborate(arg, scope), scope));
  return rvalue(at, type.result, () => {
    const content = designator.load();
    if (content.kind !== "function") return refuse("the pointer does not point to a function", at);
    return callFunction(scope, content.id, type, args, at);
  });
}

function textCall({ params, result, run }: TextFunction, node: Node & { kind: "call" }, scope: NameScope): Typed {
  const { at } = node;
  if (node.args.length !== params.length)
    refuse(`the function takes ${params.length} argument${params.length === 1 ? "" : "s"}, not ${node.args.length}`, at);
  const args = node.args.map((arg, i) => {
    const e = decay(elaborate(arg, scope), scope);
    const fits = params[i] === "pointer" ? isPointer(e.type) : arithmeticOf(e.type)?.kind === "integer";
    return fits ? e : refuse(`${params[i] === "pointer" ? "a pointer" : "an integer"} is expected, not ${spell(e.type)}`, e.at);
  });
  const type = result === "size" ? scope.base.size : scope.base.get("int");
  return rvalue(at, type, () =>
    integer(
      run(
        scope.reader,
        args.map((e) => integerOf(e.load(), e.at)),
        at,
      ),
    ),
  );
}
