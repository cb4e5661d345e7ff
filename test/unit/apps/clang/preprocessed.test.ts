import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { adaptForClang } from "../../../../src/apps/clang/preprocessed.ts";
import { needsGcc } from "../../../tools.ts";
import { linesOf, rejection, Workspace } from "./workspace.ts";

const work = new Workspace();
afterAll(() => work.remove());

/** gcc's output for glibc's headers, in the forms that clang rejects. */
const preprocessed = `# 0 "orig.c"
# 1 "/usr/include/stdio.h" 1 3 4
extern int fclose (void *__stream) __attribute__ ((__nonnull__ (1)));
extern void *fopen (const char *__name, const char *__mode)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
__extension__ typedef struct { long long __value; } __mbstate;
extern _Float128 strtof128 (const char *__p) __attribute__ ((__nothrow__ , __leaf__));
extern _Float64x fabsf64x (_Float64x __x); extern _Float32 fabsf32 (_Float32 __x);
extern int atoi (const char *__nptr) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__));
extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) atoi (const char *__nptr)
{
  return (int) 7; /* } */
}
extern int printf (const char *__f, ...);
extern int __printf_chk (int __flag, const char *__f, ...);
extern __inline __attribute__ ((__always_inline__)) __attribute__ ((__gnu_inline__)) int
printf (const char *__f, ...)
{
  return __printf_chk (1, __f, __builtin_va_arg_pack ());
}
typedef _Atomic struct
{
  _Bool __val;
} atomic_flag;
# 5 "orig.c" 2
_Atomic int shared; atomic_flag flag = { 0 };
int linux;
main() {
  __extension__ ({ __auto_type p = (&shared); __typeof__ ((void)0, *p) v = (3); __atomic_store (p, &v, 5); });
  printf("%d %d\\n", atoi("1"), linux);
  return shared;
}
`;

describe("a preprocessed file", () => {
  test("with gcc's attributes, types and inline bodies compiles; places are in the file that was given", async () => {
    const file = work.write("pre.i", preprocessed);
    for (const dataModel of ["lp64", "ilp32"] as const) {
      const { ir } = await work.compile(file, { dataModel });
      expect(ir).toMatch(/store atomic i32 .* seq_cst/);
      expect(ir).toMatch(/^declare .*@atoi\(/m); // the library's, not the header's body
      expect(ir).toMatch(/call i32 \(ptr, \.\.\.\) @printf\(ptr noundef @\S+, i32 noundef %\w+, i32 noundef %\w+\)/);
      expect(ir).not.toContain("__printf_chk");
      expect(linesOf(ir, "main")).toEqual([30, 31, 32]);
      expect(ir).toContain(`DIFile(filename: "${file}"`);
      expect(ir).not.toContain("orig.c");
    }
  });

  test("is also recognised by its line markers under the name .c", async () => {
    const { ir } = await work.compile(work.write("pre.c", preprocessed));
    expect(linesOf(ir, "main")).toEqual([30, 31, 32]);
  });

  test("has its errors in its own lines", async () => {
    const file = work.write("wrong.i", '# 1 "orig.c"\n# 100 "other.h" 1\nint a;\nint b = c;\n');
    expect((await rejection(work.compile(file)))[0].location).toEqual({ file, line: 4, column: 9 });
  });

  test("may define the floating types itself, as clang's preprocessor leaves them", async () => {
    const text = '# 1 "x.c"\ntypedef float _Float32;\ntypedef __float128 _Float128;\n_Float32 x;\n_Float128 y;\n';
    expect((await work.compile(work.write("floats.i", text))).ir).toContain("@x = dso_local global float");
  });
});

describe("the text pass", () => {
  test("keeps lines and columns", () => {
    const { replacement } = adaptForClang("x.i", preprocessed);
    const [before, after] = [preprocessed.split("\n"), (replacement ?? "").split("\n")];
    expect(after).toHaveLength(before.length);
    for (const [index, line] of after.entries()) if (line !== "") expect(line).toHaveLength(before[index].length);
    expect(after[4]).toBe(before[4]); // a macro takes care of __malloc__
    expect(after.slice(11, 14).join("")).toBe(`;${" ".repeat(after.slice(11, 14).join("").length - 1)}`);
    expect(after[29]).toBe(before[29]);
  });

  test("leaves ordinary C alone, but for gcc's malloc attribute", () => {
    expect(adaptForClang("x.c", 'int x;\n#line 7 "y.l"\nint malloc (int);\n').replacement).toBeNull();
    const attributed = 'void *get(void) __attribute__((malloc(put, 1), unused)); char *s = "__attribute__((malloc))"; int malloc(int);';
    expect(adaptForClang("x.c", attributed).replacement).toBe(attributed.replace("malloc(put, 1)", "malloc        "));
  });

  test("removes only the bodies of system headers' functions", () => {
    const text = '# 1 "own.h" 1\nextern inline __attribute__((gnu_inline)) int f(int x) { return x; }\nextern int g(int);\n';
    expect(adaptForClang("x.i", text).replacement).toContain("f(int x) { return x; }");
  });
});

{
  const source = `#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>
#include <wchar.h>
atomic_int shared;
_Atomic long wide;
atomic_flag flag = ATOMIC_FLAG_INIT;
static void tidy(void *p) { free(p); }
void *worker(void *p) {
  int expected = 1;
  pthread_cleanup_push(tidy, p);
  atomic_store(&shared, 1);
  atomic_fetch_add_explicit(&wide, 3, memory_order_release);
  atomic_compare_exchange_strong(&shared, &expected, 7);
  while (atomic_flag_test_and_set(&flag)) sched_yield();
  pthread_cleanup_pop(1);
  return NULL;
}
int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, worker, malloc(4));
  pthread_join(t, NULL);
  assert(atomic_load(&shared) == 7);
  printf("%d %f %d\\n", atoi(argv[0]), sqrt(argc), toupper('a'));
  return errno;
}
`;
  const cases = [
    ["lp64", "-m64 -O0"],
    ["lp64", "-m64 -O2 -D_FORTIFY_SOURCE=2"],
    ["ilp32", "-m32 -O0"],
  ] as const;
  for (const [dataModel, flags] of cases) {
    if (!needsGcc(dataModel, "preprocessing by gcc")) continue;
    test(`gcc -E ${flags}`, async () => {
      const input = work.path(work.write("gcc.c", source).replace(/.*\//, ""));
      const text = execFileSync("gcc", ["-E", ...flags.split(" "), input], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
        maxBuffer: 1 << 26,
      });
      const { ir } = await work.compile(work.write("gcc.i", text), { dataModel });
      for (const name of ["pthread_create", "pthread_join", "malloc", "printf", "__assert_fail", "atoi"])
        expect(ir).toMatch(new RegExp(`call .*@${name}\\(`));
      expect(ir).toMatch(/cmpxchg ptr .* seq_cst seq_cst/);
      expect(ir).toMatch(/atomicrmw add ptr @wide, i(64|32) .* release/);
      expect(ir).toMatch(/call i32 \(ptr, \.\.\.\) @printf\(ptr noundef @\S+, i32 noundef %\w+, double noundef %\w+, i32 noundef %\w+\)/);
    });
  }
}
