// Memory that was never written is an input. The staged engine checks each program twice: unchanged, and with its fresh memory
// filled from inputs. Both must give the expected verdict. A failure means that a value was forgotten, or that bytes at one address
// differed between reads.

import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/engines/engine.ts";
import { explore } from "../../src/engines/explore/explore.ts";
import { runStaged } from "../../src/engines/staged/staged.ts";
import type { Property } from "../../src/execution/errors.ts";
import { Machine } from "../../src/execution/machine.ts";
import { confirm } from "../../src/witness/confirm.ts";
import { compileText, engineTask } from "../run.ts";

const head = `
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static void fill(void *to, size_t size) {
#ifdef FILLED
  for (size_t i = 0; i < size; i++) ((unsigned char *)to)[i] = __VERIFIER_nondet_uchar();
#else
  (void)to; (void)size;
#endif
}
static void *fresh(size_t size) { void *p = malloc(size); if (p == 0) exit(0); fill(p, size); return p; }
#define START(t, f) pthread_t t; pthread_create(&t, 0, f, 0)
#define END(t) pthread_join(t, 0)
`;

interface Case {
  readonly name: string;
  readonly code: string;
  readonly expect: Partial<Record<Property, "safe" | "unsafe" | "unknown">>;
  /** Set if the filled program behaves differently, for example because a pointer is made of inputs. */
  readonly alone?: true;
}

const cases: readonly Case[] = [
  {
    name: "a value that decides",
    code: `int main(void) { int *p = fresh(4); assert(*p != 77); return 0; }`,
    expect: { assert: "unsafe" },
  },
  {
    name: "a value that cannot matter",
    code: `int main(void) { int *p = fresh(8); p[0] = 1; int spare = p[1]; (void)spare; assert(p[0] == 1); return 0; }`,
    expect: { assert: "safe", memory: "safe" },
  },
  {
    name: "read twice it is the same",
    code: `static int *p;
static void *f(void *a) { int x = *p, y = *p; assert(x == y); return a; }
int main(void) { p = fresh(4); START(s, f); START(t, f); int z = *p; END(s); END(t); assert(z == *p); return 0; }`,
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "bytes of a word are its bytes",
    code: `int main(void) { unsigned *p = fresh(4); unsigned char *b = (unsigned char *)p; assert((*p & 255) == b[0]); assert((*p >> 24) == b[3]); return 0; }`,
    expect: { assert: "safe" },
  },
  {
    name: "a copy holds the same",
    code: `struct s { int a; char c[4]; }; static struct s g;
int main(void) { struct s *p = fresh(sizeof *p); p->a = 1; g = *p; char x = g.c[1]; assert(x == p->c[1]); struct s h; memcpy(&h, p, sizeof h); assert(h.c[1] == x); return 0; }`,
    expect: { assert: "safe" },
  },
  {
    name: "two blocks do not hold the same",
    code: `int main(void) { char *p = fresh(1), *q = fresh(1); assert(*p == *q); return 0; }`,
    expect: { assert: "unsafe" },
  },
  {
    name: "blocks of a loop do not hold the same",
    code: `int main(void) { int n = 0, last = 0; for (int i = 0; i < 3; i++) { char *p = fresh(1); if (i > 0 && *p != last) n++; last = *p; free(p); } assert(n < 2); return 0; }`,
    expect: { assert: "unsafe", memory: "safe" },
  },
  {
    name: "written before, or perhaps not",
    code: `static int *p; static atomic_int ready;
static void *f(void *a) { *p = 1; ready = 1; return a; }
int main(void) { p = fresh(4); START(t, f); if (ready) assert(*p == 1); END(t); assert(*p == 1); return 0; }`,
    expect: { assert: "safe", race: "safe" },
  },
  {
    name: "written too late",
    code: `static _Atomic int *p;
static void *f(void *a) { *p = 1; return a; }
int main(void) { p = fresh(4); START(t, f); assert(*p == 1 || *p == 5); END(t); return 0; }`,
    expect: { assert: "unsafe", race: "safe" },
  },
  {
    name: "a semaphore",
    code: `static sem_t *s; static int x;
static void *f(void *a) { sem_wait(s); x++; return a; }
int main(void) { s = fresh(sizeof *s); START(t, f); x++; sem_post(s); END(t); return 0; }`,
    expect: { race: "unsafe" },
  },
  {
    name: "a lock that was never initialised does not exclude",
    code: `static pthread_mutex_t *m; static int x;
static void *f(void *a) { pthread_mutex_lock(m); x++; pthread_mutex_unlock(m); return a; }
int main(void) { m = fresh(sizeof *m); START(t, f); f(0); END(t); return 0; }`,
    expect: { race: "unsafe" },
  },
  {
    name: "a lock that was initialised beside memory that was not",
    code: `struct q { pthread_mutex_t m; int n, spare; }; static struct q *q;
static void *f(void *a) { pthread_mutex_lock(&q->m); if (q->spare != 3) q->n++; pthread_mutex_unlock(&q->m); return a; }
int main(void) { q = fresh(sizeof *q); pthread_mutex_init(&q->m, 0); q->n = 0; START(s, f); START(t, f); END(s); END(t); assert(q->n == 2 || q->spare == 3); return 0; }`,
    expect: { assert: "safe", race: "safe", deadlock: "safe", memory: "safe" },
  },
  {
    name: "a pointer that was never written",
    code: `int main(void) { int **p = fresh(sizeof *p); return **p; }`,
    expect: { memory: "unsafe" },
    alone: true,
  },
  {
    name: "a pointer that is tested, which does not help",
    code: `int main(void) { int **p = fresh(sizeof *p); return *p ? **p : 0; }`,
    expect: { memory: "unsafe" },
    alone: true,
  },
  {
    name: "a pointer of which only addresses are left is not followed",
    code: `int main(void) { int **p = fresh(sizeof *p); return (unsigned long)*p > 100000 ? **p : 0; }`,
    expect: { memory: "unknown" },
    alone: true,
  },
  {
    name: "freed, although it was never written",
    code: `int main(void) { char **p = fresh(sizeof *p); free(*p); return 0; }`,
    expect: { memory: "unsafe" },
    alone: true,
  },
  {
    name: "a function that is called by a pointer in fresh memory",
    code: `struct task { long (*body)(long); long arg, result; };
static long seven(long n) { return n * 7; }
static struct task *task;
static void *run(void *a) { task->result = task->body(task->arg); return a; }
int main(void) { task = fresh(sizeof *task); task->body = seven; task->arg = 6; START(t, run); END(t); assert(task->result == 42); return 0; }`,
    expect: { assert: "safe", memory: "safe", race: "safe" },
    alone: true,
  },
  {
    name: "a pointer that is always written in time",
    code: `struct n { struct n *next; int v; }; static _Atomic(struct n *) top;
static void *f(void *a) { struct n *n = fresh(sizeof *n); n->v = 1; n->next = atomic_exchange(&top, n); return a; }
int main(void) { START(t, f); END(t); int s = 0; for (struct n *n = top; n; n = n->next) s += n->v; assert(s == 1); return 0; }`,
    expect: { assert: "safe", memory: "safe", race: "safe" },
  },
];

