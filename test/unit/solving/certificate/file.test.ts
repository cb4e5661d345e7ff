// Certificates and DRAT proofs as files: what is written is read back, and malformed text is reported with code and line.

import { describe, expect, test } from "vitest";
import { checkProof } from "../../../../src/solving/certificate/check.ts";
import { DratWriter, readDrat } from "../../../../src/solving/certificate/drat.ts";
import type { ProofStep } from "../../../../src/solving/certificate/proof.ts";
import { readCertificate } from "../../../../src/solving/certificate/read.ts";
import { type CertificateHeader, CertificateWriter } from "../../../../src/solving/certificate/write.ts";
import { RavelError } from "../../../../src/support/diagnostics.ts";
import { Rng } from "../../../../src/support/rng.ts";
import * as formulas from "../../../differential/solving/formulas.ts";
import { solveChecked } from "../../../differential/solving/solve-checked.ts";
import { provenProblems } from "./proven-problems.ts";

const header: CertificateHeader = { program: "abc", options: { unwind: 3, "data-model": "lp64", bound: null } };

function write(steps: readonly ProofStep[]): string {
  let text = "";
  const writer = new CertificateWriter(header, (piece) => {
    text += piece;
  });
  for (const step of steps) writer.add(step);
  writer.finish();
  return text;
}

/** Code and line of the diagnostic that reading raises, or null. */
function fault(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    return `${error.diagnostics[0].code}:${error.diagnostics[0].location?.line}`;
  }
}

const everything: ProofStep[] = [
  { step: "chain", chain: 0, event: 4 },
  { step: "order", variable: 0, before: 4, after: 5 },
  { step: "read", group: 1, event: 7, visibleWrites: [{ write: 4, reads: 3 }], rivals: [] },
  { step: "input", clause: [0, 3, 5], origin: 'file.c:3 "x"\nnext' },
  { step: "input", clause: [], origin: "" },
  { step: "input", clause: [1], origin: 'file.c:3 "x"\nnext' },
  { step: "learnt", clause: [2] },
  {
    step: "lemma",
    clause: [2, 5],
    edges: [
      { from: 1, to: 2, by: { rule: "chain" } },
      { from: 2, to: 3, by: { rule: "literal", literal: 9 } },
      { from: 3, to: 4, by: { rule: "reads", group: 1, literal: 8 } },
      { from: 4, to: 5, by: { rule: "overwritten", group: 1, reads: 8, overwrites: 11 } },
      { from: 5, to: 6, by: { rule: "overwrites", group: 1, reads: 8, overwrites: 11 } },
    ],
  },
  { step: "lemma", clause: [], edges: [] },
  { step: "deleted", clause: [0, 3, 5] },
  { step: "refuted", assumptions: [7] },
];

describe("certificates", () => {
  test("every kind of step is read back as it was", () => {
    const read = readCertificate(write(everything), "x");
    expect(read.header).toEqual(header);
    expect([...read.steps]).toEqual(everything);
  });

  test("proofs are read back from the file unchanged", () => {
    for (const { proof, expected } of provenProblems())
      expect(checkProof(readCertificate(write(proof), "x").steps, expected)).toMatchObject({ accepted: true });
  });

  test("malformed text has its line", () => {
    const [first, ...rest] = write(everything).split("\n");
    const read = (lines: readonly string[]): string | null => fault(() => [...readCertificate(lines.join("\n"), "x").steps]);
    expect(read([first, ...rest])).toBeNull();
    expect(fault(() => readCertificate("", "x"))).toBe("RVL412:1");
    expect(fault(() => readCertificate("{}\n", "x"))).toBe("RVL412:1");
    expect(fault(() => readCertificate('{"certificate":2,"program":"","options":{}}\n', "x"))).toBe("RVL412:1");
    expect(fault(() => readCertificate('{"certificate":1,"program":"","options":[]}\n', "x"))).toBe("RVL412:1");
    expect(read([first])).toBe("RVL412:1"); // no end
    expect(read([first, "x 1 0", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l 1 2", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l 1  0", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l 1 0 3", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l 01 0", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l -0", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l 1073741824 0", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "i 0 1 0", "end 1", ""])).toBe("RVL412:2"); // an origin that was not given
    expect(read([first, "n 3", "end 0", ""])).toBe("RVL412:2");
    expect(read([first, "t 0 q 1 2", "end 1", ""])).toBe("RVL412:2");
    expect(read([first, "l 1 0", "end 2", ""])).toBe("RVL412:3");
    expect(read([first, "end 0", "l 1 0", ""])).toBe("RVL412:3");
    expect(read([first, "l 1 0", "end 1"])).toBe("RVL412:3"); // cut off
  });

  test("changed bytes never pass as another valid reading of the same proof's steps", () => {
    const { proof, expected } = provenProblems()[8];
    const text = write(proof);
    const rng = new Rng(5);
    const outcomes = { malformed: 0, rejected: 0, accepted: 0 };
    for (let i = 0; i < 200; i++) {
      const at = rng.between(text.indexOf("\n") + 1, text.length - 1);
      const changed = `${text.slice(0, at)}${rng.pick([..."0123456789 -\nlidtfc"])}${text.slice(at + 1)}`;
      if (changed === text) continue;
      try {
        const verdict = checkProof(readCertificate(changed, "x").steps, expected);
        // Accepted: then it is a proof of the same claim, since inputs and assumptions are compared with what they should be.
        outcomes[verdict.accepted ? "accepted" : "rejected"]++;
      } catch (error) {
        expect(error).toBeInstanceOf(RavelError);
        outcomes.malformed++;
      }
    }
    expect(outcomes.malformed).toBeGreaterThan(20);
    expect(outcomes.rejected).toBeGreaterThan(20);
  });
});

describe("DRAT", () => {
  const formula = formulas.pigeonhole(6, 5);
  let text = "";
  const writer = new DratWriter((piece) => {
    text += piece;
  });
  for (const step of solveChecked(formula).proof) writer.add(step);
  writer.finish();

  test("the proof is one for the formula, and for no weaker one", () => {
    expect(checkProof(readDrat(formula.clauses, text, "p"))).toMatchObject({ accepted: true });
    const weaker = formula.clauses.slice(1);
    expect(checkProof(readDrat(weaker, text, "p"))).toMatchObject({ accepted: false });
    expect(checkProof(readDrat(formula.clauses, "", "p"))).toMatchObject({ accepted: false });
    expect(checkProof(readDrat(formula.clauses, "0\n", "p"))).toMatchObject({ accepted: false });
  });

  test("malformed text has its line", () => {
    const read = (proof: string): string | null => fault(() => [...readDrat([], proof, "p")]);
    expect(read("c a comment\n1 -2 0\nd 1 -2 0\n\n0")).toBeNull();
    expect(read("1 2\n")).toBe("RVL412:1");
    expect(read("1 0 2 0\n")).toBe("RVL412:1");
    expect(read("1 0\nx 0\n")).toBe("RVL412:2");
    expect(read("a\u0002\u0004\u0000")).toBe("RVL412:1");
  });

  test("order lemmas cannot be written", () => {
    expect(() => new DratWriter(() => undefined).add({ step: "chain", chain: 0, event: 0 })).toThrow("DRAT has no chain");
  });
});
