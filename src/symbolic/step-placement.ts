// What a step computes from addresses. In: operations on words. Out: decisions in the guard, so that every state in which the way is taken computes with the same addresses, or with none.
//
// The executor notes where a result depends on where objects lie, or on whether a dead object's place is used again (execution/addresses.ts). A formula speaks of other states than the one
// at hand: without these decisions, they could meet such a freedom where the one at hand does not.

import { tracksAddresses } from "../execution/compile/addresses.ts";
import type { Operation } from "../program/operations.ts";
import type { ProgramFunction } from "../program/program.ts";
import type { Term } from "../terms/term.ts";
import type { Followed, Following } from "./following.ts";
import type { PlacementHost } from "./host.ts";

type Of<K extends Operation["op"]> = Operation & { op: K };

export class StepPlacement implements PlacementHost<Followed> {
  constructor(readonly step: Following) {}

  integer(at: Followed, o: { readonly operator: string; readonly pointer?: boolean }, left: Term, right: Term): void {
    // An exchange only moves words.
    if (o.pointer !== true && o.operator !== "xchg") this.#fix(at, [left, right], "some");
  }

  compare(at: Followed, o: Of<"compare">, left: Term, right: Term, plain: () => Term): Term {
    this.#fix(at, [left, right], o.predicate === "eq" || o.predicate === "ne" ? "all" : "some");
    return plain();
  }

  convert(at: Followed, o: Of<"convert">, from: Term): void {
    const isNumber = o.conversion === "sitofp" || o.conversion === "uitofp" || (o.conversion === "trunc" && o.target.bits > 4);
    if (isNumber) this.#fix(at, [from], "some");
  }

  other(at: Followed, values: readonly Term[]): void {
    this.#fix(at, values, "some");
  }

  stale(at: Followed, left: Term, right: Term): void {
    this.#fix(at, [left, right], "all");
  }

  /** Fixes the values if some of them, or all, may be addresses; otherwise says that they are not. Longer values are taken word by word. */
  #fix({ frame }: Followed, values: readonly Term[], when: "some" | "all"): void {
    const { terms, program } = this.step;
    const { pointerBits } = program;
    // The library uses addresses correctly.
    if (!tracksAddresses(program.functions[frame.function] as ProgramFunction)) return;
    const width = values.reduce((least, t) => Math.min(least, t.width), Number.POSITIVE_INFINITY);
    for (let low = 0; low + pointerBits <= width; low += pointerBits)
      this.#fixWords(
        values.map((t) => terms.extract(t, low + pointerBits - 1, low)),
        when,
      );
  }

  #fixWords(words: readonly Term[], when: "some" | "all"): void {
    const { step } = this;
    const { terms } = step;
    if (!step.state.fixesAddresses) return step.state.noteWords(words, when);
    const near = words.map((t) => this.#isNear(t));
    const isMet = when === "all" ? terms.all(near) : terms.any(near);
    if (step.decide(isMet)) for (const t of words) step.pin(t);
  }

  /** Whether a word may be an address: as in execution/addresses.ts. */
  #isNear(t: Term): Term {
    const { terms } = this.step;
    const number = (n: number, bits: number): Term => terms.constant(BigInt(n), bits);
    if (t.width === 32) return terms.uge(t, number(0x0800_0000, 32));
    const high = terms.extract(t, 47, 32);
    const low = terms.extract(t, 31, 0);
    const isThread = terms.and(terms.uge(high, number(0x1696, 16)), terms.ult(high, number(0x8000, 16)));
    const isGlobal = terms.all([
      terms.eq(high, number(0, 16)),
      terms.uge(low, number(0x4000_0000, 32)),
      terms.ult(low, number(0x8000_0000, 32)),
    ]);
    return terms.or(isThread, isGlobal);
  }
}
