// Small programs for the staged engine, all in one C file, because compiling takes most of the time: the global `which` says which of them
// runs. Unlike a first input, its value is known to an engine that covers all inputs. `@` stands for a prefix that is unique to the program.

import type { Property } from "../../../../src/execution/errors.ts";
import type { Program } from "../../../../src/program/program.ts";
import { type AnyTask, compileText, engineTask, type TaskChanges } from "../../../run.ts";

/** `safe-bounded`: safe up to a violation of another property. */
export type Expected = "safe" | "safe-bounded" | "unsafe";

export interface Case {
  readonly name: string;
  /** Globals and functions. */
  readonly code: string;
  readonly main: string;
  readonly expect: Readonly<Partial<Record<Property, Expected>>>;
}

const prologue = `#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
#define LOCK pthread_mutex_lock(&m)
#define UNLOCK pthread_mutex_unlock(&m)
#define THREAD(f) static void *f(void *arg)
#define START(t, f) pthread_t t; pthread_create(&t, NULL, f, NULL)
#define END(t) pthread_join(t, NULL)
`;

export class CaseFile {
  #program: Promise<Program> | null = null;
  readonly #chosen = new Map<string, Promise<Program>>();

  constructor(readonly cases: readonly Case[]) {}

  source(): string {
    const own = (c: Case, text: string): string => text.replaceAll("@", `c${this.cases.indexOf(c)}_`);
    const bodies = this.cases.map((c) => own(c, `// ${c.name}\n${c.code}\nstatic void @main(void) {\n${c.main}\n}\n`));
    const calls = this.cases.map((c, i) => own(c, `case ${i}: @main(); break;`));
    return `${prologue}${bodies.join("")}int which = -1;\nint main(void) {\n  switch (which) {\n${calls.join("\n")}\n  }\n  return 0;\n}\n`;
  }

  /** The file with one of the programs chosen. The same object each time: analyses of a program are kept with it. */
  program(name: string): Promise<Program> {
    const known = this.#chosen.get(name) ?? this.#choose(name);
    this.#chosen.set(name, known);
    return known;
  }

  async #choose(name: string): Promise<Program> {
    const index = this.cases.findIndex((c) => c.name === name);
    if (index < 0) throw new Error(`no case ${name}`);
    this.#program ??= compileText(this.source());
    const program = await this.#program;
    const image = new Uint8Array(4);
    image[0] = index;
    return { ...program, objects: program.objects.map((o) => (o.name === "which" ? { ...o, image } : o)) };
  }

  async task(name: string, properties: readonly Property[], more: TaskChanges = {}): Promise<AnyTask> {
    return engineTask(await this.program(name), properties, more);
  }
}
