// Reads the property files of SV-COMP. In: the text of a `.prp` file. Out: what it asks for, by the competition's names, and the properties of
// Ravel that say something about it. A file is a list of `CHECK( init(main()), LTL(…) )`.

import type { Property } from "../execution/errors.ts";
import { fail } from "../support/diagnostics.ts";

export const subproperties = [
  "unreach-call",
  "no-data-race",
  "no-overflow",
  "valid-free",
  "valid-deref",
  "valid-memtrack",
  "valid-memcleanup",
  "no-deadlock",
] as const;
export type Subproperty = (typeof subproperties)[number];

export interface SvcompTask {
  readonly subproperties: readonly Subproperty[];
  /** The function that must not be called (`unreach-call`). */
  readonly errorFunction: string | null;
  /** The formulas as the competition writes them, for witnesses. */
  readonly specification: string;
}

/** Ravel's property whose violations are looked at. */
export const propertyOf: Readonly<Record<Subproperty, Property>> = {
  "unreach-call": "assert",
  "no-data-race": "race",
  "no-overflow": "overflow",
  "valid-free": "memory",
  "valid-deref": "memory",
  "valid-memtrack": "memory",
  "valid-memcleanup": "leak",
  "no-deadlock": "deadlock",
};

/** A failed assertion ends the process, and what is allocated then is not freed. */
export const propertiesOf = (task: SvcompTask): readonly Property[] => [
  ...new Set([...task.subproperties.map((s) => propertyOf[s]), ...(requiresCleanup(task) ? (["assert"] as const) : [])]),
];

export const requiresCleanup = ({ subproperties }: SvcompTask): boolean => subproperties.includes("valid-memcleanup");

/** Formulas without blanks. */
const formulas: Readonly<Record<string, Subproperty>> = {
  "G!data-race": "no-data-race",
  "G!overflow": "no-overflow",
  "Gvalid-free": "valid-free",
  "Gvalid-deref": "valid-deref",
  "Gvalid-memtrack": "valid-memtrack",
  "Gvalid-memcleanup": "valid-memcleanup",
  "G!deadlock": "no-deadlock",
};

const form = { hint: "write lines such as CHECK( init(main()), LTL(G ! call(reach_error())) )" };

/** `name`: of the file, for messages. Throws RVL106. */
export function parsePropertyFile(text: string, name: string): SvcompTask {
  const whole = text.replace(/\/\/.*$/gm, "").replace(/\s+/g, "");
  if (whole === "") fail("RVL106", `${name} is empty`, form);
  const parts = whole.split(/(?=CHECK\()/);
  const found: Subproperty[] = [];
  let errorFunction: string | null = null;
  for (const part of parts) {
    const [, entry, formula] = /^CHECK\(init\((\w+)\(\)\),LTL\((.+)\)\)$/.exec(part) ?? [];
    if (entry === undefined || formula === undefined) return fail("RVL106", `${name}: ${part.slice(0, 60)} is not a check`, form);
    if (entry !== "main") fail("RVL106", `${name}: programs start in main, not in ${entry}`);
    const [, called] = /^G!call\((\w+)\(\)\)$/.exec(formula) ?? [];
    const known = called === undefined ? (Object.hasOwn(formulas, formula) ? formulas[formula] : undefined) : "unreach-call";
    if (known === undefined)
      return fail("RVL106", `${name}: LTL(${formula}) is not a property that Ravel checks`, {
        hint: `properties: ${subproperties.join(", ")}`,
      });
    if (called !== undefined && errorFunction !== null && errorFunction !== called)
      fail("RVL106", `${name} names two functions that must not be called: ${errorFunction} and ${called}`, {
        hint: "check one at a time",
      });
    errorFunction = called ?? errorFunction;
    found.push(known);
  }
  const task = [...new Set(found)];
  return { subproperties: task, errorFunction, specification: task.map((s) => specificationOf(s, errorFunction)).join("\n") };
}

function specificationOf(s: Subproperty, errorFunction: string | null): string {
  const compact = s === "unreach-call" ? `G!call(${errorFunction}())` : (Object.keys(formulas).find((f) => formulas[f] === s) as string);
  return `CHECK( init(main()), LTL(${compact.replace(/^G(!?)/, (_, not: string) => (not === "" ? "G " : "G ! "))}) )`;
}
