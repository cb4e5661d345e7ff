// Programs on which a careless order by a resource, a careless "settled", or a careless memory of controls misses a violation: one per rule of reduction/resource-order.ts, settled.ts and
// known-controls.ts (docs/adr/0048). Each fails if its rule is taken out. What is true is found by a search over all interleavings.

import { describe, expect, test } from "vitest";
import { symex } from "../../../../src/engines/symex/engine.ts";
import type { Property } from "../../../../src/execution/errors.ts";
import { compileText, engineTask } from "../../../run.ts";
import { explore } from "../../reduction/chosen-search.ts";
import { program } from "./reduced-programs.ts";

const section = (code: string): string => `__VERIFIER_atomic_begin(); ${code} __VERIFIER_atomic_end();`;
const sections = (...codes: readonly string[]): string => codes.map(section).join(" ");

/** Adding first would double more, and wraps around: only the other order exceeds the bound. */
const wrapping = (...rest: readonly string[]): string =>
  program("unsigned char x; atomic_int c;", [section("x += 3;"), section("x *= 2; assert(x <= 200);"), ...rest]);

/** Subtracting first wraps around: only if the number is doubled first, little is left. */
const sinking = (...rest: readonly string[]): string =>
  program("unsigned char x = 40; atomic_int c;", [section("x *= 2;"), ...rest], "assert(x >= 25);");

/** Two threads that meet in one control, in two states: `first` and then `second` are executed in both orders. */
const twice = (globals: string, first: string, second: string, rest: readonly string[], end: string, start = ""): string =>
  program(`${globals} int p;`, [section(`${first} p++;`), section(`${second} p++;`), ...rest], end, start);

/** x is 3 where the second thread comes first, otherwise 2 or 4. */
const kept = (globals: string, later: string, end: string): string =>
  program(`int x = 1, y, c, seen; ${globals}`, [`${section("x += 1;")} ${later}`, section("x *= 2; c = 1;")], end);

/** The last thread wraps around if the first one has changed the cell before: only without it, the bound is exceeded. What the third one does is limited by its guard, and so fits by itself. */
const guarded = (cell: string, first: string, bound: string, guard: string, third: string, last: string): string =>
  program(`${cell} int d;`, [
    section(first),
    section(`assert(${bound});`),
    section(`if (${guard}) { ${third} d = 1; } else assert(0);`),
    section(`__VERIFIER_assume(d); ${last}`),
  ]);

const packed = "struct __attribute__((packed)) half { unsigned short v; };";

