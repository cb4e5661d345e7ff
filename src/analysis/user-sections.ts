// Finds out whether the program's own code has atomic sections. The footprint of such a step may depend on what it reads, unlike that of a
// single access or of the library's locks. Two steps may then be independent in one run and dependent in another.

import { bodyIfSupported, type Program } from "../program/program.ts";

const known = new WeakMap<Program, boolean>();

/** Also true if a function cannot be lowered. */
export function hasUserSections(program: Program): boolean {
  let answer = known.get(program);
  if (answer === undefined) {
    answer = program.functions.some((f) => !f.library && !f.external && mayBeginSection(f));
    known.set(program, answer);
  }
  return answer;
}

function mayBeginSection(f: Program["functions"][number]): boolean {
  const body = bodyIfSupported(f);
  return body === null || body.blocks.some((b) => b.operations.some((o) => o.op === "atomic-begin" && o.user));
}
