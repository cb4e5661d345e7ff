// Small programs whose threads branch on what others write: sides that the first runs do not take write, loop, lock, and decide what others do.
// The same seed gives the same program.

import { Rng } from "../../../../src/support/rng.ts";

const globals = ["x", "y", "z"] as const;

export function branchingProgram(seed: number): string {
  const rng = new Rng(seed);
  const place = (): string => rng.pick(globals);
  const number = (): number => rng.below(3);
  const condition = (): string => `${rng.pick([place(), "k", "l"])} ${rng.pick(["==", "!=", "<", ">"])} ${number()}`;
  const value = (): string => rng.pick([`${number()}`, place(), "k", "k + 1", `${place()} + 1`]);
  const simple = (): string =>
    rng.pick([
      () => `${place()} = ${value()};`,
      () => `k = ${value()};`,
      () => `l = ${place()};`,
      () => `put(&${place()}, ${number()});`,
      () => `bump();`,
      () => `*p = ${number()};`,
      () => `a[${number()}] = k;`,
      () => `k = a[${number()}];`,
    ])();
  const statement = (depth: number): string => {
    const kind = depth === 0 ? 9 : rng.below(10);
    if (kind < 4) return `if (${condition()}) { ${block(depth - 1)} } else { ${rng.below(2) === 0 ? "" : block(depth - 1)} }`;
    if (kind === 4) return `for (int i = 0; i < ${rng.pick([place(), "2", "k"])} && i < 3; i++) { ${block(depth - 1)} }`;
    if (kind === 5) return `pthread_mutex_lock(&m); ${block(depth - 1)} pthread_mutex_unlock(&m);`;
    if (kind === 6 && depth > 1) return `if (${condition()}) return 0;`;
    if (kind === 7 && depth > 1) return `switch (${place()}) { case 0: ${simple()} break; case 1: ${simple()} default: ${simple()} }`;
    return simple();
  };
  const block = (depth: number): string => Array.from({ length: 1 + rng.below(2) }, () => statement(depth)).join(" ");
  const body = (): string => Array.from({ length: 1 + rng.below(3) }, () => statement(2)).join("\n  ");
  const claim = rng.pick([
    () => `${place()} != ${1 + number()}`,
    () => `${place()} + ${place()} != ${2 + number()}`,
    () => `${place()} <= ${1 + number()}`,
    () => `${place()} == 0 || ${place()} != ${number()}`,
  ])();
  return `#include <assert.h>
#include <pthread.h>
int x, y, z, a[3], *p = &${place()};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void put(int *to, int n) { *to = n; }
static void bump(void) { ${place()}++; }
static void *one(void *arg) {
  int k = 0, l = 0;
  ${body()}
  (void)k; (void)l; return arg;
}
static void *two(void *arg) {
  int k = 1, l = 0;
  ${body()}
  (void)k; (void)l; return arg;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  ${rng.below(3) === 0 ? `if (${place()} > 0) ${place()} = ${number()};` : ""}
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(${claim});
  return 0;
}
`;
}
