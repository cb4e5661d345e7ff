// Small programs whose threads branch on what others write: sides that the first runs do not take write, loop, lock, return, use pointers, and decide
// what others do. The same seed gives the same program.

import { Rng } from "../../../../src/support/rng.ts";

const globals = ["x", "y", "z"] as const;

/** What a side of a branch on a shared value contains. */
export type Feature = "loop" | "early return" | "pointer" | "array" | "heap" | "field" | "call" | "lock" | "own memory";

export interface BranchingProgram {
  readonly text: string;
  /** What is inside sides of branches. */
  readonly features: ReadonlySet<Feature>;
}

export const branchingProgram = (seed: number): string => generateBranching(seed).text;

/** `mayRace`: some accesses are neither atomic nor under the lock. */
export function generateBranching(seed: number, mayRace = true): BranchingProgram {
  const rng = new Rng(seed);
  const features = new Set<Feature>();
  const type = mayRace && rng.below(3) > 0 ? "int" : "atomic_int";
  let isInSide = false;
  const has = (feature: Feature, text: string): string => {
    if (isInSide) features.add(feature);
    return text;
  };
  const place = (): string => rng.pick(globals);
  const number = (): number => rng.below(3);
  const condition = (): string => `${rng.pick([place(), "k", "l"])} ${rng.pick(["==", "!=", "<", ">"])} ${number()}`;
  const value = (): string => rng.pick([`${number()}`, place(), "k", "k + 1", `${place()} + 1`]);
  const simple = (): string =>
    rng.pick([
      () => `${place()} = ${value()};`,
      () => `k = ${value()};`,
      () => `l = ${place()};`,
      () => has("call", `put(&${place()}, ${number()});`),
      () => has("call", `bump();`),
      () => has("pointer", `*p = ${number()};`),
      () => has("pointer", `r = &${place()}; *r = k;`),
      () => has("pointer", `f();`),
      () => has("array", `a[${number()}] = k;`),
      () => has("array", `k = a[${place()} & 1];`),
      () => has("array", `a[${place()} & 1] = ${number()};`),
      () => has("heap", `h[${number()}] = ${number()};`),
      () => has("heap", `k = h[${number()}];`),
      () => has("field", `g->two = ${value()};`),
      () => has("own memory", `b[k & 1] = ${value()}; l = b[0];`),
    ])();
  const inSide = (depth: number): string => {
    const before = isInSide;
    isInSide = true;
    const text = block(depth);
    isInSide = before;
    return text;
  };
  const statement = (depth: number): string => {
    const kind = depth === 0 ? 9 : rng.below(10);
    if (kind < 4) return `if (${condition()}) { ${inSide(depth - 1)} } else { ${rng.below(2) === 0 ? "" : inSide(depth - 1)} }`;
    if (kind === 4) return has("loop", `for (int i = 0; i < ${rng.pick([place(), "2", "k"])} && i < 3; i++) { ${inSide(depth - 1)} }`);
    if (kind === 5) return has("lock", `pthread_mutex_lock(&m); ${block(depth - 1)} pthread_mutex_unlock(&m);`);
    if (kind === 6 && !isLocked) {
      features.add("early return");
      return `if (${condition()}) { ${simple()} return 0; }`;
    }
    if (kind === 7 && depth > 1) return `switch (${place()}) { case 0: ${simple()} break; case 1: ${simple()} default: ${simple()} }`;
    return simple();
  };
  // Under one lock throughout, threads do not race; a thread that returns early would keep it.
  const isLocked = mayRace && rng.below(4) === 0;
  const block = (depth: number): string => Array.from({ length: 1 + rng.below(2) }, () => statement(depth)).join(" ");
  const body = (): string => {
    const text = Array.from({ length: 1 + rng.below(3) }, () => statement(2)).join("\n  ");
    return isLocked ? `pthread_mutex_lock(&n);\n  ${text}\n  pthread_mutex_unlock(&n);` : text;
  };
  const claim = rng.pick([
    () => `${place()} != ${1 + number()}`,
    () => `${place()} + ${place()} != ${2 + number()}`,
    () => `${place()} <= ${1 + number()}`,
    () => `${place()} == 0 || ${place()} != ${number()}`,
    () => `h[${number()}] != ${1 + number()} || a[0] == 0`,
    () => `g->two + a[1] < ${1 + number()}`,
  ])();
  const text = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct pair { ${type} one, two; } pair, *g = &pair;
${type} x, y, z, a[3], *p = &${place()}, *h;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void put(${type} *to, int n) { *to = n; }
static void bump(void) { ${place()}++; }
static void reset(void) { ${place()} = 0; }
void (*f)(void) = ${rng.pick(["bump", "reset"])};
static void *one(void *arg) {
  int k = 0, l = 0, b[2] = { 0 };
  ${type} *r = &x;
  ${body()}
  (void)k; (void)l; (void)b; (void)r; return arg;
}
static void *two(void *arg) {
  int k = 1, l = 0, b[2] = { 0 };
  ${type} *r = &y;
  ${body()}
  (void)k; (void)l; (void)b; (void)r; return arg;
}
int main(void) {
  pthread_t t, u;
  h = calloc(3, sizeof *h);
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  ${rng.below(3) === 0 ? `if (${place()} > 0) ${place()} = ${number()};` : ""}
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(${claim});
  free(h);
  return 0;
}
`;
  return { text, features };
}
