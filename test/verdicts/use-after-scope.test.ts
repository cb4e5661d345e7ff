// The lifetime of a local ends with its block. A failure means that an engine lets a program use a local whose block has been left, or treats a live local as
// dead. Every program is checked with every reduction and by the staged engine.

import { describe, expect, test } from "vitest";
import { engines } from "../../src/engines/table.ts";
import { noFreedoms } from "../../src/execution/freedoms.ts";
import { Machine } from "../../src/execution/machine.ts";
import { confirm } from "../../src/witness/confirm.ts";
import { changed, compileText, engineTask, type TaskChanges } from "../run.ts";
import { needs } from "../tools.ts";
import { verdictOf } from "../unit/verdicts.ts";
import { scopeProgram } from "./scope-programs.ts";

interface Row {
  readonly name: string;
  readonly code: string;
}

const main = (body: string): string => `int main(void) { ${body} }`;

const used: readonly Row[] = [
  { name: "after its block", code: main("int *p; { int v = 1; p = &v; } { int w = 2; (void)w; } return *p;") },
  {
    name: "in the next iteration",
    code: main("int *p = 0; for (int i = 0; i < 3; i++) { int l = i; if (p) return *p; p = &l; } return 0;"),
  },
  {
    name: "two iterations later",
    code: main(
      "int *p = 0, s = 0; for (int i = 0; i < 4; i++) { int l = i; if (i == 3) s = *p; if (i == 1) { p = &l; continue; } } return s;",
    ),
  },
  { name: "after a break", code: main("int *p = 0; for (int i = 0;; i++) { int l = i; p = &l; if (i == 2) break; } return *p;") },
  { name: "after a goto", code: main("int *p; { int l = 3; p = &l; goto out; } out: return *p;") },
  { name: "of a case's block", code: main("int *p = 0; switch (1) { case 1: { int l = 4; p = &l; break; } default: break; } return *p;") },
  { name: "of a statement expression", code: main("int *p = ({ int l = 3; &l; }); return *p;") },
  { name: "of variable length", code: main("int n = 3, *p; { int a[n]; a[0] = 1; p = a; } { int b[n]; b[0] = 2; } return *p;") },
  {
    name: "in a list",
    code: `struct node { struct node *next; int v; };
      ${main("struct node *head = 0; for (int i = 0; i < 3; i++) { struct node n = { head, i }; head = &n; } return head->v;")}`,
  },
  {
    name: "by a cleanup function's pointer",
    code: `static int *last; static void note(int *p) { last = p; }
      ${main("{ __attribute__((cleanup(note))) int l = 2; (void)l; } return *last;")}`,
  },
  {
    name: "by a function that was given it",
    code: `static int *kept; static void keep(int *p) { kept = p; } static int look(void) { return *kept; }
      ${main("if (1) { int l = 5; keep(&l); } return look();")}`,
  },
  { name: "as a compound literal", code: main("int *p; { p = (int[]){ 1, 2, 3 }; } return p[1];") },
  {
    name: "as a compound literal, after a computed goto",
    code: main("void *out = &&behind; int *p; { p = (int[]){ 1, 2, 3 }; goto *out; } behind: return p[1];"),
  },
  {
    name: "as a compound literal of a branch without braces",
    code: `static int one = 1; ${main("int *p; if (one) p = (int[]){ 1, one }; else p = (int[]){ 2, one }; return p[0];")}`,
  },
  {
    name: "as a compound literal of an earlier iteration",
    code: main("int *p = 0, s = 0; for (int i = 0; i < 3; i++) { if (p) s += *p; p = (int[]){ i, s }; } return s;"),
  },
  {
    name: "in a section",
    code: `extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
      static int *kept; static void keep(int *p) { kept = p; }
      ${main("int s; __VERIFIER_atomic_begin(); { int l = 2; keep(&l); } s = *kept; __VERIFIER_atomic_end(); return s;")}`,
  },
  {
    name: "by a thread",
    code: `#include <pthread.h>
      static void *look(void *p) { return *(int *)p ? p : 0; }
      ${main("pthread_t t[2]; for (int i = 0; i < 2; i++) { int n = i; pthread_create(&t[i], 0, look, &n); } for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return 0;")}`,
  },
  {
    name: "by a thread that was joined too late",
    code: `#include <pthread.h>
      static void *set(void *p) { *(int *)p = 1; return 0; }
      ${main("pthread_t t; { int l = 0; pthread_create(&t, 0, set, &l); } pthread_join(t, 0); return 0;")}`,
  },
];

