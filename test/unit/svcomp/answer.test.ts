// The answers to property files of SV-COMP. A failure here is a wrong answer in the competition's sense: TRUE and FALSE need what its rules ask
// for, everything else is UNKNOWN.

import { expect, test } from "vitest";
import { fileSources } from "../../../src/apps/cli/sources.ts";
import { checkLoaded } from "../../../src/check.ts";
import type { EngineName } from "../../../src/engines/table.ts";
import { load } from "../../../src/frontend/load.ts";
import type { Report } from "../../../src/reports/report.ts";
import { unknownBecause } from "../../../src/reports/unknown.ts";
import { RavelError } from "../../../src/support/diagnostics.ts";
import { answerOf, answerText } from "../../../src/svcomp/answer.ts";
import { parsePropertyFile, propertiesOf, requiresCleanup } from "../../../src/svcomp/property-file.ts";
import { fileOfText } from "../../ir-cache.ts";
import { engineTask, loadRequest, type TaskChanges } from "../../run.ts";
import { evidence, fails, lostUpdate, nothing, property, report } from "../reports/stories.ts";

const check = (formula: string): string => `CHECK( init(main()), LTL(${formula}) )\n`;
const unreach = check("G ! call(reach_error())");
const cleanup = check("G valid-memcleanup");
const memsafety = check("G valid-free") + check("G valid-deref") + check("G valid-memtrack");

async function answer(program: string, prp: string, engine: EngineName = "explore", changes: TaskChanges = {}): Promise<string> {
  const task = parsePropertyFile(prp, "p.prp");
  const request = { ...loadRequest(fileOfText(program)), errorFunction: task.errorFunction };
  const loaded = await load(request);
  const { options, machine, ...rest } = engineTask(loaded.program, propertiesOf(task), changes);
  const asked = {
    asksHeapUse: prp === memsafety ? ("loss" as const) : ("allocation" as const),
    machine: { ...machine, requiresCleanup: requiresCleanup(task) },
  };
  const found = await checkLoaded(loaded, { ...request, ...rest, ...asked, engine: { name: engine, options } });
  return answerText(answerOf(found, task, fileSources)).split("\n")[0] as string;
}

const threads = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <limits.h>\n";
const main = (body: string, before = ""): string => `${threads}${before}\nint main(void) {\n${body}\nreturn 0;\n}\n`;
const started = (thread: string, body: string, before = ""): string =>
  main(`pthread_t t; pthread_create(&t, 0, work, 0);\n${body}`, `${before}\nint x; void *work(void *p) { ${thread}; return 0; }`);

