// Inline assembly. Compiler barriers, fences and hints to the processor have no effect on values and are understood; an empty
// text with operands hands each output the input it is tied to. So are the atomic instructions of x86 (atomic-instructions.ts).
// Everything else is RVL204 where it is reached.

import type { Operand } from "../../program/operations.ts";
import type { Instruction } from "../llvm/module.ts";
import { operandsOf, planStatements } from "./atomic-instructions.ts";
import type { Lowering } from "./lowering.ts";

const hints = new Set(["", "nop", "pause", "rep nop", "rep", "lfence", "sfence"]);
const fences = /^(mfence|lock (addl|addq|orl|orq) \$\$0x?0?, ?(0x0|0)?\(%[er]sp\))$/;

export function lowerAssembly(f: Lowering, i: Instruction & { op: "asm" }): void {
  // A prefix is often written as a statement of its own: `lock; addl`, `rep; nop`; or on a line of its own.
  const statements = i.text
    .replace(/#[^\n]*/g, "")
    .replace(/\b(lock|rep)[ \t]*[;\n]\s*/g, "$1 ")
    .split(/[;\n]/)
    .map((s) => s.trim().replace(/\s+/g, " "));
  const assembly = operandsOf(f, i);
  const plan =
    assembly === null
      ? null
      : planStatements(
          assembly,
          statements.filter((s) => !hints.has(s) && !fences.test(s)),
        );
  if (assembly === null || plan === null) {
    f.unsupported(`inline assembly "${i.text.trim().replace(/\s+/g, " ")}"`, "assembly");
    return f.undefined(i.result, i.type);
  }
  if (statements.some((s) => fences.test(s))) f.emit({ op: "fence", order: "seq_cst", at: f.at });
  const results: readonly Operand[] = plan(f);
  f.settle(i.result, results, assembly.results);
}

/** An instruction the reader does not know: assembly with a jump (`asm goto`) is one. */
export function lowerUnknown(f: Lowering, text: string): void {
  const jump = /^callbr\b.*?\basm\b[^"]*"((?:[^"\\]|\\.)*)"/.exec(text);
  if (jump === null) f.unsupported(text);
  else f.unsupported(`inline assembly "${jump[1]}"`, "assembly");
}
