// z3 as a session: the WebAssembly build of the npm package, loaded when first asked for. It is started once per process; every
// session has a context of its own.

import type { Budget } from "../support/budget.ts";
import type { SmtLibSession } from "./smtlib-solver.ts";

type Z3 = Awaited<ReturnType<typeof import("z3-solver").init>>;
type Context = ReturnType<Z3["Z3"]["mk_context"]>;

let loading: Promise<Z3> | null = null;
let sessions = 0;

const patience = 20;

export class Z3Session implements SmtLibSession {
  #context: Context | null = null;
  #isOpen = false;

  async run(commands: string, budget: Budget): Promise<string | null> {
    if (!this.#isOpen) sessions++;
    this.#isOpen = true;
    loading ??= import("z3-solver").then(({ init }) => init());
    const { Z3 } = await loading;
    this.#context ??= Z3.mk_context(Z3.mk_config());
    const context = this.#context;
    let isSpent = false;
    const watch = setInterval(() => {
      if (!budget.spent) return;
      isSpent = true;
      Z3.interrupt(context);
    }, patience);
    try {
      const output = await Z3.eval_smtlib2_string(context, commands);
      if (!isSpent) return output;
      this.#forget(Z3);
      return null;
    } finally {
      clearInterval(watch);
    }
  }

  #forget(z3: Z3["Z3"]): void {
    if (this.#context !== null) z3.del_context(this.#context);
    this.#context = null;
  }

  /** The last session ends z3's threads, which would keep the process alive. */
  dispose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const last = --sessions === 0;
    void loading?.then(({ Z3, em }) => {
      this.#forget(Z3);
      if (last && sessions === 0) {
        loading = null;
        em.PThread.terminateAllThreads();
      }
    });
  }
}
