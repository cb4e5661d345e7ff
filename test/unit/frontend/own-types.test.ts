// Types of the C library that a program declares itself: too small ones are refused by name, where the library would use them.

import { expect, test } from "vitest";
import type { RavelError } from "../../../src/support/diagnostics.ts";
import { compileText } from "../../run.ts";

const faultOf = async (text: string): Promise<string> => {
  try {
    await compileText(text);
    return "none";
  } catch (error) {
    const [first] = (error as RavelError).diagnostics;
    return `${first?.code} line ${first?.location?.line}: ${first?.message}`;
  }
};

const use = "int pthread_mutex_lock(pthread_mutex_t *); pthread_mutex_t m; int main(void) { return pthread_mutex_lock(&m); }";

test("a mutex of four bytes", async () => {
  expect(await faultOf(`\ntypedef int pthread_mutex_t; ${use}`)).toBe(
    "RVL108 line 2: pthread_mutex_t is declared here with 4 bytes, and the C library's has 40",
  );
});

test("a structure that is too small, by way of another name", async () => {
  expect(await faultOf(`struct lock { long a, b; }; typedef struct lock lock; typedef lock pthread_mutex_t; ${use}`)).toMatch(
    /^RVL108 line 1: pthread_mutex_t is declared here with 16 bytes/,
  );
});

test("room enough will do, whatever it looks like", async () => {
  expect(await faultOf(`typedef struct { char room[64]; } pthread_mutex_t; ${use}`)).toBe("none");
});

test("a program that brings the functions as well means what it says", async () => {
  const own =
    "int pthread_mutex_lock(pthread_mutex_t *m) { return *m; } pthread_mutex_t m; int main(void) { return pthread_mutex_lock(&m); }";
  expect(await faultOf(`typedef int pthread_mutex_t; ${own}`)).toBe("none");
});

test("the library's own types fit", async () => {
  const all =
    "pthread_mutex_t a; pthread_cond_t b; pthread_rwlock_t c; pthread_barrier_t d; pthread_once_t e; pthread_spinlock_t f; sem_t g; pthread_attr_t h;";
  const main =
    "int main(void) { pthread_t t = pthread_self(); return (&a == 0) + (t == 0) + (&b == 0) + (&c == 0) + (&d == 0) + e + f + (&g == 0) + (&h == 0); }";
  expect(await faultOf(`#include <pthread.h>\n#include <semaphore.h>\n${all}\n${main}`)).not.toContain("RVL108");
});
