// Small concurrent C programs from a seed: 2–4 threads over a few shared variables of several widths, with locks, condition
// variables, semaphores, atomics, atomic sections, pointers that may alias, heap objects freed by another thread, branches and
// loops on shared data, inputs of one bit, assertions. Small enough that every interleaving can be tried.

import type { Rng } from "../../../src/support/rng.ts";

export interface GeneratedProgram {
  readonly source: string;
  readonly features: ReadonlySet<string>;
}

const integers = ["x", "y", "z"] as const;

class Writer {
  readonly features = new Set<string>();
  #locals = 0;

  constructor(readonly rng: Rng) {}

  use(feature: string): void {
    this.features.add(feature);
  }

  local(): string {
    return `l${this.#locals++}`;
  }

  small(): string {
    return String(this.rng.below(3));
  }

  /** A shared plain variable, maybe through a pointer, an array or a struct. */
  place(): string {
    switch (this.rng.below(9)) {
      case 0:
        this.use("pointer");
        return "*p";
      case 1:
        this.use("array");
        return `a[${this.rng.below(2)}]`;
      case 2:
        this.use("struct");
        return this.rng.chance(0.5) ? "s.c" : "s.i";
      case 3:
        this.use("array");
        this.use("computed index");
        return "a[x & 1]";
      default:
        return this.rng.pick(integers);
    }
  }

  condition(local: string): string {
    return this.rng.pick([`${local} == ${this.small()}`, `${local} > ${this.small()}`, `${local} != ${this.small()}`]);
  }

  /** One statement of a thread. */
  statement(depth: number): string[] {
    const r = this.rng;
    const l = this.local();
    switch (r.below(depth > 0 ? 17 : 12)) {
      case 0:
      case 1:
        return [`${this.place()} = ${this.small()};`];
      case 2:
        return [`int ${l} = ${this.place()};`, `${this.place()} = ${l} + 1;`];
      case 3:
        this.use("atomic");
        return [
          r.pick([
            "atomic_fetch_add(&at, 1);",
            "atomic_store(&at, 2);",
            `atomic_store_explicit(&at, 1, memory_order_release);`,
            `int ${l} = atomic_load(&at); ${this.place()} = ${l};`,
            `int ${l} = 0; atomic_compare_exchange_strong(&at, &${l}, 3);`,
          ]),
        ];
      case 4:
        this.use("section");
        return [
          "__VERIFIER_atomic_begin();",
          `${r.pick(integers)}++;`,
          `${r.pick(integers)} += ${r.pick(integers)};`,
          "__VERIFIER_atomic_end();",
        ];
      case 5:
        this.use("semaphore");
        return [r.chance(0.5) ? "sem_post(&sem);" : r.chance(0.5) ? "sem_wait(&sem);" : `if (sem_trywait(&sem) == 0) ${this.place()} = 1;`];
      case 6:
        this.use("trylock");
        return ["if (pthread_mutex_trylock(&m) == 0) {", `  ${this.place()} = ${this.small()};`, "  pthread_mutex_unlock(&m);", "}"];
      case 7:
        this.use("pointer");
        return [`p = ${r.chance(0.5) ? "&x" : "&y"};`];
      case 8:
        this.use("assert");
        return [`int ${l} = ${this.place()};`, `assert(${l} ${r.pick(["!=", "<="])} ${1 + r.below(3)});`];
      case 9:
        this.use("heap");
        return r.chance(0.5) ? ["*h = 1;"] : ["if (atomic_exchange(&freed, 1) == 0) free(h);"];
      case 10:
        this.use("input");
        return [`if (__VERIFIER_nondet_bool()) ${this.place()} = ${this.small()};`];
      case 11:
        this.use("width");
        return [r.pick(["s.c++;", "wide = wide + 1;", "u.half[0] = 1;", "u.word = 65537;", "bits.f = 1;", "bits.g = 1;"])];
      case 12:
      case 13:
        this.use("lock");
        return ["pthread_mutex_lock(&m);", ...this.block(depth - 1, 1 + r.below(2)), "pthread_mutex_unlock(&m);"];
      case 14:
        this.use("branch");
        return [
          `int ${l} = ${this.place()};`,
          `if (${this.condition(l)}) {`,
          ...this.block(depth - 1, 1),
          "} else {",
          ...this.block(depth - 1, 1),
          "}",
        ];
      case 15:
        this.use("loop");
        return [`for (int i = 0; i < 2 && ${r.pick(integers)} < 2; i++) {`, ...this.block(depth - 1, 1), "}"];
      default:
        this.use("condition variable");
        if (r.chance(0.5))
          return [
            "pthread_mutex_lock(&m);",
            "x = 1;",
            r.chance(0.5) ? "pthread_cond_signal(&c);" : "pthread_cond_broadcast(&c);",
            "pthread_mutex_unlock(&m);",
          ];
        return [
          "pthread_mutex_lock(&m);",
          `${r.chance(0.7) ? "while" : "if"} (x == 0) pthread_cond_wait(&c, &m);`,
          "pthread_mutex_unlock(&m);",
        ];
    }
  }

  block(depth: number, size: number): string[] {
    return Array.from({ length: size }, () => ["{", ...this.statement(depth), "}"]).flat();
  }
}

export function generateConcurrent(rng: Rng): GeneratedProgram {
  const w = new Writer(rng);
  const count = rng.chance(0.7) ? 2 : rng.chance(0.8) ? 3 : 4;
  const budget = count === 2 ? 3 : count === 3 ? 2 : 1;
  const threads = Array.from({ length: count }, (_, k) => {
    const body = Array.from({ length: 1 + rng.below(budget) }, () => ["{", ...w.statement(2), "}"]).flat();
    return [`static void *t${k}(void *arg) {`, ...body.map((l) => `  ${l}`), "  return arg;", "}", ""].join("\n");
  });
  const joined = rng.chance(0.85);
  const check = rng.chance(0.6) ? [`  assert(${rng.pick(integers)} ${rng.pick(["<=", "!="])} ${1 + rng.below(3)});`] : [];
  if (!joined) w.use("not joined");
  const source = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

extern bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y, z, a[2];
static int *p = &x;
static atomic_int at, freed;
static long long wide;
static struct { char c; int i; } s;
static union { int word; short half[2]; } u;
static struct { unsigned f : 3, g : 5; } bits;
static int *h;
static sem_t sem;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

${threads.join("\n")}
int main(void) {
  pthread_t t[${count}];
  sem_init(&sem, 0, 1);
  h = malloc(sizeof *h);
${threads.map((_, k) => `  pthread_create(&t[${k}], NULL, t${k}, NULL);`).join("\n")}
${joined ? threads.map((_, k) => `  pthread_join(t[${k}], NULL);`).join("\n") : `  ${w.rng.pick(integers)} = 2;`}
${joined ? check.join("\n") : ""}
  return 0;
}
`;
  return { source, features: w.features };
}
