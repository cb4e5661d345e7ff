// A conjunction: a set of conjuncts. In: terms. Out: sets that share their parts; nothing of a set is kept beyond its last use.
//
// A set is a tree that branches where the keys of its conjuncts differ in their highest bit (a Patricia trie; Okasaki and Gill, ML Workshop 1998). Conjuncts that compare one term with
// constants have one key, the number of that term, and so have a conjunct and its negation: they stand in one leaf, where the strongest stay. Every part of a tree knows, by a few bits, of which
// variables it speaks: what a step does not change is not walked.

import type { Term } from "../terms/term.ts";

export class Conjunction {
  /** The term, once it was asked for. */
  term: Term | null = null;
  /** Of a leaf: whether it holds if its variables have these values. */
  known: { readonly values: readonly bigint[]; readonly holds: boolean } | null = null;

  constructor(
    /** The lowest key. */
    readonly key: number,
    /** The highest bit in which keys differ; -1: a leaf, which has one key. */
    readonly bit: number,
    readonly left: Conjunction | null,
    readonly right: Conjunction | null,
    /** Of a leaf, from the oldest on. */
    readonly conjuncts: readonly Term[],
    /** Of a leaf: its variables, as they are numbered. */
    readonly variables: readonly number[],
    /** Bits of the variables: those of a number below 32, and the others. */
    readonly low: number,
    readonly high: number,
    /** How many conjuncts there are. */
    readonly size: number,
    readonly hash: number,
  ) {}
}

/** Whether two sets are the same. */
export function isSame(a: Conjunction, b: Conjunction): boolean {
  if (a === b) return true;
  if (a.hash !== b.hash || a.size !== b.size || a.bit !== b.bit || a.key !== b.key) return false;
  if (a.left !== null && b.left !== null) return isSame(a.left, b.left) && isSame(a.right as Conjunction, b.right as Conjunction);
  return a.conjuncts.length === b.conjuncts.length && a.conjuncts.every((c, i) => c === b.conjuncts[i]);
}

/** The conjuncts, by key. */
export function conjunctsOf(set: Conjunction): readonly Term[] {
  if (set.left === null) return set.conjuncts;
  const found: Term[] = [];
  collect(set, found);
  return found;
}

function collect(set: Conjunction, into: Term[]): void {
  for (let at = set; ; at = at.right as Conjunction) {
    if (at.left === null) {
      for (const c of at.conjuncts) into.push(c);
      return;
    }
    collect(at.left, into);
  }
}
