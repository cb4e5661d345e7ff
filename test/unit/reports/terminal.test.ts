// Text on a terminal: widths, cutting, wrapping, colours, control characters; and source lines.

import { expect, test } from "vitest";
import { quote, type SourceText, statementAt } from "../../../src/reports/source-text.ts";
import {
  clip,
  padTo,
  painter,
  printable,
  printableLine,
  shellWord,
  toAscii,
  toAsciiInPlace,
  widthOf,
  wrap,
} from "../../../src/reports/terminal.ts";

test("widths are columns, not characters", () => {
  expect([widthOf("abc"), widthOf("é"), widthOf("e\u0301"), widthOf("日本"), widthOf("🙂!")]).toEqual([3, 1, 1, 4, 3]);
  expect(padTo("日本", 6)).toBe("日本  ");
  expect([clip("abcdef", 6), clip("abcdef", 5), clip("日本語", 5)]).toEqual(["abcdef", "abcd…", "日本…"]);
});

test("wrapping prefers blanks, then punctuation, and ends in a cut", () => {
  expect(wrap("pthread_create(&t, NULL, work, NULL)", 20, 3)).toEqual(["pthread_create(&t,", "NULL, work, NULL)"]);
  expect(wrap("pthread_mutex_unlock(&lock)", 24, 2)).toEqual(["pthread_mutex_unlock(", "&lock)"]);
  expect(wrap("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 10, 2)).toEqual(["aaaaaaaaaa", "aaaaaaaaa…"]);
  // A name is never cut if it fits on a line.
  expect(wrap("atomic_exchange(&some_name, other_name)", 24, 2)).toEqual(["atomic_exchange(", "&some_name, other_name)"]);
  expect(clip("first(second_name, third_name)", 22)).toBe("first(second_name,…");
  expect(wrap("exactly ten", 11, 2)).toEqual(["exactly ten"]);
  for (let width = 4; width < 40; width++)
    for (const line of wrap("if (pthread_create(&device->thread, NULL, work, device) != 0) return -1", width, 3))
      expect(widthOf(line)).toBeLessThanOrEqual(width);
});

test("colours only where they are wanted; control characters never", () => {
  expect(painter(false)("x", "bad")).toBe("x");
  expect(painter(true)("x", "bad")).toBe("\u001b[1;31mx\u001b[0m");
  expect(printable("a\tb\u001b[2J\u0007\u009b")).toBe("a    b\\x1b[2J\\x07\\x9b");
  expect(printable("a\u202eb\u2028c\u2067")).toBe("a\\u202eb\\u2028c\\u2067"); // these change how a line is read
});

test("of a painted line only the colours act on the terminal", () => {
  const line = `${painter(true)("UNSAFE", "bad")}: a\u001b[31mb\n`;
  expect(printableLine(line, true)).toBe("\u001b[1;31mUNSAFE\u001b[0m: a\\x1b[31mb\\x0a");
  expect(printableLine(line, false)).toBe("\\x1b[1;31mUNSAFE\\x1b[0m: a\\x1b[31mb\\x0a");
});

test("a file name as a word of a shell", () => {
  expect(["w.json", "-DX=1", "my w.json", "it's", "a$b`c", "a\nb", "a'\\\u001b"].map(shellWord)).toEqual([
    "w.json",
    "-DX=1",
    "'my w.json'",
    "'it'\\''s'",
    "'a$b`c'",
    "$'a\\x0ab'",
    "$'a\\'\\\\\\x1b'",
  ]);
});

test("ASCII for terminals that show nothing else: columns keep their width", () => {
  expect(toAscii("x: 0 → 1 (×3) … naïve")).toBe("x: 0 -> 1 (x3) ... na?ve");
  expect(toAsciiInPlace("▸14 │ clipped… 日本 ✗")).toBe(">14 | clipped~ ???? x");
});

const lines = (...text: string[]): SourceText => ({ line: (_, n) => text[n - 1] ?? null });

test("a statement is put on one line", () => {
  const statement = (...text: string[]): string | null => statementAt(lines(...text), "f.c", 1);
  expect(statement("  x = 1; // set")).toBe("x = 1");
  expect(statement("\tfoo(a, /* why */ b,", "\t    c(d,", "e));", "next();")).toBe("foo(a, b, c(d, e))");
  expect(statement("} else if (x) {")).toBe("else if (x)");
  expect(statement("for (;;) {")).toBe("for (;;)");
  expect(statement('puts("(// no comment");', "next();")).toBe('puts("(// no comment")');
  expect(statement("}")).toBe("}");
  expect(statement("call(", "a", "b", "c", "d", "e)")).toBe("call( a b c");
  expect(statement()).toBeNull();
});

test("quotes have a caret under the column, also in very long lines", () => {
  expect(quote(lines("\tint x = y;"), { file: "f.c", line: 1, column: 10 }, true)).toEqual([
    "       1 | int x = y;",
    "         |         ^",
  ]);
  expect(quote(lines("\tint x = y;"), { file: "f.c", line: 1, column: 10 }, false)).toEqual(["       1 | int x = y;"]);
  const long = `${"a + ".repeat(100)}wrong${" + b".repeat(100)}`;
  const [text, caret] = quote(lines(long), { file: "f.c", line: 1, column: 401 }, true) as [string, string];
  expect(text.length).toBeLessThan(190);
  expect(text.slice(caret.indexOf("^"), caret.indexOf("^") + 5)).toBe("wrong");
  expect(quote(lines(), { file: "f.c", line: 9 }, true)).toEqual([]);
});
