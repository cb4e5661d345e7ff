import { expect, test } from "vitest";
import { readMessages } from "../../../../src/apps/clang/messages.ts";

test("errors and the notes after them, with places; warnings and chatter left out", () => {
  const stderr = `In file included from a.c:1:
./dir with: colon/b.h:3:7: error: redefinition of 'x'
a.c:2:5: note: previous definition is here
a.c:9:1: warning: something minor
a.c:9:1: note: about the warning
C:\\src\\c.c:12:34: fatal error: 'z.h' file not found
2 errors generated.
`;
  expect(readMessages(stderr).map(({ severity, message, location }) => [severity, message, location])).toEqual([
    ["error", "redefinition of 'x'", { file: "./dir with: colon/b.h", line: 3, column: 7 }],
    ["note", "previous definition is here", { file: "a.c", line: 2, column: 5 }],
    ["error", "'z.h' file not found", { file: "C:\\src\\c.c", line: 12, column: 34 }],
  ]);
});

test("messages without a place", () => {
  expect(
    readMessages(
      "clang: error: unknown argument: '-x'\n/usr/bin/clang-19: error: no such target\nerror: unable\n<command line>:1:2: error: bad macro\n",
    ),
  ).toMatchObject([
    { code: "RVL101", message: "unknown argument: '-x'", location: null },
    { code: "RVL101", message: "no such target", location: null },
    { code: "RVL101", message: "unable", location: null },
    { code: "RVL101", message: "bad macro", location: null },
  ]);
  expect(readMessages("")).toEqual([]);
});
