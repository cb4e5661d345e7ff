// The account of `--explain` for fusion, in the words of FUSION: per run what it was, what check and prune asked of its concurrent trace program (CTP), what the solver
// said, and which backtrack sets were cleared. Out: entries in order; without `--explain` nothing is made.

import type { Formula } from "../../encoding/formula.ts";
import { firstEdge } from "../../encoding/phantom-edges.ts";
import type { Property, Violation } from "../../execution/errors.ts";
import { counted, type Explanation, listOf, shortName } from "../../reports/report.ts";
import type { Answer } from "../../solving/solver.ts";
import { RunAccount } from "../traces/run-account.ts";
import type { TracedRun } from "../traces/traced-run.ts";
import type { FusionTask } from "./options.ts";

export class FusionAccount {
  readonly #runs: RunAccount;
  /** By the text of a route: the run whose trace program it is. */
  readonly #programs = new Map<string, number>();
  #count = 0;
  /** Trace programs are those of all runs so far. */
  #isShared = false;
  #isSpent = false;

  constructor(readonly task: FusionTask) {
    this.#runs = new RunAccount(task.program);
  }

  get isWanted(): boolean {
    return this.task.explain !== undefined;
  }

  run({ trace, route }: Pick<TracedRun, "trace" | "route">, violations: readonly Violation[]): void {
    if (!this.isWanted) return;
    const n = ++this.#count;
    const { text } = route;
    const same = this.#programs.get(text);
    if (same === undefined) this.#programs.set(text, n);
    const program = same === undefined ? "" : ` Its CTP is that of run ${same}.`;
    this.#tell("run", null, `Run ${n}: ${this.#runs.of(trace, violations)}${program}`);
  }

  /** Whether trace programs are those of all runs so far, from here on. */
  shared(isShared: boolean): void {
    this.#isShared = isShared;
    const why = isShared ? "Trace programs of single runs have decided nothing for some time." : "That has decided nothing either.";
    const then = isShared ? "the CTP is that of all runs so far" : "each run has a CTP of its own again";
    this.#tell("run", null, `${why} From here on, ${then}.`);
  }

  /** No formula is made for this run. */
  spent(): void {
    if (this.#isSpent) return;
    this.#isSpent = true;
    this.#tell("run", null, "Formulas have taken more work than the runs. None are made until the runs have taken as much.");
  }

  checked(property: Property, answer: Answer, { skeleton }: Formula): void {
    if (!this.isWanted) return;
    const said = {
      unsat: `unsatisfiable. No feasible linearization violates ${property}.`,
      sat: `satisfiable. Some feasible linearization violates ${property}; it is run on the executor.`,
      unknown: "no answer within the limits.",
    }[answer];
    const of = this.#isShared ? "all runs so far" : `run ${this.#count}`;
    this.#tell("check", null, `Check, CTP of ${of} (${counted(skeleton.events.length, "event")}), ${property}: ${said}`);
  }

  /** `least`: the number of steps that an unsatisfiable core needs. */
  asked(depth: number, answer: Answer, least: number, formula: Formula): void {
    if (!this.isWanted) return;
    const prefix = depth === 0 ? "the empty prefix" : `the prefix of ${counted(depth, "step")}`;
    if (answer === "sat") return this.#through(prefix, formula);
    const core = least < depth ? ` A core needs the first ${least} only.` : "";
    const said = answer === "unsat" ? `unsatisfiable.${core}` : "no answer within the effort; nothing is pruned.";
    this.#tell("prune", null, `Prune, ${prefix}: ${said}`);
  }

  /** What the solver's model does. */
  #through(prefix: string, { composition, skeleton }: Formula): void {
    const shown = composition.violations.filter((v) => composition.isTrue(v.when));
    const questions = listOf([...new Set(shown.map((v) => v.question))]);
    const edge = firstEdge(composition)?.edge;
    const cut = skeleton.cuts.find((c) => shown.some((v) => v.failure === c.failure));
    const tell = (at: number | undefined, how: string): void =>
      this.#tell("prune", this.#location(at), `Prune, ${prefix}: satisfiable, ${how}.`);
    if (edge !== undefined) {
      const written = [...new Set(edge.end.accesses.flatMap((a) => a.targets.map((t) => t.object.name)))];
      const writes = written.length === 0 ? "which writes nothing" : `which may write ${listOf(written)}`;
      tell(edge.at, `through the phantom edge of ${shortName(edge.begin.thread.index)} that begins here, ${writes}`);
    } else if (cut !== undefined)
      tell(cut.at, `${shortName(cut.event.thread.index)} leaves the CTP here by a side that the run did not take`);
    else tell(shown[0]?.events[0]?.site.at, `a linearization does what was asked for (${questions})`);
  }

  #location(at = 0): Explanation["location"] {
    const p = this.task.program.positions[at];
    return p === undefined ? null : { file: p.file, line: p.line, column: p.column };
  }

  cleared(depth: number | "everything", branches: number, added: number): void {
    if (!this.isWanted) return;
    const first =
      depth === 0
        ? "the same inputs and choices before the first step"
        : `the first ${counted(depth === "everything" ? 0 : depth, "step")}`;
    const whole = depth === "everything" ? "The program is proved." : `All runs with ${first} are safe.`;
    const races = added === 0 ? "" : ` Their races are taken as found: ${counted(added, "thread")} added to backtrack sets before it.`;
    this.#tell("prune", null, `${whole} ${counted(branches, "branch")} cleared in the backtrack sets from there on.${races}`);
  }

  #tell(what: Explanation["what"], location: Explanation["location"], text: string): void {
    this.task.explain?.({ what, location, text });
  }
}
