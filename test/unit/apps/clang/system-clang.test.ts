import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { findSystemClang, inspectClang, type VersionCache } from "../../../../src/apps/clang/system-clang.ts";
import { needs } from "../../../tools.ts";
import { linesOf, rejection, Workspace } from "./workspace.ts";

const work = new Workspace();
afterAll(() => work.remove());

class Memory implements VersionCache {
  readonly notes = new Map<string, string>();
  recall(name: string): string | null {
    return this.notes.get(name) ?? null;
  }
  remember(name: string, value: string): void {
    this.notes.set(name, value);
  }
}

if (needs("sh", "stand-ins for compilers")) {
  describe("finding a compiler", () => {
    let folder = 0;
    beforeEach(() => {
      folder++;
    });

    /** A stand-in that prints a version and notes that it was started. */
    const stand = (name: string, version: string, status = 0) => {
      work.write(`${folder}/${name}`, `#!/bin/sh\necho ${name} >> ${work.path(`${folder}-log`)}\necho "${version}"\nexit ${status}\n`);
      chmodSync(work.path(`${folder}/${name}`), 0o755);
    };
    const find = (memory: VersionCache | null = null) => findSystemClang(memory, `/nonexistent::${work.path(String(folder))}`);
    const started = () =>
      existsSync(work.path(`${folder}-log`))
        ? readFileSync(work.path(`${folder}-log`), "utf8")
            .trim()
            .split("\n")
        : [];

    test("takes clang if it is new enough", () => {
      stand("clang", "Debian clang version 18.1.3 (1)");
      stand("clang-20", "clang version 20.1.0");
      expect(find()).toMatchObject({ major: 18, version: "Debian clang version 18.1.3 (1)", path: work.path(`${folder}/clang`) });
    });

    test("passes over one that is too old, is broken or is none, and takes the newest of the others", () => {
      stand("clang", "clang version 14.0.6");
      stand("clang-17", "clang version 17.0.1");
      stand("clang-20", "clang version 20.1.0");
      stand("clang-21", "clang version 21.0.0", 1);
      stand("clang-22", "something else 22");
      expect(find()).toMatchObject({ major: 20, path: work.path(`${folder}/clang-20`) });
    });

    test("finds none where there is none", () => {
      stand("clang", "clang version 9.0.0");
      expect(find()).toBeNull();
      expect(inspectClang(work.path("nothing"), null)).toBeNull();
    });

    test("asks each file once, remembers across processes, and asks again when the file changes", () => {
      const memory = new Memory();
      stand("clang", "clang version 19.0.0");
      const first = find(memory);
      find(memory);
      expect(started()).toEqual(["clang"]);
      expect([...memory.notes.values()]).toEqual(["clang version 19.0.0\n"]);
      rmSync(work.path(`${folder}/clang`));
      stand("clang", "clang version 20.10.10");
      expect(find(memory)).toMatchObject({ major: 20 });
      expect(find(memory)?.identity).not.toBe(first?.identity);
      expect(started()).toEqual(["clang", "clang"]);
    });

    test("one given by path must be new enough", async () => {
      stand("old", "clang version 16.0.0");
      const file = work.write("x.c", "int x;");
      const [diagnostic] = await rejection(work.compile(file, { clang: work.path(`${folder}/old`) }));
      expect(diagnostic).toMatchObject({ code: "RVL006", message: expect.stringContaining("too old") });
    });

    test("one that fails without a word about the program gives way to the embedded compiler, unless it was asked for", async () => {
      stand("clang", "clang version 19.0.0", 0);
      work.write(
        `${folder}/clang`,
        '#!/bin/sh\n[ "$1" = --version ] && { echo "clang version 19.0.0"; exit 0; }\necho "clang: error: unknown target triple" >&2\nexit 1\n',
      );
      chmodSync(work.path(`${folder}/clang`), 0o755);
      const file = work.write("x.c", "int x;");
      const path = process.env.PATH;
      process.env.PATH = work.path(String(folder));
      try {
        const unit = await work.compile(file, { clang: "auto" });
        expect(unit.compiler).toContain("embedded");
        expect((await rejection(work.compile(file, { clang: "system" })))[0]).toMatchObject({
          code: "RVL101",
          message: "unknown target triple",
        });
        process.env.PATH = work.path("empty");
        expect((await rejection(work.compile(file, { clang: "system" })))[0].code).toBe("RVL006");
        expect((await work.compile(file, { clang: "auto" })).compiler).toContain("embedded");
      } finally {
        process.env.PATH = path;
      }
    });
  });
}

