// Incremental use, at random: add clauses and variables, assume, solve, ask for the core and use it. In: a seed. Out: null, or the shortest
// sequence of operations found on which the core contradicts the reference. Every claim of every call is checked by the proof checker.

import { Core, type CoreOptions } from "../../../src/solving/cdcl/core.ts";
import { checkProof } from "../../../src/solving/certificate/check.ts";
import type { ProofStep } from "../../../src/solving/certificate/proof.ts";
import { type Literal, positive, variableOf } from "../../../src/solving/literal.ts";
import { Rng } from "../../../src/support/rng.ts";
import { hasModel } from "./reference.ts";

export type Operation =
  | { readonly kind: "variable" }
  | { readonly kind: "clause"; readonly literals: readonly Literal[] }
  | { readonly kind: "solve"; readonly assumptions: readonly Literal[]; readonly conflicts: number | null; readonly resumed: boolean }
  /** Solves once more under the last core alone: it must suffice. */
  | { readonly kind: "again" };

export function randomSequence(seed: number): Operation[] {
  const rng = new Rng(seed);
  const start = rng.between(3, 24);
  let variables = start;
  const operations: Operation[] = Array.from({ length: start }, () => ({ kind: "variable" }));
  const literals = (count: number): Literal[] => Array.from({ length: count }, () => positive(rng.below(variables)) ^ rng.below(2));
  const width = rng.between(2, 4);
  const rounds = rng.between(2, 12);
  for (let round = 0; round < rounds; round++) {
    if (rng.chance(0.4)) {
      const more = rng.between(1, 4);
      for (let i = 0; i < more; i++) operations.push({ kind: "variable" });
      variables += more;
    }
    const clauses = Math.round((variables * (round === 0 ? 2.5 : 0.7) * rng.between(5, 15)) / 10);
    for (let i = 0; i < clauses; i++)
      operations.push({ kind: "clause", literals: literals(rng.chance(0.02) ? 1 : Math.max(2, width + rng.between(-1, 1))) });
    operations.push({
      kind: "solve",
      assumptions: literals(
        rng.weighted([
          [2, 0],
          [3, rng.between(1, 3)],
          [2, rng.between(2, variables)],
        ]),
      ),
      conflicts: rng.chance(0.2) ? rng.between(1, 4) : null,
      resumed: rng.chance(0.5),
    });
    if (rng.chance(0.5)) operations.push({ kind: "again" });
  }
  return operations;
}

/** A description of the fault, or null. */
export function runSequence(operations: readonly Operation[], options: CoreOptions = {}): string | null {
  const proof: ProofStep[] = [];
  const core = new Core({ ...options, proof: { add: (step) => proof.push(step) } });
  const clauses: (readonly Literal[])[] = [];
  let variables = 0;
  let refuted = 0;
  let lastCore: readonly Literal[] | null = null;
  const solve = (assumptions: readonly Literal[], conflicts: number | null, resumed: boolean): string | null => {
    const limits = { interrupted: () => false, ...(conflicts === null ? {} : { conflicts }), resumable: resumed };
    let answer = core.solve(assumptions, limits);
    // Stopped after a few conflicts, or continued until there is an answer.
    for (let i = 0; resumed && answer === "unknown" && i < 10_000; i++) answer = core.solve(assumptions, limits);
    lastCore = null;
    if (answer === "unknown") return conflicts === null || resumed ? "unknown without a limit" : null;
    if (answer === "sat") {
      if (assumptions.some((a) => !core.modelValue(a))) return "the model breaks an assumption";
      if (clauses.some((c) => !c.some((l) => core.modelValue(l)))) return "the model breaks a clause";
      return null;
    }
    lastCore = core.failed();
    refuted++;
    if (lastCore.some((a) => !assumptions.includes(a))) return "the core has what was not assumed";
    if (hasModel(variables, clauses, lastCore)) return "the core has a model";
    return null;
  };
  for (const operation of operations) {
    let wrong: string | null = null;
    switch (operation.kind) {
      case "variable":
        core.newVariable();
        variables++;
        break;
      case "clause":
        clauses.push(operation.literals);
        if (!core.addClause(operation.literals) && hasModel(variables, clauses)) wrong = "a contradiction that is none";
        break;
      case "solve":
        wrong = solve(operation.assumptions, operation.conflicts, operation.resumed);
        break;
      case "again":
        if (lastCore !== null) {
          wrong = solve(lastCore, null, false);
          if (wrong === null && lastCore === null) wrong = "the core does not suffice";
        }
        break;
    }
    if (wrong !== null) return wrong;
  }
  const lastClaim = proof.findLastIndex((s) => s.step === "refuted");
  const verdict = checkProof(proof.slice(0, lastClaim + 1));
  if (refuted > 0 && !verdict.accepted) return `step ${verdict.step} of the proof: ${verdict.reason}`;
  if (refuted > 0 && verdict.accepted && verdict.claims.length !== refuted) return "a claim is missing in the proof";
  return null;
}

/** Drops operations and literals as long as the fault remains. */
export function shrink(operations: readonly Operation[], isWrong: (o: readonly Operation[]) => boolean): Operation[] {
  let best = operations.slice();
  for (let improved = true; improved; ) {
    improved = false;
    for (let size = best.length >> 1; size >= 1; size >>= 1)
      for (let at = 0; at + size <= best.length; ) {
        const without = valid([...best.slice(0, at), ...best.slice(at + size)]);
        if (without !== null && isWrong(without)) {
          best = without;
          improved = true;
        } else at += size;
      }
    for (let at = 0; at < best.length; at++) {
      const operation = best[at];
      const literals = operation.kind === "clause" ? operation.literals : operation.kind === "solve" ? operation.assumptions : [];
      for (let i = 0; i < literals.length; i++) {
        const fewer = literals.filter((_, j) => j !== i);
        const smaller: Operation = operation.kind === "solve" ? { ...operation, assumptions: fewer } : { kind: "clause", literals: fewer };
        const changed = [...best.slice(0, at), smaller, ...best.slice(at + 1)];
        if (!isWrong(changed)) continue;
        best = changed;
        improved = true;
        break;
      }
    }
  }
  return best;
}

/** A sequence that uses a variable before it exists is invalid. */
function valid(operations: Operation[]): Operation[] | null {
  let variables = 0;
  for (const o of operations) {
    if (o.kind === "variable") variables++;
    const literals = o.kind === "clause" ? o.literals : o.kind === "solve" ? o.assumptions : [];
    if (literals.some((l) => variableOf(l) >= variables)) return null;
  }
  return operations;
}

/** Null, or the fault and the shortest sequence found for it. */
export function fuzzSequence(seed: number, options: CoreOptions = {}): { readonly wrong: string; readonly operations: Operation[] } | null {
  const attempt = (operations: readonly Operation[]): string | null => {
    try {
      return runSequence(operations, options);
    } catch (error) {
      return String(error);
    }
  };
  const operations = randomSequence(seed);
  if (attempt(operations) === null) return null;
  const shortest = shrink(operations, (o) => attempt(o) !== null);
  return { wrong: attempt(shortest) as string, operations: shortest };
}
