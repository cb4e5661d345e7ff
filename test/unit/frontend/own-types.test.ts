// Types and functions of the C library that a program declares itself: a declaration that does not match is rejected by name where the library would use it.

import { describe, expect, test } from "vitest";
import type { RavelError } from "../../../src/support/diagnostics.ts";
import { checkText, compileText } from "../../run.ts";

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
    "RVL108 line 2: pthread_mutex_t is declared with 4 bytes here, but has 40 in the C library",
  );
});

test("a structure that is too small, by way of another name", async () => {
  expect(await faultOf(`struct lock { long a, b; }; typedef struct lock lock; typedef lock pthread_mutex_t; ${use}`)).toMatch(
    /^RVL108 line 1: pthread_mutex_t is declared with 16 bytes here/,
  );
});

test("any type that is large enough is accepted", async () => {
  expect(await faultOf(`typedef struct { char room[64]; } pthread_mutex_t; ${use}`)).toBe("none");
});

test("a program that also defines the functions is accepted", async () => {
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

describe("a function by another prototype", () => {
  const said = async (text: string): Promise<string> => {
    const [{ verdict, unknown } = { verdict: "", unknown: null }] = (await checkText(text, "explore", ["assert"])).properties;
    return unknown === null ? verdict : `${unknown.code} ${unknown.reason}`;
  };

  test("fewer parameters", async () => {
    expect(await said("int pthread_create(int, int); int main(void) { return pthread_create(1, 2); }")).toContain(
      "RVL108 pthread_create called with 2 arguments; the C library's has 4 parameters",
    );
  });
  test("no prototype, in the old style", async () => {
    expect(await said("int sem_wait(); int main(void) { return sem_wait(); }")).toContain("RVL108 sem_wait called with 0 arguments");
  });
  test("float for double", async () => {
    expect(await said("float sqrt(float); int main(void) { return (int)sqrt(4); }")).toContain(
      "RVL108 sqrt called with argument 1 of another type",
    );
  });
  test("a call that no run reaches", async () => {
    expect(await said("int pthread_create(int); volatile int n; int main(void) { return n < 0 ? pthread_create(1) : 0; }")).toBe("safe");
  });
  test("the old style with all arguments, and pointers of other types", async () => {
    const text =
      "int puts(unsigned char *); int pthread_join(); int main(void) { return pthread_join(0UL, (void **)0) == 0 && puts(0) == 0; }";
    expect(await said(text)).not.toContain("RVL108");
  });
});
