// Happens-before beyond locks. What a section of the program publishes if it writes a word and then a byte of it: everything it
// knows at its end, whichever byte is read. And exit handlers, which run in the thread that calls exit.

import { expect, test } from "vitest";
import { explore } from "../../../src/engines/explore/explore.ts";
import { checkText, compileText, engineTask } from "../../run.ts";

test.each([
  ["waits for the writer of x", "__VERIFIER_assume(z == 1);", false],
  ["does not wait", "", true],
] as const)("a section that %s", async (_, wait, races) => {
  const text = `#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
static int x, y, z;
static union { unsigned word; unsigned char bytes[4]; } u;
static void *first(void *a) { x = 1; __VERIFIER_atomic_begin(); z = 1; __VERIFIER_atomic_end(); return a; }
static void *second(void *a) {
  __VERIFIER_atomic_begin(); u.word = 0x01010101; u.bytes[0] = 2; ${wait} __VERIFIER_atomic_end();
  return a;
}
static void *third(void *a) {
  __VERIFIER_atomic_begin(); int seen = u.bytes[3]; __VERIFIER_atomic_end();
  if (seen) y = x;
  return a;
}
int main(void) {
  pthread_t r, s, t;
  pthread_create(&r, 0, first, 0);
  pthread_create(&s, 0, second, 0);
  pthread_create(&t, 0, third, 0);
  pthread_join(r, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
`;
  expect(await verdict(text)).toBe(races ? "candidate" : "covered");
});

test.each([
  ["before", "x = 1; atexit(handler);", false],
  ["after", "atexit(handler); x = 1;", true],
] as const)("what was done %s a handler was registered", async (_, body, races) => {
  const text = `#include <pthread.h>
#include <stdlib.h>
static int x, y;
static void handler(void) { y = x; }
static void *registrar(void *a) { ${body} return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, registrar, 0); return 0; }
`;
  expect(await verdict(text)).toBe(races ? "candidate" : "covered");
});

test("a fill of more than 2^27 bytes", async () => {
  const text = `#include <string.h>
static char a[140000000];
int main(void) { memset(a, 1, sizeof a); return a[sizeof a - 1] != 1; }
`;
  expect(await verdict(text)).toBe("covered");
});

const inOrder = (first: string, second: string): string => `#include <pthread.h>
#include <stdatomic.h>
static atomic_int order;
static _Atomic int a;
static int x;
static void *t1(void *arg) { ${first} atomic_store_explicit(&order, 1, memory_order_relaxed); return arg; }
static void *t2(void *arg) { if (atomic_load_explicit(&order, memory_order_relaxed)) { ${second} } return arg; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, t1, 0);
  pthread_create(&t, 0, t2, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
`;

// A relaxed atomic makes the second thread run after the first in every relevant run: only the statements order the two.
test.each([
  ["nothing", "x = 1;", "x = 2;", true],
  ["release and acquire", "x = 1; atomic_store(&a, 1);", "if (atomic_load(&a)) x = 2;", false],
  ["a relaxed load", "x = 1; atomic_store(&a, 1);", "if (atomic_load_explicit(&a, memory_order_relaxed)) x = 2;", true],
  ["a plain write before the release that is acquired", "*(int *)&a = 5; atomic_store(&a, 1);", "atomic_load(&a);", false],
  ["a plain write before a relaxed store", "*(int *)&a = 5; atomic_store_explicit(&a, 1, memory_order_relaxed);", "atomic_load(&a);", true],
] as const)("after %s", async (_, first, second, races) => {
  expect(await verdict(inOrder(first, second))).toBe(races ? "candidate" : "covered");
});

async function verdict(text: string): Promise<string | undefined> {
  const { findings } = await explore.run(engineTask(await compileText(text), ["race"]));
  return findings.get("race")?.kind;
}

test("a race on memory of alloca is not called one on a constant", async () => {
  const text = `#include <alloca.h>
#include <pthread.h>
static void *set(void *a) { *(int *)a = 1; return a; }
int main(void) {
  int *block = alloca(8);
  pthread_t t;
  pthread_create(&t, 0, set, block + 1);
  block[1] = 2;
  pthread_join(t, 0);
}
`;
  const { worst } = await checkText(text, "explore", ["race"]);
  expect(worst.evidence?.violation.message).toContain("of a temporary + 4 by");
});

test.each([
  ["freed", "free(shared);"],
  ["overwritten", "memset(shared, 0, sizeof *shared);"],
] as const)("a race on one member of what is %s names that member", async (_, end) => {
  const text = `#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct entry { char *key; int type; long more; };
static struct entry *shared;
static void *reader(void *a) { int type = shared->type; return a; }
int main(void) {
  pthread_t t;
  shared = calloc(1, sizeof *shared);
  pthread_create(&t, 0, reader, 0);
  ${end}
  pthread_join(t, 0);
}
`;
  const { worst } = await checkText(text, "explore", ["race"]);
  expect(worst.evidence?.violation.message).toMatch(/(read|write) of entry\.type by thread . and (read|write) of entry\.type by thread/);
});

test("a heap object is named by the structure that it is, not by its first member", async () => {
  const text = `#include <pthread.h>
#include <stdlib.h>
struct list { struct list *next, *previous; };
struct holder { struct list all; long pad, count; };
static struct holder *shared;
static void begin(struct list *l) { l->next = l->previous = l; }
static void *set(void *a) { shared->count = 1; return a; }
int main(void) {
  pthread_t t;
  begin(malloc(sizeof *shared));
  struct list *head = malloc(sizeof *shared);
  begin(head);
  shared = (struct holder *)head;
  pthread_create(&t, 0, set, 0);
  shared->count = 2;
  pthread_join(t, 0);
}
`;
  const { worst } = await checkText(text, "explore", ["race"]);
  expect(worst.evidence?.violation.message).toContain("of holder.count by");
});
