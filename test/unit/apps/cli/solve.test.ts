// ravel solve: the SAT competition's output and exit status, proofs, limits, faults.

import { afterAll, expect, test } from "vitest";
import { Rng } from "../../../../src/support/rng.ts";
import * as formulas from "../../../differential/solving/formulas.ts";
import { Folder } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

const satisfiable = formulas.randomKSat(new Rng(4), 60, 3, 3.5);
folder.file("sat.cnf", formulas.toDimacsText(satisfiable));
folder.file("unsat.cnf", formulas.toDimacsText(formulas.pigeonhole(6, 5)));
folder.file("hard.cnf", formulas.toDimacsText(formulas.pigeonhole(14, 13)));
folder.file("bad.cnf", "p cnf 1 1\n2 0\n");

test("satisfiable: exit status 10, with a model of the formula", async () => {
  const { status, stdout, stderr } = await folder.ravel(["solve", "sat.cnf"]);
  expect([status, stderr]).toEqual([10, ""]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toBe("s SATISFIABLE");
  expect(lines.slice(1).every((l) => l.startsWith("v ") && l.length <= 78)).toBe(true);
  const values = lines.slice(1).flatMap((l) => l.slice(2).split(" ").map(Number));
  expect(values.pop()).toBe(0);
  expect(values.map(Math.abs)).toEqual(satisfiable.clauses.length > 0 ? Array.from({ length: 60 }, (_, v) => v + 1) : []);
  const holds = new Set(values.map((n) => (n > 0 ? 2 * (n - 1) : 2 * (-n - 1) + 1)));
  expect(satisfiable.clauses.every((c) => c.some((l) => holds.has(l)))).toBe(true);
});

test("unsatisfiable: exit status 20, with a proof that is checked", async () => {
  expect(await folder.ravel(["solve", "unsat.cnf", "--proof", "p.drat"])).toMatchObject({ status: 20, stdout: "s UNSATISFIABLE\n" });
  const checked = await folder.ravel(["solve", "unsat.cnf", "--check-proof", "p.drat"]);
  expect(checked).toMatchObject({ status: 0, stdout: expect.stringMatching(/\ns VERIFIED\n$/) });
  const other = await folder.ravel(["solve", "sat.cnf", "--check-proof", "p.drat"]);
  expect(other).toMatchObject({ status: 1, stdout: expect.stringMatching(/\ns NOT VERIFIED\n$/) });
});

test("limits: exit status 0 and s UNKNOWN", async () => {
  const time = await folder.ravel(["solve", "hard.cnf", "--timeout", "0.3"]);
  expect(time).toMatchObject({ status: 0, stdout: "c RVL301: the time limit of 0.3 s was reached\ns UNKNOWN\n" });
  const memory = await folder.ravel(["solve", "hard.cnf", "--memory", "16"]);
  expect(memory).toMatchObject({ status: 0, stdout: "c RVL302: the memory limit of 16 MB was reached\ns UNKNOWN\n" });
});

test("faults are coded", async () => {
  const fault = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await folder.ravel(["solve", ...args]);
    expect([status, stdout]).toEqual([2, ""]);
    return stderr;
  };
  expect(await fault("bad.cnf")).toContain("bad.cnf:2:1: error RVL411");
  expect(await fault("none.cnf")).toContain("RVL002");
  expect(await fault("program.c")).toContain("RVL001");
  expect(await fault()).toContain("RVL001");
  expect(await fault("sat.cnf", "--proof", "nowhere/p.drat")).toContain("RVL007");
  expect(await fault("unsat.cnf", "--check-proof", "bad.cnf")).toContain("RVL412");
  expect(await fault("unsat.cnf", "--proof", "a", "--check-proof", "b")).toContain("RVL001");
});
