// The address space of a program: where things lie, decided by names alone (addresses follow from the allocating
// thread and its local count, and are not reused unless that is chosen), so that commuting steps commute and a replay sees the same pointers.
//
//   lp64   0x0010_0000 code   0x4000_0000 globals   from 0x1696_8000_0000 one pair of 1 GiB regions per thread, below 2^47 (neither
//          small integers nor powers of two side by side must look like pointers: leaks are found by a conservative scan)
//   ilp32  0x0010_0000 code   0x0800_0000 globals   then pairs of 4 MiB regions from 0x20c0_0000
//
// A thread's first region holds what may be seen by others (never reused); the second is its private stack, which is.

import type { DataModel } from "./program.ts";

export interface AddressSpace {
  /** log2 of the region size; an address belongs to region `address >> shift`. */
  readonly shift: number;
  readonly regionCount: number;
  readonly globalsBase: number;
  readonly globalsLimit: number;
  /** Region numbers for threads whose name has a short code … */
  readonly firstThreadRegion: number;
  readonly codes: number;
  /** … and the regions handed out on demand for everything else. */
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

/** Unowned bytes after an object, so that running off its end is seen: one stride of the object, within reason. */
export function redzone(size: number): number {
  return Math.max(16, Math.min(size, 256));
}

/** A thread's name: which child of which thread it is, from main (the empty path) down. */
export type ThreadPath = readonly number[];

/**
 * A small number that follows from the path alone: children of main get the odd ones, deeper threads a prefix code.
 * Returns -1 where the code is too long; such threads get spare regions in order of appearance.
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
