// Races in small random programs with atomics of every order and size, fences, busy waits, and sections whose accesses depend on what they read: the
// solver's answer equals that of the search without reduction. Each seed gives one program.

import { expect, test } from "vitest";
import type { Finding } from "../../src/engines/engine.ts";
import { engines } from "../../src/engines/table.ts";
import { Rng } from "../../src/support/rng.ts";
import { compileText, engineTask } from "../run.ts";

const all = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
const loads = ["relaxed", "acquire", "acquire", "seq_cst"];
const stores = ["relaxed", "release", "release", "seq_cst"];

class Writer {
  /** `waits`: with fences, wide atomics and threads that busy-wait for each other. */
  constructor(
    readonly rng: Rng,
    readonly waits: boolean,
  ) {}

  #order = (list: readonly string[]): string => `memory_order_${this.rng.pick(list)}`;
  #atomic = (): string => this.rng.pick(["&f", "&f", "&g"]);
  #place = (): string => this.rng.pick(["x", "x", "y"]);
  #number = (): number => this.rng.below(3);
  #section = (body: string): string => `__VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end();`;

  #plain(): string {
    return this.rng.pick([`${this.#place()} = ${this.#number()};`, `k = ${this.#place()};`, `${this.#place()}++;`]);
  }

  #statement(depth: number): string {
    const kinds: (() => string)[] = [
      () => this.#plain(),
      () => `atomic_store_explicit(${this.#atomic()}, ${1 + this.rng.below(2)}, ${this.#order(stores)});`,
      () =>
        `if (atomic_load_explicit(${this.#atomic()}, ${this.#order(loads)}) == ${this.#number()}) { ${depth > 1 ? this.#plain() : this.#statement(depth + 1)} }`,
      () => `atomic_fetch_add_explicit(${this.#atomic()}, 1, ${this.#order(all)});`,
      () =>
        `{ int e = ${this.#number()}; if (${this.rng.pick(["", "!"])}atomic_compare_exchange_strong_explicit(${this.#atomic()}, &e, ${this.#number()}, ${this.#order(all)}, ${this.#order(loads)})) { ${this.#plain()} } }`,
      () => this.#section(`if (${this.#place()} == ${this.rng.below(2)}) { ${this.#plain()} }`),
    ];
    const others: (() => string)[] = [
      () => `atomic_thread_fence(${this.#order(["acquire", "release", "acq_rel", "seq_cst"])});`,
      () => `atomic_thread_fence(${this.#order(["acquire", "release", "acq_rel", "seq_cst"])});`,
      () => `atomic_store_explicit(&w, ((struct wide){${this.#number()}, 1, 1}), ${this.#order(stores)});`,
      () => `if (atomic_load_explicit(&w, ${this.#order(loads)}).a == ${this.#number()}) { ${this.#plain()} }`,
      () =>
        `{ struct wide e = {${this.#number()}, 1, 1}; if (atomic_compare_exchange_strong_explicit(&w, &e, ((struct wide){2, 1, 1}), ${this.#order(all)}, ${this.#order(loads)})) { ${this.#plain()} } }`,
    ];
    return this.rng.pick(this.waits && this.rng.chance(0.5) ? others : kinds)();
  }

  /** A thread busy-waits for `flag` and may read another variable in each iteration. */
  #wait(flag: string): string {
    const look = this.rng.pick(["", `k = ${this.#place()};`, `if (atomic_load_explicit(&f, memory_order_relaxed)) k = ${this.#place()};`]);
    return `while (atomic_load_explicit(${flag}, ${this.#order(loads)}) == 0) { ${look} }`;
  }

  #let(flag: string): string {
    return `atomic_store_explicit(${flag}, 1, ${this.#order(stores)});`;
  }

  program(): string {
    const threads = Array.from({ length: this.waits ? 2 : this.rng.between(2, 3) }, (_, i) => i);
    const some = (least: number): string[] => Array.from({ length: this.rng.between(least, least + 1) }, () => this.#statement(0));
    // One thread reads while it waits, and then lets the other continue.
    const waiting = [
      [...some(0), this.#wait("&h"), ...some(0), this.#let("&i"), ...some(0)],
      [...some(0), this.#let("&h"), this.#wait("&i"), this.#plain(), ...some(0)],
    ];
    const body = (i: number): string => (this.waits ? (waiting[i] as string[]) : some(2)).join("\n  ");
    return `#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static atomic_int f, g, h, i;
struct wide { long a, b, c; };
static _Atomic struct wide w;
static int x, y;
${threads.map((i) => `static void *t${i}(void *arg) {\n  int k = 0;\n  ${body(i)}\n  return arg;\n}\n`).join("")}int main(void) {
  pthread_t t[3];
  ${threads.map((i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((i) => `pthread_join(t[${i}], 0);`).join(" ")}
  return 0;
}
`;
  }
}

test.each([
  ["of atomics and sections", false, 30, "none"],
  ["with fences, wide atomics and busy waits", true, 24, "optimal"],
] as const)("the solver finds the races that search finds, on programs %s", async (_, waits, count, reduction) => {
  const seen = { candidate: 0, covered: 0, unknown: 0 };
  for (let seed = 1; seed <= count; seed++) {
    const source = new Writer(new Rng(seed), waits).program();
    const task = engineTask(await compileText(source), ["race"], { reduction });
    const ask = async (name: string): Promise<Finding["kind"] | undefined> =>
      (await engines.find((e) => e.name === name)?.run(task))?.findings.get("race")?.kind;
    const [solved, searched] = [await ask("staged"), await ask("explore")];
    expect({ seed, source, race: solved }).toEqual({ seed, source, race: searched });
    seen[searched as Finding["kind"]]++;
  }
  expect(seen.unknown).toBe(0);
  expect(Math.min(seen.candidate, seen.covered)).toBeGreaterThan(3);
});
