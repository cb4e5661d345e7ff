// The solvers ("sides") of `npm run bench -- solver`. Each runs in a process of its own, which serves all formulas, so that code is compiled once.
// In: a family, a size, a limit of CPU seconds. Out: the answer and the CPU time of all threads of the process.
//
// Measured are: for ravel and plain (Ravel's solver with the order as clauses) the time from the first term to the answer; for z3 from its
// SMT-LIB text to the answer, without making the text, which has the order as clauses; for cadical the time that it prints, which includes
// reading the file. A watchdog thread kills a process that does not stop at the limit.

import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { toDimacs } from "../src/solving/literal.ts";
import { RavelSolver } from "../src/solving/ravel.ts";
import { SmtLibSolver } from "../src/solving/smtlib/solver.ts";
import type { Answer, Solver } from "../src/solving/solver.ts";
import { Z3Session } from "../src/solving/z3.ts";
import { Budget } from "../src/support/budget.ts";
import { Terms } from "../src/terms/terms.ts";
import { families } from "./solver-order-families.ts";

export type Side = "ravel" | "plain" | "z3" | "cadical";

export interface Question {
  readonly side: Side;
  readonly family: string;
  readonly size: readonly [number, number];
  readonly safe: boolean;
  /** CPU seconds. */
  readonly limit: number;
}

export interface Outcome {
  readonly answer: Answer;
  /** The limit if there was no answer. */
  readonly seconds: number;
}

const maxMegabytes = 4000;
/** The time limit, in seconds, of making the texts for z3 and CaDiCaL, which is not measured. */
const maxMakingSeconds = 60;
/** How much later than its limit a solver may stop before it is killed. */
const graceSeconds = 2;
const cpu = (): number => process.cpuUsage().user / 1000;
/** The CPU time in milliseconds at which this process is killed. */
const deadline = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY);

function setDeadline(seconds: number): void {
  deadline[0] = cpu() + seconds * 1000;
}

/** One process per side; a side that was killed gets a new one. */
export class Sides {
  readonly #servers = new Map<Side, ChildProcess>();

  async ask(question: Question): Promise<Outcome> {
    const server = this.#servers.get(question.side) ?? fork(process.argv[1] as string, ["solver-side"]);
    this.#servers.set(question.side, server);
    const outcome = await new Promise<Outcome | null>((resolve) => {
      const gone = (): void => resolve(null);
      server.once("exit", gone);
      server.once("message", (message) => {
        server.off("exit", gone);
        resolve(message as Outcome);
      });
      server.send(question);
    });
    if (outcome === null) this.#servers.delete(question.side);
    if (outcome === null || outcome.answer === "unknown") return { answer: "unknown", seconds: question.limit };
    return outcome;
  }

  dispose(): void {
    for (const server of this.#servers.values()) server.kill();
  }
}

export function hasCadical(): boolean {
  return spawnSync("cadical", ["--version"]).status === 0;
}

/** Runs in the process of a side: answers questions until the parent disconnects. */
export async function runSolverServer(): Promise<never> {
  const watch = `const { workerData } = require("node:worker_threads");
    setInterval(() => { if (process.cpuUsage().user / 1000 > workerData[0]) process.kill(process.pid, "SIGKILL"); }, 100);`;
  new Worker(watch, { eval: true, workerData: deadline });
  // Loading z3 takes a second, which is not measured.
  let isLoaded = false;
  process.on("message", async (message) => {
    const question = message as Question;
    if (question.side === "z3" && !isLoaded) await solve({ ...question, size: [2, 1], limit: maxMakingSeconds });
    isLoaded = true;
    setDeadline(maxMakingSeconds);
    const outcome = await solve(question);
    setDeadline(Number.POSITIVE_INFINITY);
    process.send?.(outcome);
  });
  process.on("disconnect", () => process.exit(0));
  return new Promise<never>(() => {});
}

function solve(question: Question): Promise<Outcome> {
  if (question.side === "cadical") return solveNatively(question);
  return question.side === "z3" ? solveByZ3(question) : solveOurselves(question);
}

function build(solver: Solver, terms: Terms, { family, size, safe }: Question): void {
  const found = families.find((f) => f.name === family);
  if (found === undefined) throw new Error(`no family ${family}`);
  found.build(solver, terms, size, safe);
}

async function solveOurselves(question: Question): Promise<Outcome> {
  const start = cpu();
  setDeadline(question.limit + graceSeconds);
  const terms = new Terms();
  const solver = new RavelSolver(terms, { order: question.side === "plain" ? "plain" : "theory" });
  build(solver, terms, question);
  const answer = await solver.check([], new Budget(question.limit, maxMegabytes, cpu));
  return { answer, seconds: (cpu() - start) / 1000 };
}

async function solveByZ3(question: Question): Promise<Outcome> {
  const terms = new Terms();
  let text = "";
  const recorder = {
    run: (commands: string): Promise<string> => {
      text = commands;
      return Promise.resolve("unknown");
    },
    dispose: (): void => {},
  };
  const solver = new SmtLibSolver("z3", terms, recorder);
  build(solver, terms, question);
  await solver.check([], new Budget(null, maxMegabytes));
  const start = cpu();
  setDeadline(question.limit + graceSeconds);
  const session = new Z3Session();
  const answer = (await session.run(text, new Budget(question.limit, maxMegabytes, cpu)))?.trim() ?? "unknown";
  const seconds = (cpu() - start) / 1000;
  session.dispose();
  if (answer !== "sat" && answer !== "unsat" && answer !== "unknown") throw new Error(`z3 answers ${answer.slice(0, 200)}`);
  return { answer, seconds };
}

/** Writes the plain encoding to a file for CaDiCaL. */
async function solveNatively(question: Question): Promise<Outcome> {
  const terms = new Terms();
  const clauses: string[] = [];
  let variables = 0;
  const solver = new RavelSolver(terms, {
    order: "plain",
    proof: {
      add: (step) => {
        if (step.step !== "input") return;
        for (const l of step.clause) variables = Math.max(variables, (l >> 1) + 1);
        clauses.push(`${step.clause.map(toDimacs).join(" ")} 0\n`);
      },
    },
  });
  build(solver, terms, question);
  solver.literal(terms.true); // adds the clauses of the assertions; `check` adds those of the order
  await solver.check([], new Budget(0, maxMegabytes));
  const folder = mkdtempSync(join(tmpdir(), "ravel-bench-"));
  const file = join(folder, "f.cnf");
  writeFileSync(file, `p cnf ${variables} ${clauses.length}\n`);
  for (let i = 0; i < clauses.length; i += 100_000) appendFileSync(file, clauses.slice(i, i + 100_000).join(""));
  // CaDiCaL's own limit is wall time.
  const command = `ulimit -t ${Math.ceil(question.limit)}; exec cadical -n ${file}`;
  const { status, stdout } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  const seconds = Number(/total process time since initialization:\s*([\d.]+)/.exec(stdout)?.[1] ?? question.limit);
  return { answer: status === 10 ? "sat" : status === 20 ? "unsat" : "unknown", seconds };
}
