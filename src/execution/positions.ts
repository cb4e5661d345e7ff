// Source positions for reports: in the user's own code, also while the library is executing. In: a thread, and an operation of its
// current function (-1: none). Out: positions in the source.

import type { SourceLocation } from "../support/diagnostics.ts";
import type { CompiledFunction } from "./compiled-function.ts";
import type { CallFrame } from "./errors.ts";
import type { RunState } from "./run-state.ts";
import type { Thread } from "./thread.ts";

/** The user's source position of an operation: of the call, if it is inside the library. */
export function userPosition(m: RunState, t: Thread, k: number): number {
  if (!t.fn.library) return k < 0 ? 0 : (t.fn.positions[k] as number);
  for (let level = t.depth - 1; level >= 0; level--) {
    const f = m.code[t.functionAt(level)] as CompiledFunction;
    if (!f.library) return f.positions[f.operationAt[t.returnPoint(level)] ?? -1] ?? 0;
  }
  return 0;
}

/** The innermost frame of user code, and the library function it called, if any. */
export function userFrame(m: RunState, t: Thread): { position: number; function: string | null; called: string | null } {
  let called: string | null = null;
  for (let level = t.depth; level >= 0; level--) {
    const frame = t.frameAt(level);
    const f = m.code[frame.function] as CompiledFunction;
    if (f.library) {
      called = f.name;
      continue;
    }
    const k = f.operationAt[frame.pc];
    return { position: k === undefined ? 0 : (f.operations[k]?.at ?? 0), function: f.name, called };
  }
  return { position: 0, function: null, called };
}

/** The user's functions that a thread is in, the innermost first: with the position of operation `k` of its current function, and those of the calls. */
export function userStack(m: RunState, t: Thread, k: number): CallFrame[] {
  const frames: CallFrame[] = [];
  for (let level = t.depth; level >= 0; level--) {
    const f = m.code[t.frameAt(level).function] as CompiledFunction;
    if (f.library) continue;
    const at = level === t.depth ? k : (f.operationAt[t.returnPoint(level)] ?? -1);
    const p = m.program.positions[f.positions[at] ?? 0];
    const location = p === undefined || at < 0 ? null : { file: p.file, line: p.line, column: p.column, function: f.name };
    frames.push({ function: f.name, location });
  }
  return frames;
}

/** The loop in which a thread was stopped because its step did not end: the position it was about to repeat. */
export function loopPosition(m: RunState, t: Thread): number {
  const block = t.fn.body.blocks[t.pc];
  const at = block?.terminator.at ?? block?.operations[0]?.at ?? 0;
  return t.fn.library ? userPosition(m, t, -1) : at;
}

/** With the name of the function, if the thread is given that stands there. */
export function locate(m: RunState, position: number, t?: Thread): SourceLocation | null {
  const p = m.program.positions[position];
  if (p === undefined || position === 0) return null;
  const name = t === undefined ? null : userFrame(m, t).function;
  return { file: p.file, line: p.line, column: p.column, ...(name === null ? {} : { function: name }) };
}
