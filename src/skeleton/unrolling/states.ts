// A state of the code of one frame: a path and its registers. In: two states at the same point. Out: one, merged.

import type { Registers } from "../../symbolic/host.ts";
import type { Term } from "../../terms/term.ts";
import type { Round } from "../round.ts";
import type { Path } from "./path.ts";

/** A path and its registers. */
export interface State {
  readonly path: Path;
  readonly registers: Registers;
}

export function mergeStates(round: Round, a: State, b: State): State {
  const { path, condition } = a.path.merge(b.path, round.tick);
  const registers = a.registers.map((v, i) => {
    const w = b.registers[i];
    return v === undefined ? w : w === undefined || v === w ? v : joinValues(round, round.terms.ite(condition, v, w));
  });
  for (let i = a.registers.length; i < b.registers.length; i++) registers[i] = b.registers[i];
  return { path, registers };
}

/** The value of a register where two paths meet. With `equations` it gets a name, unless it may be a pointer: these must stay terms. */
const joinValues = (round: Round, value: Term): Term => (value.width < round.program.pointerBits ? round.nameValue(value) : value);
