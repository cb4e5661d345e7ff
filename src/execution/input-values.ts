// The values of an input that stand for all, at the place where a thread asks for it: all of them where there are few, else those that the code
// behind it tells apart (analysis/input-domains.ts). Searches try each of them, and so does whoever asks whether a section can get through.

import { findInputDomain, type InputFrame } from "../analysis/input-domains.ts";
import { bodyOf } from "../analysis/reachable-functions.ts";
import type { Machine } from "./machine.ts";
import type { Thread } from "./thread.ts";

/** Inputs up to this width are enumerated whatever becomes of them. */
const enumeratedBits = 8;

/** Stands in footprints for the number of inputs taken: an address no object has. */
export const nextInput = 1;

const truths: readonly bigint[] = [0n, 1n];

export class InputValues {
  readonly #known = new Map<string, readonly bigint[] | null>();

  constructor(readonly machine: Machine) {}

  /** Of the input that the thread is asking for; null: too many. */
  of(t: Thread, bits: number): readonly bigint[] | null {
    if (bits === 1) return truths;
    const { machine } = this;
    const stack: (InputFrame & { readonly id: number })[] = [{ id: t.fn.id, body: t.fn.body, operation: machine.at }];
    for (let level = t.depth - 1; level >= 0; level--) {
      const { function: id, pc } = t.frameAt(level);
      const fn = machine.code[id];
      const operation = fn?.operationAt[pc];
      if (fn === undefined || operation === undefined) break;
      stack.push({ id, body: fn.body, operation });
    }
    const key = `${bits} ${stack.map((f) => `${f.id}.${f.operation}`).join(" ")}`;
    let values = this.#known.get(key);
    if (values === undefined) {
      values = findInputDomain(stack, bits, (id) => {
        const f = machine.program.functions[id];
        return f === undefined || f.external ? null : bodyOf(f);
      });
      if (values === null && bits <= enumeratedBits) values = Array.from({ length: 2 ** bits }, (_, v) => BigInt(v));
      this.#known.set(key, values);
    }
    return values;
  }
}
