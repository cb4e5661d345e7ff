// The source positions inside the program's own atomic sections. In: a program. Out: the positions of operations that a thread may execute while it is in a section; null: that is not known.
//
// A function is followed block by block, with how many sections are open. What is called inside a section is inside, and so are functions that are handed to the library there, which may call them; those
// handed over to start threads are not. If a function can return with a section open, or end one that it has not begun, nothing is known.

import { successorsOf } from "../program/control-flow.ts";
import type { Operation } from "../program/operations.ts";
import { type Block, bodyIfSupported, type FunctionBody, type Program } from "../program/program.ts";

/** Maximum nesting depth: beyond it, a loop probably opens sections. */
const maxDepth = 8;

const starters: ReadonlySet<string> = new Set(["pthread_create", "thrd_create"]);

export function findSectionPositions(program: Program): ReadonlySet<number> | null {
  const positions = new Set<number>();
  /** Functions that are called inside sections. */
  const inside = new Set<number>();
  const work: number[] = [];
  const enter = (id: number): void => {
    if (inside.has(id) || program.functions[id]?.library !== false) return;
    inside.add(id);
    work.push(id);
  };
  const visit = (o: Operation): boolean => {
    positions.add(o.at);
    if (o.op !== "call") return true;
    if (o.callee.kind !== "function") return false;
    const { name = "", library = true } = program.functions[o.callee.function] ?? {};
    enter(o.callee.function);
    if (library && !starters.has(name)) for (const a of o.args) if (a.kind === "function") enter(a.function);
    return true;
  };
  for (const f of program.functions) {
    if (f.library || f.external) continue;
    const body = bodyIfSupported(f);
    if (body === null || !followSections(body, visit, (at) => positions.add(at))) return null;
  }
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const body = program.functions[id]?.external ? null : program.functions[id]?.body();
    for (const { operations, terminator } of body?.blocks ?? []) {
      positions.add(terminator.at);
      if (!operations.every(visit)) return null;
    }
  }
  return positions;
}

/** Calls `visit` for each operation inside a section of this body, `visitEnd` for the position of each terminator. Returns false if it cannot be followed, or if a visit does. */
function followSections({ blocks }: FunctionBody, visit: (o: Operation) => boolean, visitEnd: (at: number) => void): boolean {
  const seen = new Set<string>();
  const work: [block: number, depth: number][] = [[0, 0]];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [b] = next;
    let [, depth] = next;
    if (seen.has(`${b} ${depth}`)) continue;
    seen.add(`${b} ${depth}`);
    const { operations, terminator } = blocks[b] as Block;
    for (const o of operations) {
      if (depth > 0 && !visit(o)) return false;
      if (o.op === "atomic-begin") depth++;
      else if (o.op === "atomic-end") depth--;
      if (depth < 0 || depth > maxDepth) return false;
    }
    if (terminator.op === "return" && depth > 0) return false;
    if (depth > 0) visitEnd(terminator.at);
    for (const s of successorsOf(terminator)) work.push([s, depth]);
  }
  return true;
}
