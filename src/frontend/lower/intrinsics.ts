// Lowers LLVM's intrinsics, as far as C at -O0 needs them.

import {
  type Builtin,
  floatBuiltins,
  int,
  integer,
  integerBuiltins,
  type Operand,
  register,
  type Scalar,
} from "../../program/operations.ts";
import { failUnsupported } from "../../support/diagnostics.ts";
import type { CallArgument } from "../llvm/module.ts";
import { copyBlock } from "./block-copies.ts";
import { isWide } from "./layout.ts";
import type { Call, Lowering } from "./lowering.ts";
import { startArguments } from "./variadic.ts";

const builtins: ReadonlySet<string> = new Set([...integerBuiltins, ...floatBuiltins]);

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
export function lowerIntrinsic(f: Lowering, i: Call, name: string): void {
  const parts = name.split(".").slice(1);
  const stem = parts[0] as string;
  const arg = (k: number): CallArgument => i.args[k] as CallArgument;
  const at = f.at;
  const types = f.layout.scalarsOf(i.type);
  const finish = (operands: readonly Operand[]): void => f.define(i.result, operands, types);
  const builtin = [parts.slice(0, 2).join("."), stem].find((n) => builtins.has(n)) as Builtin | undefined;
  if (builtin !== undefined) {
    if (isWide(i.type)) return failUnsupported(`arithmetic on integers of ${i.type.bits} bits`);
    const lanes = types.map((type, k) => {
      const to = f.newRegister(type);
      const source = (f.layout.pieces(arg(0).type)[k] as { scalar: Scalar }).scalar;
      const args = i.args.map((a) => f.operands(a)[a.type.kind === "vector" ? k : 0] as Operand);
      f.emit({ op: "builtin", to, builtin, type: builtin === "is.fpclass" ? source : type, args, at });
      return register(to);
    });
    return finish(lanes);
  }
  switch (stem) {
    case "dbg":
    case "lifetime":
    case "donothing":
    case "prefetch":
    case "va_end":
    case "assume":
    case "experimental":
    case "invariant":
    case "var":
    case "codeview":
    case "pseudoprobe":
    case "sideeffect":
      return finish([]);
    case "memcpy":
    case "memmove": {
      const size = f.operand(arg(2));
      const to = f.access(arg(0).value);
      const from = f.access(arg(1).value);
      // Blocks that overlap must be copied as a whole.
      if (size.kind === "integer" && stem === "memcpy")
        return copyBlock(f, to, from, Number(size.value), Math.min(alignment(f, arg(0)), alignment(f, arg(1))));
      const wide = f.convert("zext", size, int((arg(2).type as { bits: number }).bits), int(f.pointerBits));
      f.emit({ op: "copy-in", ...from, size: wide });
      return f.emit({ op: "copy-out", ...to, size: wide });
    }
    case "memset": {
      const bits = (arg(2).type as { bits: number }).bits;
      const size = f.convert(bits > f.pointerBits ? "trunc" : "zext", f.operand(arg(2)), int(bits), int(f.pointerBits));
      return f.emit({ op: "fill", ...f.access(arg(0).value), byte: f.operand(arg(1)), size });
    }
    case "stacksave": {
      const to = f.newRegister(int(f.pointerBits));
      f.emit({ op: "stack-mark", to, at });
      return finish([register(to)]);
    }
    case "stackrestore":
      return f.emit({ op: "stack-reset", mark: f.operand(arg(0)), at });
    case "va_start":
      return startArguments(f, arg(0).value);
    case "va_copy":
      return copyBlock(f, f.access(arg(0).value), f.access(arg(1).value), f.pointerBits === 32 ? 4 : 24, f.layout.pointerBytes);
    case "expect":
    case "ssa":
    case "launder":
    case "strip":
    case "annotation":
    case "ptr":
      if (stem === "ptr" && parts[1] !== "annotation") break;
      f.setOrigin(i.result, arg(0).value);
      return finish(f.operands(arg(0)));
    case "ptrmask": {
      f.setOrigin(i.result, arg(0).value);
      const mask = f.operand(arg(1));
      return finish([f.compute("and", f.pointerBits, f.operand(arg(0)), mask)]);
    }
    case "threadlocal": {
      const operand = f.operand(arg(0));
      finish([operand]);
      return f.setThreadLocalOrigin(i.result, arg(0).value, operand);
    }
    case "is": // is.constant
      return finish([integer(0n, 1)]);
    case "objectsize":
      return finish([integer((arg(1).value as { value?: bigint }).value ? 0n : -1n, (types[0] as Scalar).bits)]);
    case "readcyclecounter":
      return finish([cycleCounter(f)]);
    case "x86":
      if (isHint(name)) return finish([]);
      if (name === "llvm.x86.sse2.mfence") return f.emit({ op: "fence", order: "seq_cst", at });
      if (name === "llvm.x86.rdtsc") return finish([cycleCounter(f)]);
      break;
    case "trap":
    case "debugtrap":
    case "ubsantrap":
      return f.emit({ op: "process-end", status: integer(132n, 32), kind: integer(1n, 32), at });
    case "sadd":
    case "uadd":
    case "ssub":
    case "usub":
    case "smul":
    case "umul": {
      const type = types[0] as Scalar;
      const to = f.newRegister(type);
      const overflow = f.newRegister(int(1));
      f.emit({
        op: "checked",
        to,
        overflow,
        bits: type.bits,
        operator: stem.slice(1) as "add" | "sub" | "mul",
        signed: stem[0] === "s",
        left: f.operand(arg(0)),
        right: f.operand(arg(1)),
        at,
      });
      return finish([register(to), register(overflow)]);
    }
    case "lrint":
    case "llrint":
    case "lround":
    case "llround": {
      const source = (f.layout.pieces(arg(0).type)[0] as { scalar: Scalar }).scalar;
      const rounded = f.newRegister(source);
      f.emit({
        op: "builtin",
        to: rounded,
        builtin: stem.endsWith("rint") ? "rint" : "round",
        type: source,
        args: [f.operand(arg(0))],
        at,
      });
      const to = f.newRegister(types[0] as Scalar);
      f.emit({ op: "convert", to, conversion: "fptosi", from: register(rounded), source, target: types[0] as Scalar, at });
      return finish([register(to)]);
    }
  }
  f.unsupported(`the intrinsic ${name}`);
  finish(types.map((t) => (t.kind === "int" ? integer(0n, t.bits) : { kind: "float", image: 0n, bits: t.bits })));
}

/** Whether the intrinsic is a hint to the processor without an effect on values; also supported as inline assembly. */
const isHint = (name: string): boolean => /^llvm\.x86\.(sse2\.(pause|lfence)|sse\.sfence)$/.test(name);

function cycleCounter(f: Lowering): Operand {
  const to = f.newRegister(int(64));
  f.emit({ op: "input", to, bits: integer(64n, 32), what: "cycle counter", first: null, last: null, at: f.at });
  return register(to);
}

/** The alignment of a block, which clang writes as `align N` on the argument; 1 without it. */
function alignment(f: Lowering, a: CallArgument): number {
  return Math.max(1, Math.min(a.align, f.layout.dataModel === "lp64" ? 8 : 4));
}
