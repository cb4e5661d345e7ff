// Inline assembly. Compiler barriers, fences and hints to the processor have no effect on values and are understood; an empty
// text with operands hands each output the input it is tied to. Everything else is RVL204 where it is reached.

import type { Operand, Scalar } from "../../program/operations.ts";
import { append } from "../../support/lists.ts";
import type { Instruction } from "../llvm/module.ts";
import type { FunctionLowering } from "./function.ts";

export type Assembly = Instruction & { op: "asm" };

const hints = new Set(["", "nop", "pause", "rep nop", "rep", "lfence", "sfence"]);
const fences = /^(mfence|lock (addl|addq|orl|orq) \$\$0x?0?, ?(0x0|0)?\(%[er]sp\))$/;

export function lowerAssembly(f: FunctionLowering, i: Assembly): void {
  // A prefix is often written as a statement of its own: `lock; addl`, `rep; nop`.
  const statements = i.text
    .replace(/#[^\n]*/g, "")
    .replace(/\b(lock|rep)\s*;\s*/g, "$1 ")
    .split(/[;\n]/)
    .map((s) => s.trim().replace(/\s+/g, " "));
  const known = statements.every((s) => hints.has(s) || fences.test(s));
  const results = known ? tiedInputs(f, i) : null;
  if (results === null) {
    f.unsupported(`inline assembly "${i.text.trim().replace(/\s+/g, " ")}"`, "RVL204");
    return f.undefined(i.result, i.type);
  }
  if (statements.some((s) => fences.test(s))) f.emit({ op: "fence", order: "seq_cst", at: f.at });
  f.settle(i.result, results.operands, results.types);
}

/** An instruction the reader does not know: assembly with a jump (`asm goto`) is one. */
export function lowerUnknown(f: FunctionLowering, text: string): void {
  const jump = /^callbr\b.*?\basm\b[^"]*"((?:[^"\\]|\\.)*)"/.exec(text);
  if (jump === null) f.unsupported(text);
  else f.unsupported(`inline assembly "${jump[1]}"`, "RVL204");
}

/** For every output in a register the input that has the same register; null if an output comes from nowhere. */
function tiedInputs(f: FunctionLowering, i: Assembly): { operands: readonly Operand[]; types: readonly Scalar[] } | null {
  const constraints = i.constraints.split(",");
  const outputs = constraints.filter((c) => c.startsWith("="));
  const inputs = constraints.filter((c) => !c.startsWith("=") && !c.startsWith("~") && !c.startsWith("!"));
  const indirect = outputs.filter((c) => c.startsWith("=*")).length; // memory: their addresses come first among the arguments
  const operands: Operand[] = [];
  const types: Scalar[] = [];
  for (const [k, output] of outputs.entries()) {
    if (output.startsWith("=*")) continue;
    const tied = inputs.indexOf(String(k));
    const arg = tied < 0 ? undefined : i.args[indirect + tied];
    if (arg === undefined) return null;
    append(operands, f.operands(arg));
    append(
      types,
      f.layout.pieces(arg.type).map((p) => p.scalar),
    );
  }
  const wanted = f.layout.pieces(i.type).map((p) => p.scalar);
  const fits = wanted.length === types.length && wanted.every((t, k) => t.kind === types[k]?.kind && t.bits === types[k]?.bits);
  return fits ? { operands, types } : null;
}