/** A program, a property file, the answer. */
test.each<[string, string, string, string]>([
  [
    "its own reach_error fails",
    started("x = 1", "if (x) reach_error();", "void reach_error() { assert(0); }"),
    unreach,
    "FALSE(unreach-call)",
  ],
  [
    "its own reach_error does nothing",
    started("x = 1", "if (x) reach_error();", "static void reach_error() { }"),
    unreach,
    "FALSE(unreach-call)",
  ],
  ["reach_error is only declared", started("x = 1", "if (x) reach_error();", "void reach_error();"), unreach, "FALSE(unreach-call)"],
  [
    "a plain assertion ends the run",
    started("x = 1", "assert(!x); pthread_join(t, 0); if (!x) reach_error();", "void reach_error();"),
    unreach,
    "TRUE",
  ],
  [
    "another function that must not be called",
    started("x = 1", "if (x) oops();", "void oops(void) { }"),
    check("G ! call(oops())"),
    "FALSE(unreach-call)",
  ],
  ["an assertion of another tool", started("x = 1", "__VERIFIER_assert(!x);", "void __VERIFIER_assert(int);"), unreach, "UNKNOWN"],
  ["a race", started("x = 1", "x = 2;"), check("G ! data-race"), "FALSE(no-data-race)"],
  ["no race", started("x = 1", "pthread_join(t, 0); x = 2;"), check("G!data-race"), "TRUE"],
  ["an overflow", main("int y = INT_MAX; y++;"), check("G ! overflow"), "FALSE(no-overflow)"],
  ["a division by zero", main("int y = 0; y = 1 / y;"), check("G ! overflow"), "UNKNOWN"],
  ["a left shift", main("int y = 1; y = y << 31;"), check("G ! overflow"), "UNKNOWN"],
  ["no overflow", main("int y = 1; y++;"), check("G ! overflow"), "TRUE"],
  ["a freed block is read", main("int *p = malloc(4); free(p); return *p;"), memsafety, "FALSE(valid-deref)"],
  ["a block is freed twice", main("int *p = malloc(4); free(p); free(p);"), memsafety, "FALSE(valid-free)"],
  [
    "a pointer that leaves its object and is only compared",
    main("int *p = malloc(16), *q = malloc(16); int *r = p + by; y = r == q; free(p); free(q);", "volatile int by = 8; int y;"),
    memsafety,
    "UNKNOWN",
  ],
  [
    "a pointer that leaves its object and is dereferenced",
    main("int *p = malloc(16), *q = malloc(16); p[by] = 1; free(p); free(q);", "volatile int by = 8;"),
    memsafety,
    "FALSE(valid-deref)",
  ],
  ["an invalid argument", main("char b[4] = {0}; memcpy(b, b + 1, 2);", "#include <string.h>"), memsafety, "UNKNOWN"],
  ["a block is freed", main("int *p = malloc(4); free(p);"), memsafety, "TRUE"],
  [
    "memory is safe; nobody asks what is lost",
    main("int *p = malloc(4); free(p);"),
    check("G valid-free") + check("G valid-deref"),
    "TRUE",
  ],
  ["a lost block", main("int *p = malloc(4); p = 0;"), cleanup, "FALSE(valid-memcleanup)"],
  ["a block that a global still points to", main("kept = malloc(4);", "int *kept;"), cleanup, "FALSE(valid-memcleanup)"],
  ["a block that is freed", main("int *p = malloc(4); free(p);"), cleanup, "TRUE"],
  ["a stream that is not closed", main('fopen("a", "r");', "#include <stdio.h>"), cleanup, "TRUE"],
  ["a directory stream that is not closed", main('opendir("a");', "#include <dirent.h>"), cleanup, "TRUE"],
  ["a block beside a directory stream", main('opendir("a"); malloc(4);', "#include <dirent.h>"), cleanup, "FALSE(valid-memcleanup)"],
  ["a copy of a string that is not freed", main('strdup("a");', "#include <string.h>"), cleanup, "FALSE(valid-memcleanup)"],
  [
    "a block that is freed in every run",
    started("free(a)", "pthread_join(t, 0); free(b);", "int *a, *b;").replace(
      "pthread_create",
      "a = malloc(4); b = malloc(4); pthread_create",
    ),
    cleanup,
    "TRUE",
  ],
  ["the process may end before a thread frees", started("int *q = malloc(4); free(q)", ""), cleanup, "FALSE(valid-memcleanup)"],
  [
    "exit while a block is allocated",
    main("int *p = malloc(4); if (x) exit(0); free(p);", "volatile int x = 1;"),
    cleanup,
    "FALSE(valid-memcleanup)",
  ],
  ["abort while a block is allocated", main("int *p = malloc(4); if (x) abort(); free(p);", "volatile int x = 1;"), cleanup, "UNKNOWN"],
  [
    "an assertion fails while a block is allocated",
    main("int *p = malloc(4); assert(!x); free(p);", "volatile int x = 1;"),
    cleanup,
    "UNKNOWN",
  ],
  ["a block of the library", main('printf("%d", 1);', "#include <stdio.h>"), cleanup, "TRUE"],
  ["no allocation: nothing is lost", started("x = 1", "pthread_join(t, 0);"), memsafety, "TRUE"],
  ["the library allocates for itself", main('printf("%d %s", 1, "a");', "#include <stdio.h>"), memsafety, "TRUE"],
  ["an allocation by a pointer to a function", main("free(make(4));", "void *(*make)(size_t) = malloc;"), memsafety, "TRUE"],
  ["an allocation by the library for the program", main('free(strdup("a"));', "#include <string.h>"), memsafety, "TRUE"],
  [
    "hidden in other bits for a while",
    main("size_t p = (size_t)malloc(4) ^ 0x100000; free((void *)(p ^ 0x100000));"),
    memsafety,
    "UNKNOWN",
  ],
  [
    "a deadlock",
    main("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_mutex_lock(&m);"),
    check("G ! deadlock"),
    "FALSE(no-deadlock)",
  ],
  [
    "an unlock of what is not held",
    main("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_unlock(&m);"),
    check("G ! deadlock"),
    "UNKNOWN",
  ],
  ["no deadlock", main("pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);"), check("G ! deadlock"), "TRUE"],
])("%s", async (_, program, prp, expected) => {
  expect(await answer(program, prp)).toBe(expected);
});

