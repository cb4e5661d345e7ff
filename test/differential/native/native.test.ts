// A slice of `npm run native:outputs`: programs of the corpus run natively, and exploration must reach every observation.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readCollection } from "../../corpus/collection.ts";
import { needs } from "../../tools.ts";
import { compareNatively } from "./compare.ts";

const folder = mkdtempSync(join(tmpdir(), "ravel-native-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** With locks, condition variables, atomics, busy waiting, try-locks, a race. */
const chosen = ["safe/trylock-backoff", "safe/timedlock-gives-up", "safe/mcs-lock", "safe/rwlock-try-write", "unsafe/lost-update"];
const { programs } = readCollection();

if (needs("gcc", "native runs of corpus programs") && needs("taskset", "native runs of corpus programs"))
  describe("native runs", () => {
    for (const name of chosen)
      test(`${name}: exploration reaches what is observed`, async () => {
        const program = programs.find((p) => p.name === name);
        if (program === undefined) throw new Error(`${name} is not in the corpus`);
        const result = await compareNatively(program.file, program.text, 15);
        expect(result).toMatchObject({ kind: "compared", unreached: [] });
      });

    const own = (name: string, text: string) => {
      const file = join(folder, `${name}.c`);
      writeFileSync(file, text);
      return compareNatively(file, text, 3);
    };

    test("a value that exploration does not reach is noticed", async () => {
      const result = await own("differs", "#ifdef __clang__\nint x = 1;\n#else\nint x = 2;\n#endif\nint main(void) { return 0; }\n");
      expect(result).toMatchObject({ kind: "compared", observed: 1, reached: 1 });
      expect(result.kind === "compared" && result.unreached.join()).toContain("x=02000000");
    });

    test("a line or an exit status that exploration does not reach is noticed", async () => {
      const main = (value: string): string => `#include <stdio.h>\nint main(void) { puts("one"); ${value} return 0; }\n`;
      for (const [name, native] of [
        ["line", 'puts("two");'],
        ["status", "return 3;"],
        ["abort", "__builtin_abort();"],
      ] as const) {
        const same = await own(`${name}-same`, main(""));
        expect(same).toMatchObject({ unreached: [] });
        const other = await own(name, main(`\n#ifndef __clang__\n${native}\n#endif\n`));
        expect(other.kind === "compared" && other.unreached.length).toBe(1);
      }
    });

    test("a program that cannot be compared has a reason", async () => {
      expect(await own("wild", "int a[2], i = 2;\nint main(void) { return a[i]; }\n")).toEqual({
        kind: "not compared",
        why: "undefined behaviour (out-of-bounds)",
      });
    });
  });
