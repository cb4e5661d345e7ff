// Programs in which threads wait for some inputs and continue for others: semaphores that begin with an input, locks chosen by one, assumptions in sections. In: a seed. Out: a program, and what is asked of it.

import type { Property } from "../../../src/execution/errors.ts";
import { Rng } from "../../../src/support/rng.ts";

export interface WaitingProgram {
  readonly text: string;
  readonly properties: readonly Property[];
}

const head = `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned z, w;
static sem_t s0, s1;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int d;
`;
const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;

class Writer {
  constructor(
    readonly rng: Rng,
    readonly hasRaces: boolean,
  ) {}

  bit(): string {
    return this.rng.pick(["z", "w", "1", "0", "1 - z", "1 - w", "(z ^ w)"]);
  }

  #semaphore(): string {
    return this.rng.pick(["&s0", "&s1", "(z ? &s0 : &s1)"]);
  }

  #waitingSection(): string {
    const condition = this.rng.pick(["x", "y", `(x | ${this.bit()})`, `(y || ${this.bit()})`, `x == ${this.bit()}`]);
    return section(`__VERIFIER_assume(${condition}); ${this.rng.pick(["y = 1;", "x = 0;", "v = x;", ""])}`);
  }

  #locked(depth: number): string {
    const mutex = this.rng.pick(["&m0", "&m1", "(w ? &m0 : &m1)", "(z ? &m1 : &m0)"]);
    const release = this.rng.below(6) > 0 ? `pthread_mutex_unlock(${mutex});` : "";
    return `pthread_mutex_lock(${mutex}); ${depth < 2 ? this.#statement(depth + 1) : "y = 1;"} ${release}`;
  }

  #statement(depth: number): string {
    const { rng } = this;
    switch (rng.below(this.hasRaces ? 11 : 9)) {
      case 0:
        return `sem_wait(${this.#semaphore()});`;
      case 1:
        return `sem_post(${this.#semaphore()});`;
      case 2:
        return `if (${this.bit()}) { ${depth < 2 ? this.#statement(depth + 1) : "x = 1;"} }`;
      case 3:
        return this.#locked(depth);
      case 4:
        return this.#waitingSection();
      case 5:
        return `x = ${this.bit()};`;
      case 6:
        return `y = ${this.bit()};`;
      case 7:
        return `v = ${rng.pick(["x", "y", "x + y"])};`;
      case 8:
        return section(`if (${this.bit()}) ${rng.pick(["x = 1;", "y = x;", "v = y;"])}`);
      case 9:
        return "d = 1;";
      default:
        return `if (${rng.pick(["x", "y", this.bit()])}) d = 2;`;
    }
  }

  thread(statements: number): string {
    const { rng } = this;
    const code = Array.from({ length: statements }, () => this.#statement(0)).join(" ");
    const [seen, given] = [rng.pick(["x", "y", "!x", "z", "w"]), rng.pick(["z", "w", "!z", "y", "1"])];
    return rng.below(2) === 0 ? code : `${code} assert(!(v == ${rng.below(2)} && ${seen} && ${given}));`;
  }
}

export function generate(seed: number): WaitingProgram {
  const rng = new Rng(seed);
  const hasRaces = rng.below(3) === 0;
  const writer = new Writer(rng, hasRaces);
  const count = 2 + rng.below(2);
  const each = (of: (i: number) => string): string => Array.from({ length: count }, (_, i) => of(i)).join("\n");
  const joins = rng.below(4) > 0 ? each((i) => `pthread_join(t[${i}], 0);`) : "";
  const text = `${head}${each((i) => `static void *t${i}(void *p) { int v = 0; ${writer.thread(1 + rng.below(count === 3 ? 2 : 3))} return p; }`)}
int main(void) {
pthread_t t[${count}];
z = __VERIFIER_nondet_bool(); w = __VERIFIER_nondet_bool();
sem_init(&s0, 0, ${writer.bit()}); sem_init(&s1, 0, ${writer.bit()});
${each((i) => `pthread_create(&t[${i}], 0, t${i}, 0);`)}
${joins}
return 0;
}
`;
  const properties: readonly Property[] = hasRaces ? ["race"] : rng.pick([["assert"], ["deadlock"], ["assert", "deadlock"]]);
  return { text, properties };
}
