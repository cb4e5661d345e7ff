// The independent checker of proofs. In: the steps of a proof, and the inputs it must have, rebuilt by the caller from the program. Out:
// accepted, with the claims that are proved; or the first step that is wrong. It imports nothing of the solver but the types of proofs and
// literals. Every learnt clause is checked by unit propagation, every lemma by its cycle.

import { type Literal, variableOf } from "../literal.ts";
import { ClauseBase } from "./clause-base.ts";
import { type Declaration, OrderFacts } from "./order-facts.ts";
import type { ProofStep } from "./proof.ts";

/** The inputs of the proof. It must have each clause and declaration exactly as often as listed here, in any order of them and of their literals. */
export interface ExpectedInputs {
  readonly clauses: Iterable<readonly Literal[]>;
  /** An order variable that is not among them is allowed if nothing here mentions it: its declaration only gives it a meaning. */
  readonly declarations: Iterable<Declaration>;
  /** The last claim may assume these only. */
  readonly assumptions: readonly Literal[];
}

export type ProofVerdict =
  | { readonly accepted: true; readonly claims: readonly (readonly Literal[])[]; readonly learnt: number; readonly lemmas: number }
  | { readonly accepted: false; readonly step: number; readonly reason: string };

/** Without `expected`, the inputs are taken from the proof. */
export function checkProof(steps: Iterable<ProofStep>, expected?: ExpectedInputs): ProofVerdict {
  const base = new ClauseBase();
  const facts = new OrderFacts();
  const inputs = expected === undefined ? null : new Inputs(expected);
  const claims: (readonly Literal[])[] = [];
  let learnt = 0;
  let lemmas = 0;
  let number = -1;
  let last: ProofStep["step"] | null = null;
  const rejected = (reason: string): ProofVerdict => ({ accepted: false, step: number, reason });
  for (const step of steps) {
    number++;
    last = step.step;
    switch (step.step) {
      case "chain":
      case "order":
      case "read": {
        const fault = inputs?.useDeclaration(step) ?? facts.declare(step);
        if (fault !== null) return rejected(fault);
        break;
      }
      case "input": {
        const fault = inputs?.useClause(step.clause) ?? null;
        if (fault !== null) return rejected(fault);
        base.add(step.clause);
        break;
      }
      case "learnt":
        if (!base.implies(step.clause)) return rejected("the clause does not follow by propagation");
        base.add(step.clause);
        learnt++;
        break;
      case "lemma": {
        const fault = facts.checkLemma(step);
        if (fault !== null) return rejected(fault);
        base.add(step.clause);
        lemmas++;
        break;
      }
      case "deleted":
        if (!base.delete(step.clause)) return rejected("a deleted clause does not exist");
        break;
      case "refuted":
        if (!base.implies(step.assumptions.map((a) => a ^ 1))) return rejected("the claim does not follow by propagation");
        claims.push(step.assumptions);
        break;
    }
  }
  if (last !== "refuted") return rejected("the proof does not end in a claim");
  const fault = inputs?.finish(claims[claims.length - 1]) ?? null;
  return fault === null ? { accepted: true, claims, learnt, lemmas } : rejected(fault);
}

/** The inputs not yet seen, as a multiset. */
class Inputs {
  readonly #left = new Map<string, number>();
  readonly #named = new Set<number>();
  readonly #assumptions: ReadonlySet<Literal>;

  constructor(expected: ExpectedInputs) {
    for (const clause of expected.clauses) {
      this.#expect(clauseKey(clause));
      for (const literal of clause) this.#named.add(variableOf(literal));
    }
    const chains: Declaration[] = [];
    for (const declaration of expected.declarations) {
      chains.push(declaration);
      this.#expect(declarationKey(declaration));
      if (declaration.step === "order") this.#named.add(declaration.variable);
      if (declaration.step !== "read") continue;
      for (const c of declaration.visibleWrites) this.#named.add(variableOf(c.reads));
      for (const r of declaration.rivals) this.#named.add(variableOf(r.overwrites));
    }
    for (const literal of expected.assumptions) this.#named.add(variableOf(literal));
    this.#assumptions = new Set(expected.assumptions);
    // The order of events within a chain matters.
    this.#chains = chainsOf(chains);
  }
  readonly #chains: ReadonlyMap<number, readonly number[]>;
  readonly #chainLengths = new Map<number, number>();

  #expect(key: string): void {
    this.#left.set(key, (this.#left.get(key) ?? 0) + 1);
  }

  #take(key: string): boolean {
    const left = this.#left.get(key) ?? 0;
    if (left === 0) return false;
    if (left === 1) this.#left.delete(key);
    else this.#left.set(key, left - 1);
    return true;
  }

  useClause(clause: readonly Literal[]): string | null {
    return this.#take(clauseKey(clause)) ? null : "an input clause that does not come from the program";
  }

  useDeclaration(step: Declaration): string | null {
    if (step.step === "chain") {
      const index = this.#chainLengths.get(step.chain) ?? 0;
      this.#chainLengths.set(step.chain, index + 1);
      if (this.#chains.get(step.chain)?.[index] !== step.event) return "a chain that does not come from the program";
    }
    if (this.#take(declarationKey(step))) return null;
    if (step.step === "order" && !this.#named.has(step.variable)) return null;
    return "a declaration that does not come from the program";
  }

  finish(claim: readonly Literal[] | undefined): string | null {
    const [missing] = this.#left.keys();
    if (missing !== undefined) return `missing among the inputs: ${missing}`;
    return claim?.every((a) => this.#assumptions.has(a)) ? null : "the claim uses other assumptions";
  }
}

const clauseKey = (clause: readonly Literal[]): string => [...clause].sort((a, b) => a - b).join(" ");

function declarationKey(step: Declaration): string {
  switch (step.step) {
    case "chain":
      return `chain ${step.chain} ${step.event}`;
    case "order":
      return `order ${step.variable} ${step.before} ${step.after}`;
    case "read": {
      const visibleWrites = step.visibleWrites.map((c) => `${c.write}:${c.reads}`).sort();
      const rivals = step.rivals.map((r) => `${r.write}:${r.overwrites}`).sort();
      return `read ${step.group} ${step.event} ${visibleWrites.join(" ")} / ${rivals.join(" ")}`;
    }
  }
}

function chainsOf(declarations: readonly Declaration[]): Map<number, number[]> {
  const chains = new Map<number, number[]>();
  for (const d of declarations) {
    if (d.step !== "chain") continue;
    const events = chains.get(d.chain);
    if (events === undefined) chains.set(d.chain, [d.event]);
    else events.push(d.event);
  }
  return chains;
}
