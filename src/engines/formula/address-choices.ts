// Choices about addresses (docs/adr/0030, 0031) that formulas have. In: the freedoms that are allowed, and the answers of formulas. Out: what the program was seen to
// observe, which the next formula has as a choice; and what stays an assumption.

import type { Formula } from "../../encoding/formula.ts";
import { type AddressFreedom, addressFreedoms, type Freedom } from "../../execution/freedoms.ts";
import type { Ask } from "./asking.ts";

export class AddressChoices {
  /** Pairs of positions that make objects, of which the second may lie where a dead first one lay. */
  readonly pairs = new Set<string>();
  /** The freedoms that are choices of the formula. */
  readonly chosen = new Set<AddressFreedom>();

  constructor(readonly allowed: ReadonlySet<Freedom>) {}

  /** Makes choices about addresses part of the next formula. Returns false if they are, or are excluded. */
  choose(freedom: AddressFreedom): boolean {
    if (this.chosen.has(freedom) || !this.allowed.has(freedom)) return false;
    this.chosen.add(freedom);
    return true;
  }

  /** `isNew`: the next formula has more choices. Null: the solver does not know. */
  async observe(formula: Formula, ask: Ask): Promise<{ readonly isNew: boolean; readonly assumed: readonly AddressFreedom[] } | null> {
    const before = this.pairs.size;
    let isNew = false;
    const assumed: AddressFreedom[] = [];
    for (const freedom of addressFreedoms) {
      const observed = await observe(freedom, formula, ask);
      if (observed === null) return null;
      const isAllowed = this.allowed.has(freedom);
      if (observed.has("") || (observed.size > 0 && !isAllowed)) assumed.push(freedom);
      else if (freedom === "placement" && observed.size > 0) isNew ||= this.choose(freedom);
      if (freedom !== "reuse" || !isAllowed) continue;
      for (const what of observed) for (const pair of what.split(",")) if (pair !== "") this.pairs.add(pair);
    }
    if (this.pairs.size > before) this.choose("reuse");
    return { isNew: isNew || this.pairs.size > before, assumed };
  }
}

/** What runs observe of addresses: the messages of the points that can be reached. Null: the solver does not know. */
async function observe(freedom: AddressFreedom, { composition, terms }: Formula, ask: Ask): Promise<ReadonlySet<string> | null> {
  const observed = new Set<string>();
  const points = composition.violations.filter((w) => w.question === freedom);
  for (;;) {
    const known = points.filter((w) => observed.has(w.failure?.message ?? ""));
    const answer = await ask(
      freedom,
      known.map((w) => terms.not(w.when)),
    );
    if (answer === "unknown") return null;
    if (answer === "unsat") return observed;
    const reached = points.filter((w) => composition.isTrue(w.when));
    if (reached.length === 0) throw new Error("the solver's answer shows no point that was asked for");
    for (const w of reached) observed.add(w.failure?.message ?? "");
  }
}
