// Cells that overlap, cut to common ones. In: terms over one state. Out: the same terms, in which no two cells overlap: a cell that overlaps another of the terms is put together from bytes.
//
// A solver knows nothing of memory: to it, a word and a byte of the word are two variables. What is shown of such variables holds in memory as well; but that a write of one byte leaves the others of a word
// as they are cannot be shown.

import { Substitution } from "../terms/substitute.ts";
import type { Term } from "../terms/term.ts";
import type { StateVariables } from "./state-variables.ts";

interface CellVariable {
  readonly variable: Term;
  readonly address: number;
  readonly size: number;
}

/** All terms must speak of one state. */
export function cutOverlaps(variables: StateVariables, list: readonly Term[]): readonly Term[] {
  const cells = cellsOf(variables, list);
  const cut = new Map<Term, Term>();
  for (const c of cells)
    if (c.size > 1 && cells.some((d) => d !== c && c.address < d.address + d.size && d.address < c.address + c.size))
      cut.set(c.variable, bytesOf(variables, c));
  if (cut.size === 0) return list;
  const substitution = new Substitution(variables.terms, (leaf) => cut.get(leaf) ?? null);
  return list.map((t) => substitution.apply(t));
}

function cellsOf(variables: StateVariables, list: readonly Term[]): CellVariable[] {
  const cells: CellVariable[] = [];
  const seen = new Set(list);
  for (const t of seen) {
    for (const a of t.args) seen.add(a);
    if (t.op !== "variable") continue;
    const v = variables.meaningOf(t.name);
    if (v.kind === "cell") cells.push({ variable: t, address: v.address, size: v.size });
  }
  return cells;
}

function bytesOf(variables: StateVariables, { address, size }: CellVariable): Term {
  let value = variables.cell(address, 1);
  for (let i = 1; i < size; i++) value = variables.terms.concat(variables.cell(address + i, 1), value);
  return value;
}
