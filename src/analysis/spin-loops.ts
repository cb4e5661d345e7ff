// Collects what the executor needs to recognise busy waits (execution/spinning.ts). In: a program. Out: per function its loops and its live
// registers; the globals that do not matter.
//
// A thread that returns to a point inside a loop with the same live registers and the same private memory, and has changed nothing shared
// meanwhile, has made an idle iteration: `while (!flag);`, do-while, compound conditions, a helper that is called, a compare-exchange or
// try-lock that fails. A counter that is never used is not live and does not matter.

import type { FunctionBody, Program } from "../program/program.ts";
import { findLiveRegisters, type Liveness } from "./liveness.ts";
import { findLoops } from "./loops.ts";
import { findIrrelevantObjects } from "./reachable-functions.ts";

export interface LoopFacts {
  readonly findLive: (body: FunctionBody) => Liveness;
  /** Per operation and terminator, counted through all blocks: the head of the innermost loop around it; -1: none. */
  readonly findLoops: (body: FunctionBody) => Int32Array;
  /** Ids of globals whose contents need not be the same. */
  readonly irrelevant: ReadonlySet<number>;
}

export function collectLoopFacts(program: Program, overflowMatters: boolean): LoopFacts {
  return {
    findLive: (body) => findLiveRegisters(body, overflowMatters),
    findLoops: innermostLoops,
    irrelevant: findIrrelevantObjects(program),
  };
}

function innermostLoops(body: FunctionBody): Int32Array {
  const { nesting } = findLoops(body);
  return Int32Array.from(body.blocks.flatMap((b, i) => new Array<number>(b.operations.length + 1).fill(nesting[i]?.loops.at(-1) ?? -1)));
}
