// Function summaries (STAGED, section 3). In: a function that only computes, and arguments. Out: its results and the conditions of its errors.
//
// The function is unrolled once, over variables for its parameters; later calls substitute their arguments. If all arguments are constants,
// inlining is cheaper, because branches are then decided. Functions that access memory or other threads are always inlined, because what is
// known at the call (which lock, which object) decides what they do.

import type { Operation } from "../program/operations.ts";
import type { Program } from "../program/program.ts";
import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { Terms } from "../terms/terms.ts";
import type { Failure, Site } from "./skeleton.ts";

export interface Summary {
  readonly parameters: readonly Term[];
  readonly results: readonly Term[];
  readonly failures: readonly (Failure & { readonly site: Site })[];
}

/** Operations on registers only. */
const computes: ReadonlySet<Operation["op"]> = new Set<Operation["op"]>([
  "move",
  "integer",
  "compare",
  "float",
  "float-negate",
  "float-compare",
  "convert",
  "select",
  "builtin",
  "checked",
]);

/** The summaries of one round: they are terms, and last as long as these. */
export class Summaries {
  readonly #pure = new Map<number, boolean>();
  /** Null: the function has none. Undefined: it was called once, and its summary is not made yet. */
  readonly #summaries = new Map<number, Summary | null | undefined>();

  constructor(readonly program: Program) {}

  /** The function's summary, or null. `make` unrolls it at the second call. */
  of(id: number, args: readonly Term[], make: () => Summary | null): Summary | null {
    if (args.length === 0 || args.every((a) => a.op === "constant") || !this.#isPure(id)) return null;
    if (!this.#summaries.has(id)) {
      this.#summaries.set(id, undefined);
      return null;
    }
    let summary = this.#summaries.get(id);
    if (summary === undefined) {
      this.#summaries.set(id, null); // while it is being made
      summary = make();
      this.#summaries.set(id, summary);
    }
    return summary;
  }

  #isPure(id: number): boolean {
    const known = this.#pure.get(id);
    if (known !== undefined) return known;
    this.#pure.set(id, false); // a recursion is not
    const f = this.program.functions[id];
    const isPure =
      f !== undefined &&
      !f.external &&
      f
        .body()
        .blocks.every(
          (b) =>
            b.terminator.op !== "indirect-jump" &&
            b.operations.every(
              (o) => computes.has(o.op) || (o.op === "call" && o.callee.kind === "function" && this.#isPure(o.callee.function)),
            ),
        );
    this.#pure.set(id, isPure);
    return isPure;
  }
}

/** Substitutes arguments for the parameters of a summary. */
export function applySummary(terms: Terms, summary: Summary, args: readonly Term[]): Omit<Summary, "parameters"> {
  const values = new Map(summary.parameters.map((p, i) => [p, args[i] as Term]));
  const put = new Substitution(terms, (leaf) => values.get(leaf) ?? null);
  return {
    results: summary.results.map((r) => put.apply(r)),
    failures: summary.failures.map((f) => ({ ...f, when: put.apply(f.when) })),
  };
}
