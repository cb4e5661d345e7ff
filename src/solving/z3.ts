// z3 as a session: the WebAssembly build of the npm package, loaded when first asked for. It is started once per process; every
// session has a context of its own.

import type { Budget } from "../support/budget.ts";
import type { SmtLibSession } from "./smtlib/solver.ts";

type Z3 = Awaited<ReturnType<typeof import("z3-solver").init>>;
type Context = ReturnType<Z3["Z3"]["mk_context"]>;

/** What the package's own types leave open: the WebAssembly module. */
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
/** One question at a time. */
let last: Promise<unknown> = Promise.resolve();

const patience = 20;
/** Milliseconds. */
const linger = 100;

/**
 * z3 reads the text in a thread of its own after the call has returned: it must lie on the heap until the answer is there. (The
 * package's `eval_smtlib2_string` passes it on the stack, where other calls overwrite it.)
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
    }, patience);
    try {
      // Reading any text refreshes the view of a memory that may have grown.
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

  /** Some time after the last session z3's threads are ended, which would keep the process alive. */
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
      }, linger);
    });
  }
}
