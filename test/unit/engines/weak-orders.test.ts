// Races in small random programs with atomics of every order, and sections whose accesses depend on what they read: the solver's answer is that of
// the search without reduction. A seed stands for a program.

import { expect, test } from "vitest";
import type { Finding } from "../../../src/engines/engine.ts";
import { engines } from "../../../src/engines/portfolio.ts";
import { Rng } from "../../../src/support/rng.ts";
import { compileText, engineTask } from "../../run.ts";

const all = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
const loads = ["relaxed", "acquire", "acquire", "seq_cst"];
const stores = ["relaxed", "release", "release", "seq_cst"];

class Writer {
  constructor(readonly rng: Rng) {}

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
    return this.rng.pick(kinds)();
  }

  program(): string {
    const threads = Array.from({ length: this.rng.between(2, 3) }, (_, i) => i);
    const body = (): string => Array.from({ length: this.rng.between(2, 3) }, () => this.#statement(0)).join("\n  ");
    return `#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static atomic_int f, g;
static int x, y;
${threads.map((i) => `static void *t${i}(void *arg) {\n  int k = 0;\n  ${body()}\n  return arg;\n}\n`).join("")}int main(void) {
  pthread_t t[3];
  ${threads.map((i) => `pthread_create(&t[${i}], 0, t${i}, 0);`).join(" ")}
  ${threads.map((i) => `pthread_join(t[${i}], 0);`).join(" ")}
  return 0;
}
`;
  }
}

test("the solver finds the races that search finds, on 30 programs", async () => {
  const seen = { candidate: 0, covered: 0, unknown: 0 };
  for (let seed = 1; seed <= 30; seed++) {
    const source = new Writer(new Rng(seed)).program();
    const task = engineTask(await compileText(source), ["race"], { reduction: "none" });
    const ask = async (name: string): Promise<Finding["kind"] | undefined> =>
      (await engines.find((e) => e.name === name)?.run(task))?.findings.get("race")?.kind;
    const [solved, searched] = [await ask("staged"), await ask("explore")];
    expect({ seed, source, race: solved }).toEqual({ seed, source, race: searched });
    seen[searched as Finding["kind"]]++;
  }
  expect(seen.unknown).toBe(0);
  expect(Math.min(seen.candidate, seen.covered)).toBeGreaterThan(5);
}, 120_000);
