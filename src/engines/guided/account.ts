// The account of `--explain` for guided, in the words of TRACE, section 3: per run what it was and why it was made; what φ and ψ were asked of, and
// what the solver said. Out: entries in order; without `--explain` nothing is made.

import type { Formula } from "../../encoding/formula.ts";
import type { Question } from "../../encoding/questions.ts";
import { freedoms } from "../../execution/freedoms.ts";
import { counted, type Explanation, listOf, shortName } from "../../reports/report.ts";
import type { Cut, PhantomEdge } from "../../skeleton/skeleton.ts";
import type { Ask } from "../formula/asking.ts";
import { RunAccount } from "../traces/run-account.ts";
import type { TracedRun } from "../traces/traced-run.ts";
import type { GuidedTask } from "./options.ts";
import { leadsTo } from "./side-note.ts";

export type Answer = Awaited<ReturnType<Ask>>;

export class GuidedAccount {
  readonly #runs: RunAccount;
  #count = 0;
  /** What is asked now: the formula, of which runs it is, and how often ψ was asked of it. */
  #formula: Formula | null = null;
  #of = "";
  #visits = 0;

  constructor(readonly task: GuidedTask) {
    this.#runs = new RunAccount(task.program);
    const on = freedoms.filter((f) => task.machine.freedoms.has(f.freedom)).map((f) => f.assumption.replace(/^no-/, ""));
    if (on.length > 0) this.#tell("environment", null, `Once more from the start, with what the environment may do (${listOf(on)}).`);
  }

  /** `side`: where the run was to go; null: the first run. */
  run(run: TracedRun, side: Omit<Cut, "failure"> | null): void {
    const n = ++this.#count;
    if (this.task.explain === undefined) return;
    const { program, options } = this.task;
    const what = this.#runs.of(run.trace, run.violations);
    if (side === null) {
      const how = options.schedule == null ? "lowest thread first" : "along the given schedule";
      return this.#tell("run", null, `Run ${n}, ${how}: ${what}`);
    }
    const p = program.positions[side.at];
    const location = p === undefined ? null : { file: p.file, line: p.line, column: p.column };
    const leaves = `${shortName(side.event.thread.index)} ${leadsTo(program, side).replace("this branch", `the branch at line ${p?.line}`)}`;
    const waits = isOnlyTried(run, side) ? " The step has to wait there, so it was tried and taken back." : "";
    this.#tell("run", location, `Run ${n} is a sibling: as the solver says, ${leaves}.${waits} ${what}`);
  }

  /** What was asked of all runs so far, and what the solver said. */
  answered(question: Question, answer: Answer, formula: Formula): void {
    if (this.task.explain === undefined) return;
    const isNew = formula !== this.#formula;
    if (isNew) {
      const runs = this.#count === 1 ? "the run" : `the ${this.#count} runs together`;
      this.#of = `${runs} (${counted(formula.skeleton.events.length, "event")})`;
      this.#visits = 0;
      this.#formula = formula;
    }
    const of = this.#of;
    const first = formula.skeleton.phantoms.length > 0 && answer === "unsat" ? onlyByEdges : closure[answer];
    if (question === "unwind") this.#tell("psi", null, this.#visits++ === 0 ? `ψ, asked of ${of}: ${first}` : `ψ again: ${others[answer]}`);
    else if (this.task.properties.some((p) => p === question))
      this.#tell("phi", null, `φ for ${question}, asked of ${of}: ${linearization(question)[answer]}`);
    else if (answer === "sat") this.#tell("question", null, `Asked of ${of}: ${besides(question)}`);
  }

  /** What was asked of runs that pass phantom edges; `first`: the one that the model passes first. */
  passed(answer: Answer, { skeleton }: Formula, first: PhantomEdge | null): void {
    if (this.task.explain === undefined) return;
    const line = first === null ? undefined : this.task.program.positions[first.at]?.line;
    const written = [...new Set((first?.end.accesses ?? []).flatMap((a) => a.targets.map((t) => t.object.name)))];
    const writes = written.length === 0 ? "nothing that others read" : listOf(written);
    const through =
      first === null
        ? ""
        : ` through the phantom edge of ${shortName(first.begin.thread.index)} at line ${line}, whose write set is ${writes}`;
    this.#tell("psi", null, `ψ with ${counted(skeleton.phantoms.length, "phantom edge")}: ${edges(through)[answer]}`);
  }

  #tell(what: Explanation["what"], location: Explanation["location"], text: string): void {
    this.task.explain?.({ what, location, text });
  }
}

/** Whether a step of the run led to the side, but had to wait there. */
const isOnlyTried = ({ route, attempted }: TracedRun, { what, name, side = 0 }: Omit<Cut, "failure">): boolean =>
  what === "side" && !route.has(name, side) && attempted().has(name, side);

/** Of the first ψ of a formula. */
const closure: Readonly<Record<Answer, string>> = {
  unsat: "unsatisfiable. No execution leaves the sides that were seen, so what holds of them holds of the program.",
  sat: "satisfiable. Some execution leaves the sides that were seen; the next run goes there.",
  unknown: "no answer within the limits.",
};

/** Of the first ψ of a formula with phantom edges. */
const onlyByEdges = "unsatisfiable. Executions leave the sides that were seen by phantom edges only.";

const edges = (through: string): Readonly<Record<Answer, string>> => ({
  unsat: "unsatisfiable. Whatever the unseen sides do, nothing that was asked for can happen: this holds of the program.",
  sat: `satisfiable${through}; the next run goes there.`,
  unknown: "no answer within the limits.",
});

/** Of further ones, which leave out the sides that were visited. */
const others: Readonly<Record<Answer, string>> = {
  unsat: "unsatisfiable. All sides that these runs can reach are visited; the next formula has them.",
  sat: "satisfiable. Another side can be reached; the next run goes there.",
  unknown: "no answer within the limits.",
};

const linearization = (question: string): Readonly<Record<Answer, string>> => ({
  unsat: `unsatisfiable. No feasible linearization violates ${question}.`,
  sat: `satisfiable. Some feasible linearization violates ${question}; it is run on the executor.`,
  unknown: "no answer within the limits.",
});

function besides(question: Question): string {
  if (question === "unsupported") return "some execution does what the formula cannot express.";
  if (question === "uninit") return "some execution reads memory that was never written: its content is an input.";
  if (question.startsWith("undefined ")) return `undefined behaviour (${question.slice(10)}) ends some execution.`;
  return `some execution depends on the environment (${question}).`;
}
