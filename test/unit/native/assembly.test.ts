// What is added to assembly for a native replay.

import { expect, test } from "vitest";
import { annotate, definedIn } from "../../../src/native/assembly.ts";

const assembly = `	.file 1 "dir/a.c"
	.globl	x
	.bss
	.size	x, 4
x:
	.zero	4
	.text
	.type	__VERIFIER_atomic_f, @function
__VERIFIER_atomic_f:
	.loc 1 7 3
	call	__tsan_func_entry
	call	malloc
	.type	main, @function
main:
	.loc 1 9 3
	call	__tsan_func_entry
	movl	$free, %edi
	call	__VERIFIER_atomic_f
	.string	"malloc"
`;

const annotated = annotate(assembly, 3, (path) => (path === "dir/a.c" ? 5 : -1), ["malloc", "free"]);

test("every return address has its file and line", () => {
  expect([...annotated.matchAll(/\.quad\t(\.Lravel_\S+)\n\t\.long\t(.*)/g)].map((m) => m.slice(1))).toEqual([
    [".Lravel_3_0", "5, 7"],
    [".Lravel_3_1", "5, 7"],
    [".Lravel_3_2", "5, 9"],
    [".Lravel_3_3", "5, 9"],
  ]);
});

test("uses of library functions are redirected, texts and names that only contain one are not", () => {
  expect(annotated).toContain("\tcall\t__wrap_malloc\n");
  expect(annotated).toContain("\tmovl\t$__wrap_free, %edi\n");
  expect(annotated).toContain('\t.string\t"malloc"\n');
});

test("main becomes the program's, and functions with an atomic name enter a section", () => {
  expect(annotated).toContain("\nravel_program_main:\n");
  expect(annotated.match(/ravel_section_entry|__tsan_func_entry/g)).toEqual(["ravel_section_entry", "__tsan_func_entry"]);
});

test("data objects are listed with their sizes", () => {
  expect(annotated).toMatch(/\t\.string\t"x"\n\t\.section\travel_symbols,"aw"\n\t\.quad\tx, 4, /);
});

test("the functions that a unit defines are found", () => {
  expect(definedIn(assembly)).toEqual(["__VERIFIER_atomic_f", "main"]);
});
