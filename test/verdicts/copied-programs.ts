// Programs whose threads copy memory that was never written. Verdicts by hand, and a generator: a generated program has a twin in which that memory
// is filled with inputs. An unwritten byte holds any value, and the same one whenever it is read, so both have one verdict.

import { Rng } from "../../src/support/rng.ts";

export interface CopyingProgram {
  readonly name: string;
  readonly code: string;
  readonly verdict: "safe" | "unsafe";
}

export const head = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define SEC(...) { __VERIFIER_atomic_begin(); __VA_ARGS__ __VERIFIER_atomic_end(); }
#define LOCK(...) { pthread_mutex_lock(&m); __VA_ARGS__ pthread_mutex_unlock(&m); }
#define THREAD(name, ...) static void *name(void *u) { __VA_ARGS__ return u; }
#define GO(t, f) pthread_t t; pthread_create(&t, 0, f, 0);
#define JOIN(t) pthread_join(t, 0);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct pair { unsigned char a, b; unsigned short c; };
struct bits { unsigned x : 3, y : 5, z : 7; };
struct node { struct node *next; int v; };
`;

const copies = "static int *h, d; THREAD(one, memcpy(&d, h, 4);)";
const copiesTwo = "static int *h, d[2]; THREAD(one, memcpy(d, h, 8);)";

export const programs: readonly CopyingProgram[] = [
  {
    name: "two reads of a copy",
    code: `${copies} int main(void) { h = malloc(4); GO(t, one) JOIN(t) assert(d == 1 || d == 0); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "two reads of a copied struct",
    code: "static struct node *h, d; THREAD(one, d = *h;) int main(void) { h = malloc(sizeof *h); GO(t, one) JOIN(t) assert(d.v == 1 || d.v == 0); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "two reads of a copy, with values that others lack",
    code: `${copies} int main(void) { h = malloc(4); GO(t, one) JOIN(t) int a = d, b = d; assert(a != 3 || b == 4); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "two reads of a copy are equal",
    code: `${copies} int main(void) { h = malloc(4); GO(t, one) JOIN(t) int a = d, b = d; assert(a == b && b == *h); return 0; }`,
    verdict: "safe",
  },
  {
    name: "a copy of a local",
    code: "static int d; THREAD(one, int k; memcpy(&d, &k, 4);) int main(void) { GO(t, one) JOIN(t) assert(d == 1 || d == 0); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "written before the copy in one order only",
    code: `${copies} int main(void) { h = malloc(4); GO(t, one) *h = 1; JOIN(t) assert(d == 1 || d == 0); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "overwritten in one order only",
    code: `${copies} int main(void) { h = malloc(4); GO(t, one) d = 1; JOIN(t) int a = d, b = d; assert(a == b); assert(a == 1 || a != 77); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "half of it is written after the copy",
    code: `${copiesTwo} int main(void) { h = malloc(8); GO(t, one) JOIN(t) h[1] = 1; assert(d[1] == 1 || d[1] == h[0]); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "half of it is written before the copy, in one order",
    code: `${copiesTwo} int main(void) { h = malloc(8); GO(t, one) h[1] = 1; JOIN(t) assert(d[1] == 1 || d[1] == h[0]); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "half of it is written, and the other half is the same in both",
    code: `${copiesTwo} int main(void) { h = malloc(8); GO(t, one) h[1] = 1; JOIN(t) assert(d[0] == h[0]); return 0; }`,
    verdict: "safe",
  },
  {
    name: "two copies, in either order",
    code: "static int *h, d[2], e[2]; THREAD(one, memcpy(d, h, 8);) THREAD(two, SEC(h[1] = 1;) memcpy(e, h, 8);) int main(void) { h = malloc(8); GO(t, one) GO(v, two) JOIN(t) JOIN(v) assert(d[0] == e[0]); assert(e[1] == 1); assert(d[1] == 1 || d[1] == h[0]); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a copy of a copy",
    code: "static int *h, d, e; THREAD(one, memcpy(&d, h, 4);) THREAD(two, memcpy(&e, &d, 4);) int main(void) { h = malloc(4); GO(t, one) JOIN(t) GO(v, two) JOIN(v) assert(d == e); assert(e != 9 || d != *h); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a copy that two threads read",
    code: "static int *h, d, x, y; THREAD(one, x = d;) THREAD(two, y = d;) int main(void) { h = malloc(4); memcpy(&d, h, 4); GO(t, one) GO(v, two) JOIN(t) JOIN(v) assert(x == y && x == *h); return 0; }",
    verdict: "safe",
  },
  {
    name: "bytes of a copy",
    code: "static unsigned char *h, d[4]; THREAD(one, memcpy(d, h, 4);) int main(void) { h = malloc(4); h[1] = 7; GO(t, one) JOIN(t) assert(d[1] == 7 && d[2] == h[2]); assert(d[0] != 3 || *(short *)(d + 2) != 1000); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "zeros beside bytes that were never written",
    code: "static unsigned char *h; static unsigned short d[2]; THREAD(one, memcpy(d, h, 4);) int main(void) { h = malloc(4); h[1] = h[2] = h[3] = 0; GO(t, one) JOIN(t) int a = d[1], b = d[0], c = d[0]; assert(a == 0 && b == c && b < 256); assert(b != 200); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "bytes that were never written beside zeros, in a local",
    code: "static int d; THREAD(one, unsigned char l[4]; l[2] = l[3] = 0; memcpy(&d, l, 4);) int main(void) { GO(t, one) JOIN(t) int a = d, b = d; assert(a == b && a < 65536); assert(a != 4660); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "bit-fields of a copy",
    code: "static struct bits *h, d; THREAD(one, d = *h; d.x = 2;) int main(void) { h = malloc(sizeof *h); GO(t, one) JOIN(t) assert(d.x == 2 && d.y == h->y); assert(d.z != 5 || h->x != 1); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a pointer beside what was never written",
    code: "static struct node *h, d, o; THREAD(one, d = *h;) int main(void) { h = malloc(sizeof *h); h->next = &o; GO(t, one) JOIN(t) d.next->v = 4; assert(o.v == 4 && d.v == h->v); return 0; }",
    verdict: "safe",
  },
  {
    name: "two reads under a lock, then another input",
    code: "static int *h, *g; THREAD(one, int a, b; LOCK(a = *h; b = *h;) int c = *g; assert(a != b || c != 7);) THREAD(two, LOCK(*h = 1;)) int main(void) { h = malloc(4); g = malloc(4); GO(t, one) GO(v, two) JOIN(t) JOIN(v) return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a word of which the section has written a byte",
    code: "static unsigned char *h, c; THREAD(one, int a, b; SEC(h[0] = 1; a = *(int *)h; b = *(int *)h;) assert(a == b); assert(a != 0x0701);) int main(void) { h = malloc(4); GO(t, one) c = h[1]; JOIN(t) return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a section loads, then copies",
    code: "static int *h, d, *g; THREAD(one, int a, b; SEC(a = *h; memcpy(&d, h, 4); b = d;) assert(a == b);) int main(void) { h = malloc(4); g = malloc(4); GO(t, one) JOIN(t) int x = d, y = *h, z = *g; assert(x == y); assert(x != 3 || z != 9); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a section copies, then loads",
    code: "static int *h, d, *g; THREAD(one, int a; SEC(memcpy(&d, h, 4); a = *h;) int z = *g; assert(a == *h); assert(a != 3 || z != 9);) int main(void) { h = malloc(4); g = malloc(4); GO(t, one) JOIN(t) return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a section reads what it has made",
    code: "static int *h, *g; THREAD(one, int a; SEC(h = malloc(4); a = *h;) int z = *g; assert(a != 3 || z != 4);) int main(void) { g = malloc(4); GO(t, one) JOIN(t) assert(h != 0); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a run that is continued after what a model says",
    code: "static unsigned char *h, *g; static unsigned k; static _Alignas(4) unsigned char d[4], e[4]; static int sum(struct pair p) { return p.b + p.c; } THREAD(one, memcpy(d + 2, g + (k & 1), 2); for (int i = 0; i < 2; i++) memcpy(e + i, d + i + 1, 1);) THREAD(two, e[1] = e[1];) int main(void) { h = malloc(4); g = malloc(4); h[3] = 2; GO(t, one) GO(v, two) d[3] = d[2]; JOIN(t) JOIN(v) assert(!(sum(*(struct pair *)d) == 1 && g[(k & 3)] == 0)); return 0; }",
    verdict: "safe",
  },
];

const arrays = ["h", "d", "e", "g"] as const;

/** A program, and its twin. */
export function generateCopying(seed: number): { readonly unwritten: string; readonly filled: string } {
  const rng = new Rng(seed);
  const pick = <T>(list: readonly T[]): T => list[rng.below(list.length)] as T;
  const array = (): string => pick(arrays);
  const byte = (): string => `${array()}[${rng.below(4)}]`;
  const value = (): string =>
    pick([
      byte(),
      byte(),
      `*(unsigned short *)(${array()} + ${2 * rng.below(2)})`,
      `(short)*(int *)${array()}`,
      `((struct bits *)${array()})->y`,
    ]);
  const copy = (): string => {
    const [a, b] = rng.chance(0.5) ? (["h", pick(["d", "e", "g"])] as const) : (["d", pick(["h", "e", "g"])] as const);
    const [to, from] = rng.chance(0.5) ? [a, b] : [b, a];
    const size = rng.between(1, 4);
    return pick([
      `*(struct pair *)${to} = *(struct pair *)${from};`,
      `memcpy(${to}, ${from}, 4);`,
      `memcpy(${to} + ${rng.below(5 - size)}, ${from} + ${rng.below(5 - size)}, ${size});`,
      `{ unsigned char l[4]; memcpy(l, ${from}, 4); memcpy(${to}, l, ${size}); }`,
    ]);
  };
  const simple = (): string =>
    pick([
      copy,
      copy,
      copy,
      () => `${byte()} = ${rng.below(3)};`,
      () => `${byte()} = ${byte()};`,
      () => `((struct bits *)${array()})->${pick(["x", "y"])} = ${rng.below(8)};`,
      () => `if (${value()} == ${rng.below(3)}) ${copy()}`,
    ])();
  const statement = (): string =>
    rng.chance(0.7) ? simple() : `${pick(["SEC", "LOCK"])}(${simple()} ${simple()} ${rng.chance(0.5) ? simple() : ""})`;
  const some = (least: number, most: number): string => Array.from({ length: rng.between(least, most) }, statement).join(" ");
  const compared = (): string =>
    pick([`${value()} == ${rng.below(3)}`, `${value()} != ${rng.below(3)}`, `${value()} == ${value()}`, `${value()} != ${value()}`]);
  const second = rng.chance(0.6);
  const threads = `THREAD(one, ${some(1, second ? 2 : 4)}) ${second ? `THREAD(two, ${some(1, 2)})` : ""}`;
  const main = `${some(0, 2)} GO(t, one) ${second ? "GO(v, two)" : ""} ${some(0, 2)} JOIN(t) ${second ? "JOIN(v)" : ""} ${some(0, 1)}
    assert(${compared()} || ${compared()}); return 0;`;
  const text = (fill: string): string => `${head}
static unsigned char *h, *g; static _Alignas(4) unsigned char d[4], e[4];
static void fill(unsigned char *p) { ${fill} }
${threads}
int main(void) { h = malloc(4); fill(h); g = malloc(4); fill(g); ${main} }
`;
  return { unwritten: text(""), filled: text("for (int i = 0; i < 4; i++) p[i] = __VERIFIER_nondet_uchar();") };
}
