// Function definitions: random functions without effects, which expressions then call, and the frame that gadgets put
// their code in.

import { anyExpr } from "./expressions.ts";
import { type Generator, type Place, type PureFunction, place } from "./generator.ts";
import { declareLocal, statements } from "./statements.ts";
import { item, type Stmt, stmt, tagged } from "./tree.ts";
import { doubleType, floatType, type Scalar } from "./types.ts";

export interface Param {
  readonly text: string;
  readonly places: readonly Place[];
}

export function scalarParam(g: Generator, type: Scalar): Param {
  const name = g.fresh("a");
  return { text: `${type.name} ${name}`, places: [place(type, () => [name], { key: name })] };
}

interface Header {
  readonly name: string;
  readonly result: string;
  readonly params: readonly Param[];
  readonly pure: boolean;
  readonly qualifiers?: string;
  readonly variadic?: boolean;
}

/** Writes a function at file scope; returns what a call costs. */
export function defineFunction(g: Generator, header: Header, body: () => readonly Stmt[], ...tags: string[]): number {
  const { result, cost } = g.inFunction(header.pure, () => {
    g.scope.places.push(...header.params.flatMap((p) => p.places));
    return g.block(body);
  });
  const params = header.params.map((p) => p.text).join(", ") || "void";
  g.items.push(
    tagged(
      item`${header.qualifiers ?? "static"} ${header.result} ${header.name}(${params}${header.variadic ? ", ..." : ""}) ${result}`,
      ...tags,
    ),
  );
  return cost;
}

export function randomScalar(g: Generator): Scalar {
  return g.rng.chance(0.78) || !g.floats ? g.intType() : g.rng.pick([floatType, doubleType]);
}

/** A function whose result depends on its arguments and constants alone. */
export function makePureFunction(g: Generator): PureFunction {
  const { rng } = g;
  const name = g.fresh("f");
  const result = randomScalar(g);
  // Now and then more parameters than there are argument registers.
  const count = rng.chance(0.2) ? rng.between(7, 10) : rng.between(1, 4);
  const params = Array.from({ length: count }, () => randomScalar(g));
  const inline = rng.chance(0.35);
  const qualifiers = inline
    ? rng.pick(["static inline", "static inline __attribute__((always_inline))"])
    : rng.pick(["static", "static __attribute__((noinline))", ""]);
  const cost = defineFunction(
    g,
    { name, result: result.name, params: params.map((type) => scalarParam(g, type)), pure: true, qualifiers },
    () => [declareLocal(g), ...statements(g, rng.between(1, 3), 1), stmt`return ${anyExpr(g, 2, result)};`],
    ...(inline ? ["inline"] : []),
  );
  const made: PureFunction = { name, params, result, cost, tags: count > 6 ? ["many parameters"] : [] };
  g.pureFunctions.push(made);
  return made;
}
