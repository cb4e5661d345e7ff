// DRAT proofs as text (Wetzler, Heule, Hunt 2014), the format of the SAT competition. Writer: the steps of a proof without order lemmas; the
// inputs are the formula itself and are left out. Reader: the text and the formula to the steps of a proof, which check.ts accepts or
// rejects. Every clause that Ravel writes follows by unit propagation (RUP); a clause that needs RAT is rejected.

import { fail } from "../../support/diagnostics.ts";
import { fromDimacs, type Literal } from "../literal.ts";
import type { ProofLog, ProofStep } from "./proof.ts";
import { flushLength, formatClause } from "./write.ts";

export class DratWriter implements ProofLog {
  #text = "";

  constructor(readonly sink: (text: string) => void) {}

  add(step: ProofStep): void {
    if (step.step === "learnt") this.#text += `${formatClause(step.clause)}\n`;
    else if (step.step === "deleted") this.#text += `d ${formatClause(step.clause)}\n`;
    else if (step.step !== "input" && step.step !== "refuted") throw new Error(`DRAT has no ${step.step}`);
    if (this.#text.length >= flushLength) this.finish();
  }

  finish(): void {
    this.sink(this.#text);
    this.#text = "";
  }
}

/** The last step claims that the clauses are contradictory. Throws RVL412 where the text is malformed. */
export function* readDrat(clauses: Iterable<readonly Literal[]>, text: string, file: string): Generator<ProofStep> {
  for (const clause of clauses) yield { step: "input", clause, origin: "" };
  let line = 0;
  for (let at = 0; at < text.length; ) {
    line++;
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const words = text
      .slice(at, end)
      .split(/\s+/)
      .filter((w) => w !== "");
    at = end + 1;
    if (words.length === 0 || words[0] === "c") continue;
    const deletes = words[0] === "d";
    const numbers = deletes ? words.slice(1) : words;
    const clause = numbers.map((word) => {
      const number = /^-?\d+$/.test(word) ? Number(word) : Number.NaN;
      if (!(Math.abs(number) < 2 ** 30))
        fail("RVL412", `${word.slice(0, 40)} is not a literal`, {
          location: { file, line },
          hint: "use a DRAT proof in text form, not binary",
        });
      return number;
    });
    if (clause.indexOf(0) !== clause.length - 1)
      fail("RVL412", "a step must be one line that ends in its only 0", {
        location: { file, line },
        hint: "use a DRAT proof in text form, not binary",
      });
    const literals = clause.slice(0, -1).map(fromDimacs);
    yield deletes ? { step: "deleted", clause: literals } : { step: "learnt", clause: literals };
  }
  yield { step: "refuted", assumptions: [] };
}
