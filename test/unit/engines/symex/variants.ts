// Forms of sum, p/c, commit and lockset: other names, constants, orders of threads, types, helper functions and locks. In: nothing. Out: the programs, each with one that is unsafe.

import { program } from "./reduced-programs.ts";

export interface Variant {
  readonly name: string;
  readonly property: "assert" | "race";
  readonly text: string;
  /** The same with a mistake. */
  readonly bad: string;
  /** Of the program that is safe. Who takes a lock first is explored; all else is one run. */
  readonly runs: number;
}

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;
const under = (code: string): string => `pthread_mutex_lock(&guard); ${code} pthread_mutex_unlock(&guard);`;
const guard = "pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;";

const both = (make: (isBad: boolean) => string): Pick<Variant, "text" | "bad"> => ({ text: make(false), bad: make(true) });

const helper = (type: string): string => `static void add(${type} *to, ${type} by) { *to += by; }`;

export const variants: readonly Variant[] = [
  {
    name: "sum: other names and constants",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        "int grand_total;",
        [7, 11, 200].map((c) => section(`grand_total += ${c};`)),
        `assert(grand_total == ${isBad ? 217 : 218});`,
      ),
    ),
  },
  {
    name: "sum: the other order of threads",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        "int sum;",
        [3, 2, 1].map((c) => section(`sum = ${c} + sum;`)),
        `assert(sum == ${isBad ? 5 : 6});`,
      ),
    ),
  },
  {
    name: "sum: unsigned char",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        "unsigned char sum;",
        [100, 100, 100].map((c) => section(`sum += ${c};`)),
        `assert(sum == ${isBad ? 300 : 44});`,
      ),
    ),
  },
  {
    name: "sum: a lock around the addition",
    property: "assert",
    runs: 3,
    ...both((isBad) =>
      program(
        `${guard} int sum;`,
        [1, 2, 3].map((c) => under(`sum += ${c};`)),
        `assert(sum == ${isBad ? 5 : 6});`,
      ),
    ),
  },
  {
    name: "sum: a helper function",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        `int sum; ${helper("int")}`,
        [1, 2, 3].map((c) => section(`add(&sum, ${c});`)),
        `assert(sum == ${isBad ? 5 : 6});`,
      ),
    ),
  },
  {
    name: "p/c: unsigned char, additions last",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        "unsigned char x; atomic_int own[4];",
        ["x *= 2;", "x *= 2;", "x += 1;", "x += 1;"].map(
          (code, i) => `own[${i}] = 1; ${section(`${code} assert(x <= ${isBad ? 7 : 8});`)}`,
        ),
      ),
    ),
  },
  {
    name: "p/c: helper functions and other constants",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        `long used; static void check(void) { assert(used <= ${isBad ? 35 : 36}); } static void more(long by) { used += by; check(); } static void twice(void) { used = used + used; check(); }`,
        ["more(3);", "twice();", "more(6);", "twice();"].map(section),
      ),
    ),
  },
  {
    name: "commit: other names and constants",
    property: "assert",
    runs: 2,
    ...both((isBad) =>
      program(
        "int work; atomic_int done;",
        [`${section("work = work * work + 1;")} done = ${isBad ? 0 : 5};`, `${section("work = work * 3;")} done = ${isBad ? 0 : 5};`],
        "assert(done);",
      ),
    ),
  },
  {
    name: "commit: a helper function and a char",
    property: "assert",
    runs: 1,
    ...both((isBad) =>
      program(
        `int work; char done; static void commit(void) { ${section("done = 1;")} }`,
        [
          `${section("work = 2 * work + 1;")} commit();`,
          `${section("work = 2 * work + 2;")} ${isBad ? section("done = 0;") : "commit();"}`,
        ],
        "assert(done);",
      ),
    ),
  },
  {
    name: "lockset: other names, a helper function",
    property: "race",
    runs: 1,
    ...both((isBad) =>
      program(`${guard} int data; ${helper("int")}`, [
        under("add(&data, 1); add(&data, 2);"),
        isBad ? "add(&data, 3);" : under("add(&data, 3);"),
      ]),
    ),
  },
  {
    name: "sum and lockset: a lock around the addition, read at the end",
    property: "race",
    runs: 1,
    ...both((isBad) =>
      program(
        `${guard} unsigned char sum;`,
        [1, 2, 3].map((c) => (isBad && c === 3 ? "sum += 3;" : under(`sum += ${c};`))),
        "assert(sum == 6);",
      ),
    ),
  },
];
