// Generators of CNFs: random ones near the threshold and structured families. In: a seeded generator and sizes. Out: clauses over
// variables 0 …, as literals of the core.

import { type Literal, negate, positive } from "../../../src/solving/literal.ts";
import type { Rng } from "../../../src/support/rng.ts";

export interface Formula {
  readonly name: string;
  readonly variables: number;
  readonly clauses: readonly (readonly Literal[])[];
}

export class FormulaBuilder {
  variables = 0;
  readonly clauses: Literal[][] = [];

  fresh(): Literal {
    return positive(this.variables++);
  }

  freshMany(count: number): Literal[] {
    return Array.from({ length: count }, () => this.fresh());
  }

  add(...clause: Literal[]): void {
    this.clauses.push(clause);
  }

  and(a: Literal, b: Literal): Literal {
    const c = this.fresh();
    this.add(negate(c), a);
    this.add(negate(c), b);
    this.add(c, negate(a), negate(b));
    return c;
  }

  xor(a: Literal, b: Literal): Literal {
    const c = this.fresh();
    this.add(negate(c), a, b);
    this.add(negate(c), negate(a), negate(b));
    this.add(c, negate(a), b);
    this.add(c, a, negate(b));
    return c;
  }

  or(a: Literal, b: Literal): Literal {
    return negate(this.and(negate(a), negate(b)));
  }

  /** The exclusive or of the literals is `parity`, encoded by clauses without new variables. */
  parity(literals: readonly Literal[], parity: boolean): void {
    for (let mask = 0; mask < 1 << literals.length; mask++) {
      let odd = false;
      for (let i = 0; i < literals.length; i++) if ((mask >> i) & 1) odd = !odd;
      // The assignment that makes the masked literals true has the wrong parity: excluded.
      if (odd !== parity) this.clauses.push(literals.map((l, i) => ((mask >> i) & 1 ? negate(l) : l)));
    }
  }

  finish(name: string): Formula {
    return { name, variables: this.variables, clauses: this.clauses };
  }
}

function randomClause(rng: Rng, variables: number, length: number): Literal[] {
  const chosen = new Set<number>();
  while (chosen.size < Math.min(length, variables)) chosen.add(rng.below(variables));
  return [...chosen].map((v) => positive(v) ^ rng.below(2));
}

/** k-SAT at `ratio` clauses per variable; 4.26 is the threshold for k = 3, 9.9 for 4, 21.1 for 5. */
export function randomKSat(rng: Rng, variables: number, k: number, ratio: number): Formula {
  const clauses = Array.from({ length: Math.round(variables * ratio) }, () => randomClause(rng, variables, k));
  return { name: `random-${k}sat-${variables}-${ratio}`, variables, clauses };
}

/** Clauses of 1 … 8 literals, mostly short, with repeated literals and tautologies now and then. */
export function mixedLengths(rng: Rng, variables: number): Formula {
  const clauses = Array.from({ length: Math.round(variables * (1.5 + 2 * rng.nextDouble())) }, () => {
    const clause = randomClause(
      rng,
      variables,
      rng.weighted([
        [1, 1],
        [30, 2],
        [40, 3],
        [20, 4],
        [9, rng.between(5, 8)],
      ]),
    );
    if (rng.chance(0.02)) clause.push(clause[0]);
    if (rng.chance(0.01)) clause.push(negate(clause[0]));
    return clause;
  });
  return { name: `mixed-${variables}`, variables, clauses };
}

export function pigeonhole(pigeons: number, holes: number): Formula {
  const b = new FormulaBuilder();
  const sits = Array.from({ length: pigeons }, () => b.freshMany(holes));
  for (const row of sits) b.add(...row);
  for (let h = 0; h < holes; h++)
    for (let p = 0; p < pigeons; p++) for (let q = 0; q < p; q++) b.add(negate(sits[p][h]), negate(sits[q][h]));
  return b.finish(`pigeonhole-${pigeons}-${holes}`);
}

