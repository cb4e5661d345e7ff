// Objects whose size is an input (skeleton/extents.ts): the verdicts that the staged engine must give. Each program has a correct and a wrong variant.

import type { Case } from "./programs.ts";

const counted = (name: string, text: string, expected: Case["expect"], from: string, to: string, wrong: Case["expect"]): Case[] => {
  const [code, main] = text.split("---") as [string, string];
  return [
    { name, code, main, expect: expected },
    { name: `${name}, wrong`, code: code.replace(from, to), main: main.replace(from, to), expect: wrong },
  ];
};

const all = { assert: "safe", memory: "safe", race: "safe", deadlock: "safe", overflow: "safe" } as const;

export const sizes: readonly Case[] = [
  ...counted(
    "an array of as many as are asked for, two threads",
    `static int @n, *@a, @sum;
THREAD(@half) { int from = arg ? @n / 2 : 0, to = arg ? @n : @n / 2; for (int i = from; i < to; i++) { LOCK; @sum += @a[i]; UNLOCK; } return arg; }
--- @n = __VERIFIER_nondet_int(); __VERIFIER_assume(@n > 0 && @n <= 3); @a = malloc(@n * sizeof *@a);
for (int i = 0; i < @n; i++) @a[i] = i + 1;
pthread_t t; pthread_create(&t, NULL, @half, &@n); @half(NULL); END(t); assert(@sum == @n * (@n + 1) / 2); free(@a);`,
    all,
    "i < to",
    "i <= to",
    { memory: "unsafe" },
  ),
  ...counted(
    "zeroed memory of any length, read by another thread",
    `static unsigned @n; static char *@buffer; static int @ready;
THREAD(@reader) { LOCK; if (@ready) for (unsigned i = 0; i < @n; i++) assert(@buffer[i] == 0); UNLOCK; return arg; }
--- START(t, @reader); unsigned k = __VERIFIER_nondet_uchar() % 5; LOCK; @n = k; @buffer = calloc(k, 1); @ready = 1; UNLOCK; END(t); free(@buffer);`,
    all,
    "@n = k;",
    "@n = k + 1;",
    { memory: "unsafe", race: "safe-bounded" },
  ),
  ...counted(
    "as many threads as are asked for, in a variable-length array",
    `static atomic_int @count;
THREAD(@work) { @count++; return arg; }
--- unsigned k = __VERIFIER_nondet_uchar(); if (k > 2) return; pthread_t t[k + 1];
for (unsigned i = 0; i < k; i++) pthread_create(&t[i], NULL, @work, NULL);
for (unsigned i = 0; i < k; i++) pthread_join(t[i], NULL);
assert(@count == (int)k);`,
    all,
    "@count == (int)k",
    "@count <= 1",
    { assert: "unsafe", memory: "safe", race: "safe" },
  ),
  ...counted(
    "as many threads as are asked for, in an array of fixed size",
    `static atomic_int @count;
THREAD(@work) { @count++; return arg; }
--- unsigned k = __VERIFIER_nondet_uchar() % 4; pthread_t t[3];
for (unsigned i = 0; i < k; i++) pthread_create(&t[i], NULL, @work, NULL);
for (unsigned i = 0; i < k; i++) pthread_join(t[i], NULL);
assert(@count == (int)k);`,
    all,
    "t[3]",
    "t[2]",
    { memory: "unsafe" },
  ),
  ...counted(
    "a message with its length in front",
    `struct @message { unsigned length; char text[]; }; static struct @message *_Atomic @sent;
THREAD(@receive) { struct @message *x = @sent; if (x && x->length > 0) assert(x->text[x->length - 1] == 'z'); return arg; }
--- START(t, @receive); unsigned k = __VERIFIER_nondet_uchar() % 4; struct @message *x = malloc(sizeof *x + k); x->length = k;
for (unsigned i = 0; i < k; i++) x->text[i] = 'z'; @sent = x; END(t);`,
    all,
    "x->length - 1",
    "x->length",
    { memory: "unsafe" },
  ),
  ...counted(
    "freed by one thread while another uses it",
    `static int *@p;
THREAD(@use) { LOCK; if (@p) @p[0] = 1; UNLOCK; return arg; }
--- unsigned k = __VERIFIER_nondet_uchar(); __VERIFIER_assume(k >= 4 && k < 40); @p = malloc(k); START(t, @use); LOCK; free(@p); @p = NULL; UNLOCK; END(t);`,
    all,
    "@p = NULL; UNLOCK",
    "UNLOCK",
    { memory: "unsafe" },
  ),
  ...counted(
    "two objects of one length, copied word by word",
    `static int @x[3] = {1, 2, 3}; static int *@y;
THREAD(@look) { LOCK; if (@y) assert(@y[0] == 1); UNLOCK; return arg; }
--- unsigned k = __VERIFIER_nondet_uchar(); __VERIFIER_assume(k >= 1 && k <= 3); START(t, @look); int *c = malloc(k * sizeof *c);
for (unsigned i = 0; i < k; i++) c[i] = @x[i]; LOCK; @y = c; UNLOCK; END(t); assert(c[k - 1] == (int)k); free(c);`,
    all,
    "c[k - 1] == (int)k",
    "c[0] == (int)k",
    { assert: "unsafe", memory: "safe" },
  ),
  {
    name: "cleared in part: most of it is never read",
    code: "static char *@p; THREAD(@look) { LOCK; if (@p) assert(@p[0] == 0 && @p[2] == 0); UNLOCK; return arg; }",
    main: "START(t, @look); LOCK; @p = calloc(32, 1); UNLOCK; END(t); free(@p);",
    expect: all,
  },
];
