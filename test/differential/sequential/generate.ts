// A random sequential C program from a seed. In: a seed and a data model. Out: the program's tree, free of undefined and
// unspecified behaviour by construction, that prints intermediate values and a checksum. A program is a few global objects, pure
// functions, and a handful of gadgets (each for one part of the language) in separate functions, which random
// statements and expressions fill up.

import { Rng } from "../../../src/support/rng.ts";
import { anyExpr } from "./expressions.ts";
import { defineFunction, makePureFunction, randomScalar, scalarParam } from "./functions.ts";
import * as aggregates from "./gadgets/aggregates.ts";
import * as control from "./gadgets/control.ts";
import * as extensions from "./gadgets/extensions.ts";
import * as library from "./gadgets/library.ts";
import * as memory from "./gadgets/memory.ts";
import * as scalars from "./gadgets/scalars.ts";
import { checksumItem, Generator } from "./generator.ts";
import { print, printPlaces } from "./output.ts";
import { declareLocal, statements, switchOver } from "./statements.ts";
import { expr, type Item, item, join, type Program, render, type Stmt, stmt } from "./tree.ts";
import type { DataModel } from "./types.ts";

export type Gadget = (g: Generator) => Stmt[];

export const gadgets: readonly Gadget[] = [
  aggregates.structByValue,
  aggregates.structByValue,
  aggregates.structPointers,
  aggregates.bitFields,
  aggregates.bitFields,
  aggregates.unionPunning,
  aggregates.unionPunning,
  aggregates.layout,
  aggregates.scalarLayout,
  aggregates.compoundLiterals,
  aggregates.flexibleArray,
  control.recursion,
  control.functionPointers,
  control.variadic,
  control.variadic,
  control.computedGoto,
  control.nonLocalJump,
  control.duffsDevice,
  control.enums,
  control.manyArguments,
  (g) => [switchOver(g, 2), switchOver(g, 1)],
  extensions.objects,
  extensions.addresses,
  extensions.anonymousMembers,
  extensions.gnuExtensions,
  extensions.constructors,
  extensions.nestedExit,
  library.mathematics,
  library.characters,
  library.sorting,
  library.sortRecords,
  library.memoryFunctions,
  library.formatting,
  library.formatting,
  memory.arrays,
  memory.arrays,
  memory.pointers,
  memory.pointerParameters,
  memory.variableLength,
  memory.allocaBlock,
  memory.heap,
  memory.linkedList,
  memory.globalsWithInitialisers,
  memory.strings,
  scalars.integers,
  scalars.conversions,
  scalars.wideArithmetic,
  scalars.int128,
  scalars.floats,
  scalars.floatFormats,
  scalars.builtins,
  scalars.longChain,
  scalars.sideEffects,
  scalars.atomics,
  scalars.volatiles,
  scalars.genericSelection,
];

/** What programs are made of, and how large they are. */
export interface Recipe {
  readonly gadgets: readonly Gadget[];
  /** Gadgets are added until the program has a number of lines between these two. */
  readonly shortest: number;
  readonly longest: number;
  /** Sometimes the last gadget is too long; then the program is discarded. */
  readonly tooLong: number;
  readonly floats?: boolean;
}

const usual: Recipe = { gadgets, shortest: 150, longest: 240, tooLong: 300 };

export function generate(seed: number, model: DataModel, recipe = usual): Program {
  const seeds = new Rng(seed);
  for (;;) {
    const program = assemble(new Generator(seeds.fork(), model, recipe.floats), recipe);
    if (countLines(program.items) <= recipe.tooLong) return program;
  }
}

function assemble(g: Generator, recipe: Recipe): Program {
  const { rng } = g;
  const target = rng.between(recipe.shortest, recipe.longest);
  for (let i = rng.between(1, 4); i > 0; i--) memory.globalScalar(g);
  for (let i = rng.between(1, 2); i > 0; i--) memory.constantTable(g);
  for (let i = rng.between(1, 3); i > 0; i--) makePureFunction(g);
  const calls: Stmt[] = [];
  let total = 0;
  const order = rng.shuffle(recipe.gadgets);
  for (let lines = 0, counted = 0; order.length > 0 && lines < target && total < 60_000; ) {
    // Towards the end one at a time, to avoid exceeding the limit.
    const { call, cost } = frame(g, order.splice(0, lines > 90 ? 1 : rng.between(1, 3)));
    calls.push(call);
    total += cost;
    lines += countLines(g.items.slice(counted));
    counted = g.items.length;
  }
  const main = mainFunction(g, calls);
  return { model: g.model, items: [...prologue(g), ...g.items, main] };
}

/** Puts gadgets into a separate function, with locals before them and random statements after them. */
function frame(g: Generator, chosen: readonly Gadget[]): { call: Stmt; cost: number } {
  const { rng } = g;
  const name = g.fresh("part");
  const result = randomScalar(g);
  const types = Array.from({ length: rng.below(3) }, () => randomScalar(g));
  const cost = defineFunction(g, { name, result: result.name, params: types.map((type) => scalarParam(g, type)), pure: false }, () => {
    const locals = Array.from({ length: rng.between(1, 2) }, () => declareLocal(g));
    const own = g.scope.places.slice(-locals.length);
    const body = chosen.flatMap((gadget) => gadget(g));
    const more = statements(g, rng.between(1, 2), rng.between(0, 2));
    return [...locals, ...body, ...more, printPlaces(g, own), stmt`return ${anyExpr(g, 2, result)};`];
  });
  const call = g.inFunction(false, () => {
    const args = g.unsequenced(types.map((type) => () => anyExpr(g, 1, type)));
    return print(g, name, [() => expr(result, null, [`${name}(`, join(args), ")"])]);
  }).result;
  return { call, cost };
}

function mainFunction(g: Generator, calls: readonly Stmt[]): Item {
  const { before, last } = library.ending(g);
  const body = g.block(() => [...before, ...calls, stmt`printf("checksum %llx\\n", checksum);`, last]);
  return item`int main(void) ${body}`;
}

function prologue(g: Generator): Item[] {
  const headers = [...g.includes].sort().map((name) => item`#include <${name}>`);
  return [...headers, checksumItem(), ...g.helpers.values()];
}

function countLines(items: readonly Item[]): number {
  return render({ model: "lp64", items }).split("\n").length - 1;
}
