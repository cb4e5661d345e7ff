// Puts several small programs into one C file, because compiling takes most of the time: its first input selects the program to run.

import type { Property } from "../../src/execution/errors.ts";
import type { Program } from "../../src/program/program.ts";
import { type AnyTask, compileText, engineTask, type TaskChanges } from "../run.ts";

export interface Shape {
  readonly name: string;
  /** Definitions at the start of the file. */
  readonly functions?: string;
  /** The body of each thread. */
  readonly threads: readonly string[];
  /** What main does before it starts them, and after it has joined them. */
  readonly before?: string;
  readonly after?: string;
  /** Threads may fail to start, as with --allocation-may-fail: then the process ends at once. */
  readonly mayFail?: boolean;
}

const prologue = `#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
atomic_int x, y, z;
int g, h, v[8];
int *_Atomic box;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
`;

const start = (call: string, s: Shape): string => (s.mayFail === true ? `if (${call}) exit(0);` : `${call};`);

export class ShapeFile {
  #program: Promise<Program> | null = null;

  constructor(readonly shapes: readonly Shape[]) {}

  program(): Promise<Program> {
    this.#program ??= compileText(this.#source());
    return this.#program;
  }

  #source(): string {
    const body = (s: Shape, k: number): string => `${s.functions ?? ""}
${s.threads.map((t, i) => `static void *t${k}_${i}(void *arg) { ${t}\n return arg; }`).join("\n")}
static int main${k}(void) {
  pthread_t t[${Math.max(s.threads.length, 1)}];
  (void)t;
  ${s.before ?? ""}
  ${s.threads.map((_, i) => start(`pthread_create(&t[${i}], NULL, t${k}_${i}, NULL)`, s)).join(" ")}
  ${s.threads.map((_, i) => `pthread_join(t[${i}], NULL);`).join(" ")}
  ${s.after ?? ""}
  return 0;
}`;
    const cases = this.shapes.map((_, k) => `case ${k}: return main${k}();`);
    return `${prologue}${this.shapes.map(body).join("\n")}
int main(void) { switch (__VERIFIER_nondet_uchar()) { ${cases.join(" ")} } return 0; }
`;
  }

  /** The line of the C file that has this text. */
  line(text: string): number {
    return (
      this.#source()
        .split("\n")
        .findIndex((l) => l.includes(text)) + 1
    );
  }

  /** A task for one of them. */
  async task(name: string, properties: readonly Property[], more: TaskChanges = {}): Promise<AnyTask> {
    const index = this.shapes.findIndex((s) => s.name === name);
    if (index < 0) throw new Error(`no shape ${name}`);
    return engineTask(await this.program(), properties, { strategy: "dfs", inputs: [BigInt(index)], ...more });
  }
}
