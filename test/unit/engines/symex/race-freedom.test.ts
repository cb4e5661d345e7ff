// Races with pdpor: subtrees in which nothing can race are left (PDPOR, section 6). In the first list all is left at once; in the second a careless version would leave a race.

import { describe, expect, test } from "vitest";
import { explore } from "../../../../src/engines/explore/explore.ts";
import { symex } from "../../../../src/engines/symex/engine.ts";
import { compile, compileText, engineTask } from "../../../run.ts";
import { program } from "./reduced-programs.ts";

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;
const locks = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;";
const lock = "pthread_mutex_lock(&m);";
const unlock = "pthread_mutex_unlock(&m);";
const under = (code: string): string => `${lock} ${code} ${unlock}`;
const twice = (code: string): string[] => [code, code];

/** A lock of the program's own, which is taken if it is free. */
const own = (mark: number, take: string, give: string): string =>
  `int e = 0; if (atomic_compare_exchange_strong_explicit(&f, &e, ${mark}, memory_order_${take}, memory_order_${take === "relaxed" ? "relaxed" : "acquire"}))
   { x++; atomic_store_explicit(&f, 0, memory_order_${give}); }`;

const free: readonly (readonly [string, string])[] = [
  ["one lock", program(`${locks} int x;`, twice(under("x++;")))],
  ["before the threads and after them", program(`${locks} int x;`, [...twice(under("x++;")), under("x = 2;")], "x = 3;", "x = 1;")],
  ["a lock that main initialises", program("pthread_mutex_t m; int x;", twice(under("x++;")), "", "pthread_mutex_init(&m, 0);")],
  ["a lock that is tried", program(`${locks} int x;`, twice(`if (pthread_mutex_trylock(&m) == 0) { x++; ${unlock} }`))],
  ["a lock of its own", program("atomic_int f; int x;", [own(1, "acq_rel", "release"), own(2, "acq_rel", "release")])],
  [
    "a lock made of sections",
    program(
      "int f, x;",
      [1, 2].map((i) => `${section(`__VERIFIER_assume(f == 0); f = ${i};`)} x++; ${section("f = 0;")}`),
    ),
  ],
  ["sections alone", program("int x;", twice(section("x++;")))],
];

const racy: readonly (readonly [string, string])[] = [
  ["no lock", program("int x;", ["x = 1;", "x = 2;"])],
  ["different locks", program(`${locks} int x;`, [under("x++;"), "pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);"])],
  ["one access outside", program(`${locks} int x;`, [under("x++;"), `${under("x++;")} x = 3;`])],
  [
    "a lock that is given back on one branch",
    program(`${locks} int x; atomic_int c;`, [under("x++;"), `${lock} if (c) { ${unlock} } x = 3; if (!c) { ${unlock} }`, "c = 1;"]),
  ],
  ["main, which joins only one", program(`${locks} int x;`, twice(under("x++;"))).replace("pthread_join(t[1], 0);", "x = 5;")],
  [
    "main, between two creates",
    program(`${locks} int x;`, twice(under("x++;"))).replace("pthread_create(&t[1]", "x = 1; pthread_create(&t[1]"),
  ],
  ["a lock that another thread initialises", program(`${locks} int x;`, ["x = 1; pthread_mutex_init(&m, 0);", under("x = 2;")], "", lock)],
  ["a lock that is used while it is initialised", program("pthread_mutex_t m;", ["pthread_mutex_init(&m, 0);", under("")])],
  ["an own lock, taken without order", program("atomic_int f; int x;", [own(1, "relaxed", "release"), own(2, "relaxed", "release")])],
  ["an own lock, given back without order", program("atomic_int f; int x;", [own(1, "acq_rel", "relaxed"), own(2, "acq_rel", "relaxed")])],
  [
    "one mark for two threads",
    program("int f, x;", twice(`${section("__VERIFIER_assume(f == 0 || f == 1); f = 1;")} x++; ${section("f = 0;")}`)),
  ],
  [
    "a lock that another thread gives back",
    program("int f, x;", [
      `${section("__VERIFIER_assume(f == 0); f = 1;")} x++; ${section("f = 0;")}`,
      `${section("f = 0;")} ${section("__VERIFIER_assume(f == 0); f = 2;")} x++; ${section("f = 0;")}`,
    ]),
  ],
  [
    "a lock of which another thread clears a byte",
    program("int f, x;", [
      ...[1, 2].map((i) => `${section(`__VERIFIER_assume(f == 0); f = ${i};`)} x++; ${section(`__VERIFIER_assume(f == ${i}); f = 0;`)}`),
      section("*(char *)&f = 0;"),
    ]),
  ],
  [
    "the mark of a thread, written by main before the thread starts",
    program("atomic_int f; int x;", ["int e = 1; if (atomic_compare_exchange_strong(&f, &e, 1)) { x = 2; f = 0; }"], "", "f = 1;").replace(
      "pthread_join(t[0], 0);",
      "x = 1; pthread_join(t[0], 0);",
    ),
  ],
  [
    "a lock that main clears before the thread starts",
    program(`${locks} pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER; int x;`, [under("x = 2;")], "", `${lock} m = fresh;`).replace(
      "pthread_join(t[0], 0);",
      "x = 1; pthread_join(t[0], 0);",
    ),
  ],
  [
    "an object that the step which makes it writes, and publishes without order",
    program("int *_Atomic p; int l;", [
      section("int *q = malloc(4); *q = 1; atomic_store_explicit(&p, q, memory_order_relaxed);"),
      "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) l = *q;",
    ]),
  ],
  ["a section, and an access outside of any", program("int x;", [section("x++;"), "x++;"])],
  ["an object that is freed", program(`${locks} int *p;`, [under("*p = 1;"), "free(p);"], "", "p = calloc(1, 4);")],
  ["bytes of one word", program(`${locks} union { int i; char c[4]; } v;`, [under("v.i = 1;"), "v.c[2] = 1;"])],
];

describe("race with pdpor", () => {
  test.each(free)("nothing can race: %s", async (_, text) => {
    const { findings, stats } = await symex.run(engineTask(await compileText(text), ["race"], { reduce: "pdpor" }));
    expect([findings.get("race")?.kind, stats.runs]).toEqual(["covered", 1]);
  });

  test.each(racy)("a race is not missed: %s", async (_, text) => {
    const compiled = await compileText(text);
    const all = await explore.run(engineTask(compiled, ["race"], { reduction: "none" }));
    expect(all.findings.get("race")?.kind).toBe("candidate");
    const { findings } = await symex.run(engineTask(compiled, ["race"], { reduce: "pdpor" }));
    expect(findings.get("race")?.kind).toBe("candidate");
  });

  test("lockset-3: one run", async () => {
    const { findings, stats } = await symex.run(engineTask(await compile("bench/programs/symex/lockset.c"), ["race"], { reduce: "pdpor" }));
    expect([findings.get("race")?.kind, stats.runs]).toEqual(["covered", 1]);
  });
});
