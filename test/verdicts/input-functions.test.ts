// The functions of verification tasks, in every engine. A failure means that a task that uses one of them is unknown, or that not all of its values are covered.

import { expect, test } from "vitest";
import { checkLoaded } from "../../src/check.ts";
import type { EngineName } from "../../src/engines/table.ts";
import { load } from "../../src/frontend/load.ts";
import { fileOfText } from "../ir-cache.ts";
import { engineTask, loadRequest, type TaskChanges } from "../run.ts";
import { needs } from "../tools.ts";

/** Name, type, a value that only this width and sign have, and the inputs that make it. */
const functions: readonly (readonly [string, string, string, readonly bigint[]])[] = [
  ["bool", "_Bool", "1", [1n]],
  ["char", "char", "-101", [0x9bn]],
  ["schar", "signed char", "-101", [0x9bn]],
  ["uchar", "unsigned char", "201", [201n]],
  ["unsigned_char", "unsigned char", "201", [201n]],
  ["short", "short", "-30001", [0x8acfn]],
  ["ushort", "unsigned short", "60001", [60001n]],
  ["int", "int", "-2000000001", [0x88ca6bffn]],
  ["uint", "unsigned", "4000000001u", [4000000001n]],
  ["unsigned", "unsigned", "4000000001u", [4000000001n]],
  ["unsigned_int", "unsigned", "4000000001u", [4000000001n]],
  ["long", "long", "-5", [-5n]],
  ["ulong", "unsigned long", "-5ul", [-5n]],
  ["longlong", "long long", "-5", [-5n]],
  ["ulonglong", "unsigned long long", "-5ull", [-5n]],
  ["int128", "__int128", "-5", [-1n, -5n]],
  ["uint128", "unsigned __int128", "((unsigned __int128)7 << 64 | 9)", [7n, 9n]],
  ["size_t", "unsigned long", "-5ul", [-5n]],
  ["loff_t", "long long", "-5", [-5n]],
  ["sector_t", "unsigned long long", "-5ull", [-5n]],
  ["pchar", "char *", "(char *)5", [5n]],
  ["pointer", "void *", "(void *)5", [5n]],
  ["u8", "unsigned char", "201", [201n]],
  ["u16", "unsigned short", "60001", [60001n]],
  ["u32", "unsigned", "4000000001u", [4000000001n]],
  ["U8", "unsigned char", "201", [201n]],
  ["U16", "unsigned short", "60001", [60001n]],
  ["U32", "unsigned", "4000000001u", [4000000001n]],
  ["S8", "signed char", "-101", [0x9bn]],
  ["S16", "short", "-30001", [0x8acfn]],
  ["S32", "int", "-2000000001", [0x88ca6bffn]],
];

const nameOf = (f: (typeof functions)[number]): string => `__VERIFIER_nondet_${f[0]}`;

/** The error is reached if all functions return their values. */
const program = `${functions.map((f) => `extern ${f[1]} ${nameOf(f)}(void);`).join("\n")}
extern void reach_error(void);
int main(void) {
${functions.map((f) => `  if (${nameOf(f)}() != ${f[2]}) return 0;`).join("\n")}
  reach_error();
  return 0;
}
`;

async function verdictOf(
  text: string,
  engine: EngineName,
  changes: TaskChanges = {},
  clang: "embedded" | "system" = "embedded",
): Promise<string> {
  const request = loadRequest(fileOfText(text), "lp64", clang);
  const loaded = await load(request);
  const { options, machine, ...rest } = engineTask(loaded.program, ["assert"], changes);
  const report = await checkLoaded(loaded, { ...request, ...rest, machine, engine: { name: engine, options } });
  return report.properties[0]?.unknown?.code ?? report.verdict;
}

const compilers = needs("clang", "input functions with the machine's clang") ? (["embedded", "system"] as const) : (["embedded"] as const);

test.each(compilers)("integers and pointers: all values are covered (%s clang)", async (clang) => {
  // With halves, symex takes a minute for the formulas of the other side of each test.
  const engines = clang === "embedded" ? (["staged", "symex"] as const) : (["staged"] as const);
  for (const engine of engines) expect(await verdictOf(program, engine, {}, clang)).toBe("unsafe");
});

