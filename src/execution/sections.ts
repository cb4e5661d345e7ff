// Which atomic sections can never block: those in which no path from the beginning reaches a blocking condition or an assumption. A thread at such a section is
// always enabled and needs no probe. In: a body and where the section begins. Out: false only if it can never block.

import type { Operation, Terminator } from "../program/operations.ts";
import { type Block, type FunctionBody, findOperation, type Program, type ProgramFunction } from "../program/program.ts";
import { RavelError } from "../support/diagnostics.ts";

/** `begin`: index of the section's first operation, in the order of `CompiledFunction.operations`. */
export function mayBlock(program: Program, body: FunctionBody, begin: number): boolean {
  const { block, index: at } = findOperation(body, begin);
  // By block and nesting depth: branches with different sections may join.
  const seen = new Set<string>();
  const walk = (b: number, from: number, depth: number): boolean => {
    const { operations, terminator } = body.blocks[b] as Block;
    for (let i = from; i < operations.length; i++) {
      const o = operations[i] as Operation;
      if (o.op === "atomic-begin") depth++;
      else if (o.op === "atomic-end" && --depth === 0) return false;
      else if (blocks(program, o)) return true;
    }
    const next = successors(terminator);
    if (next === null) return true; // the section continues in the caller, or elsewhere
    return next.some((target) => {
      const key = `${target} ${depth}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return depth > maxSectionDepth || walk(target, 0, depth);
    });
  };
  return block >= body.blocks.length || walk(block, at, 0);
}

/** Maximum nesting depth: beyond it, a loop probably opens sections. */
const maxSectionDepth = 8;

function successors(t: Terminator): readonly number[] | null {
  switch (t.op) {
    case "jump":
      return [t.target];
    case "branch":
      return [t.then, t.otherwise];
    case "switch":
      return [...t.cases.map((c) => c.target), t.fallback];
    case "unreachable":
      return [];
    case "return":
    case "indirect-jump":
      return null;
  }
}

/** Per function: whether a call of it may block, or open and end sections. */
const calls = new WeakMap<ProgramFunction, boolean>();

function blocks(program: Program, o: Operation): boolean {
  if (o.op === "block-until" || o.op === "assume" || o.op === "set-jump" || o.op === "long-jump") return true;
  if (o.op !== "call") return false;
  return o.callee.kind !== "function" || callBlocks(program, program.functions[o.callee.function]);
}

function callBlocks(program: Program, f: ProgramFunction | undefined): boolean {
  if (f === undefined || f.external) return true;
  let known = calls.get(f);
  if (known === undefined) {
    calls.set(f, true); // recursion: assumed to block
    try {
      known = f.body().blocks.some((b) => b.operations.some((o) => o.op === "atomic-begin" || o.op === "atomic-end" || blocks(program, o)));
    } catch (error) {
      if (!(error instanceof RavelError)) throw error;
      known = true;
    }
    calls.set(f, known);
  }
  return known;
}