const alive: readonly Row[] = [
  {
    name: "a pointer to another one",
    code: main("int a = 1, *p = &a; for (int i = 0; i < 3; i++) { int l = i; p = &a; *p += l; } return *p - 4;"),
  },
  {
    name: "a pointer that is set again in every iteration",
    code: main("int *p, s = 0; for (int i = 0; i < 3; i++) { int l = i; p = &l; s += *p; } return s - 3;"),
  },
  {
    name: "a local that a backward jump does not leave",
    code: main("int *p = 0, n = 0; again: if (p && *p != 7) return 1; int x = 7; p = &x; if (n++ < 3) goto again; return 0;"),
  },
  {
    name: "a local that a jump to a label in an inner block does not leave",
    code: main("int *p = 0, n = 0; { again:; } if (p && *p != 7) return 1; int x = 7; p = &x; if (n++ < 3) goto again; return 0;"),
  },
  {
    name: "jumps into loops",
    code: main(
      "int n = 3, s = 0, *p = &s; switch (n % 2) { case 0: do { { int l = 1; p = &l; s += *p; } case 1: { int m = 2; p = &m; s += *p; } } while (n-- > 0); } return s > 99;",
    ),
  },
  {
    name: "a compound literal in its block",
    code: main(
      `int one = 1, s = 0, *p; for (int i = 0; i < 3; i++) { p = (int[]){ i, one }; s += p[1]; if (s > 9) break; }
       while (s-- > 0) { int *q = (int[]){ s, 1 }; if (q[1] != 1) return 1; }
       if ((p = (int[]){ 1, one })) s = p[0];
       switch (one) { case 1: p = (int[]){ 5, one }; s += p[0]; break; default: p = (int[]){ 6, one }; s += p[0]; }
       { p = (int[]){ 7, one }; again: if (p[0]++ < 9) goto again; s += p[0]; }
       do { p = (int[]){ 8, one }; s += p[0]; } while (s < 0);
       p = (int[]){ 3, one }; { s += *p; } return *p - 3;`,
    ),
  },
  {
    name: "structs handed over by value",
    code: `struct s { int a[20]; };
      static struct s make(int i) { struct s s = { { i } }; return s; }
      static int get(struct s s) { return s.a[0]; }
      ${main("int t = 0; for (int i = 0; i < 3; i++) { struct s x = make(i), *q = &x; t += get(x) + get(*q) + make(i).a[0]; } return t - 9;")}`,
  },
  {
    name: "old C",
    code: `int use(p) int *p; { int *q = p; return *q; }
      main() { int i, s; s = 0; for (i = 0; i < 3; i++) { int l; l = i; s = s + use(&l); } return s - 3; }`,
  },
  {
    name: "arrays of variable length and locals in turn",
    code: main(
      "int s = 0, *p; for (int i = 1; i < 4; i++) { int a[i], *q = a; for (int j = 0; j < i; j++) { int b = j; p = &b; q[j] = *p; { int c[i]; c[0] = *p; s += c[0]; } } s += q[i - 1]; } return s - 7;",
    ),
  },
  {
    name: "a return from nested blocks",
    code: `static int *kept; static void keep(int *p) { kept = p; }
      static int f(int n) { for (;;) { int a = n; keep(&a); { int b = n; keep(&b); if (n) return *kept; } keep(&a); if (*kept != n++) return 9; } }
      ${main("return f(0) - 1 + f(4) - 4;")}`,
  },
  {
    name: "a thread that is joined in the block",
    code: `#include <pthread.h>
      static void *set(void *p) { *(int *)p = 1; return 0; }
      ${main("for (int i = 0; i < 2; i++) { pthread_t t; int l = 0, *q = &l; pthread_create(&t, 0, set, q); pthread_join(t, 0); if (*q != 1) return 1; } return 0;")}`,
  },
  {
    name: "cleanup handlers that are pushed in loops",
    code: `#include <pthread.h>
      static int sum; static void note(void *p) { sum += *(int *)p; }
      static void *run(void *_) { for (int i = 0; i < 2; i++) { int l = 1, m = 2; pthread_cleanup_push(note, &l); pthread_cleanup_push(note, &m);
        if (i == 1) pthread_exit(0); pthread_cleanup_pop(1); pthread_cleanup_pop(0); } return _; }
      ${main("pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return sum - 5;")}`,
  },
];

describe("memory, in every engine", () => {
  test.each(used)("used $name", async ({ code }) => {
    expect(await verdictOf(code, "memory")).toBe("unsafe: use-after-scope");
  });
  test.each(alive)("$name is alive", async ({ code }) => {
    expect(await verdictOf(code, "memory")).toBe("safe");
  });
});

