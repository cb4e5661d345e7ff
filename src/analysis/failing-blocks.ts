// Blocks from which every path fails: the other side of an `assert`. In: a program and a function. Out: per block, whether whatever is executed from its
// beginning on computes, and then fails for certain.
//
// Calls are looked into: `__assert_fail` never returns because it reports an error. A call that never returns for another reason (exit, longjmp)
// does not fail. A path that may iterate is not certain to fail.

import { successorsOf } from "../program/control-flow.ts";
import type { Operation } from "../program/operations.ts";
import type { Block, FunctionBody, Program } from "../program/program.ts";

/** What becomes of control: it comes to the end, it fails, it goes elsewhere (the thread or the process ends, a jump out), or that is not known. */
type Fate = "ends" | "fails" | "leaves" | "unknown";

export class FailingBlocks {
  readonly #functions = new Map<number, Fate>();
  readonly #blocks = new WeakMap<FunctionBody, readonly boolean[]>();

  constructor(readonly program: Program) {}

  /** By block. */
  of(body: FunctionBody): readonly boolean[] {
    let failing = this.#blocks.get(body);
    if (failing === undefined) {
      const fates = this.#fatesOf(body);
      failing = body.blocks.map((_, b) => fates(b) === "fails");
      this.#blocks.set(body, failing);
    }
    return failing;
  }

  /** A function that is being looked at calls itself: what becomes of that is not known. */
  #fateOfCall(id: number): Fate {
    let fate = this.#functions.get(id);
    if (fate === undefined) {
      this.#functions.set(id, "unknown");
      const f = this.program.functions[id];
      fate = f === undefined || f.external ? "unknown" : this.#fatesOf(f.body())(0);
      this.#functions.set(id, fate);
    }
    return fate;
  }

  #fatesOf({ blocks }: FunctionBody): (block: number) => Fate {
    const known = new Map<number, Fate>();
    const fateOf = (b: number): Fate => {
      let fate = known.get(b);
      if (fate === undefined) {
        known.set(b, "unknown"); // a loop leads here again
        fate = this.#fateOfBlock(blocks[b] as Block, fateOf);
        known.set(b, fate);
      }
      return fate;
    };
    return fateOf;
  }

  #fateOfBlock({ operations, terminator }: Block, fateOf: (block: number) => Fate): Fate {
    for (const o of operations) {
      const fate = this.#fateAfter(o);
      if (fate !== "ends") return fate;
    }
    if (terminator.op === "return") return "ends";
    if (terminator.op === "unreachable") return "fails";
    const fates = new Set(successorsOf(terminator).map(fateOf));
    const [only] = fates;
    return fates.size === 1 && only !== undefined ? only : "unknown";
  }

  /** What becomes of control that comes to this operation; "ends": it passes it. */
  #fateAfter(o: Operation): Fate {
    switch (o.op) {
      case "error":
        return "fails";
      case "process-end":
      case "thread-exit":
      case "long-jump":
        return "leaves";
      case "call":
        return o.callee.kind === "function" ? this.#fateOfCall(o.callee.function) : "unknown";
      default:
        return "ends";
    }
  }
}
