// Random programs of atomic sections. In: a seed. Out: a tree (tree.ts). A theme, drawn first, says what the sections do most: change a bounded resource, set flags, wait, or copy.

import { Rng } from "../../../src/support/rng.ts";
import { type Condition, type Expression, locals, type Name, type Program, type Statement, shared, type Type, types } from "./tree.ts";

const themes = ["resource", "flags", "copies", "any"] as const;
type Theme = (typeof themes)[number];

export function generate(seed: number): Program {
  const rng = new Rng(seed);
  const theme = rng.pick(themes);
  const threads = rng.weighted([
    [2, 2],
    [5, 3],
    [2, 4],
  ]);
  const most = threads === 4 ? 2 : 3;
  const isSmall = rng.chance(0.7);
  const type = (): Type => (isSmall ? rng.pick(["signed char", "unsigned char"] as const) : rng.pick(Object.keys(types) as Type[]));
  const draw = new Drawing(rng, theme, isSmall);
  const bodies = Array.from({ length: threads }, () => Array.from({ length: rng.between(1, most) }, () => draw.section()));
  // Threads that do the same are compared by the same formulas.
  if (rng.chance(0.3)) bodies[1] = bodies[0] as (typeof bodies)[number];
  return {
    types: shared.map(type),
    first: shared.map(() => (rng.chance(0.7) ? 0 : rng.between(0, 3))),
    threads: bodies,
    end: rng.chance(0.6) ? draw.condition(rng.pick(shared)) : null,
  };
}

class Drawing {
  constructor(
    readonly rng: Rng,
    readonly theme: Theme,
    readonly isSmall: boolean,
  ) {}

  section(): Statement[] {
    const { rng, theme } = this;
    const list: Statement[] = [];
    if (rng.chance(theme === "flags" ? 0.35 : 0.12)) list.push({ kind: "assume", condition: this.condition(this.#sharedName()) });
    const count = rng.weighted([
      [5, 1],
      [3, 2],
    ]);
    for (let i = 0; i < count; i++) list.push(this.#statement(0));
    return list;
  }

  condition(left: Name): Condition {
    const { rng, theme } = this;
    const comparison =
      theme === "resource" && rng.chance(0.7) ? rng.pick(["<=", ">="] as const) : rng.pick(["==", "!=", "<=", ">="] as const);
    return { left, comparison, right: this.#number(theme === "resource" ? 0.4 : 0.1) };
  }

  #statement(depth: number): Statement {
    const { rng, theme } = this;
    const kind = rng.weighted<"set" | "assert" | "if">([
      [6, "set"],
      [theme === "resource" ? 3 : 1, "assert"],
      [depth > 0 ? 0 : 2, "if"],
    ]);
    const about = rng.chance(0.75) ? this.#sharedName() : rng.pick(locals);
    if (kind === "assert") return { kind, condition: this.condition(about) };
    if (kind === "if") {
      const other = rng.chance(0.4) ? [this.#statement(1)] : [];
      return { kind, condition: this.condition(about), then: [this.#statement(1)], else: other };
    }
    return { kind, ...this.#assignment() };
  }

  #assignment(): { readonly to: Name; readonly value: Expression } {
    const { rng, theme } = this;
    const to = this.#sharedName();
    if (theme === "copies" && rng.chance(0.6))
      return rng.chance(0.5)
        ? { to: rng.pick(locals), value: this.#expression(this.#sharedName()) }
        : { to, value: this.#expression(rng.pick(locals)) };
    if (theme === "flags" || (theme === "any" && rng.chance(0.4))) return { to, value: { of: null, times: 1, plus: rng.between(0, 2) } };
    if (theme === "any" && rng.chance(0.3)) return { to, value: this.#expression(this.#sharedName()) };
    return { to, value: this.#expression(to) };
  }

  #expression(of: Name): Expression {
    const times = this.rng.weighted([
      [8, 1],
      [2, 2],
      [1, 3],
    ]);
    return { of, times, plus: times > 1 && this.rng.chance(0.6) ? 0 : this.#number(0.25) };
  }

  /** A resource is one variable, mostly. */
  #sharedName(): Name {
    return this.theme === "resource" && this.rng.chance(0.75) ? "x" : this.rng.pick(shared);
  }

  #number(large: number): number {
    const { rng } = this;
    if (!rng.chance(large)) return rng.between(-1, 3);
    return this.isSmall ? rng.pick([-128, -127, -100, -64, 63, 100, 126, 127, 200, 254, 255]) : rng.pick([-40, 30, 127, 128, 255, 32767]);
  }
}
