// Names and values in a run's story: variables, members, the heap by the types of the pointers to it, pointers by their targets.

import { expect, test } from "vitest";
import { machineFor, randomRun, replay, told } from "./programs.ts";

test("values are shown as C writes them, and as exact JSON", async () => {
  const machine = await machineFor(`#include <stdbool.h>
#include <stdint.h>
enum colour { RED, GREEN = 7 };
struct pair { int left, right; };
int i; unsigned u; long long wide; uint64_t huge; char c; bool b; enum colour e; float f; double d; struct pair pairs[3];
int *to_int; struct pair *to_pair; const char *text; int (*function)(void); void *nothing; struct pair *second;
int main(void) {
  i = -5; u = 4000000000u; wide = -9007199254740993ll; huge = UINT64_MAX; c = 'x'; b = true; e = GREEN; f = 0.1f; d = -2.5; pairs[2].right = 9;
  to_int = &i; to_pair = &pairs[1]; text = "hello"; function = main; nothing = 0; second = pairs;
  to_int = (int *)12345;
  return 0;
}
`);
  const run = replay(machine, randomRun(machine, 1));
  const written = run.steps.filter((s) => s.op === "store").map((s) => [s.object, s.value?.text, s.value?.json]);
  expect(written).toEqual([
    ["i", "-5", -5],
    ["u", "4000000000", 4000000000],
    ["wide", "-9007199254740993", "-9007199254740993"],
    ["huge", "18446744073709551615", "18446744073709551615"],
    ["c", "'x'", 120],
    ["b", "true", 1],
    ["e", "GREEN", 7],
    ["f", "0.1", Math.fround(0.1)],
    ["d", "-2.5", -2.5],
    ["pairs[2].right", "9", 9],
    ["to_int", "&i", "&i"],
    ["to_pair", "&pairs[1]", "&pairs[1]"],
    ["text", '"hello"', '"hello"'],
    ["function", "main", "main"],
    ["nothing", "NULL", "NULL"],
    ["second", "pairs", "pairs"],
    ["to_int", "0x3039", "0x3039"],
  ]);
});

test("heap objects are named by the types of pointers to them, numbered where there are several", async () => {
  const machine = await machineFor(`#include <stdlib.h>
struct node { int key; struct node *next; };
typedef struct { long size; } header;
struct node *list; header *top; int *numbers; void *raw;
int main(void) {
  for (int k = 1; k <= 2; k++) {
    struct node *n = malloc(sizeof *n);
    n->key = k;
    n->next = list;
    list = n;
  }
  top = malloc(sizeof(header));
  top->size = 3;
  numbers = malloc(3 * sizeof *numbers);
  numbers[2] = 8;
  raw = malloc(5);
  free(list);
  list = list;
  return 0;
}
`);
  const lines = told(replay(machine, randomRun(machine, 1))).map((l) => l.replace(/^\S+ /, ""));
  expect(lines).toEqual(
    expect.arrayContaining([
      "write node#1.key 1",
      "write node#1.next NULL",
      "write list &node#1",
      "write node#2.key 2",
      "write node#2.next &node#1",
      "write top &header",
      "write header.size 3",
      "write numbers heap#1",
      "write numbers[2] 8",
      "free node#2",
      "read list &node#2 (freed)",
    ]),
  );
});

test("locks, threads, inputs, output and choices are events of the thread and line they belong to", async () => {
  const machine = await machineFor(`#include <pthread.h>
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct { pthread_mutex_t lock; unsigned value; } shared = {PTHREAD_MUTEX_INITIALIZER, 0};
pthread_t id;
static void *work(void *p) {
  unsigned mine = __VERIFIER_nondet_uint();
  pthread_mutex_lock(&shared.lock);
  shared.value = mine;
  pthread_mutex_unlock(&shared.lock);
  return p;
}
int main(void) {
  pthread_create(&id, 0, work, 0);
  pthread_join(id, 0);
  printf("done\\n");
  return 0;
}
`);
  const lines = told(replay(machine, { ...randomRun(machine, 1), inputs: [0xffff_ffffn] }));
  expect(lines).toEqual(
    expect.arrayContaining([
      "0@14 start 1",
      "1@7 input __VERIFIER_nondet_uint 4294967295",
      "1@8 lock shared.lock",
      "1@9 write shared.value 4294967295",
      "1@10 unlock shared.lock",
      "0@15 read id T1",
      "0@16 output done\n",
    ]),
  );
  expect(lines.filter((l) => /__/.test(l) && !/nondet/.test(l))).toEqual([]); // no internals of the library
});

test("a flexible array is named by its elements; small numbers are not shown as characters", async () => {
  const machine = await machineFor(`#include <stdint.h>
#include <stdlib.h>
struct point { short x, y; };
struct list { char used; struct point at[]; };
struct old { long n; int rest[0]; };
struct list *points; struct old *numbers; uint8_t byte; signed char small; char letter;
int main(void) {
  points = malloc(sizeof *points + 3 * sizeof points->at[0]);
  points->at[0].x = 4;
  points->at[2].y = 5;
  numbers = malloc(sizeof *numbers + 2 * sizeof(int));
  numbers->rest[1] = 6;
  numbers->n = 7;
  byte = 65; small = -65; letter = 65;
  return 0;
}
`);
  const run = replay(machine, randomRun(machine, 1));
  const written = run.steps.filter((s) => s.op === "store" && s.value?.json !== s.value?.text).map((s) => [s.object, s.value?.text]);
  expect(written).toEqual([
    ["list.at[0].x", "4"],
    ["list.at[2].y", "5"],
    ["old.rest[1]", "6"],
    ["old.n", "7"],
    ["byte", "65"],
    ["small", "-65"],
    ["letter", "'A'"],
  ]);
});

test("a failed attempt to acquire a lock is distinguished from a successful one", async () => {
  const machine = await machineFor(`#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  struct timespec soon = {1, 0};
  pthread_mutex_trylock(&m);
  pthread_mutex_trylock(&m);
  pthread_mutex_timedlock(&m, &soon);
  pthread_mutex_unlock(&m);
  pthread_rwlock_tryrdlock(&rw);
  pthread_rwlock_trywrlock(&rw);
  pthread_rwlock_unlock(&rw);
  return 0;
}
`);
  const lines = told(replay(machine, randomRun(machine, 1))).filter((l) => /lock|refused/.test(l));
  expect(lines).toEqual(["0@7 lock m", "0@8 refused", "0@9 refused", "0@10 unlock m", "0@11 lock rw", "0@12 refused", "0@13 unlock rw"]);
});
