// The no-op table: every modelled library function is recorded with a program whose outcome differs without it, and a seeded
// slice of the table is checked. `npm run library:mutate` writes the table again.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Rng } from "../../src/support/rng.ts";
import { projectFolder } from "./collection.ts";
import { libraryFunctions } from "./library-functions.ts";
import { Mutator, observers } from "./mutation.ts";

const functions = libraryFunctions();
const table = JSON.parse(readFileSync(join(projectFolder, "test/corpus/mutations.json"), "utf8")) as Record<string, string>;

describe("the no-op table", () => {
  test("has every function that does something, and no other", () => {
    const wanted = functions.filter((f) => !f.doesNothing).map((f) => f.name);
    expect(Object.keys(table).sort()).toEqual(wanted.sort());
  });

  test("names programs that are there", () => {
    expect([...new Set(Object.values(table))].filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
  });

  test("leaves out only what is made to do nothing", () => {
    const idle = functions.filter((f) => f.doesNothing).map((f) => f.name);
    expect(idle.length).toBeLessThanOrEqual(30);
    expect(idle).toEqual(expect.arrayContaining(["sched_yield", "fflush", "pthread_attr_destroy"]));
    expect(idle).not.toContain("usleep");
  });

  test("every function says how it is modelled", () => {
    expect(functions.filter((f) => f.remark.length < 4).map((f) => `${f.source}:${f.line} ${f.name}`)).toEqual([]);
  });
});

describe("a program notices that a library function does nothing", () => {
  const mutator = new Mutator();
  const programs = new Map(observers().map((o) => [o.file, o]));
  const rng = new Rng(2026);
  const slice = functions.filter((f) => !f.doesNothing);
  for (let i = slice.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [slice[i], slice[j]] = [slice[j], slice[i]];
  }
  test.each(slice.slice(0, 25).map((f) => ({ f, name: f.name, file: table[f.name] ?? "" })))("$name ($file)", async ({ f, file }) => {
    const observer = programs.get(file);
    expect(observer, "is not a program of the collection").toBeDefined();
    if (observer !== undefined) expect(await mutator.difference(observer, f)).not.toBeNull();
  });
});
