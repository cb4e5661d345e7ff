// The world around the program: options, output, number formatting and parsing.

import { runtime } from "./compile/runtime.ts";
import { formatNumber, parseDouble } from "./format.ts";
import type { Machine } from "./machine.ts";
import { toNumber } from "./memory.ts";
import type { Thread } from "./thread.ts";

export class Environment {
  constructor(readonly machine: Machine) {}

  /** The enum of primitives.h. */
  option(which: number): number {
    const { options } = this.machine;
    const chosen = [false, options.spuriousWakeups, options.spuriousFailures, options.allocationMayFail][which];
    return chosen ? 1 : 0;
  }

  output(t: Thread, k: number, descriptor: number, low: number, high: number, size: number): void {
    if (size === 0) return;
    const mem = this.machine.memory;
    const offset = mem.check(low, high, size);
    this.machine.noteOutput(t, k, descriptor, mem.readRange(offset, size).bytes);
  }

  formatNumber(
    t: Thread,
    low: number,
    high: number,
    room: number,
    conversion: number,
    flags: number,
    width: number,
    precision: number,
    bits: number,
    valueLow: number,
    valueHigh: number,
  ): number {
    const text = formatNumber(String.fromCharCode(conversion), flags, width, precision, bits, runtime.big64(valueLow, valueHigh));
    const bytes = new TextEncoder().encode(text).subarray(0, Math.max(room, 0));
    if (bytes.length > 0) {
      const offset = this.machine.memory.check(low, high, bytes.length);
      this.machine.memory.writeRange(offset, bytes, null);
    }
    void t;
    return text.length;
  }

  parseDouble(_t: Thread, low: number, high: number, consumedLow: number, consumedHigh: number): number {
    const mem = this.machine.memory;
    const { value, length } = parseDouble(this.machine.readText(low, high));
    const offset = mem.check(consumedLow, consumedHigh, 4);
    mem.write(4, offset, length, 0);
    runtime.splitDouble(value);
    return runtime.low;
  }
}

/** An address below 2^47 and an index below 512 as one exact number. */
export const addressKey = (low: number, high: number, index: number): number => toNumber(low, high) * 512 + index;
