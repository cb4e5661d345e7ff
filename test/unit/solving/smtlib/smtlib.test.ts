// SMT-LIB files: their output, scopes, Ravel's events and reads, and errors with their positions.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSolver } from "../../../../src/solving/back-ends.ts";
import { runScript } from "../../../../src/solving/smtlib/script.ts";
import { Budget } from "../../../../src/support/budget.ts";
import { RavelError } from "../../../../src/support/diagnostics.ts";
import { Terms } from "../../../../src/terms/terms.ts";

async function run(text: string): Promise<string[]> {
  const terms = new Terms();
  const solver = createSolver("ravel", terms);
  const lines: string[] = [];
  await runScript(text, { file: "f.smt2", terms, solver, budget: new Budget(null, 1000), print: (line) => lines.push(line) });
  return lines;
}

async function fault(text: string): Promise<string> {
  return run(text).then(
    () => "none",
    (error) => {
      if (!(error instanceof RavelError)) throw error;
      const [d] = error.diagnostics;
      return `${d.code} ${d.location?.line}:${d.location?.column}`;
    },
  );
}

test("values, models, cores, scopes", async () => {
  expect(
    await run(`
      (set-logic QF_BV) ; a comment
      (declare-const x (_ BitVec 8))
      (declare-fun |odd name| () Bool)
      (define-fun twice ((a (_ BitVec 8))) (_ BitVec 8) (bvadd a a))
      (assert (= |odd name| (bvult x #x10)))
      (push 1)
      (assert (let ((y (twice x))) (= y (twice #b00000011))))
      (declare-const inner (_ BitVec 3))
      (assert (= inner ((_ extract 2 0) x)))
      (assert |odd name|)
      (check-sat)
      (get-value (x inner |odd name| (bvmul x #x10)))
      (assert (distinct x #x03))
      (check-sat)
      (pop)
      (declare-const inner (_ BitVec 5))
      (check-sat-assuming ((= x #xff) (= inner (_ bv7 5)) (not |odd name|)))
      (get-model)
      (check-sat-assuming ((= inner #b00000) (= x #xff) |odd name|))
      (get-unsat-assumptions)
      (echo "so ""it"" ends")
      (exit)
      (no such command)`),
  ).toEqual([
    "sat",
    "((x #x03)\n (inner #b011)\n (|odd name| true)\n ((bvmul x #x10) #x30))",
    "unsat",
    "sat",
    "(\n  (define-fun x () (_ BitVec 8) #xff)\n  (define-fun |odd name| () Bool false)\n  (define-fun inner () (_ BitVec 5) #b00111)\n)",
    "unsat",
    "((= x #xff) |odd name|)",
    '"so ""it"" ends"',
  ]);
});

test("every operator has the value SMT-LIB gives it", async () => {
  const facts = [
    "(= (bvsmod #xf9 #x03) #x02)",
    "(= (bvsmod #x07 #xfd) #xfe)",
    "(= (bvsmod #x07 #x00) #x07)",
    "(= (bvsdiv #xf9 #x02) #xfd)",
    "(= (bvudiv #x09 #x00) #xff)",
    "(= (bvsrem #xf9 #x02) #xff)",
    "(= ((_ rotate_left 3) #x81) #x0c)",
    "(= ((_ rotate_right 3) #x81) #x30)",
    "(= ((_ repeat 3) #b10) #b101010)",
    "(= ((_ zero_extend 4) #xf) #x0f)",
    "(= ((_ sign_extend 4) #xf) #xff)",
    "(= (concat #x1 #x2 #x3) #x123)",
    "(= (bvcomp #x1 #x1) #b1)",
    "(= (bvnand #b1100 #b1010) #b0111)",
    "(= (bvnor #b1100 #b1010) #b0001)",
    "(= (bvxnor #b1100 #b1010) #b1001)",
    "(= (bvashr #x80 #x02) #xe0)",
    "(= (bvlshr #x80 #x08) #x00)",
    "(= (bvadd #x1 #x2 #x3) #x6)",
    "(= (bvneg #x1) (bvnot #x0))",
    "(and (bvugt #xf #x1) (bvuge #x1 #x1) (bvsgt #x1 #xf) (bvsge #x1 #x1) (bvsle #xf #x1) (bvslt #x8 #x7))",
    "(=> true false true)",
    "(xor true true true)",
    "(= (ite false #x1 #x2) ((_ extract 3 0) #xf2))",
    "(distinct #x1 #x2 #x3)",
    "(! (not false) :named fact)",
    "(let ((a #x1)) (let ((a #x2) (b a)) (= (bvsub a b) #x1)))",
  ];
  for (const fact of facts) expect({ fact, lines: await run(`(assert (not ${fact}))(check-sat)`) }).toEqual({ fact, lines: ["unsat"] });
});

test("events and reads, as in the documentation", async () => {
  const page = readFileSync("docs/solver.md", "utf8");
  const example = /```smt2[^\n]*\n(\(declare-event[^`]*)```/.exec(page)?.[1] as string;
  const [answer, order] = await run(example);
  expect(answer).toBe("sat");
  const events = order.slice(1, -1).split(" ");
  expect(events.indexOf("x0")).toBe(0);
  expect(events.indexOf("r1")).toBeLessThan(events.indexOf("w2"));
  expect(await run(`${example}(assert (before w2 r1))(check-sat)`)).toEqual([answer, order, "unsat"]);
  // A read declared in a scope ends with the scope.
  const scoped = "(declare-event w 0)(declare-event v 1)(declare-event r 2)(push)(declare-read r ((w true)) ((v true)))";
  expect(
    await run(`${scoped}(assert (and (before w v) (before v r)))(check-sat)(pop)(assert (and (before w v) (before v r)))(check-sat)`),
  ).toEqual(["unsat", "sat"]);
});

test("faults are coded and have their place", async () => {
  expect(await fault("(assert true")).toBe("RVL411 1:1");
  expect(await fault("(assert true))")).toBe("RVL411 1:14");
  expect(await fault('(check-sat)\n  (assert "x")')).toBe("RVL411 2:11");
  expect(await fault("(assert (bvadd #x1 #x01))")).toBe("RVL411 1:9");
  expect(await fault("(assert #b1)")).toBe("RVL411 1:9");
  expect(await fault("(assert y)")).toBe("RVL411 1:9");
  expect(await fault("(declare-const x Bool)(declare-const x Bool)")).toBe("RVL411 1:38");
  expect(await fault("(declare-const x (_ BitVec 129))")).toBe("RVL201 1:18");
  expect(await fault("(declare-fun f (Bool) Bool)")).toBe("RVL201 1:16");
  expect(await fault("(set-logic QF_LIA)")).toBe("RVL201 1:1");
  expect(await fault("(assert (bvfoo #x1 #x1))")).toBe("RVL201 1:9");
  expect(await fault("(get-value (true))")).toBe("RVL411 1:1");
  expect(await fault("(pop 1)")).toBe("RVL411 1:1");
  expect(await fault("(assert (before a b))")).toBe("RVL411 1:17");
  expect(await fault("(frobnicate)")).toBe("RVL201 1:1");
  expect(await fault("(assert (= ((_ extract 4 0) #xf) #x0))")).toBe("RVL411 1:13");
});