test.each(compilers)("integers and pointers: values that are given (%s clang)", async (clang) => {
  const inputs = functions.flatMap((f) => f[3]);
  for (const engine of ["explore", "fusion", "symex"] as const)
    expect([engine, await verdictOf(program, engine, { inputs }, clang)]).toEqual([engine, "unsafe"]);
});

test.each(compilers)("integers of 128 bits, passed and returned by models (%s clang)", async (clang) => {
  const swaps = (condition: string): string => `#include <assert.h>
typedef unsigned __int128 wide;
wide __atomic_load_16(const volatile void *p, int order);
void __atomic_store_16(volatile void *p, wide value, int order);
wide __VERIFIER_nondet_uint128(void);
void __VERIFIER_assume(int condition);
wide v;
int main(void) {
  wide x = __VERIFIER_nondet_uint128();
  __VERIFIER_assume(x >> 100 == 7);
  __atomic_store_16(&v, x, 5);
  assert(${condition});
  return 0;
}
`;
  expect(await verdictOf(swaps("__atomic_load_16(&v, 5) == x"), "staged", {}, clang)).toBe("safe");
  expect(await verdictOf(swaps("__atomic_load_16(&v, 5) >> 100 == 6"), "staged", {}, clang)).toBe("unsafe");
  // By a pointer the model is not known where the call is compiled: halves are not taken for a whole.
  const pointer = swaps("v == x")
    .replace("__atomic_store_16(&v", "store(&v")
    .replace("wide v;", "wide v; void (*store)(volatile void *, wide, int) = __atomic_store_16;");
  expect(["safe-bounded", "RVL201"]).toContain(await verdictOf(pointer, "explore", { inputs: [7n << 36n, 3n] }, clang));
});

test.each<[string, string, readonly bigint[], string]>([
  [
    "a float",
    "extern float __VERIFIER_nondet_float(void); int main(void) { if (__VERIFIER_nondet_float() == 1.5f) reach_error(); }",
    [0x3fc00000n],
    "unsafe",
  ],
  [
    "a double",
    "extern double __VERIFIER_nondet_double(void); int main(void) { if (__VERIFIER_nondet_double() == 3.0) reach_error(); }",
    [0x4008000000000000n],
    "unsafe",
  ],
  [
    "bytes",
    "extern void __VERIFIER_nondet_memory(void *, unsigned long); int main(void) { short x; __VERIFIER_nondet_memory(&x, sizeof x); if (x == 0x201) reach_error(); }",
    [1n, 2n],
    "unsafe",
  ],
  ["assume", "extern void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); reach_error(); }", [], "safe"],
  ["assert holds", "extern void __VERIFIER_assert(int); int main(void) { __VERIFIER_assert(1); }", [], "safe"],
  ["assert fails", "extern void __VERIFIER_assert(int); int main(void) { __VERIFIER_assert(0); }", [], "unsafe"],
  ["error", "extern void __VERIFIER_error(void); int main(void) { __VERIFIER_error(); }", [], "unsafe"],
])("%s", async (_, text, inputs, expected) => {
  const own = `extern void reach_error(void);\n${text}\n`;
  for (const engine of ["explore", "symex"] as const)
    expect(await verdictOf(own, engine, { inputs: inputs.length === 0 ? null : inputs })).toBe(expected);
});

test("bytes: all values are covered", async () => {
  const text =
    "void reach_error(void); void __VERIFIER_nondet_memory(void *, unsigned long); int main(void) { int x; __VERIFIER_nondet_memory(&x, sizeof x); if (x == -7) reach_error(); }\n";
  for (const engine of ["staged", "symex"] as const) expect(await verdictOf(text, engine)).toBe("unsafe");
});

test("a section is atomic", async () => {
  const text = (begin: string, end: string): string => `#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);
int x;
static void *work(void *p) { ${begin} x = x + 1; ${end} return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  if (x != 2) reach_error();
}
`;
  for (const engine of ["explore", "staged", "symex"] as const) {
    expect(await verdictOf(text("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"), engine)).toBe("safe");
    expect(await verdictOf(text("", ""), engine)).toBe("unsafe");
  }
});
