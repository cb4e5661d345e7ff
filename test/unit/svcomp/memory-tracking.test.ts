// Whether memory can be lost (engines/heap-tracking.ts), as valid-memtrack asks. A failure here is a wrong TRUE, or a TRUE that is lost.

import { expect, test } from "vitest";
import { mayAllocate } from "../../../src/analysis/heap-use.ts";
import { findHeapTracking } from "../../../src/engines/heap-tracking.ts";
import { runEngine } from "../../../src/engines/table.ts";
import { defaultFreedoms } from "../../../src/execution/freedoms.ts";
import { load } from "../../../src/frontend/load.ts";
import { fileOfText } from "../../ir-cache.ts";
import { engineTask, loadRequest } from "../../run.ts";

async function isTracked(text: string): Promise<boolean> {
  const { program } = await load(loadRequest(fileOfText(text)));
  expect(mayAllocate(program)).toBe(true);
  const { options: _, ...task } = engineTask(program, ["memory"], { freedoms: defaultFreedoms });
  return (await findHeapTracking(task, (search) => runEngine({ name: "explore", options: {} }, search))) === "tracked";
}

const head = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *g;
static atomic_int x, y;
`;
const main = (body: string, before = ""): string => `${head}${before}\nint main(void) {\n${body}\nreturn 0;\n}\n`;
const two = (first: string, second: string, before = ""): string =>
  main(
    "pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0); pthread_join(a, 0); pthread_join(b, 0);",
    `${before}\nstatic void *one(void *arg) { ${first} return 0; }\nstatic void *two(void *arg) { ${second} return 0; }`,
  );
const lost = "int *p = malloc(4); if (__VERIFIER_nondet_int() == 1) { p = 0;";

test.each<[string, string]>([
  ["a block is freed", main("int *p = malloc(4); free(p);")],
  ["a global leads to it at the end", main("g = malloc(4);")],
  [
    "a list in a global",
    main("l = malloc(sizeof *l); l->next = malloc(sizeof *l); l->next->next = 0;", "static struct l { int v; struct l *next; } *l;"),
  ],
  ["a pointer into the block", main("g = (int *)malloc(16) + 2;")],
  [
    "one thread allocates, main frees",
    two("pthread_mutex_lock(&m); g = malloc(4); pthread_mutex_unlock(&m);", "").replace("return 0;\n}\n", "free(g);\nreturn 0;\n}\n"),
  ],
  [
    "whoever is second frees",
    two(
      "if (x++ == 1) free(atomic_load(&h)); else h = malloc(4);",
      "if (x++ == 1) free(atomic_exchange(&h, 0));",
      "static int *_Atomic h;",
    ),
  ],
  ["an abort while a global leads to it", main("g = malloc(4); if (__VERIFIER_nondet_int() == 1) abort(); free(g);")],
  [
    "a deadlock while a global leads to it",
    two(
      "g = malloc(4); pthread_mutex_lock(&m); pthread_mutex_lock(&n);",
      "pthread_mutex_lock(&n); pthread_mutex_lock(&m);",
      "static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
    ),
  ],
  ["an assumption while a global leads to it", main("g = malloc(4); __VERIFIER_assume(__VERIFIER_nondet_int() == 1); free(g);")],
  ["a busy wait without end while a global leads to it", two("g = malloc(4); while (!x) ;", "y = 1;")],
  [
    "a value of a thread that is joined",
    main(
      "pthread_t t; void *r; pthread_create(&t, 0, one, 0); pthread_join(t, &r); free(r);",
      "static void *one(void *arg) { return malloc(4); }",
    ),
  ],
  [
    "values of threads, freed by destructors",
    main(
      "pthread_t t; pthread_key_create(&k, free); pthread_create(&t, 0, one, 0); pthread_join(t, 0);",
      "static pthread_key_t k; static void *one(void *arg) { pthread_setspecific(k, malloc(4)); return 0; }",
    ),
  ],
  ["a block that grows", main("g = realloc(g, 4); g = realloc(g, 8); free(g);")],
  ["bits below the alignment are used", main("uintptr_t p = (uintptr_t)malloc(4) | 1; y = 1; free((void *)(p & ~(uintptr_t)1));")],
  ["only in runs that are not feasible", main("int *p = malloc(4); if (x) { p = 0; for (;;); } free(p);")],
])("tracked: %s", async (_, text) => {
  expect(await isTracked(text)).toBe(true);
});

test.each<[string, string]>([
  ["only a variable of main leads to it when main returns", main("int *p = malloc(4); *p = 1;")],
  ["lost in a run that never ends", main(`${lost} for (;;); } free(p);`)],
  ["lost before a loop that returns to its state", main(`${lost} for (;;) x = !x; } free(p);`)],
  ["lost before a loop that counts", main(`${lost} for (unsigned char c = 0;; c++) x = c; } free(p);`)],
  ["lost in a run that an assumption stops", main(`${lost} __VERIFIER_assume(0); } free(p);`)],
  [
    "lost before a section that waits forever",
    two(`${lost} __VERIFIER_atomic_begin(); __VERIFIER_assume(x == 7); __VERIFIER_atomic_end(); } free(p);`, "y = 1;"),
  ],
  ["lost before a deadlock", main(`${lost} pthread_mutex_lock(&m); pthread_mutex_lock(&m); } free(p);`)],
  ["lost before a busy wait without end", two(`${lost} while (!x) ; } free(p);`, "y = 1;")],
  [
    "lost before a busy wait in which two threads take turns",
    two(`${lost} for (;;) { while (x) ; x = 1; } } free(p);`, "for (;;) { while (!x) ; x = 0; }"),
  ],
  ["lost before an abort", main(`${lost} abort(); } free(p);`)],
  [
    "lost before an abort of another thread",
    two(`${lost} while (!x) ; } free(p);`, "if (y) abort(); x = 1;").replace("p = 0;", "p = 0; y = 1;"),
  ],
  ["lost before an assertion fails", main(`${lost} assert(0); } free(p);`)],
  ["lost before another thread fails", two("int *p = malloc(4); *p = 1; p = 0;", "assert(0);")],
  ["lost before an invalid access", two("int *p = malloc(4); *p = 1; p = 0;", "*(volatile int *)0 = 1;")],
  ["lost before an exit of another thread", two("int *p = malloc(4); *p = 1; x = 1; free(p);", "if (x) exit(0);")],
  ["overwritten by another thread", two("g = malloc(4);", "g = malloc(4);")],
  [
    "overwritten in one order only",
    two(
      "pthread_mutex_lock(&m); g = malloc(4); pthread_mutex_unlock(&m);",
      "pthread_mutex_lock(&m); g = 0; pthread_mutex_unlock(&m);",
    ).replace("return 0;\n}\n", "free(g);\nreturn 0;\n}\n"),
  ],
  [
    "the value of a thread that nobody takes",
    main("pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0);", "static void *one(void *arg) { return malloc(4); }"),
  ],
  ["a loop that allocates without end", main("for (;;) { volatile char *q = malloc(4); *q = 1; }")],
  ["a loop without end in a global", main("for (;;) { g = malloc(4); *g = 1; }")],
  [
    "blocks that lead to each other only",
    main("struct c *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->o = b; b->o = a;", "struct c { struct c *o; };"),
  ],
  ["a pointer to the end of another block", main("g = (int *)malloc(16) + 4; int *p = malloc(16); *p = 1; p = 0; free(g - 4);")],
  ["a pointer to the end of another block, before it", main("int *p = malloc(16); *p = 1; p = 0; g = (int *)malloc(16) + 4;")],
  [
    "the value of a thread, taken and dropped",
    main(
      "pthread_t t; void *r; pthread_create(&t, 0, one, 0); pthread_join(t, &r); r = 0;",
      "static void *one(void *arg) { return malloc(4); }",
    ),
  ],
  [
    "the argument of a thread, dropped",
    main("pthread_t t; pthread_create(&t, 0, one, malloc(4)); pthread_join(t, 0);", "static void *one(void *arg) { arg = 0; return 0; }"),
  ],
  [
    "a value of a key that is deleted",
    main("pthread_key_create(&k, free); pthread_setspecific(k, malloc(4)); pthread_key_delete(k);", "static pthread_key_t k;"),
  ],
  [
    "a value of a key that is overwritten",
    main("pthread_key_create(&k, free); pthread_setspecific(k, malloc(4)); pthread_setspecific(k, 0);", "static pthread_key_t k;"),
  ],
  [
    "values of a thread, without destructor",
    main(
      "pthread_t t; pthread_key_create(&k, 0); pthread_create(&t, 0, one, 0); pthread_join(t, 0);",
      "static pthread_key_t k; static void *one(void *arg) { pthread_setspecific(k, malloc(4)); return 0; }",
    ),
  ],
  ["a thread-local variable", main("l = malloc(4);", "static _Thread_local int *l;")],
  ["the variable of a thread that has ended", two("l = malloc(4);", "", "static _Thread_local int *l;")],
  ["a local variable of a function that has returned", main("f(); x = 1;", "static void f(void) { int *p = malloc(4); *p = 1; }")],
  ["a static variable that is overwritten", main("f(); f();", "static void f(void) { static int *p; p = malloc(4); }")],
  ["a pointer in a block that is freed", main("int **p = malloc(8); *p = malloc(4); free(p);")],
  ["a pointer in a block that is reallocated", main("s = malloc(16); s[1] = malloc(4); s = realloc(s, 8);", "static void **s;")],
  ["a pointer in a struct that is overwritten", main("a.p = malloc(4); a = b;", "static struct { int n; int *p; } a, b;")],
  ["a pointer of which one byte is overwritten", main("g = malloc(4); ((unsigned char *)&g)[5] = 7;")],
  [
    "a pointer as a handler of a cleanup that has run",
    main("pthread_cleanup_push(nothing, malloc(4)); pthread_cleanup_pop(1);", "static void nothing(void *arg) { }"),
  ],
  [
    "a pointer in an argument list",
    main("f(1, malloc(4)); x = 1;", "#include <stdarg.h>\nstatic void f(int n, ...) { va_list l; va_start(l, n); va_end(l); }"),
  ],
  [
    "a block of getline",
    main("char *line = 0; size_t n = 0; getline(&line, &n, stdin); line = 0;", "#define _GNU_SOURCE\n#include <stdio.h>"),
  ],
  [
    "lost between setjmp and longjmp",
    main("if (!setjmp(j)) { int *p = malloc(4); *p = 1; longjmp(j, 1); }", "#include <setjmp.h>\nstatic jmp_buf j;"),
  ],
  ["hidden in other bits for a while", main("uintptr_t p = (uintptr_t)malloc(4) ^ 0x100000; free((void *)(p ^ 0x100000));")],
  ["hidden in other bits in memory", main("h = ~(uintptr_t)malloc(4); y = 1; free((void *)~h);", "static uintptr_t h;")],
  [
    "two pointers in one word",
    main(
      "int *p = malloc(4), *q = malloc(4); uintptr_t both = (uintptr_t)p ^ (uintptr_t)q; y = 1; free((void *)(both ^ (uintptr_t)q)); free(q);",
    ),
  ],
  [
    "a thread is never joined and still holds it",
    main(
      "pthread_t t; pthread_create(&t, 0, one, 0); pthread_detach(t);",
      "static void *one(void *arg) { int *p = malloc(4); x = 1; free(p); return 0; }",
    ),
  ],
])("not known to be tracked: %s", async (_, text) => {
  expect(await isTracked(text)).toBe(false);
});

/** A block that no pointer leads to at `y = 1`, although it is freed in the end. */
const hidden = (hide: string, find: string, before = ""): string => main(`int *p = malloc(4); ${hide} y = 1; ${find} free(p);`, before);
const kept =
  "static unsigned char b[16]; static unsigned first, between, second; static union { int *p; unsigned half[2]; double d; } u; static uintptr_t h;";

test.each<[string, string]>([
  [
    "its bytes in reverse",
    hidden(
      "unsigned char *q = (unsigned char *)&p; for (int i = 0; i < 8; i++) b[7 - i] = q[i]; p = 0;",
      "for (int i = 0; i < 8; i++) q[i] = b[7 - i];",
      kept,
    ),
  ],
  [
    "its bytes apart from each other",
    hidden(
      "unsigned char *q = (unsigned char *)&p; for (int i = 0; i < 8; i++) b[2 * i] = q[i]; p = 0;",
      "for (int i = 0; i < 8; i++) q[i] = b[2 * i];",
      kept,
    ),
  ],
  [
    "its halves apart from each other",
    hidden(
      "memcpy(&first, &p, 4); memcpy(&second, (char *)&p + 4, 4); p = 0;",
      "memcpy(&p, &first, 4); memcpy((char *)&p + 4, &second, 4);",
      kept,
    ),
  ],
  [
    "its halves exchanged in a union",
    hidden(
      "u.p = p; p = 0; first = u.half[0]; u.half[0] = u.half[1]; u.half[1] = first;",
      "first = u.half[0]; u.half[0] = u.half[1]; u.half[1] = first; p = u.p; u.p = 0;",
      kept,
    ),
  ],
  [
    "two copies, of which each has lost another half",
    hidden("int *q = p; ((unsigned *)&p)[0] = 0; ((unsigned *)&q)[1] = 0;", "((unsigned *)&p)[0] = ((unsigned *)&q)[0];"),
  ],
  ["a tag in the upper bits", hidden("h = (uintptr_t)p | 7ull << 48; p = 0;", "p = (int *)(h & ~(0xffffull << 48));", kept)],
  ["upper bits that are changed twice", hidden("h = (uintptr_t)p ^ 7ull << 48; p = 0;", "p = (int *)(h ^ 7ull << 48);", kept)],
  ["its number as a decimal", hidden('char t[40]; snprintf(t, 40, "%lu", (unsigned long)p); p = 0;', "p = (int *)strtoul(t, 0, 10);")],
  ["its text as a pointer", hidden('char t[40]; snprintf(t, 40, "%p", (void *)p); p = 0;', 'sscanf(t, "%p", (void **)&p);')],
  ["in a pipe", hidden("int e[2]; pipe(e); write(e[1], &p, 8); p = 0;", "if (read(e[0], &p, 8) != 8) p = 0;")],
  ["behind its end", main("g = (int *)malloc(16) + 100; y = 1; free(g - 100);")],
  ["before its start", main("g = (int *)malloc(16) - 1; y = 1; free(g + 1);")],
  ["just past its end, for a while", main("g = (int *)malloc(16) + 4; y = 1; free(g - 4);")],
  ["just past its end", main("g = (int *)malloc(16) + 4;")],
  ["as a floating-point number that is doubled", hidden("u.p = p; p = 0; u.d *= 2;", "u.d /= 2; p = u.p; u.p = 0;", kept)],
  [
    "bit by bit in the decisions of branches",
    hidden(
      "static char bit[64]; for (int i = 0; i < 64; i++) if ((uintptr_t)p >> i & 1) bit[i] = 1; p = 0;",
      "for (int i = 0; i < 64; i++) if (bit[i]) h |= 1ull << i; p = (int *)h;",
      kept,
    ),
  ],
  [
    "by an atomic update",
    hidden(
      "atomic_store(&a, (uintptr_t)p); p = 0; atomic_fetch_add(&a, 1ull << 60);",
      "p = (int *)(atomic_fetch_sub(&a, 1ull << 60) - (1ull << 60));",
      "static _Atomic uintptr_t a;",
    ),
  ],
  [
    "in the upper word of a longer number",
    hidden("unsigned __int128 w = (unsigned __int128)(uintptr_t)p << 60; p = 0;", "p = (int *)(uintptr_t)(w >> 60);"),
  ],
  [
    "in the environment",
    hidden('memcpy(b, "a=bcdefg", 9); putenv(strcpy((char *)p, "a=b")); p = 0;', 'p = (int *)(getenv("a") - 2);', kept).replace(
      "malloc(4)",
      "malloc(9)",
    ),
  ],
  [
    "its halves, put together by two threads",
    main(
      "u.p = malloc(4); first = u.half[0]; second = u.half[1]; u.p = 0; y = 1; pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); pthread_join(s, 0); pthread_join(t, 0); free(u.p);",
      `${kept}\nstatic void *one(void *arg) { u.half[0] = first; return 0; }\nstatic void *two(void *arg) { u.half[1] = second; return 0; }`,
    ),
  ],
  ["what strtok has left", main('char *s = strdup("a,b,c"); strtok(s, ","); s = 0; y = 1;')],
  ["what strtok has left, until its end", main('char *s = strdup("a,b"); while (strtok(s, ",")) s = 0; y = 1;')],
  [
    "what strtok has left, for a while",
    main('char *s = strdup("a,b"); char *a = strtok(s, ","); s = 0; a = 0; y = 1; a = strtok(0, ","); free(a - 2);'),
  ],
  [
    "the result of a thread that is never joined, by which main ends",
    main("pthread_create(&t, 0, one, 0); pthread_exit(0);", "static pthread_t t; static void *one(void *arg) { return malloc(4); }"),
  ],
])("hidden: %s", async (_, text) => {
  expect(await isTracked(text)).toBe(false);
});

test.each<[string, string]>([
  [
    "values of keys, results of threads",
    main(
      "void *r; pthread_key_create(&k, free); pthread_create(&t, 0, one, malloc(4)); pthread_join(t, &r); free(r);",
      "static pthread_t t; static pthread_key_t k; static void *one(void *arg) { pthread_setspecific(k, arg); *(int *)pthread_getspecific(k) = 1; return calloc(1, 4); }",
    ),
  ],
  [
    "an array of pointers that is sorted, moved and made larger",
    main(
      "int **a = calloc(3, sizeof *a); for (int i = 0; i < 2; i++) { a[i] = malloc(4); *a[i] = -i; } qsort(a, 2, sizeof *a, order); a = realloc(a, 4 * sizeof *a); memmove(a + 1, a, 2 * sizeof *a); for (int **p = a + 1; p != a + 3; p++) free(*p); free(a);",
      "static int order(const void *a, const void *b) { return **(int *const *)a - **(int *const *)b; }",
    ),
  ],
  [
    "structs with pointers that are copied, passed and returned",
    main(
      "struct s a = make(), *b = malloc(sizeof *b); memcpy(b, &a, sizeof a); free(use(*b)); free(b);",
      "struct s { char c; int *p; short n; }; static struct s make(void) { struct s s = {1, malloc(4), 2}; return s; } static int *use(struct s s) { return s.p; }",
    ),
  ],
  [
    "strings that are built, searched and split",
    main(
      'char *s = strdup("ab cd"), *t = malloc(16), *rest; strcpy(t, s); strcat(t, strchr(s, 32)); for (char *w = strtok_r(t, " ", &rest); w; w = strtok_r(0, " ", &rest)) y += (int)strlen(w); snprintf(t, 16, "%s %d", s, 7); for (char *e = t + strlen(t); e > t; ) *--e = 0; free(s); free(t);',
    ),
  ],
  [
    "a hash table of lists",
    main(
      'set("a", 1); set("b", 2); set("a", 3); for (int i = 0; i < 2; i++) while (table[i]) { struct e *e = table[i]; table[i] = e->next; free(e->key); free(e); }',
      "static struct e { char *key; int value; struct e *next; } *table[2]; static void set(const char *key, int value) { unsigned i = (unsigned char)key[0] % 2; for (struct e *e = table[i]; e; e = e->next) if (!strcmp(e->key, key)) { e->value = value; return; } struct e *e = malloc(sizeof *e); e->key = strdup(key); e->value = value; e->next = table[i]; table[i] = e; }",
    ),
  ],
  [
    "a queue under a mutex on the heap",
    main(
      "q = malloc(sizeof *q); q->head = 0; pthread_mutex_init(&q->m, 0); pthread_cond_init(&q->c, 0); pthread_t t; pthread_create(&t, 0, one, q); pthread_mutex_lock(&q->m); while (!q->head) pthread_cond_wait(&q->c, &q->m); struct n *n = q->head; q->head = n->next; pthread_mutex_unlock(&q->m); pthread_join(t, 0); free(n); free(q);",
      "struct n { struct n *next; }; static struct q { pthread_mutex_t m; pthread_cond_t c; struct n *head; } *q; static void *one(void *arg) { struct q *to = arg; struct n *n = malloc(sizeof *n); pthread_mutex_lock(&to->m); n->next = to->head; to->head = n; pthread_cond_signal(&to->c); pthread_mutex_unlock(&to->m); return 0; }",
    ),
  ],
])("tracked, although pointers move: %s", async (_, text) => {
  expect(await isTracked(text)).toBe(true);
});