/** Random equations over GF(2), `width` variables each. */
export function parity(rng: Rng, variables: number, equations: number, width: number): Formula {
  const b = new FormulaBuilder();
  const all = b.freshMany(variables);
  for (let i = 0; i < equations; i++) b.parity(rng.shuffle(all).slice(0, width), rng.chance(0.5));
  return b.finish(`parity-${variables}-${equations}-${width}`);
}

export function colouring(rng: Rng, nodes: number, edges: number, colours: number): Formula {
  const b = new FormulaBuilder();
  const colour = Array.from({ length: nodes }, () => b.freshMany(colours));
  for (const c of colour) b.add(...c);
  for (let i = 0; i < edges; i++) {
    const from = rng.below(nodes);
    const to = (from + 1 + rng.below(nodes - 1)) % nodes;
    for (let c = 0; c < colours; c++) b.add(negate(colour[from][c]), negate(colour[to][c]));
  }
  return b.finish(`colouring-${nodes}-${edges}-${colours}`);
}

/** Two multipliers that add their rows in different orders differ somewhere: contradictory. With `broken`, one bit is inverted when another is set. */
export function multiplierEquivalence(bits: number, broken = false): Formula {
  const b = new FormulaBuilder();
  const x = b.freshMany(bits);
  const y = b.freshMany(bits);
  const zero = b.fresh();
  b.add(negate(zero));
  const add = (p: readonly Literal[], q: readonly Literal[]): Literal[] => {
    let carry = zero;
    return p.map((_, i) => {
      const half = b.xor(p[i], q[i]);
      const sum = b.xor(half, carry);
      carry = b.or(b.and(p[i], q[i]), b.and(half, carry));
      return sum;
    });
  };
  const multiply = (p: readonly Literal[], q: readonly Literal[]): Literal[] => {
    let sum = Array.from({ length: 2 * bits }, () => zero);
    for (let i = 0; i < bits; i++) {
      const row = sum.map((_, j) => (j >= i && j < i + bits ? b.and(p[i], q[j - i]) : zero));
      sum = add(sum, row);
    }
    return sum;
  };
  const left = multiply(x, y);
  const right = multiply(y, x);
  if (broken) right[bits] = b.xor(right[bits], b.and(x[bits - 1], y[bits - 1]));
  b.add(...left.map((l, i) => b.xor(l, right[i])));
  return b.finish(`multiplier-${bits}${broken ? "-broken" : ""}`);
}

/**
 * Total orders encoded by clauses: a variable per pair, transitivity per triple; in addition, chains (threads) and random disjunctions of order
 * facts across chains, as interleaving constraints have them.
 */
export function orderEncoding(rng: Rng, chains: number, length: number, constraints: number, width: number): Formula {
  const b = new FormulaBuilder();
  const events = chains * length;
  const before = Array.from({ length: events }, () => new Array<Literal>(events).fill(0));
  for (let i = 0; i < events; i++)
    for (let j = 0; j < i; j++) {
      before[j][i] = b.fresh();
      before[i][j] = negate(before[j][i]);
    }
  for (let i = 0; i < events; i++)
    for (let j = 0; j < events; j++)
      for (let k = 0; k < events; k++) if (i !== j && j !== k && i !== k && i < k) b.add(before[j][i], before[k][j], before[i][k]);
  for (let c = 0; c < chains; c++) for (let i = 1; i < length; i++) b.add(before[c * length + i - 1][c * length + i]);
  for (let n = 0; n < constraints; n++) {
    const clause: Literal[] = [];
    while (clause.length < width) {
      const from = rng.below(events);
      const to = rng.below(events);
      if (Math.floor(from / length) !== Math.floor(to / length)) clause.push(before[from][to]);
    }
    b.add(...clause);
  }
  return b.finish(`order-${chains}x${length}-${constraints}`);
}

export function toDimacsText(formula: { readonly variables: number; readonly clauses: readonly (readonly Literal[])[] }): string {
  const lines = formula.clauses.map((c) => `${c.map((l) => (l & 1 ? -((l >> 1) + 1) : (l >> 1) + 1)).join(" ")} 0`);
  return `p cnf ${formula.variables} ${formula.clauses.length}\n${lines.join("\n")}\n`;
}
