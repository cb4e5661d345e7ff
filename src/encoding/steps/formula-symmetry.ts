// Symmetry of the formula (TRACE, section 4: symmetric interleavings at the level of the SMT formula; its [1] and [3]). In: a finished formula. Out: clauses under the
// assumption `rearranged`: of schedules that a symmetry maps to each other only the lexicographically least counts.
//
// A symmetry is a permutation of variables, and of the threads as values of T, that maps the set of asserted terms to itself, and so do the violations of each
// question. Nothing is asked about the program: threads of different functions may be exchanged if their constraints are alike, and threads of one function
// not if main waits for one of them first. ../symmetry.ts sees these, and is used as well: all of them, and the peephole reduction, keep the least schedule.

import { append } from "../../support/lists.ts";
import type { Term } from "../../terms/term.ts";
import { TermGraph, type Vertex } from "../../terms/term-graph.ts";
import type { StepFormula } from "./step-formula.ts";

/** Larger formulas would take longer to compare than to solve: vertices and edges together. */
const maxSize = 300_000;

/** `asserted`: everything that the formula consists of. */
export function keepLeastSchedules(f: StepFormula, asserted: readonly Term[]): void {
  const graph = graphOf(f, asserted);
  if (graph === null) return;
  const { values, vertices } = graph;
  const threads = [...values.keys()].filter((t) => t !== f.idle).sort((a, b) => a - b);
  for (const [n, thread] of threads.entries())
    for (const other of threads.slice(n + 1)) {
      const [a, b] = [values.get(thread) as number, values.get(other) as number];
      if (!vertices.areAlike(a, b)) continue;
      const image = vertices.exchange(a, b);
      if (image === null) continue;
      keepLeast(f, (t) => threads.find((u) => values.get(u) === image[values.get(t) as number]) as number, threads);
      // The next thread that is like this one: with neighbours exchanged, all are.
      break;
    }
}

/** T ≤ σ(T): of the first threads that the symmetry moves, the lesser one. */
function keepLeast(f: StepFormula, image: (thread: number) => number, threads: readonly number[]): void {
  const { terms } = f;
  const moved = threads.filter((t) => image(t) !== t);
  f.rearranged ??= terms.variable("rearranged", 1);
  let hasMoved = terms.false;
  for (let i = 0; i < f.steps; i++) {
    for (const t of moved)
      if (image(t) < t) f.assert(terms.any([terms.not(f.rearranged), terms.not(f.isScheduled(t, i)), hasMoved]), "symmetry");
    const next = f.fresh("moved");
    f.assert(terms.any([terms.not(next), hasMoved, ...moved.map((t) => f.isScheduled(t, i))]), "symmetry");
    hasMoved = next;
  }
}

interface FormulaGraph {
  readonly vertices: TermGraph;
  /** The vertices of the values of T. */
  readonly values: ReadonlyMap<number, number>;
}

/** Null: the formula is too large, or T is used otherwise than in comparisons with threads. */
function graphOf(f: StepFormula, asserted: readonly Term[]): FormulaGraph | null {
  const { terms } = f;
  const schedulers = new Set(Array.from({ length: f.steps }, (_, i) => f.scheduler(i)));
  // That T is a thread or idle holds of every permutation of threads.
  const ranges = new Set([...schedulers].map((t) => terms.ule(t, terms.constant(BigInt(f.idle), t.width))));
  const roots = new Set(asserted.filter((t) => !ranges.has(t)));
  const questions = new Map<Term, string[]>();
  for (const { question, when } of f.violations) {
    const list = questions.get(when);
    if (list === undefined) questions.set(when, [question]);
    else list.push(question);
  }
  const vertices: Vertex[] = [];
  let size = 0;
  const numbers = new Map<Term, number>();
  const values = new Map<number, number>();
  const valueOf = (constant: Term): number => {
    const thread = Number(constant.value);
    const known = values.get(thread) ?? vertices.push({ colour: thread === f.idle ? "idle" : "thread", children: [], commutes: false }) - 1;
    values.set(thread, known);
    return known;
  };
  const scheduled = (t: Term): readonly [Term, Term] | null => {
    const [a, b] = t.args as [Term, Term];
    if (t.op !== "eq") return null;
    return schedulers.has(a) && b.op === "constant" ? [a, b] : schedulers.has(b) && a.op === "constant" ? [b, a] : null;
  };
  const colourOf = (t: Term): string => {
    const isNamed = t.op === "variable" && (schedulers.has(t) || f.isNamed(t));
    const bounds = t.op === "variable" ? terms.boundsOf(t) : null;
    const own = `${t.op} ${t.width} ${t.value} ${isNamed ? t.id : ""} ${bounds?.low} ${bounds?.high}`;
    return `${own}${roots.has(t) ? " asserted" : ""} ${(questions.get(t) ?? []).join()}`;
  };
  for (const root of [...roots, ...questions.keys()]) {
    const stack = [root];
    while (stack.length > 0) {
      f.tick();
      const t = stack.at(-1) as Term;
      if (numbers.has(t)) {
        stack.pop();
        continue;
      }
      const [scheduler, thread] = scheduled(t) ?? [null, null];
      const args = scheduler === null ? operandsOf(t) : [scheduler];
      if (scheduler === null && args.some((a) => schedulers.has(a))) return null;
      const missing = args.filter((a) => !numbers.has(a));
      if (missing.length > 0) {
        append(stack, missing);
        continue;
      }
      stack.pop();
      size += 1 + args.length;
      if (size > maxSize) return null;
      const children = args.map((a) => numbers.get(a) as number);
      const isCompared = thread !== null;
      if (isCompared) children.push(valueOf(thread));
      const colour = isCompared ? `T ${colourOf(t)}` : colourOf(t);
      numbers.set(t, vertices.push({ colour, children, commutes: !isCompared && commutative.has(t.op) }) - 1);
    }
  }
  return { vertices: new TermGraph(vertices, f.tick), values };
}

/** Of nested conjunctions and disjunctions those of all: how they are nested says nothing. */
function operandsOf(t: Term): readonly Term[] {
  if (t.op !== "and" && t.op !== "or") return t.args;
  const seen = new Set<Term>();
  const stack = [...t.args];
  for (let a = stack.pop(); a !== undefined; a = stack.pop()) {
    if (seen.has(a)) continue;
    seen.add(a);
    if (a.op === t.op) append(stack, a.args);
  }
  return [...seen].filter((a) => a.op !== t.op);
}

const commutative: ReadonlySet<Term["op"]> = new Set(["and", "or", "xor", "add", "mul", "eq"]);
