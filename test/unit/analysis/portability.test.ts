// Notes about functions that glibc protects and POSIX does not: once per function, at its first call, in programs with several threads.

import { expect, test } from "vitest";
import { findPortabilityNotes } from "../../../src/analysis/portability.ts";
import { compileText } from "../../run.ts";

const notes = async (body: string, main = "pthread_t t;\n  pthread_create(&t, 0, f, 0);"): Promise<string[]> => {
  const program = await compileText(`#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *f(void *arg) {
  ${body}
  return arg;
}
int main(void) {
  (void)f;
  ${main}
  return 0;
}
`);
  return findPortabilityNotes(program).map(({ name, at }) => `${name} ${program.positions[at]?.line}`);
};

test("names the first call of each function", async () => {
  expect(await notes("rand();\n  rand();\n  (void)strerror(1);")).toEqual(["rand 5", "strerror 7"]);
});

test("is silent about a program with one thread", async () => {
  expect(await notes("rand();", "f(0);")).toEqual([]);
});

test("is silent about a function of the program's own", async () => {
  const own = "return arg;\n}\nint rand(void) {\n  return 4;\n}\nvoid *g(void *arg) {\n  rand();";
  expect(await notes(own, "pthread_t t;\n  pthread_create(&t, 0, g, 0);")).toEqual([]);
});
