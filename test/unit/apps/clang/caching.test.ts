// The cache as compilations use it: which compilations are hits and which are not. With the embedded clang, and with the machine's if there is one.

import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { needs } from "../../../tools.ts";
import { Workspace } from "./workspace.ts";

const work = new Workspace();
afterAll(() => work.remove());

const compilers = needs("clang", "caching of the machine's clang") ? ["embedded", "system"] : ["embedded"];

for (const clang of compilers) {
  describe(clang, () => {
    const at = (name: string) => `${clang}/${name}`;
    /** Writes a file with an old modification time: a file that is written during a compilation is not cached. */
    const write = (name: string, text: string) => {
      const path = work.write(at(name), text);
      utimesSync(work.path(at(name)), 1_600_000_000, 1_600_000_000);
      return path;
    };
    write("first/other.h", "int other;\n");
    write("second/value.h", '#include "nested.h"\n');
    write("second/nested.h", "#define VALUE 1\n");
    const file = write("main.c", '#include <value.h>\n#if __has_include("extra.h")\n#include "extra.h"\n#endif\nint x = VALUE;\n');
    const flags = ["-I", work.path(at("first")), "-I", work.path(at("second"))];
    const compile = (more: string[] = [], options = {}) =>
      work.compile(file, { clang, cache: work.cache(), flags: [...flags, ...more], ...options });
    const valueIn = (ir: string) => /@x = dso_local global i32 (\d+)/.exec(ir)?.[1];

    test("a second compilation is a hit with the same result", async () => {
      const cold = await compile();
      const warm = await compile();
      expect([cold.fromCache, warm.fromCache]).toEqual([false, true]);
      expect(warm.ir).toBe(cold.ir);
      expect(warm.compiler).toBe(cold.compiler);
      expect((await work.compile(file, { clang, flags })).fromCache).toBe(false); // no cache, no hit
    });

    test("flags, data model, debug level, source and name are part of the key", async () => {
      expect((await compile()).fromCache).toBe(true);
      expect((await compile(["-DEXTRA"])).fromCache).toBe(false);
      expect((await compile(["-std=gnu11"])).fromCache).toBe(false);
      expect((await compile([], { dataModel: "ilp32" })).fromCache).toBe(false);
      expect((await compile([], { debug: "lines" })).fromCache).toBe(false);
      expect((await compile([], { headerDir: work.path("elsewhere") })).fromCache).toBe(false);
      expect((await work.compile(work.path(at("main.c")), { clang, cache: work.cache(), flags })).fromCache).toBe(false);
      expect((await compile(["-O2", "-Wall"])).fromCache).toBe(true); // these do not affect the result
    });

    test("a changed header, even one included by another, is a miss", async () => {
      expect((await compile()).fromCache).toBe(true);
      write("second/nested.h", "#define VALUE 2\n");
      const changed = await compile();
      expect([changed.fromCache, valueIn(changed.ir)]).toEqual([false, "2"]);
      expect((await compile()).fromCache).toBe(true);
    });

    test("a new header that goes before the old one is a miss", async () => {
      expect((await compile()).fromCache).toBe(true);
      write("first/value.h", "#define VALUE 3\n");
      const shadowed = await compile();
      expect([shadowed.fromCache, valueIn(shadowed.ir)]).toEqual([false, "3"]);
      rmSync(work.path(at("first/value.h")));
      const back = await compile();
      expect([back.fromCache, valueIn(back.ir)]).toEqual([false, "2"]);
    });

    test("a header that __has_include asked for and now is there is a miss", async () => {
      expect((await compile()).fromCache).toBe(true);
      write("extra.h", "int extra;\n");
      const changed = await compile();
      expect([changed.fromCache, changed.ir.includes("@extra = ")]).toEqual([false, true]);
      rmSync(work.path(at("extra.h")));
    });

    test("a changed source is a miss, errors are not remembered", async () => {
      writeFileSync(work.path(at("main.c")), "int x = oops;\n");
      await expect(compile()).rejects.toThrow(/oops/);
      await expect(compile()).rejects.toThrow(/oops/);
      write("main.c", "int x = 9;\n");
      expect(valueIn((await compile()).ir)).toBe("9");
      expect((await compile()).fromCache).toBe(true);
    });
  });
}
