// Unwritten memory that is copied but not used: as bytes, as a struct passed in registers, or as the neighbour of a bit-field that is
// assigned. Its value counts where it is used, and all copies hold the same value. A failure means that a search tried only one value (safe
// instead of unknown), or that copies of one byte differed (a violation that no machine shows).

import { describe, expect, test } from "vitest";
import { explore } from "../../src/engines/explore/explore.ts";
import { runStaged } from "../../src/engines/staged/staged.ts";
import { engines } from "../../src/engines/table.ts";
import { Machine } from "../../src/execution/machine.ts";
import { confirmUnchanged } from "../../src/witness/confirm.ts";
import { compileText, engineTask } from "../run.ts";

interface Row {
  readonly name: string;
  readonly code: string;
  readonly verdict: "safe" | "unsafe";
}

const head = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; };
struct three { char a, b, c; };
struct wide { long a; char c; };
struct bits { unsigned a : 4, b : 4; };
`;

const rows: readonly Row[] = [
  {
    name: "a struct that is passed",
    code: "static void f(struct pair p) { assert(p.a == 1); assert(p.b != 5); } int main(void) { struct pair v; v.a = 1; f(v); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a struct that is passed from the heap",
    code: "static void f(struct pair p) { assert(p.b != 5); } int main(void) { struct pair *v = malloc(sizeof *v); v->a = 1; f(*v); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a struct that is returned",
    code: "static struct pair f(void) { struct pair v; v.a = 1; return v; } int main(void) { struct pair r = f(); assert(r.b != 5); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a struct of an odd size, which clang copies first",
    code: "static void f(struct three p) { assert(p.b != 5); } int main(void) { struct three v; v.a = 1; f(v); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a struct in two registers",
    code: "static void f(struct wide p) { assert(p.c != 5); } int main(void) { struct wide v; v.a = 1; f(v); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a struct that is passed and compared with what it was",
    code: "static void f(struct pair p, struct pair *q) { assert(p.b == q->b); } int main(void) { struct pair v; v.a = 1; f(v, &v); return 0; }",
    verdict: "safe",
  },
  {
    name: "the neighbour of a bit-field",
    code: "int main(void) { struct bits *s = malloc(sizeof *s); s->a = 1; assert(s->a == 1); assert(s->b == 0); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "the neighbour of a bit-field that a thread assigns",
    code: `static struct bits *s; static void *t(void *x) { s->b = 2; return x; }
      int main(void) { s = malloc(sizeof *s); pthread_t y; pthread_create(&y, 0, t, 0); pthread_join(y, 0); assert(s->b == 2); assert(s->a != 7); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "bit-fields that are all assigned",
    code: "int main(void) { struct bits *s = malloc(sizeof *s); s->a = 1; s->b = 2; assert(s->a == 1 && s->b == 2); return 0; }",
    verdict: "safe",
  },
  {
    name: "a copy that is read before what it is a copy of",
    code: "int main(void) { char *a = malloc(2), *b = malloc(2); memcpy(b, a, 2); assert(b[1] == a[1]); return 0; }",
    verdict: "safe",
  },
  {
    name: "a copy of a copy",
    code: "int main(void) { char *a = malloc(1), *b = malloc(1), *c = malloc(1); memcpy(b, a, 1); memcpy(c, b, 1); assert(*a == *c); return 0; }",
    verdict: "safe",
  },
  {
    name: "a copy that a thread makes",
    code: `static struct three *a, *b; static void *t(void *x) { *b = *a; return x; }
      int main(void) { a = malloc(3); b = malloc(3); a->a = 1; pthread_t y; pthread_create(&y, 0, t, 0); pthread_join(y, 0); assert(b->a == 1 && b->b == a->b); return 0; }`,
    verdict: "safe",
  },
  {
    name: "what realloc moves",
    code: "int main(void) { char *a = malloc(2), b[2]; memcpy(b, a, 2); a = realloc(a, 4); assert(a[0] == b[0]); return 0; }",
    verdict: "safe",
  },
  {
    name: "what is loaded and stored elsewhere is written there",
    code: "int main(void) { char *u = malloc(1), *v = malloc(1), *x = malloc(1); *x = *u; if (*x == 3) assert(*v != 5); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "what is loaded from a local and stored in another is written there",
    code: "int main(void) { char a[2], b[2], *p = a, *q = b; q[0] = p[0]; if (q[0] == 3) assert(p[1] != 5); return 0; }",
    verdict: "unsafe",
  },
  {
    name: "a pointer that is loaded and stored elsewhere is written there",
    code: `struct node { char *at, key; }; int main(void) { struct node *s = malloc(sizeof *s), *r = malloc(sizeof *r); char *v = malloc(1); s->at = v; r->at = s->at; r->key = s->key;
      if (r->at && r->key == 3) assert(*r->at != 5); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "what another thread loads and stores elsewhere is written there",
    code: `static char *p, *q; static void *t(void *x) { q[0] = p[0]; return x; }
      int main(void) { p = malloc(2); q = malloc(2); pthread_t y; pthread_create(&y, 0, t, 0); pthread_join(y, 0); if (p[0] == q[0] && p[0] == 4) assert(p[1] != 5); return 0; }`,
    verdict: "unsafe",
  },
  {
    name: "a copy of what is overwritten then",
    code: "int main(void) { char *a = malloc(1), *b = malloc(1); memcpy(b, a, 1); *a = 3; assert(*b != 9); return 0; }",
    verdict: "unsafe",
  },
];

const reductions = ["none", "dpor", "optimal", "rf", "states"] as const;

describe("carried along", () => {
  test.each(
    rows.flatMap((row) => [
      { ...row, asked: ["assert"] as const },
      { ...row, asked: ["assert", "uninit"] as const },
    ]),
  )("$name: $verdict with the staged engine, which is confirmed, asked for $asked", async ({ code, verdict, asked }) => {
    const task = engineTask(await compileText(head + code), [...asked]);
    const found = (await runStaged(task)).findings.get("assert");
    if (verdict === "safe") return expect(found).toMatchObject({ kind: "covered", scope: { complete: true } });
    expect(found?.kind).toBe("candidate");
    if (found?.kind === "candidate")
      expect(confirmUnchanged(new Machine(task.program, { ...task.machine, undo: false }), found.schedule, "assert")).not.toBeNull();
  });

  test.each(rows)("$name: not safe by one value, nor unsafe by two", async ({ code, verdict }) => {
    const program = await compileText(head + code);
    const kindOf = async (more: Parameters<typeof engineTask>[2]): Promise<string | undefined> =>
      (await explore.run(engineTask(program, ["assert"], more))).findings.get("assert")?.kind;
    for (const reduction of reductions) expect(await kindOf({ reduction })).not.toBe(verdict === "safe" ? "candidate" : "covered");
    if (verdict === "safe") expect(await kindOf({ strategy: "random", maxRuns: 200 })).not.toBe("candidate");
  });

  test("copies hold the same, whatever an oracle says of them", async () => {
    const text =
      "int main(void) { char *a = malloc(4), *b = malloc(4), *c = malloc(4); memcpy(b, a, 4); memcpy(c + 1, b, 3); int v = *b; assert(*(int *)a == *(int *)b && c[1] == v && c[3] == a[2]); return 0; }";
    const machine = new Machine(await compileText(head + text), {
      ...engineTask(await compileText(head + text), ["assert"]).machine,
      undo: false,
    });
    let asked = 0n;
    const oracle = { choose: () => 0, input: () => 0n, unwritten: (_: number, settled: bigint | null) => settled ?? ++asked * 0x01020304n };
    machine.start(oracle);
    for (let t = machine.threads[0]; t?.status === "running" && machine.outcome === null; ) machine.step(t, oracle);
    expect(asked).toBeGreaterThan(2n);
    expect(machine.violations).toEqual([]);
  });

  // A use is a read of unwritten memory: no engine may call that safe, though none supports it yet.
  test.each(rows.filter((r) => r.verdict === "unsafe"))("$name: not safe for uninit", async ({ code }) => {
    const program = await compileText(head + code);
    for (const engine of engines)
      expect((await engine.run(engineTask(program, ["uninit"], { maxRuns: 1000 }))).findings.get("uninit")?.kind).not.toBe("covered");
  });

  const padded = `#include <assert.h>
    struct padded { char c; int i; };
    static struct padded make(int i) { struct padded p; p.c = 1; p.i = i; return p; }
    static int sum(struct padded p) { return p.c + p.i; }`;
  test.each(reductions)("padding is nothing to wait for with %s", async (reduction) => {
    const program = await compileText(`${padded} int main(void) { struct padded p = make(2); assert(sum(p) == 3); return 0; }`);
    expect((await explore.run(engineTask(program, ["assert"], { reduction }))).findings.get("assert")?.kind).toBe("covered");
  });
});
