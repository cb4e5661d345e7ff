// Headers that Ravel lacks and the machine has: they are used, reported, and stored with the compiled text; messages about their declarations name them.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  hasMissingHeaders,
  markSystemHeaders,
  readMark,
  systemHeaderFolders,
  systemHeaderNotes,
} from "../../../../src/apps/clang/system-headers.ts";
import { parseModule } from "../../../../src/frontend/llvm/parser.ts";
import type { Program } from "../../../../src/program/program.ts";
import { diagnostic } from "../../../../src/support/diagnostics.ts";
import { compileText } from "../../../run.ts";
import { needs } from "../../../tools.ts";

const missing = (name: string) => diagnostic("RVL101", `'${name}' file not found`);
const ir = `declare i32 @glob(ptr, i32, ptr, ptr)\ndeclare void @llvm.memcpy(ptr)\n`;

test("a missing header is not searched for again", () => {
  expect(hasMissingHeaders([missing("no/such/header-at-all.h")], "lp64")).toBe(false);
  expect(hasMissingHeaders([], "lp64")).toBe(false);
});

test("a unit without headers of the machine has no note", () => {
  expect(readMark(ir)).toBeNull();
  expect(systemHeaderNotes("f.c", ir)).toEqual([]);
});

test("the note names the headers, and the text is still a module", () => {
  const marked = markSystemHeaders(ir, ["/usr/include/no-such-header.h", "/home/user/own.h", "/usr/include/bits/inner.h"]);
  expect(readMark(marked)?.headers).toEqual(["/usr/include/no-such-header.h", "/usr/include/bits/inner.h"]);
  expect(systemHeaderNotes("f.c", marked)[0]?.message).toBe(
    "f.c uses headers of this machine that Ravel does not provide: /usr/include/no-such-header.h",
  );
  expect(() => parseModule(marked)).not.toThrow();
});

test("folders that are not there are not given to the compiler", () => {
  for (const folder of systemHeaderFolders("ilp32")) expect(folder).toMatch(/^\/usr\/(local\/)?include/);
});

// Both define struct timespec, sigset_t, siginfo_t, struct iovec …, whichever comes first.
describe("headers of the machine get along with Ravel's", () => {
  const ours = ["signal.h", "time.h", "sys/time.h", "sys/uio.h", "sched.h", "string.h"];
  const theirs = ["sys/timerfd.h", "sys/signalfd.h", "spawn.h", "ucontext.h", "aio.h", "sys/shm.h", "libgen.h"];
  const compile = (names: readonly string[]): Promise<Program> =>
    compileText(`#define _GNU_SOURCE\n${names.map((name) => `#include <${name}>\n`).join("")}int main(void) { return 0; }\n`);

  for (const name of theirs) {
    const path = systemHeaderFolders("lp64").map((folder) => join(folder, name));
    if (!needs(path.find((file) => existsSync(file)) ?? `/usr/include/${name}`)) continue;
    test(name, async () => {
      await expect(compile([name, ...ours])).resolves.toBeDefined();
      await expect(compile([...ours, name])).resolves.toBeDefined();
    });
  }
});
