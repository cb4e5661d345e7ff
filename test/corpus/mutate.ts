// npm run library:mutate [-- NAME …]: finds, for every modelled library function, a program with a different outcome if the function
// does nothing and returns zero, and records it in test/corpus/mutations.json. A recorded program that still notices is kept. Fails if
// no program notices a function, unless the model itself does nothing.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IrCache } from "../../src/apps/clang/cache.ts";
import { projectFolder } from "./collection.ts";
import { type LibraryFunction, libraryFunctions } from "./library-functions.ts";
import { Mutator, type Observer, observers } from "./mutation.ts";

const path = join(projectFolder, "test/corpus/mutations.json");
const recorded = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
const names = process.argv.slice(2);
const functions = libraryFunctions().filter((f) => !f.doesNothing);
const mutator = new Mutator(new IrCache());
const programs = await inOrderOfBreadth(observers());

const found: Record<string, string> = {};
const unnoticed: string[] = [];
for (const f of functions) {
  const program = names.length === 0 || names.includes(f.name) ? await noticing(f) : (recorded[f.name] ?? null);
  if (program === null) unnoticed.push(f.name);
  else found[f.name] = program;
}
const entries = Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(path, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
console.log(`${entries.length} functions are noticed${unnoticed.length === 0 ? "" : `; by no program: ${unnoticed.join(" ")}`}`);
process.exit(unnoticed.length === 0 ? 0 : 1);

async function noticing(f: LibraryFunction): Promise<string | null> {
  const before = programs.filter((p) => p.file === recorded[f.name]);
  for (const program of [...before, ...programs]) if ((await mutator.difference(program, f)) !== null) return program.file;
  return null;
}

/** Conformance programs first, and of those the ones that use the fewest library functions: they test each of them most. */
async function inOrderOfBreadth(all: readonly Observer[]): Promise<Observer[]> {
  const ranked: { observer: Observer; breadth: number }[] = [];
  for (const observer of all)
    ranked.push({ observer, breadth: (observer.kind === "conformance" ? 0 : 1e6) + (await mutator.breadth(observer)) });
  return ranked.sort((a, b) => a.breadth - b.breadth).map(({ observer }) => observer);
}
