// Why did a read see what it saw? In: an object; the thread's last read of it is meant. Out: another write that it could have seen, with a run; or that there is none, with the chain of order and
// synchronisation from the write to the read, and why no other write came between them.

import { shortName } from "../../reports/report.ts";
import { fail } from "../../support/diagnostics.ts";
import { type AnswerLine, type Asking, type AskResult, no, notConfirmed, scopeWords, unknown, yes } from "./answer.ts";
import { type Bytes, historyOf, overlap, type SeenMove } from "./history.ts";
import { type ChainLink, moveText, orderChain } from "./order-chain.ts";
import { findSources, readsOf, resolveObject, type Source, slotsIn, sourceOf, sourceText } from "./writes.ts";

/** Other writes that are explained. */
const maxOthers = 5;

export async function whyRead(asking: Asking, expression: string): Promise<AskResult> {
  const { threadName, ...bytes } = resolveObject(asking, expression);
  const history = historyOf(asking);
  const reads = readsOf(history, bytes, threadName);
  const read = reads.findLast((m) => m.index < asking.at) ?? reads[0];
  const reader = shortName(asking.thread);
  if (read === undefined)
    return fail("RVL013", `${reader} does not read ${expression} in this run`, {
      hint: "choose a thread that reads it, or continue the run",
    });
  const write = history.findLast((m) => m.index < read.index && writesTo(m, bytes)) ?? null;
  const seen: Source = write === null ? "" : sourceOf(write.threadName, write.position);
  // The read is in the past: what else it could have seen is a matter of runs from the start.
  const whole = { ...asking, at: 0 };
  const skip = reads.indexOf(read);
  const result = await findSources(whole, bytes, { threadName, skip, position: read.position }, "");
  if (result === null) return notConfirmed;
  const { found, end } = result;
  const chain = explain(asking, history, bytes, write, read, expression);
  const slots = new Map([...result.slots, ...slotsIn(history)]);
  const words = (source: Source): string => sourceText(asking.program, slots, source);
  const others = [...found].filter(([source]) => source !== seen);
  const [first] = others;
  if (first !== undefined) {
    const alternatives = others.map(([source, path]): AnswerLine => ({ text: `it can also see ${words(source)}`, path, move: null }));
    return yes(`nothing forces it: ${reader} could have seen ${words(first[0])}`, first[1], [...alternatives, ...chain]);
  }
  if (end.open !== null) return unknown(end.open, chain);
  return no(`${reader} could not have seen anything but ${words(seen)} ${scopeWords(whole, [end])}`, chain);
}

const writesTo = ({ accesses }: SeenMove, bytes: Bytes): boolean => accesses.some((a) => a.writes && overlap(a, bytes));

/** What orders the write before the read in this run, and the other writes around them. */
function explain(
  { program }: Asking,
  history: readonly SeenMove[],
  bytes: Bytes,
  write: SeenMove | null,
  read: SeenMove,
  expression: string,
): AnswerLine[] {
  const line = (position: number): number | null => program.positions[position]?.line ?? null;
  const atMove = (move: SeenMove, text: string): AnswerLine => ({ text, path: null, move: move.index });
  const chain = write === null ? null : orderChain(history, write.index, read.index);
  const last = moveText(read, line, `reads ${expression}`);
  const lines =
    write === null
      ? [atMove(read, `${last}; no move before it writes ${expression}`)]
      : chain === null
        ? [atMove(write, moveText(write, line, `writes ${expression}`)), atMove(read, `${last}; nothing orders the two`)]
        : chain.map((link, i) => atMove(link.move, linkText(link, i, chain, line, expression)));
  const others = history.filter((m) => m !== write && m !== read && writesTo(m, bytes)).slice(0, maxOthers);
  for (const other of others) {
    const text = moveText(other, line, `writes ${expression}`);
    const isLater = other.index > read.index;
    const orders = isLater ? orderChain(history, read.index, other.index) : orderChain(history, other.index, write?.index ?? read.index);
    const how = orders === null || orders.some((l) => l.by === "data") ? "in this run" : "by the order of threads and synchronisation";
    lines.push(atMove(other, `${text}: ${isLater ? "after the read" : "overwritten before"}, ${how}`));
  }
  return lines;
}

function linkText(
  { move, by, object }: ChainLink,
  i: number,
  chain: readonly ChainLink[],
  line: (position: number) => number | null,
  expression: string,
): string {
  const isLast = i === chain.length - 1;
  const what = i === 0 ? `writes ${expression}` : isLast ? `reads ${expression}` : null;
  const text = moveText(move, line, what);
  switch (by) {
    case null:
      return text;
    case "thread":
      return `then ${text}`;
    case "start":
      return `which starts ${text}`;
    case "synchronisation":
      return `before ${text}${object === "" ? "" : ` (${object})`}`;
    case "data":
      return `which is seen where ${text}${object === "" ? "" : ` (${object})`}`;
  }
}
