// An SMT-LIB solver in a process of its own (`smtlib:z3 -in`, `smtlib:cvc5 --incremental`). In: commands. Out: what it prints. When the
// budget is spent the process is killed; the next call starts a new one.

import type { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import type { SmtLibSession } from "./solver.ts";

/** How often the budget is polled while nothing is printed. */
const pollMs = 20;

/** A running process. */
export interface SolverProcess {
  write(text: string): void;
  kill(): void;
}

/** Receives the output of a process and the reason for its end. */
export interface ProcessListener {
  onOutput(text: string): void;
  onErrorOutput(text: string): void;
  onEnd(reason: string): void;
}

/** Starts a command with its arguments. It is handed in where there are processes; a browser has none. */
export type StartProcess = (command: readonly string[], listener: ProcessListener) => SolverProcess;

export class SmtLibProcess implements SmtLibSession {
  #child: SolverProcess | null = null;
  #output = "";
  #errors = "";
  #ended: string | null = null;
  #wake: () => void = () => {};
  #runs = 0;
  /** The number of processes started: output of an earlier one is ignored. */
  #started = 0;

  constructor(
    readonly command: readonly string[],
    readonly startProcess: StartProcess | null,
  ) {
    if (command.length === 0) fail("RVL001", "--solver smtlib: needs a command", { hint: "write for example --solver 'smtlib:z3 -in'" });
  }

  async run(commands: string, budget: Budget): Promise<string | null> {
    const child = this.#child ?? this.#start();
    // Solvers that buffer print everything up to the mark, which comes back bare or in quotes.
    const mark = `ravel-${++this.#runs}`;
    child.write(`${commands}(echo "${mark}")\n`);
    for (;;) {
      const end = this.#takeAnswer(mark);
      if (end !== null) return end;
      if (this.#ended !== null) this.#failEnded();
      if (budget.isSpent) {
        this.dispose();
        return null;
      }
      await this.#pause();
    }
  }

  #takeAnswer(mark: string): string | null {
    const at = this.#output.indexOf(mark);
    if (at < 0) return null;
    const answer = this.#output.slice(0, at).replace(/"$/, "");
    this.#output = this.#output.slice(at + mark.length).replace(/^"?\s*/, "");
    return answer;
  }

  /** Waits until something is printed, at most until the budget must be polled. */
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
    const child = (this.startProcess ?? fail("RVL006", "processes cannot be started here"))(this.command, {
      onOutput: (text) => whenCurrent(() => (this.#output += text)),
      onErrorOutput: (text) => whenCurrent(() => (this.#errors += text)),
      onEnd: (reason) => whenCurrent(() => (this.#ended = reason)),
    });
    this.#child = child;
    return child;
  }

  #failEnded(): never {
    const output = `${this.#errors} ${this.#output}`.trim().slice(0, 200);
    const reason = this.#ended;
    this.dispose();
    fail("RVL001", `--solver smtlib:${this.command.join(" ")}: ${reason}${output === "" ? "" : `: ${output}`}`);
  }

  dispose(): void {
    const child = this.#child;
    this.#child = null;
    this.#started++;
    child?.kill();
  }
}
