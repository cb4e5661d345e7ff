// Small programs for the trace engines, from a seed: two threads whose sides depend on the schedule, and what is hidden in the sides that a run does not take (writes
// through pointers, calls, locks, early returns, loops, assertions). In: a seed. Out: C text, and which features it has.

import { Rng } from "../../../src/support/rng.ts";

export interface Branching {
  readonly text: string;
  readonly features: ReadonlySet<Feature>;
}

export const featureNames = [
  "branch",
  "loop",
  "early return",
  "pointer",
  "lock",
  "call",
  "switch",
  "assertion inside",
  "break",
  "input",
] as const;
export type Feature = (typeof featureNames)[number];

const prologue = `#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int x, y, z;
static int *p = &z;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void g(int k) { y = k; }
static void h(int k) { if (k > 1) g(k); else x = k; }
`;

/** Steps that a thread may take, at most: every interleaving is tried. */
const stepsPerThread = 6;

export function branchingProgram(seed: number): Branching {
  const rng = new Rng(seed);
  const features = new Set<Feature>();
  const threads = ["s", "t"].map((name) => {
    const writer = new Writer(rng, features, stepsPerThread);
    return `static void *${name}(void *arg) {\n  int a = 0;\n${writer.block("  ")}  (void)a;\n  return arg;\n}\n`;
  });
  const takesFirst = rng.below(8) === 0;
  if (takesFirst) features.add("input");
  const text = `${prologue}${threads.join("")}int main(void) {
  pthread_t one, two;
${takesFirst ? "  if (__VERIFIER_nondet_bool()) x = 1;\n" : ""}  pthread_create(&one, 0, s, 0);
  pthread_create(&two, 0, t, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(${finalCondition(rng)});
  return 0;
}
`;
  return { text, features };
}

const variables = ["x", "y", "z"] as const;

function finalCondition(rng: Rng): string {
  const k = 1 + rng.below(3);
  const [u, v] = [rng.pick(variables), rng.pick(variables)];
  return rng.pick([`${u} != ${k}`, `${u} + ${v} != ${k}`, `!(${u} == ${k} && ${v} == 0)`, "x + y + z < 5", `${u} <= ${v}`, `${u} == 0`]);
}

class Writer {
  constructor(
    readonly rng: Rng,
    readonly features: Set<Feature>,
    /** Steps that are left. */
    public left: number,
  ) {}

  block(indent: string): string {
    let out = "";
    for (let n = 1 + this.rng.below(3); n > 0 && this.left > 0; n--) out += this.#statement(indent);
    return out === "" ? `${indent};\n` : out;
  }

  #variable(): string {
    return this.rng.pick(variables);
  }

  /** A condition that reads shared data once. */
  #condition(): string {
    this.left--;
    return `${this.#variable()} ${this.rng.pick(["==", "!=", ">"])} ${this.rng.below(3)}`;
  }

  #inside(indent: string): string {
    return this.block(`${indent}  `);
  }

  #statement(indent: string): string {
    const { rng } = this;
    const kind = rng.weighted<Feature | "write">([
      [30, "write"],
      [24, "branch"],
      [6, "loop"],
      [6, "early return"],
      [6, "pointer"],
      [6, "lock"],
      [5, "call"],
      [4, "switch"],
      [4, "assertion inside"],
      [3, "break"],
      [5, "input"],
    ]);
    if (kind !== "write") this.features.add(kind);
    const line = (code: string): string => `${indent}${code}\n`;
    const end = line("}");
    switch (kind) {
      case "write":
        return line(this.#write());
      case "branch":
        return (
          line(`if (${this.#condition()}) {`) +
          this.#inside(indent) +
          (rng.below(2) === 0 ? end : line("} else {") + this.#inside(indent) + end)
        );
      case "loop":
        return line(`for (int i = 0; i < 2 && ${this.#condition()}; i++) {`) + this.#once(indent) + end;
      case "break":
        return line("for (int i = 0; i < 2; i++) {") + line(`  if (${this.#condition()}) break;`) + this.#once(indent) + end;
      case "early return":
        return line(`if (${this.#condition()}) return arg;`);
      case "pointer":
        this.left -= 2;
        return rng.below(2) === 0 ? line(`p = &${this.#variable()};`) : line(`*p = ${1 + rng.below(3)};`);
      case "lock":
        this.left -= 2;
        return line("pthread_mutex_lock(&m);") + line(this.#write()) + line("pthread_mutex_unlock(&m);");
      case "call":
        this.left--;
        return line(`h(${rng.pick(["1", "2", "a", this.#variable()])});`);
      case "switch":
        return (
          line(`switch (${this.#variable()}) {`) +
          line("  case 0: a = 1; break;") +
          line(`  case 1: ${this.#write()} break;`) +
          line(`  default: ${this.#write()}`) +
          end
        );
      case "input":
        this.left--;
        return rng.below(2) === 0
          ? line(`a = ${this.#variable()} + __VERIFIER_nondet_bool();`)
          : line("if (__VERIFIER_nondet_bool()) {") + this.#inside(indent) + end;
      case "assertion inside":
        this.left--;
        return line(`assert(${this.#variable()} != ${2 + rng.below(2)});`);
    }
  }

  /** One write: loops repeat it. */
  #once(indent: string): string {
    this.left--;
    return `${indent}  ${this.#write()}\n`;
  }

  #write(): string {
    const { rng } = this;
    this.left--;
    const to = this.#variable();
    return rng.pick([`${to} = ${rng.below(4)};`, `a = ${this.#variable()};`, `${to} = a + 1;`, `${to} = ${this.#variable()} + 1;`]);
  }
}
