// ravel solve FILE.cnf|FILE.smt2 : runs only the solver, so that it can be measured against others. The file name's extension gives the format. For
// DIMACS the output is the SAT competition's: an `s` line, `v` lines with the model, exit status 10, 20 or 0; the proof is DRAT.

import { extname } from "node:path";
import { renderDiagnostic } from "../../reports/diagnostic-text.ts";
import { createSolver } from "../../solving/back-ends.ts";
import { Core } from "../../solving/cdcl/core.ts";
import { checkProof } from "../../solving/certificate/check.ts";
import { DratWriter, readDrat } from "../../solving/certificate/drat.ts";
import { readDimacs } from "../../solving/dimacs.ts";
import { type Literal, positive } from "../../solving/literal.ts";
import { runScript } from "../../solving/smtlib/script.ts";
import { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import { Terms } from "../../terms/terms.ts";
import { readText } from "./file-errors.ts";
import type { ParsedArguments } from "./options.ts";
import { checkOutputs } from "./output.ts";
import { ProofFile } from "./proof-file.ts";
import { megabytesOf } from "./request.ts";
import { startSolverProcess } from "./solver-process.ts";
import { fileSources } from "./sources.ts";

const satisfiable = 10;
const unsatisfiable = 20;
const maxLineLength = 78;

/** The solver for each file name extension. */
const solvers: Readonly<Record<string, (path: string, args: ParsedArguments) => Promise<number>>> = {
  ".cnf": solveDimacs,
  ".smt2": solveSmtLib,
};

export async function solveCommand(args: ParsedArguments): Promise<number> {
  const [path, ...more] = args.positionals;
  if (path === undefined || more.length > 0) return fail("RVL001", "expected one formula", { hint: "run ravel solve FILE.cnf" });
  const solve = solvers[extname(path)];
  if (solve === undefined)
    return fail("RVL001", `unknown type of formula: ${path}`, { hint: `use a file that ends in ${Object.keys(solvers).join(" or ")}` });
  return solve(path, args);
}

/** Prints what SMT-LIB solvers print; docs/solver.md lists the supported commands. */
async function solveSmtLib(path: string, args: ParsedArguments): Promise<number> {
  for (const name of ["proof", "check-proof"]) if (args.text(name) !== null) fail("RVL001", `--${name} applies only to .cnf files`);
  const text = readText(path);
  const terms = new Terms();
  const solver = createSolver(args.text("solver") ?? "ravel", terms, { startProcess: startSolverProcess });
  const budget = new Budget(args.number("timeout"), megabytesOf(args));
  try {
    await runScript(text, { file: path, terms, solver, budget, print: (line) => void process.stdout.write(`${line}\n`) });
  } finally {
    solver.dispose();
  }
  return 0;
}

async function solveDimacs(path: string, args: ParsedArguments): Promise<number> {
  const proofPath = args.text("proof");
  const given = args.text("check-proof");
  if (proofPath !== null && given !== null) fail("RVL001", "--proof conflicts with --check-proof");
  checkOutputs([{ option: "--proof", path: proofPath }], [path]);
  const megabytes = megabytesOf(args);
  const before = process.memoryUsage.rss();
  const isFull = (): boolean => process.memoryUsage.rss() - before > megabytes * 2 ** 20;
  const budget = new Budget(args.number("timeout"), megabytes);
  const formula = readDimacs(readText(path), path);
  if (given !== null) return showCheck(checkProof(readDrat(formula.clauses, readText(given), given)));

  const proof = proofPath === null ? null : new ProofFile(proofPath, null);
  const writer = proof === null ? null : new DratWriter(proof.write);
  const core = new Core(writer === null ? {} : { proof: writer });
  for (let v = 0; v < formula.variables; v++) core.newVariable();
  const isOver = (): boolean => budget.isSpent || isFull();
  const answer = load(core, formula.clauses, isOver)
    ? core.solve([], { interrupted: isOver, memoryBytes: megabytes * 2 ** 20 })
    : "unknown";
  writer?.finish();
  proof?.finish();
  const status = showAnswer(answer, core, formula.variables, budget, megabytes);
  for (const d of proof?.problems ?? []) process.stderr.write(`${renderDiagnostic(d, fileSources).join("\n")}\n`);
  return status;
}

function showAnswer(answer: "sat" | "unsat" | "unknown", core: Core, variables: number, budget: Budget, megabytes: number): number {
  switch (answer) {
    case "sat": {
      const model = Array.from({ length: variables }, (_, v) => (core.modelValue(positive(v)) ? v + 1 : -v - 1));
      process.stdout.write(`s SATISFIABLE\n${valueLines([...model, 0])}`);
      return satisfiable;
    }
    case "unsat":
      process.stdout.write("s UNSATISFIABLE\n");
      return unsatisfiable;
    case "unknown": {
      const limit = budget.isSpent ? `RVL301: the time limit of ${budget.seconds} s` : `RVL302: the memory limit of ${megabytes} MB`;
      process.stdout.write(`c ${limit} was reached\ns UNKNOWN\n`);
      return 0;
    }
  }
}

/** Returns false if time or memory ran out. */
function load(core: Core, clauses: readonly (readonly Literal[])[], isOver: () => boolean): boolean {
  for (const [i, clause] of clauses.entries()) {
    if (i % 4096 === 0 && isOver()) return false;
    core.addClause(clause);
  }
  return true;
}

function showCheck(verdict: ReturnType<typeof checkProof>): number {
  process.stdout.write(
    verdict.accepted
      ? `c ${verdict.learnt} clauses follow\ns VERIFIED\n`
      : `c step ${verdict.step + 1}, counting the formula's clauses: ${verdict.reason}\ns NOT VERIFIED\n`,
  );
  return verdict.accepted ? 0 : 1;
}

function valueLines(numbers: readonly number[]): string {
  const lines: string[] = [];
  let line = "v";
  for (const number of numbers) {
    const word = ` ${number}`;
    if (line.length + word.length > maxLineLength) {
      lines.push(line);
      line = "v";
    }
    line += word;
  }
  return `${[...lines, line].join("\n")}\n`;
}
