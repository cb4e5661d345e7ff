// An SMT-LIB solver in a process of its own (`smtlib:z3 -in`, `smtlib:cvc5 --incremental`). In: commands. Out: what it prints. The process
// is killed when the budget is spent, and a new one takes over with the next question.

import type { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import type { SmtLibSession } from "./solver.ts";

/** Milliseconds between two looks at the budget while nothing is printed. */
const pollMs = 20;

/** A process that was started. */
export interface SolverProcess {
  write(text: string): void;
  kill(): void;
}

/** What is heard of it. */
export interface ProcessListener {
  printed(text: string): void;
  complained(text: string): void;
  ended(reason: string): void;
}

/** Starts a command with its arguments. */
export type StartProcess = (command: readonly string[], listener: ProcessListener) => SolverProcess;

let startProcess: StartProcess | null = null;

/** Hands in how processes are started, where there are any: a browser has none. */
export function provideProcesses(start: StartProcess): void {
  startProcess = start;
}

export class SmtLibProcess implements SmtLibSession {
  #child: SolverProcess | null = null;
  #output = "";
  #errors = "";
  #ended: string | null = null;
  #wake: () => void = () => {};
  #questions = 0;
  /** How many processes were started: what an earlier one still prints is not heard. */
  #started = 0;

  constructor(readonly command: readonly string[]) {
    if (command.length === 0) fail("RVL001", "--solver smtlib: needs a command", { hint: "write for example --solver 'smtlib:z3 -in'" });
  }

  async run(commands: string, budget: Budget): Promise<string | null> {
    const child = this.#child ?? this.#start();
    // Solvers that buffer print everything up to here; the mark comes back bare or in quotes.
    const mark = `ravel-${++this.#questions}`;
    child.write(`${commands}(echo "${mark}")\n`);
    for (;;) {
      const end = this.#endOf(mark);
      if (end !== null) return end;
      if (this.#ended !== null) this.#gone();
      if (budget.isSpent) {
        this.dispose();
        return null;
      }
      await this.#pause();
    }
  }

  #endOf(mark: string): string | null {
    const at = this.#output.indexOf(mark);
    if (at < 0) return null;
    const answer = this.#output.slice(0, at).replace(/"$/, "");
    this.#output = this.#output.slice(at + mark.length).replace(/^"?\s*/, "");
    return answer;
  }

  /** Until something is printed, or a little later: the budget must be looked at. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #start(): SolverProcess {
    this.#output = this.#errors = "";
    this.#ended = null;
    const current = ++this.#started;
    const whenCurrent = (what: () => void): void => {
      if (this.#started === current && this.#ended === null) what();
      this.#wake();
    };
    const child = (startProcess ?? fail("RVL006", "no process can be started here"))(this.command, {
      printed: (text) => whenCurrent(() => (this.#output += text)),
      complained: (text) => whenCurrent(() => (this.#errors += text)),
      ended: (reason) => whenCurrent(() => (this.#ended = reason)),
    });
    this.#child = child;
    return child;
  }

  #gone(): never {
    const said = `${this.#errors} ${this.#output}`.trim().slice(0, 200);
    const reason = this.#ended;
    this.dispose();
    fail("RVL001", `--solver smtlib:${this.command.join(" ")}: ${reason}${said === "" ? "" : `: ${said}`}`);
  }

  dispose(): void {
    const child = this.#child;
    this.#child = null;
    this.#started++;
    child?.kill();
  }
}