describe("memory, with pointers of 32 bits", () => {
  test.each(used)("used $name", async ({ code }) => {
    expect(await verdictOf(code, "memory", "ilp32")).toBe("unsafe: use-after-scope");
  });
  test.each(alive)("$name is alive", async ({ code }) => {
    expect(await verdictOf(code, "memory", "ilp32")).toBe("safe");
  });
});

if (needs("clang"))
  describe("memory, compiled by the system's clang", () => {
    test.each(used)("used $name", async ({ code }) => {
      expect(await verdictOf(code, "memory", "lp64", "system")).toBe("unsafe: use-after-scope");
    });
    test.each(alive)("$name is alive", async ({ code }) => {
      expect(await verdictOf(code, "memory", "lp64", "system")).toBe("safe");
    });
  });

describe("by every encoding and by auto", () => {
  const ask = async (code: string, engine: string, more: TaskChanges): Promise<string> => {
    const program = await compileText(code);
    const task = engineTask(program, ["memory"], more);
    const finding = (await engines.find((e) => e.name === engine)?.run(task))?.findings.get("memory");
    if (finding?.kind !== "candidate") return finding?.kind ?? "nothing";
    return (
      confirm(new Machine(program, { ...task.machine, undo: false }), finding.schedule, "memory")?.violation.message ?? "not confirmed"
    );
  };

  test.each(["staged", "cssa", "eager"] as const)("%s", async (encoding) => {
    for (const { code } of used) expect(await ask(code, "staged", { encoding }), code).toContain("whose scope ended at");
    for (const { code } of alive) expect(await ask(code, "staged", { encoding }), code).toBe("covered");
  });

  test("auto", async () => {
    for (const { code } of used) expect(await ask(code, "auto", {}), code).toContain("whose scope ended at");
    for (const { code } of alive) expect(await ask(code, "auto", {}), code).toBe("covered");
  });

  test("the message names the variable and the line where its scope ended", async () => {
    const message = await ask("int main(void) {\n  int *p;\n  {\n    int v = 1;\n    p = &v;\n  }\n  return *p;\n}\n", "explore", {});
    expect(message).toMatch(/^access of 4 bytes in the local v \(4 bytes\), whose scope ended at .*program\.c:6$/);
  });
});

describe("a local of a loop's body begins again", () => {
  test.each([
    { name: "its value is any", code: "int x[2]; if (i == 0) x[0] = 5; else assert(x[0] == 5);", expected: "unsafe: assertion" },
    { name: "also where it is one number", code: "int x; if (i == 0) x = 5; else assert(x == 5);", expected: "unsafe: assertion" },
    {
      name: "also where it is pointed to",
      code: "int x, *q = &x; if (i == 0) *q = 5; else assert(*q == 5);",
      expected: "unsafe: assertion",
    },
    { name: "unless it is set", code: "int x[2] = { 5 }; if (i == 0) x[1] = 7; else assert(x[0] == 5 && x[1] == 0);", expected: "safe" },
    {
      name: "its value is the same until it is written",
      code: "int x[2]; int a = x[1], b = x[1]; assert(a == b); x[1] = i;",
      expected: "safe",
    },
  ])("$name", async ({ code, expected }) => {
    const text = `#include <assert.h>\nint main(void) { for (int i = 0; i < 2; i++) { ${code} } return 0; }`;
    const task = engineTask(await compileText(text), ["assert"]);
    const finding = (await engines.find((e) => e.name === "staged")?.run(task))?.findings.get("assert");
    const found =
      finding?.kind === "candidate"
        ? confirm(new Machine(task.program, { ...task.machine, undo: false }), finding.schedule, "assert")
        : null;
    expect(
      found === null ? (finding?.kind === "covered" && finding.scope.complete ? "safe" : finding) : `unsafe: ${found.violation.kind}`,
    ).toBe(expected);
  });

  test("reading it before is an uninitialised read, in every reduction", async () => {
    const text = "int main(void) { int s = 0; for (int i = 0; i < 2; i++) { int x[2]; if (i == 0) x[0] = 5; s += x[0]; } return s; }";
    const task = engineTask(await compileText(text), ["uninit"]);
    for (const reduction of ["dpor", "optimal", "states"] as const) {
      const finding = (await engines.find((e) => e.name === "explore")?.run(changed(task, { strategy: "dfs", reduction })))?.findings.get(
        "uninit",
      );
      expect(finding?.kind).toBe("candidate");
    }
  });
});

