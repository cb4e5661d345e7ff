// Main after pthread_exit: its cleanup handlers and key destructors run while its locals are alive, then the locals end. Exit handlers and
// other threads that still use one cause a memory error.

import { expect, test } from "vitest";
import { verdictOf } from "../../verdicts.ts";

const program = (globals: string, main: string): string => `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static void *reads(void *p) { return (void *)(long)*(int *)p; }
static void *ends(void *p) { return p; }
${globals}
int main(void) {
  int v = 1;
  pthread_t t;
  (void)reads, (void)ends, (void)t;
  ${main}
  return v;
}
`;

test.each([
  ["a thread reads the local of main", "", "pthread_create(&t, 0, reads, &v); pthread_exit(0);"],
  [
    "a thread writes the local of a function that main has called",
    "static void leave(void *(*f)(void *)) { pthread_t t; int w = 2; pthread_create(&t, 0, f, &w); pthread_exit(0); }",
    "leave(reads);",
  ],
  [
    "an exit handler reads the local of main",
    "static int *q; static void look(void) { assert(*q == 1); }",
    "q = &v; atexit(look); pthread_create(&t, 0, ends, 0); pthread_exit(0);",
  ],
])("unsafe: %s", async (_, globals, main) => {
  expect(await verdictOf(program(globals, main), "memory")).toBe("unsafe: use-after-return");
});

test.each([
  ["the thread is joined first", "", "pthread_create(&t, 0, reads, &v); pthread_join(t, 0); pthread_exit(0);"],
  [
    "the thread has read it by then",
    "static sem_t s; static void *tells(void *p) { int x = *(int *)p; sem_post(&s); return (void *)(long)x; }",
    "sem_init(&s, 0, 0); pthread_create(&t, 0, tells, &v); sem_wait(&s); pthread_exit(0);",
  ],
  ["the variable is static", "", "static int w = 1; pthread_create(&t, 0, reads, &w); pthread_exit(0);"],
  [
    "a cleanup handler reads it",
    "static void look(void *p) { assert(*(int *)p == 1); }",
    "pthread_create(&t, 0, ends, &v); pthread_cleanup_push(look, &v); pthread_exit(0); pthread_cleanup_pop(0);",
  ],
  [
    "the destructor of a key reads it",
    "static pthread_key_t k; static void look(void *p) { assert(*(int *)p == 1); }",
    "pthread_key_create(&k, look); pthread_setspecific(k, &v); pthread_create(&t, 0, ends, 0); pthread_exit(0);",
  ],
  [
    "an exit handler has locals of its own",
    "static int *q; static void look(void) { int w = 1; q = &w; assert(*q == 1); }",
    "q = &v; atexit(look); pthread_create(&t, 0, ends, 0); pthread_exit(0);",
  ],
])("safe: %s", async (_, globals, main) => {
  const text = program(globals, main);
  expect([await verdictOf(text, "memory"), await verdictOf(text, "assert")]).toEqual(["safe", "safe"]);
});
