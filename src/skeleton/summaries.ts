// Function summaries (STAGED, section 3): a function that only computes is unrolled once, over variables for its parameters; where it is called
// again, its results and the conditions of its errors are that summary with the arguments put in. Where all arguments are known
// numbers inlining is cheaper, because branches are then decided; functions that touch memory or other threads are inlined, because what is known
// at the call (which lock, which object) decides what they do.

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

/** Operations that touch nothing but registers. */
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

/** Of one round: summaries are terms, and last as long as these. */
export class Summaries {
  readonly #pure = new Map<number, boolean>();
  /** Null: it has none. Undefined: it was called, but no summary was asked for. */
  readonly #summaries = new Map<number, Summary | null | undefined>();

  constructor(readonly program: Program) {}

  /** The function's summary; `make` unrolls it, when it is called for the second time. */
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

/** The summary with arguments for its parameters. */
export function applySummary(terms: Terms, summary: Summary, args: readonly Term[]): Omit<Summary, "parameters"> {
  const values = new Map(summary.parameters.map((p, i) => [p, args[i] as Term]));
  const put = new Substitution(terms, (leaf) => values.get(leaf) ?? null);
  return {
    results: summary.results.map((r) => put.apply(r)),
    failures: summary.failures.map((f) => ({ ...f, when: put.apply(f.when) })),
  };
}