describe("in a loop without end", () => {
  const server = (handler: string, globals = ""): string => `#include <stdint.h>
    #include <string.h>
    struct message { int kind; };
    static int turn;
    ${globals}
    static void handle(struct message *m) { ${handler} }
    static void (*const handlers[1])(struct message *) = { handle };
    int main(void) { for (;;) { struct message m = { turn }; handlers[0](&m); turn = 1 - turn; } }`;

  test.each([
    { name: "states come back", code: server("turn = m->kind;"), expected: "covered" },
    {
      name: "also if the last one is remembered, and not used",
      code: server("if (last == 0) turn = 0; last = m;", "static struct message *last;"),
      expected: "covered",
    },
    {
      name: "the last one is dead",
      code: server("if (last) turn = last->kind; last = m;", "static struct message *last;"),
      expected: "use-after-scope",
    },
    {
      name: "the one before the last is dead",
      code: server("if (old) turn = old->kind; old = last; last = m;", "static struct message *last, *old;"),
      expected: "use-after-scope",
    },
    {
      name: "also if its address has a tag",
      code: server(
        "if (last) turn = ((struct message *)(last & ~(1ull << 60)))->kind; last = (uintptr_t)m | 1ull << 60;",
        "static uintptr_t last;",
      ),
      expected: "use-after-scope",
    },
    {
      name: "also if its address is hidden",
      code: server("if (last) turn = ((struct message *)(last ^ 0x5550))->kind; last = (uintptr_t)m ^ 0x5550;", "static uintptr_t last;"),
      expected: "use-after-scope",
    },
    {
      name: "also if its address lies at an odd place",
      code: server(
        "struct message *old; memcpy(&old, last + 3, sizeof old); if (old) turn = old->kind; memcpy(last + 3, &m, sizeof m);",
        "static char last[16];",
      ),
      expected: "use-after-scope",
    },
    {
      name: "also if its address is kept in pieces",
      code: server(
        "struct message *old; memcpy(&old, low, 4); memcpy((char *)&old + 4, high, 4); if (old) turn = old->kind; memcpy(low, &m, 4); memcpy(high, (char *)&m + 4, 4);",
        "static char low[8], high[8];",
      ),
      expected: "use-after-scope",
    },
    {
      name: "also if its address is kept byte by byte, by the library",
      code: server(
        "struct message *old = 0; if (turn) { for (unsigned i = 0; i < 8; i++) read(ends[0], (char *)&old + i, 1); turn = old->kind; } else write(ends[1], &m, 3) , write(ends[1], (char *)&m + 3, 5);",
        "#include <unistd.h>\nstatic int ends[2]; __attribute__((constructor)) static void begin(void) { pipe(ends); }",
      ),
      expected: "use-after-scope",
    },
  ])("$name", async ({ code, expected }) => {
    const program = await compileText(code);
    // Without the freedoms, for which the program would be explored again with other addresses.
    const task = engineTask(program, ["memory"], { strategy: "dfs", reduction: "states", freedoms: noFreedoms });
    const finding = (await engines.find((e) => e.name === "explore")?.run(task))?.findings.get("memory");
    if (finding?.kind !== "candidate") return expect(finding?.kind).toBe(expected);
    expect(confirm(new Machine(program, { ...task.machine, undo: false }), finding.schedule, "memory")?.violation.kind).toBe(expected);
  });
});

describe("generated programs mean what they say", () => {
  const count = 40;

  test("in every engine", async () => {
    const seen = { safe: 0, unsafe: 0 };
    for (let seed = 1; seed <= count; seed++) {
      const { text, memory } = scopeProgram(seed);
      expect(await verdictOf(text, "memory"), `seed ${seed}: ${text}`).toBe(memory === "safe" ? "safe" : "unsafe: use-after-scope");
      seen[memory]++;
    }
    expect(Math.min(seen.safe, seen.unsafe)).toBeGreaterThan(count / 5);
  });
});

// Known gaps: docs/limits.md names them. No alarm is false, and some are missing.
describe("not noticed", () => {
  test.each([
    { name: "a local that a switch jumps over", code: main("int *p = 0; switch (1) { int l; case 1: l = 4; p = &l; } return *p;") },
    { name: "a local declared after a label", code: main("int *p = 0; { goto out; out:; int l = 4; p = &l; } return *p;") },
    {
      name: "a local of a function that calls setjmp",
      code: `#include <setjmp.h>\nstatic jmp_buf b; ${main("int *p = 0; if (setjmp(b)) return 1; { int l = 4; p = &l; } return *p;")}`,
    },
    {
      name: "a compound literal of a block that is jumped into",
      code: `static int zero; ${main("int *p = 0; if (zero) goto in; { p = (int[]){ 4, zero }; in: zero = 0; } return p[1];")}`,
    },
    { name: "a local that a goto jumps over", code: main("int *p = 0; goto in; { int l; in: l = 4; p = &l; } return *p;") },
  ])("$name", async ({ code }) => {
    expect(await verdictOf(code, "memory")).toBe("safe");
  });
});
