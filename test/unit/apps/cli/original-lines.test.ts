// Reports on preprocessed files name the lines of the original files, with their text if they exist. Witnesses keep the positions of the file that was given.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { originsOf, withShownPositions } from "../../../../src/reports/line-markers.ts";
import { Folder, schemaFaults } from "./command-line.ts";

const folder = new Folder();
afterAll(() => folder.remove());

/** As gcc writes it: the macros `COUNT` and `NULL` of the original are replaced, with markers where lines are divided. */
const preprocessed = `# 1 "count.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "count.c"
# 1 "thread.h" 1
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void reach_error(void);
# 3 "count.c" 2

int count;
static void *add(void *x) { count++; return x; }
int main(void) {
  pthread_t t;
  pthread_create(&t,
# 8 "count.c" 3 4
                    ((void *)0)
# 8 "count.c"
                        , add,
# 8 "count.c" 3 4
                               ((void *)0)
# 8 "count.c"
                                   );
  add(0);
  pthread_join(t, 0); if (count != 2) reach_error();
}
`;

const original = `#include "thread.h"
#define NULL ((void *)0)

int count;
static void *add(void *x) { count++; return x; } // ravel: ignore race: shown by another test
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(0);
  pthread_join(t, 0); if (count != 2) reach_error();
}
`;

test("positions and texts are those of the original; without it, texts are put together", async () => {
  folder.file("pre/count.i", preprocessed);
  folder.file("pre/count.c", original);
  const args = ["check", "pre/count.i", "--property", "assert,race", "--jobs", "1", "--report", "json=r.json", "--witness", "w.json"];
  const { stdout, status } = await folder.ravel(args);
  expect(status).toBe(1);
  expect(stdout).not.toMatch(/count\.i/);
  expect(stdout).toMatch(/^UNSAFE: .* at pre\/count\.c:10:39 in main$/m); // the line has no macro: the column is known
  expect(stdout).toMatch(/ 8 pthread_create\(&t, NULL, add, NULL\)/);
  expect(stdout).toMatch(/^pre\/count\.c:5:34: note RVL512: accepted violation of race: .*; pre\/count\.c:5 says: shown by another test$/m);
  const report = folder.json("r.json") as { files: unknown; violation: { location: object } };
  expect(schemaFaults("report", report)).toEqual([]);
  expect(report.files).toEqual(["pre/count.i"]);
  expect(report.violation.location).toEqual({ file: "pre/count.c", line: 10, column: 39, function: "main" });
  expect(folder.json("w.json")).toMatchObject({ violation: { location: { file: "pre/count.i", line: 26 } } });

  rmSync(join(folder.path, "pre/count.c"));
  const replayed = await folder.ravel(["replay", "w.json"]);
  expect(replayed.stdout).toMatch(/^FAILS: .* at count\.c:10:39 in main$/m);
  expect(replayed.stdout).toMatch(/ 8 pthread_create\(&t, \(\(void \*\)0\) , add, \(\(void \*\)0\) \)/);
});

test("markers say where lines come from", () => {
  expect(originsOf(["int x;", "int y;"])).toBeNull();
  expect(originsOf(['# 7 "a \\"b\\".h" 3', "int x;", "", '#line 2 "c.c"', "int y;", '# 1 "<built-in>"', "int z;"])).toEqual([
    null,
    { file: 'a "b".h', line: 7 },
    { file: 'a "b".h', line: 8 },
    null,
    { file: "c.c", line: 2 },
    null,
    null,
  ]);
});

test("locations and names in texts are replaced, and nothing else", () => {
  const at = (line: number): { file: string; line: number; keeps: (column: number) => boolean } | null =>
    line > 10 ? { file: "a.c", line: line - 10, keeps: (column) => column < 5 } : null;
  const location = { file: "a.i", line: 12, column: 3 };
  const value = {
    first: location,
    second: location,
    far: { file: "a.i", line: 13, column: 9 },
    near: { file: "a.i", line: 2 },
    files: ["a.i:12"],
  };
  const shown = withShownPositions({ ...value, text: "x is called (a.i:12:3) in ba.i:12, a.i:4", none: null }, new Map([["a.i", at]]));
  expect(shown).toEqual({
    first: { file: "a.c", line: 2, column: 3 },
    second: { file: "a.c", line: 2, column: 3 },
    far: { file: "a.c", line: 3 },
    near: { file: "a.i", line: 2 },
    files: ["a.i:12"],
    text: "x is called (a.c:2) in ba.i:12, a.i:4",
    none: null,
  });
  expect(shown.first).toBe(shown.second);
});