async function verdicts(text: string, properties: readonly Property[]): Promise<Record<string, string>> {
  const program = await compileText(text);
  const task = engineTask(program, properties);
  const { findings } = await runStaged(task);
  const verdictOf = (p: Property, f: Finding | undefined): string => {
    if (f?.kind !== "candidate") return f?.kind === "covered" ? (f.scope.complete ? "safe" : "safe-bounded") : "unknown";
    return confirm(new Machine(program, { ...task.machine, undo: false }), f.schedule, p) === null ? "not confirmed" : "unsafe";
  };
  return Object.fromEntries(properties.map((p) => [p, verdictOf(p, findings.get(p))]));
}

describe("the staged engine", () => {
  test.each(cases)("$name", async ({ code, expect: expected, alone }) => {
    const properties = Object.keys(expected) as Property[];
    expect(await verdicts(head + code, properties)).toEqual(expected);
    if (!alone) expect(await verdicts(`#define FILLED\n${head}${code}`, properties)).toEqual(expected);
  });
});

describe("exploration", () => {
  const kindOf = async (name: string, strategy: "random" | "dfs"): Promise<string | undefined> => {
    const program = await compileText(head + (cases.find((c) => c.name === name) as Case).code);
    return (await explore.run(engineTask(program, ["assert"], { strategy }))).findings.get("assert")?.kind;
  };

  test("covers a program whose unwritten memory cannot matter", async () => {
    expect(await kindOf("a value that cannot matter", "dfs")).toBe("covered");
  });

  test("does not cover one where it may", async () => {
    expect(await kindOf("a value that decides", "dfs")).toBe("unknown");
    expect(await kindOf("read twice it is the same", "dfs")).toBe("unknown");
  });

  test("samples what it may hold, the same whenever it is read", async () => {
    expect(await kindOf("written too late", "random")).toBe("candidate");
    expect(await kindOf("read twice it is the same", "random")).toBe("unknown");
  });

  // The value that a search chooses for unwritten memory is not an input of its runs, but it is one of their replays.
  const asked = `int __VERIFIER_nondet_int(void); struct bits { unsigned a : 4, b : 4; };
int main(void) { struct bits *s = malloc(sizeof *s); int *p = malloc(8); s->a = 1; int y = p[1], x = __VERIFIER_nondet_int(); assert(x != 5 || y == x); return s->a; }`;
  test.each([
    ["none", null],
    ["dpor", null],
    ["optimal", null],
    ["rf", null],
    ["states", null],
    ["dpor", [5n]],
    ["random", [5n]],
  ] as const)("a failure that an input decides is confirmed, %s, given %s", async (how, inputs) => {
    const program = await compileText(head + asked);
    const task = engineTask(program, ["assert"], {
      inputs,
      ...(how === "random" ? { strategy: how } : { strategy: "dfs", reduction: how }),
    });
    const found = (await explore.run(task)).findings.get("assert");
    expect(found?.kind).toBe("candidate");
    if (found?.kind !== "candidate") return;
    const confirmed = confirm(new Machine(program, { ...task.machine, undo: false }), found.schedule, "assert");
    expect(confirmed).not.toBeNull();
    expect(confirmed && confirm(new Machine(program, { ...task.machine, undo: false }), confirmed.schedule, "assert")).not.toBeNull();
  });
});
