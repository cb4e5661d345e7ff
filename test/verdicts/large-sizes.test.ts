// Objects of arbitrary size (skeleton/extents.ts): the bound on the size is limited, in both data models. A bound above the limit was laid out beyond the 32-bit
// address space, which was an internal error; now the larger sizes count as not covered.

import { expect, test } from "vitest";
import { runStaged } from "../../src/engines/staged/staged.ts";
import { maxObjectBound } from "../../src/skeleton/extents.ts";
import { compileText, engineTask } from "../run.ts";

const program = (limit: string): string => `#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > ${limit}) return 0;
  char *p = malloc(n);
  if (p != NULL) p[0] = 1;
  free(p);
  return 0;
}
`;

const check = async (limit: string, dataModel: "lp64" | "ilp32", unwind: number | null) => {
  const result = await runStaged(engineTask(await compileText(program(limit), dataModel), ["memory"], { unwind }));
  const finding = result.findings.get("memory");
  const said = finding?.kind === "covered" ? [finding.scope.complete ? "safe" : "bounded", finding.scope.unwind] : [finding?.kind];
  return [...said, finding?.kind === "unknown" ? finding.unknown.code : null];
};

const most = maxObjectBound;
test.each(["lp64", "ilp32"] as const)("%s", async (dataModel) => {
  // With 32 bits these are all sizes; with 64 bits the program allocates no larger ones.
  expect(await check("4294967295u", dataModel, 2 ** 27)).toEqual(["unknown", "RVL205"]);
  expect(await check("4294967295u", dataModel, 2 ** 28)).toEqual(["unknown", "RVL205"]);
  expect(await check("4294967295u", dataModel, most)).toEqual(["bounded", most, null]);
  expect(await check(`${16 * most}u`, dataModel, most)).toEqual(["safe", null, null]);
  expect(await check(`${16 * most}u`, dataModel, 2 ** 28)).toEqual(["safe", null, null]);
  expect(await check(`${16 * most + 1}u`, dataModel, 2 ** 28)).toEqual(["unknown", "RVL205"]);
});

test("bounds that are raised stop there", async () => {
  expect(await check("4294967295u", "ilp32", null)).toEqual(["bounded", 2, null]);
});

test("an index that may be any of very many is not laid out", async () => {
  const text = `unsigned __VERIFIER_nondet_uint(void);
static char table[1 << 27];
int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 1 << 27) return 0; table[i] = 1; return 0; }`;
  expect((await runStaged(engineTask(await compileText(text), ["memory"]))).findings.get("memory")?.kind).toBe("candidate");
});

test("an index whose bound is beyond 2^53 reaches every element that it may", async () => {
  const text = `unsigned long __VERIFIER_nondet_ulong(void);
static char table[16];
static void *read(void *arg) { assert(table[8] == 0); return arg; }
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n >= 9007199254740984ul && n < 9007199254740993ul) table[n - 9007199254740984ul] = 1;
  pthread_t t;
  pthread_create(&t, 0, read, 0);
  pthread_join(t, 0);
  return 0;
}`;
  const { findings } = await runStaged(engineTask(await compileText(`#include <assert.h>\n#include <pthread.h>\n${text}`), ["assert"]));
  expect(findings.get("assert")?.kind).toBe("candidate");
});
