// Sleep sets (Godefroid 1996): steps from a state that lead only to runs explored elsewhere.

import { nextStepsAt } from "./happens-before.ts";
import type { Decision, Search, SearchNode, Step, ThreadName } from "./search.ts";

export const isAsleep = ({ sleep, done }: SearchNode, thread: ThreadName, decisions: readonly Decision[]): boolean => {
  const isThis = (s: Step): boolean =>
    s.thread === thread && s.decisions.length === decisions.length && s.decisions.every((d, i) => d.value === decisions[i]?.value);
  return sleep.some(isThis) || done.some(isThis);
};

/**
 * The first thread that has a step from the last node which is not asleep. A thread with some alternatives asleep comes last: if it were chosen
 * and these left out, conflicts with them only would be missed.
 */
export function firstAwake(search: Search): ThreadName | undefined {
  const depth = search.nodes.length - 1;
  const node = search.nodes[depth] as SearchNode;
  return (
    node.enabled.find((t) => !node.sleep.some((s) => s.thread === t)) ??
    node.enabled.find((t) => nextStepsAt(search, depth, t).steps.some((s) => !isAsleep(node, t, s.decisions)))
  );
}

/** The steps that stay asleep after a step. */
export const stillAsleep = (search: Search, sleep: readonly Step[], step: Step): Step[] =>
  sleep.filter((s) => s.thread !== step.thread && !search.conflict(s.footprint, step.footprint));
