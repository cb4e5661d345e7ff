// Which functions main can reach, by name alone: all that a reachable body mentions, and all whose address a global holds from
// the start. In: a program; bodies are lowered on the way. Out: the ids, more rather than fewer.

import { type FunctionBody, functionAt, type Program, type ProgramFunction } from "../program/program.ts";
import { RavelError } from "../support/diagnostics.ts";

/** Null: a body could not be made, so nothing is known. */
export function findReachableFunctions(program: Program): ReadonlySet<number> | null {
  const found = new Set<number>();
  const work: number[] = [];
  const add = (id: number): void => {
    if (found.has(id) || program.functions[id] === undefined) return;
    found.add(id);
    work.push(id);
  };
  add(program.entry);
  for (const { image } of program.objects) if (image !== null) for (const f of functionsIn(image, program)) add(f.id);
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const f = program.functions[id];
    if (f === undefined || f.external) continue;
    const body = bodyOf(f);
    if (body === null) return null;
    for (const { operations, terminator } of body.blocks) for (const o of [...operations, terminator]) visitFunctions(o, add);
  }
  return found;
}

/** The body of a function that may never be called: if it cannot be made, that is not the program's fault yet. */
export function bodyOf(f: ProgramFunction): FunctionBody | null {
  try {
    return f.body();
  } catch (error) {
    if (error instanceof RavelError) return null;
    throw error;
  }
}

function visitFunctions(value: unknown, add: (id: number) => void): void {
  if (Array.isArray(value)) for (const v of value) visitFunctions(v, add);
  else if (typeof value === "object" && value !== null) {
    const operand = value as { readonly kind?: string; readonly function?: unknown };
    if (operand.kind === "function" && typeof operand.function === "number") add(operand.function);
    else for (const v of Object.values(value)) if (typeof v === "object") visitFunctions(v, add);
  }
}

function* functionsIn(image: Uint8Array, program: Program): Generator<ProgramFunction> {
  const width = program.pointerBits / 8;
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  for (let at = 0; at + width <= image.length; at++) {
    if (width === 8 && view.getUint32(at + 4, true) !== 0) continue; // code lies below 4 GiB
    const f = functionAt(program, view.getUint32(at, true));
    if (f !== null) yield f;
  }
}

/**
 * Global objects whose contents no run depends on: how long a thread has slept (library/time.c) matters only to who looks at the
 * clock. Without this no loop that sleeps would ever come back to where it was.
 */
export function findIrrelevantObjects(program: Program): ReadonlySet<number> {
  const slept = program.objects.filter((o) => o.library && o.threadLocal && o.private && o.name === "slept");
  if (slept.length === 0) return new Set();
  const reachable = findReachableFunctions(program);
  const looks = reachable === null || program.functions.some((f) => f.name === "__rvl_clock" && reachable.has(f.id));
  return new Set(looks ? [] : slept.map((o) => o.id));
}
