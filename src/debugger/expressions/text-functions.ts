// Functions on texts that conditions use, for programs that do not link them: strlen, strcmp, strncmp, memcmp. In: addresses and counts. Out: what the library's functions return.

import { refuse } from "./error.ts";
import type { MemoryReader } from "./memory-reader.ts";

export interface TextFunction {
  /** pointer: an address; count: an integer. */
  readonly params: readonly ("pointer" | "count")[];
  readonly result: "int" | "size";
  run(reader: MemoryReader, args: readonly bigint[], at: number): bigint;
}

/** Longer texts are not compared here. */
const maxBytes = 1 << 16;

export const textFunctions: ReadonlyMap<string, TextFunction> = new Map<string, TextFunction>([
  ["strlen", { params: ["pointer"], result: "size", run: (reader, [s], at) => lengthOf(reader, s as bigint, at) }],
  [
    "strcmp",
    {
      params: ["pointer", "pointer"],
      result: "int",
      run: (reader, [a, b], at) => compare(reader, a as bigint, b as bigint, null, true, at),
    },
  ],
  [
    "strncmp",
    {
      params: ["pointer", "pointer", "count"],
      result: "int",
      run: (reader, [a, b, n], at) => compare(reader, a as bigint, b as bigint, n as bigint, true, at),
    },
  ],
  [
    "memcmp",
    {
      params: ["pointer", "pointer", "count"],
      result: "int",
      run: (reader, [a, b, n], at) => compare(reader, a as bigint, b as bigint, n as bigint, false, at),
    },
  ],
]);

function byteAt(reader: MemoryReader, address: bigint, at: number): number {
  const { bytes, written } = reader.locate(address, 1, at);
  if (written !== null && written[0] !== 1) refuse("the text is unwritten", at);
  return bytes[0] as number;
}

function lengthOf(reader: MemoryReader, s: bigint, at: number): bigint {
  for (let i = 0n; i < maxBytes; i++) if (byteAt(reader, s + i, at) === 0) return i;
  return refuse(`the text has more than ${maxBytes} characters`, at);
}

function compare(reader: MemoryReader, a: bigint, b: bigint, count: bigint | null, isText: boolean, at: number): bigint {
  for (let i = 0n; i < (count ?? i + 1n); i++) {
    if (i >= maxBytes) refuse(`more than ${maxBytes} bytes are compared`, at);
    const [x, y] = [byteAt(reader, a + i, at), byteAt(reader, b + i, at)];
    if (x !== y) return BigInt(x - y);
    if (isText && x === 0) return 0n;
  }
  return 0n;
}
