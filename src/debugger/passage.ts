// What a move did, as breakpoints, histories and steps by line ask for it: where its thread stood before and stands now, what it accessed, which locks it took. In: a machine that moves. Out: a
// passage per move, kept with it, so that going back needs no execution.

import type { AccessEvent } from "../execution/access-event.ts";
import type { CompiledFunction } from "../execution/compiled-function.ts";
import type { Machine } from "../execution/machine.ts";
import type { Thread } from "../execution/thread.ts";

/** Where a thread stands in the program's own code. */
export interface Standing {
  /** The line's file and number; null: nowhere in the program's text. */
  readonly file: string | null;
  readonly line: number;
  readonly function: string;
  /** How many calls of the program's own functions it is in. */
  readonly depth: number;
  /** The frame, counted from the outermost, and told from earlier ones at the same depth. */
  readonly level: number;
  readonly serial: number;
  /** At the beginning of the line, not at a visible operation in it. */
  readonly isLine: boolean;
}

/** An access, by addresses: moves that are made again make other objects. */
export interface SeenAccess {
  readonly kind: AccessEvent["kind"];
  readonly address: number;
  readonly size: number;
}

export interface Passage {
  readonly from: Standing;
  readonly to: Standing;
  readonly accesses: readonly SeenAccess[];
  /** Addresses of the locks that it took. */
  readonly taken: readonly number[];
  /** Violations that it showed. */
  readonly violations: number;
}

export function standingOf(machine: Machine, t: Thread): Standing {
  let depth = 0;
  let own: { level: number; serial: number; fn: CompiledFunction; pc: number } | null = null;
  for (let level = 0; level <= t.depth; level++) {
    const frame = t.frameAt(level);
    const fn = machine.code[frame.function] as CompiledFunction;
    if (fn.library) continue;
    depth++;
    own = { level, serial: frame.serial, fn, pc: frame.pc };
  }
  if (own === null) return { file: null, line: 0, function: "", depth: 0, level: 0, serial: 0, isLine: false };
  const fault = own.level === t.depth ? t.pendingFault : null;
  const k = fault?.at ?? own.fn.operationAt[own.pc] ?? -1;
  const p = machine.program.positions[own.fn.positions[k] ?? 0];
  return {
    file: p === undefined || k < 0 ? null : p.file,
    line: p === undefined || k < 0 ? 0 : p.line,
    function: own.fn.name,
    depth,
    level: own.level,
    serial: own.serial,
    isLine: fault === null && own.level === t.depth && (own.fn.isLine[own.pc] ?? false),
  };
}

/** Watches a machine: `begin` before a move, `end` after it. */
export class PassageWatcher {
  /** The accesses of the move, as the machine tells them. */
  events: AccessEvent[] = [];
  #from: Standing | null = null;
  #locks: Thread["locks"] = [];
  #violations = 0;

  constructor(readonly machine: Machine) {
    machine.recorder = {
      access: (event) => void this.events.push(event),
      note: () => undefined,
    };
  }

  begin(t: Thread): void {
    this.events = [];
    this.#from = standingOf(this.machine, t);
    this.#locks = t.locks;
    this.#violations = this.machine.violations.length;
  }

  end(t: Thread): Passage {
    const taken = t.locks === this.#locks ? [] : t.locks.filter((l) => !this.#locks.includes(l)).map((l) => l.object);
    return {
      from: this.#from as Standing,
      to: standingOf(this.machine, t),
      accesses: this.events.map(({ kind, object, offset, size }) => ({ kind, address: object.address + offset, size })),
      taken,
      violations: this.machine.violations.length - this.#violations,
    };
  }
}
