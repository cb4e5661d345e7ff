// Inline assembly: a statement that is not exactly one of the known forms is unsupported; and barriers order what they order on x86. The results of the known
// forms are compared with gcc (test/frontend/programs/asm-atomics.c).

import { describe, expect, test } from "vitest";
import { checkText } from "../../../run.ts";

const refused: Readonly<Record<string, string>> = {
  "arithmetic without a lock": `__asm__ volatile("addl %1, %0" : "+m"(x) : "r"(y));`,
  "an exchange of sizes that differ": `long z = 1; __asm__ volatile("xchgl %0, %1" : "+r"(z), "+m"(x));`,
  "a part of a register": `__asm__ volatile("xchgb %b0, %1" : "+q"(y), "+m"(x));`,
  "no size": `__asm__ volatile("lock; inc %0" : "+m"(x));`,
  "a register by name": `__asm__ volatile("xchgl %%eax, %0" : "+m"(x) : : "eax");`,
  "a move between registers": `int z; __asm__ volatile("movl %1, %0" : "=r"(z) : "r"(y));`,
  "a locked move": `__asm__ volatile("lock; movl %1, %0" : "=m"(x) : "r"(y));`,
  "what is compared in another register": `int z = 0; __asm__ volatile("lock; cmpxchgl %2, %1" : "+d"(z), "+m"(x) : "r"(y));`,
  "a register that was never filled": `int z; __asm__ volatile("xchgl %0, %1" : "=r"(z), "+m"(x));`,
  "an output that is never filled": `int z; __asm__ volatile("lock; incl %1" : "=r"(z), "+m"(x)); x = z;`,
  "a flag of nothing": `char z; __asm__ volatile("sete %0" : "=q"(z)); x = z;`,
  "a flag output of an exchange": `_Bool z; __asm__ volatile("xchgl %1, %2" : "=@ccz"(z), "+r"(y), "+m"(x)); x = z;`,
  "the flag of xadd": `char z; __asm__ volatile("lock; xaddl %0, %1; sete %2" : "+r"(y), "+m"(x), "=q"(z)); x = z;`,
  "a flag in a wider output": `int z; __asm__ volatile("lock; incl %0; sete %b1" : "+m"(x), "=q"(z)); x = z;`,
  "an address with a displacement": `__asm__ volatile("lock; incl 4(%0)" : : "r"(&x));`,
  "an immediate address": `__asm__ volatile("lock; incl $16" : : : "memory");`,
  "one known and one unknown": `__asm__ volatile("lock; incl %0; lock; negl %0" : "+m"(x));`,
};

describe("forms that are not known", () => {
  for (const [name, statement] of Object.entries(refused))
    test(name, async () => {
      const text = `int main(void) { int x = 0, y = 1; ${statement} return x + y; }`;
      const { properties } = await checkText(text, "explore", ["assert"]);
      expect(properties.map((p) => [p.verdict, p.unknown?.code])).toEqual([["unknown", "RVL204"]]);
    });
});

/** One thread publishes data by two instructions, the other receives it by two; whether that is a race depends on the second and the third. */
const message = (publish: string, take: string): string => `
#include <pthread.h>
#include <stdatomic.h>
static int data, left, right;
static atomic_int flag;
static int word;
static void *writer(void *p) { data = 1; ${publish} return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = 0;
  ${take}
  if (seen) data++;
  pthread_join(t, 0);
}`;

/** On a separate word: two instructions on one word would order the threads. */
const barrier = (word: string): string => `__asm__ volatile("lock; incl %0" : "+m"(${word}) : : "memory");`;
const noBarrier = (word: string): string => `__asm__ volatile("lock; incl %0" : "+m"(${word}));`;
const relaxedStore = "atomic_store_explicit(&flag, 1, memory_order_relaxed);";
const relaxedLoad = "seen = atomic_load_explicit(&flag, memory_order_relaxed);";

describe("order", () => {
  const cases: readonly [string, string, string, "safe" | "unsafe"][] = [
    [
      "moves release and acquire",
      `__asm__ volatile("movl $1, %0" : "=m"(word) : : "memory");`,
      `__asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(word) : "memory");`,
      "safe",
    ],
    [
      "a plain store beside a move is a race",
      "word = 1;",
      `__asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(word) : "memory");`,
      "unsafe",
    ],
    ["locked instructions are barriers", barrier("left") + relaxedStore, relaxedLoad + barrier("right"), "safe"],
    ["not for the compiler, unless memory is clobbered", noBarrier("left") + relaxedStore, relaxedLoad + noBarrier("right"), "unsafe"],
  ];
  for (const [name, publish, take, verdict] of cases)
    test(name, async () => {
      const { properties } = await checkText(message(publish, take), "explore", ["race"]);
      expect(properties.map((p) => p.verdict)).toEqual([verdict]);
    });
});
