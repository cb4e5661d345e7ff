// z3 as an SMT-LIB session: the WebAssembly build of the npm package, loaded on first use. In: commands. Out: what z3 prints. The module
// is started once per process; every session has its own context.

import type { Budget } from "../support/budget.ts";
import type { SmtLibSession } from "./smtlib/solver.ts";

type Z3 = Awaited<ReturnType<typeof import("z3-solver").init>>;
type Context = ReturnType<Z3["Z3"]["mk_context"]>;

/** The WebAssembly module, which the package's types do not describe. */
interface Module {
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  _async_Z3_eval_smtlib2_string(context: Context, text: number): void;
  async_call(start: Module["_async_Z3_eval_smtlib2_string"], context: Context, text: number): Promise<string>;
  readonly PThread: { terminateAllThreads(): void };
}

let loading: Promise<Z3> | null = null;
let sessions = 0;
/** Ends when the last call does: calls run one at a time. */
let last: Promise<unknown> = Promise.resolve();

/** How often the budget is polled while z3 runs. */
const pollMs = 20;
/** How long z3's threads survive the last session: another one often follows at once. */
const threadGraceMs = 100;

/**
 * Another thread of z3 reads the text after the call has returned: so it stays on the heap until the answer arrives. (The package's
 * `eval_smtlib2_string` passes it on the stack, where other calls overwrite it.)
 */
async function evaluate(em: Module, context: Context, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const pointer = em._malloc(bytes.length + 1);
  em.HEAPU8.set(bytes, pointer);
  em.HEAPU8[pointer + bytes.length] = 0;
  try {
    return await em.async_call(em._async_Z3_eval_smtlib2_string, context, pointer);
  } finally {
    em._free(pointer);
  }
}

export class Z3Session implements SmtLibSession {
  #context: Context | null = null;
  #isOpen = false;

  run(commands: string, budget: Budget): Promise<string | null> {
    const answer = last.then(() => this.#run(commands, budget));
    last = answer.catch(() => {});
    return answer;
  }

  async #run(commands: string, budget: Budget): Promise<string | null> {
    if (!this.#isOpen) sessions++;
    this.#isOpen = true;
    loading ??= import("z3-solver").then(({ init }) => init());
    const { Z3, em } = await loading;
    this.#context ??= Z3.mk_context(Z3.mk_config());
    const context = this.#context;
    let isSpent = false;
    const watch = setInterval(() => {
      if (!budget.isSpent) return;
      isSpent = true;
      Z3.interrupt(context);
    }, pollMs);
    try {
      // This call refreshes the view of the memory, which may have grown.
      Z3.get_full_version();
      const output = await evaluate(em as Module, context, commands);
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

  /** Closes the session. Some time after the last one, z3's threads are terminated: they would keep the process alive. */
  dispose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    sessions--;
    void loading?.then(({ Z3, em }) => {
      this.#forget(Z3);
      setTimeout(() => {
        if (sessions > 0 || loading === null) return;
        loading = null;
        (em as Module).PThread.terminateAllThreads();
      }, threadGraceMs);
    });
  }
}
