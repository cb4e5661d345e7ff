import { describe, expect, test } from "vitest";
import { dataModelOfFlags, readUserFlags, renderFlags } from "../../../../src/apps/clang/flags.ts";

const kept = (...flags: string[]) => renderFlags(readUserFlags(flags, "lp64").kept, (path) => `<${path}>`);

describe("flags that change the program", () => {
  test("are kept, with their paths told apart", () => {
    expect(kept("-Iinc", "-I", "../x", "-isystem", "/s", "-iquoteq", "-idirafter", "d", "-include", "f.h", "-imacros", "m.h")).toEqual([
      "-I",
      "<inc>",
      "-I",
      "<../x>",
      "-isystem",
      "</s>",
      "-iquote",
      "<q>",
      "-idirafter",
      "<d>",
      "-include",
      "<f.h>",
      "-imacros",
      "<m.h>",
    ]);
    expect(
      kept(
        "-DX",
        "-D",
        "Y=1 2",
        "-UZ",
        "-U",
        "W",
        "-pthread",
        "-funsigned-char",
        "-fno-common",
        "-fwrapv",
        "-fgnu89-inline",
        "-mlong-double-64",
      ),
    ).toEqual([
      "-DX",
      "-DY=1 2",
      "-UZ",
      "-UW",
      "-pthread",
      "-funsigned-char",
      "-fno-common",
      "-fwrapv",
      "-fgnu89-inline",
      "-mlong-double-64",
    ]);
    expect(kept("-Wp,-DA,-MD,-UB", "-Xpreprocessor", "-DC")).toEqual(["-DA", "-UB", "-DC"]);
  });

  test("the last dialect counts", () => {
    expect(readUserFlags(["-std=c99", "-std=gnu11"], "lp64").dialect).toBe("gnu11");
    expect(readUserFlags(["-ansi"], "lp64").dialect).toBe("c89");
    expect(readUserFlags([], "lp64").dialect).toBeNull();
  });
});

describe("flags that do not", () => {
  test("are dropped, with their values", () => {
    const noise =
      "-O2 -g3 -ggdb -Wall -Wextra -Werror -w -pedantic -c -o x.o -MD -MF x.d -MT x -lpthread -l m -L/lib -L lib -static -shared -fPIC -fno-tree-vectorize -flto -march=native -mtune=native -pipe -s -Wl,-O1 -x c --param max=3 -save-temps -fsanitize=thread";
    const { kept: left, warnings } = readUserFlags(noise.split(" "), "lp64");
    expect(left).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("are said to be ignored where that could surprise", () => {
    expect(readUserFlags(["-m32"], "lp64").warnings).toMatchObject([
      { code: "RVL003", severity: "warning", hint: expect.stringContaining("ilp32") },
    ]);
    expect(readUserFlags(["-m32"], "ilp32").warnings).toEqual([]);
    expect(readUserFlags(["other.o"], "lp64").warnings).toMatchObject([{ code: "RVL001", severity: "warning" }]);
  });
});

test("unknown flags and missing values are errors", () => {
  expect(() => readUserFlags(["--nonsense"], "lp64")).toThrow(/RVL001.*--nonsense/);
  expect(() => readUserFlags(["-I"], "lp64")).toThrow(/RVL001.*-I/);
  expect(() => readUserFlags(["-o"], "lp64")).toThrow(/RVL001.*-o/);
});

test("a build's flags name its data model", () => {
  expect(dataModelOfFlags(["-O2"])).toBeNull();
  expect(dataModelOfFlags(["-m64", "-m32", "-O2"])).toBe("ilp32");
});
