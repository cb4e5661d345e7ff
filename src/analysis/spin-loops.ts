// What recognising a busy wait needs to know about a function: where it loops, and which registers matter at a point. A thread that
// comes back to a place inside a loop with the same registers that matter (and the same private memory), having changed nothing
// shared on the way, has made an idle iteration: `while (!flag);`, do-while, compound conditions, a helper that is called, a
// compare-exchange or try-lock that fails; counting meanwhile without using the count does not matter. What follows from that is the executor's
// business (execution/spinning.ts).

import type { FunctionBody, Program } from "../program/program.ts";
import { findLiveRegisters, type Liveness } from "./liveness.ts";
import { findIrrelevantObjects } from "./reachable-functions.ts";
import { findLoops } from "./weak-order.ts";

export interface LoopKnowledge {
  readonly findLive: (body: FunctionBody) => Liveness;
  /** Per operation (and terminator, counted through all blocks): the first block of the innermost loop around it; -1: none. */
  readonly findLoops: (body: FunctionBody) => Int32Array;
  /** Globals that need not be as they were. */
  readonly irrelevant: ReadonlySet<number>;
}

export function loopKnowledge(program: Program, overflowMatters: boolean): LoopKnowledge {
  return {
    findLive: (body) => findLiveRegisters(body, overflowMatters),
    findLoops: innermostLoops,
    irrelevant: findIrrelevantObjects(program),
  };
}

function innermostLoops(body: FunctionBody): Int32Array {
  const { places } = findLoops(body);
  return Int32Array.from(body.blocks.flatMap((b, i) => new Array<number>(b.operations.length + 1).fill(places[i]?.loops.at(-1) ?? -1)));
}
