// Finds the functions that main may reach. In: a program, whose bodies it lowers. Out: their ids.
//
// An over-approximation: every function that a reachable body names, and every function whose address an initialiser may hold.

import { bodyIfSupported, functionAt, type Program, type ProgramFunction } from "../program/program.ts";

/** Null: a body cannot be lowered, so nothing is known. */
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
    const body = bodyIfSupported(f);
    if (body === null) return null;
    for (const { operations, terminator } of body.blocks) for (const o of [...operations, terminator]) visitFunctions(o, add);
  }
  return found;
}

function visitFunctions(value: unknown, add: (id: number) => void): void {
  if (Array.isArray(value)) for (const v of value) visitFunctions(v, add);
  else if (typeof value === "object" && value !== null) {
    const operand = value as { readonly kind?: string; readonly function?: unknown };
    if (operand.kind === "function" && typeof operand.function === "number") add(operand.function);
    else for (const v of Object.values(value)) if (typeof v === "object") visitFunctions(v, add);
  }
}

/** The functions whose address may be somewhere in the image, aligned or not. */
function* functionsIn(image: Uint8Array, program: Program): Generator<ProgramFunction> {
  const width = program.pointerBits / 8;
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  for (let at = 0; at + width <= image.length; at++) {
    if (width === 8 && view.getUint32(at + 4, true) !== 0) continue; // code is below 4 GiB
    const f = functionAt(program, view.getUint32(at, true));
    if (f !== null) yield f;
  }
}

/**
 * The ids of global objects whose contents no run depends on: how long a thread has slept (library/time.c), if the program never reads the
 * clock. Otherwise a loop that sleeps would never return to an earlier state.
 */
export function findIrrelevantObjects(program: Program): ReadonlySet<number> {
  const slept = program.objects.filter((o) => o.library && o.threadLocal && o.private && o.name === "slept");
  if (slept.length === 0) return new Set();
  const reachable = findReachableFunctions(program);
  const readsClock = reachable === null || program.functions.some((f) => f.name === "__rvl_clock" && reachable.has(f.id));
  return new Set(readsClock ? [] : slept.map((o) => o.id));
}