test.each(["none", "dpor", "optimal", "rf", "states"] as const)(
  "reduction %s keeps the order of the end and of what is freed",
  async (reduction) => {
    const waits = started("int *q = malloc(4); x = 1; free(q)", "while (!__atomic_load_n(&x, 5)) sched_yield();", "#include <sched.h>");
    expect(await answer(waits, cleanup, "explore", { reduction })).toBe("FALSE(valid-memcleanup)");
    const twoFree = started("free(a)", "free(b); pthread_join(t, 0);", "int *a, *b;").replace(
      "pthread_create",
      "a = malloc(4); b = malloc(4); pthread_create",
    );
    expect(await answer(twoFree, cleanup, "explore", { reduction })).toBe("TRUE");
    const unjoined = started("free(a)", "free(b);", "int *a, *b;").replace(
      "pthread_create",
      "a = malloc(4); b = malloc(4); pthread_create",
    );
    expect(await answer(unjoined, cleanup, "explore", { reduction })).toBe("FALSE(valid-memcleanup)");
  },
);

test("the formula engines see the same error function", async () => {
  const program = started("x = 1", "assert(x < 2); if (x) reach_error();", "void reach_error() { }");
  for (const engine of ["staged", "guided"] as const) expect(await answer(program, unreach, engine)).toBe("FALSE(unreach-call)");
  const safe = started("x = 1", "assert(!x); if (x == 2) reach_error();", "void reach_error() { }");
  expect(await answer(safe, unreach, "staged")).toBe("TRUE");
});

test("up to a bound, or not decided: UNKNOWN, with the reason", async () => {
  expect(await answer(started("x = 1", ""), check("G ! data-race"), "explore", { reduction: "none", contextBound: 0 })).toBe("UNKNOWN");
  const task = parsePropertyFile(unreach, "p.prp");
  const outOfTime = unknownBecause({ kind: "stopped", stop: { kind: "time", seconds: 5 }, when: "" });
  const open = property("assert", { verdict: "unknown", scope: nothing, unknown: outOfTime });
  const told = (r: Report): string => answerText(answerOf(r, task, fileSources));
  expect(told(report([open], open))).toBe("UNKNOWN\nreason: unreach-call: the time limit of 5 s was reached (RVL301)\n");
  // Not even a violation that depends on an unmodelled function is one.
  const reached = { ...fails, message: "reach_error()" };
  const unsafe = (replay: typeof lostUpdate): Report => {
    const part = property("assert", {
      verdict: "unsafe",
      scope: nothing,
      evidence: evidence(reached, replay),
      violations: [evidence(reached, replay)],
    });
    return report([part], part);
  };
  expect(told(unsafe(lostUpdate))).toBe("FALSE(unreach-call)\n");
  expect(told(unsafe({ ...lostUpdate, assumed: "read_sensor" }))).toMatch(/^UNKNOWN\nreason: .*read_sensor/);
});

test("property files: blanks and comments do not matter", () => {
  const task = parsePropertyFile("// sum\n CHECK(init(main()),LTL(G!call(reach_error())))\r\n\n", "p.prp");
  expect(task).toEqual({ subproperties: ["unreach-call"], errorFunction: "reach_error", specification: unreach.trim() });
  expect(parsePropertyFile(memsafety, "p.prp").specification).toBe(memsafety.trim());
});

test.each([
  ["", "p.prp is empty"],
  ["int main(void) { }", "p.prp: intmain(void){} is not a check"],
  [check("F end"), "p.prp: LTL(Fend) is not a property that Ravel checks"],
  ["CHECK( init(start()), LTL(G ! overflow) )", "p.prp: programs start in main, not in start"],
  [check("G ! call(a())") + check("G ! call(b())"), "p.prp names two functions that must not be called: a and b"],
])("%j is rejected", (text, message) => {
  expect(() => parsePropertyFile(text, "p.prp")).toThrow(RavelError);
  expect(() => parsePropertyFile(text, "p.prp")).toThrow(`RVL106: ${message}`);
});
