// Rejects programs with their own, smaller definitions of C library types (`typedef int pthread_mutex_t;`). In: a unit's IR with debug
// information. Out: nothing, or RVL108 at the declaration.
//
// The models keep their state inside the object, which must therefore be as large as glibc's. Without this check the program would fail with
// an access out of bounds inside the library.

import type { DataModel } from "../program/program.ts";
import { fail } from "../support/diagnostics.ts";

/** The sizes of glibc's objects in bytes, on x86-64 and on i386. */
const sizes: Readonly<Record<string, readonly [number, number]>> = {
  pthread_mutex_t: [40, 24],
  pthread_cond_t: [48, 48],
  pthread_rwlock_t: [56, 32],
  pthread_barrier_t: [32, 20],
  pthread_once_t: [4, 4],
  pthread_spinlock_t: [4, 4],
  pthread_key_t: [4, 4],
  pthread_t: [8, 4],
  pthread_attr_t: [56, 36],
  pthread_mutexattr_t: [4, 4],
  sem_t: [32, 16],
};

/** A unit that defines the functions itself may also define the types. */
const callsLibrary = /^declare [^\n]*@(pthread_|sem_)/m;

export function requireLibraryTypes(ir: string, dataModel: DataModel): void {
  if (!callsLibrary.test(ir)) return;
  for (const [name, [wide, narrow]] of Object.entries(sizes)) {
    const needed = dataModel === "lp64" ? wide : narrow;
    const found = findTypedef(ir, name);
    if (found === null || found.bytes >= needed) continue;
    const is = `${name} is declared with ${found.bytes} bytes here, but has ${needed} in the C library`;
    fail("RVL108", is, { location: found.location, hint: "include the library's header, or rename the type" });
  }
}

/** The size of the type with this name; null if there is none, or its size is not known. */
function findTypedef(
  ir: string,
  name: string,
): { readonly bytes: number; readonly location: { file: string; line: number } | null } | null {
  const at = ir.indexOf(`!DIDerivedType(tag: DW_TAG_typedef, name: "${name}"`);
  if (at < 0) return null;
  const text = ir.slice(at, ir.indexOf("\n", at));
  const base = /baseType: !(\d+)/.exec(text)?.[1];
  const bits = base === undefined ? null : sizeOf(ir, base, 0);
  if (bits === null) return null;
  const file = /file: !(\d+)/.exec(text)?.[1];
  const named = file === undefined ? undefined : /filename: "([^"]*)"/.exec(nodeOf(ir, file))?.[1];
  const line = Number(/line: (\d+)/.exec(text)?.[1] ?? 1);
  return { bytes: bits / 8, location: named === undefined ? null : { file: named, line } };
}

/** Typedefs and qualifiers do not nest deeper. */
const maxTypedefDepth = 20;

function sizeOf(ir: string, node: string, depth: number): number | null {
  const text = nodeOf(ir, node);
  const size = /\bsize: (\d+)/.exec(text)?.[1];
  if (size !== undefined) return Number(size);
  const base = /baseType: !(\d+)/.exec(text)?.[1];
  return base === undefined || depth > maxTypedefDepth ? null : sizeOf(ir, base, depth + 1);
}

function nodeOf(ir: string, node: string): string {
  const at = ir.indexOf(`\n!${node} = `);
  return at < 0 ? "" : ir.slice(at + 1, ir.indexOf("\n", at + 1));
}
