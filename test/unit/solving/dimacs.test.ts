// DIMACS files: what the format allows, and what it does not, with code and line.

import { expect, test } from "vitest";
import { readDimacs } from "../../../src/solving/dimacs.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { Rng } from "../../../src/support/rng.ts";
import { randomKSat, toDimacsText } from "../../differential/solving/formulas.ts";

function fault(text: string): string | null {
  try {
    readDimacs(text, "f.cnf");
    return null;
  } catch (error) {
    if (!(error instanceof RavelError)) throw error;
    const [{ code, location, message }] = error.diagnostics;
    return `${code}:${location?.line}: ${message}`;
  }
}

test("a file is read back", () => {
  const formula = randomKSat(new Rng(1), 30, 3, 4);
  const read = readDimacs(toDimacsText(formula), "f.cnf");
  expect(read.variables).toBe(30);
  expect(read.clauses).toEqual(formula.clauses);
});

test("comments, empty lines, clauses over several lines, the end mark, other line ends", () => {
  const text = "c first\r\np  cnf 3\t4\r\nc second\r\n1 -2\n 0 3 0 -1\n\n-3 0\n0\n%\n0\n";
  expect(readDimacs(text, "f.cnf").clauses).toEqual([[0, 3], [4], [1, 5], []]);
  expect(readDimacs("p cnf 0 0", "f.cnf")).toEqual({ variables: 0, clauses: [] });
});

test("faults", () => {
  expect(fault("")).toBe("RVL411:1: no header");
  expect(fault("1 2 0\n")).toBe("RVL411:1: a clause before the header");
  expect(fault("p cnf 2\n")).toBe("RVL411:1: malformed header");
  expect(fault("p cnf 2 0\np cnf 2 0\n")).toBe("RVL411:2: a second header");
  expect(fault("p cnf 2 1\n\n1 x 0\n")).toBe("RVL411:3: x is not a literal");
  expect(fault("p cnf 2 1\n1 3 0\n")).toBe("RVL411:2: variable 3 is larger than announced (2)");
  expect(fault("p cnf 2 1\n1 2\n\n")).toBe("RVL411:2: the last clause does not end in 0");
  expect(fault("p cnf 2 2\n1 2 0\n")).toBe("RVL411:2: 1 clauses, but 2 announced");
  expect(fault("p cnf 99999999999 0\n")).toBe("RVL411:1: more than 536870912 variables");
});
