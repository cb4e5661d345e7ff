// Inputs as people write them. A failure means that a report shows a value that the program does not see, or not in its type.

import { expect, test } from "vitest";
import { inputNumber, inputText, joinInputs } from "../../../src/witness/input-text.ts";
import { checkText } from "../../run.ts";

const image = (value: number): bigint => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
};

test.each([
  ["argv[1]", 8, 45n, "'-'", 45n],
  ["argv[2]", 8, 0n, "'\\0'", 0n],
  ["input byte", 8, 0xc7n, "'\\xc7'", 0xc7n],
  ["input bytes", 64, 0x0a216948n, '"Hi!\\n\\0\\0\\0\\0"', 0x0a216948n],
  ["bytes read", 64, 1n << 40n, "1099511627776", 1n << 40n],
  ["rand", 31, 2n ** 31n - 1n, "2147483647", 2n ** 31n - 1n],
  ["mrand48", 32, 0xffffffffn, "-1", -1n],
  ["time passed", 8, 5n, "5 ms", 5n],
  ["time passed", 8, 129n, "2 s", 129n],
  ["drand48", 48, 1n << 47n, "0.5", 1n << 47n],
  ["__VERIFIER_nondet_int", 32, 0xfffffffen, "-2", -2n],
  ["__VERIFIER_nondet_uint", 32, 0xfffffffen, "4294967294", 0xfffffffen],
  ["__VERIFIER_nondet_u64", 64, 2n ** 63n, "9223372036854775808", 2n ** 63n],
  ["__VERIFIER_nondet_char", 8, 65n, "65 'A'", 65n],
  ["__VERIFIER_nondet_char", 8, 0xffn, "-1", -1n],
  ["__VERIFIER_nondet_uchar", 8, 0xffn, "255", 255n],
  ["__VERIFIER_nondet_double", 64, image(-1.5), "-1.5", image(-1.5)],
  ["__VERIFIER_nondet_pointer", 64, 0x1000n, "0x1000", 0x1000n],
  ["scanf", 32, 0xfffffffdn, "-3", -3n],
  ["scanf: unsigned", 32, 0xfffffffdn, "4294967293", 0xfffffffdn],
  ["the result of f", 32, 0xffffffffn, "-1", -1n],
  ["open fails", 1, 1n, "1", 1n],
])("%s of %i bits: %s", (what, bits, value, text, number) => {
  expect(inputText({ what, bits, value })).toBe(text);
  expect(inputNumber({ what, bits, value })).toBe(number);
});

test("characters of one text are put together", () => {
  const of = (what: string, text: string) => ({ what, text });
  expect(
    joinInputs([of("argc", "3"), of("argv[1]", "'-'"), of("argv[1]", "'\"'"), of("argv[1]", "'\\0'"), of("argv[2]", "'\\0'")]),
  ).toEqual([of("argc", "3"), of("argv[1]", '"-\\""'), of("argv[2]", '""')]);
  const more = of("more input", "1");
  expect(
    joinInputs([more, of("input byte", "'a'"), more, of("input byte", "'\\0'"), more, of("input byte", "'\\n'"), of("more input", "0")]),
  ).toEqual([of("input", '"a\\0\\n"'), of("input", "at its end")]);
});

/** The text shows exactly what the program sees. */
test.each([
  ["a count that is read", "char b[8]; ssize_t n = read(0, b, sizeof b); assert(n >= -1 && n <= 8); assert(n != 3);", "bytes read", 3],
  [
    "items",
    'char b[8]; FILE *f = fopen("x", "r"); if (f) { size_t n = fread(b, 2, 3, f); assert(n <= 3); assert(n != 2); }',
    "bytes read",
    expect.any(Number),
  ],
  ["a number of arguments", "assert(argc >= 1 && argc <= 4); assert(argc != 2);", "argc", 2],
  ["a character of an argument", "assert(argc < 2 || argv[1][0] >= 0); assert(argc < 2 || argv[1][0] != '-');", "argv[1]", 45],
  ["a random number", "int r = rand(); assert(r >= 0); assert(r != 7);", "rand", 7],
  ["a byte of a file", "int c = getchar(); assert(c >= -1 && c <= 255); assert(c != 'x');", "input byte", 120],
  ["a transfer that is short", 'assert(write(1, "abc", 3) != 2);', "bytes transferred", 2],
])("%s", async (_name, code, what, value) => {
  const text = `#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int argc, char **argv) { (void)argc; (void)argv; ${code} return 0; }`;
  const { properties } = await checkText(text, "staged", ["assert"]);
  const replay = properties[0]?.evidence?.replay;
  expect(replay?.violations[0]?.message).toMatch(/!=/);
  expect(replay?.inputs).toContainEqual(expect.objectContaining({ what, value }));
});
