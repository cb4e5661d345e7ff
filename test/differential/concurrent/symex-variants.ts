// Which variants of symex meet a program of the campaign. In: the seed of the program. Out: all twelve combinations of reduction and pruning, each with other settings: what is
// checked, slices, branches, the size of the table, symmetry (not with dpor). These are drawn for each program and combination, so that all of them occur equally often.
//
// All settings of all combinations would be more than 200 searches a program. Races are looked for without pruning: only there are they asked for.

import { type Pruning, prunings, reductions, type SymexReduction } from "../../../src/engines/symex/options.ts";
import type { Property } from "../../../src/execution/errors.ts";
import { Rng } from "../../../src/support/rng.ts";
import type { TaskChanges } from "../../run.ts";
import { compared } from "./compare.ts";

export interface SymexVariant {
  readonly name: string;
  readonly engine: "symex";
  readonly task: TaskChanges;
  readonly properties: readonly Property[];
  readonly countedAs: readonly string[];
}

/** A table so small that entries are lost. */
const smallTable = 16;

export function symexVariants(seed: number): readonly SymexVariant[] {
  const rng = new Rng(seed + 7_000_003);
  return allCombinations((reduce, prune) => drawn(rng, reduce, prune, rng.pick(reduce === "pdpor" ? propertyDrivenAims : aims)));
}

/** The same where only assertions are asked for. */
export function assertingVariants(seed: number): readonly SymexVariant[] {
  const rng = new Rng(seed + 9_000_011);
  return allCombinations((reduce, prune) => drawn(rng, reduce, prune, alone("assert", rng.chance(0.5))));
}

const allCombinations = (of: (reduce: SymexReduction, prune: Pruning) => SymexVariant): readonly SymexVariant[] =>
  reductions.flatMap((reduce) => prunings.map((prune) => of(reduce, prune)));

function drawn(rng: Rng, reduce: SymexReduction, prune: Pruning, aim: Aim): SymexVariant {
  const branches = rng.pick(["merge", "fork"] as const);
  const table = rng.pick([null, smallTable]);
  const symmetry = reduce === "dpor" || rng.chance(0.5) ? null : "program";
  const settings = [
    aim.name,
    `branches ${branches}`,
    ...(prune === "none" ? [] : [table === null ? "default table" : `table ${table}`]),
    ...(aim.name === "assert" && reduce !== "pdpor" ? [aim.slice ? "slice" : "no slice"] : []),
    ...(symmetry === null ? [] : ["symmetry"]),
  ];
  const combination = `symex, ${reduce}, ${prune}`;
  return {
    name: [combination, ...settings].join(", "),
    engine: "symex",
    task: { reduce, prune, branches, table: prune === "none" ? null : table, slice: aim.slice, symmetry },
    properties: aim.properties.filter((p) => p !== "race" || prune === "none"),
    countedAs: [combination, ...settings],
  };
}

interface Aim {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly slice: boolean;
}

const alone = (property: Property, slice = true): Aim => ({ name: property, properties: [property], slice });

/** Formulas that say less leave out more: half of the searches are for assertions alone, and half of these with slices. */
const aims: readonly Aim[] = [
  { name: "all properties", properties: compared, slice: true },
  alone("assert"),
  alone("assert", false),
  { name: "values", properties: ["memory", "overflow"], slice: true },
];

/** A property at a time: what is chosen for one says nothing about others. */
const propertyDrivenAims: readonly Aim[] = [
  alone("assert"),
  alone("assert"),
  { name: "assert, race", properties: ["assert", "race"], slice: true },
  alone("memory"),
  alone("overflow"),
];
