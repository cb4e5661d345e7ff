// The address space of a program. Addresses follow from names alone: from the allocating thread and its own count of allocations. They are
// reused only if an oracle chooses so. Therefore commuting steps still commute, and a replay sees the same pointers.
//
//   lp64   0x0010_0000 code   0x4000_0000 globals   from 0x1696_8000_0000 one pair of 1 GiB regions per thread, below 2^47 (neither
//          small integers nor adjacent powers of two may look like pointers: leaks are found by a conservative scan)
//   ilp32  0x0010_0000 code   0x0800_0000 globals   from 0x20c0_0000 one pair of 4 MiB regions per thread
//
// A thread's first region holds the objects that other threads may access; its addresses are not reused. The second region is the thread's
// private stack, whose addresses are.

import type { DataModel } from "./program.ts";

export interface AddressSpace {
  /** log2 of the region size; an address belongs to region `address >> shift`. */
  readonly shift: number;
  readonly regionCount: number;
  readonly globalsBase: number;
  readonly globalsLimit: number;
  /** The first region of threads that have a code (`threadCode`). */
  readonly firstThreadRegion: number;
  /** The number of codes. */
  readonly codes: number;
  /** The first of the regions that are assigned on demand. */
  readonly firstSpareRegion: number;
}

export const addressSpaces: Readonly<Record<DataModel, AddressSpace>> = {
  lp64: {
    shift: 30,
    regionCount: 1 << 17,
    globalsBase: 0x4000_0000,
    globalsLimit: 0x8000_0000,
    firstThreadRegion: 0x5a5a,
    codes: 1 << 15,
    firstSpareRegion: 0x5a5a + (1 << 16),
  },
  ilp32: {
    shift: 22,
    regionCount: 1 << 10,
    globalsBase: 0x0800_0000,
    globalsLimit: 0x2000_0000,
    firstThreadRegion: 131,
    codes: 128,
    firstSpareRegion: 131 + 256,
  },
};

/** The number of bytes after an object that must not be accessed, so that an overrun is detected: the object's size, but 16 to 256. */
export function redzone(size: number): number {
  return Math.max(16, Math.min(size, 256));
}

/** A thread's name: the child numbers from main, which is the empty path. */
export type ThreadPath = readonly number[];

/**
 * A small number that follows from the path alone: children of main get the odd numbers, deeper threads a prefix code.
 * Returns -1 if the code is too long; such threads get spare regions in order of appearance.
 */
export function threadCode(path: ThreadPath, codes: number): number {
  if (path.length === 0) return 0;
  let code: number;
  if (path.length === 1) code = 2 * (path[0] as number) + 1;
  else {
    let bits = 1; // leading one: paths of different length differ
    for (const k of path) {
      if (k < 2) bits = bits * 4 + k;
      else {
        const length = Math.floor(Math.log2(k));
        bits = bits * 2 ** (2 * length + 2) + (2 ** (2 * length + 1) + k); // '1', then `length` zeros, then k
      }
      if (bits > codes) return -1;
    }
    code = 2 * bits;
  }
  return code < codes ? code : -1;
}
