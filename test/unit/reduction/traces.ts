// The Mazurkiewicz traces of a program, by brute force: every interleaving of every step, each reduced to what does not depend on
// the order of independent steps. It shares with the reductions only the footprints of steps.

import { DepthFirst } from "../../../src/engines/search/depth-first.ts";
import type { Program } from "../../../src/program/program.ts";
import { everything } from "../../../src/reduction/none.ts";
import type { Event } from "../../../src/reduction/search.ts";
import { taskFor } from "../../differential/concurrent/compare.ts";

/** Two runs have the same text exactly if one is the other with independent steps exchanged. */
export function traceOf(events: readonly Event[]): string {
  const counts = new Map<string, number>();
  const names = events.map((e) => {
    const k = counts.get(e.thread) ?? 0;
    counts.set(e.thread, k + 1);
    return `${e.thread}#${k}`;
  });
  const steps = events.map((e, i) => `${names[i]}(${e.decisions.map((d) => d.value).join()})`);
  const edges = events.flatMap((e, i) =>
    events.flatMap((f, j) => (i < j && e.thread !== f.thread && e.footprint.conflicts(f.footprint) ? [`${names[i]}<${names[j]}`] : [])),
  );
  return [...steps.sort(), ...edges.sort()].join(" ");
}

/** The traces of all interleavings; null if there are more than the limit. With `none`, steps that only start or end threads are not interleaved. */
export async function allTraces(
  program: Program,
  most: number,
  reduction = everything,
): Promise<{ readonly runs: number; readonly traces: ReadonlySet<string> } | null> {
  const traces = new Set<string>();
  const search = new DepthFirst(taskFor(program, most), reduction);
  search.exhaustive = true;
  search.onEnd = () => traces.add(traceOf(search.index.events));
  await search.run();
  return search.runs >= most ? null : { runs: search.runs, traces };
}
