// Lowers inline assembly. Supported are compiler barriers, fences and hints to the processor, an empty text (each output is the input it is tied to),
// and the atomic instructions of x86 (atomic-instructions.ts). Everything else is RVL204 if a run reaches it.

import type { Operand } from "../../program/operations.ts";
import type { Instruction } from "../llvm/module.ts";
import { planStatements, readConstraints } from "./atomic-instructions.ts";
import type { Lowering } from "./lowering.ts";

const hints = new Set(["", "nop", "pause", "rep nop", "rep", "lfence", "sfence"]);
const fences = /^(mfence|lock (addl|addq|orl|orq) \$\$0x?0?, ?(0x0|0)?\(%[er]sp\))$/;

export function lowerAssembly(f: Lowering, i: Instruction & { op: "asm" }): void {
  // A prefix is often a statement or a line of its own: `lock; addl`, `rep; nop`.
  const statements = i.text
    .replace(/#[^\n]*/g, "")
    .replace(/\b(lock|rep)[ \t]*[;\n]\s*/g, "$1 ")
    .split(/[;\n]/)
    .map((s) => s.trim().replace(/\s+/g, " "));
  const assembly = readConstraints(f, i);
  const plan =
    assembly === null
      ? null
      : planStatements(
          assembly,
          statements.filter((s) => !hints.has(s) && !fences.test(s)),
        );
  if (assembly === null || plan === null) {
    f.unsupported(`inline assembly "${i.text.trim().replace(/\s+/g, " ")}"`, "assembly");
    return f.defineUnused(i.result, i.type);
  }
  if (statements.some((s) => fences.test(s))) f.emit({ op: "fence", order: "seq_cst", at: f.at });
  const results: readonly Operand[] = plan(f);
  f.define(i.result, results, assembly.results);
}

/** Lowers an instruction that the parser does not know, such as assembly with a jump (`asm goto`). */
export function lowerUnknown(f: Lowering, text: string): void {
  const jump = /^callbr\b.*?\basm\b[^"]*"((?:[^"\\]|\\.)*)"/.exec(text);
  if (jump === null) f.unsupported(text);
  else f.unsupported(`inline assembly "${jump[1]}"`, "assembly");
}
