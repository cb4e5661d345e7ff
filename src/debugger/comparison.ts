// Compares two forks of a session. In: their paths. Out: where they part and how they end, in words.

import { counted, shortName } from "../reports/report.ts";
import type { SeenMove } from "./forks.ts";
import { sharedMoves } from "./forks.ts";
import type { Session } from "./session.ts";

export function compareForks(session: Session, a: number, b: number): readonly string[] {
  const [left, right] = [session.forkNamed(a), session.forkNamed(b)];
  const shared = left.start === right.start ? sharedMoves(left.moves, right.moves) : 0;
  const lines = [
    left.start === right.start
      ? `${left.name} and ${right.name} share their first ${counted(shared, "move")}`
      : `${left.name} and ${right.name} begin with different inputs`,
  ];
  for (const fork of [left, right]) {
    const next = fork.moves[shared];
    lines.push(
      `${fork.name} then has ${counted(fork.moves.length - shared, "move")}${next === undefined ? "" : `, first ${describe(next)}`}`,
    );
    lines.push(`${fork.name} ${fork.end === "" ? "has not ended" : `ends: ${fork.end}`}`);
  }
  return lines;
}

function describe({ thread, passage: { from } }: SeenMove): string {
  return `${shortName(thread)}${from.file === null ? "" : ` at ${from.file}:${from.line}`}`;
}
