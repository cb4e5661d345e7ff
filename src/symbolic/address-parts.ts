// Whether a load may read some bytes of an address as a number: what it reads then depends on where objects lie. In: a program. Out: an answer per load, for all runs.
//
// The executor looks at the word that is read (execution/addresses.ts). A formula stands for states in which other words are read; of those, points-to analysis says what memory may hold.

import { type AddressRegisters, findAddressRegisters } from "../analysis/address-registers.ts";
import { PointsTo } from "../analysis/points-to/points-to.ts";
import { tracksAddresses } from "../execution/compile/addresses.ts";
import { type Operation, storeSize } from "../program/operations.ts";
import type { Program, ProgramFunction } from "../program/program.ts";
import type { Tick } from "../support/limits.ts";

type Load = Operation & { op: "load" };

const known = new WeakMap<Program, AddressParts>();

export function addressPartsOf(program: Program): AddressParts {
  const parts = known.get(program) ?? new AddressParts(program);
  known.set(program, parts);
  return parts;
}

class AddressParts {
  readonly #answers = new Map<Load, boolean>();
  readonly #registers = new Map<ProgramFunction, AddressRegisters>();
  #pointsTo: PointsTo | null = null;

  constructor(readonly program: Program) {}

  /** Whether this load of a function may be such a one. Throws `LimitReached` if `tick` does. */
  mayRead(id: number, o: Load, tick: Tick): boolean {
    let answer = this.#answers.get(o);
    if (answer === undefined) {
      answer = this.#mayRead(this.program.functions[id] as ProgramFunction, o, tick);
      this.#answers.set(o, answer);
    }
    return answer;
  }

  #mayRead(f: ProgramFunction, o: Load, tick: Tick): boolean {
    const { pointerBits } = this.program;
    const size = storeSize(o.type);
    const isNumber = o.type.kind === "float" || (8 * size < pointerBits && !o.coercion);
    if (!isNumber || !tracksAddresses(f) || this.#registersOf(f).isOnlyCopied(o.to)) return false;
    this.#pointsTo ??= new PointsTo(this.program, tick);
    const pointsTo = this.#pointsTo;
    if (pointsTo.isTooLarge || pointsTo.isLost) return true;
    return pointsTo.instances.all
      .filter((i) => i.function === f)
      .some((i) => pointsTo.placesOf(i, o.address)?.some((p) => p.object.kind !== "function" && pointsTo.mayHoldAddress(p, size)) ?? true);
  }

  #registersOf(f: ProgramFunction): AddressRegisters {
    const registers = this.#registers.get(f) ?? findAddressRegisters(f.body(), this.program.pointerBits);
    this.#registers.set(f, registers);
    return registers;
  }
}
