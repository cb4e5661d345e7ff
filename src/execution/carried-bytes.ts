// Unwritten bytes that were copied, and all their copies: they hold the same value (ADR 0037). In: bytes with `carriedMark`, and what an oracle
// says of one of them. Out: the same for the others, whatever the oracle says there: so no run differs from all runs of a machine.

import { carriedMark, type Region } from "./region.ts";
import type { UndoLog } from "./undo-log.ts";

/** Some bits of what is read, with the values that an oracle has given for copies of them. */
export interface SaidBits {
  readonly bits: bigint;
  readonly values: bigint;
}

export const nothingSaid: SaidBits = { bits: 0n, values: 0n };

export class CarriedBytes {
  #count = 0;
  /** By origin. */
  readonly #said = new Map<number, number>();

  constructor(readonly undoLog: UndoLog) {}

  reset(): void {
    this.#said.clear();
  }

  /** The byte is copied for the first time. */
  begin(r: Region, at: number): void {
    this.put(r, at, ++this.#count);
  }

  /** The byte is a copy of one with this origin. */
  put(r: Region, at: number, origin: number): void {
    r.origins ??= new Int32Array(r.bytes.length);
    this.undoLog.onUndo(restoreOrigin, r, { at, origin: r.origins[at] as number }, r.index, at, at + 1);
    r.origins[at] = origin;
  }

  say({ origins }: Region, at: number, byte: number): void {
    const origin = origins?.[at] as number;
    if (this.#said.has(origin)) return;
    this.undoLog.onUndo(unsay, this.#said, origin);
    this.#said.set(origin, byte);
  }

  saidOf({ written, origins }: Region, offset: number, size: number): SaidBits {
    let [bits, values] = [0n, 0n];
    for (let at = offset + size - 1; at >= offset; at--) {
      const said = written?.[at] === carriedMark ? this.#said.get(origins?.[at] as number) : undefined;
      bits = (bits << 8n) | (said === undefined ? 0n : 0xffn);
      values = (values << 8n) | BigInt(said ?? 0);
    }
    return { bits, values };
  }
}

const restoreOrigin = (r: Region, { at, origin }: { readonly at: number; readonly origin: number }): void => {
  (r.origins as Int32Array)[at] = origin;
};

const unsay = (said: Map<number, number>, origin: number): void => {
  said.delete(origin);
};
