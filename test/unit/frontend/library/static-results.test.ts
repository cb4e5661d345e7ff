// Functions that POSIX lists as not thread-safe share an object between threads: two unordered calls race, calls ordered by a lock or a join do
// not, and one thread reads the value that the other wrote. A failure means that a model uses a separate object, or hides its accesses.

import { describe, expect, test } from "vitest";
import { verdictOf } from "../../verdicts.ts";

const program = (first: string, second: string, between = ""): string => `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const time_t now = 86400;
static struct tm fields;
static char text[] = "a b", other[] = "c d";
static char *words[] = {"p", "-a", 0};
static int sink;
static void *one(void *arg) { ${first}; return arg; }
static void *two(void *arg) { ${second}; return arg; }
int main(void) {
  pthread_t t1, t2;
  (void)fields, (void)text, (void)other, (void)words, (void)sink, (void)now;
  setenv("A", "a", 1), setenv("B", "b", 1); // otherwise they are inputs
  pthread_create(&t1, 0, one, 0);
  ${between}
  pthread_create(&t2, 0, two, 0);
  ${between === "" ? "pthread_join(t1, 0);" : ""}
  pthread_join(t2, 0);
  return 0;
}
`;

const locked = (call: string): string => `pthread_mutex_lock(&m); ${call}; pthread_mutex_unlock(&m)`;

// Two calls by two threads.
const racy: readonly (readonly [string, string])[] = [
  ["gmtime(&now)", "localtime(&now)"],
  ["ctime(&now)", "gmtime(&now)"],
  ["asctime(&fields)", "ctime(&now)"],
  ['strtok(text, " ")', 'strtok(other, " ")'],
  ['getopt(2, words, "a")', "optind"],
  ["localeconv()", "localeconv()"],
  ['setlocale(LC_ALL, "C")', "setlocale(LC_ALL, 0)"],
  ["mrand48()", "srand48(1)"],
  ['getenv("A")', 'setenv("B", "b", 1)'],
  ['unsetenv("A")', 'getenv("B")'],
  ["clearenv()", 'secure_getenv("A")'],
  ["environ = environ", 'setenv("B", "b", 1)'],
  ["timezone = 1", "timezone = 2"],
];

describe.each(racy)("%s beside %s", (first, second) => {
  test("races", async () => {
    expect(await verdictOf(program(`(void)(${first})`, `(void)(${second})`), "race")).toBe("unsafe: data-race");
  });

  test("does not race under a lock", async () => {
    expect(await verdictOf(program(locked(`(void)(${first})`), locked(`(void)(${second})`)), "race")).toBe("safe");
  });
});

// Calls that share no object, or one that glibc protects.
const quiet: readonly (readonly [string, string])[] = [
  ['getenv("A")', 'getenv("A")'],
  ['setenv("A", "a", 1)', 'setenv("A", "b", 1)'],
  ["rand()", "srand(1)"],
  ["strerror(1)", "strerror(2)"],
  ["strerror(12345)", "strerror(12346)"],
  ["(&(struct tm){0}, gmtime_r(&now, &(struct tm){0}))", "gmtime(&now)"],
  ['(&(char *){0}, strtok_r(text, " ", &(char *){0}))', 'strtok(other, " ")'],
];

test.each(quiet)("%s beside %s does not race", async (first, second) => {
  expect(await verdictOf(program(`(void)(${first})`, `(void)(${second})`), "race")).toBe("safe");
});

test("reading a result races with the next call, though the calls are ordered", async () => {
  const call = "pthread_mutex_lock(&m); struct tm *r = gmtime(&now); pthread_mutex_unlock(&m)";
  expect(await verdictOf(program(`${call}; sink = r->tm_mday`, `${call}; (void)r`), "race")).toBe("unsafe: data-race");
});

test("calls ordered by a join do not race", async () => {
  expect(await verdictOf(program("ctime(&now)", 'strtok(text, " "); gmtime(&now)', "pthread_join(t1, 0);"), "race")).toBe("safe");
});

test("drand48 and lrand48 share their state", async () => {
  expect(await verdictOf(program("(void)drand48()", "(void)lrand48()"), "race")).toBe("unsafe: data-race");
});

test("a thread sees the time of another thread", async () => {
  const of = (seconds: number): string =>
    `time_t t = ${seconds}; struct tm *r = localtime(&t); assert(r->tm_mday == ${1 + seconds / 86400})`;
  expect(await verdictOf(program(of(0), of(86400)), "assert")).toBe("unsafe: assertion");
});
