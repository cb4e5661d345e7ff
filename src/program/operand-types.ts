// The types of an operation's operands and results, by which `validate.ts` checks programs. In: an operation or a terminator. Out: a
// `Signature`. A type is a scalar, or "integer" if any width will do.

import { int, type Operand, type Operation, type Register, type Scalar, type Terminator } from "./operations.ts";

export type Expected = Scalar | "integer";

export interface Signature {
  readonly operands: readonly (readonly [Operand, Expected])[];
  readonly results: readonly (readonly [Register, Expected])[];
}

const bit = int(1);
const byte = int(8);
const word = int(32);
const long = int(64);
const nothing: Signature = { operands: [], results: [] };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
export function signatureOf(o: Operation | Terminator, pointer: Scalar): Signature {
  const reads = (operands: Signature["operands"]): Signature => ({ operands, results: [] });
  const makes = (to: Register, type: Expected, operands: Signature["operands"] = []): Signature => ({ operands, results: [[to, type]] });
  switch (o.op) {
    case "move":
      return makes(o.to, o.type, [[o.from, o.type]]);
    case "integer":
      return makes(o.to, int(o.bits), [
        [o.left, int(o.bits)],
        [o.right, int(o.bits)],
      ]);
    case "compare":
      return makes(o.to, bit, [
        [o.left, int(o.bits)],
        [o.right, int(o.bits)],
      ]);
    case "float":
      return makes(o.to, float(o.bits), [
        [o.left, float(o.bits)],
        [o.right, float(o.bits)],
      ]);
    case "float-negate":
      return makes(o.to, float(o.bits), [[o.from, float(o.bits)]]);
    case "float-compare":
      return makes(o.to, bit, [
        [o.left, float(o.bits)],
        [o.right, float(o.bits)],
      ]);
    case "convert":
      return makes(o.to, o.target, [[o.from, o.source]]);
    case "select":
      return makes(o.to, o.type, [
        [o.condition, bit],
        [o.then, o.type],
        [o.otherwise, o.type],
      ]);
    case "builtin":
      return makes(o.to, o.builtin === "is.fpclass" ? bit : o.type, builtinOperands(o));
    case "checked": {
      const type = int(o.bits);
      return {
        operands: [
          [o.left, type],
          [o.right, type],
        ],
        results: [
          [o.to, type],
          [o.overflow, bit],
        ],
      };
    }
    case "load": {
      const open = o.field?.open ?? null;
      return {
        operands: accessOperands(o, pointer),
        results: open === null ? [[o.to, o.type]] : [[o.to, o.type], [open, o.type]], // biome-ignore format: one row
      };
    }
    case "store":
      return reads([...accessOperands(o, pointer), [o.value, o.type], ...optional(o.open ?? null, o.type)]);
    case "update":
      return makes(o.to, o.type, [...accessOperands(o, pointer), [o.value, o.type]]);
    case "compare-exchange":
      return {
        operands: [...accessOperands(o, pointer), [o.expected, o.type], [o.replacement, o.type]],
        results: [
          [o.to, o.type],
          [o.success, bit],
        ],
      };
    case "copy-in":
    case "copy-out":
      return reads([...accessOperands(o, pointer), [o.size, pointer]]);
    case "fill":
      return reads([...accessOperands(o, pointer), [o.byte, byte], [o.size, pointer]]);
    case "check-provenance":
      return reads([
        [o.base, pointer],
        [o.address, pointer],
      ]);
    case "clear":
      return reads([
        [o.address, pointer],
        [o.size, pointer],
      ]);
    case "stack-allocate":
      return makes(o.to, pointer, [[o.size, pointer]]);
    case "stack-renew":
      return makes(o.to, pointer, [
        [o.address, pointer],
        [o.size, pointer],
      ]);
    case "stack-end":
    case "heap-free":
      return reads([[o.address, pointer]]);
    case "stack-mark":
    case "thread-local":
    case "variadic-area":
    case "thread-self":
      return makes(o.to, pointer);
    case "stack-reset":
      return reads([[o.mark, pointer]]);
    case "heap-allocate":
      return makes(o.to, pointer, [
        [o.size, pointer],
        [o.align, pointer],
        [o.internal, word],
      ]);
    case "heap-size":
      return makes(o.to, pointer, [[o.address, pointer]]);
    case "call":
      return {
        operands: [[o.callee, pointer], ...pairs(o.args, o.argTypes), ...optional(o.variadic, pointer)],
        results: [],
      };
    case "set-jump":
      return makes(o.to, word, [[o.buffer, pointer]]);
    case "long-jump":
      return reads([
        [o.buffer, pointer],
        [o.value, word],
      ]);
    case "block-until":
      return reads([
        [o.condition, bit],
        [o.object, pointer],
      ]);
    case "waits-for":
      return reads([[o.slot, word]]);
    case "acquire":
    case "release":
      return reads([
        [o.object, pointer],
        [o.index, "integer"],
      ]);
    case "access-as":
      return reads([
        [o.how, word],
        [o.memoryOrder, word],
      ]);
    case "lock-note":
      return reads([
        [o.object, pointer],
        [o.mode, word],
      ]);
    case "choose":
      return makes(o.to, word, [[o.count, word]]);
    case "input":
      return makes(o.to, long, [[o.bits, word], ...optional(o.first, long), ...optional(o.last, long)]);
    case "assume":
      return reads([[o.condition, bit]]);
    case "thread-start":
      return makes(o.to, word, [
        [o.entry, pointer],
        [o.self, pointer],
      ]);
    case "thread-slot":
      return makes(o.to, word);
    case "thread-label":
      return reads([[o.function, pointer]]);
    case "process-end":
      return reads([
        [o.status, word],
        [o.kind, word],
      ]);
    case "error":
    case "unsupported":
      return reads(optional(o.text, pointer));
    case "option":
      return makes(o.to, word, [[o.which, word]]);
    case "output":
      return reads([
        [o.descriptor, word],
        [o.address, pointer],
        [o.size, pointer],
      ]);
    case "format-number":
      return makes(
        o.to,
        word,
        o.args.map((a): [Operand, Expected] => [a, "integer"]),
      );
    case "parse-double":
      return makes(o.to, long, [
        [o.text, pointer],
        [o.consumed, pointer],
      ]);
    case "math":
      return makes(o.to, long, [
        [o.x, long],
        [o.y, long],
      ]);
    case "branch":
      return reads([[o.condition, bit]]);
    case "switch":
      return reads([[o.on, int(o.bits)]]);
    case "indirect-jump":
      return reads([[o.address, pointer]]);
    case "return":
      return reads(pairs(o.values, o.types));
    case "fence":
    case "atomic-begin":
    case "atomic-end":
    case "thread-exit":
    case "end-locals":
    case "jump":
    case "unreachable":
      return nothing;
  }
}

const float = (bits: 32 | 64): Scalar => ({ kind: "float", bits });

const accessOperands = (o: { readonly address: Operand; readonly base: Operand | null }, pointer: Scalar): Signature["operands"] => [
  [o.address, pointer],
  ...optional(o.base, pointer),
];

const optional = (operand: Operand | null, type: Expected): Signature["operands"] => (operand === null ? [] : [[operand, type]]);

const pairs = (operands: readonly Operand[], types: readonly Scalar[]): Signature["operands"] =>
  operands.flatMap((operand, k): Signature["operands"] => optional(operand, types[k] ?? "integer"));

/** The operands of clang's builtins have the builtin's type, except flags, exponents and classes. */
function builtinOperands(o: Operation & { op: "builtin" }): Signature["operands"] {
  const typed = o.args.map((a): [Operand, Expected] => [a, o.type]);
  switch (o.builtin) {
    case "ctlz":
    case "cttz":
    case "abs":
    case "powi":
    case "is.fpclass":
      return [...typed.slice(0, 1), ...o.args.slice(1).map((a): [Operand, Expected] => [a, "integer"])];
    default:
      return typed;
  }
}