if (needs("clang", "the machine's clang against the embedded one")) {
  describe("the machine's clang", () => {
    const program = `#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
struct pair { int a; unsigned b : 3; double d; };
_Atomic int counter;
_Thread_local int mine;
static struct pair pairs[2] = {{1, 2, 3.0}};
int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  while (n-- > 0)
    total += va_arg(list, int);
  va_end(list);
  return total;
}
inline int plain(int x) { return x + 1; }
struct pair move(struct pair p) {
  p.b++;
  pairs[1] = p;
  return p;
}
int main(int argc, char **argv) {
  int array[argc];
  array[0] = atomic_fetch_add(&counter, 1) + plain(mine);
  switch (argc) {
    case 1: return sum(2, 1, 2);
    case 2 ... 4: mine = move(pairs[0]).a; break;
    default: return argv[0] != NULL && array[0];
  }
  return 0;
}
`;
    /**
     * Instructions without names of values, attributes and debug numbers, which versions of LLVM write differently; and without marks of scopes, which
     * newer versions also set for temporaries.
     */
    const shape = (ir: string) => {
      const functions = ir.replace(/^.*call void @llvm\.lifetime\..*\n/gm, "").match(/^define [\s\S]*?^}/gm) ?? [];
      return functions.map((text) =>
        [
          /@(\w+)\(/.exec(text)?.[1],
          ...(
            text.match(/^ {2}(?:%\S+ = )?(?:load atomic|load|store|call|br|switch|ret|atomicrmw|alloca|add nsw|add|sub|icmp|phi)\b/gm) ?? []
          ).map((op) => op.replace(/.* /, "")),
        ].join(" "),
      );
    };

    for (const dataModel of ["lp64", "ilp32"] as const) {
      test(`gives the same program as the embedded one (${dataModel})`, async () => {
        const file = work.write("both.c", program);
        const [own, system] = [await work.compile(file, { dataModel }), await work.compile(file, { dataModel, clang: "system" })];
        expect(system.compiler).toMatch(/clang version/);
        expect(shape(own.ir)).toHaveLength(4);
        expect(shape(system.ir)).toEqual(shape(own.ir));
        for (const name of ["sum", "move", "main", "plain"]) expect(linesOf(system.ir, name)).toEqual(linesOf(own.ir, name));
      });
    }

    test("reports errors as the embedded one does, also in adapted text", async () => {
      const file = work.write("wrong.c", "int f(void) {\n  return 1 +;\n}\nint g = nowhere;\n");
      const adapted = work.write("wrong.i", '# 1 "x.c"\nint b = c;\n');
      for (const path of [file, adapted]) {
        const system = await rejection(work.compile(path, { clang: "system" }));
        expect(system).toEqual(await rejection(work.compile(path)));
        expect(system[0].location?.file).toBe(path);
      }
    });

    test("ignores the environment's include paths", async () => {
      const file = work.write("isolated.c", "#include <only-here.h>\n");
      work.write("env/only-here.h", "int here;\n");
      process.env.CPATH = work.path("env");
      try {
        expect((await rejection(work.compile(file, { clang: "system" })))[0].message).toContain("only-here.h");
      } finally {
        delete process.env.CPATH;
      }
    });

    test("a crash or too deep a nesting is a coded error, and not an error if the user did not ask for the compiler", async () => {
      const file = work.write("deep.c", `int f(int x) { return ${"(".repeat(1000)}x${")".repeat(1000)}; }`);
      const [diagnostic] = await rejection(work.compile(file, { clang: "system" }));
      expect(diagnostic.code).toBe("RVL101");
      expect((await work.compile(file, { clang: "auto" })).compiler).toContain("embedded");
    });
  });
}

if (needs("/usr/include/stdio.h", "the machine's headers")) {
  test("the machine's headers serve both compilers", async () => {
    const file = work.write(
      "hosted.c",
      '#include <stdio.h>\n#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint main(void) { return puts("x"); }\n',
    );
    for (const clang of needs("clang", "the machine's headers with the machine's clang") ? ["embedded", "system"] : ["embedded"]) {
      const { ir } = await work.compile(file, { clang, systemHeaders: true });
      expect(ir).toContain("@m = dso_local global %union.pthread_mutex_t");
    }
  });
}
