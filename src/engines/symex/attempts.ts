// What was tried of a thread's next step in a state: for every vector of choices, and for all inputs of the path, the ways that it goes. In: attempts, with the formulas of the
// states after them. Out: what is yet to be tried; and what must hold in another state of the same control so that nothing goes wrong after this step.

import type { Decision } from "../../reduction/search.ts";
import type { Conjunction } from "../../symbolic/conjunction.ts";
import type { Conjuncts } from "../../symbolic/conjuncts.ts";
import type { Way } from "../../symbolic/way.ts";
import type { Term } from "../../terms/term.ts";
import type { Terms } from "../../terms/terms.ts";
import type { TrailStep } from "./idle.ts";
import type { Touched } from "./touched.ts";

export interface Attempt {
  /** Null: an error of the computation before is raised. */
  readonly way: Way | null;
  readonly choices: readonly Decision[];
  readonly touched: Touched;
  /** It waits. */
  readonly isBlocked: boolean;
  /** On inputs: it goes this way. */
  readonly condition: Term;
  /** It belongs to a busy wait; null: it does not. */
  readonly trail: (TrailStep & { readonly before: number; readonly changesNothing: Conjunction }) | null;
  /** Over the state before it: it goes this way, and nothing goes wrong after it. */
  formula: Conjunction;
}

export class Attempts {
  readonly list: Attempt[] = [];
  /** Choices that are yet to be given; the first is at hand. */
  #vectors: (readonly number[])[] = [[]];
  readonly #known = new Set<string>([""]);
  /** Per vector: inputs for which it was tried. */
  readonly #covered = new Map<readonly number[], Term[]>();

  /** For some inputs of the path, it waits for the owner of a lock. */
  waitsForOwner = false;
  readonly terms: Terms;

  constructor(
    readonly conjuncts: Conjuncts,
    readonly thread: string,
  ) {
    this.terms = conjuncts.terms;
  }

  /** The choices to give; null: all were tried. */
  get vector(): readonly number[] | null {
    return this.#vectors[0] ?? null;
  }

  /** The inputs for which they were not tried yet; null: they were not tried at all. */
  get open(): Term | null {
    const covered = this.#covered.get(this.#vectors[0] as readonly number[]);
    return covered === undefined ? null : this.terms.not(this.terms.any(covered));
  }

  /** The choices at hand were tried for all inputs. */
  next(): void {
    this.#vectors.shift();
  }

  /** The same way was explored before, with the same choices. */
  isKnown(way: Way | null, choices: readonly Decision[]): boolean {
    return this.list.some(
      (a) => a.way === way && a.choices.length === choices.length && a.choices.every((c, i) => c.value === choices[i]?.value),
    );
  }

  /** The choices at hand were tried for these inputs. Choices that the step makes beyond them are also to be made otherwise. */
  cover(condition: Term, taken: readonly Decision[]): void {
    const at = this.#vectors[0] as readonly number[];
    this.#covered.set(at, [...(this.#covered.get(at) ?? []), condition]);
    const others: number[][] = [];
    for (let j = taken.length - 1; j >= at.length; j--)
      for (let value = 1; value < (taken[j] as Decision).count; value++) {
        const other = [...taken.slice(0, j).map((d) => d.value), value];
        const text = other.join();
        if (this.#known.has(text)) continue;
        this.#known.add(text);
        others.push(other);
      }
    if (others.length > 0) this.#vectors = [at, ...others, ...this.#vectors.slice(1)];
  }

  /** What the step touches, on all ways that were tried. */
  get touched(): Touched {
    return { touches: this.list.flatMap((a) => [...a.touched.touches]), anything: this.list.some((a) => a.touched.anything) };
  }

  get hasMoved(): boolean {
    return this.list.some((a) => !a.isBlocked);
  }

  get hasWaited(): boolean {
    return this.list.some((a) => a.isBlocked);
  }

  /** On inputs: the thread waits, whatever is chosen. */
  get blockedIf(): Term {
    return this.#choiceTree(
      this.list.filter((a) => a.isBlocked),
      0,
      (a) => a.condition,
    );
  }

  /** On inputs: the thread waits for what another may do, and not because an assumption is false. */
  get waitsIf(): Term {
    const isWaiting = ({ isBlocked, way }: Attempt): boolean => {
      const end = way?.threads[0]?.end;
      return isBlocked && !(end?.kind === "blocked" && end.assumption);
    };
    return this.terms.any(this.list.filter(isWaiting).map((a) => a.condition));
  }

  /** Nothing goes wrong after this step, or it waits. */
  get formula(): Conjunction {
    const { conjuncts } = this;
    const [only] = this.list;
    if (only !== undefined && this.list.length === 1 && only.choices.length === 0) return only.formula;
    if (this.list.every((a) => a.choices.length === 0)) return conjuncts.any(this.list.map((a) => a.formula));
    return conjuncts.of(this.#choiceTree(this.list, 0, (a) => conjuncts.termOf(a.formula)));
  }

  /** The thread goes on as it was explored. */
  get progress(): Term {
    return this.terms.any(this.list.filter((a) => !a.isBlocked).map((a) => this.conjuncts.termOf(a.formula)));
  }

  /** Some way of those that make these choices so far; for each further choice, all values of it. */
  #choiceTree(list: readonly Attempt[], depth: number, of: (a: Attempt) => Term): Term {
    const { terms } = this;
    const sides = list.filter((a) => a.choices.length === depth).map(of);
    const further = list.filter((a) => a.choices.length > depth);
    for (const count of new Set(further.map((a) => (a.choices[depth] as Decision).count))) {
      const values = Array.from({ length: count }, (_, value) =>
        this.#choiceTree(
          further.filter((a) => a.choices[depth]?.count === count && a.choices[depth]?.value === value),
          depth + 1,
          of,
        ),
      );
      sides.push(terms.all(values));
    }
    return terms.any(sides);
  }
}