const unsafe: readonly (readonly [string, Property, string])[] = [
  ["more is added than the cell has room for", "assert", wrapping(section("x += 126;"))],
  [
    "more is added than a signed cell has room for",
    "assert",
    program("signed char x;", [section("x += 3;"), section("x *= 2; assert(x <= 110);"), sections("x += 62;", "x += 134;")]),
  ],
  ["an addition in a loop", "assert", wrapping(`for (int i = 0; i < 2; i++) { ${section("x += 63;")} }`)],
  ["a second addition of a thread", "assert", wrapping(sections("x += 63;", "x += 63;"))],
  ...["c", "!c"].flatMap((when) => {
    const branch = (code: string, other: string): string => `if (${when}) { ${code} } else { ${other} }`;
    const set = section("c = 1;");
    const doubled = (...steps: readonly string[]): string =>
      program("unsigned char x = 40; atomic_int c;", [section("x += 30; assert(x <= 150);"), steps.join(" "), set]);
    return [
      [`a branch of a step that adds: ${when}`, "assert", wrapping(section(branch("x += 126;", "")), set)],
      [`a branch after a step that adds: ${when}`, "assert", wrapping(branch(section("x += 126;"), "c = 3;"), set)],
      [`a branch of a step that subtracts: ${when}`, "assert", sinking(sections("x -= 30;", branch("x -= 30;", "")), set)],
      [
        `a branch after a step that subtracts: ${when}`,
        "assert",
        sinking(`${section("x -= 30;")} ${branch(section("x -= 30;"), "c = 3;")}`, set),
      ],
      [`a branch of a step that doubles: ${when}`, "assert", doubled(section("x *= 2; assert(x <= 150);"), section(branch("x *= 2;", "")))],
    ] as const;
  }),
  [
    "a doubling in a loop",
    "assert",
    program("unsigned char x = 40;", [
      section("x += 30; assert(x <= 150);"),
      `for (int i = 0; i < 2; i++) { ${section("x *= 2; assert(x <= 150);")} }`,
    ]),
  ],
  ["a subtraction in a loop", "assert", sinking(`for (int i = 0; i < 2; i++) { ${section("x -= 30;")} }`)],
  ["a second subtraction of a thread", "assert", sinking(sections("x -= 30;", "x -= 30;"))],
  [
    "a subtraction of another thread",
    "assert",
    program("unsigned char x = 40;", [section("x -= 30;"), section("x *= 2;"), section("x -= 30;")], "assert(x >= 25);"),
  ],
  [
    "numbers that a resource reaches only later",
    "assert",
    program("unsigned char x = 4;", [
      section("x *= 2; assert(x <= 70);"),
      sections("x *= 2;", "x *= 2;", "x *= 2;", "if (x >= 30) x += 5; assert(x <= 70);"),
    ]),
  ],
  [
    "the smaller result of two orders",
    "assert",
    program("int x = 1;", [section("x *= 2; assert(x <= 3);"), section("x += 1; assert(x <= 3);")]),
  ],
  ["a byte of a resource", "assert", kept("", section("if (*(unsigned char *)&x == 3) y = 1;"), "assert(!y);")],
  [
    "bytes that a resource has a part of",
    "assert",
    program(
      `${packed} unsigned char b[6]; int y;`,
      [
        `${section("((struct half *)b)->v += 256;")} ${section("if (((struct half *)(b + 1))->v == 3) y = 1;")}`,
        section("((struct half *)b)->v *= 2;"),
      ],
      "assert(!y);",
      "((struct half *)b)->v = 256;",
    ),
  ],
  [
    "a step that fails or not, which its formula does not say",
    "memory",
    program(
      "int *p, x = 1, y, done;",
      [sections("x += 1;", "if (x == 3) y = 1; *p = 1; done = 1;"), section("x *= 2;"), `${section("__VERIFIER_assume(done);")} free(p);`],
      "if (y) *(int *)0 = 1;",
      "p = calloc(1, 4);",
    ),
  ],
  [
    "a copy of a resource that is made in two steps",
    "assert",
    kept("volatile unsigned long n = 4;\n#include <string.h>\n", "unsigned long k = n; memcpy(&y, &x, k);", "assert(y != 3);"),
  ],
  ...[3, 4].map(
    (n) =>
      [
        `a branch after a step that reads a resource: ${n}`,
        "assert",
        kept("", `if (x == ${n}) { ${section("y = 1;")} }`, "assert(!y);"),
      ] as const,
  ),
  ["a cell that is written if there is less of a resource", "assert", kept("", section("if (c && x <= 3) y = 1;"), "assert(!y);")],
  [
    "a cell that is written if there is more of a resource",
    "assert",
    kept("", section("if (c) seen = 1; if (c && x >= 4) y = 1;"), "assert(!seen || y);"),
  ],
  ["a resource that is kept in a register", "assert", kept("atomic_int z;", "int l = x; z = 1; assert(l != 3);", "")],
  [
    "less of a resource, of which more remains",
    "assert",
    kept("", section("if (c) seen = 1; if (c && x >= 4) x -= 3;"), "assert(!(seen && x >= 3));"),
  ],
  [
    "an assignment of less than others take away",
    "assert",
    program("unsigned char x = 12; int c;", [
      sections("x += 15;", "if (c && x < 50) x = 5;", "x -= 10; assert(x <= 200);"),
      section("x *= 2; c = 1;"),
    ]),
  ],
  [
    "a formula that excludes the error, and that a step does not preserve",
    "assert",
    twice("int flag = 1, g;", "g = 0;", "g = 1;", [sections("__VERIFIER_assume(p == 2); flag = g;", "assert(flag || g);")], ""),
  ],
  ["a byte of a flag", "assert", program("int flag = 256, y;", [section("((char *)&flag)[1] = 0;"), section("y = 1;")], "assert(flag);")],
  [
    "a set whose member waits in the second of two states",
    "assert",
    twice(
      "int f, y, z;",
      "f = 0;",
      "f = 1;",
      [section("__VERIFIER_assume(p == 2 && f); y = 1;"), sections("__VERIFIER_assume(p == 2); if (f) f++; z = f;", "assert(z == 2);")],
      "",
    ),
  ],
  [
    "an object that has ended in the first of two states",
    "assert",
    twice(
      "int *o, x, y, r = 9;",
      "if (!x) free(o);",
      "x = 1;",
      [section("__VERIFIER_assume(p == 2); *o = 1; r = y;"), section("__VERIFIER_assume(p == 2); y = 1;")],
      "assert(r != 0);",
      "o = calloc(1, 4);",
    ),
  ],
  [
    "an object that is smaller in the first of two states",
    "assert",
    twice(
      "char *o; int x, y, r = 9;",
      "o = malloc(x ? 8 : 4);",
      "x = 1;",
      [section("__VERIFIER_assume(p == 2); o[5] = 1; r = y;"), section("__VERIFIER_assume(p == 2); y = 1;")],
      "assert(r != 0);",
    ),
  ],
  [
    "three additions of which the sum is so large that the interval turns round",
    "assert",
    program("signed char x;", [section("x += 3;"), section("x *= 2; assert(x <= 110);"), sections("x += 62;", "x += 127;", "x += 7;")]),
  ],
  [
    "an addition in the first of two ways, of which the other fails",
    "assert",
    guarded("unsigned char x;", "x += 30;", "x <= 200", "x <= 115", "x += 120;", "x += 110;"),
  ],
  [
    "a factor in the first of two ways, of which the other fails",
    "assert",
    guarded("unsigned char x = 35;", "x += 20;", "x <= 230", "x <= 60", "x *= 4;", "x += 100;"),
  ],
  [
    "a subtraction in the first of two ways, of which the other fails",
    "assert",
    guarded("unsigned char x = 255;", "x -= 30;", "x >= 50", "x >= 120", "x -= 120;", "x -= 110;"),
  ],
  [
    "a read of the resource that decides where its thread continues",
    "assert",
    program(
      "_Atomic unsigned char x = 1; int y, z, d, e;",
      [
        section("x += 5; d = 1;"),
        section("x *= 2; e = 1;"),
        `${sections("__VERIFIER_assume(d);", "__VERIFIER_assume(e);")} if (x < 8) { ${section("y = 1;")} } else { ${section("z = 1;")} }`,
      ],
      "assert(y == 0);",
    ),
  ],
];

describe("violations that are not missed", () => {
  test.each(unsafe)("%s", async (_, property, text) => {
    const compiled = await compileText(text);
    expect(explore(compiled, false, property).isUnsafe).toBe(true);
    expect(explore(compiled, true, property).isUnsafe).toBe(true);
    const { findings } = await symex.run(engineTask(compiled, [property], { prune: "interpolants", reduce: "pdpor" }));
    expect(findings.get(property)?.kind).toBe("candidate");
  });
});
