// What terms cannot express takes the values of the runs: such programs, which the staged engine refuses, are proved if the values do not depend on
// anything unseen, and searched otherwise.

import { expect, test } from "vitest";
import { checkText } from "../../../run.ts";

const program = (globals: string, work: string, end: string): string => `#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;
${globals}
static void *work(void *p) { long id = (long)p; (void)id; ${work} return p; }
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  ${end}
  return 0;
}
`;

/** After both threads the sum is 303, or something less if additions are lost; which numbers these are is not known without solving. */
const add = "pthread_mutex_lock(&m); sum = sum * 2 + 101; pthread_mutex_unlock(&m);";
const lossy = "long s = sum; sum = s * 2 + 101;";

const programs: [what: string, text: string, verdict: "safe" | "unsafe"][] = [
  ["a quotient", program("", add, "assert(sum / 2.0 == 151.5);"), "safe"],
  ["a quotient of a sum that may be lost", program("", lossy, "assert(sum / 2.0 == 151.5);"), "unsafe"],
  ["a bound on it", program("", lossy, "assert(sum / 2.0 >= 50.5);"), "safe"],
  [
    "a branch by a floating-point number",
    program("static int x;", `${add} if ((double)sum * 0.5 > 100.0) x++;`, "assert(x <= 2);"),
    "safe",
  ],
  ["a square root", program("", add, "double r = sqrt((double)sum); assert(r > 17.4 && r < 17.5);"), "safe"],
  [
    "the length of a block",
    program("static char a[400], b[400];", add, "memset(a, 1, 400); memcpy(b, a, (size_t)sum); assert(b[302] == 1 && b[303] == 0);"),
    "safe",
  ],
  ["text made of a number", program("", add, 'char s[32]; sprintf(s, "%ld", sum); assert(strcmp(s, "303") == 0);'), "safe"],
  [
    "text made of a number that may be lost",
    program("", lossy, 'char s[32]; sprintf(s, "%ld", sum); assert(strcmp(s, "303") == 0);'),
    "unsafe",
  ],
];

test.each(programs)("%s", async (_, text, verdict) => {
  const staged = await checkText(text, "staged", ["assert"]);
  expect([staged.verdict, staged.properties[0]?.unknown?.code]).toEqual(["unknown", "RVL205"]);
  const report = await checkText(text, "guided", ["assert"]);
  expect(report.properties[0]?.unknown?.reason ?? report.verdict).toBe(verdict);
});

test("a number made of any input is searched, and stays open", async () => {
  const text = program("", "", "float f = (float)__VERIFIER_nondet_int(); assert(f != 3.0f);");
  const { properties } = await checkText(text, "guided", ["assert"], { maxRuns: 5 });
  expect(properties[0]?.unknown?.code).toBe("RVL304");
});
