// Values of inputs in witnesses of SV-COMP. A failure means that another tool reads another value than the run had, or Ravel another than the tool wrote.

import { expect, test } from "vitest";
import { inputFor, inputsPerResult, resultText } from "../../../src/svcomp/input-values.ts";

test.each<[string, number, readonly (number | string)[], string | null]>([
  ["__VERIFIER_nondet_int", 32, [-1], "-1"],
  ["__VERIFIER_nondet_uint", 32, [-1], "4294967295"],
  ["__VERIFIER_nondet_uchar", 8, [-1], "255"],
  ["__VERIFIER_nondet_unsigned_char", 8, [-2], "254"],
  ["__VERIFIER_nondet_U16", 16, [-1], "65535"],
  ["__VERIFIER_nondet_S16", 16, [-1], "-1"],
  ["__VERIFIER_nondet_bool", 1, [-1], "1"],
  ["nondet_ulong", 64, ["-1"], "18446744073709551615"],
  ["__VERIFIER_nondet_int128", 64, [-1, -5], "-5"],
  ["__VERIFIER_nondet_int128", 64, [-2, 0], "-36893488147419103232"],
  ["__VERIFIER_nondet_uint128", 64, ["-1", "-1"], "340282366920938463463374607431768211455"],
  ["__VERIFIER_nondet_float", 32, [0x3fc00000], "1.5"],
  ["__VERIFIER_nondet_double", 64, ["4613937818241073152"], "3.0"],
  ["__VERIFIER_nondet_double", 64, ["-9223372036854775808"], "-0.0"],
  ["__VERIFIER_nondet_float", 32, [0x7fc00000], null],
])("%s of %i bits: %j is %s, and back", (what, bits, values, text) => {
  expect(inputsPerResult(what)).toBe(values.length);
  expect(
    resultText(
      what,
      values.map((value) => ({ bits, value })),
    ),
  ).toBe(text);
  if (text === null) return;
  const read = /[.e]/.test(text) ? Number(text) : BigInt(text);
  expect(values.map((_, part) => inputFor(what, read, bits, part))).toEqual(values.map((v) => BigInt.asUintN(bits, BigInt(v))));
});

test("bytes of memory and unwritten bytes are no results", () => {
  expect(inputsPerResult("__VERIFIER_nondet_memory")).toBe(null);
  expect(inputsPerResult("unwritten bytes")).toBe(null);
});
