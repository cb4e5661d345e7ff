// An SMT-LIB solver in a process of its own (`smtlib:z3 -in`, `smtlib:cvc5 --incremental`). In: commands. Out: what it prints. The process
// is killed when the budget is spent, and a new one takes over with the next question.

import { type ChildProcess, spawn } from "node:child_process";
import type { Budget } from "../../support/budget.ts";
import { fail } from "../../support/diagnostics.ts";
import type { SmtLibSession } from "./solver.ts";

const patience = 20;

export class SmtLibProcess implements SmtLibSession {
  #child: ChildProcess | null = null;
  #output = "";
  #errors = "";
  #ended: string | null = null;
  #wake: () => void = () => {};
  #questions = 0;

  constructor(readonly command: readonly string[]) {
    if (command.length === 0) fail("RVL001", "--solver smtlib: needs a command", { hint: "write for example --solver 'smtlib:z3 -in'" });
  }

  async run(commands: string, budget: Budget): Promise<string | null> {
    const child = this.#child ?? this.#start();
    // Solvers that buffer print everything up to here; the mark comes back bare or in quotes.
    const mark = `ravel-${++this.#questions}`;
    child.stdin?.write(`${commands}(echo "${mark}")\n`);
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
      const timer = setTimeout(resolve, patience);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #start(): ChildProcess {
    const [program, ...words] = this.command;
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.#output = this.#errors = "";
    this.#ended = null;
    const whenCurrent = (what: () => void) => () => {
      if (this.#child === child) what();
      this.#wake();
    };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => whenCurrent(() => (this.#output += text))());
    child.stderr?.setEncoding("utf8").on("data", (text: string) => whenCurrent(() => (this.#errors += text))());
    child.stdin?.on("error", () => {}); // the end of the process is reported below
    child.on("error", (error) => whenCurrent(() => (this.#ended = error.message))());
    child.on("close", (status) => whenCurrent(() => (this.#ended ??= `it ended with status ${status}`))());
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
    child?.kill("SIGKILL");
  }
}
