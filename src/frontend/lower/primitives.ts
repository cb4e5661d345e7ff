// Lowers the library's primitives (primitives.h) to operations. Only functions of the library may call them.

import { type ErrorKind, int, integer, type Operand, register } from "../../program/operations.ts";
import { fail } from "../../support/diagnostics.ts";
import type { CallArgument } from "../llvm/module.ts";
import type { Call, Lowering } from "./lowering.ts";

const errors: Readonly<Record<number, ErrorKind>> = {
  1: "assertion",
  2: "self-deadlock",
  3: "unlock-not-held",
  4: "destroy-busy",
  5: "invalid-sync",
  6: "invalid-thread",
  7: "invalid-argument",
};

export const primitives: ReadonlySet<string> = new Set(
  (
    "atomic_begin atomic_end waits_for block_until acquire release access_as lock_taken lock_dropped choose input input_from assume allocate deallocate object_size copy fill clear " +
    "thread_start self slot thread_exit thread_label process_end error unsupported option output format_number parse_double math longjmp main_uses_arguments constructors destructors end_locals"
  )
    .split(" ")
    .map((n) => `__rvl_${n}`),
);

/** Returns false if `name` is an ordinary function of the library that merely shares the prefix. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an exhaustive switch
export function lowerPrimitive(f: Lowering, i: Call, name: string): boolean {
  const at = f.at;
  const arg = (k: number): Operand => f.operand(i.args[k] as CallArgument);
  const literal = (k: number): string => {
    const o = arg(k);
    return o.kind === "object" ? f.context.literal(o.object, o.offset) : fail("RVL901", `${name} needs a literal`);
  };
  const pointer = int(f.pointerBits);
  const result = (bits: number): number => {
    const to = f.newRegister(int(bits));
    f.define(i.result, [register(to)], [int(bits)]);
    return to;
  };
  const access = (k: number) => f.access((i.args[k] as CallArgument).value);
  switch (name) {
    case "__rvl_atomic_begin":
      f.emit({ op: "atomic-begin", user: false, at });
      return true;
    case "__rvl_atomic_end":
      f.emit({ op: "atomic-end", user: false, at });
      return true;
    case "__rvl_waits_for":
      f.emit({ op: "waits-for", slot: arg(0), at });
      return true;
    case "__rvl_block_until":
      f.emit({ op: "block-until", condition: f.compare("ne", 32, arg(0), integer(0n, 32)), why: literal(1), object: arg(2), at });
      return true;
    case "__rvl_acquire":
    case "__rvl_release":
      f.emit({ op: name === "__rvl_acquire" ? "acquire" : "release", object: arg(0), index: arg(1), at });
      return true;
    case "__rvl_access_as":
      f.emit({ op: "access-as", how: arg(0), memoryOrder: arg(1), at });
      return true;
    case "__rvl_lock_taken":
    case "__rvl_lock_dropped":
      f.emit({ op: "lock-note", object: arg(0), mode: arg(1), taken: name === "__rvl_lock_taken", at });
      return true;
    case "__rvl_choose":
      f.emit({ op: "choose", count: arg(0), what: literal(1), to: result(32), at });
      return true;
    case "__rvl_input":
      f.emit({ op: "input", bits: arg(0), what: literal(1), first: null, last: null, to: result(64), at });
      return true;
    case "__rvl_input_from":
      f.emit({ op: "input", bits: arg(0), what: literal(3), first: arg(1), last: arg(2), to: result(64), at });
      return true;
    case "__rvl_assume":
      f.emit({ op: "assume", condition: f.compare("ne", 32, arg(0), integer(0n, 32)), at });
      return true;
    case "__rvl_allocate":
      f.emit({ op: "heap-allocate", size: arg(0), align: arg(1), internal: arg(2), to: result(f.pointerBits), at });
      return true;
    case "__rvl_deallocate":
      f.emit({ op: "heap-free", address: arg(0), at });
      return true;
    case "__rvl_object_size":
      f.emit({ op: "heap-size", address: arg(0), to: result(f.pointerBits), at });
      return true;
    case "__rvl_copy":
      f.emit({ op: "copy-in", ...access(1), size: arg(2) });
      f.emit({ op: "copy-out", ...access(0), size: arg(2) });
      return true;
    case "__rvl_fill":
      f.emit({ op: "fill", ...access(0), byte: f.convert("trunc", arg(1), int(32), int(8)), size: arg(2) });
      return true;
    case "__rvl_clear":
      f.emit({ op: "clear", address: arg(0), size: arg(1), at });
      return true;
    case "__rvl_thread_start":
      f.emit({ op: "thread-start", entry: arg(0), self: arg(1), to: result(32), at });
      return true;
    case "__rvl_self":
      f.emit({ op: "thread-self", to: result(pointer.bits), at });
      return true;
    case "__rvl_slot":
      f.emit({ op: "thread-slot", to: result(32), at });
      return true;
    case "__rvl_thread_exit":
      f.emit({ op: "thread-exit", at });
      return true;
    case "__rvl_end_locals":
      f.emit({ op: "end-locals", at });
      return true;
    case "__rvl_thread_label":
      f.emit({ op: "thread-label", function: arg(0), at });
      return true;
    case "__rvl_process_end":
      f.emit({ op: "process-end", status: arg(0), kind: arg(1), at });
      return true;
    case "__rvl_error": {
      const kind = arg(0);
      const error = kind.kind === "integer" ? errors[Number(kind.value)] : undefined;
      f.emit({ op: "error", error: error ?? fail("RVL901", "__rvl_error needs a constant kind"), message: null, text: arg(1), at });
      return true;
    }
    case "__rvl_unsupported":
      f.emit({ op: "unsupported", what: null, text: arg(0), kind: "library-use", at });
      return true;
    case "__rvl_option":
      f.emit({ op: "option", which: arg(0), to: result(32), at });
      return true;
    case "__rvl_output":
      f.emit({ op: "output", descriptor: arg(0), address: arg(1), size: arg(2), at });
      return true;
    case "__rvl_format_number":
      f.emit({ op: "format-number", args: i.args.map((_, k) => arg(k)), to: result(32), at });
      return true;
    case "__rvl_parse_double":
      f.emit({ op: "parse-double", text: arg(0), consumed: arg(1), to: result(64), at });
      return true;
    case "__rvl_math":
      f.emit({ op: "math", name: literal(0), x: arg(1), y: arg(2), to: result(64), at });
      return true;
    case "__rvl_main_uses_arguments":
      f.define(i.result, [integer(f.context.mainUsesArguments() ? 1n : 0n, 32)], [int(32)]);
      return true;
    case "__rvl_constructors":
    case "__rvl_destructors": {
      const calls = name === "__rvl_constructors" ? f.context.constructors() : f.context.destructors();
      const args = i.args.map((_, k) => arg(k));
      const argTypes = i.args.flatMap((a) => f.layout.scalarsOf(a.type));
      for (const id of calls)
        f.emit({ op: "call", callee: { kind: "function", function: id }, args, argTypes, results: [], variadic: null, at });
      return true;
    }
    case "__rvl_longjmp":
      f.emit({ op: "long-jump", buffer: arg(0), value: arg(1), at });
      return true;
    default:
      return false;
  }
}
