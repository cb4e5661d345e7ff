// Why one move of a run comes before another. In: the history of the run. Out: a shortest chain of moves in which each must come before the next: because the same thread makes both, because the first starts
// the thread of the second, because they synchronise (a lock that is released and taken, an atomic access, a thread that ends and is joined), or else because the second reads what the first wrote.

import { shortName } from "../../reports/report.ts";
import { overlap, type SeenMove } from "./history.ts";

/** How a move of a chain follows from the one before it. */
export type LinkKind = "thread" | "start" | "synchronisation" | "data";

export interface ChainLink {
  readonly move: SeenMove;
  /** Null: it is the first. */
  readonly by: LinkKind | null;
  /** The object by which two threads synchronise; empty: none. */
  readonly object: string;
}

/** A chain over plain data explains less: it holds only while both accesses are made in this order. */
const costs: Readonly<Record<LinkKind, number>> = { thread: 1, start: 1, synchronisation: 1, data: 100 };

/** Moves between two of which a chain is looked for; with more it would take too long. */
const maxMoves = 2000;

/** Null: nothing orders them, or they are too far apart. */
export function orderChain(history: readonly SeenMove[], from: number, to: number): readonly ChainLink[] | null {
  const moves = history.filter((m) => m.index >= from && m.index <= to && (!m.isLocal || m.index === from || m.index === to));
  if (moves.length > maxMoves || moves[0]?.index !== from) return null;
  const best = moves.map(() => ({ cost: Number.POSITIVE_INFINITY, before: -1, by: null as LinkKind | null, object: "" }));
  (best[0] as { cost: number }).cost = 0;
  // Every link leads forwards, so that one pass in order of the moves is enough.
  for (let j = 1; j < moves.length; j++)
    for (let i = 0; i < j; i++) {
      const known = best[i]?.cost ?? Number.POSITIVE_INFINITY;
      if (known === Number.POSITIVE_INFINITY) continue;
      const link = linkOf(moves[i] as SeenMove, moves[j] as SeenMove);
      if (link !== null && known + costs[link.by] < (best[j]?.cost ?? 0)) best[j] = { ...link, cost: known + costs[link.by], before: i };
    }
  if (best.at(-1)?.cost === Number.POSITIVE_INFINITY) return null;
  const chain: ChainLink[] = [];
  for (let i = moves.length - 1; i >= 0; i = best[i]?.before ?? -1)
    chain.unshift({ move: moves[i] as SeenMove, by: best[i]?.by ?? null, object: best[i]?.object ?? "" });
  return chain;
}

function linkOf(a: SeenMove, b: SeenMove): { readonly by: LinkKind; readonly object: string } | null {
  if (a.thread === b.thread) return { by: "thread", object: "" };
  if (a.started.includes(b.thread)) return { by: "start", object: "" };
  for (const isSync of [true, false])
    for (const x of a.accesses)
      for (const y of b.accesses)
        if (x.writes && (isSync ? x.isSync && y.isSync : y.reads) && overlap(x, y))
          return { by: isSync ? "synchronisation" : "data", object: x.name };
  return null;
}

/** A move in words: who does what, in which line. */
export function moveText(move: SeenMove, line: (position: number) => number | null, what: string | null = null): string {
  const at = line(move.position);
  const where = at === null ? "" : ` at line ${at}`;
  const access = move.accesses.find((a) => a.writes) ?? move.accesses[0];
  const plain = access === undefined ? "continues" : `${access.writes ? "writes" : "reads"} ${access.name}`;
  return `${shortName(move.thread)} ${what ?? (move.called !== null ? `calls ${move.called}` : plain)}${where}`;
}
