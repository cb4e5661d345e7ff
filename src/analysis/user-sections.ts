// Does the program's own code have atomic sections? What such a step touches may depend on what it reads, unlike a single access or a
// step of the library's locks: two steps may then be independent in one run and not in another.

import type { Program } from "../program/program.ts";
import { RavelError } from "../support/diagnostics.ts";

const known = new WeakMap<Program, boolean>();

export function hasUserSections(program: Program): boolean {
  let answer = known.get(program);
  if (answer === undefined) {
    answer = program.functions.some((f) => !f.library && !f.external && beginsSection(f));
    known.set(program, answer);
  }
  return answer;
}

function beginsSection(f: Program["functions"][number]): boolean {
  try {
    return f.body().blocks.some((b) => b.operations.some((o) => o.op === "atomic-begin" && o.user));
  } catch (error) {
    if (error instanceof RavelError) return true; // it cannot be told
    throw error;
  }
}
