// Bounds on loops, recursion and objects of unknown size, by name. A bound is raised only if a run can reach it.

import type { Program } from "../../program/program.ts";
import { counted } from "../../reports/report.ts";
import { bytesPerUnit, maxObjectBound } from "../../skeleton/extents.ts";
import type { Cut } from "../../skeleton/skeleton.ts";
import { diagnostic } from "../../support/diagnostics.ts";
import { maxOf, minOf } from "../../support/lists.ts";
import type { Note } from "../engine.ts";

const firstBound = 2;
/** Maximum number of reached bounds that are reported. */
const maxCutNotes = 3;
/** Raised by half: the formulas before the last one take little of the time, and the last is not much larger than necessary. */
const raised = (bound: number): number => bound + Math.max(2, bound >> 1);

export class Bounds {
  /** By the name of a loop, recursion or size; all others have the default bound. */
  readonly byName = new Map<string, number>();

  /** `fixed`: the user's bound for all of them; null: they are raised. */
  constructor(readonly fixed: number | null) {}

  get default(): number {
    return this.fixed ?? firstBound;
  }

  get largest(): number {
    return maxOf(this.byName.values(), firstBound);
  }

  /** The largest bound in use, for progress. */
  get current(): number {
    return maxOf(this.byName.values(), this.default);
  }

  /** Every loop has been unrolled at least this many times. */
  get least(): number {
    return minOf(this.byName.values(), firstBound);
  }

  /** Raises the bounds that a run reaches. Returns false if all of them are at their maximum. */
  raise(cuts: readonly Cut[]): boolean {
    let isRaised = false;
    for (const { name, what } of cuts) {
      const bound = this.byName.get(name) ?? firstBound;
      const next = what === "bytes" ? Math.min(raised(bound), maxObjectBound) : raised(bound);
      this.byName.set(name, next);
      isRaised ||= next > bound;
    }
    return isRaised;
  }

  /** Some of the places where the program continues beyond a bound. */
  notes(program: Program, cuts: readonly Cut[]): Note[] {
    const places = new Map(cuts.map((cut) => [program.positions[cut.at], cut]));
    return [...places].slice(0, maxCutNotes).map(([p, { name, what }]) => {
      const bound = this.fixed ?? this.byName.get(name) ?? firstBound;
      const where = p === undefined ? {} : { location: { file: p.file, line: p.line, column: p.column } };
      const text =
        what === "iterations"
          ? `unrolled ${counted(bound, "time")}; the loop may continue`
          : `checked for objects of up to ${bound * bytesPerUnit} bytes; this object may be larger`;
      return { kind: "cut", diagnostic: diagnostic("RVL303", text, { severity: "note", ...where, hint: this.#hint(what, bound) }) };
    });
  }

  #hint(what: Cut["what"], bound: number): string {
    if (what === "bytes" && bound >= maxObjectBound) return "use --engine explore with --input for larger objects";
    return this.fixed === null ? "raise --timeout" : "raise --unwind, or omit it";
  }
}
