// Integers of 128 bits that a call passes or returns in two halves. In: a call of a model, and the model's definition. Out: the call with arguments as the definition has them; its
// result as the call has it.
//
// Up to version 19, clang splits such integers for x86-64. Models are compiled by the embedded clang, which does not; programs also by that of the machine.

import { int, type Operand, type Scalar } from "../../program/operations.ts";
import type { CallArgument, FunctionDefinition, Type } from "../llvm/module.ts";
import { maxScalarBits, wordBits } from "./layout.ts";
import type { Call, Lowering } from "./lowering.ts";
import { fromWords, toWords } from "./wide-integers.ts";

const isWhole = (t: Type | undefined): boolean => t?.kind === "int" && t.bits === maxScalarBits;
const isHalf = (t: Type | undefined): boolean => t?.kind === "int" && t.bits === wordBits;

/** The same call, with whole integers for the parameters that are. */
export function joinArguments(f: Lowering, i: Call, { params }: FunctionDefinition): Call {
  if (!params.some((p) => isWhole(p.type))) return i;
  const rest = [...i.args];
  const args: CallArgument[] = [];
  for (const { type } of params) {
    const [low, high] = rest;
    if (low === undefined) break;
    if (high === undefined || !isWhole(type) || !isHalf(low.type) || !isHalf(high.type)) {
      args.push(low);
      rest.shift();
      continue;
    }
    const name = `argument ${args.length + 1} of the call at hand`;
    f.define(name, fromWords(f, [f.operand(low), f.operand(high)], maxScalarBits), [int(maxScalarBits)]);
    args.push({ ...low, type, value: { kind: "local", name } });
    rest.splice(0, 2);
  }
  return { ...i, args: [...args, ...rest] };
}

/** Whether the definition returns a whole integer, of which the call takes halves. */
export function splitsResult({ type }: Call, { result }: FunctionDefinition): boolean {
  return isWhole(result) && type.kind === "struct" && type.fields.length === 2 && type.fields.every(isHalf);
}

export const halvesOf = (f: Lowering, whole: Operand): { readonly operands: Operand[]; readonly types: Scalar[] } => ({
  operands: toWords(f, [whole], maxScalarBits, "zext"),
  types: [int(wordBits), int(wordBits)],
});
