// The world around the program: options, output, number formatting and parsing.

import { toNumber } from "./address.ts";
import { runtime } from "./compile/runtime.ts";
import { formatNumber, parseDouble } from "./format.ts";
import { allocationOption, type Freedom, freedomOfOption } from "./freedoms.ts";
import type { MadeAddresses } from "./made-addresses.ts";
import { allWritten } from "./region.ts";
import type { RunState } from "./run-state.ts";
import type { StepContext } from "./step-context.ts";
import type { Thread } from "./thread.ts";

/** The option of primitives.h that every executor has. */
const stepwiseOption = 17;
const wakesOrderOption = 18;
/** The option by which a condition wait asks whether waking would be futile. */
export const wakesInVainOption = 16;

export class Environment {
  constructor(
    readonly run: RunState,
    readonly step: StepContext,
    readonly madeAddresses: MadeAddresses | null,
    /** Whether the current step must not wake spuriously. */
    readonly isWakeMuted: () => boolean,
  ) {}

  /** The enum of primitives.h. */
  option(t: Thread, which: number): number {
    const freedom = freedomOfOption(which);
    if ((freedom === "unknown-effects" || freedom === "shared-arguments") && !this.step.probing) this.run.unknownCall = t.fn.name;
    if (freedom !== null) return this.isFree(freedom) ? 1 : 0;
    return this.#isOn(which) ? 1 : 0;
  }

  /** The same, without noting that the program met a freedom. */
  isOptionOn(which: number): boolean {
    const freedom = freedomOfOption(which);
    return freedom === null ? this.#isOn(which) : this.run.freedoms.has(freedom);
  }

  #isOn(which: number): boolean {
    if (which === wakesInVainOption) return this.isWakeMuted();
    if (which === wakesOrderOption) return this.run.wakesOrder;
    return which === stepwiseOption || (which === allocationOption && this.run.options.allocationMayFail);
  }

  /** May the environment do this now? If not, it is noted that the program met it. */
  isFree(freedom: Freedom): boolean {
    const { freedoms, met } = this.run;
    if (freedoms.has(freedom)) return true;
    met.add(freedom);
    return false;
  }

  output(t: Thread, _k: number, descriptor: number, low: number, high: number, size: number): void {
    if (size === 0) return;
    const mem = this.run.memory;
    const offset = mem.check(low, high, size);
    const { bytes } = mem.readRange(offset, size);
    this.run.outputs.push({ thread: t.index, descriptor, bytes, step: this.run.stepCount }); // a probe undoes it
    this.step.recorder?.note(`prints ${JSON.stringify(new TextDecoder().decode(bytes))}`);
  }

  formatNumber(
    t: Thread,
    k: number,
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
      const offset = this.run.memory.check(low, high, bytes.length);
      this.run.memory.writeRange(offset, allWritten(bytes));
      this.madeAddresses?.wrote(t, k, low, high, bytes.length, 0);
    }
    return text.length;
  }

  parseDouble(t: Thread, k: number, low: number, high: number, consumedLow: number, consumedHigh: number): number {
    const mem = this.run.memory;
    const { value, length } = parseDouble(this.readText(low, high));
    const offset = mem.check(consumedLow, consumedHigh, 4);
    mem.write(4, offset, length, 0);
    this.madeAddresses?.wrote(t, k, consumedLow, consumedHigh, 4, 0);
    runtime.splitDouble(value);
    return runtime.low;
  }

  /** The text that begins at an address, up to its zero or the end of its object. */
  readText(low: number, high: number): string {
    const { memory } = this.run;
    memory.watching?.spoil();
    const start = toNumber(low, high);
    const o = memory.objectAt(low, high);
    if (o === null || !o.live) return "";
    const from = start - o.region.base;
    const end = o.region.bytes.indexOf(0, from);
    return new TextDecoder().decode(o.region.bytes.subarray(from, Math.min(end < 0 ? o.start + o.size : end, o.start + o.size)));
  }
}
