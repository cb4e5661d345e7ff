// Input functions for native processes: those that the assembly uses and the program does not define, with any type that the library has.

import { expect, test } from "vitest";
import { inputFunctionsOf, inputSource } from "../../../src/native/input-functions.ts";

test("finds calls and addresses, not names in strings, nor functions of the program", () => {
  const assembly = [
    "\tcall\t__VERIFIER_nondet_s64",
    "\tmovq\t$nondet_char, %rax",
    "\t.quad\t__VERIFIER_nondet_U8",
    "\tcall\tnondet_own",
    '\t.string\t"nondet_text"',
    "\tmovl\tnondet_count(%rip), %eax",
    "\tcall\tmy_nondet_int",
  ].join("\n");
  expect(inputFunctionsOf([assembly], new Set(["nondet_own"]))).toEqual(["__VERIFIER_nondet_U8", "__VERIFIER_nondet_s64", "nondet_char"]);
});

test("a float is the bits of its input, a wide integer is two inputs", () => {
  const text = inputSource(["__VERIFIER_nondet_float", "__VERIFIER_nondet_int128", "nondet_char"]);
  expect(text).toContain("float __VERIFIER_nondet_float(void) { union { unsigned long long bits; float value; }");
  expect(text.match(/ravel_input\("__VERIFIER_nondet_int128"\)/g)).toHaveLength(2);
  expect(text).toContain('unsigned long long nondet_char(void) { return ravel_input("nondet_char"); }');
});
