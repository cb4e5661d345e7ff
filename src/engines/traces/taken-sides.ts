// The sides that the threads of a run took, in words. In: a trace. Out: per thread the branches of the program's own code that it passed, with
// the lines they lead from and to. Only for people: a route (route-of-trace.ts) is what engines compare.

import type { Program } from "../../program/program.ts";
import type { Trace } from "../../witness/trace.ts";

type Block = ReturnType<Program["functions"][number]["body"]>["blocks"][number];

/** A side that a run took. */
export interface TakenSide {
  readonly thread: number;
  /** The line of the branch, and the line it leads to. */
  readonly from: number;
  readonly to: number;
  /** How often. */
  readonly times: number;
}

export function takenSides(program: Program, { threads }: Trace): TakenSide[] {
  const out = new Map<string, TakenSide>();
  for (const t of threads) {
    const calls: number[] = []; // per frame the block it is in
    for (const { function: fn, block, depth, jump } of t.blocks) {
      const before = block === 0 || jump !== undefined ? undefined : calls[depth];
      calls.length = depth;
      calls.push(block);
      const f = program.functions[fn];
      if (before === undefined || f === undefined || f.library) continue;
      const { blocks } = f.body();
      const { op, at } = (blocks[before] as Block).terminator;
      const from = program.positions[at]?.line;
      const to = lineOf(program, blocks[block]);
      if (op === "jump" || !from || to === null) continue;
      const key = `${t.index} ${fn} ${before} ${block}`;
      out.set(key, { thread: t.index, from, to, times: (out.get(key)?.times ?? 0) + 1 });
    }
  }
  return [...out.values()];
}

/** The first line of a block that is known. */
export function lineOf({ positions }: Program, block: Block | undefined): number | null {
  const at = [...(block?.operations ?? []), ...(block === undefined ? [] : [block.terminator])].find((o) => positions[o.at]?.line)?.at;
  return at === undefined ? null : (positions[at]?.line ?? null);
}
